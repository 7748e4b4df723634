// The string functions on known text.
#include <stdio.h>
#include <string.h>
int main(void) {
  const char *s = "the quick brown fox";
  printf("%zu %zu %s %s %s\n", strlen(s), strnlen(s, 5), strchr(s, 'q'), strrchr(s, 'o'), strstr(s, "row"));
  printf("%zu %zu %s\n", strspn(s, "eht"), strcspn(s, "xyz"), strpbrk(s, "wr"));
  printf("%d %d %d\n", strcmp("a", "b") < 0, strncmp("abc", "abd", 2), strcmp("b", "a") > 0);
  printf("%d %d\n", strchr(s, 'z') == NULL, *strchr(s, '\0'));
  return 0;
}
//~ EXEC
//~ PATHS: 1
