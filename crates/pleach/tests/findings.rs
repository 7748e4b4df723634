//! What a finding looks like, and when it is seen.

mod support;

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use support::{folder_with, json, output_of, pleach, text};

/// Fails at once on one path; the others take longer than anyone waits.
const FAILS_EARLY: &str = r#"
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char in[64];
  int n = 0;
  klee_make_symbolic(in, sizeof in, "in");
  assert(in[0] != 'x');
  for (int i = 0; i < 64; i++)
    if (in[i] == 'y') n++;
  return n;
}
"#;

#[test]
fn a_finding_is_printed_when_it_is_found() {
    let folder = folder_with("program.c", FAILS_EARLY.as_bytes());
    for flags in [&["--jobs", "1"][..], &["--jobs", "2", "--quiet"]] {
        let mut run = pleach();
        run.current_dir(folder.path())
            .args(["run", "--max-time", "60s", "program.c"])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = run.spawn().expect("pleach starts");
        let stdout = child.stdout.take().expect("it is a pipe");
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let first = lines.next().expect("something is printed");
        assert!(first.starts_with("error[assert]"), "{first}");
        let test = lines.find_map(|line| Some(line.trim().strip_prefix("test: ")?.to_owned()));
        let test = test.expect("a finding names its test");
        let still_runs = child.try_wait().expect("a child").is_none();
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        assert!(still_runs, "the finding came only at the end");
        let test = folder.path().join("pleach-last").join(test);
        assert!(
            test.exists(),
            "the test of a finding is there before it is told"
        );
    }
}

/// Many errors, found by both workers at about the same time.
fn many_errors() -> String {
    let checks: String = (0..40)
        .map(|i| format!("  if (in[0] == {i}) {{ assert(in[1] != {i}); return 0; }}\n"))
        .collect();
    format!(
        "#include <assert.h>\n#include <klee/klee.h>\nint main(void) {{\n  unsigned char in[2];\n  \
         klee_make_symbolic(in, sizeof in, \"in\");\n{checks}  return 1;\n}}\n"
    )
}

#[test]
fn findings_of_several_workers_do_not_interleave() {
    let folder = folder_with("program.c", many_errors().as_bytes());
    let run = output_of(pleach().current_dir(folder.path()).args([
        "run",
        "--quiet",
        "--jobs",
        "2",
        "program.c",
    ]));
    let said = text(&run.stdout);
    let findings: Vec<&str> = said.trim_end().split("\n\n").collect();
    assert_eq!(findings.len(), 40, "{said}");
    for finding in findings {
        let lines: Vec<&str> = finding.lines().collect();
        assert!(lines[0].starts_with("error[assert]"), "{finding}");
        assert!(
            lines.last().is_some_and(|l| l.starts_with("  test: ")),
            "{finding}"
        );
        assert_eq!(finding.matches("error[").count(), 1, "{finding}");
    }
}

/// The summary says how many paths ended in each error, most frequent first, and nothing twice.
#[test]
fn the_summary_counts_the_paths_of_each_finding() {
    let program = r#"
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char in[3];
  klee_make_symbolic(in, sizeof in, "in");
  int few = in[0] > 9, many = (in[1] > 9) + (in[2] > 9 ? 2 : 0);
  if (few) many = few;
  if (in[1] == 7) assert(in[0]);
  if (in[2] == 4) many++;
  assert(many > 0);
  return many;
}
"#;
    let folder = folder_with("program.c", program.as_bytes());
    let run = output_of(pleach().current_dir(folder.path()).args([
        "run",
        "--jobs",
        "1",
        "--output-dir",
        "out",
        "program.c",
    ]));
    let said = text(&run.stdout);
    let record = json(&folder.path().join("out/run.json"));
    let findings = record["findings"].as_array().expect("a list");
    assert_eq!(said.matches("error[").count(), findings.len(), "{said}");
    for finding in findings {
        let paths = finding["paths"].as_u64().expect("a number");
        let line = format!(
            "          {paths} paths: assert at program.c:{}\n",
            finding["line"]
        );
        assert_eq!(said.contains(&line), paths > 1, "{line}{said}");
    }
    assert!(
        findings.iter().any(|f| f["paths"].as_u64() > Some(1)),
        "{said}"
    );
}

/// Runs a program with one worker and shows what it says.
fn said(file: &str, program: &str, flags: &[&str]) -> (String, tempfile::TempDir) {
    let folder = folder_with(file, program.as_bytes());
    let run = output_of(
        pleach()
            .current_dir(folder.path())
            .args(["run", "--jobs", "1", "--output-dir", "out", file])
            .args(flags),
    );
    // 1: errors were found.
    let code = run.status.code();
    assert!(matches!(code, Some(0 | 1)), "{}", text(&run.stderr));
    (text(&run.stdout), folder)
}

/// Each of these must be in the text.
fn assert_says(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "`{part}` is not in\n{said}");
    }
}

const SHOP: &str = r#"
extern "C" int __VERIFIER_nondet_int(void);
namespace shop {
struct NoStock { int left; };
extern int limits[2];
int limits[2] = {1, 2};
void notify(int);
template <class T> class Store {
  T left = 3;
public:
  void take(T n) { if (n > left) throw NoStock{left}; left -= n; }
};
}
int main() {
  shop::Store<int> store;
  int n = __VERIFIER_nondet_int();
  if (n == 100) shop::notify(n);
  if (n == 200) return shop::limits[n - 198];
  store.take(n);
}
"#;

#[test]
fn names_of_cxx_are_those_of_the_source() {
    let (said, folder) = said("shop.cpp", SHOP, &[]);
    assert_says(
        &said,
        &[
            "an exception of type `shop::NoStock` is thrown that nothing catches",
            "  in shop::Store<int>::take at shop.cpp:11:",
            "call of `shop::notify(int)`, which is not defined anywhere (called by `main`)",
            "global `shop::limits`",
        ],
    );
    assert!(!said.contains("_Z"), "{said}");
    let out = folder.path().join("out");
    let lcov = std::fs::read_to_string(out.join("lcov.info")).expect("a text");
    assert!(lcov.contains(",_ZN4shop5StoreIiE4takeEi"), "{lcov}");
    let coverage = json(&out.join("coverage.json")).to_string();
    assert!(
        coverage.contains("\"shop::Store<int>::take\""),
        "{coverage}"
    );
    // KLEE's part of the file has the symbol.
    let errors = std::fs::read_dir(&out).expect("a folder").flatten();
    let errors = errors.filter(|e| e.file_name().to_string_lossy().ends_with("user.err"));
    for error in errors {
        let error = std::fs::read_to_string(error.path()).expect("a text");
        assert_says(&error, &["\t#000000 in _ZN4shop5StoreIiE4takeEi() at"]);
    }
}

#[test]
fn a_function_is_printed_by_the_name_of_the_source() {
    let folder = folder_with("shop.cpp", SHOP.as_bytes());
    for name in ["_ZN4shop5StoreIiE4takeEi", "shop::Store<int>::take", "take"] {
        let run = output_of(pleach().current_dir(folder.path()).args([
            "run",
            "shop.cpp",
            "--print-ir",
            name,
        ]));
        let said = text(&run.stdout);
        assert!(
            said.starts_with("function _ZN4shop5StoreIiE4takeEi("),
            "{name}: {said}"
        );
    }
}

#[test]
fn names_of_rust_are_those_of_the_source() {
    let program = r#"
extern "C" { fn __VERIFIER_nondet_int() -> i32; }
mod shop {
    pub struct Store { pub left: i32 }
    impl Store { pub fn take(&mut self, n: i32) { if n > 3 { panic!("no stock") } self.left -= n; } }
}
fn main() { shop::Store { left: 3 }.take(unsafe { __VERIFIER_nondet_int() } & 7); }
"#;
    let (said, _) = said("shop.rs", program, &[]);
    assert_says(&said, &["in program::shop::Store::take at shop.rs:5"]);
    assert!(!said.contains("_ZN") && !said.contains("_RN"), "{said}");
}

#[test]
fn objects_have_the_names_of_the_source() {
    let program = r#"
#include <stdlib.h>
#include <string.h>
struct big { int all[20]; };
static int past(struct big by_value, int i) { return by_value.all[i + 20]; }
static int beyond(int n, int i) { int *p = &n; return p[i + 1]; }
int main(int argc, char **argv, char **envp) {
  char buf[8];
  struct big big = {{0}};
  int way = argc > 1 ? argv[1][0] : 0;
  if (way == 'a') return argv[1][5];
  if (way == 'b') for (int i = 0;; i++) if (argv[0][i] == 1) return i;
  if (way == 'c') for (int i = 0;; i++) if (argv[i] == buf) return i;
  if (way == 'd') return getenv("COLOUR")[5];
  if (way == 'e') return past(big, way - 'e');
  if (way == 'f') return beyond(1, way - 'f');
  if (way == 'g') return strlen(strcpy(buf, "far too long"));
  if (way == 'h') for (int i = 0;; i++) if (envp[i] == argv[1]) return i;
  return 0;
}
"#;
    let flags = ["--sym-arg", "3", "--env", "COLOUR=red"];
    let (said, _) = said("program.c", program, &flags);
    assert_says(
        &said,
        &[
            "beyond the end of argument 1 (`argv[1]`) of 4 bytes",
            "beyond the end of the program's name (`argv[0]`)",
            "beyond the end of the list of arguments (`argv`)",
            "beyond the end of environment variable `COLOUR`",
            "beyond the end of parameter `by_value` of 80 bytes",
            "beyond the end of parameter `n` of 4 bytes",
            "beyond the end of local variable `buf` of 8 bytes",
            "beyond the end of the list of environment variables (`environ`)",
        ],
    );
}

/// A dozen branches; with `--max-depth 1` all but the first are followed on one side only.
const BRANCHES: &str = r#"
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char in[16];
  klee_make_symbolic(in, sizeof in, "in");
  int n = 0;
  if (in[0]) n++;
  for (int i = 1; i < 4; i++)
    if (in[i] == 5) n++;
  if (in[4]) n++;
  if (in[5]) n++;
  if (in[6]) n++;
  if (in[7]) n++;
  if (in[8]) n++;
  if (in[9]) n++;
  if (in[10]) n++;
  if (in[11]) n++;
  if (in[12]) n++;
  if (memcmp(in + 13, "ab", 2)) n++;
  return n;
}
"#;

#[test]
fn each_reason_for_being_incomplete_names_its_place() {
    let (said, folder) = said("program.c", BRANCHES, &["--max-depth", "1"]);
    let lines: Vec<&str> = said
        .lines()
        .skip_while(|line| !line.starts_with("complete: no"))
        .collect();
    let most = "          6 times: a path reached --max-depth, at program.c:10";
    assert_eq!(lines[1], most, "{said}");
    let others = "          and 1 other place (";
    assert!(lines[11].starts_with(others), "{said}");
    let record = json(&folder.path().join("out/run.json"));
    let causes = record["incomplete"].as_array().expect("a list");
    assert_eq!(causes.len(), 11, "{causes:?}");
    let is_in = |line: u64| {
        causes
            .iter()
            .any(|c| c["place"]["line"].as_u64() == Some(line))
    };
    // The library's comparison is blamed on its call.
    assert!(is_in(10) && is_in(19) && is_in(20), "{causes:?}");
    // A limit of the run is in no place.
    let (said, _) = self::said("program.c", BRANCHES, &["--max-forks", "2"]);
    assert_says(&said, &["times: a state was dropped: the run was ended\n"]);
}

const TYPED: &str = r#"
#include <klee/klee.h>
#include <stdint.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
typedef uint16_t port;
struct point { int x; const double y; char name[4]; };
static long count;
unsigned __VERIFIER_nondet_uint(void);
float __VERIFIER_nondet_float(void);
int main(void) {
  char text[8];
  unsigned char raw[3];
  port ports[2];
  bool on;
  struct point where;
  int64_t below;
  uint32_t *heap = malloc(sizeof *heap);
  klee_make_symbolic(text, sizeof text, "text");
  klee_make_symbolic(raw, sizeof raw, "raw");
  klee_make_symbolic(ports, sizeof ports, "ports");
  klee_make_symbolic(&on, sizeof on, "on");
  klee_make_symbolic(&where, sizeof where, "where");
  klee_make_symbolic(&below, sizeof below, "below");
  klee_make_symbolic(&count, sizeof count, "count");
  klee_make_symbolic(heap, sizeof *heap, "heap");
  klee_assume(text[0] == 'h'); klee_assume(text[1] == 'i'); klee_assume(text[2] == 0);
  klee_assume(text[3] == 0); klee_assume(text[4] == 0); klee_assume(text[5] == 0);
  klee_assume(text[6] == 0); klee_assume(text[7] == 0);
  klee_assume(raw[0] == 200); klee_assume(raw[1] == 0); klee_assume(raw[2] == 7);
  klee_assume(ports[0] == 65535); klee_assume(ports[1] == 80);
  klee_assume(on == 1);
  klee_assume(where.x == -2); klee_assume(where.y == 1.5); klee_assume(where.name[0] == 'A');
  klee_assume(where.name[1] == 0);
  klee_assume(where.name[2] == 0); klee_assume(where.name[3] == 0);
  klee_assume(below == -5);
  klee_assume(count == 3);
  klee_assume(*heap == 0x01020304);
  if (__VERIFIER_nondet_uint() == 4000000000u && __VERIFIER_nondet_float() == 0.25f) abort();
  return 0;
}
"#;

#[test]
fn inputs_are_shown_as_their_types_have_them() {
    let (said, _) = said("program.c", TYPED, &[]);
    let expected = r#"
  input:
    text  = "hi" and 6 zero bytes
    raw   = {200, 0, 7}
    ports = {65535, 80}
    on    = true
    where = {x: -2, y: 1.5, name: "A\0\0\0"}
    below = -5
    count = 3
    heap  = 16909060  hex 04 03 02 01
    uint  = 4000000000
    float = 0.25
"#;
    assert_says(&said, &[expected]);
}

const OPENS: &str = r#"
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char first = 0;
  if (argc > 1 && argv[1][0] == 'a') abort();
  int file = open("A", O_RDONLY);
  if (file < 0) { int *none = 0; return *none; }
  read(file, &first, 1);
  if (first == 'q') return 1 / (first - 'q');
  return 0;
}
"#;

#[test]
fn only_what_matters_about_a_file_is_said() {
    let flags = ["--sym-args", "0", "1", "3", "--sym-files", "1", "8"];
    let (said, folder) = said("program.c", OPENS, &flags);
    assert!(
        !said.contains("model_version") && !said.contains("-stat"),
        "{said}"
    );
    let findings: Vec<&str> = said.split("\n\n").collect();
    let of = |kind: &str| {
        let start = format!("error[{kind}]");
        let mut all = findings.iter().filter(|f| f.starts_with(&start));
        *all.next().unwrap_or_else(|| panic!("no {kind} in\n{said}"))
    };
    assert_says(
        of("abort"),
        &["arg0   = \"a\"\n", "A-data = 8 zero bytes\n"],
    );
    assert_says(of("null-dereference"), &["\n    A cannot be read\n"]);
    assert_says(
        of("division-by-zero"),
        &["A-data = \"q\" and 7 zero bytes\n"],
    );
    let ordinary = |kind: &str| assert!(!of(kind).contains("cannot"), "{said}");
    ordinary("abort");
    ordinary("division-by-zero");
    // Tests have all of it, and fit.
    let tests = std::fs::read_dir(folder.path().join("out"))
        .expect("a folder")
        .flatten();
    let tests = tests.filter(|e| e.path().extension().is_some_and(|e| e == "ktest"));
    let names = |e: std::fs::DirEntry| {
        let test = std::fs::read(e.path()).expect("a file");
        let test = pleach_report::Ktest::from_bytes(&test).expect("a test");
        test.objects.iter().any(|o| o.name == b"A-data-stat")
    };
    assert!({ tests }.all(names));
}
