// Writing through a second pointer to a block that was given back.
#include <stdlib.h>
struct list { struct list *next; int value; };
int main(void) {
  struct list *head = malloc(sizeof *head);
  if (head == NULL) return 1;
  struct list *alias = head;
  free(head);
  alias->value = 1; //~ ERROR use-after-free
  return 0;
}
//~ PATHS: any
