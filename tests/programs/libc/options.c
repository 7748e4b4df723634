/* Short and long options, in any order, with and without values. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#include <getopt.h>
#include <stdio.h>
#include <unistd.h>

static struct option longs[] = {
    {"verbose", no_argument, 0, 'v'},
    {"output", required_argument, 0, 'o'},
    {"level", optional_argument, 0, 'l'},
    {0, 0, 0, 0},
};

int main(void) {
  char *argv[] = {"prog", "first", "-v", "--output=x", "-l", "--level=3", "-ofile", "--verb",
                  "second", "--", "-v", NULL};
  int argc = 11, option;
  while ((option = getopt_long(argc, argv, "vo:l::", longs, NULL)) != -1)
    printf("%c %s\n", option, optarg ? optarg : "-");
  for (int i = optind; i < argc; i++) printf("rest %s\n", argv[i]);
  return 0;
}
