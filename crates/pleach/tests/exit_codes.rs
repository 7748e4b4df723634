//! What scripts go by.

mod support;

use std::path::Path;
use std::process::Output;
use support::{folder_with, output_of, pleach, text};

const GOOD: &[u8] = b"int main(void) { return 7; }\n";
const BAD: &[u8] = b"#include <klee/klee.h>\n#include <assert.h>\n\
int main(void) { int x = klee_int(\"x\"); assert(x != 3); return 0; }\n";

fn code(folder: &Path, words: &[&str]) -> Option<i32> {
    let Output { status, stderr, .. } = output_of(pleach().current_dir(folder).args(words));
    eprintln!("{words:?}: {status}: {}", text(&stderr));
    status.code()
}

#[test]
fn a_run_exits_with_0_without_errors_1_with_errors_and_2_for_bad_input() {
    let folder = folder_with("good.c", GOOD);
    let folder = folder.path();
    std::fs::write(folder.join("bad.c"), BAD).unwrap();
    std::fs::write(folder.join("broken.c"), "int main(").unwrap();
    assert_eq!(code(folder, &["run", "good.c"]), Some(0));
    assert_eq!(code(folder, &["run", "bad.c"]), Some(1));
    assert_eq!(code(folder, &["run", "--quiet", "bad.c"]), Some(1));
    assert_eq!(code(folder, &["run", "--exit-on-error", "bad.c"]), Some(1));
    for words in [
        &["nowhere.c"][..],
        &["broken.c"],
        &["--max-time", "x", "good.c"],
    ] {
        let words = [&["run"], words].concat();
        assert_eq!(code(folder, &words), Some(2));
        let never_fails = [&words[..], &["--no-fail"]].concat();
        assert_eq!(code(folder, &never_fails), Some(2));
    }
}

#[test]
fn with_no_fail_a_run_that_worked_exits_with_0_whatever_it_found() {
    let folder = folder_with("bad.c", BAD);
    let words = ["run", "--no-fail", "bad.c", "--no-fail"];
    assert_eq!(code(folder.path(), &words), Some(0));
}

#[test]
fn what_is_left_when_something_gave_out_is_3() {
    let folder = folder_with("good.c", GOOD);
    let nowhere = pleach()
        .current_dir(folder.path())
        .env("TMPDIR", "/nowhere")
        .args(["run", "--no-output", "good.c"])
        .output()
        .unwrap();
    assert_eq!(nowhere.status.code(), Some(3), "{}", text(&nowhere.stderr));
}

#[test]
fn exec_exits_as_the_program_and_other_commands_with_0_or_2() {
    let folder = folder_with("good.c", GOOD);
    let folder = folder.path();
    let failing = "#include <assert.h>\nint main(void) { assert(0); }\n";
    std::fs::write(folder.join("bad.c"), failing).unwrap();
    assert_eq!(code(folder, &["exec", "good.c"]), Some(7));
    assert_eq!(code(folder, &["exec", "bad.c"]), Some(134));
    assert_eq!(code(folder, &["exec", "nowhere.c"]), Some(2));
    code(folder, &["run", "good.c"]);
    let test = "pleach-last/test000001.ktest";
    assert_eq!(code(folder, &["ktest", test]), Some(0));
    assert_eq!(code(folder, &["ktest", "good.c"]), Some(2));
    assert_eq!(code(folder, &["replay", "good.c", test]), Some(2));
}

#[test]
fn every_command_says_its_exit_codes_in_its_help() {
    for command in ["run", "exec", "ktest", "replay", "compare", "build"] {
        let help = output_of(pleach().args([command, "--help"]));
        assert!(text(&help.stdout).contains("Exit code: "), "{command}");
    }
}
