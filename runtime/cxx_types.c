/* Type infos of the built-in types and of pointers to them, which belong to the C++ library. */
struct type { void *const *vtable; const char *name; };
struct type_of_pointer { struct type head; unsigned flags; const struct type *to; };

extern void *_ZTVN10__cxxabiv123__fundamental_type_infoE[];
extern void *_ZTVN10__cxxabiv119__pointer_type_infoE[];
enum { FUNCTIONS = 2, CONSTANT = 1 };

#define POINTER(name, target, flags)                                                             \
  const struct type_of_pointer _ZTI##name = {                                                    \
      {_ZTVN10__cxxabiv119__pointer_type_infoE + FUNCTIONS, #name}, flags, &_ZTI##target};

#define TYPE(name)                                                                               \
  const struct type _ZTI##name = {_ZTVN10__cxxabiv123__fundamental_type_infoE + FUNCTIONS, #name}; \
  POINTER(P##name, name, 0)                                                                      \
  POINTER(PK##name, name, CONSTANT)

TYPE(v) TYPE(b) TYPE(w) TYPE(c) TYPE(a) TYPE(h) TYPE(s) TYPE(t) TYPE(i) TYPE(j) TYPE(l) TYPE(m)
TYPE(x) TYPE(y) TYPE(n) TYPE(o) TYPE(f) TYPE(d) TYPE(e) TYPE(g) TYPE(Ds) TYPE(Di) TYPE(Du) TYPE(Dn)
