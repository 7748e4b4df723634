/* Paths with symbolic bytes: all ways that the bytes may lead are followed at once, each with
   the condition under which they do, in 0/1 arithmetic without branches. Only then is
   decided, once, which of the places where the path can end it is. */

enum { MOST_OUTCOMES = 256 };

/* Somewhere that the path may lead, and when. */
struct outcome { long error; struct found found; };

/* A directory where a name begins at some position. */
struct active { struct active *next; struct node *directory; unsigned char when; };

struct matching {
  long length;
  /* About each position: the byte is a slash, is the end; from here on only slashes follow;
     the name that begins here is the last one; a slash comes after it. */
  unsigned char *byte, *slash, *end, *tail, *last, *trailing;
  struct active **at;
  int how;
  /* Exactly one outcome is the one, whatever the bytes are. */
  long outcomes;
  struct outcome outcome[MOST_OUTCOMES];
  unsigned char when[MOST_OUTCOMES];
};

static void prepare(struct matching *m, const char *path, long longest) {
  long n = longest + 2;
  m->length = longest;
  unsigned char **tables[] = {&m->byte, &m->slash, &m->end, &m->tail, &m->last, &m->trailing};
  for (int i = 0; i < 6; i++) *tables[i] = __pleach_calloc(1, (size_t)n);
  m->at = __pleach_calloc((size_t)n, sizeof *m->at);
  for (long i = 0; i < longest; i++) m->byte[i] = (unsigned char)path[i];
  for (long i = n - 1; i >= 0; i--) {
    if (i >= longest) {
      m->end[i] = m->tail[i] = m->last[i] = 1;
      continue;
    }
    unsigned char slash = m->byte[i] == '/', end = m->byte[i] == 0;
    unsigned char inside = (unsigned char)(1 ^ (slash | end));
    m->slash[i] = slash;
    m->end[i] = end;
    m->tail[i] = (unsigned char)(end | (slash & m->tail[i + 1]));
    m->last[i] = (unsigned char)(end | (slash & m->tail[i + 1]) | (inside & m->last[i + 1]));
    m->trailing[i] = (unsigned char)(slash | (inside & m->trailing[i + 1]));
  }
}

static void forget(struct matching *m) {
  for (long i = 0; i < m->length + 2; i++)
    for (struct active *a = m->at[i], *next; a != NULL; a = next) next = a->next, __pleach_free(a);
  void *tables[] = {m->byte, m->slash, m->end, m->tail, m->last, m->trailing, m->at};
  for (int i = 0; i < 7; i++) __pleach_free(tables[i]);
}

static void reach(struct matching *m, long position, struct node *directory, unsigned char when) {
  if (surely_zero(when)) return;
  struct active **end = &m->at[position];
  for (; *end != NULL; end = &(*end)->next)
    if ((*end)->directory == directory) {
      (*end)->when |= when;
      return;
    }
  *end = __pleach_calloc(1, sizeof **end);
  **end = (struct active){NULL, directory, when};
}

static int same_place(const struct found *a, const struct found *b, int node_only) {
  if (node_only) return a->node == b->node;
  return a->node == b->node && a->directory == b->directory && a->entry == b->entry &&
         a->slash == b->slash && a->last == b->last && a->name == b->name;
}

static void ends(struct matching *m, unsigned char when, long error, struct found found) {
  if (surely_zero(when)) return;
  int node_only = m->how & NODE_ONLY;
  if (node_only && error == 0 && found.node == NULL) error = -ENOENT;
  for (long i = 0; i < m->outcomes; i++) {
    struct outcome *o = &m->outcome[i];
    if (o->error == error && (error != 0 || same_place(&o->found, &found, node_only))) {
      m->when[i] |= when;
      return;
    }
  }
  if (m->outcomes == MOST_OUTCOMES) {
    __pleach_refused(2, "an unknown path has more than 256 possible ends; the others are ENOENT");
    m->outcome[MOST_OUTCOMES - 1] = (struct outcome){-ENOENT, {0}};
    m->when[MOST_OUTCOMES - 1] |= when;
    return;
  }
  m->when[m->outcomes] = when;
  m->outcome[m->outcomes++] = (struct outcome){error, found};
}

static void fails(struct matching *m, unsigned char when, long error) {
  ends(m, when, error, (struct found){0});
}

/* A name that leads to `found` ends at `stop`: the path goes on, or ends there. */
static void arrive(struct matching *m, long stop, unsigned char when, struct node *directory,
                   struct found found) {
  unsigned char over = when & m->tail[stop], slash = over & m->slash[stop];
  unsigned char on = (unsigned char)(when & m->slash[stop] & (1 ^ m->tail[stop]));
  int is_link = found.node->type == TYPE_LINK;
  struct found through = found;
  if (m->how & (MAKING | TAKING)) {
    ends(m, m->how & TAKING ? (unsigned char)(over & (1 ^ slash)) : over, 0, found);
    found.slash = found.last == LAST_NAME;
    if (m->how & TAKING) ends(m, slash, 0, found);
    over = slash = 0;
  }
  /* From here on `slash` is when the node is asked for that lies behind a link. */
  if (is_link && (m->how & FOLLOW)) slash |= over, over = 0;
  ends(m, (unsigned char)(over & (1 ^ slash)), 0, found);
  if (is_link && (m->how & CREATING)) {
    /* The last name of what the link holds is the last name of all. */
    struct found last = found;
    links_followed = 0;
    long error = follow_link(directory, found.node, m->how, &last);
    ends(m, slash, error, last);
    slash = 0;
  }
  if (is_link) {
    links_followed = 0;
    long error = follow_link(directory, found.node, FOLLOW, &through);
    if (error != 0) {
      fails(m, on | slash, error);
      return;
    }
  }
  if (through.node == NULL) {
    ends(m, slash, 0, through);
    fails(m, on, -ENOENT);
  } else if (through.node->type == TYPE_DIRECTORY) {
    through.slash = found.last == LAST_NAME;
    ends(m, slash, 0, through);
    reach(m, stop + 1, through.node, on);
  } else if (is_link && (m->how & FOLLOW)) {
    ends(m, (unsigned char)(slash & m->end[stop]), 0, through);
    fails(m, (unsigned char)(on | (slash & m->slash[stop])), -ENOTDIR);
  } else {
    fails(m, on | slash, -ENOTDIR);
  }
}

/* Whether the bytes from `at` on are this name and nothing more. */
static unsigned char is_name(const struct matching *m, long at, const char *name, long length) {
  if (at + length > m->length) return 0;
  unsigned char is = m->slash[at + length] | m->end[at + length];
  for (long i = 0; i < length; i++) {
    is &= m->byte[at + i] == (unsigned char)name[i];
    if (surely_zero(is)) return 0;
  }
  return is;
}

static void names_in(struct matching *m, long at, struct node *directory, unsigned char when) {
  reach(m, at + 1, directory, (unsigned char)(when & m->slash[at] & (1 ^ m->tail[at])));
  ends(m, (unsigned char)(when & m->slash[at] & m->tail[at]), 0,
       (struct found){.node = directory, .last = LAST_ROOT});
  when &= (unsigned char)(1 ^ (m->slash[at] | m->end[at]));
  if (!may(directory, MAY_SEARCH)) {
    fails(m, when, -EACCES);
    return;
  }
  need_entries(directory);
  unsigned char known = 0, dot = is_name(m, at, ".", 1), up = is_name(m, at, "..", 2);
  if (m->how & CREATING) {
    unsigned char is_last = m->last[at] & m->trailing[at];
    unsigned char refused = (unsigned char)(when & is_last & (1 ^ (dot | up)));
    fails(m, refused, -EISDIR);
    when &= (unsigned char)(1 ^ refused);
  }
  for (struct entry *e = directory->entries; e != NULL; e = e->next) {
    unsigned char is = is_name(m, at, e->name, e->length);
    if (surely_zero(is)) continue;
    known |= is;
    arrive(m, at + e->length, is & when, directory,
           (struct found){.directory = directory, .entry = e, .node = e->node});
  }
  if (!surely_zero(dot))
    arrive(m, at + 1, dot & when, directory,
           (struct found){.directory = directory, .node = directory, .last = LAST_DOT});
  if (!surely_zero(up))
    arrive(m, at + 2, up & when, directory,
           (struct found){.directory = directory, .node = directory->parent, .last = LAST_DOTDOT});
  unsigned char missing = (unsigned char)(when & (1 ^ (known | dot | up)));
  unsigned char last = missing & m->last[at];
  ends(m, (unsigned char)(last & (1 ^ m->trailing[at])), 0, (struct found){.directory = directory});
  ends(m, last & m->trailing[at], 0, (struct found){.directory = directory, .slash = 1});
  fails(m, (unsigned char)(missing & (1 ^ m->last[at])), -ENOENT);
}

static long match(struct node *start, const char *path, long longest, int how,
                  struct found *found) {
  struct matching *m = __pleach_calloc(1, sizeof *m);
  if (m == NULL) return -ENOMEM;
  prepare(m, path, longest);
  m->how = how;
  reach(m, 0, start, (unsigned char)(1 ^ (m->slash[0] | m->end[0])));
  reach(m, 0, root, m->slash[0]);
  for (long at = 0; at <= longest; at++)
    for (struct active *a = m->at[at]; a != NULL; a = a->next)
      names_in(m, at, a->directory, a->when);
  fails(m, m->end[0], -ENOENT);
  struct outcome *chosen = &m->outcome[__pleach_choose(m->when, m->outcomes)];
  *found = chosen->found;
  long result = chosen->error;
  forget(m);
  __pleach_free(m);
  return result;
}
