// Copying, appending, cutting.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char a[32] = "one", b[8];
  strcat(a, " two");
  strncat(a, " three four", 6);
  strncpy(b, a, sizeof b);
  printf("%s %.8s\n", a, b);
  char *d = strdup(a);
  if (d == NULL) return 1;
  for (char *piece = strtok(d, " "); piece != NULL; piece = strtok(NULL, " ")) printf("[%s]", piece);
  printf("\n");
  free(d);
  return 0;
}
//~ EXEC
//~ PATHS: 1
