/* Names: making, removing, moving and listing them. */

static long sys_mkdirat(long descriptor, const char *path, long mode) {
  struct found found;
  long error = look_up(descriptor, path, MAKING, &found);
  if (error != 0) return error;
  if (found.node != NULL) return -EEXIST;
  struct node *made;
  error = create(descriptor, path, MAKING, &found, TYPE_DIRECTORY, (unsigned)mode & 01777, &made);
  __pleach_free(found.copy);
  return error;
}

static long sys_mknodat(long descriptor, const char *path, long mode, long device) {
  unsigned type = (unsigned)mode & TYPE_MASK;
  if (type == 0) type = TYPE_REGULAR;
  if (type == TYPE_CHARACTER || type == TYPE_BLOCK) return -EPERM;
  if (type == TYPE_DIRECTORY) return -EPERM;
  if (type != TYPE_REGULAR && type != TYPE_FIFO && type != TYPE_SOCKET) return -EINVAL;
  (void)device;
  struct found found;
  long error = look_up(descriptor, path, MAKING, &found);
  if (error != 0) return error;
  if (found.node != NULL) return -EEXIST;
  if (found.slash) return -ENOENT;
  struct node *made;
  error = create(descriptor, path, MAKING, &found, type, (unsigned)mode, &made);
  __pleach_free(found.copy);
  return error;
}

static long sys_symlinkat(const char *target, long descriptor, const char *path) {
  if (unmapped(target)) return -EFAULT;
  char *copy = __pleach_fixed_copy(target);
  if (copy == NULL) return -ENOMEM;
  long length = length_of(copy);
  struct found found;
  long error = length == 0 ? -ENOENT : length >= MOST_PATH ? -ENAMETOOLONG : 0;
  if (error == 0) error = look_up(descriptor, path, MAKING, &found);
  if (error == 0 && found.node != NULL) error = -EEXIST;
  if (error != 0) {
    __pleach_free(copy);
    return error;
  }
  struct node *made;
  error = create(descriptor, path, MAKING, &found, TYPE_LINK, 0777, &made);
  __pleach_free(found.copy);
  if (error != 0) {
    __pleach_free(copy);
    return error;
  }
  made->data = copy;
  made->size = made->room = length;
  return 0;
}

static long sys_readlinkat(long descriptor, const char *path, char *to, long room) {
  if ((int)room <= 0) return -EINVAL;
  struct node *node;
  long error = look_up_existing(descriptor, path, EMPTY_IS_START, &node);
  if (error != 0) return error;
  if (node->type != TYPE_LINK) return -EINVAL;
  if (!need_data(node)) return -EIO;
  long n = portion((int)room, node->size);
  error = copy_out(to, node->data, (size_t)n);
  return error != 0 ? error : n;
}

static long sys_linkat(long from, const char *old, long to, const char *path, long flags) {
  int how = (flags & AT_SYMLINK_FOLLOW ? FOLLOW : NO_FOLLOW) |
            (flags & AT_EMPTY_PATH ? EMPTY_IS_START : 0);
  struct node *node;
  struct found found;
  long error = look_up_existing(from, old, how, &node);
  if (error == 0) error = look_up(to, path, MAKING, &found);
  if (error != 0) return error;
  if (found.node != NULL) return -EEXIST;
  if (node->type == TYPE_DIRECTORY) return -EPERM;
  if (found.slash) return -ENOENT;
  error = need_name(to, path, MAKING, &found);
  if (error == 0 && found.directory->links < 2) error = -ENOENT;
  if (error == 0 && !may(found.directory, MAY_WRITE | MAY_SEARCH)) error = -EACCES;
  if (error == 0 && attach(found.directory, found.name, found.length, node) == NULL) error = -ENOSPC;
  __pleach_free(found.copy);
  if (error != 0) return error;
  changed(node);
  modified(found.directory);
  return 0;
}

/* Whether a name may be taken out of its directory. */
static long may_take(const struct found *found) {
  if (!may(found->directory, MAY_WRITE | MAY_SEARCH)) return -EACCES;
  return may_remove(found->directory, found->node) ? 0 : -EPERM;
}

static long remove_directory(struct found *found) {
  struct node *node = found->node;
  if (found->last == LAST_DOT) return -EINVAL;
  if (found->last == LAST_DOTDOT) return -ENOTEMPTY;
  if (node == root || found->last == LAST_ROOT) return -EBUSY;
  long error = may_take(found);
  if (error != 0) return error;
  if (node->type != TYPE_DIRECTORY) return -ENOTDIR;
  need_entries(node);
  if (node->entries != NULL) return -ENOTEMPTY;
  detach(found->directory, found->entry);
  node->links = 0;
  modified(found->directory);
  release(node);
  return 0;
}

static long sys_unlinkat(long descriptor, const char *path, long flags) {
  if (flags & ~(long)AT_REMOVEDIR) return -EINVAL;
  struct found found;
  long error = look_up(descriptor, path, TAKING, &found);
  if (error != 0) return error;
  if (found.node == NULL) return -ENOENT;
  if (flags & AT_REMOVEDIR) return remove_directory(&found);
  struct node *node = found.node;
  if (found.entry == NULL) return node->type == TYPE_DIRECTORY ? -EISDIR : -EPERM;
  if (found.slash) return node->type == TYPE_DIRECTORY ? -EISDIR : -ENOTDIR;
  error = may_take(&found);
  if (error != 0) return error;
  if (node->type == TYPE_DIRECTORY) return -EISDIR;
  detach(found.directory, found.entry);
  changed(node);
  modified(found.directory);
  release(node);
  return 0;
}

static int lies_in(const struct node *directory, const struct node *above) {
  for (const struct node *d = directory; d != root; d = d->parent)
    if (d == above) return 1;
  return above == root;
}

enum { RENAME_NOREPLACE = 1, RENAME_EXCHANGE = 2 };

/* What stands at the new name gives way. */
static long replace(struct found *old, struct found *new) {
  int directory = old->node->type == TYPE_DIRECTORY;
  if (new->entry == NULL) return -EBUSY;
  if (directory && new->node->type != TYPE_DIRECTORY) return -ENOTDIR;
  if (!directory && new->node->type == TYPE_DIRECTORY) return -EISDIR;
  long error = may_take(new);
  if (error != 0) return error;
  need_entries(new->node);
  if (directory && new->node->entries != NULL) return -ENOTEMPTY;
  struct node *gone = new->node;
  detach(new->directory, new->entry);
  if (directory) gone->links = 0;
  release(gone);
  return 0;
}

static void exchange(struct found *old, struct found *new) {
  struct node *a = old->node, *b = new->node;
  old->entry->node = b;
  new->entry->node = a;
  if (a->type == TYPE_DIRECTORY) {
    set_parent(a, new->directory);
    old->directory->links--, new->directory->links++;
  }
  if (b->type == TYPE_DIRECTORY) {
    set_parent(b, old->directory);
    new->directory->links--, old->directory->links++;
  }
  changed(a), changed(b), modified(old->directory), modified(new->directory);
}

static long rename_found(long to, const char *path, long flags, struct found *old,
                         struct found *new) {
  if (old->last != LAST_NAME) return -EBUSY;
  if (new->last != LAST_NAME) return flags & RENAME_NOREPLACE ? -EEXIST : -EBUSY;
  if (old->node == NULL) return -ENOENT;
  if (new->node == NULL && (flags & RENAME_EXCHANGE)) return -ENOENT;
  if (new->node != NULL && (flags & RENAME_NOREPLACE)) return -EEXIST;
  int directory = old->node->type == TYPE_DIRECTORY;
  if ((flags & RENAME_EXCHANGE) && new->slash && new->node->type != TYPE_DIRECTORY) return -ENOTDIR;
  if (!directory && (old->slash || (new->slash && !(flags & RENAME_EXCHANGE)))) return -ENOTDIR;
  if (directory && lies_in(new->directory, old->node)) return -EINVAL;
  if (new->node != NULL && new->node->type == TYPE_DIRECTORY &&
      lies_in(old->directory, new->node))
    return flags & RENAME_EXCHANGE ? -EINVAL : -ENOTEMPTY;
  if (new->node == old->node) return 0;
  long error = may_take(old);
  if (error != 0) return error;
  if (new->directory->links < 2) return -ENOENT;
  if (!may(new->directory, MAY_WRITE | MAY_SEARCH)) return -EACCES;
  if (flags & RENAME_EXCHANGE) {
    exchange(old, new);
    return 0;
  }
  char *name = new->entry == NULL ? NULL : new->entry->name;
  long length = new->entry == NULL ? 0 : new->entry->length;
  char kept[MOST_NAME + 1];
  if (new->node != NULL) {
    memcpy(kept, name, (size_t)length);
    error = replace(old, new);
    name = kept;
  } else {
    error = need_name(to, path, TAKING, new);
    name = new->name;
    length = new->length;
  }
  if (error != 0) return error;
  struct node *node = old->node;
  detach(old->directory, old->entry);
  attach(new->directory, name, length, node);
  changed(node), modified(old->directory), modified(new->directory);
  return 0;
}

static long sys_renameat(long from, const char *old_path, long to, const char *path, long flags) {
  if (flags & ~(long)(RENAME_NOREPLACE | RENAME_EXCHANGE)) return -EINVAL;
  if (flags == (RENAME_NOREPLACE | RENAME_EXCHANGE)) return -EINVAL;
  struct found old, new;
  long error = look_up(from, old_path, TAKING, &old);
  if (error == 0) error = look_up(to, path, TAKING, &new);
  if (error != 0) return error;
  error = rename_found(to, path, flags, &old, &new);
  __pleach_free(new.copy);
  return error;
}

struct kernel_entry { uint64_t number; int64_t cookie; uint16_t length; uint8_t type; char name[]; };

/* One name for getdents64; -EINVAL when there is no room for it. */
static long put_entry(char *to, long room, const struct node *node, long cookie, const char *name,
                      long length) {
  long head = (long)offsetof(struct kernel_entry, name);
  long whole = (head + length + 1 + 7) & ~7L;
  if (whole > room) return -EINVAL;
  if (unmapped(to)) return -EFAULT;
  struct kernel_entry *entry = (struct kernel_entry *)to;
  entry->number = node->number;
  entry->cookie = cookie;
  entry->length = (uint16_t)whole;
  entry->type = (uint8_t)(node->type >> 12);
  memset(to + head + length, 0, (size_t)(whole - head - length));
  memcpy(to + head, name, (size_t)length);
  return whole;
}

static long sys_getdents64(long descriptor, char *to, long room) {
  struct open_file *open = usable(descriptor);
  if (open == NULL) return -EBADF;
  struct node *node = open->node;
  if (node->type != TYPE_DIRECTORY) return -ENOTDIR;
  need_entries(node);
  long used = 0;
  for (int dots = 1; dots <= 2; dots++) {
    if (open->offset >= dots) continue;
    struct node *named = dots == 1 ? node : node->parent;
    long n = put_entry(to + used, room - used, named, dots, "..", dots);
    if (n < 0) return used > 0 ? used : n;
    used += n;
    open->offset = dots;
  }
  for (struct entry *e = node->entries; e != NULL; e = e->next) {
    if (e->cookie <= open->offset) continue;
    long n = put_entry(to + used, room - used, e->node, e->cookie, e->name, e->length);
    if (n < 0) return used > 0 ? used : n;
    used += n;
    open->offset = e->cookie;
  }
  return used;
}

static long enter(struct node *node) {
  if (node->type != TYPE_DIRECTORY) return -ENOTDIR;
  if (!may(node, MAY_SEARCH)) return -EACCES;
  struct node *before = working_directory;
  working_directory = node;
  if (before != node) release(before);
  return 0;
}

static long sys_chdir(const char *path) {
  struct node *node;
  long error = look_up_existing(AT_FDCWD, path, FOLLOW, &node);
  return error != 0 ? error : enter(node);
}

static long sys_fchdir(long descriptor) {
  struct open_file *open = opened(descriptor);
  return open == NULL ? -EBADF : enter(open->node);
}

static long sys_getcwd(char *to, long room) {
  char path[MOST_PATH];
  long at = MOST_PATH - 1;
  path[at] = '\0';
  for (struct node *d = working_directory; d != root; d = d->parent) {
    struct entry *e = d->links == 0 ? NULL : d->parent->entries;
    while (e != NULL && e->node != d) e = e->next;
    if (e == NULL) return -ENOENT;
    if (at < e->length + 1) return -ENAMETOOLONG;
    at -= e->length;
    memcpy(path + at, e->name, (size_t)e->length);
    path[--at] = '/';
  }
  if (at == MOST_PATH - 1) path[--at] = '/';
  long length = MOST_PATH - at;
  if (room < length) return -ERANGE;
  long error = copy_out(to, path + at, (size_t)length);
  return error != 0 ? error : length;
}
