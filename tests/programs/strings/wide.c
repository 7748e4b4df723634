// Wide characters are just ints.
#include <stdio.h>
#include <wchar.h>
int main(void) {
  const wchar_t *text = L"wide\x20ac";
  int n = 0;
  while (text[n] != 0) n++;
  printf("%d %x\n", n, (unsigned)text[4]);
  return 0;
}
//~ EXEC
//~ PATHS: 1
