// What the system and the C library made is not the program's to free: arguments, environment,
// mappings, and results that are static. Natively each of these is an invalid pointer.
//~ FLAGS: --env HOME=/box --env LANG=C
#define _GNU_SOURCE
#include <locale.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

int main(int argc, char **argv) {
  int which = klee_range(0, 14, "which");
  time_t moment = 1700000000;
  switch (which) {
  case 0: free(argv); break;                           //~ ERROR invalid-free
  case 1: free(argv[0]); break;                        //~ ERROR invalid-free
  case 2: free(environ); break;                        //~ ERROR invalid-free
  case 3: free(environ[0]); break;                     //~ ERROR invalid-free
  case 4: free(getenv("LANG")); break;                 //~ ERROR invalid-free
  case 5: argv = realloc(argv, 64); break;             //~ ERROR invalid-free
  case 6: environ[1] = realloc(environ[1], 99); break; //~ ERROR invalid-free
  case 7: free(setlocale(LC_ALL, NULL)); break;        //~ ERROR invalid-free
  case 8: free(strerror(2)); break;                    //~ ERROR invalid-free
  case 9: free(stdout); break;                         //~ ERROR invalid-free
  case 10: free(localtime(&moment)); break;            //~ ERROR invalid-free
  case 11:
    free(mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    //~^ ERROR invalid-free
    break;
  case 12: free(sbrk(0)); break;                       //~ ERROR invalid-free
  case 13: free(ctime(&moment)); break;                //~ ERROR invalid-free
  }
  return argc;
}
//~ PATHS: 14
