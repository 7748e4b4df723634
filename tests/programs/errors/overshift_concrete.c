// A known distance that is too large.
int main(void) {
  volatile int n = 40;
  return 1 << n; //~ ERROR overshift
}
//~ PATHS: 1
