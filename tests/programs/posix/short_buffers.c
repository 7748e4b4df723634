// A buffer that is there and too short is the program's error, at its call: a kernel would go on
// behind it. So is what the C library itself does with a bad pointer before any system call.
#include <fcntl.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  char small[4] = "abc", *freed = malloc(4);
  free(freed);
  int zero = open("/dev/zero", O_RDWR), out = open("/tmp/new", O_CREAT | O_RDWR, 0600);
  struct iovec vector = {small, 5};
  struct timespec *no_time = NULL;
  FILE *file = fdopen(out, "w");
  switch (klee_range(0, 9, "which")) {
  case 0: return (int)read(zero, small, 5);                     //~ ERROR out-of-bounds-write
  case 1: return (int)write(out, small, 5);                     //~ ERROR out-of-bounds-read
  case 2: return (int)readv(zero, &vector, 1);                  //~ ERROR out-of-bounds-write
  case 3: return stat("/etc", (struct stat *)small);            //~ ERROR out-of-bounds-write
  case 4: return (int)read(zero, freed, 1);                     //~ ERROR use-after-free
  case 5: return clock_gettime(CLOCK_REALTIME, no_time);        //~ ERROR null-dereference
  case 6: return (int)fwrite(no_time, 1, 8, file);              //~ ERROR null-dereference
  case 7: return (int)readv(zero, (struct iovec *)small, 1);    //~ ERROR out-of-bounds-read
  default: return (int)write(out, small - 1, 1);                //~ ERROR out-of-bounds-read
  }
}
//~ PATHS: 9
