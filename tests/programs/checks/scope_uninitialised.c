// Each time the scope begins, the variable has no value again.
//~ FLAGS: --check uninit
#pragma clang diagnostic ignored "-Wsometimes-uninitialized"
static int sum;
static void set(int *p) { *p = 1; }
int main(void) {
  for (int i = 0; i < 2; i++) {
    int here;
    if (i == 0) set(&here);
    if (here) sum++; //~ ERROR uninitialised
  }
  return sum;
}
//~ PATHS: 1
