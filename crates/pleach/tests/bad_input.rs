//! Bad input gets one clear line and exit code 2, and touches nothing. Wrong options get what users
//! of clap know: the mistake, the usage, a pointer to `--help`.

mod support;

use pleach_fuzz::Tools;
use pleach_fuzz::campaign::{self, Plan};
use pleach_fuzz::damaged::Damaged;
use std::path::Path;
use std::time::Duration;
use support::{folder_with, output_of, pleach, text};

/// Runs pleach in `folder`, expects it to refuse, and gives back what it said.
fn refused(folder: &Path, args: &[&str]) -> String {
    let said = refused_in_lines(folder, args);
    assert_eq!(said.trim_end().lines().count(), 1, "{args:?}: {said}");
    assert!(said.starts_with("pleach: "), "{args:?}: {said}");
    said
}

/// The same where clap refuses, in its own lines.
fn refused_by_clap(folder: &Path, args: &[&str]) -> String {
    let said = refused_in_lines(folder, args);
    assert!(said.starts_with("error: "), "{args:?}: {said}");
    let pointer = "\n\nFor more information, try '--help'.\n";
    assert!(said.ends_with(pointer), "{args:?}: {said}");
    said
}

fn refused_in_lines(folder: &Path, args: &[&str]) -> String {
    let before = listing(folder);
    let output = output_of(pleach().current_dir(folder).args(args));
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(!said.contains("panicked"), "{args:?}: {said}");
    assert!(
        output.stdout.is_empty(),
        "{args:?}: {}",
        text(&output.stdout)
    );
    assert_eq!(before, listing(folder), "{args:?} left something behind");
    said
}

fn listing(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = entries
        .map(|e| {
            e.expect("it can be listed")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

#[test]
fn a_missing_file() {
    let folder = folder_with("other.txt", b"");
    assert!(refused(folder.path(), &["run", "nowhere.c"]).contains("nowhere.c: no such file"));
    assert!(refused(folder.path(), &["exec", "nowhere.bc"]).contains("nowhere.bc: no such file"));
    assert!(
        refused(folder.path(), &["ktest", "nowhere.ktest"]).contains("nowhere.ktest: no such file")
    );
}

#[test]
fn a_text_file_named_bc() {
    let folder = folder_with("text.bc", b"int main(void) { return 0; }\n");
    assert!(refused(folder.path(), &["run", "text.bc"]).contains("does not hold bitcode"));
}

#[test]
fn broken_bitcode() {
    let folder = folder_with("broken.bc", b"BC\xC0\xDE and then nothing of the kind");
    assert!(refused(folder.path(), &["run", "broken.bc"]).contains("broken.bc"));
}

/// Most of these files LLVM refuses; some crash it. `cargo xtask damaged` tries two thousand.
#[test]
fn damaged_bitcode() {
    let tools = Tools::with(env!("CARGO_BIN_EXE_pleach"));
    let check = Damaged::new(tools, Duration::from_secs(120)).expect("clang runs");
    let keep = tempfile::tempdir().expect("a temporary folder");
    let plan = Plan {
        seeds: 0..60,
        jobs: 2,
        keep: keep.path().to_owned(),
    };
    let tally = campaign::run(&plan, &check, &|_, _| {}).expect("the tools are there");
    assert_eq!(tally.equal, 60, "{tally}");
}

#[test]
fn a_file_of_no_known_kind() {
    let folder = folder_with("notes.txt", b"hello");
    assert!(refused(folder.path(), &["run", "notes.txt"]).contains("unknown kind of input"));
}

#[test]
fn assembler_and_machine_code() {
    for name in ["part.s", "part.S", "part.o", "part.a"] {
        let folder = folder_with(name, b"nothing");
        let said = refused(folder.path(), &["run", name]);
        assert!(said.contains("are not executed; give its source"), "{said}");
    }
}

/// The exit code, and what is said beside the summary.
fn run_of(name: &str, source: &str, flags: &[&str]) -> (Option<i32>, String) {
    let folder = folder_with(name, source.as_bytes());
    let mut command = pleach();
    command
        .current_dir(folder.path())
        .args(["run", "--no-output"]);
    let run = output_of(command.args(flags).arg(name));
    (run.status.code(), text(&run.stderr))
}

#[test]
fn preprocessed_sources_are_compiled_without_a_word() {
    const C: &str = "# 1 \"a.c\"\nint main(void) { return 0; }\n";
    const CXX: &str = "# 1 \"a.cc\"\nstruct A { int x = 0; };\nint main() { return A().x; }\n";
    let flags = ["-I/nowhere", "-DX=1", "-O1"];
    assert_eq!(run_of("a.i", C, &flags), (Some(0), String::new()));
    assert_eq!(run_of("a.ii", CXX, &flags), (Some(0), String::new()));
    let (_, said) = run_of("a.i", "int main(void) { int x; }\n", &["-Wunused-variable"]);
    assert!(said.contains("unused variable"), "{said}");
}

#[test]
fn the_language_of_any_file_can_be_said() {
    const C: &str = "int main(void) { int new = 0; return new; }\n";
    const CXX: &str = "int main() { return bool(0); }\n";
    let nothing = (Some(0), String::new());
    assert_eq!(run_of("a.txt", C, &["-x", "c"]), nothing);
    assert_eq!(run_of("a.txt", C, &["-xc"]), nothing);
    assert_eq!(run_of("a", CXX, &["-x", "c++"]), nothing);
    assert_eq!(
        run_of("a.txt", C, &["-x", "cpp-output", "-I/nowhere"]),
        nothing
    );
}

#[test]
fn no_main() {
    let folder = folder_with("library.c", b"int twice(int x) { return 2 * x; }\n");
    let said = refused(folder.path(), &["run", "library.c"]);
    assert!(
        said.contains("no function `main`") && said.contains("twice"),
        "{said}"
    );
}

#[test]
fn no_clang() {
    let folder = folder_with("a.c", b"int main(void) { return 0; }\n");
    let said = refused(folder.path(), &["run", "--clang", "/nowhere/clang", "a.c"]);
    assert!(
        said.contains("clang") && said.contains("/nowhere/clang"),
        "{said}"
    );
}

#[test]
fn a_truncated_ktest() {
    let folder = folder_with("cut.ktest", b"KTEST\0\0\0\x03\0\0\0\x01\0\0");
    assert!(
        refused(folder.path(), &["ktest", "cut.ktest"])
            .contains("cut.ktest: a truncated .ktest file")
    );
    std::fs::write(folder.path().join("not.ktest"), b"something else").expect("writable");
    assert!(refused(folder.path(), &["ktest", "not.ktest"]).contains("does not begin with KTEST"));
}

#[test]
fn an_output_folder_that_cannot_be_used() {
    let folder = folder_with("a.c", b"int main(void) { return 0; }\n");
    // A file where a folder would have to be: not even root can write there.
    assert!(
        refused(folder.path(), &["run", "--output-dir", "a.c/out", "a.c"])
            .contains("cannot make the output folder")
    );
    assert!(
        refused(folder.path(), &["run", "--output-dir", "a.c", "a.c"]).contains("not a folder")
    );
    assert!(refused(folder.path(), &["run", "--output-dir", ".", "a.c"]).contains("not empty"));
}

#[test]
fn options_that_do_not_exist() {
    let folder = folder_with("a.c", b"int main(void) { return 0; }\n");
    assert!(
        refused(folder.path(), &["run", "--search", "luck", "a.c"])
            .contains("dfs, bfs, random-state, random-path")
    );
    assert!(
        refused(folder.path(), &["run", "--print-ir", "nothing", "a.c"])
            .contains("no function `nothing`")
    );
}

#[test]
fn wrong_options_are_told_in_the_lines_that_users_of_clap_know() {
    let folder = folder_with("a.c", b"int main(void) { return 0; }\n");
    let run = |words: &[&str]| {
        let args = [&["run"], words, &["a.c"]].concat();
        refused_by_clap(folder.path(), &args)
    };
    let said = run(&["--no-such-option"]);
    let first = "error: unexpected argument '--no-such-option' found\n";
    assert!(said.starts_with(first), "{said}");
    assert!(said.contains("\n\nUsage: pleach run "), "{said}");
    let said = run(&["--max-time", "abc"]);
    let first = "error: invalid value 'abc' for '--max-time <TIME>': `abc` is not a time";
    assert!(said.starts_with(first), "{said}");
    let said = run(&["--libc", "dietlibc"]);
    let second = "\n  [possible values: auto, musl, small, none]\n";
    assert!(said.contains(second), "{said}");
    let said = run(&["--exit-on-error=luck"]);
    assert!(said.contains("no kind of error `luck`"), "{said}");
    let said = run(&["--sym-agr", "3"]);
    assert!(said.contains("'--sym-arg"), "a tip: {said}");
    let said = refused_by_clap(folder.path(), &["run"]);
    assert!(said.contains("<FILE>"), "{said}");
    let said = refused_in_lines(folder.path(), &[]);
    assert!(said.contains("Usage: pleach <COMMAND>"), "{said}");
}

/// Every bad value of the search options is told with what there is instead.
#[test]
fn search_options_that_make_no_sense() {
    let folder = folder_with(
        "a.c",
        b"int main(void) {\n  int x = 1;\n\n\n  return x;\n}\nint other(void);\n",
    );
    let cases: &[(&[&str], &str)] = &[
        (&["--search", "luck"], "nurs:covnew, nurs:md2u"),
        (&["--search", "beam", "--beam-width", "0"], "from 1 on"),
        (&["--search", "beam", "--beam-width", "wide"], "from 1 on"),
        (
            &["--search", "beam", "--beam-level", "middle"],
            "top, bottom, random",
        ),
        (
            &["--search", "dfs", "--beam-width", "5"],
            "--search beam and --search beam:robust",
        ),
        (&["--search", "dfs", "--loop-cap", "5"], "--search loops"),
        (
            &["--search", "subpath", "--subpath-length", "0"],
            "from 1 on",
        ),
        (
            &["--search", "bfs-dfs", "--bfs-dfs-width", "0"],
            "from 1 on",
        ),
        (&["--search", "target"], "--target FILE:LINE"),
        (&["--target", "nowhere"], "no function of that name"),
        (&["--target", "other"], "no function of that name"),
        (
            &["--target", "b.c:3"],
            "no code of the program comes from such a file",
        ),
        (&["--target", "a.c:3"], "the next line with code is 5"),
        (&["--target", "a.c:99"], "or behind it"),
        (&["--iterative-deepening", "luck"], "time, forks"),
        (&["--search-phase", "bfs"], "TIME:NAME"),
        (&["--search-phase", "5s:luck"], "nurs:covnew, nurs:md2u"),
        (&["--search-phase", "5s:bfs"], "`rest` must be the last"),
        (
            &["--search-phase", "rest:bfs", "--search", "dfs"],
            "cannot be used with",
        ),
        (&["--batch-time", "soon"], "is not a time"),
        (&["--batch-instructions", "0"], "0"),
        (&["--on-memory-cap", "panic"], "discard, inhibit"),
        (&["--on-memory-cap", "spill"], "it comes with checkpoints"),
    ];
    for (options, expected) in cases {
        let mut args = vec!["run"];
        args.extend(*options);
        args.push("a.c");
        let said = refused_in_lines(folder.path(), &args);
        assert!(said.contains(expected), "{options:?}: {said}");
    }
}
