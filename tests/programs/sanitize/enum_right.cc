// With a type of its own, an enumeration holds all of that type.
//~ FLAGS: --sanitize undefined
//~ PATHS: any
#include <cstring>
#include <klee/klee.h>

enum Colour { red, green, blue };
enum class Any : unsigned char { a, b };

int main() {
  int n = klee_range(0, 4, "n");
  unsigned char m = static_cast<unsigned char>(klee_range(0, 256, "m"));
  Colour colour;
  Any any;
  std::memcpy(&colour, &n, sizeof colour);
  std::memcpy(&any, &m, sizeof any);
  return colour + static_cast<int>(any) == 12;
}
