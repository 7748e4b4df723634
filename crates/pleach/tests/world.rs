//! The world that a program sees, and that it cannot touch the host's.

mod support;

use pleach_report::Ktest;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use support::{json, output_of, pleach, text};
use tempfile::TempDir;

/// Copies its standard input, then the files that are its arguments.
const CAT: &str = r#"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
static void copy(int fd) {
  char b[100];
  for (long n; (n = read(fd, b, sizeof b)) > 0;)
    if (write(1, b, n) != n) _exit(9);
}
int main(int argc, char **argv) {
  if (argc == 1) copy(0);
  for (int i = 1; i < argc; i++) {
    int fd = open(argv[i], O_RDONLY);
    if (fd < 0) dprintf(2, "%s: %d\n", argv[i], errno);
    else copy(fd);
  }
}
"#;

fn folder_with(program: &str) -> TempDir {
    support::folder_with("program.c", program.as_bytes())
}

fn exec(folder: &Path, options: &[&str], args: &[&str]) -> Output {
    output_of(
        pleach()
            .current_dir(folder)
            .arg("exec")
            .args(options)
            .arg("program.c")
            .args(args)
            .stdin(Stdio::null()),
    )
}

#[test]
fn standard_input_is_the_hosts_in_exec() {
    let folder = folder_with(CAT);
    let mut command = pleach();
    command
        .current_dir(folder.path())
        .args(["exec", "program.c"]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"piped\n").unwrap();
    assert_eq!(text(&child.wait_with_output().unwrap().stdout), "piped\n");

    let file = std::fs::File::open(folder.path().join("program.c")).unwrap();
    let run = output_of(command.stdin(file).stdout(Stdio::piped()));
    assert_eq!(text(&run.stdout), CAT);
}

#[test]
fn only_what_is_mapped_can_be_read() {
    let folder = folder_with(CAT);
    let host = folder.path().join("host");
    std::fs::create_dir_all(host.join("deep")).unwrap();
    std::fs::write(folder.path().join("secret"), "secret").unwrap();
    std::fs::write(host.join("deep/file"), "mapped\n").unwrap();
    std::os::unix::fs::symlink("../../secret", host.join("deep/out")).unwrap();
    std::os::unix::fs::symlink("../secret", host.join("out")).unwrap();
    std::os::unix::fs::symlink("deep/file", host.join("in")).unwrap();
    std::os::unix::fs::symlink(folder.path(), host.join("absolute")).unwrap();

    let run = exec(folder.path(), &["--map", "host:."], &["deep/file", "in"]);
    assert_eq!(text(&run.stdout), "mapped\nmapped\n");
    let run = exec(
        folder.path(),
        &["--map", "host:/a/b"],
        &["/a/b/in", "deep/file"],
    );
    assert_eq!(text(&run.stdout), "mapped\n");
    assert_eq!(text(&run.stderr), "deep/file: 2\n");
    let run = exec(folder.path(), &["--map", "host/deep/file:x"], &["x"]);
    assert_eq!(text(&run.stdout), "mapped\n");

    let secret = folder.path().join("secret").display().to_string();
    let ways = ["out", "deep/out", "absolute/secret", "../secret", &secret];
    let run = exec(folder.path(), &["--map", "host:."], &ways);
    assert_eq!(text(&run.stdout), "");
    assert_eq!(text(&run.stderr).lines().count(), ways.len());
}

/// Everything below a folder: names, bytes, permissions and times.
fn snapshot(folder: &Path) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(here) = open.pop() {
        for entry in std::fs::read_dir(&here).unwrap() {
            let path = entry.unwrap().path();
            let metadata = path.symlink_metadata().unwrap();
            let bytes = std::fs::read(&path).unwrap_or_default();
            let (permissions, time) = (metadata.permissions(), metadata.modified().unwrap());
            all.insert(format!("{path:?} {permissions:?} {time:?} {bytes:?}"));
            if metadata.is_dir() {
                open.push(path);
            }
        }
    }
    all
}

#[test]
fn the_host_is_never_written() {
    let folder = folder_with(
        r#"
        #define _GNU_SOURCE
        #include <arpa/inet.h>
        #include <fcntl.h>
        #include <netinet/in.h>
        #include <signal.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <sys/stat.h>
        #include <unistd.h>
        int main(int argc, char **argv) {
          char path[600], b[64];
          int bad = 0, fd;
          /* In the mapped folder everything works, and stays here. */
          if (unlink("file") || mkdir("new", 0777) || rename("other", "new/other")) bad |= 1;
          fd = open("keep", O_RDWR | O_TRUNC);
          if (write(fd, "changed", 7) != 7 || fchmod(fd, 0)) bad |= 2;
          if (truncate("deep/x", 1000) || symlink("a", "b") || link("keep", "hard")) bad |= 4;
          fd = open("made", O_CREAT | O_WRONLY, 0666);
          if (write(fd, "made", 4) != 4) bad |= 8;
          /* Outside there is nothing. */
          snprintf(path, sizeof path, "%s/outside", argv[1]);
          if (unlink(path) == 0 || open(path, O_RDWR) >= 0) bad |= 16;
          if (open(path, O_RDWR | O_CREAT, 0666) >= 0) bad |= 32;
          char *words[] = {"touch", path, NULL};
          if (fork() >= 0) bad |= 64;
          execve("/usr/bin/touch", words, NULL);
          execvp("touch", words);
          struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[2]))};
          to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
          fd = socket(AF_INET, SOCK_STREAM, 0);
          if (fd >= 0 || connect(3, (void *)&to, sizeof to) == 0) bad |= 128;
          if (kill(getppid(), SIGTERM) == 0) bad |= 256;
          if (open("/proc/self/mem", O_RDWR) >= 0 || open("/etc/shadow", O_RDONLY) >= 0) bad |= 512;
          printf("%d\n", bad);
          return 0;
        }"#,
    );
    let host = folder.path().join("host");
    std::fs::create_dir_all(host.join("deep")).unwrap();
    for name in ["file", "other", "keep", "deep/x"] {
        std::fs::write(host.join(name), name).unwrap();
    }
    std::fs::write(folder.path().join("outside"), "outside").unwrap();
    let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let before = snapshot(folder.path());
    let name = folder.path().display().to_string();
    let run = exec(folder.path(), &["--map", "host:."], &[&name, &port]);
    assert_eq!(text(&run.stdout), "0\n", "{}", text(&run.stderr));
    assert_eq!(snapshot(folder.path()), before);
    assert!(listener.accept().is_err(), "somebody has connected");
}

fn run(folder: &Path, words: &[&str]) -> serde_json::Value {
    let run = output_of(
        pleach()
            .current_dir(folder)
            .args(["run", "--output-dir", "out", "--jobs", "1", "program.c"])
            .args(words),
    );
    assert!(run.status.success(), "{}", text(&run.stderr));
    json(&folder.join("out/run.json"))
}

#[test]
fn tests_have_klee_objects() {
    let folder = folder_with("int main(int argc, char **argv) { return argc; }");
    let words =
        "--sym-args 2 2 3 --sym-files 2 5 --sym-stdin 4 --sym-stdout -- -sym-arg=1 x --sym-env Y 2";
    let words: Vec<&str> = words.split(' ').collect();
    let record = run(folder.path(), &words);
    assert_eq!(record["tests"], 1);
    let bytes = std::fs::read(folder.path().join("out/test000001.ktest")).unwrap();
    let test = Ktest::from_bytes(&bytes).unwrap();
    let objects: Vec<(String, usize)> = test
        .objects
        .iter()
        .map(|object| (text(&object.name), object.bytes.len()))
        .collect();
    let expected = [
        ("arg0", 4),
        ("arg1", 4),
        ("arg2", 2),
        ("env-Y", 3),
        ("A-data", 5),
        ("A-data-stat", 144),
        ("B-data", 5),
        ("B-data-stat", 144),
        ("stdin", 4),
        ("stdin-stat", 144),
        ("stdout", 1024),
        ("stdout-stat", 144),
        ("model_version", 4),
    ];
    let expected: Vec<(String, usize)> = expected.map(|(n, l)| (n.to_owned(), l)).into();
    assert_eq!(objects, expected);
}

#[test]
fn calls_without_a_model_are_counted() {
    let folder = folder_with(
        "#include <sys/syscall.h>\n#include <unistd.h>\n\
         int main(void) { for (int i = 0; i < 3; i++) syscall(SYS_bpf, 0, 0, 0, 0, 0, 0); return 0; }",
    );
    let record = run(folder.path(), &[]);
    assert_eq!(record["unmodelled_system_calls"]["bpf"], 3);
}

#[test]
fn a_signal_ends_the_program() {
    let folder = folder_with(
        "#include <signal.h>\n#include <unistd.h>\n\
         int main(void) { kill(getpid(), SIGTERM); return 0; }",
    );
    assert_eq!(exec(folder.path(), &[], &[]).status.code(), Some(143));
}
