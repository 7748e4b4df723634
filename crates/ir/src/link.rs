//! Inputs to one module, and what it needs of the runtime.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use llvm_sys::LLVMLinkage;

use crate::llvm::{Context, Module, Value};
use crate::{LoadError, LoadOptions, RuntimeModule, lower};

/// Attached to everything that came from a runtime module; survives linking.
pub const RUNTIME_MARK: &str = "pleach.runtime";

pub fn link_inputs(
    context: &Context,
    modules: Vec<(PathBuf, Module)>,
) -> Result<Module, LoadError> {
    check_duplicates(&modules)?;
    let whole = context.empty_module("program");
    for (i, (path, module)) in modules.into_iter().enumerate() {
        if i == 0 {
            whole.set_triple(&module.triple());
            module.copy_layout_to(&whole);
        }
        whole
            .link(module, context)
            .map_err(|message| LoadError::Link { path, message })?;
    }
    Ok(whole)
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

fn all_globals(module: &Module) -> impl Iterator<Item = Value> {
    let (functions, variables) = (module.functions(), module.variables());
    functions
        .into_iter()
        .chain(variables)
        .chain(module.aliases())
        .chain(module.ifuncs())
}

fn definitions(module: &Module) -> impl Iterator<Item = Value> {
    all_globals(module).filter(|g| !g.is_declaration())
}

/// Whether other modules see this symbol.
fn is_public(global: Value) -> bool {
    use LLVMLinkage::*;
    !matches!(
        global.linkage(),
        LLVMInternalLinkage
            | LLVMPrivateLinkage
            | LLVMAppendingLinkage
            | LLVMAvailableExternallyLinkage
    )
}

/// Links runtime modules, each only once something needs it, as a linker does
/// with the members of an archive. What the program defines itself wins.
pub fn link_runtime(
    context: &Context,
    program: &Module,
    options: &LoadOptions,
) -> Result<(), LoadError> {
    let mut waiting = Vec::new();
    for runtime in &options.runtime {
        waiting.push((runtime, public_definitions(context, runtime)?));
    }
    let mark = context.metadata_kind(RUNTIME_MARK);
    loop {
        let needed = needed_symbols(program, options);
        let Some(at) = waiting
            .iter()
            .position(|(_, defines)| !defines.is_disjoint(&needed))
        else {
            break;
        };
        let (runtime, _) = waiting.remove(at);
        let failed = |message| LoadError::Runtime {
            name: runtime.name.clone(),
            message,
        };
        let module = context
            .parse(&runtime.name, &runtime.bitcode)
            .map_err(failed)?;
        // Triples that differ only by the vendor's name would draw a warning for each module.
        module.set_triple(&program.triple());
        for global in definitions(&module) {
            if !is_alias_like(global) {
                global.set_metadata(mark, context.empty_node());
            }
        }
        give_way(&module, program, options);
        program.link(module, context).map_err(failed)?;
    }
    internalize(program, mark, options);
    Ok(())
}

fn public_definitions(
    context: &Context,
    runtime: &RuntimeModule,
) -> Result<BTreeSet<String>, LoadError> {
    let module = context
        .parse_lazily(&runtime.name, &runtime.bitcode)
        .map_err(|message| LoadError::Runtime {
            name: runtime.name.clone(),
            message,
        })?;
    Ok(definitions(&module)
        .filter(|g| is_public(*g))
        .map(|g| g.name())
        .collect())
}

/// Symbols that are used, not defined, and not the engine's.
fn needed_symbols(program: &Module, options: &LoadOptions) -> BTreeSet<String> {
    let defined: BTreeSet<String> = definitions(program)
        .filter(|g| is_public(*g))
        .map(|g| g.name())
        .collect();
    let mut needed: BTreeSet<String> = options.keep.iter().cloned().collect();
    needed.insert(options.entry.clone());
    for global in all_globals(program) {
        let weak = global.linkage() == LLVMLinkage::LLVMExternalWeakLinkage;
        if !global.is_declaration() || !global.has_uses() || weak {
            continue;
        }
        let name = global.name();
        match lower::library_function(&name) {
            Some(library) => needed.insert(library),
            None if name.starts_with("llvm.") => false,
            None => needed.insert(name),
        };
    }
    needed.retain(|name| !defined.contains(name) && !options.provided.contains(name));
    needed
}

fn is_alias_like(global: Value) -> bool {
    use llvm_sys::LLVMValueKind::*;
    matches!(
        global.kind(),
        LLVMGlobalAliasValueKind | LLVMGlobalIFuncValueKind
    )
}

/// Turns those definitions of `runtime` into declarations that the engine
/// provides or that the program defines itself.
fn give_way(runtime: &Module, program: &Module, options: &LoadOptions) {
    let strong: BTreeSet<String> = definitions(program)
        .filter(|g| g.linkage() == LLVMLinkage::LLVMExternalLinkage)
        .map(|g| g.name())
        .collect();
    let aliasees: Vec<(Value, Value)> = runtime
        .aliases()
        .into_iter()
        .map(|a| (a, a.aliasee()))
        .collect();
    let losers: Vec<Value> = definitions(runtime)
        .filter(|g| is_public(*g))
        .filter(|g| strong.contains(&g.name()) || options.provided.contains(&g.name()))
        .collect();
    for loser in losers {
        let name = loser.name();
        loser.set_name(&format!("{name}.replaced"));
        let ty = loser.value_type();
        let winner = match loser.kind() {
            llvm_sys::LLVMValueKind::LLVMFunctionValueKind => runtime.declare_function(&name, ty),
            llvm_sys::LLVMValueKind::LLVMGlobalVariableValueKind => {
                runtime.declare_variable(&name, ty)
            }
            // What an alias or ifunc stands for decides.
            _ if ty.kind() == llvm_sys::LLVMTypeKind::LLVMFunctionTypeKind => {
                runtime.declare_function(&name, ty)
            }
            _ => runtime.declare_variable(&name, ty),
        };
        loser.replace_all_uses_with(winner);
        if !is_alias_like(loser) {
            loser.clear_comdat();
        }
        loser.set_default_visibility();
        loser.set_linkage(LLVMLinkage::LLVMInternalLinkage);
    }
    // Other names of a replaced function still mean the runtime's own.
    for (alias, aliasee) in aliasees {
        alias.set_aliasee(aliasee);
    }
}

/// Lets `globaldce` drop what nobody uses of the runtime.
fn internalize(program: &Module, mark: u32, options: &LoadOptions) {
    let mut keep: BTreeSet<String> = options.keep.iter().cloned().collect();
    keep.insert(options.entry.clone());
    // Only the lowering will refer to these.
    keep.extend(
        program
            .functions()
            .iter()
            .filter_map(|f| lower::library_function(&f.name())),
    );
    for global in definitions(program) {
        if keep.contains(&global.name()) || !is_public(global) {
            continue;
        }
        let runtime = match global.kind() {
            llvm_sys::LLVMValueKind::LLVMGlobalAliasValueKind => {
                is_marked(alias_base(global), mark)
            }
            llvm_sys::LLVMValueKind::LLVMGlobalIFuncValueKind => is_marked(global.resolver(), mark),
            _ => is_marked(global, mark),
        };
        if runtime {
            if !is_alias_like(global) {
                global.clear_comdat();
            }
            global.set_default_visibility();
            global.set_linkage(LLVMLinkage::LLVMInternalLinkage);
        }
    }
}

fn alias_base(alias: Value) -> Value {
    let mut base = alias.aliasee();
    loop {
        base = match base.kind() {
            llvm_sys::LLVMValueKind::LLVMGlobalAliasValueKind => base.aliasee(),
            llvm_sys::LLVMValueKind::LLVMConstantExprValueKind => base.operand(0),
            _ => return base,
        };
    }
}

fn is_marked(global: Value, mark: u32) -> bool {
    use llvm_sys::LLVMValueKind::*;
    matches!(
        global.kind(),
        LLVMFunctionValueKind | LLVMGlobalVariableValueKind
    ) && global.metadata(mark).is_some()
}
