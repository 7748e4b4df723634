/* Single functions that only glibc has. */
#include <setjmp.h>
#include <stddef.h>
#include <sys/select.h>

_Noreturn void __chk_fail(void);
int __cxa_atexit(void (*function)(void *), void *argument, void *library);

long __fdelt_chk(long descriptor) {
  if (descriptor < 0 || descriptor >= FD_SETSIZE) __chk_fail();
  return descriptor / (8 * (long)sizeof(long));
}
long __fdelt_warn(long descriptor) { return __fdelt_chk(descriptor); }
_Noreturn void __longjmp_chk(jmp_buf target, int value) { longjmp(target, value); }

/* The only thread ends when the program does. */
int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *library) {
  return __cxa_atexit(function, argument, library);
}
int __cxa_thread_atexit(void (*function)(void *), void *argument, void *library) {
  return __cxa_atexit(function, argument, library);
}
