/* The world behind the syscalls: what the files of the model share.
   All of it is ordinary C data, so every path has its own by itself. The files are one
   translation unit (posix.c) whose names are all static: a program may use any name it likes. */
#ifndef PLEACH_POSIX_H
#define PLEACH_POSIX_H

#include <stddef.h>
#include <stdint.h>

/* Error numbers of Linux; syscalls return them negated. */
enum {
  EPERM = 1, ENOENT = 2, ESRCH = 3, EINTR = 4, EIO = 5, ENXIO = 6, E2BIG = 7, EBADF = 9,
  ECHILD = 10, EAGAIN = 11, ENOMEM = 12, EACCES = 13, EFAULT = 14, EBUSY = 16, EEXIST = 17,
  EXDEV = 18, ENODEV = 19, ENOTDIR = 20, EISDIR = 21, EINVAL = 22, ENFILE = 23, EMFILE = 24,
  ENOTTY = 25, EFBIG = 27, ENOSPC = 28, ESPIPE = 29, EROFS = 30, EMLINK = 31, EPIPE = 32,
  EDOM = 33, ERANGE = 34, ENAMETOOLONG = 36, ENOSYS = 38, ENOTEMPTY = 39, ELOOP = 40,
  ENODATA = 61, EOVERFLOW = 75, EOPNOTSUPP = 95, EAFNOSUPPORT = 97, ETIMEDOUT = 110,
};

enum {
  TYPE_MASK = 0170000, TYPE_FIFO = 0010000, TYPE_CHARACTER = 0020000, TYPE_DIRECTORY = 0040000,
  TYPE_BLOCK = 0060000, TYPE_REGULAR = 0100000, TYPE_LINK = 0120000, TYPE_SOCKET = 0140000,
};

enum {
  O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2, O_ACCMODE = 3, O_CREAT = 0100, O_EXCL = 0200,
  O_TRUNC = 01000, O_APPEND = 02000, O_NONBLOCK = 04000, O_DIRECTORY = 0200000,
  O_NOFOLLOW = 0400000, O_CLOEXEC = 02000000, O_PATH = 010000000, O_TMPFILE = 020200000,
};

enum {
  AT_FDCWD = -100, AT_SYMLINK_NOFOLLOW = 0x100, AT_REMOVEDIR = 0x200, AT_EACCESS = 0x200,
  AT_SYMLINK_FOLLOW = 0x400, AT_EMPTY_PATH = 0x1000,
};

enum { MAY_READ = 4, MAY_WRITE = 2, MAY_SEARCH = 1, MAY_RUN = 1 };

enum {
  USER = 1000,             /* uid and gid of the process and of its files */
  PROCESS = 4000, PARENT = 3999,
  PAGE = 4096,
  MOST_DESCRIPTORS = 1024,
  MOST_STORED = 64 << 20,  /* bytes of one file that are kept; holes at its end are free */
  MOST_NAME = 255,
  MOST_PATH = 4096,
  MOST_LINKS = 40,         /* symbolic links followed in one path */
  PIPE_ROOM = 65536,
};

struct time { long seconds, nanoseconds; };

/* What is behind a node that is not plain data. */
enum device {
  NO_DEVICE, NULL_DEVICE, ZERO_DEVICE, FULL_DEVICE, RANDOM_DEVICE, TTY_DEVICE,
  OUTPUT_DEVICE,      /* what the program prints: the descriptor number is in `which` */
  INPUT_DEVICE,       /* the host's standard input, in concrete runs */
};

struct pipe { char *bytes; long start, filled; unsigned readers, writers; };

struct node {
  unsigned type;         /* TYPE_*, never symbolic */
  unsigned permissions;  /* 07777, may be symbolic */
  unsigned uid, gid;
  unsigned links;        /* entries that name it; as on Linux, 2 and more for directories */
  unsigned opens;        /* open files and the like that use it */
  unsigned long number;
  unsigned long device_number;
  enum device device;
  int which;
  struct time accessed, modified, changed;
  long size;             /* may be symbolic after a truncation to a symbolic size */
  char *data;            /* bytes of a file, target of a link */
  long room;             /* bytes at `data`; those beyond `size` are zero */
  struct entry *entries; /* of a directory, oldest first */
  struct node *parent;
  struct pipe *pipe;
  int map;               /* which --map its contents are still to be read from, or -1 */
  char *host;            /* its path below that */
};

struct entry {
  struct entry *next;
  struct node *node;
  char *name;
  long length;
  long cookie;           /* rises within a directory: a place to go on reading from */
};

/* An open file description: shared by duplicates. */
struct open_file { unsigned references; int flags; long offset; struct node *node; };

struct slot { struct open_file *open; int close_on_exec; };

/* The kernel's struct stat. */
struct kernel_stat {
  uint64_t st_dev, st_ino, st_nlink;
  uint32_t st_mode, st_uid, st_gid, padding;
  uint64_t st_rdev;
  int64_t st_size, st_blksize, st_blocks;
  int64_t st_atime, st_atime_nsec, st_mtime, st_mtime_nsec, st_ctime, st_ctime_nsec;
  int64_t unused[3];
};
_Static_assert(sizeof(struct kernel_stat) == 144, "the kernel's layout");

/* Where a path leads. */
enum last { LAST_NAME, LAST_DOT, LAST_DOTDOT, LAST_ROOT };
struct found {
  struct node *directory;  /* that holds the last name */
  struct entry *entry;     /* null where there is none, or where a link was followed */
  struct node *node;       /* null: the last name is missing in `directory` */
  enum last last;
  int slash;               /* the path ends in one; not told where a node was found by MAKING */
  char *name;              /* of a missing one: null as long as it is symbolic */
  long length;
  char *copy;              /* to be freed */
};
/* NODE_ONLY: what is missing is an error, and nothing but the node is asked for. */
/* MAKING: what is there counts as it is, a slash behind its name or not. */
/* TAKING: the same, and whether there is a slash is told. */
/* CREATING: a slash behind the last name is EISDIR, whatever the name leads to. */
enum {
  NO_FOLLOW = 0, FOLLOW = 1, EMPTY_IS_START = 2, NODE_ONLY = 4, MAKING = 8, CREATING = 16,
  TAKING = 32,
};

/* The engine. */
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
void klee_make_symbolic(void *object, size_t size, const char *name);
void klee_assume(uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition);
int klee_range(int begin, int end, const char *name);
unsigned klee_is_symbolic(uintptr_t value);
size_t klee_get_obj_size(void *pointer);
void klee_check_memory_access(const void *pointer, size_t size);

/* The configuration of the run as records (see environment.c); null without one. */
const char *__pleach_world(void);
/* From now on calls may fail: those with these numbers, at most `most`. Whether the next one that
   may fail does. Allocations of the program's are among them. */
void __pleach_failures(const int *numbers, long most, int *error_number);
int __pleach_fails_now(void);
int *__errno_location(void);
/* Objects of the model, which have a segment of their own. The program can use them but not free
   them. Their addresses depend on where they are allocated and how often that was done before, not
   on what is allocated elsewhere, and they never fail under --max-fail. */
void *__pleach_malloc(size_t size);
void *__pleach_calloc(size_t n, size_t size);
void *__pleach_memalign(size_t align, size_t size); /* of zeroes */
void __pleach_free(void *object);
/* What such an object is to the program, for messages. */
enum gift { ARGUMENT_TEXT, ARGUMENT_LIST, VARIABLE_TEXT, VARIABLE_LIST, MAPPING };
void __pleach_give(void *object, enum gift gift, long number);
/* Whether an address is far from everything that there is: on a machine it would not be mapped. */
int __pleach_unmapped(const void *address);
/* A value as one of its values: each a path of its own if there are few `choices`, else one. */
long __pleach_fix(long value, long choices);
/* The index of the byte that is 1, where always exactly one is; each index is a path of its own. */
long __pleach_choose(const unsigned char *when, long count);
/* The longest that a string can be; ~length if a byte of it is symbolic. */
long __pleach_path_length(const char *path);
/* A copy of a string, every byte fixed to one value. */
char *__pleach_fixed_copy(const char *path);
/* Whether there is still somebody who reads it. */
int __pleach_output(int descriptor, const void *bytes, long n);
long __pleach_input(void *to, long n);
/* What is in a mapped folder, as records; the bytes of a mapped file or link. */
const char *__pleach_host_list(int map, const char *path);
char *__pleach_host_bytes(int map, const char *path, long size);
void __pleach_unmodelled(long number);
/* A call that a real system would do and the model does not: the run is then not complete. */
void __pleach_refused(long number, const char *reason);
void __pleach_note(const char *text);
_Noreturn void __pleach_exit(int status);
_Noreturn void __pleach_killed(int signal);
void __pleach_handles(long signal, void (*entry)(long, uint64_t), uint64_t *mask);
_Noreturn void __pleach_fault_over(void);
_Noreturn void __pleach_blocked(const char *call);

/* Between the files. */
static struct time moment(void);
static void deliver_signals(void);
static void raise_signal(int signal);
static int alarm_interrupts(void);

static inline int is_symbolic(long value) { return klee_is_symbolic((uintptr_t)value) != 0; }

/* Known to be zero, as a fact about the engine's representation: it never forks. */
static inline int surely_zero(long value) { return !is_symbolic(value) && value == 0; }

/* A number below `choices` that is not symbolic any more. */
static inline long fixed(long value, long choices) {
  return is_symbolic(value) ? __pleach_fix(value, choices) : value;
}

/* The part of `n` bytes that there is: at most `most`. */
static inline long portion(long n, long most) { return n >= most ? most : fixed(n, most); }

/* How many bytes the program gives there, not symbolic any more: no more than there are. */
static inline long fixed_size(const void *at, long n) {
  if (!is_symbolic(n)) return n;
  klee_check_memory_access(at, (size_t)n);
  return __pleach_fix(n, (long)klee_get_obj_size((void *)at));
}

#endif
