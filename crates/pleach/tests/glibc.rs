//! Bitcode that was compiled against glibc's headers, with its checked functions: `pleach exec`
//! does what the native program does. The programs are in `tests/glibc/`.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{output_of, pleach, root, text};

const FLAGS: [&str; 5] = [
    "-O2",
    "-w",
    "-U_FORTIFY_SOURCE",
    "-D_FORTIFY_SOURCE=2",
    "-fno-stack-protector",
];

fn compiled(folder: &Path, name: &str, more: &[&str], result: &str) -> PathBuf {
    let target = folder.join(result);
    let mut command = Command::new("clang-22");
    command.args(FLAGS).args(more).arg("-o").arg(&target);
    command.arg(root().join("tests/glibc").join(name));
    let done = output_of(command.arg("-lm"));
    assert!(done.status.success(), "{name}: {}", text(&done.stderr));
    target
}

/// Standard output and exit code, natively and in the engine.
fn same_as_native(name: &str, flags: &[&str], options: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    // The same name in both, as messages begin with it.
    let native = compiled(folder.path(), name, flags, "program");
    let whole = [flags, &["-emit-llvm", "-c"]].concat();
    let bitcode = compiled(folder.path(), name, &whole, "program.bc");
    let expected = output_of(&mut Command::new(native));
    let got = output_of(pleach().arg("exec").args(options).arg(bitcode));
    assert_eq!(
        text(&got.stdout),
        text(&expected.stdout),
        "{name} {options:?}"
    );
    assert_eq!(
        got.status.code(),
        expected.status.code(),
        "{name} {options:?}"
    );
    let words = |stderr: &[u8]| {
        let lines = text(stderr);
        let after_name = lines
            .lines()
            .map(|line| line.split_once(": ").map(|l| l.1.to_owned()));
        after_name.collect::<Vec<_>>()
    };
    assert_eq!(
        words(&got.stderr),
        words(&expected.stderr),
        "{name} {options:?}"
    );
}

#[test]
fn checked_functions_are_those_of_glibc() {
    same_as_native("checked.c", &[], &[]);
}

#[test]
fn floats_are_classified() {
    for library in ["musl", "small"] {
        same_as_native("classify.c", &["-fno-builtin"], &["--libc", library]);
    }
}

#[test]
fn an_overrun_that_is_checked_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let bitcode = compiled(
        folder.path(),
        "overrun.c",
        &["-emit-llvm", "-c"],
        "program.bc",
    );
    let got = output_of(pleach().arg("exec").arg(bitcode));
    assert_eq!(text(&got.stdout), "");
    assert!(
        text(&got.stderr).contains("error["),
        "{}",
        text(&got.stderr)
    );
}
