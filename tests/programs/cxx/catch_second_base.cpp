// A handler for the second base class gets a pointer to that part of the object.
//~ PATHS: 1
#include <cassert>

struct First { int first = 1; virtual ~First() {} };
struct Second { int second = 2; virtual ~Second() {} };
struct Both : First, Second { int third = 3; };

int main() {
  try {
    throw Both();
  } catch (Second &caught) {
    assert(caught.second == 2);
    return 0;
  }
  return 1;
}
