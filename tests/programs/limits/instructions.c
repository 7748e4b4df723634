// An endless loop ends with the limit on instructions; that is not an error of the program.
static volatile unsigned n;
int main(void) {
  for (;;) n++;
}
//~ PATHS: any
//~ INCOMPLETE: the limit of instructions is reached
//~ FLAGS: --max-instructions 20000
