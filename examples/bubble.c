/* Bubble sort of 6 unknown ints, and a proof that it sorts them.
 *
 *     ./pleach run examples/bubble.c
 *
 * One sees 720 paths, one for each order of six numbers, and no error: on each of them the
 * solver has shown that the result is sorted, for all numbers there are. */
#include <assert.h>
#include <pleach.h>

enum { COUNT = 6 };

static void sort(int *numbers, int count) {
  for (int end = count - 1; end > 0; end--)
    for (int i = 0; i < end; i++)
      if (numbers[i] > numbers[i + 1]) {
        int larger = numbers[i];
        numbers[i] = numbers[i + 1];
        numbers[i + 1] = larger;
      }
}

int main(void) {
  int numbers[COUNT];
  pleach_symbolic(numbers, sizeof numbers, "numbers");
  sort(numbers, COUNT);
  for (int i = 1; i < COUNT; i++) assert(numbers[i - 1] <= numbers[i]);
  return 0;
}
//~ PATHS: 720
//~ ERRORS: 0
//~ TESTS: 720
