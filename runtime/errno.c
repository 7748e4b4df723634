/* errno of the only thread there is. */
#include "runtime.h"

static int error_number;

RUNTIME int *__errno_location(void) { return &error_number; }

RUNTIME int klee_get_errno(void) { return error_number; }
