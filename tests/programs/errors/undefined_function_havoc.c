// With --undefined havoc an unknown function returns anything.
int mystery(int);
int main(void) {
  int y = mystery(3);
  if (y == 7) return 1;
  return 0;
}
//~ PATHS: 2
//~ FLAGS: --undefined havoc
