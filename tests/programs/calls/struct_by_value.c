// Structures of many sizes passed and returned by value.
#include <stdio.h>
struct s1 { char c; };
struct s3 { char c[3]; };
struct s8 { int a; float f; };
struct s12 { int a, b, c; };
struct s16 { long a; double d; };
struct s24 { long a, b, c; };
struct s64 { char bytes[64]; };
static struct s1 f1(struct s1 s) { s.c++; return s; }
static struct s3 f3(struct s3 s) { s.c[2]++; return s; }
static struct s8 f8(struct s8 s) { s.a++, s.f += 1; return s; }
static struct s12 f12(struct s12 s) { s.c++; return s; }
static struct s16 f16(struct s16 s) { s.a++, s.d += 1; return s; }
static struct s24 f24(struct s24 s) { s.b++; return s; }
static struct s64 f64(struct s64 s) { s.bytes[63]++; return s; }
int main(void) {
  struct s24 t = {1, 2, 3};
  struct s24 u = f24(t);
  struct s64 v = {{0}};
  printf("%d %d\n", f1((struct s1){1}).c, f3((struct s3){{1, 2, 3}}).c[2]);
  printf("%d %g %d\n", f8((struct s8){1, 2}).a, f8((struct s8){1, 2}).f, f12((struct s12){1, 2, 3}).c);
  printf("%ld %g %ld %ld %d %d\n", f16((struct s16){1, 2}).a, f16((struct s16){1, 2}).d, t.b, u.b, f64(f64(v)).bytes[63], v.bytes[63]);
  return 0;
}
//~ EXEC
//~ PATHS: 1
