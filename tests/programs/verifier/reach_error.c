// The error function is reached for one sum.
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a < 10)
    if (b < 10)
      if (a * b == 81)
        reach_error(); //~ ERROR assert
  return 0;
}
//~ PATHS: 4
