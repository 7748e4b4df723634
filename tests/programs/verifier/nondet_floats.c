// Unknown floats.
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);
int main(void) {
  float f = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double();
  if (f > 1.0f) return 1;
  if (d < -1.0) return 2;
  return 0;
}
//~ PATHS: 3
