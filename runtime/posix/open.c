/* open and its relatives. */

static unsigned wanted_by(long flags) {
  int access = (int)flags & O_ACCMODE;
  unsigned wanted = access == O_RDONLY ? MAY_READ : access == O_WRONLY ? MAY_WRITE
                                                                      : MAY_READ | MAY_WRITE;
  return flags & O_TRUNC ? wanted | MAY_WRITE : wanted;
}

/* Makes a node under the name that was missing. */
static long create(long descriptor, const char *path, int how, struct found *found, unsigned type,
                   unsigned mode, struct node **made) {
  if (found->slash && type != TYPE_DIRECTORY) return -ENOENT;
  long error = need_name(descriptor, path, how, found);
  if (error != 0) return error;
  if (found->directory->links < 2) return -ENOENT;
  if (!may(found->directory, MAY_WRITE | MAY_SEARCH)) return -EACCES;
  if (found->length > MOST_NAME) return -ENAMETOOLONG;
  unsigned permissions = type == TYPE_LINK ? 0777 : mode & 07777 & ~mask_of_creation;
  *made = new_node(type, permissions);
  if (*made == NULL) return -ENOSPC;
  if (attach(found->directory, found->name, found->length, *made) == NULL) return -ENOSPC;
  modified(found->directory);
  return 0;
}

/* A FIFO waits for its other end, which only this program could open. */
static long open_fifo(struct node *node, long flags) {
  if (node->pipe == NULL) {
    node->pipe = __pleach_calloc(1, sizeof *node->pipe);
    if (node->pipe == NULL) return -ENOMEM;
    node->pipe->bytes = __pleach_calloc(1, PIPE_ROOM);
  }
  int access = (int)flags & O_ACCMODE;
  if (access == O_WRONLY && node->pipe->readers == 0) {
    if (flags & O_NONBLOCK) return -ENXIO;
    __pleach_blocked("open of a FIFO that nobody reads");
  }
  if (access == O_RDONLY && node->pipe->writers == 0 && (flags & O_NONBLOCK) == 0)
    __pleach_blocked("open of a FIFO that nobody writes");
  return 0;
}

static long open_node(struct node *node, long flags) {
  if (flags & O_PATH) return install(new_open_file(node, O_PATH), 0, (flags & O_CLOEXEC) != 0);
  if (node->type == TYPE_DIRECTORY && (flags & (O_ACCMODE | O_CREAT))) return -EISDIR;
  if (node->type == TYPE_SOCKET) return -ENXIO;
  if (!may(node, wanted_by(flags))) return -EACCES;
  if (node->device == TTY_DEVICE) return -ENXIO;
  if (node->type == TYPE_FIFO && node->device == NO_DEVICE) {
    long error = open_fifo(node, flags);
    if (error != 0) return error;
  }
  if ((flags & O_TRUNC) && node->type == TYPE_REGULAR) resize_file(node, 0);
  return install(new_open_file(node, (int)flags), 0, (flags & O_CLOEXEC) != 0);
}

/* A file without a name. */
static long open_unnamed(long descriptor, const char *path, long flags, long mode) {
  struct node *directory;
  long error = look_up_existing(descriptor, path, FOLLOW, &directory);
  if (error != 0) return error;
  if (directory->type != TYPE_DIRECTORY) return -ENOTDIR;
  if ((flags & O_ACCMODE) == O_RDONLY) return -EINVAL;
  if (!may(directory, MAY_WRITE)) return -EACCES;
  struct node *node = new_node(TYPE_REGULAR, (unsigned)mode & 07777 & ~mask_of_creation);
  if (node == NULL) return -ENOSPC;
  return install(new_open_file(node, (int)flags & ~O_TMPFILE), 0, (flags & O_CLOEXEC) != 0);
}

static long sys_openat(long descriptor, const char *path, long flags, long mode) {
  flags = (int)flags;
  if (unmapped(path)) return -EFAULT;
  /* Nothing is made or cut off for which there is no descriptor. */
  long slot = free_slot(0);
  if (slot < 0) return slot;
  if ((flags & O_TMPFILE) == O_TMPFILE) return open_unnamed(descriptor, path, flags, mode);
  int exclusive = (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  int how = (flags & O_NOFOLLOW) || exclusive ? NO_FOLLOW : FOLLOW;
  how |= flags & O_CREAT ? CREATING : NODE_ONLY;
  struct found found;
  long error = look_up(descriptor, path, how, &found);
  if (error != 0) return error;
  if (found.node != NULL) {
    if (exclusive) return -EEXIST;
    if ((flags & O_DIRECTORY) && found.node->type != TYPE_DIRECTORY) return -ENOTDIR;
    if (found.node->type == TYPE_LINK && (flags & O_PATH) == 0) return -ELOOP;
    return open_node(found.node, flags);
  }
  if ((flags & O_CREAT) == 0) return -ENOENT;
  if (flags & O_DIRECTORY) return -EINVAL;
  struct node *made = NULL;
  error = create(descriptor, path, how, &found, TYPE_REGULAR, (unsigned)mode, &made);
  __pleach_free(found.copy);
  if (error != 0) return error;
  /* Whoever makes a file may write to it, whatever its permissions. */
  return install(new_open_file(made, (int)flags), 0, (flags & O_CLOEXEC) != 0);
}
