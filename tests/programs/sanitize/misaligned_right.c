// Bytes at any address, copied; and a packed struct.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <klee/klee.h>
#include <string.h>

struct __attribute__((packed)) packed {
  char tag;
  long value;
};
static char bytes[32];
static struct packed packed;

int main(void) {
  unsigned at = klee_range(0, 8, "at");
  long value;
  memcpy(&value, bytes + at, sizeof value);
  packed.value = value + 1;
  return packed.value == 1 ? 0 : 1;
}
