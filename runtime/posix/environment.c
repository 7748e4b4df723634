/* Arguments, environment and files as the user asked for them. The configuration is a list of
   records: a number that says which, then its numbers and texts (a text is its length and its
   bytes). The engine writes it: crates/env/src/posix/world.rs. */

enum record_kind {
  END, ARGUMENT, SYM_ARG, SYM_ARGS, SYM_FILES, SYM_STDIN, SYM_STDOUT, MAX_FAIL, ENVIRONMENT,
  SYM_ENV, MAP, STDIN_STREAM, STDIN_FILE,
};

enum { STDOUT_BYTES = 1024 };
/* The times that a symbolic file may have. */
enum { OLDEST = 1000000000, NEWEST = 2000000000 };

struct list { char **at; long used, room; };

static struct list arguments, variables; /* here so that the strings are never lost */
static int symbolic_arguments;

static int *failing;      /* numbers of the calls that fail; the engine counts them */

static void append(struct list *list, char *text) {
  if (list->used + 1 >= list->room) {
    long room = list->room == 0 ? 8 : list->room * 2;
    char **grown = __pleach_calloc((size_t)room, sizeof *grown);
    if (list->used > 0) memcpy(grown, list->at, (size_t)list->used * sizeof *grown);
    __pleach_free(list->at);
    list->at = grown;
    list->room = room;
  }
  list->at[list->used++] = text;
}

static char *copy_of(const char *text, long length) {
  char *copy = __pleach_calloc(1, (size_t)length + 1);
  memcpy(copy, text, (size_t)length);
  return copy;
}

/* "arg" and a number. */
static char *name_with_number(const char *prefix, int number) {
  char *name = __pleach_calloc(1, 32);
  long n = length_of(prefix);
  memcpy(name, prefix, (size_t)n);
  int digits = 1;
  for (int rest = number; rest >= 10; rest /= 10) digits++;
  for (int i = digits - 1; i >= 0; i--, number /= 10) name[n + i] = (char)('0' + number % 10);
  return name;
}

/* Unknown text of at most `length` bytes: an object with one more, which is the end. */
static char *symbolic_text(long length, const char *name) {
  char *text = __pleach_malloc((size_t)length + 1);
  klee_make_symbolic(text, (size_t)length + 1, name);
  klee_assume(text[length] == '\0');
  text[length] = '\0';
  return text;
}

static void symbolic_argument(long length) {
  char *name = name_with_number("arg", symbolic_arguments++);
  append(&arguments, symbolic_text(length, name));
  __pleach_free(name);
}

static void symbolic_argument_list(long least, long most, long length) {
  int count = least == most ? (int)most : klee_range((int)least, (int)most + 1, "n_args");
  for (long i = 0; i < most; i++) {
    if (i >= least && i >= count) break;
    symbolic_argument(length);
  }
}

static void symbolic_variable(const char *name, long name_length, long length) {
  char *object = __pleach_calloc(1, (size_t)name_length + 5);
  memcpy(object, "env-", 4);
  memcpy(object + 4, name, (size_t)name_length);
  char *value = symbolic_text(length, object);
  char *whole = __pleach_calloc(1, (size_t)(name_length + 1 + length + 1));
  memcpy(whole, name, (size_t)name_length);
  whole[name_length] = '=';
  memcpy(whole + name_length + 1, value, (size_t)length + 1);
  append(&variables, whole);
  __pleach_free(object);
  __pleach_free(value);
}

enum { MODE = 3, ACCESSED = 9, MODIFIED = 11, WORDS = 18 }; /* words of a kernel_stat */

/* A file in a test is like any other where the path does not ask for more: what is special about
   it then matters (crates/report/src/stat.rs says it). */
static void prefer_ordinary(uint64_t *stat) {
  klee_prefer_cex(stat, (stat[MODE] & 0400) != 0);
  klee_prefer_cex(stat, (stat[MODE] & 0200) != 0);
  klee_prefer_cex(stat, (stat[MODE] & 0177) == 0044);
  klee_prefer_cex(stat, stat[ACCESSED] == OLDEST);
  klee_prefer_cex(stat, stat[MODIFIED] == OLDEST);
}

/* Only what can be set on a real file is unknown: its permissions and the times of its last
   access and modification. Everything else in the object has one value. */
static void symbolic_stat(struct node *node, const char *name) {
  struct kernel_stat plain;
  fill_stat(node, &plain);
  uint64_t *known = (uint64_t *)&plain, *unknown = __pleach_malloc(sizeof plain);
  klee_make_symbolic(unknown, sizeof plain, name);
  unsigned holds = 1;
  for (int i = 0; i < WORDS; i++) {
    if (i == MODE)
      holds &= ((unknown[i] ^ known[i]) & ~(uint64_t)0777) == 0;
    else if (i == ACCESSED || i == MODIFIED)
      holds &= unknown[i] - OLDEST <= NEWEST - OLDEST;
    else
      holds &= unknown[i] == known[i];
  }
  klee_assume(holds);
  prefer_ordinary(unknown);
  node->permissions = (unsigned)unknown[MODE] & 0777;
  node->accessed.seconds = (long)unknown[ACCESSED];
  node->modified.seconds = (long)unknown[MODIFIED];
  __pleach_free(unknown);
}

static struct node *symbolic_file(const char *name, long size) {
  struct node *node = new_node(TYPE_REGULAR, 0644);
  node->accessed.nanoseconds = node->modified.nanoseconds = 0;
  if (size > 0) {
    node->data = __pleach_malloc((size_t)size);
    klee_make_symbolic(node->data, (size_t)size, name);
  }
  node->size = node->room = size;
  return node;
}

static void symbolic_files(long count, long size) {
  char data[] = "A-data", stat[] = "A-data-stat", name[] = "A";
  for (long i = 0; i < count; i++) {
    data[0] = stat[0] = name[0] = (char)('A' + i);
    struct node *node = symbolic_file(data, size);
    place(working_directory, name, node);
    symbolic_stat(node, stat);
  }
}

static void replace_stdin(struct node *node) {
  sys_close(0);
  install(new_open_file(node, O_RDONLY), 0, 0);
}

static void symbolic_stdin(long size) {
  struct node *node = symbolic_file("stdin", size);
  node->links = 1;
  symbolic_stat(node, "stdin-stat");
  replace_stdin(node);
}

/* KLEE's objects. What the program prints is collected as ever. */
static void symbolic_stdout(void) {
  char *bytes = __pleach_malloc(STDOUT_BYTES);
  klee_make_symbolic(bytes, STDOUT_BYTES, "stdout");
  __pleach_free(bytes);
  struct kernel_stat plain;
  fill_stat(opened(1)->node, &plain);
  uint64_t *known = (uint64_t *)&plain, *stat = __pleach_malloc(sizeof plain);
  klee_make_symbolic(stat, sizeof plain, "stdout-stat");
  unsigned holds = 1;
  for (int i = 0; i < 18; i++) holds &= stat[i] == known[i];
  klee_assume(holds);
  __pleach_free(stat);
}

static void symbolic_failures(long most) {
  failing = __pleach_malloc((size_t)most * sizeof *failing);
  klee_make_symbolic(failing, (size_t)most * sizeof *failing, "fails");
  __pleach_failures(failing, most, __errno_location());
}

static void model_version(void) {
  int *version = __pleach_malloc(sizeof *version);
  klee_make_symbolic(version, sizeof *version, "model_version");
  klee_assume(*version == 1);
  __pleach_free(version);
}

/* The folder at a guest path, made where it is missing, and the last name of the path: none where
   the path is a dot or the root. Null where something on the way is no folder. */
static struct node *folder_for(const char *path, long length, const char **name, long *name_length) {
  struct node *here = length > 0 && path[0] == '/' ? root : working_directory;
  long at = 0;
  *name_length = 0;
  for (; length > 1; length--) {
    int dot = path[length - 1] == '.' && path[length - 2] == '/';
    if (path[length - 1] != '/' && !dot) break;
  }
  while (at < length) {
    while (at < length && path[at] == '/') at++;
    struct part part = part_at(path, length, at);
    if (part.length == 0 || kind_of_name(path + at, part.length) == LAST_DOT) {
      at = part.next;
      continue;
    }
    need_entries(here);
    if (part.is_last) {
      *name = path + at;
      *name_length = part.length;
      return here;
    }
    struct entry *entry = entry_named(here, path + at, part.length);
    if (entry == NULL)
      entry = attach(here, path + at, part.length, root_owned(new_node(TYPE_DIRECTORY, 0755)));
    if (entry->node->type != TYPE_DIRECTORY) return NULL;
    here = entry->node;
    at = part.next;
  }
  return here;
}

static void cannot_map(const char *path, long length, const char *why) {
  static const char BEFORE[] = "--map: nothing is mapped at `";
  long before = sizeof BEFORE - 1, after = length_of(why);
  char *text = __pleach_calloc(1, (size_t)(before + length + after + 1));
  memcpy(text, BEFORE, (size_t)before);
  memcpy(text + before, path, (size_t)length);
  memcpy(text + before + length, why, (size_t)after);
  __pleach_note(text);
  __pleach_free(text);
}

/* A folder at a place that exists keeps its node: its names are read into it. */
static void make_map(struct record *record) {
  int map = (int)number_of(record);
  long length, name_length;
  const char *path = text_of(record, &length), *name = NULL;
  struct node *node = mapped_node(map, copy_of("", 0), record);
  struct node *where = folder_for(path, length, &name, &name_length);
  if (where == NULL) {
    cannot_map(path, length, "`: something on the way is no folder");
    discard(node);
    return;
  }
  struct entry *there = name_length == 0 ? NULL : entry_named(where, name, name_length);
  struct node *old = name_length == 0 ? where : there == NULL ? NULL : there->node;
  if (old == NULL) {
    attach(where, name, name_length, node);
  } else if (node->type == TYPE_DIRECTORY && old->type == TYPE_DIRECTORY) {
    need_entries(old);
    old->map = map;
    __pleach_free(old->host);
    old->host = node->host;
    node->host = NULL;
    discard(node);
  } else if (there != NULL && old->type != TYPE_DIRECTORY) {
    detach(where, there);
    release(old);
    attach(where, name, name_length, node);
  } else {
    cannot_map(path, length, "`: a file cannot take the place of a folder");
    discard(node);
  }
}

/* A record; false for one without symbolic values. */
static int take_record(enum record_kind kind, struct record *record) {
  long length, a, b;
  const char *text;
  switch (kind) {
  case ARGUMENT:
    text = text_of(record, &length);
    append(&arguments, copy_of(text, length));
    return 0;
  case SYM_ARG: symbolic_argument(number_of(record)); return 1;
  case SYM_ARGS:
    a = number_of(record);
    b = number_of(record);
    symbolic_argument_list(a, b, number_of(record));
    return 1;
  case SYM_FILES:
    a = number_of(record);
    symbolic_files(a, number_of(record));
    return 1;
  case SYM_STDIN: symbolic_stdin(number_of(record)); return 1;
  case SYM_STDOUT: symbolic_stdout(); return 1;
  case MAX_FAIL: symbolic_failures(number_of(record)); return 1;
  case ENVIRONMENT:
    text = text_of(record, &length);
    append(&variables, copy_of(text, length));
    return 0;
  case SYM_ENV:
    text = text_of(record, &length);
    symbolic_variable(text, length, number_of(record));
    return 1;
  case MAP: make_map(record); return 0;
  case STDIN_STREAM: {
    struct node *node = stream(INPUT_DEVICE, 0);
    node->type = (unsigned)number_of(record);
    replace_stdin(node);
    return 0;
  }
  case STDIN_FILE: {
    int map = (int)number_of(record);
    long offset = number_of(record);
    struct node *node = mapped_node(map, copy_of("", 0), record);
    node->links = 1;
    replace_stdin(node);
    opened(0)->offset = offset;
    return 0;
  }
  default: return 0;
  }
}

/* What a kernel puts above the stack: it is not the program's to free. */
static void give(struct list *list, enum gift each, enum gift whole) {
  for (long i = 0; i < list->used; i++) __pleach_give(list->at[i], each, i);
  __pleach_give(list->at, whole, 0);
}

void __pleach_environment(int *argc, char ***argv, char ***envp) {
  make_world();
  const char *records = __pleach_world();
  if (records == NULL) return;
  append(&arguments, *argc > 0 ? (*argv)[0] : copy_of("", 0));
  append(&variables, NULL);
  variables.used = 0;
  struct record record = {records};
  int symbolic = 0;
  for (enum record_kind kind; (kind = (enum record_kind)number_of(&record)) != END;)
    symbolic |= take_record(kind, &record);
  if (symbolic) model_version();
  __pleach_free((void *)records);
  give(&arguments, ARGUMENT_TEXT, ARGUMENT_LIST);
  give(&variables, VARIABLE_TEXT, VARIABLE_LIST);
  *argc = (int)arguments.used;
  *argv = arguments.at;
  *envp = variables.at;
}
