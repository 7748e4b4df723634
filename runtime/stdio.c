/* The standard streams as objects. The engine's own functions write to them and read from them;
 * they know this layout. */
#include "runtime.h"

struct stream {
  int descriptor;
  int error;
  int end;
};

static struct stream input = {0, 0, 0}, output = {1, 0, 0}, errors = {2, 0, 0};

RUNTIME struct stream *stdin = &input;
RUNTIME struct stream *stdout = &output;
RUNTIME struct stream *stderr = &errors;
