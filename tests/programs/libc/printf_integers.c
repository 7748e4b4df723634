/* Integers, strings and counts in all forms. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
  int count = 0;
  printf("%d %i %u %o %x %X %#x %#o%n\n", -7, 7, 7u, 8u, 255u, 255u, 255u, 8u, &count);
  printf("%d\n", count);
  printf("%5d|%-5d|%05d|%+d|% d|%.3d|%*d|%-*d|\n", 42, 42, 42, 42, 42, 7, 6, 42, 6, 42);
  printf("%hhd %hd %ld %lld %zu %td %jd\n", (signed char)-1, (short)-2, LONG_MIN, LLONG_MAX,
         (size_t)9, (ptrdiff_t)-9, (intmax_t)5);
  printf("%s|%10s|%-10s|%.2s|%c|%%|%5c\n", "text", "right", "left", "cut", 'x', 'y');
  printf("%2$s %1$s\n", "world", "hello");
  printf("%" PRIu64 " %" PRIx32 "\n", UINT64_MAX, UINT32_C(0xabcdef));
  char small[6];
  int length = snprintf(small, sizeof small, "%s", "longer than that");
  printf("%d %s\n", length, small);
  return 0;
}
