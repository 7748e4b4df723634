/* std::exception and those of its children that the language itself throws. Everything here has
   the name that a C++ compiler gives it. */
#include <stddef.h>

void *__cxa_allocate_exception(size_t size);
_Noreturn void __cxa_throw(void *object, const void *type, void (*destructor)(void *));
void _ZdlPv(void *object);

struct type { void *const *vtable; const char *name; };
struct type_of_child { struct type head; const struct type *base; };

extern void *_ZTVN10__cxxabiv117__class_type_infoE[];
extern void *_ZTVN10__cxxabiv120__si_class_type_infoE[];
enum { FUNCTIONS = 2 }; /* words of a vtable before the place that objects point to */

struct vtable {
  long offset_to_top;
  const void *type;
  void (*destroy)(void *);
  void (*delete)(void *);
  const char *(*what)(const void *);
};

/* Destructors, `what` and vtable of a class; its type info is there before. */
#define CLASS(name, text)                                                                \
  void _ZN##name##D2Ev(void *object) { (void)object; }                                   \
  void _ZN##name##D1Ev(void *object) { (void)object; }                                   \
  void _ZN##name##D0Ev(void *object) { _ZdlPv(object); }                                 \
  const char *_ZNK##name##4whatEv(const void *object) {                                  \
    (void)object;                                                                        \
    return text;                                                                         \
  }                                                                                      \
  const struct vtable _ZTV##name = {0, &_ZTI##name, _ZN##name##D1Ev, _ZN##name##D0Ev,    \
                                    _ZNK##name##4whatEv};

#define CHILD(name, text)                                                                \
  const char _ZTS##name[] = #name;                                                       \
  const struct type_of_child _ZTI##name = {                                              \
      {_ZTVN10__cxxabiv120__si_class_type_infoE + FUNCTIONS, _ZTS##name},                \
      &_ZTISt9exception};                                                                \
  CLASS(name, text)

const char _ZTSSt9exception[] = "St9exception";
const struct type _ZTISt9exception = {_ZTVN10__cxxabiv117__class_type_infoE + FUNCTIONS,
                                      _ZTSSt9exception};
CLASS(St9exception, "std::exception")
CHILD(St13bad_exception, "std::bad_exception")
CHILD(St9bad_alloc, "std::bad_alloc")
CHILD(St8bad_cast, "std::bad_cast")
CHILD(St10bad_typeid, "std::bad_typeid")

_Noreturn static void throw(const struct vtable *class) {
  const void **object = __cxa_allocate_exception(sizeof *object);
  *object = &class->destroy;
  __cxa_throw(object, class->type, class->destroy);
}

/* dynamic_cast to a reference, and typeid of a null pointer's object. */
_Noreturn void __cxa_bad_cast(void) { throw(&_ZTVSt8bad_cast); }
_Noreturn void __cxa_bad_typeid(void) { throw(&_ZTVSt10bad_typeid); }
