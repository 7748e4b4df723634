// Structures as variable arguments: in integer registers, in float registers, in memory.
#include <stdarg.h>
#include <stdio.h>
struct small { int a, b; };
struct floats { double x, y; };
struct large { long v[5]; };
static void show(int count, ...) {
  va_list args;
  va_start(args, count);
  for (int i = 0; i < count; i++) {
    struct small s = va_arg(args, struct small);
    struct floats f = va_arg(args, struct floats);
    struct large l = va_arg(args, struct large);
    printf("%d %d %g %g %ld %ld\n", s.a, s.b, f.x, f.y, l.v[0], l.v[4]);
  }
  va_end(args);
}
int main(void) {
  struct small s = {1, 2};
  struct floats f = {1.5, 2.5};
  struct large l = {{10, 20, 30, 40, 50}};
  show(3, s, f, l, s, f, l, s, f, l);
  show(1, s, f, l);
  return 0;
}
//~ EXEC
//~ PATHS: 1
