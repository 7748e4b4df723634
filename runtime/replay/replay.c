/* The functions of klee/klee.h for a native program: inputs take their values from the test
 * case that the environment variable KTEST_FILE names. `pleach cc` links this library to
 * programs that call them. It uses little of the C library, so that the program's own use of
 * it stays as it is. */
#include <klee/klee.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Exit code when a test does not belong to the program, or its inputs break an assumption. */
enum { DOES_NOT_FIT = 125 };

struct input {
  const unsigned char *name, *bytes;
  size_t name_len, len;
  int used;
};

static struct input *inputs;
static size_t count;
/* All before it are used: a program takes its inputs in the order of the test, or nearly so. */
static size_t first_unused;
static int loaded;

static void say(const char *what, const char *detail) {
  const char *parts[] = {"pleach replay: ", what, detail, "\n"};
  for (int i = 0; i < 4; i++)
    if (parts[i] && write(2, parts[i], strlen(parts[i])) < 0)
      return;
}

static void refuse(const char *what, const char *detail) {
  say(what, detail);
  _exit(DOES_NOT_FIT);
}

/* ---- Reading a test ------------------------------------------------------------------ */

struct reader {
  const unsigned char *at, *end;
};

static const unsigned char *take(struct reader *from, size_t len) {
  if ((size_t)(from->end - from->at) < len)
    refuse("the test is cut off: ", getenv("KTEST_FILE"));
  from->at += len;
  return from->at - len;
}

static size_t number(struct reader *from) {
  const unsigned char *b = take(from, 4);
  return (size_t)b[0] << 24 | (size_t)b[1] << 16 | (size_t)b[2] << 8 | b[3];
}

static unsigned char *whole_file(const char *path, size_t *size) {
  int fd = open(path, O_RDONLY);
  off_t end = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
  if (end < 0)
    refuse("the test cannot be read: ", path);
  unsigned char *bytes = malloc((size_t)end + 1);
  if (!bytes)
    refuse("no memory for ", path);
  size_t got = 0;
  lseek(fd, 0, SEEK_SET);
  while (got < (size_t)end) {
    ssize_t now = read(fd, bytes + got, (size_t)end - got);
    if (now <= 0)
      refuse("the test cannot be read: ", path);
    got += (size_t)now;
  }
  close(fd);
  *size = got;
  return bytes;
}

static void load(void) {
  const char *path = getenv("KTEST_FILE");
  loaded = 1;
  if (!path || !*path)
    refuse("this program takes its inputs from a test: set KTEST_FILE to a .ktest file, "
           "or use pleach replay",
           0);
  size_t size;
  unsigned char *bytes = whole_file(path, &size);
  struct reader from = {bytes, bytes + size};
  if (size < 9 || memcmp(bytes, "KTEST", 5) != 0)
    refuse("not a test: ", path);
  take(&from, 5);
  size_t version = number(&from);
  for (size_t args = number(&from); args > 0; args--)
    take(&from, number(&from));
  if (version >= 2)
    take(&from, 8);
  count = number(&from);
  if (count > size)
    refuse("the test is damaged: ", path);
  inputs = calloc(count + 1, sizeof *inputs);
  if (!inputs)
    refuse("no memory for ", path);
  for (size_t i = 0; i < count; i++) {
    inputs[i].name_len = number(&from);
    inputs[i].name = take(&from, inputs[i].name_len);
    inputs[i].len = number(&from);
    inputs[i].bytes = take(&from, inputs[i].len);
  }
}

/* ---- Inputs -------------------------------------------------------------------------- */

/* A name that is used again on a path is numbered in the test: x, x_1, x_2. */
static int is_called(const struct input *input, const char *name) {
  size_t len = strlen(name), i = len;
  if (input->name_len < len || memcmp(input->name, name, len) != 0)
    return 0;
  if (input->name_len == len)
    return 1;
  if (input->name[i++] != '_' || i == input->name_len)
    return 0;
  for (; i < input->name_len; i++)
    if (input->name[i] < '0' || input->name[i] > '9')
      return 0;
  return 1;
}

static void next_value(void *to, size_t len, const char *name) {
  if (!loaded)
    load();
  if (!name || !*name)
    name = "unnamed";
  while (first_unused < count && inputs[first_unused].used)
    first_unused++;
  for (size_t i = first_unused; i < count; i++) {
    if (inputs[i].used || !is_called(&inputs[i], name))
      continue;
    if (inputs[i].len != len)
      refuse("the test has another size for ", name);
    inputs[i].used = 1;
    memcpy(to, inputs[i].bytes, len);
    return;
  }
  say("the test has no value for this input, it is zero: ", name);
  memset(to, 0, len);
}

void klee_make_symbolic(void *addr, size_t nbytes, const char *name) {
  next_value(addr, nbytes, name);
}

int klee_int(const char *name) {
  int x;
  next_value(&x, sizeof x, name);
  return x;
}

int klee_range(int begin, int end, const char *name) {
  if (begin >= end)
    refuse("invalid range given to klee_range", 0);
  if ((unsigned)end - (unsigned)begin == 1)
    return begin;
  int x = klee_int(name);
  if (x < begin || x >= end)
    refuse("the test breaks a klee_range: ", name);
  return x;
}

uintptr_t klee_choose(uintptr_t n) {
  uintptr_t x;
  next_value(&x, sizeof x, "klee_choose");
  if (x >= n)
    refuse("the test breaks a klee_choose", 0);
  return x;
}

/* ---- Steering and ending ------------------------------------------------------------- */

/* A path may end at an assumption or silently and still have the only test of what it covered: a
   build with counters writes them when the program exits. */
void klee_assume(uintptr_t condition) {
  if (condition)
    return;
  say("the test breaks a klee_assume", 0);
  exit(DOES_NOT_FIT);
}

void klee_silent_exit(int status) { exit(status); }

void klee_abort(void) { abort(); }

void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)line;
  (void)suffix;
  say(file, ": an error reported by the program:");
  say(message, 0);
  abort();
}

void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_set_forking(unsigned enable) { (void)enable; }
void klee_open_merge(void) {}
void klee_close_merge(void) {}
void klee_mark_global(void *object) { (void)object; }
void klee_define_fixed_object(void *addr, size_t nbytes) { (void)addr, (void)nbytes; }
void klee_alias_function(const char *fn_name, const char *new_fn_name) {
  refuse("klee_alias_function has no native counterpart: ", fn_name);
  (void)new_fn_name;
}

/* ---- Asking: here everything is known ------------------------------------------------- */

unsigned klee_is_symbolic(uintptr_t n) { return (void)n, 0; }
unsigned klee_is_replay(void) { return 1; }
float klee_get_valuef(float expr) { return expr; }
double klee_get_valued(double expr) { return expr; }
long klee_get_valuel(long expr) { return expr; }
long long klee_get_valuell(long long expr) { return expr; }
int32_t klee_get_value_i32(int32_t expr) { return expr; }
int64_t klee_get_value_i64(int64_t expr) { return expr; }
int klee_get_errno(void) { return errno; }
size_t klee_get_obj_size(void *ptr) {
  refuse("klee_get_obj_size has no native counterpart", 0);
  return (void)ptr, 0;
}
void klee_check_memory_access(const void *address, size_t size) { (void)address, (void)size; }
void klee_print_expr(const char *msg, ...) { (void)msg; }
void klee_print_range(const char *name, int arg) { (void)name, (void)arg; }
void klee_warning(const char *message) { say("", message); }
void klee_warning_once(const char *message) { (void)message; }
void klee_stack_trace(void) {}
