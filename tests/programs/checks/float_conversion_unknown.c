// The one float that does not fit, and those that just do.
//~ FLAGS: --check float
#include <pleach.h>
int main(void) {
  int n = pleach_range(0, 6, "n");
  double d[6] = {2147483647.5, -2147483648.5, 255.9, -0.9, 4294967295.5, 0.0 / 0.0};
  int sum = 0;
  switch (n) {
    case 0: sum = (int)d[n]; break;
    case 1: sum = (int)d[n]; break;
    case 2: sum = (unsigned char)d[n]; break;
    case 3: sum = (int)(unsigned)d[n]; break;
    case 4: sum = (int)(unsigned)d[n]; break;
    default: sum = (int)d[n]; //~ ERROR float-conversion
  }
  float f = 16777216.0f * (float)(128 + n);
  sum += (int)f; //~ ERROR float-conversion
  return sum;
}
//~ PATHS: any
