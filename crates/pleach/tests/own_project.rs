//! A user's own build through `pleach cc` and `pleach build`: make, CMake, libraries, response
//! files, and what becomes of the programs.

mod support;

use std::path::Path;
use std::process::{Command, Output};
use support::{output_of, pleach, text};

const LIBRARY: &str = "#include \"shape.h\"\nint area(int w, int h) { return w * h; }\n";
const HEADER: &str = "int area(int w, int h);\n";
const FIRST: &str = r#"
#include <stdio.h>
#include <string.h>
#include "shape.h"
int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "-v") == 0) { puts("first 1.0"); return 3; }
    printf("%d\n", area(argc, 21));
    return 0;
}
"#;
const SECOND: &str = r#"
#include <klee/klee.h>
#include <assert.h>
#include "shape.h"
int main(void) {
    int x = klee_range(0, 100, "x");
    if (x > 90) return area(x, 1);
    assert(x != 77);
    return 0;
}
"#;
const MAKEFILE: &str = "\
CFLAGS = -O2 -fstack-protector-strong -D_FORTIFY_SOURCE=2 -flto -Wall
AR = ar
all: first second
libshape.a: shape.o
\t$(AR) rcs $@ $^
first: first.o libshape.a
\t$(CC) $(CFLAGS) -o $@ first.o -L. -lshape -lm
second: second.o libshape.a
\t$(CC) $(CFLAGS) -o $@ second.o libshape.a
%.o: %.c shape.h
\t$(CC) $(CFLAGS) -MD -c -o $@ $<
";

fn project(extra: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = [
        ("shape.c", LIBRARY),
        ("shape.h", HEADER),
        ("first.c", FIRST),
        ("second.c", SECOND),
    ];
    for (name, contents) in files.iter().chain(extra) {
        std::fs::write(folder.path().join(name), contents).expect("a file in it");
    }
    folder
}

/// pleach in a folder, with a cache of the tests' own.
fn pleach_in(folder: &Path) -> Command {
    let mut command = pleach();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    command.current_dir(folder).env("XDG_CACHE_HOME", cache);
    for variable in ["PLEACH_CC_LIBC", "PLEACH_CC_OPT", "PLEACH_CC_FLAGS"] {
        command.env_remove(variable);
    }
    command
}

fn succeed(command: &mut Command) -> Output {
    let output = output_of(command);
    assert!(
        output.status.success(),
        "{command:?}:\n{}{}",
        text(&output.stdout),
        text(&output.stderr)
    );
    output
}

fn cc(folder: &Path, line: &str) -> Output {
    succeed(pleach_in(folder).arg("cc").args(line.split(' ')))
}

fn is_installed(tool: &str) -> bool {
    let found = Command::new(tool).arg("--version").output().is_ok();
    if !found {
        eprintln!("{tool} is not installed: skipped");
    }
    found
}

#[test]
fn make_gives_programs_with_their_bitcode() {
    if !is_installed("make") {
        return;
    }
    let folder = project(&[("Makefile", MAKEFILE)]);
    let folder = folder.path();
    let built = succeed(pleach_in(folder).args(["build", "--", "make", "-j4"]));
    let said = text(&built.stderr);
    assert!(
        said.contains("  first\n") && said.contains("  second\n"),
        "{said}"
    );
    assert!(folder.join("first.d").is_file());

    let native = output_of(Command::new(folder.join("first")).arg("x"));
    assert_eq!(text(&native.stdout), "42\n");
    let engine = output_of(pleach_in(folder).args(["exec", "./first", "x"]));
    assert_eq!(text(&engine.stdout), "42\n", "{}", text(&engine.stderr));
    let version = output_of(pleach_in(folder).args(["exec", "./first", "-v"]));
    assert_eq!(version.status.code(), Some(3));

    // The error is found, and the native program agrees about every test.
    let run =
        succeed(pleach_in(folder).args(["run", "--no-fail", "./second", "--output-dir", "out"]));
    let found = text(&run.stdout) + &text(&run.stderr);
    assert!(found.contains("x = 77"), "{found}");
    let replayed = succeed(pleach_in(folder).args(["replay", "./second", "out"]));
    let said = text(&replayed.stdout);
    assert!(
        said.contains("signal 6 (SIGABRT) (as predicted: error assert)"),
        "{said}"
    );
    assert!(
        said.contains("as predicted, 0 different, 0 without"),
        "{said}"
    );
}

#[test]
fn a_moved_program_still_has_its_bitcode() {
    let folder = project(&[]);
    let folder = folder.path();
    cc(folder, "-o first first.c shape.c");
    assert!(folder.join("first.bc").is_file());
    std::fs::create_dir(folder.join("elsewhere")).unwrap();
    std::fs::rename(folder.join("first"), folder.join("elsewhere/moved")).unwrap();
    let engine = output_of(pleach_in(folder).args(["exec", "elsewhere/moved"]));
    assert_eq!(text(&engine.stdout), "21\n", "{}", text(&engine.stderr));
}

#[test]
fn a_program_of_another_compiler_is_refused_in_one_line() {
    let folder = project(&[]);
    let program = std::env::current_exe().expect("this test");
    let output = output_of(pleach_in(folder.path()).arg("run").arg(program));
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("a native program without bitcode"), "{said}");
}

#[test]
fn a_shared_library_is_taken_in() {
    let folder = project(&[]);
    let folder = folder.path();
    cc(
        folder,
        "-shared -fPIC -Wl,-soname,libshape.so.1 -o libshape.so shape.c",
    );
    cc(folder, "-o first first.c -L. -lshape -lshape -Wl,-rpath,.");
    let native = output_of(&mut Command::new(folder.join("first")));
    assert_eq!(text(&native.stdout), "21\n");
    let engine = output_of(pleach_in(folder).args(["exec", "./first"]));
    assert_eq!(text(&engine.stdout), "21\n", "{}", text(&engine.stderr));
}

#[test]
fn the_words_of_a_compiler() {
    let folder = project(&[("words", "-c -O2\n'shape.c' -o \"with space.o\"")]);
    let folder = folder.path();
    cc(folder, "@words");
    assert!(folder.join("with space.o").is_file());
    let preprocessed = cc(folder, "-E -DAREA=17 -x c shape.h");
    assert!(text(&preprocessed.stdout).contains("int area"));
    assert!(text(&cc(folder, "--version").stdout).contains("clang"));
    assert!(!cc(folder, "-print-file-name=libc.a").stdout.is_empty());
    let rules = text(&cc(folder, "-MM first.c").stdout);
    assert!(rules.contains("shape.h"), "{rules}");
    cc(folder, "-S -o shape.s shape.c");
    let assembler = cc(folder, "-c shape.s -o shape.o");
    assert!(text(&assembler.stderr).contains("assembler has no bitcode"));
    let missing = output_of(pleach_in(folder).args(["cc", "first.c", "-lnowhere"]));
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("cannot find -lnowhere"));
    let wrong = output_of(pleach_in(folder).args(["cc", "-c", "nowhere.c"]));
    assert_eq!(wrong.status.code(), Some(1));
}

#[test]
fn standard_input_is_a_source() {
    use std::io::Write;
    let folder = project(&[]);
    let mut child = pleach_in(folder.path())
        .args(["cc", "-x", "c", "-", "-o", "piped"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .expect("pleach starts");
    let stdin = child.stdin.take().expect("it was asked for");
    { stdin }
        .write_all(b"int main(void) { return 5; }\n")
        .expect("it reads");
    assert!(child.wait().expect("it ends").success());
    let native = output_of(&mut Command::new(folder.path().join("piped")));
    assert_eq!(native.status.code(), Some(5));
}

#[test]
fn cxx_is_linked_against_the_systems_library() {
    let source =
        "#include <vector>\nint main() { std::vector<int> v{1, 2}; return v[0] + v[1]; }\n";
    let folder = project(&[("plus.cc", source)]);
    let folder = folder.path();
    let built = output_of(pleach_in(folder).args(["c++", "-O2", "plus.cc", "-o", "plus"]));
    if text(&built.stderr).contains("'vector' file not found") {
        eprintln!("no C++ library is installed: skipped");
        return;
    }
    assert!(built.status.success(), "{}", text(&built.stderr));
    let native = output_of(&mut Command::new(folder.join("plus")));
    assert_eq!(native.status.code(), Some(3));
    let engine = output_of(pleach_in(folder).args(["exec", "./plus"]));
    assert_eq!(engine.status.code(), Some(3), "{}", text(&engine.stderr));
}

const CMAKE: &str = "\
cmake_minimum_required(VERSION 3.10)
project(shapes C)
add_library(shape STATIC shape.c)
add_executable(first first.c)
target_link_libraries(first shape)
add_executable(second second.c)
target_link_libraries(second shape)
";

#[test]
fn cmake_finds_the_compiler_in_the_environment() {
    if !is_installed("cmake") || !is_installed("make") {
        return;
    }
    let folder = project(&[("CMakeLists.txt", CMAKE)]);
    let folder = folder.path();
    let line = "cmake -B out -DCMAKE_BUILD_TYPE=Release . && cmake --build out -j2";
    let built = succeed(pleach_in(folder).args(["build", "--", "sh", "-c", line]));
    let said = text(&built.stderr);
    assert!(
        said.contains("  out/first\n") && said.contains("  out/second\n"),
        "{said}"
    );
    let engine = output_of(pleach_in(folder).args(["exec", "out/first"]));
    assert_eq!(text(&engine.stdout), "21\n", "{}", text(&engine.stderr));
}

/// Uses macros and functions of many headers.
const HEADERS_USER: &str = r#"
#include <assert.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>
#include <klee/klee.h>
#include <pleach.h>
int main(int argc, char **argv) {
  int x = 0;
  double d = 1.0;
  fd_set set;
  FD_ZERO(&set);
  klee_make_symbolic(&x, sizeof x, "x");
  assert(x != 3 || argc == 1);
  errno = 0;
  if (isalpha(argv[0][0])) return 1;
  if (isnan(d) || isinf(d) || !isfinite(d)) return 1;
  if (WIFEXITED(x)) return WEXITSTATUS(x);
  fprintf(stderr, "%d\\n", FD_ISSET(0, &set) ? EOF : 0);
  return x == INT_MAX || S_ISREG(x) || NULL == argv;
}
"#;

#[test]
fn headers_of_the_c_library_and_of_ours_give_no_diagnostics() {
    let folder = project(&[("all.c", HEADERS_USER), ("all.cc", HEADERS_USER)]);
    let folder = folder.path();
    let strict = "-pedantic -Wall -Wextra -Werror -c -o all.o";
    for standard in ["c89", "c99", "c17"] {
        let said = cc(folder, &format!("-std={standard} {strict} all.c"));
        assert_eq!(text(&said.stderr), "", "{standard}");
    }
    let every = "-std=c99 -Wall -Wextra -Weverything -c -o all.o all.c";
    assert_eq!(text(&cc(folder, every).stderr), "");
    // Also where pleach compiles by itself.
    let run = [
        "run",
        "--no-fail",
        "--no-output",
        "--quiet",
        "-std=c89",
        "-pedantic",
        "-Werror",
    ];
    succeed(pleach_in(folder).args(run).arg("all.c"));
}

#[test]
fn headers_of_ours_are_good_for_every_standard_of_cxx() {
    let source =
        "#include <klee/klee.h>\n#include <pleach.h>\nint main() { return klee_int(\"x\"); }\n";
    let folder = project(&[("all.cc", source)]);
    for standard in ["c++98", "c++11", "c++20"] {
        let line = format!(
            "-std={standard} -pedantic -Wall -Wextra -Weverything -Wno-c++98-compat-pedantic -Werror -c all.cc"
        );
        let mut command = pleach_in(folder.path());
        let said = succeed(command.arg("c++").args(line.split(' ')));
        assert_eq!(text(&said.stderr), "", "{standard}");
    }
}

/// Both libraries define `which` and their own `helper`, the program defines `chosen`.
fn two_libraries(folder: &Path) {
    for (name, number) in [("one", 1), ("two", 2)] {
        let source = format!(
            "int chosen(void) {{ return {number}; }}\n\
             int which(void) {{ return {number}; }}\n\
             __attribute__((visibility(\"hidden\"))) int helper(void) {{ return {number}; }}\n\
             int asks_{name}(void) {{ return chosen() * 100 + which() * 10 + helper(); }}\n"
        );
        std::fs::write(folder.join(format!("{name}.c")), source).expect("a file");
        cc(folder, &format!("-shared -fPIC -o lib{name}.so {name}.c"));
    }
}

#[test]
fn symbols_of_shared_libraries_are_resolved_as_a_dynamic_linker_does() {
    let main = "#include <stdio.h>\n\
        int which(void), asks_one(void), asks_two(void);\n\
        int chosen(void) { return 7; }\n\
        int main(void) { printf(\"%d %d %d\\n\", which(), asks_one(), asks_two()); return 0; }\n";
    let folder = project(&[("main.c", main)]);
    let folder = folder.path();
    two_libraries(folder);
    // The library may stand before the program, and be named twice.
    for (line, expected) in [
        ("-o prog ./libone.so main.c ./libtwo.so", "1 711 712\n"),
        ("-o prog main.c -L. -ltwo -lone -ltwo", "2 721 722\n"),
        ("-o prog main.c -L. -l:libone.so -ltwo", "1 711 712\n"),
    ] {
        cc(folder, line);
        let native = output_of(&mut Command::new(folder.join("prog")));
        assert_eq!(text(&native.stdout), expected, "{line}");
        let engine = output_of(pleach_in(folder).args(["exec", "./prog"]));
        assert_eq!(
            text(&engine.stdout),
            expected,
            "{line}: {}",
            text(&engine.stderr)
        );
    }
}

#[test]
fn shared_libraries_are_taken_in_by_cxx_programs_too() {
    let main = "#include <cstdio>\n\
        extern \"C\" int asks_one(void);\n\
        extern \"C\" int chosen(void) { return 7; }\n\
        int main() { std::printf(\"%d\\n\", asks_one()); }\n";
    let folder = project(&[("main.cc", main)]);
    let folder = folder.path();
    two_libraries(folder);
    let line = "-o prog main.cc -L. -lone -ltwo";
    succeed(pleach_in(folder).arg("c++").args(line.split(' ')));
    let native = output_of(&mut Command::new(folder.join("prog")));
    assert_eq!(text(&native.stdout), "711\n");
    let engine = output_of(pleach_in(folder).args(["exec", "./prog"]));
    assert_eq!(text(&engine.stdout), "711\n", "{}", text(&engine.stderr));
}

#[test]
fn a_symbol_that_the_program_itself_defines_twice_is_still_an_error() {
    let folder = project(&[(
        "a.c",
        "int f(void) { return 1; }\nint main(void) { return f(); }\n",
    )]);
    let folder = folder.path();
    std::fs::write(folder.join("b.c"), "int f(void) { return 2; }\n").expect("a file");
    let twice = output_of(pleach_in(folder).args(["cc", "-o", "prog", "a.c", "b.c"]));
    assert!(!twice.status.success());
    assert!(text(&twice.stderr).contains("f"), "{}", text(&twice.stderr));
}
