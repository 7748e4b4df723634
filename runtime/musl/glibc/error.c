/* <error.h>: a message with the program's name, and the end where a status is given. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*error_print_progname)(void);
unsigned error_message_count;
int error_one_per_line;

static void begin(void) {
  fflush(stdout);
  if (error_print_progname)
    error_print_progname();
  else
    fprintf(stderr, "%s:", program_invocation_name);
}

static void finish(int status, int number, const char *format, va_list args) {
  vfprintf(stderr, format, args);
  error_message_count++;
  if (number) fprintf(stderr, ": %s", strerror(number));
  fputc('\n', stderr);
  fflush(stderr);
  if (status) exit(status);
}

void error(int status, int number, const char *format, ...) {
  va_list args;
  begin();
  if (!error_print_progname) fputc(' ', stderr);
  va_start(args, format);
  finish(status, number, format, args);
  va_end(args);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
  static const char *last_file;
  static unsigned last_line;
  va_list args;
  if (error_one_per_line) {
    int same = file == last_file || (file && last_file && strcmp(file, last_file) == 0);
    if (same && line == last_line) return;
    last_file = file, last_line = line;
  }
  begin();
  if (file) fprintf(stderr, "%s:%u: ", file, line);
  else fputc(' ', stderr);
  va_start(args, format);
  finish(status, number, format, args);
  va_end(args);
}
