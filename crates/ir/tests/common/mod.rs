//! What the tests share.
#![allow(dead_code)]

use std::path::PathBuf;

use pleach_ir::*;

/// A folder for the files of one test.
pub fn folder(test: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    std::fs::create_dir_all(&path).unwrap();
    path
}

pub fn file(test: &str, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder(test).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

/// Loads and verifies. The entry is the first function where there is no `main`.
pub fn load_files(inputs: &[PathBuf], options: &LoadOptions) -> Module {
    let module = load(inputs, options).unwrap_or_else(|error| panic!("{error}"));
    verify(&module).unwrap_or_else(|fault| panic!("{fault}"));
    module
}

pub fn find<'m>(module: &'m Module, name: &str) -> (FuncId, &'m Function) {
    let at = module.functions.iter().position(|f| f.name == name);
    let at = at.unwrap_or_else(|| panic!("no function {name}"));
    (FuncId(at as u32), &module.functions[at])
}

pub fn global<'m>(module: &'m Module, name: &str) -> &'m Global {
    module
        .globals
        .iter()
        .find(|g| g.name == name)
        .unwrap_or_else(|| panic!("no global {name}"))
}

/// Loads assembly whose entry is `f`, a slot for each value.
pub fn load_ll(test: &str, text: &str) -> Module {
    let path = file(test, "input.ll", text);
    load_files(
        &[path],
        &LoadOptions {
            entry: "f".to_owned(),
            slots: SlotUse::OnePerValue,
            ..LoadOptions::default()
        },
    )
}

/// The lines between the braces of a function's text, without indentation, without the numbers of
/// instructions and without liveness.
pub fn body(module: &Module, name: &str) -> String {
    let text = module.text(find(module, name).0).to_string();
    let lines: Vec<&str> = text
        .lines()
        .skip(1)
        .map(|line| match line.starts_with('b') {
            true => line.split("  ; ").next().unwrap_or(line),
            false => line.split("  ; instruction").next().unwrap_or(line),
        })
        .map(str::trim)
        .filter(|line| *line != "}")
        .collect();
    lines.join("\n")
}

/// Function `f` of the assembly is lowered to these lines.
pub fn check(test: &str, text: &str, expected: &str) {
    let module = load_ll(test, text);
    let expected: Vec<&str> = expected
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let found = body(&module, "f");
    assert_eq!(found, expected.join("\n"), "\nfound:\n{found}\n");
}

/// Texts of everything that cannot be run.
pub fn unsupported(module: &Module) -> Vec<String> {
    let code = module.functions.iter().flat_map(|f| &f.code);
    code.filter_map(|inst| match inst {
        Inst::Unsupported { what } => Some(what.to_string()),
        Inst::Asm { text, .. } => Some(text.to_string()),
        _ => None,
    })
    .collect()
}
