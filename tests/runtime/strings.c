#include "compare.h"

#include <stdlib.h>
#include <string.h>

size_t rt_strlen(const char *), rt_strnlen(const char *, size_t);
int rt_strcmp(const char *, const char *), rt_strcasecmp(const char *, const char *);
int rt_strncmp(const char *, const char *, size_t), rt_strncasecmp(const char *, const char *, size_t);
char *rt_strchr(const char *, int), *rt_strrchr(const char *, int), *rt_strchrnul(const char *, int);
char *rt_strstr(const char *, const char *), *rt_strcasestr(const char *, const char *);
size_t rt_strspn(const char *, const char *), rt_strcspn(const char *, const char *);
char *rt_strpbrk(const char *, const char *);
char *rt_strtok_r(char *, const char *, char **), *rt_strtok(char *, const char *);
char *rt_strsep(char **, const char *);
char *rt_strcpy(char *, const char *), *rt_stpcpy(char *, const char *);
char *rt_strncpy(char *, const char *, size_t), *rt_stpncpy(char *, const char *, size_t);
char *rt_strcat(char *, const char *), *rt_strncat(char *, const char *, size_t);
size_t rt_strlcpy(char *, const char *, size_t), rt_strlcat(char *, const char *, size_t);
char *rt_strdup(const char *), *rt_strndup(const char *, size_t);
int rt_memcmp(const void *, const void *, size_t), rt_bcmp(const void *, const void *, size_t);
void *rt_memchr(const void *, int, size_t), *rt_memrchr(const void *, int, size_t);
void *rt_memmem(const void *, size_t, const void *, size_t);
void *rt_memccpy(void *, const void *, int, size_t), *rt_mempcpy(void *, const void *, size_t);
void rt_bzero(void *, size_t);

enum { ROUNDS = 100000 };
static const char letters[] = "abAB\x80\xff";

static int sign(int x) { return (x > 0) - (x < 0); }

void compare_strings(void) {
  for (int i = 0; i < ROUNDS; i++) {
    const char *a = random_string(0, letters), *b = random_string(1, letters);
    size_t n = random_below(10);
    int c = (signed char)(i % 8 == 0 ? 0 : letters[random_below(6)]);
    SAME(strlen(a) == rt_strlen(a));
    SAME(strnlen(a, n) == rt_strnlen(a, n));
    SAME(sign(strcmp(a, b)) == sign(rt_strcmp(a, b)));
    SAME(sign(strncmp(a, b, n)) == sign(rt_strncmp(a, b, n)));
    SAME(sign(strcasecmp(a, b)) == sign(rt_strcasecmp(a, b)));
    SAME(sign(strncasecmp(a, b, n)) == sign(rt_strncasecmp(a, b, n)));
    SAME(strchr(a, c) == rt_strchr(a, c));
    SAME(strchrnul(a, c) == rt_strchrnul(a, c));
    SAME(strrchr(a, c) == rt_strrchr(a, c));
    SAME(strspn(a, b) == rt_strspn(a, b));
    SAME(strcspn(a, b) == rt_strcspn(a, b));
    SAME(strpbrk(a, b) == rt_strpbrk(a, b));
    const char *text = random_string(2, "aab"), *wanted = random_string(3, "aab");
    wanted += strlen(wanted) > 3 ? strlen(wanted) - 3 : 0;
    SAME(strstr(text, wanted) == rt_strstr(text, wanted));
    SAME(strcasestr(a, wanted) == rt_strcasestr(a, wanted));
  }
}

/* One and the same operation on two equal strings: the strings and the pieces stay equal. */
static void compare_cutting(void) {
  char *a = random_string(0, "ab,;"), *b = guarded(1, strlen(a) + 1);
  strcpy(b, a);
  size_t size = strlen(a) + 1;
  char *rest_a = a, *rest_b = b, *piece_a, *piece_b;
  int first = 1;
  do {
    if (size % 2) {
      piece_a = strtok_r(first ? a : NULL, ",;", &rest_a);
      piece_b = rt_strtok_r(first ? b : NULL, ",;", &rest_b);
    } else if (size % 4) {
      piece_a = strtok(first ? a : NULL, ",;");
      piece_b = rt_strtok(first ? b : NULL, ",;");
    } else {
      piece_a = strsep(&rest_a, ",;");
      piece_b = rt_strsep(&rest_b, ",;");
    }
    first = 0;
    SAME((piece_a == NULL) == (piece_b == NULL));
    SAME(piece_a == NULL || piece_b == NULL || piece_a - a == piece_b - b);
    SAME(memcmp(a, b, size) == 0);
  } while (piece_a != NULL && piece_b != NULL);
}

/* What strlcpy and strlcat must do, from their description. */
static void compare_bounded(const char *from, size_t room) {
  char result[32], expected[32];
  size_t used = rt_strlcpy(result, from, room);
  snprintf(expected, room, "%s", from);
  SAME(used == strlen(from) && (room == 0 || strcmp(result, expected) == 0));
  strcpy(result, "xy");
  used = rt_strlcat(result, from, room);
  snprintf(expected, sizeof expected, "xy%s", from);
  if (room > 2) {
    expected[room - 1] = '\0';
    SAME(strcmp(result, expected) == 0);
  }
  SAME(used == strlen(from) + (room < 2 ? room : 2));
}

static void compare_duplicates(const char *from, size_t n) {
  char *whole = rt_strdup(from), *part = rt_strndup(from, n), *expected = strndup(from, n);
  SAME(strcmp(whole, from) == 0 && strcmp(part, expected) == 0);
  free(whole), free(part), free(expected);
}

void compare_copies(void) {
  for (int i = 0; i < ROUNDS; i++) {
    const char *from = random_string(0, letters);
    char a[32] = "start\0############", b[32] = "start\0############";
    size_t n = random_below(12);
    switch (i % 6) {
      case 0: SAME(strcpy(a, from) == a && rt_strcpy(b, from) == b); break;
      case 1: SAME(stpcpy(a, from) - a == rt_stpcpy(b, from) - b); break;
      case 2: SAME(strncpy(a, from, n) == a && rt_strncpy(b, from, n) == b); break;
      case 3: SAME(stpncpy(a, from, n) - a == rt_stpncpy(b, from, n) - b); break;
      case 4: SAME(strcat(a, from) == a && rt_strcat(b, from) == b); break;
      case 5: SAME(strncat(a, from, n) == a && rt_strncat(b, from, n) == b); break;
    }
    SAME(memcmp(a, b, sizeof a) == 0);
    compare_bounded(from, n);
    compare_duplicates(from, n);
    compare_cutting();
  }
}

void compare_memory(void) {
  for (int i = 0; i < ROUNDS; i++) {
    size_t n = random_below(8), m = random_below(4);
    char *a = guarded(0, n), *b = guarded(1, n), *c = guarded(2, m);
    for (size_t k = 0; k < n; k++) a[k] = letters[random_below(6)], b[k] = letters[random_below(6)];
    for (size_t k = 0; k < m; k++) c[k] = letters[random_below(6)];
    int byte = letters[random_below(6)];
    SAME(sign(memcmp(a, b, n)) == sign(rt_memcmp(a, b, n)));
    SAME((bcmp(a, b, n) == 0) == (rt_bcmp(a, b, n) == 0));
    SAME(memchr(a, byte, n) == rt_memchr(a, byte, n));
    SAME(memrchr(a, byte, n) == rt_memrchr(a, byte, n));
    SAME(memmem(a, n, c, m) == rt_memmem(a, n, c, m));
    char x[8] = "0123456", y[8] = "0123456", *end_x = memccpy(x, a, byte, n);
    char *end_y = rt_memccpy(y, a, byte, n);
    SAME(end_x == NULL ? end_y == NULL : end_x - x == end_y - y);
    SAME(memcmp(x, y, sizeof x) == 0);
    SAME(rt_mempcpy(y, a, n) == y + n && memcmp(y, a, n) == 0);
    rt_bzero(y, n), memset(x, 0, n);
    SAME(memcmp(x, y, n) == 0);
  }
}
