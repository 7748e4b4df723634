/* The bytes of files. */

/* The same in every run: programs must not depend on luck. New objects have different addresses,
   which depend on where the program asks and how often it did so there: so do the bytes. */
static void random_bytes(char *to, long n) {
  char *new = __pleach_malloc(1);
  __pleach_free(new);
  unsigned long state = (unsigned long)new ^ 0x2545f4914f6cdd1d;
  for (long i = -8; i < n; i++) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    if (i >= 0) to[i] = (char)((state ^ state >> 29) >> 32);
  }
}

/* So many random bytes; where that is unknown, all of it must be there before it is fixed. */
static long random_into(char *to, long n) {
  if (is_symbolic(n)) {
    memset(to, 0, (size_t)n);
    n = __pleach_fix(n, (long)klee_get_obj_size(to));
  }
  random_bytes(to, n);
  return n;
}

static long no_room(void) {
  __pleach_refused(1, "a file of more than 64 MiB cannot be kept; it fails as on a full disk");
  return -ENOSPC;
}

/* Room for `end` bytes; new ones are zero. */
static long make_room(struct node *file, long end) {
  if (end <= file->room) return 0;
  if (end > MOST_STORED) return no_room();
  long room = end < file->room * 2 ? file->room * 2 : end;
  char *grown = __pleach_calloc(1, (size_t)room);
  if (grown == NULL) return -ENOSPC;
  if (file->room > 0) memcpy(grown, file->data, (size_t)file->room);
  __pleach_free(file->data);
  file->data = grown;
  file->room = room;
  return 0;
}

static long read_file(struct node *file, long at, char *to, long n) {
  if (at >= file->size || n == 0) return 0;
  if (!need_data(file)) return -EIO;
  /* Where both are unknown there is no bound to their values: one of them must do. */
  at = fixed(at, is_symbolic(file->size) ? MOST_STORED : file->size);
  long left = file->size - at;
  if (n <= left)
    n = fixed(n, is_symbolic(left) ? MOST_STORED : left);
  else
    n = fixed(left, is_symbolic(n) ? MOST_STORED : n);
  if (unmapped(to)) return -EFAULT;
  long error = take_over(file, (struct range){at, at + n});
  if (error != 0) return error;
  long stored = file->room > at ? file->room - at : 0;
  long copied = n < stored ? n : stored;
  memcpy(to, file->data + at, (size_t)copied);
  if (n > copied) memset(to + copied, 0, (size_t)(n - copied));
  return n;
}

static long write_file(struct node *file, long at, const char *from, long n) {
  if (n == 0) return 0;
  if (!need_data(file)) return -EIO;
  if (at < 0) return -EINVAL;
  if (unmapped(from)) return -EFAULT;
  n = fixed_size(from, n);
  if (at > MOST_STORED - n) return no_room();
  at = fixed(at, MOST_STORED);
  long error = make_room(file, at + n);
  if (error != 0) return error;
  memcpy(file->data + at, from, (size_t)n);
  if (at + n > file->size) file->size = at + n;
  show(file, (struct range){at, at + n}, NULL);
  modified(file);
  return n;
}

static long resize_file(struct node *file, long size) {
  if (size < 0) return -EINVAL;
  if (!need_data(file)) return -EIO;
  int mapped = is_mapped(file);
  if (mapped) size = fixed(size, MOST_STORED);
  if (size < file->size) {
    long cut = size < file->room ? fixed(size, file->room) : file->room;
    if (cut < file->room) memset(file->data + cut, 0, (size_t)(file->room - cut));
    size = size < file->room ? cut : size;
    if (mapped) show(file, (struct range){size, INT64_MAX}, NULL);
  }
  file->size = size;
  modified(file);
  return 0;
}

static long read_pipe(struct open_file *open, char *to, long n) {
  struct pipe *pipe = open->node->pipe;
  if (n == 0) return 0;
  if (pipe->filled == 0) {
    if (pipe->writers == 0) return 0;
    if (open->flags & O_NONBLOCK) return -EAGAIN;
    __pleach_blocked("read from a pipe that only this program could write to");
  }
  if (unmapped(to)) return -EFAULT;
  n = portion(n, pipe->filled);
  memcpy(to, pipe->bytes + pipe->start, (size_t)n);
  pipe->start += n;
  pipe->filled -= n;
  if (pipe->filled == 0) pipe->start = 0;
  return n;
}

static long write_pipe(struct open_file *open, const char *from, long n) {
  struct pipe *pipe = open->node->pipe;
  if (pipe->readers == 0) {
    raise_signal(13);
    return -EPIPE;
  }
  if (n == 0) return 0;
  long room = PIPE_ROOM - pipe->filled;
  if (room == 0 || (n > room && n <= PAGE)) {
    if (open->flags & O_NONBLOCK) return -EAGAIN;
    __pleach_blocked("write to a full pipe that only this program could read from");
  }
  if (n > room && (open->flags & O_NONBLOCK) == 0)
    __pleach_blocked("write to a full pipe that only this program could read from");
  if (unmapped(from)) return -EFAULT;
  n = portion(n, room);
  if (pipe->start + pipe->filled + n > PIPE_ROOM) {
    memmove(pipe->bytes, pipe->bytes + pipe->start, (size_t)pipe->filled);
    pipe->start = 0;
  }
  memcpy(pipe->bytes + pipe->start + pipe->filled, from, (size_t)n);
  pipe->filled += n;
  return n;
}

static long read_device(struct node *node, char *to, long n) {
  if (node->device != NULL_DEVICE && n != 0 && unmapped(to)) return -EFAULT;
  switch (node->device) {
  case ZERO_DEVICE: case FULL_DEVICE: memset(to, 0, (size_t)n); return n;
  case RANDOM_DEVICE: return random_into(to, n);
  case INPUT_DEVICE: return __pleach_input(to, fixed(n, PAGE));
  case OUTPUT_DEVICE: return -EBADF;
  default: return 0;
  }
}

static long write_device(struct node *node, const char *from, long n) {
  switch (node->device) {
  case FULL_DEVICE: return n == 0 ? 0 : -ENOSPC;
  case OUTPUT_DEVICE:
    if (n != 0 && unmapped(from)) return -EFAULT;
    if (__pleach_output(node->which, from, n)) return n;
    raise_signal(13);
    return -EPIPE;
  case INPUT_DEVICE: return -EBADF;
  case RANDOM_DEVICE: return n != 0 && unmapped(from) ? -EFAULT : n;
  default: return n;
  }
}
