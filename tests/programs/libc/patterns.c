/* Regular expressions and file name patterns. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#include <fnmatch.h>
#include <regex.h>
#include <stdio.h>

static void match(const char *pattern, const char *text, int flags) {
  regex_t regex;
  regmatch_t at[3];
  if (regcomp(&regex, pattern, flags)) {
    printf("bad pattern\n");
    return;
  }
  if (regexec(&regex, text, 3, at, 0))
    printf("no match\n");
  else
    printf("%d-%d %d-%d\n", (int)at[0].rm_so, (int)at[0].rm_eo, (int)at[1].rm_so,
           (int)at[1].rm_eo);
  regfree(&regex);
}

int main(void) {
  match("a(b+)c", "xxabbbcxx", REG_EXTENDED);
  match("^[0-9]{3}$", "123", REG_EXTENDED);
  match("^[0-9]{3}$", "1234", REG_EXTENDED);
  match("HeLLo", "say hello", REG_ICASE);
  match("(foo|ba[rz])+", "xbarbazfoo", REG_EXTENDED);
  match("[[:alpha:]]*", "abc1", 0);
  match("(", "x", REG_EXTENDED);
  printf("%d %d %d\n", fnmatch("*.c", "main.c", 0), fnmatch("*.c", ".c", FNM_PERIOD) != 0,
         fnmatch("[a-c]?", "bz", 0));
  return 0;
}
