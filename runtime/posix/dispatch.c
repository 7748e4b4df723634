/* From numbers to functions: Linux on x86-64. Each group of calls says of a number that is not
   its own that it does not know it. */

/* How a call fails under --max-fail; 0 for those that never do. */
static long failure_of(long number) {
  switch (number) {
  case 0: case 1: case 3: case 17: case 18: case 19: case 20: return EIO;  /* read ... writev */
  case 2: case 257: return EACCES;                                         /* open */
  case 5: case 8: return EIO;                                              /* fstat, lseek */
  case 9: case 25: return ENOMEM;                                          /* mmap, mremap */
  case 22: case 293: return EMFILE;                                        /* pipe */
  case 32: case 33: case 292: return EMFILE;                               /* dup */
  case 74: case 75: case 76: case 77: case 285: return EIO;                /* fsync, truncate */
  case 79: return EACCES;                                                  /* getcwd */
  case 82: case 264: case 316: case 83: case 258: case 86: case 265: return ENOSPC;
  case 84: case 87: case 263: return EIO;                                  /* unlink */
  case 90: case 91: case 268: case 92: case 93: case 94: case 260: return EPERM;
  case 217: return EIO;                                                    /* getdents64 */
  default: return 0;
  }
}

static long files_call(int *known, long n, long a, long b, long c, long d, long e, long f) {
  switch (n) {
  case 0: return sys_read(a, (char *)b, c);
  case 1: return sys_write(a, (char *)b, c);
  case 2: return sys_openat(AT_FDCWD, (char *)a, b, c);
  case 3: return sys_close(a);
  case 4: return sys_newfstatat(AT_FDCWD, (char *)a, (struct kernel_stat *)b, 0);
  case 5: return sys_fstat(a, (struct kernel_stat *)b);
  case 6: return sys_newfstatat(AT_FDCWD, (char *)a, (struct kernel_stat *)b, AT_SYMLINK_NOFOLLOW);
  case 8: return sys_lseek(a, b, c);
  case 16: return sys_ioctl(a, b, c);
  case 17: return sys_pread(a, (char *)b, c, d);
  case 18: return sys_pwrite(a, (char *)b, c, d);
  case 19: return read_vectors(a, (struct vector *)b, c, AT_OFFSET);
  case 20: return write_vectors(a, (struct vector *)b, c, AT_OFFSET);
  case 295: return d < 0 ? -EINVAL : read_vectors(a, (struct vector *)b, c, d);
  case 296: return d < 0 ? -EINVAL : write_vectors(a, (struct vector *)b, c, d);
  case 22: return sys_pipe((int *)a, 0);
  case 293: return sys_pipe((int *)a, b);
  case 32: return sys_dup(a);
  case 33: return sys_dup2(a, b);
  case 292: return sys_dup3(a, b, c);
  case 40: return sys_sendfile(a, b, (long *)c, d);
  case 326: return sys_copy_file_range(a, (long *)b, c, (long *)d, e, (unsigned)f);
  case 72: return sys_fcntl(a, b, c);
  case 73: case 306: return usable(a) == NULL ? -EBADF : 0; /* flock, syncfs */
  case 74: case 75: return sys_fsync(a);
  case 187: return sys_readahead(a);
  case 221: return sys_fadvise(a, c, d);
  case 277: return sys_sync_file_range(a, b, c, (unsigned)d);
  case 162: return 0; /* sync */
  case 76: return sys_truncate((char *)a, b);
  case 77: return sys_ftruncate(a, b);
  case 85: return sys_openat(AT_FDCWD, (char *)a, O_CREAT | O_WRONLY | O_TRUNC, b);
  case 257: return sys_openat(a, (char *)b, c, d);
  case 285: return sys_fallocate(a, b, c, d);
  case 436: return sys_close_range((unsigned)a, (unsigned)b, c);
  case 137: return sys_statfs((char *)a, (struct kernel_statfs *)b);
  case 138: return sys_fstatfs(a, (struct kernel_statfs *)b);
  case 262: return sys_newfstatat(a, (char *)b, (struct kernel_stat *)c, d);
  case 332: return sys_statx(a, (char *)b, c, (struct statx *)e);
  default: *known = 0; return 0;
  }
}

static long attributes_of(const char *path, int how) {
  struct node *node;
  long error = look_up_existing(AT_FDCWD, path, how, &node);
  return error != 0 ? error : -EOPNOTSUPP;
}

static long names_call(int *known, long n, long a, long b, long c, long d, long e) {
  switch (n) {
  case 21: return sys_faccessat(AT_FDCWD, (char *)a, b, 0);
  case 269: return sys_faccessat(a, (char *)b, c, 0);
  case 439: return sys_faccessat(a, (char *)b, c, d);
  case 79: return sys_getcwd((char *)a, b);
  case 80: return sys_chdir((char *)a);
  case 81: return sys_fchdir(a);
  case 82: return sys_renameat(AT_FDCWD, (char *)a, AT_FDCWD, (char *)b, 0);
  case 264: return sys_renameat(a, (char *)b, c, (char *)d, 0);
  case 316: return sys_renameat(a, (char *)b, c, (char *)d, (unsigned)e);
  case 83: return sys_mkdirat(AT_FDCWD, (char *)a, b);
  case 258: return sys_mkdirat(a, (char *)b, c);
  case 84: return sys_unlinkat(AT_FDCWD, (char *)a, AT_REMOVEDIR);
  case 87: return sys_unlinkat(AT_FDCWD, (char *)a, 0);
  case 263: return sys_unlinkat(a, (char *)b, (int)c);
  case 86: return sys_linkat(AT_FDCWD, (char *)a, AT_FDCWD, (char *)b, 0);
  case 265: return sys_linkat(a, (char *)b, c, (char *)d, (int)e);
  case 88: return sys_symlinkat((char *)a, AT_FDCWD, (char *)b);
  case 266: return sys_symlinkat((char *)a, b, (char *)c);
  case 89: return sys_readlinkat(AT_FDCWD, (char *)a, (char *)b, c);
  case 267: return sys_readlinkat(a, (char *)b, (char *)c, d);
  case 133: return sys_mknodat(AT_FDCWD, (char *)a, b, c);
  case 259: return sys_mknodat(a, (char *)b, c, d);
  case 90: return sys_fchmodat(AT_FDCWD, (char *)a, b, 0);
  case 91: return sys_fchmod(a, b);
  case 268: return sys_fchmodat(a, (char *)b, c, 0);
  case 452: return sys_fchmodat(a, (char *)b, c, d);
  case 92: return sys_fchownat(AT_FDCWD, (char *)a, b, c, 0);
  case 93: return sys_fchown(a, b, c);
  case 94: return sys_fchownat(AT_FDCWD, (char *)a, b, c, AT_SYMLINK_NOFOLLOW);
  case 260: return sys_fchownat(a, (char *)b, c, d, (int)e);
  case 95: {
    unsigned before = mask_of_creation;
    mask_of_creation = (unsigned)a & 0777;
    return before;
  }
  case 132: return sys_utime((char *)a, (long *)b);
  case 235: return sys_futimesat(AT_FDCWD, (char *)a, (struct time *)b);
  case 261: return sys_futimesat(a, (char *)b, (struct time *)c);
  case 280: return sys_utimensat(a, (char *)b, (struct time *)c, (int)d);
  case 217: return sys_getdents64(a, (char *)b, (unsigned)c);
  /* Extended attributes: there are none. */
  case 188: case 191: case 194: case 197: return attributes_of((char *)a, FOLLOW);
  case 189: case 192: case 195: case 198: return attributes_of((char *)a, NO_FOLLOW);
  case 190: case 193: case 196: case 199: return usable(a) == NULL ? -EBADF : -EOPNOTSUPP;
  default: *known = 0; return 0;
  }
}

static long memory_call(int *known, long n, long a, long b, long c, long d, long e, long f) {
  switch (n) {
  case 9: return sys_mmap(a, b, c, d, e, f);
  case 11: return sys_munmap(a, b);
  case 12: return sys_brk(a);
  case 25: return sys_mremap(a, b, c, d);
  case 26: return sys_msync(a);
  case 27: return sys_mincore(a, b, (char *)c);
  case 10: return change_pages(a, b, PAGES); /* mprotect */
  case 28: return sys_madvise(a, b);
  case 149: case 150: return change_pages(a, b, PARTS); /* mlock, munlock */
  case 151: case 152: return 0;                         /* mlockall, munlockall */
  default: *known = 0; return 0;
  }
}

static long time_call(int *known, long n, long a, long b, long c, long d, long e, long f) {
  switch (n) {
  case 35: return sleep_on(REALTIME, 0, (struct time *)a, (struct time *)b);
  case 230: return sys_clock_nanosleep(a, b, (struct time *)c, (struct time *)d);
  case 36: return sys_getitimer(a, (struct timer *)b);
  case 37: return sys_alarm((unsigned)a);
  case 38: return sys_setitimer(a, (struct timer *)b, (struct timer *)c);
  case 96: return sys_gettimeofday((struct time *)a);
  case 100: return sys_times((long *)a);
  case 201: return sys_time((long *)a);
  case 228: return sys_clock_gettime(a, (struct time *)b);
  case 229: return sys_clock_getres(a, (struct time *)b);
  case 159: case 164: case 227: case 305: return -EPERM; /* setting the clock */
  case 7: return sys_poll((struct polled *)a, (unsigned long)b, c);
  case 271:
    return sys_ppoll((struct polled *)a, (unsigned long)b, (struct time *)c, (uint64_t *)d);
  case 23: return sys_select(a, (uint64_t *)b, (uint64_t *)c, (uint64_t *)d, (struct time *)e);
  case 270:
    return sys_pselect(a, (uint64_t *)b, (uint64_t *)c, (uint64_t *)d, (struct time *)e,
                       (struct masked *)f);
  default: *known = 0; return 0;
  }
}

static long signal_call(int *known, long n, long a, long b, long c) {
  switch (n) {
  case 13: return sys_rt_sigaction(a, (struct action *)b, (struct action *)c);
  case 14: return sys_rt_sigprocmask(a, (uint64_t *)b, (uint64_t *)c);
  case 34: return wait_for_signal(NULL);
  case 62: return sys_kill(a, b);
  case 200: return (int)a == PROCESS ? send_signal(b) : -ESRCH;
  case 234: return (int)a == PROCESS && (int)b == PROCESS ? send_signal(c) : -ESRCH;
  case 127: return PUT((void *)a, pending);
  case 130: return a == 0 ? -EFAULT : wait_for_signal((uint64_t *)a);
  case 131: return sys_sigaltstack((void *)a, (void *)b);
  default: *known = 0; return 0;
  }
}

static long identity_call(int *known, long n, long a, long b, long c) {
  switch (n) {
  case 39: case 186: case 218: return PROCESS; /* getpid, gettid, set_tid_address */
  case 110: return PARENT;
  case 111: return PROCESS;
  case 121: case 124: return (int)a == 0 || (int)a == PROCESS ? PROCESS : -ESRCH;
  case 109: return 0;
  case 112: return -EPERM;
  case 102: case 104: case 107: case 108: return USER;
  case 105: case 106: return set_id(a);
  case 113: case 114: return set_ids(a, b, -1);
  case 117: case 119: return set_ids(a, b, c);
  case 118: case 120: return get_ids((unsigned *)a, (unsigned *)b, (unsigned *)c);
  case 122: case 123: return USER; /* setfsuid, setfsgid: the one before */
  case 115: return sys_getgroups(a, (unsigned *)b);
  case 116: return -EPERM;
  case 63: return sys_uname((char *)a);
  case 99: return sys_sysinfo((unsigned long *)a);
  case 135: return 0; /* personality */
  case 140: return 20;
  case 141: return (int)c < 0 ? -EACCES : 0;
  default: *known = 0; return 0;
  }
}

static long process_call(int *known, long n, long a, long b, long c, long d) {
  switch (n) {
  case 60: case 231: end_process(a);
  case 56: case 57: case 58: case 435: return no_processes(n); /* clone, fork, vfork */
  case 59: return no_programs(n, (char *)a);
  case 322: return no_programs(n, (char *)b);
  case 61: case 247: return -ECHILD;                    /* wait4, waitid */
  case 24: case 273: return 0; /* sched_yield, set_robust_list */
  case 142: return set_priority((int *)b);
  case 144: return set_priority((int *)c);
  case 203: return sys_sched_setaffinity(b, (char *)c);
  case 143: return sys_sched_getparam((int *)b);
  case 145: return 0;
  case 146: case 147: return 0;
  case 148: return sys_sched_rr_get_interval((struct time *)b);
  case 204: return sys_sched_getaffinity(a, b, (char *)c);
  case 97: return sys_getrlimit(a, (struct limit *)b);
  case 160: return sys_setrlimit(a, (struct limit *)b);
  case 302: return sys_prlimit(a, b, (struct limit *)c, (struct limit *)d);
  case 98: return sys_getrusage(a, (void *)b);
  case 157: return sys_prctl(a, b);
  case 158: return 0; /* arch_prctl */
  case 202: return sys_futex((int *)a, b, c, (struct time *)d);
  case 309: return sys_getcpu((unsigned *)a, (unsigned *)b);
  case 318: return sys_getrandom((char *)a, b);
  case 334: return -ENOSYS; /* rseq: libraries do without */
  case 41: case 53: return no_network(n); /* socket, socketpair */
  case 42: case 43: case 44: case 45: case 46: case 47: case 48: case 49: case 50: case 51:
  case 52: case 54: case 55: case 288:
    return opened(a) == NULL ? -EBADF : -88;            /* not a socket */
  case 101: case 155: case 161: case 163: case 165: case 166: case 167: case 168: case 169:
  case 170: case 171: case 172: case 173: case 175: case 176: case 246:
    return -EPERM;                                      /* ptrace, chroot, mount, reboot, ... */
  default: *known = 0; return 0;
  }
}

static long call(long n, long a, long b, long c, long d, long e, long f) {
  int known = 1;
  long result = files_call(&known, n, a, b, c, d, e, f);
  if (known) return result;
  known = 1;
  result = memory_call(&known, n, a, b, c, d, e, f);
  if (known) return result;
  known = 1;
  result = signal_call(&known, n, a, b, c);
  if (known) return result;
  known = 1;
  result = names_call(&known, n, a, b, c, d, e);
  if (known) return result;
  known = 1;
  result = time_call(&known, n, a, b, c, d, e, f);
  if (known) return result;
  known = 1;
  result = identity_call(&known, n, a, b, c);
  if (known) return result;
  known = 1;
  result = process_call(&known, n, a, b, c, d);
  if (known) return result;
  __pleach_unmodelled(n);
  return -ENOSYS;
}

long __sym_syscall(long n, long a, long b, long c, long d, long e, long f) {
  make_world();
  if (failing != NULL) {
    long failure = failure_of(n);
    if (failure != 0 && __pleach_fails_now()) {
      /* Also when it fails, close gives the descriptor up. */
      long error = n == 3 ? sys_close(a) : 0;
      return error != 0 ? error : -failure;
    }
  }
  long result = call(n, a, b, c, d, e, f);
  ring_if_due();
  return result;
}
