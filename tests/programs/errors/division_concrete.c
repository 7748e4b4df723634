// Division by a zero that is known.
int main(void) {
  volatile int zero = 0;
  return 7 / zero; //~ ERROR division-by-zero
}
//~ PATHS: 1
