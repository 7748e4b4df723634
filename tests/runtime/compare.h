/* What the comparisons share: reproducible random inputs, strings that end at unmapped memory,
 * and a counter of differences. */
#ifndef COMPARE_H
#define COMPARE_H
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

extern int differences;

/* Reports a difference; never more than a few of them. */
void differ(const char *file, int line, const char *what);
#define SAME(condition)                                                                        \
  do {                                                                                         \
    if (!(condition)) differ(__FILE__, __LINE__, #condition);                                  \
  } while (0)

uint32_t random_below(uint32_t bound);

/* `size` bytes that end right before a page that must not be touched. `slot` < SLOTS. */
enum { SLOTS = 4 };
char *guarded(int slot, size_t size);

/* A random string in `slot`, short, from a small alphabet. */
char *random_string(int slot, const char *alphabet);

void compare_strings(void);
void compare_copies(void);
void compare_memory(void);
void compare_ctype(void);
void compare_numbers(void);
void compare_sorting(void);
void compare_math(void);
#endif
