// The classic: the list's next pointer is read after its node was freed.
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
    free(head);
    head = head->next; //~ ERROR use-after-free
  }
  return 0;
}
//~ PATHS: any
