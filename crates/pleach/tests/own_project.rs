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
