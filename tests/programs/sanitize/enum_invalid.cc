// Three values take two bits: a fourth is possible, a fifth is not.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
//~ INPUT n = 4
#include <cstring>
#include <klee/klee.h>

enum Colour { red, green, blue };

int main() {
  int n = klee_range(0, 5, "n");
  Colour colour;
  std::memcpy(&colour, &n, sizeof colour);
  return colour; //~ ERROR invalid-value
}
