/* Names of temporary files. musl makes them from the clock and an address; here they come from the
   random bytes of the system, which do not depend on how often a path has looked at the clock. */
#include "syscall.h"

char *__randname(char *template) {
  static const char letters[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  unsigned char luck[6];
  syscall(SYS_getrandom, luck, sizeof luck, 0);
  for (int i = 0; i < 6; i++) template[i] = letters[luck[i] % (sizeof letters - 1)];
  return template;
}
