/* Bitcode of this is damaged; see damaged.rs. A little of everything that bitcode can hold. */
#include <stdio.h>
struct pair { int left; double right; };
static const char *names[] = {"one", "two", "three"};
static int sum(struct pair *pairs, int n) {
  int total = 0;
  for (int i = 0; i < n; i++) total += pairs[i].left * (int)pairs[i].right;
  return total;
}
int main(int argc, char **argv) {
  struct pair pairs[3] = {{1, 2.5}, {argc, 3.5}, {7, 8}};
  switch (argc) {
    case 1: puts(names[0]); break;
    case 2: printf("%s %d\n", argv[1], sum(pairs, 3)); break;
    default: return sum(pairs, argc % 3);
  }
  return 0;
}
