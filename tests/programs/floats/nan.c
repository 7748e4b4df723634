// Not-a-numbers: unordered with everything.
#include <math.h>
#include <stdio.h>
int main(void) {
  volatile double zero = 0, nan = zero / zero, inf = 1 / zero;
  printf("%d%d%d%d%d%d\n", nan == nan, nan != nan, nan < 1, nan > 1, nan <= nan, !(nan >= 1));
  printf("%d%d%d%d\n", inf > 1e308, -inf < inf, inf == inf, isnan(inf - inf) != 0);
  printf("%d%d\n", isless(nan, 1.0) != 0, isunordered(nan, 1.0) != 0);
  return 0;
}
//~ EXEC
//~ PATHS: 1
