//! What the tests of the static analyses share.

use pleach_ir::{FuncId, Function, LoadOptions, Module, load};

/// Lowers C whose entry is `f`.
pub(crate) fn lower(source: &str) -> Module {
    let file = tempfile::Builder::new().suffix(".c").tempfile();
    let file = file.expect("a temporary file");
    std::fs::write(file.path(), source).expect("written");
    let options = LoadOptions {
        entry: "f".to_owned(),
        ..LoadOptions::default()
    };
    load(&[file.path().to_owned()], &options).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn find<'m>(module: &'m Module, name: &str) -> (FuncId, &'m Function) {
    let at = module.functions.iter().position(|f| f.name == name);
    let at = at.unwrap_or_else(|| panic!("no function {name}"));
    (FuncId(at as u32), &module.functions[at])
}
