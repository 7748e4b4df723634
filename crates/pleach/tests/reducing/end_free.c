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
  
  int way = pleach_choose(3); if (way == 0) { x=1; } else if (way == 1) { x=0; } else { x=2; }
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; } t = 0;
  char *p=malloc(4); if (x==1) free(p); x=0; for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; } t = 0; char *q=malloc(4); if (p) p[0]=1; t=5; if (t==5) t=6;
  return 0;
}
