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
  
  int way = pleach_choose(3); if (way == 0) { x=200; } else if (way == 1) { x=5; } else { x=-1; }
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; } t = 0;
  signed char c=(signed char)x; x=0; for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; } t = 0; int i=c; if (i<0) t=3; if (i==-56) t=4; if (i>3 && i<6) t=9;
  return 0;
}
