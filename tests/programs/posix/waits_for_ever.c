// Reading from a pipe that nobody else can fill.
//~ PATHS: 1
//~ INCOMPLETE: a path ended at something that is not supported
#include <unistd.h>

int main(void) {
  int p[2];
  char b;
  if (pipe(p)) return 1;
  return (int)read(p[0], &b, 1); //~ ERROR unsupported
}
