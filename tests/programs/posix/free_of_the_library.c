// What the C library allocates for its caller is freed right, and what the system made is no leak.
//~ FLAGS: --check leak --env HOME=/box --sym-args 1 1 2
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv) {
  char *copy = strdup(argv[1]);
  free(copy);
  char *text = NULL;
  if (asprintf(&text, "%d", argc) < 0) return 1;
  free(text);
  char *line = NULL;
  size_t room = 0;
  FILE *file = fopen("/etc/passwd", "r");
  if (file == NULL || getline(&line, &room, file) < 0) return 2;
  free(line);
  fclose(file);
  char *stream = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&stream, &size);
  fputs("text", memory);
  fclose(memory);
  free(stream);
  free(realpath("/tmp/..", NULL));
  free(getcwd(NULL, 0));
  setenv("MORE", "1", 1);
  putenv(strdup("STILL=2"));
  if (strcmp(getenv("HOME"), "/box") != 0) return 3;
  char *mapped = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mapped[4095] = 1;
  mapped = mremap(mapped, 10, 8192, MREMAP_MAYMOVE);
  munmap(mapped, 8192);
  char *kept = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return kept[0] + argv[1][0] == 'x';
}
//~ PATHS: any
