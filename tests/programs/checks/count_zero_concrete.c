#include <stdint.h>
static volatile uint64_t none;
int main(void) {
  return __builtin_clzll(none); //~ ERROR invalid-builtin
}
//~ PATHS: 1
