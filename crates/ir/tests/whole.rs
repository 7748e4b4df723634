//! Whole programs: everything lowers, verifies, and leaves nothing unsupported.

mod common;

use std::path::PathBuf;
use std::process::Command;

use common::*;
use pleach_ir::*;

fn clean(inputs: &[PathBuf], options: &LoadOptions) -> Module {
    let module = load_files(inputs, options);
    assert_eq!(unsupported(&module), Vec::<String>::new());
    module
}

fn csmith(seed: u32) -> Option<PathBuf> {
    let path = folder("csmith").join(format!("{seed}.c"));
    let run = Command::new("csmith")
        .args(["--seed", &seed.to_string(), "--float", "-o"])
        .arg(&path)
        .output();
    // Random programs are an extra where the generator is installed.
    match run {
        Ok(output) if output.status.success() => Some(path),
        _ => None,
    }
}

#[test]
fn random_programs() {
    for seed in 1..=4 {
        let Some(path) = csmith(seed) else { return };
        for level in ["-O0", "-O2"] {
            let flags = [
                level,
                "-w",
                "-I/usr/include/csmith",
                "-Wno-incompatible-pointer-types",
            ];
            // Vectors and unrolled loops, which our own flags switch off, on purpose.
            let more = ["-fvectorize", "-fslp-vectorize", "-funroll-loops", "-mavx2"];
            let clang_args = flags
                .iter()
                .chain(&more)
                .map(|flag| flag.to_string())
                .collect();
            let module = clean(
                std::slice::from_ref(&path),
                &LoadOptions {
                    clang_args,
                    ..LoadOptions::default()
                },
            );
            assert!(module.main.is_some());
        }
        let flags = [
            "-w",
            "-I/usr/include/csmith",
            "-Wno-incompatible-pointer-types",
        ];
        let clang_args = flags.map(str::to_owned).to_vec();
        clean(
            &[path],
            &LoadOptions {
                clang_args,
                paths: pleach_ir::Paths::Optimized,
                ..LoadOptions::default()
            },
        );
    }
}

#[test]
fn vectorized_loops() {
    let source = "
        #include <math.h>
        float a[100], b[100]; int c[100]; unsigned char s[100]; double d[100];
        float dot(void) { float r = 0; for (int i = 0; i < 100; i++) r += a[i] * b[i]; return r; }
        int most(void) { int m = c[0]; for (int i = 1; i < 100; i++) m = c[i] > m ? c[i] : m; return m; }
        void clamp(int k) { for (int i = 0; i < 100; i++) { int v = s[i] + k; s[i] = v > 255 ? 255 : v; } }
        void maybe(int *p) { for (int i = 0; i < 100; i++) if (c[i] > 3) p[i] += c[i]; }
        void gather(int *p) { for (int i = 0; i < 100; i++) c[i] = p[c[i] & 63]; }
        void roots(void) { for (int i = 0; i < 100; i++) d[i] = sqrt(fabs(floor(d[i]))); }
        int count(void) { int n = 0; for (int i = 0; i < 100; i++) n += __builtin_popcount(c[i]); return n; }
        int main(void) { maybe(c); gather(c); roots(); clamp(3); return dot() + most() + count(); }";
    let path = file("vectorized", "a.c", source);
    let flags = [
        "-O3",
        "-fvectorize",
        "-fslp-vectorize",
        "-ffast-math",
        "-mavx512f",
        "-mprefer-vector-width=512",
    ];
    let clang_args = flags.map(str::to_owned).to_vec();
    clean(
        &[path],
        &LoadOptions {
            clang_args,
            ..LoadOptions::default()
        },
    );
}

#[test]
fn floats_and_builtins() {
    let source = "
        #include <math.h>
        int kind(long double x) { return __builtin_fpclassify(1, 2, 3, 4, 5, x) + __builtin_isnan(x) + __builtin_isinf_sign(x); }
        double all(double x, double y, int n) {
          return sin(x) + pow(x, y) + fma(x, y, 1) + fmin(x, y) + fmax(x, y) + copysign(x, y) + trunc(x) + rint(x)
            + nearbyint(y) + round(x) + lround(x) + llrint(y) + __builtin_powi(x, n) + ldexp(x, n) + exp2(x) + log10(y);
        }
        int bits(unsigned x, unsigned long long y, int s) {
          return __builtin_clz(x) + __builtin_ctzll(y) + __builtin_popcount(x) + __builtin_bswap32(x)
            + __builtin_rotateleft32(x, s) + __builtin_rotateright64(y, s) + __builtin_bitreverse16(x);
        }
        int checked(int a, int b) { int r; return __builtin_add_overflow(a, b, &r) + __builtin_mul_overflow(a, b, &r) + r; }
        int main(int c, char **v) { return kind(c) + (int)all(c, c, c) + bits(c, c, c) + checked(c, c) + __builtin_isfpclass((float)c, 0x3ff); }";
    for level in ["-O0", "-O2"] {
        let path = file("floats", &format!("{}.c", &level[1..]), source);
        let clang_args = vec![level.to_owned(), "-fno-math-errno".to_owned()];
        clean(
            &[path],
            &LoadOptions {
                clang_args,
                ..LoadOptions::default()
            },
        );
    }
}

#[test]
fn cxx_with_exceptions_and_virtual_calls() {
    let source = "
        struct Base { virtual int get(int x) = 0; virtual ~Base() {} };
        struct Derived : Base {
          int k; Derived(int k) : k(k) {}
          int get(int x) override { if (x > 3) throw x; return x + k; }
        };
        struct Guard { int *p; ~Guard() { ++*p; } };
        static Derived global(5);
        int run(Base *b, int x) {
          int n = 0; Guard g{&n};
          try { return b->get(x); } catch (int e) { return -e; } catch (...) { throw; }
        }
        int main(int argc, char **) { return run(&global, argc); }";
    let path = file("cxx", "a.cpp", source);
    let module = clean(&[path], &LoadOptions::default());
    let (_, run) = find(&module, "_Z3runP4Basei");
    assert!(
        run.code
            .iter()
            .any(|i| matches!(i, Inst::LandingPad(pad) if pad.clauses.len() == 2))
    );
    assert!(run.code.iter().any(|i| matches!(i, Inst::Resume { .. })));
    let virtual_call = |i: &Inst| matches!(i, Inst::Call(call) if matches!(call.callee, Callee::Indirect(_)) && call.unwind.is_some());
    assert!(run.code.iter().any(virtual_call));
    assert_eq!(module.constructors.len(), 1);
}

#[test]
fn rust_programs() {
    let source = "#[unsafe(no_mangle)]\npub fn pick(v: &[u32], i: usize) -> u32 { v[i] * 3 }\n\
        fn main() { println!(\"{}\", pick(&vec![1, 2, 3], std::env::args().count())); }";
    let path = file("rust_programs", "a.rs", source);
    let module = clean(&[path], &LoadOptions::default());
    let (_, pick) = find(&module, "pick");
    assert_eq!(pick.params.len(), 3);
    assert_eq!(pick.origin, Origin::Program);
    let library = module
        .functions
        .iter()
        .filter(|f| f.is_defined() && f.origin == Origin::Runtime)
        .count();
    assert!(
        library > 100,
        "the standard library is linked, and told apart: {library}"
    );
}

#[test]
fn rust_bitcode() {
    let source = file(
        "rust_bitcode",
        "a.rs",
        "pub fn sum(v: &[i64]) -> i64 { v.iter().filter(|x| **x > 2).sum() }",
    );
    let bitcode = folder("rust_bitcode").join("a.bc");
    let run = Command::new("rustc")
        .args([
            "--crate-type=lib",
            "--emit=llvm-bc",
            "-C",
            "opt-level=3",
            "-C",
            "symbol-mangling-version=v0",
            "-o",
        ])
        .args([&bitcode, &source])
        .output()
        .expect("rustc is installed");
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let entry = match load(std::slice::from_ref(&bitcode), &LoadOptions::default()) {
        Err(LoadError::NoEntry { defined, .. }) => defined[0].clone(),
        other => panic!("there is no main: {other:?}"),
    };
    clean(
        &[bitcode],
        &LoadOptions {
            entry,
            ..LoadOptions::default()
        },
    );
}

#[test]
fn old_assembly_is_upgraded() {
    // Typed pointers are gone for good, but older intrinsic forms are still read.
    let text = "declare void @llvm.lifetime.start.p0(i64, ptr)
        declare i32 @llvm.ctlz.i32(i32, i1)
        declare <4 x float> @llvm.experimental.vector.reverse.v4f32(<4 x float>)
        define i32 @f(ptr %p) {
          %a = alloca i32
          call void @llvm.lifetime.start.p0(i64 4, ptr %a)
          %x = load i32, ptr %p
          %y = call i32 @llvm.ctlz.i32(i32 %x, i1 true)
          ret i32 %y
        }";
    let module = load_ll("old_assembly", text);
    assert_eq!(unsupported(&module), Vec::<String>::new());
}
