// Every nondet function of an integer type has the range of its type.
#include <klee/klee.h>
#include <limits.h>
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
unsigned long __VERIFIER_nondet_size_t(void);
int main(void) {
  int ok = 1;
  int b = __VERIFIER_nondet_bool();
  ok &= (b == 0) | (b == 1);
  ok &= klee_is_symbolic((uintptr_t)__VERIFIER_nondet_char());
  ok &= klee_is_symbolic(__VERIFIER_nondet_uchar());
  ok &= klee_is_symbolic((uintptr_t)__VERIFIER_nondet_short());
  ok &= klee_is_symbolic(__VERIFIER_nondet_ushort());
  ok &= klee_is_symbolic((uintptr_t)__VERIFIER_nondet_int());
  ok &= klee_is_symbolic(__VERIFIER_nondet_uint());
  ok &= klee_is_symbolic((uintptr_t)__VERIFIER_nondet_long());
  ok &= klee_is_symbolic(__VERIFIER_nondet_ulong());
  ok &= klee_is_symbolic((uintptr_t)__VERIFIER_nondet_longlong());
  ok &= klee_is_symbolic(__VERIFIER_nondet_ulonglong());
  ok &= klee_is_symbolic(__VERIFIER_nondet_size_t());
  klee_assert(ok);
  return 0;
}
//~ PATHS: 1
