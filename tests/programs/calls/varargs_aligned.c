// Variadic arguments that are aligned to more than eight bytes, at even and odd positions, in
// registers and in memory, behind fixed arguments of all kinds.
#include <stdarg.h>
#include <stdio.h>
typedef float v4 __attribute__((vector_size(16)));
typedef int v8 __attribute__((vector_size(32)));
struct __attribute__((aligned(16))) pair { long a, b; };
struct __attribute__((aligned(32))) wide { long a; };
struct __attribute__((aligned(64))) wider { long a; };
struct mixed { double d; long l; };
struct floats { float x, y, z; };

static long after_int(int n, ...) {
  va_list list;
  va_start(list, n);
  long sum = va_arg(list, int);
  struct pair p = va_arg(list, struct pair);
  sum += 10 * p.a + 100 * p.b + 1000 * va_arg(list, long);
  va_end(list);
  return sum;
}

static void numbers(const char *kinds, va_list list) {
  for (; *kinds; kinds++) switch (*kinds) {
    case 'i': printf(" %d", va_arg(list, int)); break;
    case 'l': printf(" %ld", va_arg(list, long)); break;
    case 'd': printf(" %g", va_arg(list, double)); break;
    case 'D': printf(" %Lg", va_arg(list, long double)); break;
    case 'q': printf(" %ld", (long)(va_arg(list, __int128) >> 60)); break;
    case 'p': { struct pair p = va_arg(list, struct pair); printf(" {%ld %ld}", p.a, p.b); break; }
    case 'w': { struct wide w = va_arg(list, struct wide); printf(" [%ld]", w.a); break; }
    case 'W': { struct wider w = va_arg(list, struct wider); printf(" [[%ld]]", w.a); break; }
    case 'm': { struct mixed m = va_arg(list, struct mixed); printf(" {%g %ld}", m.d, m.l); break; }
    case 'f': { struct floats f = va_arg(list, struct floats); printf(" {%g %g %g}", f.x, f.y, f.z); break; }
    case 'v': { v4 v = va_arg(list, v4); printf(" <%g %g>", v[0], v[3]); break; }
    case 'V': { v8 v = va_arg(list, v8); printf(" <%d %d>", v[0], v[7]); break; }
  }
}

// The list is handed on, and a copy of it is read a second time.
static void show(const char *kinds, ...) {
  va_list list, again;
  va_start(list, kinds);
  va_copy(again, list);
  numbers(kinds, list);
  printf(" |");
  numbers(kinds, again);
  printf("\n");
  va_end(again);
  va_end(list);
}

// Fixed arguments that use up both kinds of registers and some stack.
static void behind(struct wide w, double d, struct pair p, v4 v, long a, long b, long c, struct mixed m,
                   const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  printf("%ld %g %ld %g %ld %g:", w.a, d, p.b, v[1], a + b + c, m.d);
  numbers(kinds, list);
  printf("\n");
  va_end(list);
}

int main(void) {
  struct pair p = {1, 2};
  struct wide w = {3};
  struct wider x = {4};
  struct mixed m = {5.5, 6};
  struct floats f = {7, 8, 9};
  v4 v = {1, 2, 3, 4};
  v8 u = {1, 2, 3, 4, 5, 6, 7, 8};
  __int128 q = (__int128)77 << 60;
  printf("%ld\n", after_int(1, 0, p, 7L, 8L));
  show("ipl", 1, p, 2L);
  show("lplplpl", 1L, p, 2L, p, 3L, p, 4L);
  show("iiiiqi", 1, 2, 3, 4, q, 5);
  show("iqiqiqi", 1, q, 2, q, 3, q, 4);
  show("iDiDi", 1, 2.5L, 3, 4.5L, 5);
  show("iwiWiwl", 1, w, 2, x, 3, w, 4L);
  show("ivdvdvdvdvdvd", 1, v, .5, v, 1.5, v, 2.5, v, 3.5, v, 4.5, v, 5.5);
  show("iViViV", 1, u, 2, u, 3, u);
  show("imfimfimfimfimf", 1, m, f, 2, m, f, 3, m, f, 4, m, f, 5, m, f);
  show("dddddddmldd", 1., 2., 3., 4., 5., 6., 7., m, 8L, 9., 10.);
  show("llllmddp", 1L, 2L, 3L, 4L, m, 1., 2., p);
  behind(w, 1.5, p, v, 1, 2, 3, m, "ipldqDwv", 1, p, 2L, 3., q, 4.L, w, v);
  behind(w, 1.5, p, v, 1, 2, 3, m, "WiWip", x, 1, x, 2, p);
  return 0;
}
//~ EXEC
//~ PATHS: 1
