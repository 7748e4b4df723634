// A large structure that is passed by value does not change with the one it was copied from.
#include <assert.h>
#include <stdio.h>
struct large { char bytes[3 * 4096]; };
static struct large source;
static int second(struct large copy) {
  source.bytes[5000] = 2;
  source.bytes[8] = 2;
  return copy.bytes[5000] + copy.bytes[8];
}
int main(void) {
  source.bytes[8] = 1;
  source.bytes[5000] = 1;
  assert(second(source) == 2);
  assert(source.bytes[5000] == 2);
  printf("%d\n", source.bytes[8]);
  return 0;
}
//~ EXEC
//~ PATHS: 1
