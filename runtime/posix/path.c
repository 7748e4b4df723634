/* From a path to a node. */

static struct open_file *opened(long descriptor);

/* Where relative paths start. */
static long start_of(long descriptor, const char *path, struct node **start) {
  if ((int)descriptor == AT_FDCWD) {
    *start = working_directory;
    return 0;
  }
  if (path[0] == '/') {
    *start = root;
    return 0;
  }
  struct open_file *open = opened(descriptor);
  if (open == NULL) return -EBADF;
  if (open->node->type != TYPE_DIRECTORY) return -ENOTDIR;
  *start = open->node;
  return 0;
}

static long follow(struct node *start, const char *path, long length, int how,
                   struct found *found);

static int links_followed; /* in the path that is being looked up */

/* What a descriptor leads to, by the name that the kernel gives it: the only names below /proc that
   there are. The C library changes permissions through them, and /dev/stdin is a link to one. */
static struct node *by_descriptor(const char *path, long length) {
  static const char FOLDER[] = "/proc/self/fd/";
  long at = sizeof FOLDER - 1, number = 0;
  if (length <= at || length > at + 9 || !same_bytes(path, FOLDER, at)) return NULL;
  for (; at < length; at++) {
    if (path[at] < '0' || path[at] > '9') return NULL;
    number = number * 10 + (path[at] - '0');
  }
  struct open_file *open = opened(number);
  return open == NULL ? NULL : open->node;
}

/* Follows a link that lies in `directory`; of `how`, what counts for the last name too. */
static long follow_link(struct node *directory, struct node *link, int how, struct found *found) {
  if (links_followed++ >= MOST_LINKS) return -ELOOP;
  if (!need_data(link)) return -EIO;
  struct node *open = by_descriptor(link->data, link->size);
  if (open != NULL) {
    *found = (struct found){.node = open, .last = LAST_DOT};
    return 0;
  }
  return follow(directory, link->data, link->size, FOLLOW | (how & CREATING), found);
}

/* The name from `at` on, and whether it is the last one. */
struct part { long length, next; int is_last, slash; };

static struct part part_at(const char *path, long length, long at) {
  struct part part = {0, 0, 0, 0};
  while (at + part.length < length && path[at + part.length] != '/') part.length++;
  part.next = at + part.length;
  part.slash = part.next < length;
  while (part.next < length && path[part.next] == '/') part.next++;
  part.is_last = part.next == length;
  return part;
}

static enum last kind_of_name(const char *name, long length) {
  if (length == 1 && name[0] == '.') return LAST_DOT;
  if (length == 2 && name[0] == '.' && name[1] == '.') return LAST_DOTDOT;
  return LAST_NAME;
}

/* One step: from found->node by a name to the next found->node. */
static long step(const char *path, long at, struct part part, int how, struct found *found) {
  struct node *here = found->node;
  if (here->type != TYPE_DIRECTORY) return -ENOTDIR;
  if (!may(here, MAY_SEARCH)) return -EACCES;
  const char *name = path + at;
  if ((how & CREATING) && part.is_last && part.slash &&
      kind_of_name(name, part.length) == LAST_NAME)
    return -EISDIR;
  if (part.length > MOST_NAME) return -ENAMETOOLONG;
  need_entries(here);
  *found = (struct found){.directory = here, .last = kind_of_name(name, part.length),
                          .slash = part.is_last && part.slash};
  if (found->last != LAST_NAME) {
    found->node = found->last == LAST_DOT ? here : here->parent;
    return 0;
  }
  struct entry *entry = entry_named(here, name, part.length);
  if (entry == NULL) {
    found->name = (char *)name;
    found->length = part.length;
    return part.is_last ? 0 : -ENOENT;
  }
  found->entry = entry;
  found->node = entry->node;
  int slash = part.slash && !(how & (MAKING | TAKING));
  int through = !part.is_last || slash || (how & FOLLOW);
  if (entry->node->type == TYPE_LINK && through) {
    int before = found->slash;
    long error = follow_link(here, entry->node, part.is_last ? how : FOLLOW, found);
    if (error != 0) return error;
    found->slash |= before;
    if (found->node == NULL && !part.is_last) return -ENOENT;
  }
  if (part.is_last && slash && found->node != NULL && found->node->type != TYPE_DIRECTORY)
    return -ENOTDIR;
  return 0;
}

/* A path without symbolic bytes. */
static long follow(struct node *start, const char *path, long length, int how,
                   struct found *found) {
  if (length == 0) return -ENOENT;
  if (length >= MOST_PATH) return -ENAMETOOLONG;
  *found = (struct found){.node = path[0] == '/' ? root : start, .last = LAST_ROOT};
  long at = 0;
  while (at < length && path[at] == '/') at++;
  while (at < length) {
    struct part part = part_at(path, length, at);
    long error = step(path, at, part, how, found);
    if (error != 0) return error;
    at = part.next;
  }
  return 0;
}

static long match(struct node *start, const char *path, long longest, int how,
                  struct found *found);

/* Looks a path up. An error other than a missing last name is the result. */
static long look_up(long descriptor, const char *path, int how, struct found *found) {
  *found = (struct found){0};
  if (unmapped(path)) return -EFAULT;
  long length = __pleach_path_length(path);
  struct node *start = working_directory;
  if ((how & EMPTY_IS_START) && path[0] == '\0') {
    struct open_file *open = opened(descriptor);
    if ((int)descriptor != AT_FDCWD && open == NULL) return -EBADF;
    found->node = (int)descriptor == AT_FDCWD ? working_directory : open->node;
    found->last = LAST_DOT;
    return 0;
  }
  if (length >= 0 && (found->node = by_descriptor(path, length)) != NULL) {
    found->last = LAST_DOT;
    return 0;
  }
  long error = start_of(descriptor, path, &start);
  if (error != 0) return error;
  links_followed = 0;
  if (length >= 0) return follow(start, path, length, how, found);
  return match(start, path, ~length, how, found);
}

/* Looks up what must be there. */
static long look_up_existing(long descriptor, const char *path, int how, struct node **node) {
  struct found found;
  long error = look_up(descriptor, path, how | NODE_ONLY, &found);
  if (error != 0) return error;
  if (found.node == NULL) return -ENOENT;
  *node = found.node;
  return 0;
}

/* The name of a missing one is about to be stored: it gets one value. */
static long need_name(long descriptor, const char *path, int how, struct found *found) {
  if (found->name != NULL) return 0;
  char *copy = __pleach_fixed_copy(path);
  if (copy == NULL) return -ENOMEM;
  struct node *start;
  long error = start_of(descriptor, copy, &start);
  links_followed = 0;
  if (error == 0) error = follow(start, copy, length_of(copy), how, found);
  found->copy = copy;
  return error;
}
