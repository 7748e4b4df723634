// The local variable of a function that has returned.
static int *escaped;
static void f(void) {
  int local = 3;
  escaped = &local;
}
int main(void) {
  f();
  return *escaped; //~ ERROR use-after-return
}
//~ PATHS: 1
