// Three elements, and vectors wider than any register.
#include <stdio.h>
typedef short v3 __attribute__((ext_vector_type(3)));
typedef long v16 __attribute__((vector_size(128)));
int main(void) {
  v3 a = {1, 2, 3};
  a = a.zyx * (short)2;
  v16 b = {0};
  for (int i = 0; i < 16; i++) b[i] = (long)i * i;
  b += b;
  long sum = 0;
  for (int i = 0; i < 16; i++) sum += b[i];
  printf("%d %d %d %ld %zu\n", a.x, a.y, a.z, sum, sizeof a);
  return 0;
}
//~ EXEC
//~ PATHS: 1
