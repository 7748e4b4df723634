// Global initialisers with addresses, offsets and nested aggregates.
#include <stdio.h>
struct node { const char *name; struct node *next; int *counter; };
static int counters[3] = {7, 8, 9};
static struct node nodes[3] = {
    {"a", &nodes[1], &counters[2]}, {&"b"[0], nodes + 2, counters}, {.name = &"xyc"[2], .counter = &counters[1]}};
static char *const middle = (char *)&counters[1] + 4;
static long distance = (long)sizeof(nodes) / 2;
static char text[10] = "ab";
int main(void) {
  for (struct node *n = nodes; n != NULL; n = n->next) printf("%s %d\n", n->name, *n->counter);
  printf("%d %ld %s %d\n", *(int *)middle, distance, text, text[9]);
  return 0;
}
//~ EXEC
//~ PATHS: 1
