// The same list freed in the right order.
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) return 1;
    n->next = head;
    head = n;
  }
  while (head != NULL) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
//~ PATHS: any
//~ FLAGS: --check leak
