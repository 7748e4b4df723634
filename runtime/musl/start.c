/* Where a program with this C library begins, and what it runs when it ends. */
#include <elf.h>
#include <stddef.h>
#include <stdlib.h>
#include "libc.h"

/* Parts of the engine. */
typedef void call_me(void);
typedef int main_function(int argc, char **argv, char **envp);
main_function *__pleach_main(void);
call_me *__pleach_constructor(long i); /* in order; null behind the last */
call_me *__pleach_destructor(long i);
void *__pleach_malloc(size_t size); /* an object that the program cannot free */
/* What it is to the program; 3: the environment (runtime/posix/posix.h). */
void __pleach_give(void *object, int gift, long number);

void __init_libc(char **envp, char *name);

/* Arguments, environment and files as the user wants them. */
void __pleach_environment(int *argc, char ***argv, char ***envp);

/* What a kernel tells a program beside its arguments; it is found behind the environment. */
static const size_t auxiliary[] = {
    AT_PAGESZ, 4096, AT_CLKTCK, 100,  AT_UID,    1000, AT_EUID, 1000,
    AT_GID,    1000, AT_EGID,   1000, AT_SECURE, 0,    AT_NULL, 0,
};

static char **with_auxiliary(char **envp) {
  size_t count = 0;
  while (envp[count]) count++;
  char **block = __pleach_malloc((count + 1) * sizeof *block + sizeof auxiliary);
  if (!block) __builtin_trap();
  for (size_t i = 0; i <= count; i++) block[i] = envp[i];
  size_t *behind = (size_t *)(block + count + 1);
  for (size_t i = 0; i < sizeof auxiliary / sizeof *auxiliary; i++) behind[i] = auxiliary[i];
  __pleach_give(block, 3, 0);
  return block;
}

/* musl's exit comes here between the functions of atexit and closing the files. */
void __libc_exit_fini(void) {
  call_me *destructor;
  for (long i = 0; (destructor = __pleach_destructor(i)); i++) destructor();
}

_Noreturn void __pleach_start(int argc, char **argv, char **envp) {
  __pleach_environment(&argc, &argv, &envp);
  envp = with_auxiliary(envp);
  __init_libc(envp, argv[0]);
  main_function *constructor;
  for (long i = 0; (constructor = (main_function *)__pleach_constructor(i)); i++)
    constructor(argc, argv, envp);
  exit(__pleach_main()(argc, argv, envp));
}
