// alloca lives until the function returns.
#include <alloca.h>
#include <klee/klee.h>
struct cell { struct cell *next; int value; };
int main(void) {
  struct cell *head = NULL;
  for (int i = 0; i < 5; i++) {
    struct cell *c = alloca(sizeof *c);
    c->next = head, c->value = i, head = c;
  }
  int sum = 0;
  for (; head != NULL; head = head->next) sum += head->value;
  klee_assert(sum == 10);
  return 0;
}
//~ PATHS: 1
