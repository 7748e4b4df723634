/* qsort and bsearch. */
#include "runtime.h"

typedef int comparison(const void *, const void *);

static void copy(char *to, const char *from, size_t size) {
  for (size_t i = 0; i < size; i++) to[i] = from[i];
}

/* Merges the sorted runs [0, middle) and [middle, n) of `from` into `to`; equal elements keep
 * their order. */
static void merge(char *to, const char *from, size_t middle, size_t n, size_t size,
                  comparison *compare) {
  size_t a = 0, b = middle;
  for (size_t i = 0; i < n; i++) {
    int left = a < middle && (b >= n || compare(from + a * size, from + b * size) <= 0);
    copy(to + i * size, from + (left ? a++ : b++) * size, size);
  }
}

/* Bottom-up and stable: the fewest comparisons matter most, since each may fork. */
static void merge_sort(char *base, char *spare, size_t n, size_t size, comparison *compare) {
  for (size_t run = 1; run < n; run *= 2) {
    for (size_t start = 0; start < n; start += 2 * run) {
      size_t length = n - start < 2 * run ? n - start : 2 * run;
      size_t middle = run < length ? run : length;
      merge(spare + start * size, base + start * size, middle, length, size, compare);
    }
    copy(base, spare, n * size);
  }
}

static void swap(char *a, char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    char byte = a[i];
    a[i] = b[i];
    b[i] = byte;
  }
}

/* For when there is no memory to merge into. */
static void insertion_sort(char *base, size_t n, size_t size, comparison *compare) {
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0; j--) {
      char *element = base + j * size;
      if (compare(element - size, element) <= 0) break;
      swap(element - size, element, size);
    }
}

RUNTIME void qsort(void *base, size_t n, size_t size, comparison *compare) {
  if (n < 2 || size == 0) return;
  char *spare = malloc(n * size);
  if (spare == NULL) {
    insertion_sort(base, n, size, compare);
    return;
  }
  merge_sort(base, spare, n, size, compare);
  free(spare);
}

RUNTIME void *bsearch(const void *key, const void *base, size_t n, size_t size,
                      comparison *compare) {
  const char *low = base;
  while (n > 0) {
    const char *middle = low + n / 2 * size;
    int order = compare(key, middle);
    if (order == 0) return (void *)middle;
    if (order > 0) {
      low = middle + size;
      n -= n / 2 + 1;
    } else {
      n /= 2;
    }
  }
  return NULL;
}
