/* The block of the only thread, instead of what a kernel and a loader would set up. */
#include "pthread_impl.h"
#include "libc.h"

struct pthread __pleach_thread = {
    .self = &__pleach_thread,
    .prev = &__pleach_thread,
    .next = &__pleach_thread,
    .tid = 1,
    .detach_state = DT_JOINABLE,
    .locale = &libc.global_locale,
    .robust_list = {.head = &__pleach_thread.robust_list.head},
};

volatile int __thread_list_lock;

/* Thread-local variables are ordinary ones here: there is nothing to copy. */
void __init_tls(size_t *aux) {
  (void)aux;
  __pleach_thread.tid = __syscall(SYS_set_tid_address, &__thread_list_lock);
}

int __init_tp(void *p) {
  (void)p;
  return 0;
}

/* Only what makes threads would call these. */
int __set_thread_area(void *p) {
  (void)p;
  return -ENOSYS;
}

void *__copy_tls(unsigned char *memory) {
  (void)memory;
  return &__pleach_thread;
}

void __reset_tls(void) {}

_Noreturn void __unmapself(void *base, size_t size) {
  (void)base;
  (void)size;
  __builtin_trap();
}

/* What a compiler's built-in for the thread register asks for. */
void *__pleach_thread_pointer(void) { return &__pleach_thread; }

/* Without a second stack to go on, there is only the question whether the system would. */
int __clone(int (*function)(void *), void *stack, int flags, void *argument, ...) {
  (void)function;
  (void)argument;
  return (int)__syscall(SYS_clone, flags, stack);
}
