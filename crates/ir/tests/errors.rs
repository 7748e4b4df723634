//! Every error is one clear line that says what to do.

mod common;

use std::path::PathBuf;

use common::*;
use pleach_ir::*;

fn error(inputs: &[PathBuf], options: &LoadOptions) -> String {
    match load(inputs, options) {
        Ok(_) => panic!("loaded"),
        Err(error) => error.to_string(),
    }
}

fn plain(path: PathBuf) -> String {
    error(&[path], &LoadOptions::default())
}

#[test]
fn nothing_given() {
    assert!(error(&[], &LoadOptions::default()).starts_with("no input"));
}

#[test]
fn missing_file() {
    assert_eq!(
        plain(PathBuf::from("not/there.c")),
        "not/there.c: no such file"
    );
    let folder = folder("missing.bc");
    assert!(plain(folder).contains("not a file"));
}

#[test]
fn unknown_extension() {
    let path = file("unknown_extension", "a.txt", "");
    assert!(plain(path).contains("unknown kind of input; known are .c"));
}

#[test]
fn text_named_bitcode() {
    let path = file(
        "text_named_bitcode",
        "a.bc",
        "define i32 @main() { ret i32 0 }",
    );
    assert!(
        plain(path)
            .contains("named .bc but does not hold bitcode; if it is LLVM assembly, name it .ll")
    );
}

#[test]
fn truncated_bitcode() {
    let whole = bitcode("truncated_bitcode", "int main(void) { return 0; }");
    for len in [0, 3, 4, 64, whole.len() / 2, whole.len() - 4] {
        let path = file("truncated_bitcode", "a.bc", &whole[..len]);
        let text = plain(path);
        assert!(text.contains("broken or truncated"), "{len}: {text}");
    }
}

/// Whatever is in the file, there is an error or a program, and nothing else happens.
#[test]
fn damaged_bitcode() {
    let whole = bitcode(
        "damaged_bitcode",
        "int g[3]; int main(int c, char **v) { return g[c] + v[0][1]; }",
    );
    for at in (16..whole.len()).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x20;
        let path = file("damaged_bitcode", "a.bc", bytes);
        if let Ok(module) = load(&[path], &LoadOptions::default()) {
            verify(&module).unwrap();
        }
    }
}

fn bitcode(test: &str, source: &str) -> Vec<u8> {
    let input = file(test, "a.c", source);
    let output = std::process::Command::new("clang-22")
        .args(["-c", "-emit-llvm", "-o", "-"])
        .arg(input)
        .output()
        .expect("clang-22 is installed");
    output.stdout
}

#[test]
fn broken_assembly() {
    let path = file(
        "broken_assembly",
        "a.ll",
        "define i32 @main() { ret i64 0 }",
    );
    assert!(plain(path).contains("value doesn't match function result type"));
    let path = file(
        "broken_assembly",
        "b.ll",
        "define i32 @main() {\nret i32 0\nx:\n%a = add i32 %b, 1\n%b = add i32 %a, 1\nret i32 %z\n}",
    );
    assert!(plain(path).contains("use of undefined value '%z'"));
}

#[test]
fn unverifiable_module() {
    let text = "define i32 @main(i1 %c) {\nbr i1 %c, label %a, label %b\na:\n%x = add i32 1, 2\nbr label %b\nb:\nret i32 %x\n}";
    let path = file("unverifiable_module", "a.ll", text);
    assert!(plain(path).contains("Instruction does not dominate all uses"));
}

#[test]
fn wrong_target() {
    let text = "target datalayout = \"E-m:e-p:32:32\"\ntarget triple = \"powerpc-linux\"\ndefine i32 @main() { ret i32 0 }";
    let path = file("wrong_target", "a.ll", text);
    assert!(
        plain(path).contains(
            "target `powerpc-linux` is not supported; compile for a 64-bit little-endian"
        )
    );
}

#[test]
fn no_clang() {
    let path = file("no_clang", "a.c", "int main(void) { return 0; }");
    let options = LoadOptions {
        clang: Some("no-such-clang".into()),
        ..LoadOptions::default()
    };
    let text = error(&[path], &options);
    assert_eq!(
        text,
        "clang not found (tried no-such-clang); install it (Debian: clang-22) or name it with --clang"
    );
}

#[test]
fn no_rustc() {
    let path = file("no_rustc", "a.rs", "fn main() {}");
    let options = LoadOptions {
        rustc: Some("no-such-rustc".into()),
        ..LoadOptions::default()
    };
    assert!(error(&[path], &options).starts_with("rustc not found (tried no-such-rustc)"));
}

#[test]
fn compiler_failed() {
    let path = file("compiler_failed", "a.c", "int main( {");
    let text = plain(path);
    assert!(text.contains("clang-22 failed:"), "{text}");
    assert!(
        text.contains("error: expected parameter declarator"),
        "{text}"
    );
}

#[test]
fn no_entry() {
    let path = file("no_entry", "a.c", "int helper(void) { return 0; }");
    assert_eq!(
        plain(path),
        "no function `main` to start from; choose one with --entry: helper"
    );
    let path = file("no_entry", "b.c", "int variable;");
    assert!(plain(path).contains("the inputs define no function at all"));
}

#[test]
fn defined_twice() {
    let a = file(
        "defined_twice",
        "a.c",
        "int helper(void) { return 0; } int main(void) { return 0; }",
    );
    let b = file("defined_twice", "b.c", "int helper(void) { return 1; }");
    let text = error(&[a, b], &LoadOptions::default());
    assert!(text.starts_with("`helper` is defined twice, in "), "{text}");
    assert!(
        text.contains("a.c and in ") && text.ends_with("b.c; leave one of them out"),
        "{text}"
    );
}

#[test]
fn does_not_link() {
    let a = file(
        "does_not_link",
        "a.ll",
        "@v = global i32 1\ndefine i32 @main() { ret i32 0 }",
    );
    let b = file(
        "does_not_link",
        "b.ll",
        "@v = appending global [1 x ptr] zeroinitializer",
    );
    let text = error(&[a, b], &LoadOptions::default());
    assert!(
        text.contains("does not link with the other inputs"),
        "{text}"
    );
}

#[test]
fn broken_runtime() {
    let path = file("broken_runtime", "a.c", "int main(void) { return 0; }");
    let runtime = vec![RuntimeModule {
        name: "libx".into(),
        bitcode: b"nonsense".as_slice().into(),
        symbols: None,
    }];
    let text = error(
        &[path],
        &LoadOptions {
            runtime,
            ..LoadOptions::default()
        },
    );
    assert!(text.starts_with("runtime module libx: "), "{text}");
}

#[test]
fn too_large_global() {
    let path = file(
        "too_large_global",
        "a.c",
        "char big[1L << 40]; int main(void) { return big[3]; }",
    );
    assert!(plain(path).contains("global variable `big` of 1099511627776 bytes does not fit"));
}

#[test]
fn warnings_are_kept() {
    let path = file(
        "warnings_are_kept",
        "a.c",
        "int main(void) { int x; return x; }\n__asm__(\".globl foo\");",
    );
    let options = LoadOptions {
        clang_args: vec!["-Wall".to_owned()],
        ..LoadOptions::default()
    };
    let module = load_files(&[path], &options);
    assert!(
        module.warnings.iter().any(|w| w.contains("uninitialized")),
        "{:?}",
        module.warnings
    );
    assert!(
        module
            .warnings
            .iter()
            .any(|w| w.contains("module-level assembly is ignored")),
        "{:?}",
        module.warnings
    );
}
