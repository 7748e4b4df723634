//! Lowered code computes what the source means: held against Rust's own
//! operations, and against native runs of random programs.

mod common;
mod machine;

use std::process::Command;

use common::*;
use machine::*;
use pleach_ir::*;
use proptest::prelude::*;

fn run(module: &Module, args: &[u128]) -> Vec<u128> {
    let (id, _) = find(module, "f");
    Machine::new(module).call(id, args).unwrap()
}

/// The module, once with every value in its own slot and once with shared ones.
fn both(test: &str, text: &str) -> [Module; 2] {
    [SlotUse::Shared, SlotUse::OnePerValue].map(|slots| {
        let path = file(test, &format!("{slots:?}.ll"), text);
        load_files(
            &[path],
            &LoadOptions {
                entry: "f".to_owned(),
                slots,
                ..LoadOptions::default()
            },
        )
    })
}

#[test]
fn funnel_shifts_rotate() {
    let modules = both(
        "funnel_shifts",
        "declare i32 @llvm.fshl.i32(i32, i32, i32)
         declare i32 @llvm.fshr.i32(i32, i32, i32)
         declare i33 @llvm.fshl.i33(i33, i33, i33)
         define { i32, i32, i32, i32, i33 } @f(i32 %a, i32 %b, i32 %s) {
           %l = call i32 @llvm.fshl.i32(i32 %a, i32 %b, i32 %s)
           %r = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 %s)
           %k = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 37)
           %m = call i32 @llvm.fshr.i32(i32 %a, i32 %b, i32 32)
           %w = zext i32 %a to i33
           %t = zext i32 %s to i33
           %o = call i33 @llvm.fshl.i33(i33 %w, i33 %w, i33 %t)
           %1 = insertvalue { i32, i32, i32, i32, i33 } poison, i32 %l, 0
           %2 = insertvalue { i32, i32, i32, i32, i33 } %1, i32 %r, 1
           %3 = insertvalue { i32, i32, i32, i32, i33 } %2, i32 %k, 2
           %4 = insertvalue { i32, i32, i32, i32, i33 } %3, i32 %m, 3
           %5 = insertvalue { i32, i32, i32, i32, i33 } %4, i33 %o, 4
           ret { i32, i32, i32, i32, i33 } %5
         }",
    );
    let modules = &modules;
    proptest!(|(a: u32, b: u32, s: u32)| {
        let wide = u64::from(a) << 32 | u64::from(b);
        let left = (wide << (s % 32) >> 32) as u32;
        let right = (wide >> (s % 32)) as u32;
        let odd = { let by = s % 33; let w = u64::from(a); (w << by | w >> (33 - by)) & ((1 << 33) - 1) };
        let expected = [u128::from(left), right.into(), a.rotate_left(5).into(), b.into(), odd.into()];
        for module in modules {
            prop_assert_eq!(run(module, &[a.into(), b.into(), s.into()]), expected);
        }
    });
}

#[test]
fn float_classes() {
    let [module, _] = both(
        "float_classes",
        "declare i1 @llvm.is.fpclass.f64(double, i32)
         define { i1, i1, i1, i1, i1, i1 } @f(double %x) {
           %a = call i1 @llvm.is.fpclass.f64(double %x, i32 3)
           %b = call i1 @llvm.is.fpclass.f64(double %x, i32 516)
           %c = call i1 @llvm.is.fpclass.f64(double %x, i32 144)
           %d = call i1 @llvm.is.fpclass.f64(double %x, i32 256)
           %e = call i1 @llvm.is.fpclass.f64(double %x, i32 32)
           %g = call i1 @llvm.is.fpclass.f64(double %x, i32 1023)
           %1 = insertvalue { i1, i1, i1, i1, i1, i1 } poison, i1 %a, 0
           %2 = insertvalue { i1, i1, i1, i1, i1, i1 } %1, i1 %b, 1
           %3 = insertvalue { i1, i1, i1, i1, i1, i1 } %2, i1 %c, 2
           %4 = insertvalue { i1, i1, i1, i1, i1, i1 } %3, i1 %d, 3
           %5 = insertvalue { i1, i1, i1, i1, i1, i1 } %4, i1 %e, 4
           %6 = insertvalue { i1, i1, i1, i1, i1, i1 } %5, i1 %g, 5
           ret { i1, i1, i1, i1, i1, i1 } %6
         }",
    );
    let check = |x: f64| {
        let expected = [
            x.is_nan(),
            x.is_infinite(),
            x.is_subnormal(),
            x.is_normal() && x > 0.0,
            x == 0.0 && x.is_sign_negative(),
            true,
        ];
        let found = run(&module, &[x.to_bits().into()]);
        assert_eq!(found, expected.map(u128::from), "{x:?}");
    };
    let edges = [
        0.0,
        -0.0,
        f64::MIN_POSITIVE,
        -f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        1.0,
        -1.0,
    ];
    edges.into_iter().for_each(check);
    proptest!(|(bits: u64)| check(f64::from_bits(bits)));
}

#[test]
fn vectors_in_memory_and_registers() {
    let modules = both(
        "vector_meaning",
        "define { i8, i32, i32, i64 } @f(<4 x i32> %v, i32 %x, i2 %i) {
           %p = alloca [32 x i8]
           %c = icmp sgt <4 x i32> %v, zeroinitializer
           store <4 x i1> %c, ptr %p
           %b = load i8, ptr %p
           %w = insertelement <4 x i32> %v, i32 %x, i2 %i
           %e = extractelement <4 x i32> %w, i2 %i
           store <4 x i32> %w, ptr %p
           %q = getelementptr i32, ptr %p, i64 1
           %m = load i32, ptr %q
           %h = bitcast <4 x i32> %w to <2 x i64>
           %l = extractelement <2 x i64> %h, i32 1
           %1 = insertvalue { i8, i32, i32, i64 } poison, i8 %b, 0
           %2 = insertvalue { i8, i32, i32, i64 } %1, i32 %e, 1
           %3 = insertvalue { i8, i32, i32, i64 } %2, i32 %m, 2
           %4 = insertvalue { i8, i32, i32, i64 } %3, i64 %l, 3
           ret { i8, i32, i32, i64 } %4
         }",
    );
    let modules = &modules;
    proptest!(|(v: [i32; 4], x: u32, i in 0_usize..4)| {
        let bits = v.iter().enumerate().fold(0, |all, (i, v)| all | u128::from(*v > 0) << i);
        let mut w = v.map(|v| v as u32);
        w[i] = x;
        let high = u128::from(w[2]) | u128::from(w[3]) << 32;
        let mut args: Vec<u128> = v.iter().map(|v| u128::from(*v as u32)).collect();
        args.extend([x.into(), i as u128]);
        for module in modules {
            prop_assert_eq!(run(module, &args), [bits, x.into(), w[1].into(), high]);
        }
    });
}

/// The checksum that a random program prints, natively and on the machine.
#[test]
fn random_programs_print_what_they_print_natively() {
    let mut compared = 0;
    for seed in 11..=18 {
        let path = folder("meaning").join(format!("{seed}.c"));
        let flags = [
            "--seed",
            &seed.to_string(),
            "--no-float",
            "--max-funcs",
            "6",
            "-o",
        ];
        match Command::new("csmith").args(flags).arg(&path).output() {
            Ok(output) if output.status.success() => {}
            // Random programs are an extra where the generator is installed.
            _ => return,
        }
        let binary = folder("meaning").join(format!("{seed}.out"));
        let flags = ["-w", "-O1", "-I/usr/include/csmith", "-o"];
        let built = Command::new("clang-22")
            .args(flags)
            .args([&binary, &path])
            .output()
            .expect("clang-22 is installed");
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
        // Some of them never end.
        let native = Command::new("timeout")
            .arg("2")
            .arg(&binary)
            .output()
            .expect("timeout is installed");
        if !native.status.success() {
            continue;
        }
        for (level, slots) in [
            ("-O0", SlotUse::Shared),
            ("-O2", SlotUse::Shared),
            ("-O0", SlotUse::OnePerValue),
        ] {
            let clang_args = [
                level,
                "-w",
                "-I/usr/include/csmith",
                "-fslp-vectorize",
                "-fvectorize",
            ];
            let clang_args = clang_args.map(str::to_owned).to_vec();
            let module = load_files(
                std::slice::from_ref(&path),
                &LoadOptions {
                    clang_args,
                    slots,
                    ..LoadOptions::default()
                },
            );
            let mut machine = Machine::new(&module);
            let main = module.main.unwrap();
            if is_narrow(&module) && machine.call(main, &[1, 0]).is_ok() {
                assert_eq!(
                    machine.output,
                    String::from_utf8_lossy(&native.stdout),
                    "seed {seed} {level} {slots:?}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 6, "only {compared} programs ended in time");
}

/// What clang makes of ways out of scopes: numbers that switches at the scopes' ends look at. No
/// switch is left, and every jump still gets to where the source says.
#[test]
fn ways_out_of_scopes_are_the_sources() {
    let source = "
      static int f(int n, int k) {
        int sum = 0;
        for (int i = 0; i < n; i++) {
          int x = i * k;
          if (x == 4) continue;
          if (x == 6) return sum + 100;
          if (x == 10) break;
          {
            int y = x + n;
            if (y == 13) return sum + 200;
            if (y == 17) goto out;
            sum += y;
          }
          sum++;
        }
        sum += 1000;
      out:
        return sum;
      }
      int main(int n, char **k) { return f(n, (int)(long)k); }";
    let expected = |n: i32, k: i32| {
        let mut sum = 0;
        for i in 0..n {
            let (x, y) = (i * k, i * k + n);
            match (x, y) {
                (4, _) => continue,
                (6, _) => return sum + 100,
                (10, _) => break,
                (_, 13) => return sum + 200,
                (_, 17) => return sum,
                _ => sum += y + 1,
            }
        }
        sum + 1000
    };
    for slots in [SlotUse::Shared, SlotUse::OnePerValue] {
        let path = file("scopes", &format!("{slots:?}.c"), source);
        let options = LoadOptions {
            slots,
            ..LoadOptions::default()
        };
        let module = load_files(&[path], &options);
        let (id, function) = find(&module, "f");
        let is_switch = |inst: &Inst| matches!(inst, Inst::Switch(_) | Inst::Unreachable);
        assert!(!function.code.iter().any(is_switch), "{}", module.text(id));
        for (n, k) in (0..12).flat_map(|n| (0..12).map(move |k| (n, k))) {
            let args = [n, k].map(|arg| arg as u128);
            let found = Machine::new(&module).call(id, &args).unwrap();
            assert_eq!(found, [expected(n, k) as u128], "f({n}, {k})");
        }
    }
}
