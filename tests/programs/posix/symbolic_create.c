// A name with unknown bytes that is made gets one value, and the run says that it is not complete.
//~ FLAGS: --sym-arg 2
//~ PATHS: any
//~ INCOMPLETE: a file name that the program makes was fixed to one of its values
#include <errno.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int fd = open(argv[1], O_WRONLY | O_CREAT | O_EXCL, 0600);
  if (fd < 0) {
    klee_assert(errno == EEXIST || errno == ENOENT || errno == EISDIR || errno == EACCES);
    return 1;
  }
  klee_assert(write(fd, "x", 1) == 1 && access(argv[1], F_OK) == 0);
  klee_assert(unlink(argv[1]) == 0 && access(argv[1], F_OK) < 0);
  return 0;
}
