// Atomic operations of the only thread.
#include <stdatomic.h>
#include <stdio.h>
int main(void) {
  atomic_int n = 5;
  atomic_ulong bits = 0xf0;
  printf("%d", atomic_fetch_add(&n, 3)), printf(" %d", atomic_fetch_sub(&n, 1)), printf(" %d\n", atomic_exchange(&n, 100));
  printf("%lx", atomic_fetch_or(&bits, 0xf)), printf(" %lx", atomic_fetch_and(&bits, 0x3c)), printf(" %lx\n", atomic_fetch_xor(&bits, 1));
  int expected = 99;
  printf("%d", atomic_compare_exchange_strong(&n, &expected, 1)), printf(" %d", expected);
  printf(" %d", atomic_compare_exchange_strong(&n, &expected, 1)), printf(" %d\n", atomic_load(&n));
  unsigned u = 7;
  printf("%u", __atomic_fetch_nand(&u, 3, __ATOMIC_SEQ_CST)), printf(" %x", u), printf(" %u\n", __atomic_fetch_min(&u, 12, __ATOMIC_RELAXED));
  atomic_thread_fence(memory_order_acquire);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  printf("%d", atomic_flag_test_and_set(&flag)), printf("%d %lx\n", atomic_flag_test_and_set(&flag), atomic_load(&bits));
  return 0;
}
//~ EXEC
//~ PATHS: 1
