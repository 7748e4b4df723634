/* Descriptors and what they have open. */

static struct slot *slots;
static int slots_room;

static struct open_file *opened(long descriptor) {
  int n = (int)descriptor;
  return n >= 0 && n < slots_room ? slots[n].open : NULL;
}

/* The same for what reads, writes and the like: not one that only stands for a place (O_PATH). */
static struct open_file *usable(long descriptor) {
  struct open_file *open = opened(descriptor);
  return open == NULL || (open->flags & O_PATH) ? NULL : open;
}

/* Room for descriptor n; the table grows as needed. */
static int reserve_slot(int n) {
  if (n < slots_room) return 1;
  int room = slots_room == 0 ? 16 : slots_room;
  while (room <= n) room *= 2;
  struct slot *grown = __pleach_calloc((size_t)room, sizeof *grown);
  if (grown == NULL) return 0;
  if (slots_room > 0) memcpy(grown, slots, (size_t)slots_room * sizeof *slots);
  __pleach_free(slots);
  slots = grown;
  slots_room = room;
  return 1;
}

/* The lowest free descriptor from `least` on. */
static long free_slot(long least) {
  if (least < 0 || least >= MOST_DESCRIPTORS) return -EINVAL;
  int n = (int)fixed(least, MOST_DESCRIPTORS);
  while (n < slots_room && slots[n].open != NULL) n++;
  if (n >= MOST_DESCRIPTORS) return -EMFILE;
  return reserve_slot(n) ? n : -ENOMEM;
}

static struct open_file *new_open_file(struct node *node, int flags) {
  struct open_file *open = __pleach_calloc(1, sizeof *open);
  if (open == NULL) return NULL;
  open->flags = flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC | O_NOFOLLOW);
  open->node = node;
  node->opens++;
  int access = flags & O_ACCMODE;
  if (node->pipe != NULL && (flags & O_PATH) == 0) {
    node->pipe->readers += access != O_WRONLY;
    node->pipe->writers += access != O_RDONLY;
  }
  return open;
}

static void drop(struct open_file *open) {
  if (--open->references > 0) return;
  struct node *node = open->node;
  int access = open->flags & O_ACCMODE;
  if (node->pipe != NULL && (open->flags & O_PATH) == 0) {
    node->pipe->readers -= access != O_WRONLY;
    node->pipe->writers -= access != O_RDONLY;
  }
  node->opens--;
  __pleach_free(open);
  release(node);
}

static long install(struct open_file *open, long least, int close_on_exec) {
  if (open == NULL) return -ENOMEM;
  long n = free_slot(least);
  open->references++;
  if (n >= 0)
    slots[n] = (struct slot){open, close_on_exec};
  else
    drop(open);
  return n;
}

static long sys_close(long descriptor) {
  struct open_file *open = opened(descriptor);
  if (open == NULL) return -EBADF;
  slots[(int)descriptor] = (struct slot){NULL, 0};
  drop(open);
  return 0;
}

static long sys_close_range(unsigned long first, unsigned long last, long flags) {
  if (first > last) return -EINVAL;
  for (int n = 0; n < slots_room; n++) {
    if (slots[n].open == NULL || (unsigned long)n < first || (unsigned long)n > last) continue;
    if (flags & 4)
      slots[n].close_on_exec = 1;
    else
      sys_close(n);
  }
  return 0;
}

static long sys_dup(long descriptor) {
  struct open_file *open = opened(descriptor);
  return open == NULL ? -EBADF : install(open, 0, 0);
}

static long sys_dup3(long from, long to, long flags) {
  struct open_file *open = opened(from);
  if (open == NULL) return -EBADF;
  if ((int)to < 0 || (int)to >= MOST_DESCRIPTORS) return -EBADF;
  if ((int)from == (int)to) return -EINVAL;
  int n = (int)fixed((int)to, MOST_DESCRIPTORS);
  if (!reserve_slot(n)) return -ENOMEM;
  open->references++;
  if (slots[n].open != NULL) drop(slots[n].open);
  slots[n] = (struct slot){open, (flags & O_CLOEXEC) != 0};
  return n;
}

static long sys_dup2(long from, long to) {
  if ((int)from == (int)to) return opened(from) == NULL ? -EBADF : (int)to;
  return sys_dup3(from, to, 0);
}

static long sys_fcntl(long descriptor, long command, long argument) {
  enum { DUP = 0, GETFD = 1, SETFD = 2, GETFL = 3, SETFL = 4, GETLK = 5, SETLK = 6, SETLKW = 7,
         SETOWN = 8, GETOWN = 9, GETLK_OPEN = 36, SETLK_OPEN = 37, SETLKW_OPEN = 38,
         DUP_CLOEXEC = 1030, SETPIPE = 1031, GETPIPE = 1032 };
  enum { CAN_CHANGE = O_APPEND | O_NONBLOCK | 020000 | 040000 | 01000000 };
  struct open_file *open = opened(descriptor);
  int for_any = (int)command <= GETFL || (int)command == DUP_CLOEXEC;
  if (open == NULL || ((open->flags & O_PATH) && !for_any)) return -EBADF;
  switch ((int)command) {
  case DUP: return install(open, (int)argument, 0);
  case DUP_CLOEXEC: return install(open, (int)argument, 1);
  case GETFD: return slots[(int)descriptor].close_on_exec;
  case SETFD: slots[(int)descriptor].close_on_exec = argument & 1; return 0;
  case GETFL: return open->flags | 0100000;
  case SETFL:
    open->flags = (int)((open->flags & ~CAN_CHANGE) | (argument & CAN_CHANGE));
    return 0;
  case GETLK: case GETLK_OPEN: {
    short unlocked = 2; /* nobody else holds a lock */
    return PUT((void *)argument, unlocked);
  }
  case SETLK: case SETLKW: case SETLK_OPEN: case SETLKW_OPEN:
    return unmapped((void *)argument) ? -EFAULT : 0;
  case SETOWN: return 0;
  case GETOWN: return 0;
  case GETPIPE: return open->node->pipe != NULL ? PIPE_ROOM : -EBADF;
  case SETPIPE: return open->node->pipe != NULL ? PIPE_ROOM : -EBADF;
  case 10: case 11: case 15: case 16: case 1024: case 1025: case 1026: case 1033: case 1034:
  case 1035: case 1036: case 1037: case 1038:
    __pleach_refused(72, "signals for descriptors, leases, seals and hints are not modelled");
    return -EINVAL;
  default: return -EINVAL;
  }
}

/* pipe, pipe2 */
static long sys_pipe(int *ends, long flags) {
  struct node *node = new_node(TYPE_FIFO, 0600);
  struct pipe *pipe = __pleach_calloc(1, sizeof *pipe);
  if (node == NULL || pipe == NULL) return -ENOMEM;
  pipe->bytes = __pleach_calloc(1, PIPE_ROOM);
  if (pipe->bytes == NULL) return -ENOMEM;
  node->pipe = pipe;
  int keep = flags & O_NONBLOCK, close_on_exec = (flags & O_CLOEXEC) != 0;
  long from = install(new_open_file(node, O_RDONLY | keep), 0, close_on_exec);
  if (from < 0) return from;
  long to = install(new_open_file(node, O_WRONLY | keep), 0, close_on_exec);
  if (to < 0) {
    sys_close(from);
    return to;
  }
  int both[2] = {(int)from, (int)to};
  long error = PUT(ends, both);
  if (error != 0) sys_close(from), sys_close(to);
  return error;
}
