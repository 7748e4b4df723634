//! Heap addresses, and what else the model of the system hands out: paths agree on what they have
//! in common, and freed memory is remembered in bounded memory.

mod support;

use serde_json::Value;
use std::path::Path;
use support::{folder_with, json, output_of, pleach, text};

/// Each path does something of its own, then all do the same and say what they got.
const SOMETHING_MORE: &str = r#"
#include <dirent.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static void *deep(int n) { return n == 0 ? malloc(24) : deep(n - 1); }

static void more(unsigned char way) {
  char name[] = "/tmp/more-XXXXXX", bytes[5];
  int ends[2];
  switch (way) {
  case 1: for (int i = 0; i < 3; i++) malloc(24); break;
  case 2: free(realloc(strdup("something"), 300)); break;
  case 3: close(open("/tmp/more", O_CREAT | O_RDWR, 0600)), unlink("/tmp/more"); break;
  case 4: {
    FILE *f = fopen("/tmp/more", "w");
    fprintf(f, "%100d", 7);
    fclose(f), unlink("/tmp/more");
    break;
  }
  case 5: munmap(mmap(NULL, 5000, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 5000); break;
  case 6: pipe(ends), close(ends[0]), close(ends[1]); break;
  case 7: getrandom(bytes, sizeof bytes, 0); break;
  case 8: close(mkstemp(name)), unlink(name); break;
  case 9: {
    DIR *d = opendir("/etc");
    while (readdir(d) != NULL) {}
    closedir(d);
    break;
  }
  case 10: free(deep(30)); break;
  case 11:
    for (int i = 3; i < 40; i++) dup2(1, i);
    for (int i = 3; i < 40; i++) close(i);
    break;
  case 12: mkdir("/tmp/more", 0700), rmdir("/tmp/more"); break;
  }
}

int main(void) {
  unsigned char way;
  klee_make_symbolic(&way, 1, "way");
  klee_assume(way <= 12);
  more(way);
  printf("heap %p %p %p\n", malloc(24), calloc(3, 100), strdup("text"));
  printf("large %p grown %p\n", malloc(100000), realloc(malloc(10), 300));
  printf("deep %p\n", deep(5));
  printf("mapped %p\n", mmap(NULL, 5000, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  FILE *f = fopen("/tmp/file", "w");
  struct stat s;
  fstat(fileno(f), &s);
  printf("file %p %d node %lu of %lu\n", (void *)f, fileno(f), s.st_ino, s.st_dev);
  printf("made %ld.%09ld\n", s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
  unsigned long luck[2];
  getrandom(&luck[0], 8, 0), getrandom(&luck[1], 8, 0);
  printf("luck %lx %d\n", luck[0], luck[0] != luck[1]);
  char name[] = "/tmp/nameXXXXXX";
  printf("temporary %d %s\n", mkstemp(name), name);
  DIR *d = opendir("/tmp");
  for (struct dirent *e; (e = readdir(d)) != NULL;) printf("%s %ld\n", e->d_name, e->d_off);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  printf("now %ld.%09ld\n", now.tv_sec, now.tv_nsec);
  return 0;
}
"#;

fn run(folder: &Path, flags: &[&str]) -> Value {
    let mut command = pleach();
    command.current_dir(folder).args(["run", "--quiet"]);
    command.args(["--output-dir", "out", "--jobs", "1"]);
    let run = output_of(command.args(flags).arg("program.c"));
    assert!(run.status.success(), "{}", text(&run.stderr));
    json(&folder.join("out/run.json"))
}

#[test]
fn what_one_path_does_more_moves_nothing_of_the_others() {
    let folder = folder_with("program.c", SOMETHING_MORE.as_bytes());
    let record = run(folder.path(), &["--libc", "musl", "--write-output"]);
    assert_eq!(record["totals"]["paths"], 13, "{}", record["incomplete"]);
    let printed = |test: usize| {
        let name = format!("out/test{test:06}.stdout");
        text(&std::fs::read(folder.path().join(name)).expect("what it printed"))
    };
    let first = printed(1);
    assert!(first.contains("luck ") && first.contains(" 1\n"), "{first}");
    for test in 2..=13 {
        assert_eq!(printed(test), first, "test {test}");
    }
}

const CHURN: &str = r#"
#include <stdlib.h>
int main(void) {
  long total = 0;
  for (long i = 0; i < ROUNDS; i++) {
    long *p = malloc(24);
    *p = i;
    total += *p;
    free(p);
  }
  return total & 1;
}
"#;

/// Megabytes that it takes to allocate and free so often.
fn megabytes(rounds: u32) -> u64 {
    let folder = folder_with("program.c", CHURN.as_bytes());
    let record = run(folder.path(), &[&format!("-DROUNDS={rounds}")]);
    let ticks = std::fs::read_to_string(folder.path().join("out/stats.jsonl")).expect("statistics");
    let ticks = ticks
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    let memory = |record: &Value| record["measured"]["memory_bytes"].as_u64();
    let most = ticks
        .chain([record])
        .filter_map(|tick: Value| memory(&tick))
        .max();
    most.expect("somebody measured") >> 20
}

#[test]
fn allocating_and_freeing_in_a_loop_takes_bounded_memory() {
    let (few, many) = (megabytes(300_000), megabytes(900_000));
    assert!(many < few + 20, "{few} MB, then {many} MB");
}

#[test]
fn what_was_freed_long_ago_is_an_error_that_says_so() {
    const FORGOTTEN: &str = r#"
#include <stdlib.h>
int main(int argc, char **argv) {
  char *old = malloc(24);
  free(old);
  for (int i = 0; i < 250000; i++) free(malloc(24));
  FINALLY;
}
"#;
    let folder = folder_with("program.c", FORGOTTEN.as_bytes());
    for (finally, expected) in [
        (
            "return *old",
            "error[out-of-bounds-read]: read of 1 byte at 0x",
        ),
        ("free(old)", "error[invalid-free]: free of 0x"),
    ] {
        let mut command = pleach();
        command
            .current_dir(folder.path())
            .args(["run", "--no-output"]);
        let run = output_of(command.arg(format!("-DFINALLY={finally}")).arg("program.c"));
        let said = text(&run.stdout) + &text(&run.stderr);
        assert!(said.contains(expected), "{said}");
        let why = ", heap memory that was freed long ago or never allocated";
        assert!(said.contains(why), "{said}");
    }
}
