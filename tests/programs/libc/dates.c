/* Calendar arithmetic, formatted and back. */
//~ FLAGS: --libc musl
//~ EXEC
//~ PATHS: 1
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
  setenv("TZ", "UTC0", 1);
  tzset();
  time_t times[] = {0, 86399, 951782400, 1700000000, -1, 4102444800};
  for (int i = 0; i < 6; i++) {
    struct tm tm;
    gmtime_r(&times[i], &tm);
    char text[100];
    strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %A %b %B %j %U %V %G %y %p %I %e %%", &tm);
    printf("%s\n", text);
    printf("%ld %s", (long)mktime(&tm), asctime(&tm));
  }
  struct tm odd = {.tm_year = 124, .tm_mon = 13, .tm_mday = 32, .tm_hour = -5};
  printf("%ld %d %d\n", (long)mktime(&odd), odd.tm_mon, odd.tm_mday);
  struct tm read = {0};
  char *end = strptime("2024-02-29 12:30:45 rest", "%Y-%m-%d %H:%M:%S", &read);
  printf("%s %ld\n", end, (long)timegm(&read));
  printf("%g\n", difftime(10, 4));
  return 0;
}
