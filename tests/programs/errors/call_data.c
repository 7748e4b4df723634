// Calling through a pointer to data.
static int not_code[4] = {1, 2, 3, 4};
int main(void) {
  union { int *data; int (*code)(void); } u = {not_code};
  return u.code(); //~ ERROR invalid-function-pointer
}
//~ PATHS: 1
