//! `pleach replay`: what a native run shows of what was predicted, with a sanitizer and without.

mod support;

use std::path::Path;
use std::process::Command;
use support::{folder_with, output_of, pleach, text};

/// One error for each first letter of the argument.
const PROGRAM: &str = r#"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
static int overflow(int by) {
    int large = INT_MAX;
    return large + by;
}
int main(int argc, char **argv) {
    char kind = argc > 1 ? argv[1][0] : 0;
    int *numbers = malloc(4 * sizeof *numbers);
    if (!numbers) return 2;
    numbers[0] = 3;
    switch (kind) {
    case 'b':
        ((volatile int *)numbers)[4] = 1;
        break;
    case 'f':
        free(numbers);
        return *numbers;
    case 'd':
        free(numbers);
        free(numbers);
        break;
    case 'n':
        return *(volatile int *)(argc - 2L);
    case 'o':
        return overflow(1) < 0;
    case 'z':
        return argc / (kind - 'z');
    }
    printf("\033[2J\033]0;title\a done\n");
    return numbers[0]; /* not freed: a leak is no error here */
}
"#;

fn run(folder: &Path, words: &[&str]) -> (Option<i32>, String) {
    let output = output_of(pleach().current_dir(folder).args(words));
    let said = text(&output.stdout) + &text(&output.stderr);
    (output.status.code(), said)
}

fn clang(folder: &Path, flags: &[&str]) {
    let mut command = Command::new("clang-22");
    command.current_dir(folder).args(["-g", "program.c", "-w"]);
    let built = output_of(command.args(flags));
    assert!(built.status.success(), "{}", text(&built.stderr));
}

/// A folder with the program and a run in `out`: one path for each letter, and the others.
fn explored() -> tempfile::TempDir {
    let folder = folder_with("program.c", PROGRAM.as_bytes());
    let words = [
        "run",
        "--no-fail",
        "-w",
        "--check",
        "overflow",
        "--output-dir",
        "out",
    ];
    let words = [&words[..], &["program.c", "--sym-arg", "1"]].concat();
    let (code, said) = run(folder.path(), &words);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("errors:   6"), "{said}");
    folder
}

#[test]
fn reports_of_address_and_undefined_sanitizers_confirm_what_was_predicted() {
    let folder = explored();
    let flags = ["-fsanitize=address,undefined", "-o", "sanitized"];
    clang(folder.path(), &flags);
    let (code, said) = run(folder.path(), &["replay", "./sanitized", "out"]);
    assert_eq!(code, Some(0), "{said}");
    for (kind, report) in [
        (
            "out-of-bounds-write",
            "AddressSanitizer: heap-buffer-overflow",
        ),
        ("use-after-free", "AddressSanitizer: heap-use-after-free"),
        ("double-free", "AddressSanitizer: attempting double-free"),
        ("null-dereference", "AddressSanitizer: SEGV"),
        ("signed-overflow", "runtime error: signed integer overflow"),
        ("division-by-zero", "runtime error: division by zero"),
    ] {
        let line = format!("(as predicted: error {kind})\n");
        let (_, rest) = said
            .split_once(&line)
            .unwrap_or_else(|| panic!("{kind}: {said}"));
        let reported = rest
            .lines()
            .take_while(|line| line.starts_with("  reported: "));
        assert!(
            reported.into_iter().any(|line| line.contains(report)),
            "{kind}: {said}"
        );
    }
    assert!(said.contains(" 0 different, 0 without"), "{said}");
}

#[test]
fn an_optimised_sanitizer_build_without_undefined_checks_confirms_accesses() {
    let folder = explored();
    clang(
        folder.path(),
        &["-O2", "-fsanitize=address", "-o", "sanitized"],
    );
    let (code, said) = run(folder.path(), &["replay", "./sanitized", "out"]);
    assert_eq!(code, Some(0), "{said}");
    for kind in [
        "out-of-bounds-write",
        "use-after-free",
        "double-free",
        "null-dereference",
    ] {
        assert!(
            said.contains(&format!("(as predicted: error {kind})")),
            "{said}"
        );
    }
}

#[test]
fn pleach_cc_keeps_the_address_sanitizer_in_the_native_program_and_out_of_the_bitcode() {
    let folder = folder_with("program.c", PROGRAM.as_bytes());
    let folder = folder.path();
    let cc = [
        "cc",
        "-w",
        "-fsanitize=address",
        "program.c",
        "-o",
        "program",
    ];
    let (code, said) = run(folder, &cc);
    assert_eq!(code, Some(0), "{said}");
    let words = [
        "run",
        "--no-fail",
        "--output-dir",
        "out",
        "./program",
        "--sym-arg",
        "1",
    ];
    let (code, said) = run(folder, &words);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("complete: yes"), "{said}");
    let (code, said) = run(folder, &["replay", "./program", "out"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("reported: AddressSanitizer: heap-buffer-overflow"),
        "{said}"
    );
    assert!(
        said.contains("(as predicted: error use-after-free)"),
        "{said}"
    );
}

#[test]
fn a_crash_confirms_a_predicted_null_dereference() {
    let folder = explored();
    clang(folder.path(), &["-O0", "-o", "plain"]);
    let (code, said) = run(folder.path(), &["replay", "./plain", "out"]);
    assert_eq!(code, Some(0), "{said}");
    let line = "signal 11 (SIGSEGV) (as predicted: error null-dereference)";
    assert!(said.contains(line), "{said}");
    let line = "signal 8 (SIGFPE) (as predicted: error division-by-zero)";
    assert!(said.contains(line), "{said}");
}

#[test]
fn a_limit_of_memory_of_0_is_none() {
    let source = "#include <stdlib.h>\n\
        int main(void) { return malloc(3ul << 30) != 0; }\n";
    let folder = folder_with("program.c", source.as_bytes());
    let folder = folder.path();
    run(folder, &["run", "--output-dir", "out", "program.c"]);
    clang(folder, &["-O0", "-o", "plain"]);
    let (_, said) = run(folder, &["replay", "./plain", "out"]);
    assert!(said.contains("exit code 0"), "{said}");
    let (_, said) = run(folder, &["replay", "--max-memory", "0", "./plain", "out"]);
    assert!(said.contains("exit code 1"), "{said}");
}

#[test]
fn orders_to_the_terminal_in_a_programs_output_are_shown_harmlessly() {
    let folder = explored();
    clang(folder.path(), &["-o", "plain"]);
    let (_, said) = run(
        folder.path(),
        &["replay", "--show-output", "./plain", "out"],
    );
    assert!(
        !said.contains('\u{1b}') && !said.contains('\u{7}'),
        "{said}"
    );
    assert!(
        said.contains(r"stdout: \u{1b}[2J\u{1b}]0;title\u{7} done"),
        "{said}"
    );
}

#[test]
fn a_test_in_which_an_allocation_fails_is_told_honestly_when_it_is_replayed() {
    let source = "#include <stdlib.h>\n\
        int main(void) { char *p = malloc(1); if (!p) return 7; free(p); return 0; }\n";
    let folder = folder_with("program.c", source.as_bytes());
    let folder = folder.path();
    let words = ["run", "--output-dir", "out", "--max-fail", "1", "program.c"];
    let (code, said) = run(folder, &words);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("paths:    2"), "{said}");
    clang(folder, &["-o", "plain"]);
    let (code, said) = run(folder, &["replay", "./plain", "out"]);
    assert_eq!(code, Some(0), "{said}");
    let lines: Vec<&str> = said.lines().collect();
    let at = lines
        .iter()
        .position(|line| line.contains("exit code 0 (predicted exit code 7)"));
    let at = at.unwrap_or_else(|| panic!("{said}"));
    assert!(lines[at + 1].contains("does not fail natively"), "{said}");
    assert!(said.contains("exit code 0 (as predicted)"), "{said}");
}
