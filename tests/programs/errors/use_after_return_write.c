// Writing to the array of a finished call, after other calls have used the stack.
static char *escaped;
static int f(int keep) {
  char buffer[16] = {0};
  if (keep) escaped = buffer;
  return buffer[3];
}
int main(void) {
  f(1);
  f(0);
  escaped[3] = 'x'; //~ ERROR use-after-return
  return 0;
}
//~ PATHS: 1
