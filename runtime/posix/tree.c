/* Nodes and the directories that name them. */

static struct node *root;
static struct node *working_directory;
static unsigned mask_of_creation = 022;
static unsigned effective_user = USER;

static long length_of(const char *s) {
  long n = 0;
  while (s[n] != '\0') n++;
  return n;
}

static int same_bytes(const char *a, const char *b, long n) {
  for (long i = 0; i < n; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}

/* Different for each node that there is. It is the number of the slot that the engine gave to the
   node: nodes made elsewhere do not change it. */
static unsigned long number_of_node(const struct node *node) {
  enum { SLOT_BITS = 8, REGION_BITS = 39 };
  _Static_assert(sizeof *node > (1 << SLOT_BITS) / 2 - 16 && sizeof *node <= (1 << SLOT_BITS) - 16,
                 "the size of its slot");
  return ((unsigned long)node & ((1UL << REGION_BITS) - 1)) >> SLOT_BITS;
}

static struct node *new_node(unsigned type, unsigned permissions) {
  struct node *node = __pleach_calloc(1, sizeof *node);
  if (node == NULL) return NULL;
  node->type = type;
  node->permissions = permissions;
  node->uid = node->gid = effective_user;
  node->number = number_of_node(node);
  node->accessed = node->modified = node->changed = moment();
  node->map = -1;
  if (type == TYPE_DIRECTORY) node->links = 2, node->size = PAGE;
  return node;
}

static void set_parent(struct node *node, struct node *parent);

/* Frees what nobody can reach any more. */
static void release(struct node *node) {
  if (node->links > 0 || node->opens > 0 || node == working_directory || node == root) return;
  set_parent(node, NULL);
  __pleach_free(node->data);
  __pleach_free(node->host);
  if (node->pipe != NULL) __pleach_free(node->pipe->bytes);
  __pleach_free(node->pipe);
  __pleach_free(node);
}

/* A directory keeps the one that its `..` means, also when both are removed. */
static void set_parent(struct node *node, struct node *parent) {
  struct node *before = node->parent;
  node->parent = parent;
  if (parent != NULL) parent->opens++;
  if (before == NULL) return;
  before->opens--;
  release(before);
}

/* Behind those of all entries before `end`. It depends only on what is in the directory, not on
   what was there: a reader may or may not see what is added meanwhile. */
static long next_cookie(const struct node *directory, struct entry **end) {
  enum { FIRST = 3 }; /* behind `.` and `..` */
  if (end == &directory->entries) return FIRST;
  _Static_assert(offsetof(struct entry, next) == 0, "`end` is the address of the last entry");
  return ((struct entry *)end)->cookie + 1;
}

/* A new name at `end`, the end of the directory's list. */
static struct entry *attach_at(struct node *directory, struct entry **end, const char *name,
                               long length, struct node *node) {
  struct entry *entry = __pleach_calloc(1, sizeof *entry);
  char *copy = entry == NULL ? NULL : __pleach_calloc(1, (size_t)length + 1);
  if (copy == NULL) {
    __pleach_free(entry);
    return NULL;
  }
  memcpy(copy, name, (size_t)length);
  entry->name = copy;
  entry->length = length;
  entry->node = node;
  entry->cookie = next_cookie(directory, end);
  *end = entry;
  if (node->type == TYPE_DIRECTORY) {
    set_parent(node, directory);
    directory->links++;
  } else {
    node->links++;
  }
  return entry;
}

static struct entry *attach(struct node *directory, const char *name, long length,
                            struct node *node) {
  struct entry **end = &directory->entries;
  while (*end != NULL) end = &(*end)->next;
  return attach_at(directory, end, name, length, node);
}

/* Takes the name away; the node may live on. */
static void detach(struct node *directory, struct entry *entry) {
  struct entry **at = &directory->entries;
  while (*at != entry) at = &(*at)->next;
  *at = entry->next;
  if (entry->node->type == TYPE_DIRECTORY)
    directory->links--;
  else
    entry->node->links--;
  __pleach_free(entry->name);
  __pleach_free(entry);
}

static void changed(struct node *node) { node->changed = moment(); }

static void modified(struct node *node) { node->modified = node->changed = moment(); }

/* Whether the process may do this with the node; one condition, also for symbolic permissions. */
static int may(const struct node *node, unsigned wanted) {
  if (effective_user == 0) return 1;
  unsigned shift = node->uid == effective_user ? 6 : node->gid == USER ? 3 : 0;
  return ((node->permissions >> shift) & wanted) == wanted;
}

static int is_owner(const struct node *node) {
  return effective_user == 0 || node->uid == effective_user;
}

/* Folders like /tmp: only owners take away what is in them. */
static int may_remove(const struct node *directory, const struct node *node) {
  if ((directory->permissions & 01000) == 0) return 1;
  return is_owner(node) || is_owner(directory);
}

/* The entry of this name, if it is one of the first so many. */
static struct entry *named_among(struct node *directory, long count, const char *name,
                                 long length) {
  for (struct entry *e = directory->entries; e != NULL && count > 0; e = e->next, count--)
    if (e->length == length && same_bytes(e->name, name, length)) return e;
  return NULL;
}

static struct entry *entry_named(struct node *directory, const char *name, long length) {
  return named_among(directory, INT64_MAX, name, length);
}
