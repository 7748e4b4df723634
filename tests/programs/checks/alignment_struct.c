// A whole structure assigned from a place where none can be.
//~ FLAGS: --check alignment
struct plain {
  long a, b;
};
int main(void) {
  _Alignas(16) char bytes[40] = {0};
  char *at = bytes + 4;
  struct plain copy = *(struct plain *)at; //~ ERROR misaligned-access
  return (int)copy.a;
}
//~ PATHS: 1
