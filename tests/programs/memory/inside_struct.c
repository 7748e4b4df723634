// Running over the end of a member stays inside the object: memory is checked per object.
#include <klee/klee.h>
struct s { char name[4]; int admin; };
int main(void) {
  struct s s = {"abc", 0};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < sizeof s);
  ((char *)&s)[i] = 1;
  klee_assert(s.admin == 0 || i >= 4);
  return 0;
}
//~ PATHS: 2
