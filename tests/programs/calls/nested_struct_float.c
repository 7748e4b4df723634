// float members share a register; complex numbers come back in two.
#include <stdio.h>
struct point { float x, y; };
struct box { struct point from, to; };
static struct point middle(struct box b) { return (struct point){(b.from.x + b.to.x) / 2, (b.from.y + b.to.y) / 2}; }
static _Complex double square(_Complex double z) { return z * z; }
int main(void) {
  struct point p = middle((struct box){{0, 1}, {4, 9}});
  _Complex double z = square(__builtin_complex(1.0, 2.0));
  printf("%g %g %g %g\n", p.x, p.y, __real__ z, __imag__ z);
  return 0;
}
//~ EXEC
//~ PATHS: 1
