/* Streams over memory and over a file of the program's own. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
//~ EXIT: 3
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text;
  size_t size;
  FILE *memory = open_memstream(&text, &size);
  fprintf(memory, "line %d\nline %d\nlast", 1, 2);
  fclose(memory);
  printf("%zu\n", size);

  FILE *in = fmemopen(text, size, "r");
  char line[20];
  while (fgets(line, sizeof line, in)) printf("[%s]", line);
  printf("%d %d\n", feof(in) != 0, ferror(in));
  rewind(in);
  printf("%c%c", getc(in), getc(in));
  ungetc('L', in);
  printf("%c %ld\n", getc(in), ftell(in));
  fclose(in);
  free(text);

  FILE *file = tmpfile();
  if (!file) return 1;
  for (int i = 0; i < 3000; i++) fprintf(file, "%d\n", i);
  fseek(file, -5, SEEK_END);
  int last;
  printf("%d", fscanf(file, "%d", &last));
  printf(" %d\n", last);
  fclose(file);

  printf("%d\n", fopen("/nowhere/at/all", "r") == NULL);
  printf("%s %s\n", strerror(ENOENT), strerror(EINVAL));
  printf("%s\n", getenv("NOT_SET_ANYWHERE") ? "set" : "not set");
  setvbuf(stdout, NULL, _IOLBF, 100);
  puts("done");
  return 3;
}
