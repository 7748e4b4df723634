/* mmap and its relatives: each mapping is one object of the engine, so accesses are checked. */

enum {
  MAP_SHARED = 1, MAP_SHARED_VALIDATE = 3, MAP_TYPE = 15, MAP_FIXED = 0x10, MAP_ANONYMOUS = 0x20,
  PROT_WRITE = 2,
};

static long rounded(long length) { return (length + PAGE - 1) & ~(long)(PAGE - 1); }

/* A mapping of a file begins with what is in it. */
static long map_file(struct mapping *m, struct open_file *open, long flags) {
  long got = read_file(open->node, m->offset, m->base, m->length);
  if (got < 0) return got;
  int type = (int)flags & MAP_TYPE;
  m->shared = type == MAP_SHARED || type == MAP_SHARED_VALIDATE;
  m->writable = m->shared && (open->flags & O_ACCMODE) == O_RDWR;
  int others = m->shared ? is_mapped(open->node) : NOT_MAPPED;
  if (others == WRITE_MAPPED || (others == READ_MAPPED && m->writable))
    __pleach_note("two shared mappings of a file: what is stored in one is seen in the other "
                  "when a system call looks at the file");
  m->file = open->node;
  m->file->opens++;
  return 0;
}

/* Whether a descriptor can be mapped so. */
static long may_map(const struct open_file *open, long protection, long flags) {
  if ((open->flags & O_ACCMODE) == O_WRONLY) return -EACCES;
  if ((flags & MAP_TYPE) == MAP_SHARED && (protection & PROT_WRITE) &&
      (open->flags & O_ACCMODE) != O_RDWR)
    return -EACCES;
  return open->node->type != TYPE_REGULAR && open->node->device != ZERO_DEVICE ? -ENODEV : 0;
}

static long sys_mmap(long address, long length, long protection, long flags, long descriptor,
                     long offset) {
  if (length == 0 || (offset & (PAGE - 1))) return -EINVAL;
  struct open_file *open = NULL;
  if ((flags & MAP_ANONYMOUS) == 0 && (open = usable(descriptor)) == NULL) return -EBADF;
  if (length < 0 || length > INT64_MAX - PAGE) return -ENOMEM;
  if (open != NULL) {
    if (offset < 0 || offset > INT64_MAX - rounded(length)) return -EOVERFLOW;
    long error = may_map(open, protection, flags);
    if (error != 0) return error;
  }
  if (flags & MAP_FIXED) {
    __pleach_refused(9, "nothing can be mapped at an address of the program's choice");
    return -ENOMEM;
  }
  (void)address;
  length = fixed(rounded(length), MOST_STORED);
  struct mapping *m = __pleach_calloc(1, sizeof *m);
  char *base = m == NULL ? NULL : __pleach_memalign(PAGE, (size_t)length);
  if (base == NULL) {
    __pleach_free(m);
    return -ENOMEM;
  }
  *m = (struct mapping){.next = mappings, .base = base, .length = length};
  if (open != NULL && open->node->type == TYPE_REGULAR) {
    m->offset = fixed(offset, MOST_STORED);
    long error = map_file(m, open, flags);
    if (error != 0) {
      __pleach_free(base), __pleach_free(m);
      return error;
    }
  }
  mappings = m;
  __pleach_give(base, MAPPING, 0);
  return (long)base;
}

/* Puts what was stored in a shared mapping into its file. */
static void write_back(struct mapping *m) {
  if (m->file == NULL || !m->writable || m->offset >= m->file->size) return;
  long left = m->file->size - m->offset;
  long n = m->length <= left ? m->length : fixed(left, m->length);
  if (take_over(m->file, (struct range){m->offset, m->offset + n}) == 0) modified(m->file);
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
  __pleach_free(m->base);
  __pleach_free(m);
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
  if (length == 0) return -EINVAL;
  if (length < 0 || length > INT64_MAX - PAGE || old_length < 0) return -ENOMEM;
  length = fixed(rounded(length), MOST_STORED);
  if (length <= (*at)->length) return address;
  if ((flags & 1) == 0) return -ENOMEM;
  char *base = __pleach_memalign(PAGE, (size_t)length);
  if (base == NULL) return -ENOMEM;
  struct mapping *m = *at;
  memcpy(base, m->base, (size_t)m->length);
  if (m->file != NULL)
    read_file(m->file, m->offset + m->length, base + m->length, length - m->length);
  __pleach_free(m->base);
  __pleach_give(base, MAPPING, 0);
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

/* mprotect and madvise take whole pages, mlock and munlock any part of them. */
enum takes { PARTS, PAGES };

static long change_pages(long address, long length, enum takes takes) {
  if (takes == PAGES && (address & (PAGE - 1))) return -EINVAL;
  return length != 0 && unmapped((void *)address) ? -ENOMEM : 0;
}

static long sys_madvise(long address, long length) {
  if (length != 0 && (unsigned long)rounded(length) + (unsigned long)address <= (unsigned long)address)
    return -EINVAL;
  return change_pages(address, length, PAGES);
}

/* All of what is there is in memory. */
static long sys_mincore(long address, long length, char *to) {
  if (address & (PAGE - 1)) return -EINVAL;
  if (length < 0 || out_of_reach((void *)address, length)) return -ENOMEM;
  long pages = fixed(rounded(length) / PAGE, MOST_STORED / PAGE);
  if (pages == 0) return 0;
  if (unmapped(to)) return -EFAULT;
  if (unmapped((void *)address)) return -ENOMEM;
  memset(to, 1, (size_t)pages);
  return 0;
}

/* The heap that grows: a small one, since the engine owns malloc. */
static long sys_brk(long wanted) {
  enum { ROOM = 1 << 20 };
  static char *start;
  static long used;
  if (start == NULL) {
    start = __pleach_calloc(1, ROOM);
    if (start == NULL) return 0;
    __pleach_give(start, MAPPING, 0);
  }
  if (wanted >= (long)start && wanted <= (long)start + ROOM) {
    long now = wanted - (long)start;
    if (now < used) memset(start + now, 0, (size_t)(used - now));
    used = now;
  }
  return (long)start + used;
}
