/* Folders and files of the host that the user made visible. They are read when they are first
   looked at and are ordinary nodes from then on: nothing ever goes back. */

struct record { const char *at; };

static long number_of(struct record *record) {
  long value;
  memcpy(&value, record->at, sizeof value);
  record->at += sizeof value;
  return value;
}

static const char *text_of(struct record *record, long *length) {
  long n = number_of(record);
  const char *text = record->at;
  record->at += n;
  if (length != NULL) *length = n;
  return text;
}

static char *joined(const char *folder, const char *name, long length) {
  long before = length_of(folder);
  char *path = __pleach_calloc(1, (size_t)(before + 1 + length + 1));
  if (path == NULL) return NULL;
  memcpy(path, folder, (size_t)before);
  if (before > 0) path[before++] = '/';
  memcpy(path + before, name, (size_t)length);
  return path;
}

/* A node for something of the host: type and permissions, modification time, size. */
static struct node *mapped_node(int map, char *host, struct record *record) {
  long mode = number_of(record);
  struct time modified = {number_of(record), 0};
  modified.nanoseconds = number_of(record);
  long size = number_of(record);
  struct node *node = new_node((unsigned)mode & TYPE_MASK, (unsigned)mode & 07777);
  if (node == NULL) return NULL;
  node->accessed = node->modified = node->changed = modified;
  node->map = map;
  node->host = host;
  if (node->type != TYPE_DIRECTORY) node->size = size;
  return node;
}

/* Frees a node that never got a name. */
static void discard(struct node *node) {
  node->links = 0;
  release(node);
}

/* The names in a directory of the host; what is there already stays. The host's names differ from
   each other: only one that was here before can be in the way. */
static void need_entries(struct node *directory) {
  if (directory->map < 0 || directory->type != TYPE_DIRECTORY) return;
  int map = directory->map;
  directory->map = -1;
  const char *list = __pleach_host_list(map, directory->host);
  if (list == NULL) return;
  struct entry **end = &directory->entries;
  long before = 0;
  for (; *end != NULL; end = &(*end)->next) before++;
  struct record record = {list};
  for (long left = number_of(&record); left > 0; left--) {
    long length;
    const char *name = text_of(&record, &length);
    char *host = joined(directory->host, name, length);
    struct node *node = mapped_node(map, host, &record);
    if (node == NULL) continue;
    if (named_among(directory, before, name, length) != NULL)
      discard(node);
    else if (attach_at(directory, end, name, length, node) != NULL)
      end = &(*end)->next;
  }
  __pleach_free((void *)list);
}

/* The bytes of a file or link of the host; whether they can be had. */
static int need_data(struct node *node) {
  if (node->map < 0 || node->type == TYPE_DIRECTORY) return 1;
  if (node->size == 0) {
    node->map = -1;
    return 1;
  }
  char *bytes = __pleach_host_bytes(node->map, node->host, node->size);
  if (bytes == NULL) return 0;
  node->map = -1;
  node->data = bytes;
  node->room = node->size;
  return 1;
}
