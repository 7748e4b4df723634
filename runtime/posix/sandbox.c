/* The world as it is before the program starts: a small tree and three descriptors. */

static const char PASSWD[] = "root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000:user:/box:/bin/sh\n";
static const char GROUP[] = "root:x:0:\nuser:x:1000:\n";
static const char HOME[] = "box";

static struct node *place(struct node *directory, const char *name, struct node *node) {
  attach(directory, name, length_of(name), node);
  return node;
}

static struct node *root_owned(struct node *node) {
  node->uid = node->gid = 0;
  return node;
}

static struct node *folder(struct node *directory, const char *name, unsigned permissions) {
  return root_owned(place(directory, name, new_node(TYPE_DIRECTORY, permissions)));
}

static struct node *device(struct node *directory, const char *name, enum device kind,
                           unsigned long number) {
  struct node *node = root_owned(place(directory, name, new_node(TYPE_CHARACTER, 0666)));
  node->device = kind;
  node->device_number = number;
  return node;
}

static void link_to(struct node *directory, const char *name, const char *target) {
  struct node *node = root_owned(place(directory, name, new_node(TYPE_LINK, 0777)));
  long length = length_of(target);
  node->data = __pleach_malloc((size_t)length + 1);
  memcpy(node->data, target, (size_t)length + 1);
  node->size = node->room = length;
}

static void text_file(struct node *directory, const char *name, const char *text, long length) {
  struct node *node = root_owned(place(directory, name, new_node(TYPE_REGULAR, 0644)));
  node->data = __pleach_malloc((size_t)length);
  memcpy(node->data, text, (size_t)length);
  node->size = node->room = length;
}

/* Where the program's standard streams lead: pipes, as when its output is collected. */
static struct node *stream(enum device kind, int which) {
  struct node *node = new_node(TYPE_FIFO, 0600);
  node->device = kind;
  node->which = which;
  return node;
}

static void make_tree(void) {
  root = root_owned(new_node(TYPE_DIRECTORY, 0755));
  root->parent = root;
  working_directory = place(root, HOME, new_node(TYPE_DIRECTORY, 0755));
  folder(root, "tmp", 01777);
  struct node *etc = folder(root, "etc", 0755);
  text_file(etc, "passwd", PASSWD, sizeof PASSWD - 1);
  text_file(etc, "group", GROUP, sizeof GROUP - 1);
  struct node *dev = folder(root, "dev", 0755);
  device(dev, "null", NULL_DEVICE, 0x103);
  device(dev, "zero", ZERO_DEVICE, 0x105);
  device(dev, "full", FULL_DEVICE, 0x107);
  device(dev, "tty", TTY_DEVICE, 0x500);
  device(dev, "urandom", RANDOM_DEVICE, 0x109);
  device(dev, "random", RANDOM_DEVICE, 0x108);
  link_to(dev, "stdin", "/proc/self/fd/0");
  link_to(dev, "stdout", "/proc/self/fd/1");
  link_to(dev, "stderr", "/proc/self/fd/2");
}

static int is_ready;

/* Before the first use of anything. */
static void make_world(void) {
  if (is_ready) return;
  is_ready = 1;
  make_tree();
  struct node *null = entry_named(entry_named(root, "dev", 3)->node, "null", 4)->node;
  install(new_open_file(null, O_RDONLY), 0, 0);
  install(new_open_file(stream(OUTPUT_DEVICE, 1), O_WRONLY), 0, 0);
  install(new_open_file(stream(OUTPUT_DEVICE, 2), O_WRONLY), 0, 0);
}
