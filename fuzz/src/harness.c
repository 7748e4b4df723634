/* Runs a generated program natively, many times in one process, and prints one line per run:
 * its label, a colon, and the trace. Called as
 *     harness tests FILE.ktest...   one run for each test case
 *     harness all BYTES             one run for every input of so many bytes (1 or 2)
 * A run whose input does not fit the program, or breaks an assumption, says so instead. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int program_main(void);

/* The program's own globals; the linker gives the section's bounds. */
extern char __start_program_data[], __stop_program_data[];

static const unsigned char *input;
static size_t input_left;
static int input_is_test;
static jmp_buf end_of_run;

static void give_up(const char *why) {
  printf("%s\n", why);
  longjmp(end_of_run, 1);
}

void trace(int id) { printf("%d ", id); }

void klee_assume(uintptr_t condition) {
  if (!condition) give_up("assumption");
}

static uint32_t number(void) {
  if (input_left < 4) give_up("truncated test");
  uint32_t n = (uint32_t)input[0] << 24 | input[1] << 16 | input[2] << 8 | input[3];
  input += 4;
  input_left -= 4;
  return n;
}

static const unsigned char *bytes(size_t size) {
  if (input_left < size) give_up("truncated test");
  const unsigned char *at = input;
  input += size;
  input_left -= size;
  return at;
}

/* Input comes in the order in which the program asks; a test also says name and size. */
void klee_make_symbolic(void *object, size_t size, const char *name) {
  if (input_is_test) {
    size_t length = number();
    const unsigned char *found = bytes(length);
    if (length != strlen(name) || memcmp(found, name, length)) give_up("other object in the test");
    if (number() != size) give_up("other size in the test");
  }
  memcpy(object, bytes(size), size);
}

static void run(void) {
  static char *kept;
  size_t size = __stop_program_data - __start_program_data;
  if (!kept) {
    kept = malloc(size);
    if (!kept) abort();
    memcpy(kept, __start_program_data, size);
  }
  memcpy(__start_program_data, kept, size);
  if (!setjmp(end_of_run)) {
    if (input_is_test) {
      if (memcmp(bytes(5), "KTEST", 5) || number() != 3) give_up("not a test");
      for (uint32_t args = number(); args; args--) bytes(number());
      number(), number(), number();
    }
    program_main();
    printf("\n");
  }
}

static void run_test(const char *path) {
  static unsigned char buffer[1 << 16];
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(2);
  }
  input = buffer;
  input_left = fread(buffer, 1, sizeof buffer, file);
  fclose(file);
  run();
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  input_is_test = !strcmp(argv[1], "tests");
  if (input_is_test) {
    for (int i = 2; i < argc; i++) {
      printf("%s:", argv[i]);
      run_test(argv[i]);
    }
    return 0;
  }
  int count = atoi(argv[2]);
  for (uint32_t value = 0; value < 1u << 8 * count; value++) {
    unsigned char buffer[2] = {value, value >> 8};
    input = buffer;
    input_left = count;
    printf("%u:", value);
    run();
  }
  return 0;
}
