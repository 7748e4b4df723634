// What a global still points to at the end is not lost.
#include <stdlib.h>
struct cache { struct cache *next; };
static struct cache *cache;
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct cache *entry = malloc(sizeof *entry);
    if (entry == NULL) return 1;
    entry->next = cache;
    cache = entry;
  }
  return 0;
}
//~ PATHS: any
//~ FLAGS: --check leak
