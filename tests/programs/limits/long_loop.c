// A million rounds of known work.
#include <stdio.h>
int main(void) {
  unsigned hash = 2166136261u;
  for (unsigned i = 0; i < 1000000; i++) hash = (hash ^ (i & 0xff)) * 16777619u;
  printf("%08x\n", hash);
  return 0;
}
//~ EXEC
//~ PATHS: 1
