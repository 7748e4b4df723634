// What is unmapped is gone.
#include <sys/mman.h>

int main(void) {
  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  p[0] = 1;
  munmap(p, 4096);
  return p[0]; //~ ERROR use-after-free
}
//~ PATHS: 1
