//! `pleach run --cargo` on the example packages: each mistake is found, with the input.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{output_of, pleach, root, text};

fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages")
}

fn run(package: &str, more: &[&str]) -> (String, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = pleach();
    command
        .args(["run", "--no-fail", "--max-time", "60"])
        .args(["--max-memory", "2G", "--cargo"])
        .arg(root().join("rust/examples").join(package))
        .args(more)
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", target())
        .env_remove("RUSTFLAGS");
    let output = output_of(&mut command);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{said}");
    (said, folder)
}

#[test]
fn a_panic() {
    let (said, _) = run("panic", &[]);
    assert!(
        said.contains("called `Result::unwrap()` on an `Err` value"),
        "{said}"
    );
    assert!(said.contains("text = \":"), "{said}");
    assert!(
        said.contains("complete: yes") && said.contains("errors:   1"),
        "{said}"
    );
}

#[test]
fn an_overflow() {
    let (said, _) = run("overflow", &[]);
    assert!(
        said.contains("mul_overflow") && said.contains("src/main.rs:5"),
        "{said}"
    );
    assert!(said.contains("errors:   1"), "{said}");
}

#[test]
fn an_index_out_of_bounds_and_the_same_natively() {
    let (said, folder) = run("bounds", &["--bin", "bounds"]);
    assert!(said.contains("the len is 7 but the index is 7"), "{said}");
    assert!(said.contains("day = 7"), "{said}");
    let package = root().join("rust/examples/bounds");
    let built = output_of(
        Command::new("cargo")
            .args(["build", "--offline", "--quiet"])
            .current_dir(package)
            .env("CARGO_TARGET_DIR", target())
            .env_remove("RUSTFLAGS"),
    );
    assert!(built.status.success(), "{}", text(&built.stderr));
    let replayed = output_of(
        pleach()
            .arg("replay")
            .arg(target().join("debug/bounds"))
            .arg("pleach-last")
            .current_dir(folder.path()),
    );
    let said = text(&replayed.stdout) + &text(&replayed.stderr);
    assert!(replayed.status.success(), "{said}");
    assert!(
        said.contains("exit code 101 (as predicted: error panic)"),
        "{said}"
    );
}

#[test]
fn a_test_function() {
    let (said, _) = run("bounds", &["--test", "every_day_has_a_name"]);
    assert!(said.contains("day = 7"), "{said}");
    assert!(
        said.contains("called from bounds::tests::every_day_has_a_name"),
        "{said}"
    );
}

#[test]
fn what_a_package_does_not_have() {
    for (more, expected) in [
        (
            &["--bin", "nowhere"][..],
            "no program `nowhere` in this package; it has: bounds",
        ),
        (&["--test", "nowhere"], "no test function `nowhere`"),
    ] {
        let package = root().join("rust/examples/bounds");
        let mut command = pleach();
        command.args(["run", "--cargo"]).arg(package).args(more);
        let output = output_of(command.env("CARGO_TARGET_DIR", target()));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(expected), "{said}");
    }
    let output = output_of(pleach().args(["run", "--cargo", "/nowhere"]));
    assert_eq!(output.status.code(), Some(2));
}
