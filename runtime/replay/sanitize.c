/* What code compiled with -fsanitize=undefined calls where a check fails, for native programs:
 * says where and which check it was, and ends the program as pleach ends the path. */
#include <stdio.h>
#include <stdlib.h>

struct place {
  const char *file;
  unsigned line, column;
};

static void failed(const char *check, const struct place *place) {
  if (place && place->file)
    fprintf(stderr, "%s:%u:%u: runtime error: %s\n", place->file, place->line, place->column, check);
  else
    fprintf(stderr, "runtime error: %s\n", check);
  fflush(NULL);
  abort();
}

/* A record that describes a check begins with its place. */
#define HANDLER(name) \
  void __ubsan_handle_##name(struct place *record) { failed(#name, record); } \
  void __ubsan_handle_##name##_abort(struct place *record) { failed(#name, record); }

/* The place is the second argument. */
#define HANDLER_OF_RETURN(name) \
  void __ubsan_handle_##name(void *record, struct place *place) { failed(#name, place); } \
  void __ubsan_handle_##name##_abort(void *record, struct place *place) { failed(#name, place); }

HANDLER(add_overflow)
HANDLER(alignment_assumption)
HANDLER(builtin_unreachable)
HANDLER(divrem_overflow)
HANDLER(float_cast_overflow)
HANDLER(function_type_mismatch)
HANDLER(implicit_conversion)
HANDLER(invalid_builtin)
HANDLER(load_invalid_value)
HANDLER(missing_return)
HANDLER(mul_overflow)
HANDLER(negate_overflow)
HANDLER(nonnull_arg)
HANDLER(nullability_arg)
HANDLER(out_of_bounds)
HANDLER(pointer_overflow)
HANDLER(shift_out_of_bounds)
HANDLER(sub_overflow)
HANDLER(type_mismatch_v1)
HANDLER(vla_bound_not_positive)
HANDLER_OF_RETURN(nonnull_return_v1)
HANDLER_OF_RETURN(nullability_return_v1)

void __ubsan_handle_local_out_of_bounds(void) { failed("local_out_of_bounds", NULL); }
void __ubsan_handle_local_out_of_bounds_abort(void) { failed("local_out_of_bounds", NULL); }
