// Floats that do not fit.
//~ FLAGS: --check float
static volatile double huge = 1e10;
int main(void) {
  return (int)huge; //~ ERROR float-conversion
}
//~ PATHS: 1
