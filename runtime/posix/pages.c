/* mmap and its relatives: each mapping is one object of the engine, so accesses are checked. */

struct mapping { struct mapping *next; char *base; long length; struct node *file; long offset; };

static struct mapping *mappings;

enum { MAP_SHARED = 1, MAP_TYPE = 15, MAP_FIXED = 0x10, MAP_ANONYMOUS = 0x20, PROT_WRITE = 2 };

static long rounded(long length) { return (length + PAGE - 1) & ~(long)(PAGE - 1); }

static long sys_mmap(long address, long length, long protection, long flags, long descriptor,
                     long offset) {
  if (length <= 0 || (offset & (PAGE - 1))) return -EINVAL;
  if (flags & MAP_FIXED) {
    __pleach_note("mmap at a fixed address is refused");
    return -ENOMEM;
  }
  (void)address;
  struct open_file *open = NULL;
  if ((flags & MAP_ANONYMOUS) == 0) {
    open = opened(descriptor);
    if (open == NULL) return -EBADF;
    if ((open->flags & O_ACCMODE) == O_WRONLY) return -EACCES;
    if ((flags & MAP_TYPE) == MAP_SHARED && (protection & PROT_WRITE) &&
        (open->flags & O_ACCMODE) != O_RDWR)
      return -EACCES;
    if (open->node->type != TYPE_REGULAR && open->node->device != ZERO_DEVICE) return -ENODEV;
  }
  length = fixed(rounded(length), MOST_STORED);
  struct mapping *mapping = calloc(1, sizeof *mapping);
  char *base = mapping == NULL ? NULL : memalign(PAGE, (size_t)length);
  if (base == NULL) return -ENOMEM;
  memset(base, 0, (size_t)length);
  *mapping = (struct mapping){mappings, base, length, NULL, offset};
  mappings = mapping;
  if (open == NULL || open->node->type != TYPE_REGULAR) return (long)base;
  read_file(open->node, offset, base, length);
  if ((flags & MAP_TYPE) == MAP_SHARED && (protection & PROT_WRITE)) {
    mapping->file = open->node;
    mapping->file->opens++;
    __pleach_note("writes to a shared mapping reach its file at msync, munmap and exit");
  }
  return (long)base;
}

/* Puts what was written to a shared mapping into its file. */
static void write_back(struct mapping *m) {
  if (m->file == NULL || m->offset >= m->file->size) return;
  write_file(m->file, m->offset, m->base, portion(m->length, m->file->size - m->offset));
}

static void write_back_all(void) {
  for (struct mapping *m = mappings; m != NULL; m = m->next) write_back(m);
}

static struct mapping **mapping_at(long address) {
  struct mapping **at = &mappings;
  while (*at != NULL && (address < (long)(*at)->base || address >= (long)(*at)->base + (*at)->length))
    at = &(*at)->next;
  return at;
}

static void unmap(struct mapping **at) {
  struct mapping *m = *at;
  write_back(m);
  *at = m->next;
  if (m->file != NULL) {
    m->file->opens--;
    release(m->file);
  }
  free(m->base);
  free(m);
}

static long sys_munmap(long address, long length) {
  if (length <= 0 || (address & (PAGE - 1))) return -EINVAL;
  struct mapping **at = mapping_at(address);
  if (*at == NULL) return 0;
  /* An object cannot lose a part: that goes with the rest. */
  if (address == (long)(*at)->base && rounded(length) >= (*at)->length) unmap(at);
  return 0;
}

static long sys_mremap(long address, long old_length, long length, long flags) {
  struct mapping **at = mapping_at(address);
  if (*at == NULL || address != (long)(*at)->base) return -EFAULT;
  if (length <= 0 || old_length < 0) return -EINVAL;
  length = fixed(rounded(length), MOST_STORED);
  if (length <= (*at)->length) return address;
  if ((flags & 1) == 0) return -ENOMEM;
  char *base = memalign(PAGE, (size_t)length);
  if (base == NULL) return -ENOMEM;
  struct mapping *m = *at;
  memcpy(base, m->base, (size_t)m->length);
  memset(base + m->length, 0, (size_t)(length - m->length));
  free(m->base);
  m->base = base;
  m->length = length;
  return (long)base;
}

static long sys_msync(long address) {
  struct mapping **at = mapping_at(address);
  if (*at == NULL) return -ENOMEM;
  write_back(*at);
  return 0;
}

/* The heap that grows: a small one, since the engine owns malloc. */
static long sys_brk(long wanted) {
  enum { ROOM = 1 << 20 };
  static char *start;
  static long used;
  if (start == NULL) start = calloc(1, ROOM);
  if (start == NULL) return 0;
  if (wanted >= (long)start && wanted <= (long)start + ROOM) {
    long now = wanted - (long)start;
    if (now < used) memset(start + now, 0, (size_t)(used - now));
    used = now;
  }
  return (long)start + used;
}
