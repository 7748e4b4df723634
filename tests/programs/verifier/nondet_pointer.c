// An unknown pointer cannot be trusted.
void *__VERIFIER_nondet_pointer(void);
int main(void) {
  int *p = __VERIFIER_nondet_pointer();
  if (p == (int *)0) return 1;
  return 0;
}
//~ PATHS: 2
