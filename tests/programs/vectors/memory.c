// Loads and stores of vectors through memory, aligned and not.
#include <stdio.h>
#include <string.h>
typedef short v8 __attribute__((vector_size(16)));
typedef short v8u __attribute__((vector_size(16), aligned(1)));
int main(void) {
  short data[12];
  for (int i = 0; i < 12; i++) data[i] = (short)(i * 100);
  v8u *p = (v8u *)&data[3];
  v8 v = *p + 1;
  *p = v * 2;
  for (int i = 0; i < 12; i++) printf("%d ", data[i]);
  printf("\n");
  return 0;
}
//~ EXEC
//~ PATHS: 1
