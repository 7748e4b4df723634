/* There is one thread: its block is a variable (thread.c), not what a register points to. */
struct __pthread;
extern struct __pthread __pleach_thread;

static inline uintptr_t __get_tp(void) { return (uintptr_t)&__pleach_thread; }

#define MC_PC gregs[REG_RIP]
