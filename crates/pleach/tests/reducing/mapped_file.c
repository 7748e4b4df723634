#include <pleach.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <stdarg.h>
#include <unistd.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <errno.h>
#include <setjmp.h>
static volatile int t;

int main(void) {
  int x = 0;
  char *c;
  int way = pleach_choose(3); if (way == 0) { c="a"; } else if (way == 1) { c="b"; } else { c="c"; }
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; } t = 0;
  int fd=open("f",O_CREAT|O_RDWR,0600); write(fd,c,1); for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; } t = 0; char *m=mmap(0,1,PROT_READ,MAP_SHARED,fd,0); if (m!=MAP_FAILED && m[0]==98) t=7;
  return 0;
}
