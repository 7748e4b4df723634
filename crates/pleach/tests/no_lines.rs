//! Programs that were compiled without `-g`: errors are told apart by function and instruction, and
//! nobody else's lines stand for the program's.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::{json, output_of, pleach, root, text};

/// Four bugs in `main`, two of each kind, and a function of the C library that needs musl.
const FOUR_BUGS: &str = r#"
#include "klee/klee.h"
#include <stdio.h>
static int table[4];
int main(void) {
  int x = klee_int("x");
  if (x == 1) return table[x + 1000000];
  if (x == 2) return table[x + 2000000];
  if (x == 3) table[x + 1000000] = 1;
  if (x == 4) table[x + 2000000] = 1;
  printf("%d\n", table[0]);
  return 0;
}
"#;

/// The same function twice, in two ways of C++.
const IN_CXX: &str = r#"
#include "klee/klee.h"
struct Table {
  int cells[4];
  int at(int i) { if (i > 100) return cells[i]; return cells[i - 1000]; }
};
int main() {
  Table t = {};
  return t.at(klee_int("x") == 1 ? 1000 : 7);
}
"#;

const CALLER: &str = "int helper(int); int main(void) { return helper(1); }";
const HELPER: &str = r#"
#include "klee/klee.h"
static int table[4];
int helper(int by) {
  int x = klee_int("x");
  if (x == 1) return table[x + 1000000 * by];
  if (x == 2) return table[x + 2000000 * by];
  return 0;
}
"#;

/// Two loads that an optimiser left without a line, in a function that has one.
const LINE_ZERO: &str = r#"
@n = constant [2 x i8] c"x\00"
declare i32 @klee_int(ptr)
define i32 @main() !dbg !4 {
  %x = call i32 @klee_int(ptr @n), !dbg !7
  %one = icmp eq i32 %x, 1, !dbg !7
  br i1 %one, label %a, label %b, !dbg !7
a:
  %p = load i32, ptr inttoptr (i64 8 to ptr), !dbg !8
  ret i32 %p, !dbg !7
b:
  %q = load i32, ptr inttoptr (i64 16 to ptr), !dbg !8
  ret i32 %q, !dbg !7
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "zero.c", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !6)
!4 = distinct !DISubprogram(name: "main", file: !1, line: 5, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !{null}
!7 = !DILocation(line: 6, column: 3, scope: !4)
!8 = !DILocation(line: 0, scope: !4)
"#;

/// Bitcode of a source, without debug information.
fn bitcode(folder: &Path, name: &str, source: &str) -> PathBuf {
    let (file, out) = (folder.join(name), folder.join(format!("{name}.bc")));
    std::fs::write(&file, source).expect("a file in the folder");
    let mut clang = Command::new("clang-22");
    clang.args(["-c", "-emit-llvm", "-O0", "-w", "-I"]);
    clang.arg(root().join("runtime/include")).arg(file);
    let done = output_of(clang.arg("-o").arg(&out));
    assert!(done.status.success(), "{}", text(&done.stderr));
    out
}

/// The run's findings, its folder, and what it printed.
fn run(folder: &Path, inputs: &[PathBuf], flags: &[&str]) -> (Vec<Value>, PathBuf, String) {
    let out = folder.join(format!("out{}", flags.join("")));
    let mut command = pleach();
    command
        .args(["run", "--no-fail", "--jobs", "1"])
        .args(flags);
    let run = output_of(command.arg("--output-dir").arg(&out).args(inputs));
    assert!(run.status.success(), "{}", text(&run.stderr));
    let record = json(&out.join("run.json"));
    let findings = record["findings"].as_array().cloned().unwrap_or_default();
    (findings, out, text(&run.stdout))
}

fn instructions(findings: &[Value]) -> Vec<u64> {
    let number = |f: &Value| f["instruction"].as_u64().expect("its number is told");
    let mut all: Vec<u64> = findings.iter().map(number).collect();
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn bugs_are_told_apart_without_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = bitcode(folder.path(), "four.c", FOUR_BUGS);
    for libc in ["musl", "small"] {
        let (findings, out, said) = run(
            folder.path(),
            std::slice::from_ref(&program),
            &["--libc", libc],
        );
        assert_eq!(findings.len(), 4, "{said}");
        assert_eq!(instructions(&findings).len(), 4, "{said}");
        for finding in &findings {
            assert_eq!(finding["function"], "main");
            assert_eq!(finding["file"], Value::Null);
            let operation = finding["operation"].as_str();
            assert!(matches!(operation, Some("load" | "store")), "{operation:?}");
        }
        assert_eq!(said.matches("compile with -g to see lines").count(), 1);
        assert!(said.contains("--> main, instruction "), "{said}");
        assert!(said.contains("no lines are known"), "{said}");
        let error = std::fs::read_to_string(out.join("test000001.ptr.err"));
        let error = error.expect("the first path ends in an error");
        assert!(!error.contains("File:"), "{error}");
        assert!(error.contains("\tplace: main, instruction "), "{error}");
    }
}

#[test]
fn methods_are_told_apart_without_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = bitcode(folder.path(), "table.cc", IN_CXX);
    let (findings, _, said) = run(folder.path(), &[program], &[]);
    assert_eq!(instructions(&findings).len(), 2, "{said}");
}

/// A caller with lines does not stand for a function without.
#[test]
fn one_file_with_lines_and_one_without() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let caller = folder.path().join("caller.c");
    std::fs::write(&caller, CALLER).expect("a file in the folder");
    let helper = bitcode(folder.path(), "helper.c", HELPER);
    let (findings, _, said) = run(folder.path(), &[caller, helper], &[]);
    assert_eq!(instructions(&findings).len(), 2, "{said}");
    assert!(findings.iter().all(|f| f["function"] == "helper"), "{said}");
    assert!(said.contains("caller.c:1"), "{said}");
}

#[test]
fn instructions_at_line_zero_are_told_apart() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("zero.ll");
    std::fs::write(&program, LINE_ZERO).expect("a file in the folder");
    let (findings, _, said) = run(folder.path(), &[program], &[]);
    assert_eq!(instructions(&findings).len(), 2, "{said}");
    // The function's line is better than none.
    assert!(said.contains("zero.c:5, instruction "), "{said}");
}
