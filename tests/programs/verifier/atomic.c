// Atomic sections mean nothing to one thread.
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int counter;
int main(void) {
  __VERIFIER_atomic_begin();
  counter++;
  __VERIFIER_atomic_end();
  return counter - 1;
}
//~ PATHS: 1
