// So does a string literal.
int main(void) {
  char *text = "hello";
  text[0] = 'H'; //~ ERROR write-to-constant
  return 0;
}
//~ PATHS: 1
