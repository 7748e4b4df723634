// A part of chown. What matters at each line of its last way, with -R, when all but two lines are covered?
#include <pleach.h>
#include <stdlib.h>
#include <string.h>
static int TRUE = 1, FALSE = 0;
static int recurse, preserve_root, reference_file;
static const char *user_name, *group_name;
static char first[3], second[16];
static const char *name_of_id(void) { return "root"; }
static int chown_file(void) { return 0; }
int main(void) {
  switch (pleach_choose(5)) {
    // Depth first the last one runs first.
    case 0: strcpy(first, "-R"), reference_file = 1; break;
    case 1: strcpy(first, "-x"), user_name = "me"; break;
    case 2: strcpy(first, "-x"), reference_file = 1; break;
    case 3: strcpy(first, "-x"), group_name = "us"; break;
    default: strcpy(first, "-x"); break;
  }
  recurse = FALSE;
  preserve_root = FALSE;
  if (!strcmp(first, "-R"))
    recurse = TRUE;
  if (!strcmp(second, "--preserve-root"))
    preserve_root = TRUE;
  if (reference_file) {
    user_name = name_of_id();
    group_name = name_of_id();
  } else {
    if (!user_name && group_name)
      user_name = "";
  }
  if (recurse & 2)
    if (preserve_root)
      abort();
  int ok = chown_file();
  exit(ok);
}
//~ PATHS: 5
