/* What is known about a node: stat, access, chmod, times. */

enum { DEVICE_OF_FILES = 0x801 };

static void fill_stat(const struct node *node, struct kernel_stat *to) {
  *to = (struct kernel_stat){
      .st_dev = node->device == OUTPUT_DEVICE || node->pipe != NULL ? 0xd : DEVICE_OF_FILES,
      .st_ino = node->number,
      .st_nlink = node->type == TYPE_FIFO && node->links == 0 ? 1 : node->links,
      .st_mode = node->type | node->permissions,
      .st_uid = node->uid,
      .st_gid = node->gid,
      .st_rdev = node->device_number,
      .st_size = node->type == TYPE_FIFO ? 0 : node->size,
      .st_blksize = PAGE,
      .st_blocks = node->type == TYPE_REGULAR ? (node->size + PAGE - 1) / PAGE * (PAGE / 512) : 0,
      .st_atime = node->accessed.seconds,
      .st_atime_nsec = node->accessed.nanoseconds,
      .st_mtime = node->modified.seconds,
      .st_mtime_nsec = node->modified.nanoseconds,
      .st_ctime = node->changed.seconds,
      .st_ctime_nsec = node->changed.nanoseconds,
  };
}

static long put_stat(const struct node *node, struct kernel_stat *to) {
  struct kernel_stat stat;
  fill_stat(node, &stat);
  return PUT(to, stat);
}

static long sys_fstat(long descriptor, struct kernel_stat *to) {
  struct open_file *open = opened(descriptor);
  return open == NULL ? -EBADF : put_stat(open->node, to);
}

static int how_of(long flags) {
  return (flags & AT_SYMLINK_NOFOLLOW ? NO_FOLLOW : FOLLOW) |
         (flags & AT_EMPTY_PATH ? EMPTY_IS_START : 0);
}

static long sys_newfstatat(long descriptor, const char *path, struct kernel_stat *to, long flags) {
  struct node *node;
  long error = look_up_existing(descriptor, path, how_of(flags), &node);
  return error != 0 ? error : put_stat(node, to);
}

struct statx_time { int64_t seconds; uint32_t nanoseconds; int32_t padding; };

struct statx {
  uint32_t mask, blksize;
  uint64_t attributes;
  uint32_t nlink, uid, gid;
  uint16_t mode, padding;
  uint64_t ino, size, blocks, attributes_mask;
  struct statx_time accessed, born, changed, modified;
  uint32_t rdev_major, rdev_minor, dev_major, dev_minor;
  uint64_t spare[14];
};
_Static_assert(sizeof(struct statx) == 256, "the kernel's layout");

static struct statx_time statx_time(struct time t) {
  return (struct statx_time){t.seconds, (uint32_t)t.nanoseconds, 0};
}

static uint32_t major_of(unsigned long device) { return (uint32_t)(device >> 8 & 0xfff); }
static uint32_t minor_of(unsigned long device) { return (uint32_t)(device & 0xff); }

static long sys_statx(long descriptor, const char *path, long flags, struct statx *to) {
  struct node *node;
  long error = look_up_existing(descriptor, path, how_of(flags), &node);
  if (error != 0) return error;
  struct kernel_stat s;
  fill_stat(node, &s);
  struct statx x = {
      .mask = 0xfff, .blksize = PAGE, .nlink = (uint32_t)s.st_nlink, .uid = s.st_uid,
      .gid = s.st_gid, .mode = (uint16_t)s.st_mode, .ino = s.st_ino, .size = (uint64_t)s.st_size,
      .blocks = (uint64_t)s.st_blocks, .accessed = statx_time(node->accessed),
      .born = statx_time(node->changed), .changed = statx_time(node->changed),
      .modified = statx_time(node->modified), .rdev_major = major_of(s.st_rdev),
      .rdev_minor = minor_of(s.st_rdev), .dev_major = major_of(s.st_dev),
      .dev_minor = minor_of(s.st_dev),
  };
  return PUT(to, x);
}

struct kernel_statfs {
  long type, block_size, blocks, free, available, files, files_free;
  int id[2];
  long name_length, fragment, flags, spare[4];
};

static long put_statfs(struct kernel_statfs *to) {
  struct kernel_statfs all = {.type = 0x01021994, .block_size = PAGE, .blocks = 1 << 20,
                              .free = 1 << 19, .available = 1 << 19, .files = 1 << 20,
                              .files_free = 1 << 19, .id = {DEVICE_OF_FILES, 0},
                              .name_length = MOST_NAME, .fragment = PAGE, .flags = 0x20};
  return PUT(to, all);
}

static long sys_statfs(const char *path, struct kernel_statfs *to) {
  struct node *node;
  long error = look_up_existing(AT_FDCWD, path, FOLLOW, &node);
  return error != 0 ? error : put_statfs(to);
}

static long sys_fstatfs(long descriptor, struct kernel_statfs *to) {
  return opened(descriptor) == NULL ? -EBADF : put_statfs(to);
}

static long sys_faccessat(long descriptor, const char *path, long mode, long flags) {
  if (mode & ~7L) return -EINVAL;
  struct node *node;
  long error = look_up_existing(descriptor, path, how_of(flags), &node);
  if (error != 0) return error;
  return may(node, (unsigned)mode) ? 0 : -EACCES;
}

static long change_mode(struct node *node, long mode) {
  if (!is_owner(node)) return -EPERM;
  node->permissions = (unsigned)mode & 07777;
  changed(node);
  return 0;
}

static long sys_fchmod(long descriptor, long mode) {
  struct open_file *open = opened(descriptor);
  return open == NULL || (open->flags & O_PATH) ? -EBADF : change_mode(open->node, mode);
}

static long sys_fchmodat(long descriptor, const char *path, long mode, long flags) {
  struct node *node;
  long error = look_up_existing(descriptor, path, how_of(flags), &node);
  if (error != 0) return error;
  return node->type == TYPE_LINK ? -EOPNOTSUPP : change_mode(node, mode);
}

/* An ordinary user gives nothing away, but may name what is so already. */
static long change_owner(struct node *node, long uid, long gid) {
  if ((int)uid != -1 && ((unsigned)uid != node->uid || !is_owner(node))) return -EPERM;
  if ((int)gid != -1 && (!is_owner(node) || ((unsigned)gid != node->gid && (unsigned)gid != USER)))
    return -EPERM;
  if ((int)gid != -1) node->gid = (unsigned)gid;
  if (node->type == TYPE_REGULAR) {
    unsigned executable = node->permissions & 0111;
    if (executable) node->permissions &= ~06000u;
  }
  changed(node);
  return 0;
}

static long sys_fchown(long descriptor, long uid, long gid) {
  struct open_file *open = opened(descriptor);
  return open == NULL || (open->flags & O_PATH) ? -EBADF : change_owner(open->node, uid, gid);
}

static long sys_fchownat(long descriptor, const char *path, long uid, long gid, long flags) {
  struct node *node;
  long error = look_up_existing(descriptor, path, how_of(flags), &node);
  return error != 0 ? error : change_owner(node, uid, gid);
}

enum { TIME_NOW = 0x3fffffff, TIME_OMIT = 0x3ffffffe };

static int bad_time(const struct time *t) {
  if (t->nanoseconds == TIME_NOW || t->nanoseconds == TIME_OMIT) return 0;
  return t->nanoseconds < 0 || t->nanoseconds > 999999999;
}

static void set_time(struct time *to, const struct time *wanted) {
  if (wanted == NULL || wanted->nanoseconds == TIME_NOW)
    *to = moment();
  else if (wanted->nanoseconds != TIME_OMIT)
    *to = *wanted;
}

/* Accessed and modified; null is now for both. */
static long change_times(struct node *node, const struct time *times) {
  if (times != NULL && (bad_time(&times[0]) || bad_time(&times[1]))) return -EINVAL;
  int now = times == NULL || (times[0].nanoseconds == TIME_NOW && times[1].nanoseconds == TIME_NOW);
  if (!is_owner(node)) {
    if (!now) return -EPERM;
    if (!may(node, MAY_WRITE)) return -EACCES;
  }
  set_time(&node->accessed, times == NULL ? NULL : &times[0]);
  set_time(&node->modified, times == NULL ? NULL : &times[1]);
  changed(node);
  return 0;
}

static long set_times(long descriptor, const char *path, const struct time *times, long flags) {
  struct node *node;
  if (path == NULL && (int)descriptor != AT_FDCWD) {
    struct open_file *open = usable(descriptor);
    if (open == NULL) return -EBADF;
    return change_times(open->node, times);
  }
  long error = look_up_existing(descriptor, path, how_of(flags), &node);
  return error != 0 ? error : change_times(node, times);
}

static long sys_utimensat(long descriptor, const char *path, const struct time *from, long flags) {
  struct time times[2];
  long error = GET_IF(times, from);
  return error != 0 ? error : set_times(descriptor, path, from == NULL ? NULL : times, flags);
}

/* utimes, futimesat: microseconds. */
static long sys_futimesat(long descriptor, const char *path, const struct time *from) {
  if (from == NULL) return set_times(descriptor, path, NULL, 0);
  struct time times[2];
  long error = GET(times, from);
  if (error != 0) return error;
  for (int i = 0; i < 2; i++) {
    if (times[i].nanoseconds < 0 || times[i].nanoseconds > 999999) return -EINVAL;
    times[i].nanoseconds *= 1000;
  }
  return set_times(descriptor, path, times, 0);
}

static long sys_utime(const char *path, const long *from) {
  if (from == NULL) return set_times(AT_FDCWD, path, NULL, 0);
  long times[2];
  long error = GET(times, from);
  if (error != 0) return error;
  struct time exact[2] = {{times[0], 0}, {times[1], 0}};
  return set_times(AT_FDCWD, path, exact, 0);
}
