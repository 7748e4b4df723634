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
  int n; char *p=malloc(4); if(!p) return 1;
  int way = pleach_choose(3); if (way == 0) { n=9; } else if (way == 1) { n=10; } else { n=9; }
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; } t = 0;
  p=realloc(p,n); if(!p) return 1; n=0; for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; } t = 0; p[9]=1; t=5; if (t==5) t=6;
  return 0;
}
