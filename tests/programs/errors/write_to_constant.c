// A constant global lies in memory that may not be written.
static const int table[3] = {1, 2, 3};
int main(void) {
  int *p = (int *)table;
  p[1] = 5; //~ ERROR write-to-constant
  return table[1];
}
//~ PATHS: 1
