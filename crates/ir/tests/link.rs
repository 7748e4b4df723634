//! Several inputs, and runtime modules.

mod common;

use common::*;
use pleach_ir::*;

fn runtime(test: &str, name: &str, source: &str) -> RuntimeModule {
    let input = file(test, &format!("{name}.c"), source);
    let output = std::process::Command::new("clang-22")
        .args(["-c", "-emit-llvm", "-O1", "-ffreestanding", "-o", "-"])
        .arg(input)
        .output()
        .expect("clang-22 is installed");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    RuntimeModule {
        name: name.to_owned().into(),
        bitcode: output.stdout.into(),
        symbols: None,
    }
}

#[test]
fn inputs_are_one_program() {
    let a = file(
        "inputs",
        "a.c",
        "int twice(int); extern int base; int main(void) { return twice(base); }",
    );
    let b = file(
        "inputs",
        "b.c",
        "int base = 7; static int two = 2; int twice(int x) { return x * two; }",
    );
    let module = load_files(&[a, b], &LoadOptions::default());
    assert!(find(&module, "twice").1.is_defined());
    assert_eq!(global(&module, "base").bytes, [7]);
    assert_eq!(global(&module, "base").size, 4);
    assert!(!global(&module, "base").external);
}

#[test]
fn only_what_is_needed_is_linked() {
    let program = file(
        "needed",
        "a.c",
        "int used(int); int main(void) { return used(3); }",
    );
    let options = LoadOptions {
        runtime: vec![
            runtime("needed", "unused", "int other(void) { return 1; }"),
            runtime(
                "needed",
                "used",
                "int inner(int); int used(int x) { return inner(x); } int beside(void) { return 5; }",
            ),
            runtime(
                "needed",
                "inner",
                "static int n; int inner(int x) { return x + ++n; }",
            ),
        ],
        ..LoadOptions::default()
    };
    let module = load_files(&[program], &options);
    let names: Vec<&str> = module.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["main", "used", "inner"]);
    let origins: Vec<Origin> = module.functions.iter().map(|f| f.origin).collect();
    assert_eq!(origins, [Origin::Program, Origin::Runtime, Origin::Runtime]);
    assert_eq!(global(&module, "n").origin, Origin::Runtime);
}

#[test]
fn provided_names_stay_declarations() {
    let program = file(
        "provided",
        "a.c",
        "void *malloc(unsigned long); int other(void); int main(void) { return other() + !malloc(1); }",
    );
    let library = "void *malloc(unsigned long n) { return 0; }
        void *alias(unsigned long) __attribute__((alias(\"malloc\")));
        int other(void) { return malloc(2) == alias(3); }";
    let options = LoadOptions {
        runtime: vec![runtime("provided", "library", library)],
        provided: ["malloc".to_owned()].into(),
        ..LoadOptions::default()
    };
    let module = load_files(&[program], &options);
    assert!(!find(&module, "malloc").1.is_defined());
    assert!(find(&module, "other").1.is_defined());
}

#[test]
fn the_program_wins_over_the_runtime() {
    let program = file(
        "wins",
        "a.c",
        "int helper(void) { return 1; } int more(void); int main(void) { return more(); }",
    );
    let library = "int helper(void) { return 2; } int more(void) { return helper(); }";
    let options = LoadOptions {
        runtime: vec![runtime("wins", "library", library)],
        ..LoadOptions::default()
    };
    let module = load_files(&[program], &options);
    assert_eq!(find(&module, "helper").1.origin, Origin::Program);
    assert_eq!(
        body(&module, "helper").lines().last(),
        Some("return 1  ; line 1")
    );
}

#[test]
fn kept_symbols_and_libm_are_linked() {
    let text = "declare double @llvm.pow.f64(double, double)
        define i32 @main() {
          %p = call double @llvm.pow.f64(double 2.0, double 3.0)
          %i = fptosi double %p to i32
          ret i32 %i
        }";
    let program = file("kept", "a.ll", text);
    let options = LoadOptions {
        runtime: vec![
            runtime(
                "kept",
                "math",
                "double pow(double x, double y) { return x * y; }",
            ),
            runtime(
                "kept",
                "exit",
                "int at_end(void) { return 1; } int not_kept(void) { return 2; }",
            ),
        ],
        keep: vec!["at_end".to_owned()],
        ..LoadOptions::default()
    };
    let module = load_files(&[program], &options);
    assert!(find(&module, "pow").1.is_defined());
    assert!(find(&module, "at_end").1.is_defined());
    assert!(module.functions.iter().all(|f| f.name != "not_kept"));
}

#[test]
fn the_same_input_gives_the_same_module() {
    let path = file(
        "same",
        "a.c",
        "int t[9]; int main(int c, char **v) { return t[c] + v[0][0]; }",
    );
    let [a, b] = [0, 1].map(|_| load_files(std::slice::from_ref(&path), &LoadOptions::default()));
    assert_eq!(a.hash, b.hash);
    assert_eq!(format!("{:?}", a.functions), format!("{:?}", b.functions));
    let changed = file(
        "same",
        "b.c",
        "int t[9]; int main(int c, char **v) { return t[c] - v[0][0]; }",
    );
    assert_ne!(a.hash, load_files(&[changed], &LoadOptions::default()).hash);
}

#[test]
fn optimizing_moves_arrays_to_registers() {
    let source = "int main(int c, char **v) { int x[2] = {c, 1}; for (int i = 0; i < 3; i++) x[0] += i; return x[0]; }";
    let path = file("optimized", "a.c", source);
    let plain = load_files(std::slice::from_ref(&path), &LoadOptions::default());
    let optimized = load_files(
        &[path],
        &LoadOptions {
            paths: pleach_ir::Paths::Optimized,
            ..LoadOptions::default()
        },
    );
    let loads = |m: &Module| {
        m.functions[0]
            .code
            .iter()
            .filter(|i| matches!(i, Inst::Load { .. }))
            .count()
    };
    assert!(loads(&plain) > 0);
    assert_eq!(loads(&optimized), 0);
}
