// Forwards, backwards, one behind the end, and nothing added to null.
//~ FLAGS: --check pointer
#include <pleach.h>
#include <stddef.h>
struct node {
  int value;
  struct node *next;
};
int main(void) {
  int array[8] = {1, 2, 3};
  int n = pleach_range(0, 9, "n");
  int *end = array + 8, *p = end - n, *none = 0;
  unsigned u = n;
  long sum = end - p;
  p = &array[u];
  p -= u;
  sum += *p + (none + 0 == none) + (long)offsetof(struct node, next);
  struct node list[2] = {{1, &list[1]}, {2, 0}};
  for (struct node *at = list; at; at = at->next) sum += at->value;
  char *base = (char *)&list[1];
  sum += ((struct node *)(base - sizeof(struct node)))->value;
  return sum == 7;
}
//~ PATHS: any
