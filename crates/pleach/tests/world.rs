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
            .args(["run", "--no-fail", "--output-dir", "out"])
            .args(["--jobs", "1", "program.c"])
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

#[test]
fn an_empty_mapped_file_can_be_written() {
    let folder = folder_with(
        r#"
        #include <fcntl.h>
        #include <stdio.h>
        #include <unistd.h>
        int main(void) {
          char b[16] = "";
          int fd = open("empty", O_RDWR);
          if (write(fd, "one ", 4) != 4 || write(fd, "two", 3) != 3) return 1;
          printf("%ld %s\n", (long)pread(fd, b, 15, 0), b);
          return 0;
        }"#,
    );
    std::fs::create_dir(folder.path().join("host")).unwrap();
    std::fs::write(folder.path().join("host/empty"), "").unwrap();
    let run = exec(folder.path(), &["--map", "host:."], &[]);
    assert_eq!(text(&run.stdout), "7 one two\n");
}

#[test]
fn a_large_input_is_an_error_and_not_zeros() {
    let folder = folder_with(
        "#include <errno.h>\n#include <stdio.h>\n#include <unistd.h>\n\
         int main(void) { char b; if (read(0, &b, 1) < 0) printf(\"%d\\n\", errno); return 0; }",
    );
    let large = std::fs::File::create(folder.path().join("large")).unwrap();
    large.set_len((64 << 20) + 1).unwrap();
    let input = std::fs::File::open(folder.path().join("large")).unwrap();
    let run = output_of(
        pleach()
            .current_dir(folder.path())
            .args(["exec", "program.c"])
            .stdin(input),
    );
    assert_eq!(text(&run.stdout), "5\n");
    assert!(
        text(&run.stderr).contains("64 MiB"),
        "{}",
        text(&run.stderr)
    );
}

#[test]
fn maps_in_odd_places() {
    let folder = folder_with(CAT);
    let host = folder.path().join("host");
    std::fs::create_dir(&host).unwrap();
    std::fs::write(host.join("file"), "mapped\n").unwrap();
    let map = |maps: &[&str], name: &str| {
        let options: Vec<&str> = maps.iter().flat_map(|map| ["--map", map]).collect();
        let run = exec(folder.path(), &options, &[name]);
        (text(&run.stdout), text(&run.stderr))
    };
    for guest in ["host:/x", "host:/x/.", "host:/x/./", "host:/./x//"] {
        assert_eq!(map(&[guest], "/x/file"), ("mapped\n".into(), String::new()));
    }
    for maps in [
        &["host/file:/tmp"][..],
        &["host/file:."],
        &["host:/etc/passwd/x"],
    ] {
        let (_, messages) = map(maps, "/dev/null");
        assert!(messages.contains("--map: nothing is mapped at"), "{maps:?}");
    }
    let both = ["host:/x", "program.c:/x/file", "host:/x"];
    assert_eq!(map(&both, "/x/file"), (CAT.to_owned(), String::new()));
}

/// A name that is there already hides the host's, which is nobody's leak.
#[test]
fn folders_mapped_over_each_other_leak_nothing() {
    let folder = folder_with(
        "#include <fcntl.h>\n#include <unistd.h>\n\
         int main(void) { char b[9] = \"\"; int fd = open(\"file\", O_RDONLY);\n\
         return read(fd, b, 8) == 3 && b[0] == 'o' && access(\"more\", F_OK) == 0 ? 0 : 1; }",
    );
    for (name, file, bytes) in [
        ("a", "file", "one"),
        ("b", "file", "two!"),
        ("b", "more", ""),
    ] {
        std::fs::create_dir_all(folder.path().join(name)).unwrap();
        std::fs::write(folder.path().join(name).join(file), bytes).unwrap();
    }
    let words = ["--check", "leak", "--map", "a:.", "--map", "b:."];
    let record = run(folder.path(), &words);
    assert_eq!(record["findings"], serde_json::json!([]));
    assert_eq!(exec(folder.path(), &words[2..], &[]).status.code(), Some(0));
}

#[test]
fn names_need_not_be_utf8() {
    use std::os::unix::ffi::OsStringExt;
    let folder = folder_with(CAT);
    let name = std::ffi::OsString::from_vec(b"\xff.txt".to_vec());
    std::fs::write(folder.path().join(&name), "odd\n").unwrap();
    let mut map = std::ffi::OsString::from("--map=");
    map.push(&name);
    map.push(":/x");
    let mut command = pleach();
    command.current_dir(folder.path()).arg("exec").arg(map);
    let run = output_of(command.args(["program.c", "/x"]));
    assert_eq!(text(&run.stdout), "odd\n", "{}", text(&run.stderr));
}

/// Reads one line of what the command prints, and no more of it; then how the command ended.
fn read_a_line(command: &mut std::process::Command) -> (String, Option<i32>, String) {
    use std::io::{BufRead, BufReader, Read};
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = child.stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    drop(reader);
    let mut messages = String::new();
    let mut errors = child.stderr.take().unwrap();
    errors.read_to_string(&mut messages).unwrap();
    (line, child.wait().unwrap().code(), messages)
}

#[test]
fn nobody_reads_on() {
    let folder = folder_with(
        "#include <errno.h>\n#include <signal.h>\n#include <stdio.h>\n#include <unistd.h>\n\
         int main(int argc, char **argv) { if (argc > 1) signal(SIGPIPE, SIG_IGN);\n\
         while (write(1, \"y\\n\", 2) == 2) {}\n return errno; }",
    );
    let exec = |args: &[&str]| {
        let mut command = pleach();
        command.current_dir(folder.path()).arg("exec").args(args);
        read_a_line(&mut command)
    };
    let line = "y\n".to_owned();
    assert_eq!(
        exec(&["program.c"]),
        (line.clone(), Some(141), String::new())
    );
    let ignoring = exec(&["program.c", "ignore"]);
    assert_eq!(ignoring, (line.clone(), Some(32), String::new()));
    let puts = "#include <stdio.h>\nint main(void) { for (;;) puts(\"y\"); }";
    std::fs::write(folder.path().join("puts.c"), puts).unwrap();
    for libc in ["--libc=small", "--libc=musl"] {
        assert_eq!(
            exec(&[libc, "puts.c"]),
            (line.clone(), Some(141), String::new())
        );
    }
}

#[test]
fn nobody_reads_a_long_list_of_tests() {
    let folder = folder_with("int main(void) { return 0; }");
    run(folder.path(), &["--sym-stdin", "1"]);
    let test = "out/test000001.ktest";
    let mut command = pleach();
    command.current_dir(folder.path()).arg("ktest");
    let (line, code, messages) = read_a_line(command.args(vec![test; 3000]));
    assert!(!line.is_empty());
    assert_eq!((code, messages.as_str()), (Some(0), ""));
}

/// What the run says about the one statement that `main` consists of.
fn run_of(statement: &str) -> String {
    let program = format!(
        r#"
        #define _GNU_SOURCE
        #include <pwd.h>
        #include <spawn.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <sys/socket.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        int main(void) {{
          char text[8], *none[] = {{NULL}};
          (void)text, (void)none;
          {statement}
        }}
        "#
    );
    let folder = folder_with(&program);
    let mut command = pleach();
    command.current_dir(folder.path());
    command.args(["run", "--no-output", "program.c"]);
    let run = output_of(&mut command);
    format!("{}{}", text(&run.stderr), text(&run.stdout))
}

#[test]
fn what_the_model_refuses_makes_a_run_incomplete() {
    let refused = [
        ("fork", "return fork() > 0;"),
        ("vfork", "return vfork() > 0;"),
        ("system", "return system(\"true\");"),
        ("popen", "return popen(\"true\", \"r\") == NULL;"),
        (
            "posix_spawn",
            "return posix_spawn(NULL, \"/bin/true\", NULL, NULL, none, none);",
        ),
        ("execve", "return execve(\"/bin/true\", none, none);"),
        ("execvp", "return execvp(\"/bin/true\", none);"),
        ("socket", "return socket(AF_INET, SOCK_STREAM, 0);"),
        ("fork", "return (int)syscall(SYS_fork);"),
        ("memfd_create", "return memfd_create(\"x\", 0);"),
        (
            "mmap",
            "return mmap((void *)0x10000000, 1, 1, MAP_FIXED | MAP_ANONYMOUS | MAP_PRIVATE, -1, 0) \
               == MAP_FAILED;",
        ),
    ];
    for (what, statement) in refused {
        let said = run_of(statement);
        let reason = format!("`{what}` is refused: ");
        assert_eq!(said.matches(&reason).count(), 2, "{statement}: {said}");
        assert!(said.contains("complete: no"), "{statement}: {said}");
    }
    for statement in [
        "return getpwnam(\"nobody else\") == NULL;",
        "return (int)read(0, NULL, 1);",
        "return (int)syscall(SYS_wait4, -1, NULL, 0, NULL);",
    ] {
        let said = run_of(statement);
        assert!(said.contains("complete: yes"), "{statement}: {said}");
    }
}

#[test]
fn an_error_after_a_refusal_says_so() {
    let said = run_of("return fgets(text, sizeof text, popen(\"true\", \"r\")) != NULL;");
    assert!(
        said.contains("error[null-dereference]")
            && said.contains("(after `popen` was refused by the model)"),
        "{said}"
    );
}
