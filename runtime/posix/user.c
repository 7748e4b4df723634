/* The program's memory as the model sees it, which takes pointers from it only through this file
   or after asking `unmapped`. Where nothing is, a call answers EFAULT, as a kernel does. Where an
   object is of which too little is there, a kernel would use what lies behind it: that is an error
   of the program, which the engine finds when the bytes are copied. */

/* Whether the addresses cannot be a program's at all: this is seen before anything is copied. */
static int out_of_reach(const void *at, long n) {
  const uintptr_t last = 0x7ffffffff000;
  uintptr_t end = (uintptr_t)at + (uintptr_t)n;
  return end > last || end < (uintptr_t)at;
}

static int unmapped(const void *at) { return __pleach_unmapped(at); }

/* From the program and to it, a fixed number of bytes; 0 or -EFAULT. */
static long copy_in(void *to, const void *from, size_t n) {
  if (unmapped(from)) return -EFAULT;
  memcpy(to, from, n);
  return 0;
}

static long copy_out(void *to, const void *from, size_t n) {
  if (unmapped(to)) return -EFAULT;
  memcpy(to, from, n);
  return 0;
}

/* The same for what may be null: then nothing is copied. */
static long copy_in_if(void *to, const void *from, size_t n) {
  return from == NULL ? 0 : copy_in(to, from, n);
}

static long copy_out_if(void *to, const void *from, size_t n) {
  return to == NULL ? 0 : copy_out(to, from, n);
}

#define GET(value, from) copy_in(&(value), (from), sizeof(value))
#define PUT(to, value) copy_out((to), &(value), sizeof(value))
#define GET_IF(value, from) copy_in_if(&(value), (from), sizeof(value))
#define PUT_IF(to, value) copy_out_if((to), &(value), sizeof(value))
