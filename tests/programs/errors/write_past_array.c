// A loop that goes one too far.
int main(void) {
  char a[8];
  for (int i = 0; i <= 8; i++)
    a[i] = 0; //~ ERROR out-of-bounds-write
  return a[0];
}
//~ PATHS: 1
