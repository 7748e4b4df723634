/* Reading and writing through descriptors. */

struct vector { char *base; long length; };

enum { AT_OFFSET = -1, MOST_VECTORS = 1024 };
enum { MOST_TRANSFER = 0x7ffff000 };

/* Reads at a place, or where the file stands. */
static long read_at(struct open_file *open, char *to, long n, long place) {
  if (open == NULL || (open->flags & O_PATH) || (open->flags & O_ACCMODE) == O_WRONLY)
    return -EBADF;
  struct node *node = open->node;
  if (out_of_reach(to, n)) return -EFAULT;
  if (node->type == TYPE_DIRECTORY) return -EISDIR;
  if (n > MOST_TRANSFER) n = MOST_TRANSFER;
  if (node->pipe != NULL) return place == AT_OFFSET ? read_pipe(open, to, n) : -ESPIPE;
  if (node->device != NO_DEVICE)
    return place == AT_OFFSET || node->type == TYPE_CHARACTER ? read_device(node, to, n) : -ESPIPE;
  long at = place == AT_OFFSET ? open->offset : place;
  if (at > INT64_MAX - n) return -EINVAL;
  long got = read_file(node, at, to, n);
  if (place == AT_OFFSET && got > 0) open->offset += got;
  return got;
}

static long write_at(struct open_file *open, const char *from, long n, long place) {
  if (open == NULL || (open->flags & O_PATH) || (open->flags & O_ACCMODE) == O_RDONLY)
    return -EBADF;
  struct node *node = open->node;
  if (out_of_reach(from, n)) return -EFAULT;
  if (n > MOST_TRANSFER) n = MOST_TRANSFER;
  if (node->pipe != NULL) return place == AT_OFFSET ? write_pipe(open, from, n) : -ESPIPE;
  if (node->device != NO_DEVICE)
    return place == AT_OFFSET || node->type == TYPE_CHARACTER ? write_device(node, from, n)
                                                              : -ESPIPE;
  long at = open->flags & O_APPEND ? node->size : place == AT_OFFSET ? open->offset : place;
  if (at > INT64_MAX - n) return -EINVAL;
  long put = write_file(node, at, from, n);
  if (place == AT_OFFSET && put > 0) open->offset = at + put;
  return put;
}

static long sys_read(long descriptor, char *to, long n) {
  if (n < 0) return -EINVAL;
  return read_at(opened(descriptor), to, n, AT_OFFSET);
}

static long sys_write(long descriptor, const char *from, long n) {
  if (n < 0) return -EINVAL;
  return write_at(opened(descriptor), from, n, AT_OFFSET);
}

static long sys_pread(long descriptor, char *to, long n, long place) {
  if (n < 0 || place < 0) return -EINVAL;
  return read_at(opened(descriptor), to, n, place);
}

static long sys_pwrite(long descriptor, const char *from, long n, long place) {
  if (n < 0 || place < 0) return -EINVAL;
  return write_at(opened(descriptor), from, n, place);
}

/* Before anything is read or written. */
static long bad_vectors(const struct vector *v, long count) {
  if (count < 0 || count > MOST_VECTORS) return -EINVAL;
  if (count > 0 && unmapped(v)) return -EFAULT;
  for (long i = 0; i < count; i++) {
    if (v[i].length < 0) return -EINVAL;
    if (out_of_reach(v[i].base, v[i].length)) return -EFAULT;
  }
  return 0;
}

static long read_vectors(long descriptor, const struct vector *v, long count, long place) {
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  long error = bad_vectors(v, count), total = 0;
  if (error != 0) return error;
  for (long i = 0; i < count; i++) {
    if (v[i].length == 0) continue;
    if (total > 0 && open->node->pipe != NULL && open->node->pipe->filled == 0) break;
    if (total > 0 && open->node->device == INPUT_DEVICE) break;
    long got = read_at(open, v[i].base, v[i].length, place == AT_OFFSET ? place : place + total);
    if (got < 0) return total > 0 ? total : got;
    total += got;
    if (got < v[i].length) break;
  }
  return total;
}

static long write_vectors(long descriptor, const struct vector *v, long count, long place) {
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  long error = bad_vectors(v, count), total = 0;
  if (error != 0) return error;
  for (long i = 0; i < count; i++) {
    if (v[i].length == 0) continue;
    long put = write_at(open, v[i].base, v[i].length, place == AT_OFFSET ? place : place + total);
    if (put < 0) return total > 0 ? total : put;
    total += put;
    if (put < v[i].length) break;
  }
  return total;
}

/* sendfile and copy_file_range: with places of their own or where the files stand. */
static long transfer(struct open_file *source, long *from_place, struct open_file *target,
                     long *to_place, long n) {
  if (n < 0 || (from_place != NULL && *from_place < 0) || (to_place != NULL && *to_place < 0))
    return -EINVAL;
  long total = 0;
  char *block = __pleach_malloc(PAGE);
  if (block == NULL) return -ENOMEM;
  while (total < n) {
    long piece = portion(n - total, PAGE);
    long got = read_at(source, block, piece, from_place == NULL ? AT_OFFSET : *from_place);
    if (got <= 0) {
      if (total == 0) total = got;
      break;
    }
    long put = write_at(target, block, got, to_place == NULL ? AT_OFFSET : *to_place);
    if (put < got) { /* what was not written counts as not read */
      if (from_place == NULL) source->offset -= got - (put < 0 ? 0 : put);
      if (put < 0 && total == 0) total = put;
      if (put <= 0) break;
    }
    total += put;
    if (from_place != NULL) *from_place += put;
    if (to_place != NULL) *to_place += put;
    if (put < got || got < piece) break;
  }
  __pleach_free(block);
  return total;
}

static long send(long to, long from, long *place, long n) {
  struct open_file *source = usable(from), *target = usable(to);
  if (source == NULL || (source->flags & O_ACCMODE) == O_WRONLY) return -EBADF;
  if (place != NULL && source->node->type == TYPE_FIFO) return -ESPIPE;
  if (n < 0 || (place != NULL && *place < 0)) return -EINVAL;
  if (target == NULL || (target->flags & O_ACCMODE) == O_RDONLY) return -EBADF;
  if (source->node->type != TYPE_REGULAR || (target->flags & O_APPEND)) return -EINVAL;
  return transfer(source, place, target, NULL, n);
}

static long sys_sendfile(long to, long from, long *place, long n) {
  long at;
  long error = GET_IF(at, place);
  if (error != 0) return error;
  long sent = send(to, from, place == NULL ? NULL : &at, n);
  error = PUT_IF(place, at);
  return error != 0 ? error : sent;
}

/* Whether so many bytes from there on are more than there can be; also for what is negative. */
static int runs_over(const struct open_file *open, const long *place, long n) {
  unsigned long at = (unsigned long)(place == NULL ? open->offset : *place);
  return at + (unsigned long)n < at;
}

static long copy_range(struct open_file *source, long *from_place, struct open_file *target,
                       long *to_place, long n, long flags) {
  if (flags != 0) return -EINVAL;
  if (source->node->type == TYPE_DIRECTORY || target->node->type == TYPE_DIRECTORY) return -EISDIR;
  if (source->node->type != TYPE_REGULAR || target->node->type != TYPE_REGULAR) return -EINVAL;
  if ((source->flags & O_ACCMODE) == O_WRONLY || (target->flags & O_ACCMODE) == O_RDONLY ||
      (target->flags & O_APPEND))
    return -EBADF;
  if (runs_over(source, from_place, n) || runs_over(target, to_place, n)) return -EOVERFLOW;
  return transfer(source, from_place, target, to_place, n < 0 ? MOST_TRANSFER : n);
}

static long sys_copy_file_range(long from, long *from_place, long to, long *to_place, long n,
                                long flags) {
  struct open_file *source = usable(from), *target = usable(to);
  if (source == NULL || target == NULL) return -EBADF;
  long begin, end;
  if (GET_IF(begin, from_place) != 0 || GET_IF(end, to_place) != 0) return -EFAULT;
  long copied = copy_range(source, from_place == NULL ? NULL : &begin, target,
                           to_place == NULL ? NULL : &end, n, flags);
  if (copied > 0 && (PUT_IF(from_place, begin) != 0 || PUT_IF(to_place, end) != 0)) return -EFAULT;
  return copied;
}

/* What is too large becomes negative, which no place is. */
static long sum(long a, long b) { return (long)((unsigned long)a + (unsigned long)b); }

static long sys_lseek(long descriptor, long offset, long whence) {
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  struct node *node = open->node;
  if (node->pipe != NULL || node->type == TYPE_FIFO) return -ESPIPE;
  if (node->device == OUTPUT_DEVICE || node->device == INPUT_DEVICE) return -ESPIPE;
  if (node->device != NO_DEVICE) return 0;
  long place;
  switch ((int)whence) {
  case 0: place = offset; break;
  case 1: place = sum(open->offset, offset); break;
  case 2: place = sum(node->size, offset); break;
  case 3: case 4: /* data, hole: everything is data up to the end */
    if (offset < 0 || offset >= node->size) return -ENXIO;
    place = whence == 3 ? offset : node->size;
    break;
  default: return -EINVAL;
  }
  if (place < 0) return -EINVAL;
  return open->offset = place;
}

static long writable_file(long descriptor, struct node **file) {
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  if ((open->flags & O_ACCMODE) == O_RDONLY || open->node->type != TYPE_REGULAR) return -EINVAL;
  *file = open->node;
  return 0;
}

static long sys_ftruncate(long descriptor, long size) {
  struct node *file;
  long error = writable_file(descriptor, &file);
  return error != 0 ? error : resize_file(file, size);
}

static long sys_truncate(const char *path, long size) {
  struct node *file;
  long error = look_up_existing(AT_FDCWD, path, FOLLOW, &file);
  if (error != 0) return error;
  if (file->type == TYPE_DIRECTORY) return -EISDIR;
  if (file->type != TYPE_REGULAR) return -EINVAL;
  if (!may(file, MAY_WRITE)) return -EACCES;
  return resize_file(file, size);
}

static long sys_fallocate(long descriptor, long mode, long offset, long n) {
  enum { KEEP_SIZE = 1, PUNCH_HOLE = 2 };
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  if (offset < 0 || n <= 0) return -EINVAL;
  if ((mode & ~(long)(KEEP_SIZE | PUNCH_HOLE)) || (int)mode == PUNCH_HOLE) return -EOPNOTSUPP;
  if ((open->flags & O_ACCMODE) == O_RDONLY) return -EBADF;
  if (open->node->type == TYPE_FIFO) return -ESPIPE;
  if (open->node->type != TYPE_REGULAR) return -ENODEV;
  if (n > INT64_MAX - offset) return -EFBIG;
  struct node *file = open->node;
  if (!need_data(file)) return -EIO;
  if (mode & PUNCH_HOLE) {
    long from = offset < file->room ? fixed(offset, file->room) : file->room;
    long left = portion(n, file->room - from);
    if (left > 0) memset(file->data + from, 0, (size_t)left);
    show(file, (struct range){from, from + left}, NULL);
    modified(file);
    return 0;
  }
  if ((mode & KEEP_SIZE) == 0 && offset + n > file->size) return resize_file(file, offset + n);
  return 0;
}

/* fsync, fdatasync: only what is kept somewhere. */
static long sys_fsync(long descriptor) {
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  return open->node->type == TYPE_REGULAR || open->node->type == TYPE_DIRECTORY ? 0 : -EINVAL;
}

static long sys_fadvise(long descriptor, long n, long advice) {
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  if (open->node->type == TYPE_FIFO) return -ESPIPE;
  return n < 0 || (int)advice < 0 || (int)advice > 5 ? -EINVAL : 0;
}

static long sys_readahead(long descriptor) {
  struct open_file *open = usable(descriptor);
  if (open == NULL || (open->flags & O_ACCMODE) == O_WRONLY) return -EBADF;
  return open->node->type == TYPE_REGULAR ? 0 : -EINVAL;
}

static long sys_sync_file_range(long descriptor, long offset, long n, long flags) {
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  if ((flags & ~7L) || offset < 0 || n < 0 || n > INT64_MAX - offset) return -EINVAL;
  return open->node->type == TYPE_REGULAR || open->node->type == TYPE_DIRECTORY ? 0 : -ESPIPE;
}
