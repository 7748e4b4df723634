/* dynamic_cast, by the layout of classes and type infos that the Itanium C++ ABI prescribes
   (2.4 vtables, 2.9.5 type infos, 2.9.7 __dynamic_cast). */
#include <stddef.h>

size_t klee_get_obj_size(void *pointer);

struct type { void *const *vtable; const char *name; };
struct type_of_single { struct type head; const struct type *base; };
struct base { const struct type *type; long place; };
struct type_of_multiple { struct type head; unsigned flags, count; struct base bases[]; };

enum { VIRTUAL = 1, PUBLIC = 2, FLAG_BITS = 8 };

/* Vtables of the library's own classes of type infos: only where they are counts. */
extern void *_ZTVN10__cxxabiv120__si_class_type_infoE[];
extern void *_ZTVN10__cxxabiv121__vmi_class_type_infoE[];
enum { FUNCTIONS = 2 }; /* words of a vtable before the place that objects point to */

/* Type infos of a library that is not there are declared only, and have nothing in them. */
static int is_known(const struct type *type) {
  return klee_get_obj_size((void *)type) >= sizeof *type;
}

/* The same type has one type info, or several of one name; names that begin with a star are
   local to their file. */
static int same(const struct type *a, const struct type *b) {
  if (a == b) return 1;
  if (!is_known(a) || !is_known(b)) return 0;
  const char *x = a->name, *y = b->name;
  if (x == y) return 1;
  if (x[0] == '*') return 0;
  while (*x != '\0' && *x == *y) x++, y++;
  return *x == *y;
}

/* A part of an object that is one of its classes. */
struct part { const struct type *type; const char *at; };

/* The part for the class's `i`th base; its access and whether there is one are the result. */
enum found { NONE, HIDDEN, OPEN };

static enum found base_of(struct part part, unsigned i, struct part *to) {
  if (!is_known(part.type)) return NONE;
  if (part.type->vtable == _ZTVN10__cxxabiv120__si_class_type_infoE + FUNCTIONS) {
    *to = (struct part){((const struct type_of_single *)part.type)->base, part.at};
    return i == 0 ? OPEN : NONE;
  }
  if (part.type->vtable != _ZTVN10__cxxabiv121__vmi_class_type_infoE + FUNCTIONS) return NONE;
  const struct type_of_multiple *type = (const struct type_of_multiple *)part.type;
  if (i >= type->count) return NONE;
  long place = type->bases[i].place, offset = place >> FLAG_BITS;
  /* Where a virtual base lies, the object's vtable knows. */
  if (place & VIRTUAL) offset = *(const long *)(*(const char *const *)part.at + offset);
  *to = (struct part){type->bases[i].type, part.at + offset};
  return place & PUBLIC ? OPEN : HIDDEN;
}

/* Parts of one class: the first one, whether there is another one, whether a public way leads
   to it. */
struct parts { const char *at; int several, is_public; };

static void add(struct parts *parts, const char *at, int is_public) {
  if (parts->at != NULL && parts->at != at) {
    parts->several = 1;
    return;
  }
  parts->at = at;
  parts->is_public |= is_public;
}

struct search {
  struct part source;
  const struct type *target;
  int source_is_public;     /* from the whole object */
  struct parts targets;     /* in the whole object */
  struct parts derived;     /* targets that the source is a base of, and the way from there to it */
};

/* The target that a part lies in, if any, and whether the way from there is public. */
struct inside { const char *target; int is_public; };

static void walk(struct search *s, struct part part, int is_public, struct inside inside) {
  if (same(part.type, s->target)) {
    add(&s->targets, part.at, is_public);
    inside = (struct inside){part.at, 1};
  }
  if (part.at == s->source.at && same(part.type, s->source.type)) {
    s->source_is_public |= is_public;
    if (inside.target != NULL) add(&s->derived, inside.target, inside.is_public);
  }
  struct part base;
  enum found found;
  for (unsigned i = 0; (found = base_of(part, i, &base)) != NONE; i++) {
    int open = found == OPEN;
    walk(s, base, is_public & open, (struct inside){inside.target, inside.is_public & open});
  }
}

/* The hint says where the source lies in the target at compile time; nothing depends on it. */
void *__dynamic_cast(const void *object, const struct type *from, const struct type *to,
                     ptrdiff_t hint) {
  (void)hint;
  const long *vtable = *(const long *const *)object;
  struct part whole = {(const struct type *)vtable[-1], (const char *)object + vtable[-2]};
  struct search s = {.source = {from, object}, .target = to};
  walk(&s, whole, 1, (struct inside){NULL, 0});
  const struct parts *result = &s.derived;
  if (result->at == NULL || result->several || !result->is_public) {
    result = &s.targets;
    if (!s.source_is_public || result->several || !result->is_public) return NULL;
  }
  return (void *)result->at;
}
