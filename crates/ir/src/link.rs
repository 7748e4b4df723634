//! Inputs to one module.

use std::collections::BTreeMap;
use std::path::PathBuf;

use llvm_sys::LLVMLinkage;

use crate::LoadError;
use crate::llvm::{Context, Module, Value};

pub fn link_inputs(
    context: &Context,
    modules: Vec<(PathBuf, Module)>,
) -> Result<Module, LoadError> {
    check_duplicates(&modules)?;
    let failed = |path: &PathBuf, message| LoadError::Link {
        path: path.clone(),
        message,
    };
    match in_pairs(context, modules, failed)? {
        Some((_, whole)) => Ok(whole),
        None => Err(LoadError::NoInput),
    }
}

/// Links neighbours first, then neighbours of these: LLVM looks through all of the module that it
/// links to, each time, so one after the other would be quadratic.
pub fn in_pairs<N>(
    context: &Context,
    mut modules: Vec<(N, Module)>,
    failed: impl Fn(&N, String) -> LoadError,
) -> Result<Option<(N, Module)>, LoadError> {
    while modules.len() > 1 {
        let mut pairs = Vec::with_capacity(modules.len().div_ceil(2));
        let mut rest = modules.into_iter();
        while let Some((name, left)) = rest.next() {
            if let Some((other, right)) = rest.next() {
                left.link(right, context)
                    .map_err(|message| failed(&other, message))?;
            }
            pairs.push((name, left));
        }
        modules = pairs;
    }
    Ok(modules.pop())
}

/// LLVM would report these too, but not who defined it first.
fn check_duplicates(modules: &[(PathBuf, Module)]) -> Result<(), LoadError> {
    let mut seen: BTreeMap<String, &PathBuf> = BTreeMap::new();
    for (path, module) in modules {
        for global in definitions(module) {
            if global.linkage() != LLVMLinkage::LLVMExternalLinkage {
                continue;
            }
            let symbol = global.name();
            if let Some(first) = seen.insert(symbol.clone(), path) {
                return Err(LoadError::Duplicate {
                    symbol,
                    first: first.clone(),
                    second: path.clone(),
                });
            }
        }
    }
    Ok(())
}

pub fn all_globals(module: &Module) -> impl Iterator<Item = Value> {
    let (functions, variables) = (module.functions(), module.variables());
    functions
        .into_iter()
        .chain(variables)
        .chain(module.aliases())
        .chain(module.ifuncs())
}

pub fn definitions(module: &Module) -> impl Iterator<Item = Value> {
    all_globals(module).filter(|g| !g.is_declaration())
}

/// Whether other modules see this symbol.
pub fn is_public(global: Value) -> bool {
    use LLVMLinkage::*;
    !matches!(
        global.linkage(),
        LLVMInternalLinkage
            | LLVMPrivateLinkage
            | LLVMAppendingLinkage
            | LLVMAvailableExternallyLinkage
    )
}
/// Makes the program's definitions of these functions declarations that a library answers.
pub fn give_way(program: &Module, names: &[String]) {
    let definitions = program.functions().into_iter();
    for function in definitions.filter(|function| !function.is_declaration()) {
        let name = function.name();
        if !names.contains(&name) {
            continue;
        }
        function.set_name(&format!("{name}.replaced"));
        let declared = program.declare_function(&name, function.value_type());
        function.replace_all_uses_with(declared);
        function.set_linkage(LLVMLinkage::LLVMInternalLinkage);
    }
}
