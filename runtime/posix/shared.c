/* Mappings and the files behind them. A mapping is an object of its own, so bytes are carried
   between it and its file: what is written to the file is put into its shared mappings at once;
   what the program stores in a mapping is taken over when somebody looks at the file. Where a byte
   of a shared mapping is not the file's, the program has stored it since. */

struct mapping {
  struct mapping *next;
  char *base;
  long length;
  struct node *file;     /* null: of no file */
  long offset;           /* in the file */
  int shared, writable;  /* writable: what is stored in it is meant for the file */
};

static struct mapping *mappings;

/* A part of a file: none of it where it does not begin before its end. */
struct range { long begin, end; };

static long make_room(struct node *file, long end);

/* What the mapping shows of a part of the file. */
static struct range shown(const struct mapping *m, const struct node *file, struct range part) {
  if (m->file != file || !m->shared) return (struct range){0, 0};
  long end = m->offset + m->length;
  if (part.begin < m->offset) part.begin = m->offset;
  if (part.end > end) part.end = end;
  return part;
}

enum { NOT_MAPPED, READ_MAPPED, WRITE_MAPPED };

static int is_mapped(const struct node *file) {
  int how = NOT_MAPPED;
  for (const struct mapping *m = mappings; m != NULL; m = m->next)
    if (m->file == file && m->shared && how != WRITE_MAPPED)
      how = m->writable ? WRITE_MAPPED : READ_MAPPED;
  return how;
}

/* Puts a part of the file into its mappings, but for one. */
static void show(const struct node *file, struct range part, const struct mapping *except) {
  for (struct mapping *m = mappings; m != NULL; m = m->next) {
    struct range here = shown(m, file, part);
    if (m == except || here.begin >= here.end) continue;
    char *to = m->base + (here.begin - m->offset);
    long n = here.end - here.begin, stored = file->room - here.begin;
    stored = stored < 0 ? 0 : stored < n ? stored : n;
    if (stored > 0) memcpy(to, file->data + here.begin, (size_t)stored);
    memset(to + stored, 0, (size_t)(n - stored));
  }
}

/* Several mappings show the part: each has those bytes to say that are not the file's. */
static long merge(struct node *file, struct range part) {
  long n = part.end - part.begin;
  char *before = __pleach_malloc((size_t)n);
  if (before == NULL) return -ENOMEM;
  memcpy(before, file->data + part.begin, (size_t)n);
  for (struct mapping *m = mappings; m != NULL; m = m->next) {
    struct range here = shown(m, file, part);
    if (!m->writable) continue;
    for (long i = here.begin; i < here.end; i++) {
      unsigned char is = (unsigned char)m->base[i - m->offset];
      unsigned char was = (unsigned char)before[i - part.begin];
      unsigned char mask = (unsigned char)-(is != was); /* no branch: bytes may be symbolic */
      unsigned char other = (unsigned char)file->data[i];
      file->data[i] = (char)((is & mask) | (other & (unsigned char)~mask));
    }
  }
  __pleach_free(before);
  return 0;
}

/* Takes what the program has stored in mappings into the file; the part lies inside the file. */
static long take_over(struct node *file, struct range part) {
  struct mapping *only = NULL;
  int several = 0;
  for (struct mapping *m = mappings; m != NULL; m = m->next) {
    struct range here = shown(m, file, part);
    if (!m->writable || here.begin >= here.end) continue;
    several |= only != NULL;
    only = m;
  }
  if (only == NULL) return 0;
  long error = make_room(file, part.end);
  if (error != 0) return error;
  if (several) {
    error = merge(file, part);
    only = NULL;
  } else {
    struct range here = shown(only, file, part);
    memcpy(file->data + here.begin, only->base + (here.begin - only->offset),
           (size_t)(here.end - here.begin));
  }
  show(file, part, only);
  return error;
}
