//! Programs compiled with clang's checks of undefined behaviour: each check that fails is told
//! at its line in the words of the sanitizer's own runtime.

mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{folder_with, output_of, pleach, root, text};

/// Everything that the runtime has words for.
const CHECKS: &str = "undefined,integer,nullability,implicit-conversion,float-divide-by-zero,float-cast-overflow,unsigned-shift-base";

fn source(name: &str) -> PathBuf {
    root().join("crates/pleach/tests/sanitize").join(name)
}

/// Addresses differ from run to run.
fn without_addresses(message: &str) -> String {
    let is_address = |word: &&str| word.starts_with("0x") && word.len() <= 18;
    let words = message.split(' ');
    words
        .map(|word| if is_address(&word) { "ADDRESS" } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

/// The runtime's one line about the case with this number: line and message.
fn native_report(program: &Path, case: u32) -> Option<(u64, String)> {
    let run = output_of(Command::new(program).arg(case.to_string()));
    let said = text(&run.stderr);
    let (place, message) = said
        .lines()
        .find_map(|l| l.split_once(": runtime error: "))?;
    let line = place.rsplit(':').nth(1)?.parse().ok()?;
    Some((line, without_addresses(message)))
}

fn findings(arguments: &[&str], file: &Path) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let run = output_of(
        pleach()
            .args(["run", "--no-fail", "--quiet", "-w", "--output-dir"])
            .arg(&out)
            .args(arguments)
            .arg(file),
    );
    assert!(run.status.success(), "{}", text(&run.stderr));
    let run = support::json(&out.join("run.json"));
    run["findings"].as_array().cloned().unwrap_or_default()
}

fn by_line(findings: &[Value]) -> BTreeMap<u64, Vec<String>> {
    let mut all: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for finding in findings {
        let line = finding["stack"][0]["line"].as_u64().unwrap_or(0);
        let message = finding["message"].as_str().unwrap_or("");
        all.entry(line)
            .or_default()
            .push(without_addresses(message));
    }
    all
}

/// Each case natively, and all of them in one run.
fn same_words(compiler: &str, name: &str, cases: u32) {
    let file = source(name);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("program");
    let compiled = output_of(
        Command::new(compiler)
            .args(["-g", "-w", "-fno-sanitize-recover=all"])
            .arg(format!("-fsanitize={CHECKS}"))
            .arg(&file)
            .arg("-o")
            .arg(&program),
    );
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let found = by_line(&findings(&["--sanitize", CHECKS, "-DPLEACH"], &file));
    for case in 1..=cases {
        let (line, message) = native_report(&program, case)
            .unwrap_or_else(|| panic!("{name}: case {case} is no error natively"));
        let said = found.get(&line);
        assert!(
            said.is_some_and(|all| all.contains(&message)),
            "{name}: case {case}, line {line}:\nnative {message}\npleach {said:?}"
        );
    }
    let count: usize = found.values().map(Vec::len).sum();
    assert_eq!(count, cases as usize, "{name}: more errors than cases");
}

#[test]
fn messages_are_those_of_the_runtime() {
    same_words("clang-22", "messages.c", 63);
}

#[test]
fn messages_about_cxx_are_those_of_the_runtime() {
    same_words("clang++-22", "messages.cc", 8);
}

/// Kinds by line, whatever the words.
fn kinds(findings: &[Value]) -> BTreeMap<u64, String> {
    let kind = |f: &Value| f["kind"].as_str().unwrap_or("").to_owned();
    let line = |f: &Value| f["stack"][0]["line"].as_u64().unwrap_or(0);
    findings.iter().map(|f| (line(f), kind(f))).collect()
}

/// Checks whose minimal handler or trap does not tell two kinds apart.
const COARSE: &[(&str, &str)] = &[
    ("unsigned-overflow", "signed-overflow"),
    ("unsigned-overflow", "overshift"),
    ("signed-overflow", "division-by-zero"),
    ("shift-of-negative", "overshift"),
    ("misaligned-access", "null-dereference"),
    ("null-argument", "null-dereference"),
];

/// The same errors at the same lines, of the same kind as far as the form of the check tells it.
fn same_kinds(form: &[&str]) {
    let file = source("messages.c");
    let checks = format!("-fsanitize={CHECKS}");
    let mut arguments = vec!["-DPLEACH", &*checks];
    let full = kinds(&findings(&arguments, &file));
    arguments.extend(form);
    let other = kinds(&findings(&arguments, &file));
    for (line, kind) in &full {
        let found = other.get(line).map_or("", String::as_str);
        let same = kind == found || COARSE.contains(&(kind, found));
        assert!(same, "{form:?}: line {line}: {found} instead of {kind}");
    }
    assert_eq!(full.len(), other.len(), "{form:?}");
}

#[test]
fn the_minimal_runtime() {
    same_kinds(&["-fsanitize-minimal-runtime"]);
    same_kinds(&["-fsanitize-minimal-runtime", "-fno-sanitize-recover=all"]);
}

#[test]
fn traps_instead_of_a_runtime() {
    same_kinds(&["-fsanitize-trap=all"]);
}

#[test]
fn a_trap_says_the_compilers_reason() {
    let folder = folder_with(
        "a.c",
        b"#include <klee/klee.h>\nint main(void) {\n  unsigned n = klee_int(\"n\");\n  return n + 1u;\n}\n",
    );
    let file = folder.path().join("a.c");
    let checks = [
        "-fsanitize=unsigned-integer-overflow",
        "-fsanitize-trap=all",
    ];
    let found = findings(&checks, &file);
    let messages: Vec<&str> = found.iter().filter_map(|f| f["message"].as_str()).collect();
    let reason = "unsigned integer addition overflow in 'n + 1U'";
    assert!(messages.contains(&reason), "{messages:?}");
    assert!(found.iter().any(|f| f["kind"] == "unsigned-overflow"));
    assert!(
        found.iter().all(|f| f["stack"][0]["line"] != 0),
        "{found:?}"
    );
}

/// What `pleach` says about a command line that it refuses: the mistake on one line, and perhaps the
/// usage below.
fn refused(arguments: &[&str]) -> String {
    let run = output_of(pleach().args(arguments));
    let said = text(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{arguments:?}: {said}");
    said.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn wrong_values_are_refused_in_one_line() {
    let said = refused(&["run", "--sanitize", "nonsense", "a.c"]);
    assert!(said.contains("undefined, integer, bounds"), "{said}");
    let said = refused(&["run", "--sanitize", "undefined,address", "a.c"]);
    assert!(said.contains("by itself"), "{said}");
    let said = refused(&["run", "--sanitize=memory", "a.c"]);
    assert!(said.contains("--check uninit"), "{said}");
    let said = refused(&["exec", "--sanitize", "undefined", "a.bc"]);
    assert!(said.contains("sources"), "{said}");
}

#[test]
fn code_for_another_runtime_is_refused() {
    let folder = folder_with(
        "a.c",
        b"int main(int argc, char **argv) { return argv[argc - 1][0]; }\n",
    );
    let file = folder.path().join("a.c");
    let file = file.to_str().expect("a plain path");
    let said = refused(&["run", "--no-output", "-fsanitize=address", file]);
    assert!(said.contains("-fsanitize=address"), "{said}");
    let said = refused(&["run", "--no-output", "-fsanitize=memory", file]);
    assert!(said.contains("-fsanitize=memory"), "{said}");
}

#[test]
fn exec_stops_at_the_first() {
    let folder = folder_with(
        "a.c",
        b"int main(int argc, char **argv) {\n  return argc + 2147483647 > 0;\n}\n",
    );
    let run = output_of(
        pleach()
            .args(["exec", "--sanitize", "undefined"])
            .arg(folder.path().join("a.c")),
    );
    assert_eq!(run.status.code(), Some(134));
    let said = text(&run.stderr);
    let words = "signed integer overflow: 1 + 2147483647 cannot be represented in type 'int'";
    assert!(said.contains(words), "{said}");
}

/// The branches of checks are the compiler's, not the source's.
#[test]
fn checks_do_not_count_as_branches() {
    let program = b"#include <klee/klee.h>\nint table[8];\nint main(void) {\n  unsigned i = klee_range(0, 8, \"i\");\n  int (*f)(int) = (int (*)(int))0;\n  if (f)\n    return f(1);\n  return i > 3 ? table[i] + 1 : table[i] << 1;\n}\n";
    let folder = folder_with("a.c", program);
    let branches = |flags: &[&str]| {
        let out = tempfile::tempdir().expect("a temporary folder");
        let out = out.path().join("out");
        let run = output_of(
            pleach()
                .args(["run", "--no-fail", "--quiet", "--output-dir"])
                .arg(&out)
                .args(flags)
                .arg(folder.path().join("a.c")),
        );
        assert!(run.status.success(), "{}", text(&run.stderr));
        support::json(&out.join("coverage.json"))["totals"]["branches"].clone()
    };
    assert_eq!(branches(&["--sanitize=undefined,integer"]), branches(&[]));
}

/// The project's own flag reaches the bitcode, and the native program needs no other runtime.
#[test]
fn a_build_keeps_the_checks() {
    let program = b"#include <klee/klee.h>\n#include <stdio.h>\nint main(void) {\n  int n = klee_range(0, 40, \"n\");\n  printf(\"%d\\n\", 1 << n);\n  return 0;\n}\n";
    let folder = folder_with("a.c", program);
    let at = |name: &str| folder.path().join(name);
    let compiled = output_of(
        pleach()
            .args([
                "cc",
                "-O2",
                "-fsanitize=leak,undefined",
                "-fsanitize-trap=undefined",
            ])
            .arg(at("a.c"))
            .arg("-o")
            .arg(at("a")),
    );
    assert!(compiled.status.success(), "{}", text(&compiled.stderr));
    let run = output_of(
        pleach()
            .args(["run", "--no-fail", "--quiet", "--output-dir"])
            .arg(at("out"))
            .arg(at("a")),
    );
    assert!(run.status.success(), "{}", text(&run.stderr));
    let found = support::json(&at("out").join("run.json"));
    let found = found["findings"].as_array().cloned().unwrap_or_default();
    let messages: Vec<&str> = found.iter().filter_map(|f| f["message"].as_str()).collect();
    assert!(
        messages.iter().any(|m| m.starts_with("shift exponent")),
        "{messages:?}"
    );
    let replay = output_of(
        pleach()
            .args(["replay", "--show-output"])
            .arg(at("a"))
            .arg(at("out")),
    );
    let said = text(&replay.stdout);
    assert!(
        said.contains("runtime error: shift_out_of_bounds"),
        "{said}"
    );
}
