// The older name.
char __VERIFIER_nondet_char(void);
void __VERIFIER_error(void) __attribute__((noreturn));
int main(void) {
  if (__VERIFIER_nondet_char() == 'E') __VERIFIER_error(); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
