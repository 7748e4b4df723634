// Inserting three unknown numbers into a sorted list.
#include <klee/klee.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void) {
  struct node nodes[3], *head = NULL;
  int values[3];
  klee_make_symbolic(values, sizeof values, "values");
  for (int i = 0; i < 3; i++) {
    struct node **at = &head;
    nodes[i].value = values[i];
    while (*at != NULL && (*at)->value < values[i]) at = &(*at)->next;
    nodes[i].next = *at;
    *at = &nodes[i];
  }
  for (struct node *n = head; n->next != NULL; n = n->next) klee_assert(n->value <= n->next->value);
  return 0;
}
//~ PATHS: 6
