// A field of a null structure is a null dereference too, although its address is not 0.
#include <stddef.h>
struct node { long key; struct node *next; };
int main(void) {
  struct node last = {1, NULL};
  return last.next->next != NULL; //~ ERROR null-dereference
}
//~ PATHS: 1
