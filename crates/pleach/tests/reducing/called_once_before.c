#include <pleach.h>
#include <pthread.h>
static volatile int t; static int flag;
static pthread_once_t o1 = PTHREAD_ONCE_INIT, o2 = PTHREAD_ONCE_INIT;
static void init(void) { flag = 1; }
static void new(void) { flag = 1; if (t == 77) t = 8; }
int main(void) {
  int k = 0;
  int way = pleach_choose(3); if (way == 0) { k = 1; } else if (way == 1) { k = 2; } else { k = 0; }
  if (k == 0) { *(int *)&o1 = 2; }
  flag = 0; k = 0;
  for (int i = 0; i < 3; i++) { if (i & 1) t++; else t--; }
  pthread_once(&o1, new);
  return 0;
}
