// The address behind a function's start is no function.
static int f(void) { return 0; }
int main(void) {
  union { int (*code)(void); unsigned long number; } u = {f};
  u.number += 1;
  return u.code(); //~ ERROR invalid-function-pointer
}
//~ PATHS: 1
