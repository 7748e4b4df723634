// Packed structures, copies byte by byte, and what lies right.
//~ FLAGS: --check alignment
#include <pleach.h>
#include <stdlib.h>
#include <string.h>
struct __attribute__((packed)) packed {
  char c;
  int i;
  double d;
};
struct plain {
  char c;
  long l;
};
int main(void) {
  struct packed p[3] = {{1, 2, 3.0}}, q;
  int n = pleach_range(0, 3, "n");
  p[n].i = n;
  q = p[n];
  struct plain *heap = malloc(4 * sizeof *heap);
  if (!heap) return 1;
  heap[n].l = p[n].i;
  heap[3] = heap[n];
  char bytes[16] = {0};
  int copy;
  memcpy(&copy, bytes + n, sizeof copy);
  long double wide = n;
  __int128 big = n;
  int sum = (int)(copy + heap[3].l + q.i + (int)wide + (int)big);
  free(heap);
  return sum == 77;
}
//~ PATHS: any
