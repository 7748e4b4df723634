// What works is an error only on request.
//~ FLAGS: --check function-type
static int one(int a) { return a; }
static long wide(long a) { return a; }
int main(void) {
  int (*right)(int) = one;
  if (right(1) != 1) return 1;
  return ((int (*)(int, int))one)(1, 2) + (int)((long (*)(int))wide)(3); //~ ERROR wrong-function-type
}
//~ PATHS: 1
