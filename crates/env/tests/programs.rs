//! Small programs, from source to the ends of their paths.

mod common;

use common::{outcomes, printed, run_as};

#[test]
fn printing() {
    let text = printed(
        r#"
        #include <stdio.h>
        #include <stdarg.h>
        static void say(const char *format, ...) {
          va_list list; va_start(list, format); vfprintf(stderr, format, list); va_end(list);
        }
        int main(void) {
          char buffer[8]; int n = -1;
          printf("%d %s %5.2f|%-4c|%Lg|%n", -3, "abc", 3.14159, 'x', 2.5L, &n);
          printf("%d ", n);
          int length = snprintf(buffer, sizeof buffer, "%08.3f", 1234.5);
          printf("%d %s\n", length, buffer);
          puts("line"); putchar('!'); fputs("to\n", stdout);
          fwrite("xyz", 1, 2, stdout);
          say("%ld %.3s %g %Lf", 1L << 40, "abcdef", 0.1, 1.0L);
          return 0;
        }"#,
    );
    assert_eq!(
        text,
        "-3 abc  3.14|x   |2.5|22 8 1234.50\nline\n!to\nxy1099511627776 abc 0.1 1.000000"
    );
}

#[test]
fn printing_unknown_numbers_into_memory_is_exact() {
    let paths = outcomes(
        r#"
        #include <stdio.h>
        #include <klee/klee.h>
        int main(void) {
          unsigned char x; char buffer[8];
          klee_make_symbolic(&x, sizeof x, "x");
          int length = sprintf(buffer, "%d", x);
          klee_assert(length == (x < 10 ? 1 : x < 100 ? 2 : 3));
          klee_assert(buffer[length - 1] == '0' + x % 10);
          return length;
        }"#,
    );
    let exits: std::collections::BTreeSet<&str> = paths.iter().map(String::as_str).collect();
    assert_eq!(
        exits.into_iter().collect::<Vec<_>>(),
        ["exit 1", "exit 2", "exit 3"]
    );
}

#[test]
fn heap() {
    let base = "#include <stdlib.h>\n#include <klee/klee.h>\nint g;\n";
    let first =
        |body: &str| outcomes(&format!("{base}int main(void) {{ {body} return 0; }}")).join("; ");
    assert_eq!(
        first("free(malloc(8)); free(0); free(calloc(2, 3));"),
        "exit 0"
    );
    assert!(first("char *p = malloc(8); free(p); free(p);").starts_with("double-free: "));
    assert!(first("char *p = malloc(8); free(p + 3);").contains("3 bytes after the start"));
    assert!(first("free(&g);").contains("global `g`, which is not on the heap"));
    assert_eq!(
        first(
            "char *p = malloc(4); p[3] = 7; p = realloc(p, 100); if (p[3] != 7) return 1; p[99] = 1;"
        ),
        "exit 0"
    );
    assert_eq!(
        first("if (malloc((size_t)-1) || calloc((size_t)-1, 16)) return 1;"),
        "exit 0"
    );
    assert_eq!(
        first("void *p; if (posix_memalign(&p, 256, 3) || (size_t)p % 256) return 1;"),
        "exit 0"
    );
    let symbolic =
        first("unsigned n = klee_range(1, 9, \"n\"); char *p = malloc(n); p[n - 1] = 1; p[4] = 2;");
    assert!(
        symbolic.contains("exit 0") && symbolic.contains("out-of-bounds-write"),
        "{symbolic}"
    );
}

#[test]
fn inputs_and_ends() {
    let base = "#include <stdlib.h>\n#include <assert.h>\n#include <klee/klee.h>\n";
    let all =
        |body: &str| outcomes(&format!("{base}int main(void) {{ {body} return 0; }}")).join("; ");
    assert_eq!(
        all("int x = klee_int(\"x\"); klee_assume(x > 5); return x > 5 ? 0 : 1;"),
        "exit 0"
    );
    assert!(all("klee_assume(0);").starts_with("invalid-assume: "));
    assert!(all("int a[2]; klee_make_symbolic(a, 4, \"a\");").starts_with("user: wrong size"));
    assert_eq!(
        all("assert(klee_int(\"x\") != 3);"),
        "assert: assertion failed: klee_int(\"x\") != 3; exit 0"
    );
    assert!(all("abort();").starts_with("abort: "));
    assert_eq!(
        all("if (klee_int(\"x\") == 1) exit(3); exit(4);"),
        "exit 3; exit 4"
    );
    assert_eq!(all("klee_silent_exit(0);"), "silent");
    assert_eq!(
        all("klee_report_error(\"f\", 1, \"bad\", \"sfx\");"),
        "report-error: bad"
    );
    assert_eq!(
        all("if (klee_choose(3) > 2) return 1; if (klee_is_symbolic(1)) return 2;"),
        "exit 0"
    );
}

#[test]
fn functions_at_exit_and_aliases() {
    let text = printed(
        r#"
        #include <stdio.h>
        #include <stdlib.h>
        #include <klee/klee.h>
        void bye(void) { puts("bye"); }
        int one(void) { return 1; }
        int two(void) { return 2; }
        int main(void) {
          atexit(bye);
          printf("%d", one());
          klee_alias_function("one", "two");
          printf("%d", one());
          exit(0);
        }"#,
    );
    assert_eq!(text, "12bye\n");
}

#[test]
fn jumping_back() {
    let text = printed(
        r#"
        #include <setjmp.h>
        #include <stdio.h>
        static jmp_buf place;
        static void deep(int n) { if (n == 0) longjmp(place, 7); deep(n - 1); }
        int main(void) {
          int came = setjmp(place);
          if (came == 0) deep(3);
          printf("%d", came);
          return 0;
        }"#,
    );
    assert_eq!(text, "7");
}

#[test]
fn mathematics() {
    let text = printed(
        r#"
        #include <math.h>
        #include <stdio.h>
        int main(void) {
          volatile double two = 2; volatile float half = 0.5f;
          printf("%.17g %.17g %g %g %ld", sin(two), pow(two, 0.5), sqrtf(half), fmod(7, two), lround(-2.5));
          return 0;
        }"#,
    );
    let expected = format!("{:.16} {:.16} 0.707107 1 -3", 2f64.sin(), 2f64.powf(0.5));
    assert_eq!(
        text,
        expected.replace("0.9092974268256817", "0.90929742682568171")
    );
}

#[test]
fn exceptions() {
    let paths = run_as(
        r#"
        extern "C" int printf(const char *, ...);
        struct Noisy { int value; ~Noisy() { printf("~%d ", value); } };
        struct Base { virtual ~Base() {} };
        struct Derived : Base { int tag = 5; };
        static void inner(int kind) {
          Noisy n{kind};
          if (kind == 1) throw 42;
          if (kind == 2) throw "text";
          if (kind == 3) throw Derived();
        }
        static void middle(int kind) { try { inner(kind); } catch (int) { throw; } }
        int main() {
          for (int kind = 0; kind < 4; kind++) {
            try { middle(kind); printf("none "); }
            catch (int i) { printf("%d ", i); }
            catch (const char *s) { printf("%s ", s); }
            catch (Base &b) { printf("%d ", static_cast<Derived &>(b).tag); }
          }
          int *p = new int[3]; delete[] p;
          try { try { throw Noisy{9}; } catch (Noisy &n) { printf("seen "); } } catch (...) {}
          return 0;
        }"#,
        "cpp",
    );
    assert_eq!(paths.len(), 1);
    assert_eq!(
        (paths[0].outcome().as_str(), paths[0].printed.as_str()),
        ("exit 0", "~0 none ~1 42 ~2 text ~3 5 seen ~9 ")
    );
}

#[test]
fn verifier_functions() {
    let all = outcomes(
        r#"
        extern int __VERIFIER_nondet_int(void);
        extern _Bool __VERIFIER_nondet_bool(void);
        extern void __VERIFIER_assume(int);
        extern void reach_error(void);
        int main(void) {
          int x = __VERIFIER_nondet_int();
          __VERIFIER_assume(x > 0 && x < 10);
          if (__VERIFIER_nondet_bool() && x * x == 49) reach_error();
          return 0;
        }"#,
    );
    assert!(
        all.contains(&"assert: assertion failed: reach_error was called".to_string()),
        "{all:?}"
    );
    assert!(
        all.contains(&"exit 0".to_string()) && all.contains(&"silent".to_string()),
        "{all:?}"
    );
}

#[test]
fn panics_of_rust_are_errors() {
    let paths = run_as(
        r#"
        use std::hint::black_box;
        fn main() {
            let v: Vec<u32> = (0..black_box(4)).collect();
            let i = black_box(7usize);
            black_box(v[i]);
        }"#,
        "rs",
    );
    let ends: Vec<String> = paths.iter().map(common::Path::outcome).collect();
    assert_eq!(
        ends,
        ["panic: index out of bounds: the len is 4 but the index is 7"]
    );
}
