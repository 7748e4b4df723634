//! What the program needs of the runtime, as a linker takes it out of archives.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap, HashSet};

use llvm_sys::LLVMLinkage;

use crate::link::{all_globals, definitions, in_pairs, is_public};
use crate::llvm::{Context, Module, Value};
use crate::{LoadError, LoadOptions, RuntimeModule, lower};

/// Attached to everything that came from a runtime module; survives linking.
pub const RUNTIME_MARK: &str = "pleach.runtime";

/// Links runtime modules, each only once something needs it. What the program defines itself
/// wins; of two modules that define a symbol, the first does. Tells which were linked.
pub fn link_runtime<'a>(
    context: &Context,
    program: &Module,
    options: &'a LoadOptions,
) -> Result<Vec<&'a RuntimeModule>, LoadError> {
    let mut archive = Archive::open(context, &options.runtime)?;
    let mark = context.metadata_kind(RUNTIME_MARK);
    let mut defined = Defined::of(program);
    let mut linked = Vec::new();
    loop {
        // More than once: what modules without an index need shows only when they are linked,
        // and so does what stands behind an intrinsic.
        let needed = needed_symbols(program, options);
        let chosen = archive.take(needed, &mut defined.all, &options.provided);
        if chosen.is_empty() {
            break;
        }
        linked.extend(&chosen);
        let mut modules = Vec::with_capacity(chosen.len());
        for runtime in chosen {
            let module = read_module(context, program, runtime, mark)?;
            give_way(&module, &defined, options);
            defined.add(&module);
            modules.push((runtime, module));
        }
        link_all(context, program, modules)?;
    }
    internalize(program, mark, options);
    Ok(linked)
}

/// Names that are taken.
struct Defined {
    all: HashSet<String>,
    /// Symbols that nothing else may define.
    strong: HashSet<String>,
}

impl Defined {
    fn of(program: &Module) -> Defined {
        let mut defined = Defined {
            all: HashSet::new(),
            strong: HashSet::new(),
        };
        defined.add(program);
        defined
    }

    fn add(&mut self, module: &Module) {
        for global in definitions(module).filter(|g| is_public(*g)) {
            let name = global.name();
            if global.linkage() == LLVMLinkage::LLVMExternalLinkage {
                self.strong.insert(name.clone());
            }
            self.all.insert(name);
        }
    }
}

/// The modules that may be linked, by the symbols that they define.
struct Archive<'a> {
    modules: &'a [RuntimeModule],
    taken: Vec<bool>,
    by_symbol: HashMap<Cow<'a, str>, usize>,
}

impl<'a> Archive<'a> {
    fn open(context: &Context, modules: &'a [RuntimeModule]) -> Result<Archive<'a>, LoadError> {
        let mut by_symbol = HashMap::new();
        for (at, module) in modules.iter().enumerate() {
            match module.symbols {
                Some(symbols) => {
                    for name in symbols.defines {
                        by_symbol.entry(Cow::Borrowed(*name)).or_insert(at);
                    }
                }
                None => {
                    for name in public_definitions(context, module)? {
                        by_symbol.entry(Cow::Owned(name)).or_insert(at);
                    }
                }
            }
        }
        Ok(Archive {
            modules,
            taken: vec![false; modules.len()],
            by_symbol,
        })
    }

    /// Modules for `needed` and for what these need, in the order of finding them.
    fn take(
        &mut self,
        needed: BTreeSet<String>,
        defined: &mut HashSet<String>,
        provided: &BTreeSet<String>,
    ) -> Vec<&'a RuntimeModule> {
        let mut chosen = Vec::new();
        let mut open: Vec<String> = needed.into_iter().rev().collect();
        while let Some(name) = open.pop() {
            if defined.contains(&name) || provided.contains(&name) {
                continue;
            }
            let Some(&at) = self.by_symbol.get(name.as_str()) else {
                continue;
            };
            if std::mem::replace(&mut self.taken[at], true) {
                continue;
            }
            let module = &self.modules[at];
            chosen.push(module);
            if let Some(symbols) = module.symbols {
                defined.extend(symbols.defines.iter().map(|&name| name.to_owned()));
                open.extend(symbols.needs.iter().map(|&name| name.to_owned()));
            }
        }
        chosen
    }
}

fn read_module(
    context: &Context,
    program: &Module,
    runtime: &RuntimeModule,
    mark: u32,
) -> Result<Module, LoadError> {
    let failed = |message| runtime_error(runtime, message);
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
    Ok(module)
}

fn runtime_error(runtime: &RuntimeModule, message: String) -> LoadError {
    LoadError::Runtime {
        name: runtime.name.to_string(),
        message,
    }
}

fn link_all(
    context: &Context,
    program: &Module,
    modules: Vec<(&RuntimeModule, Module)>,
) -> Result<(), LoadError> {
    let failed = |runtime: &&RuntimeModule, message| runtime_error(runtime, message);
    match in_pairs(context, modules, failed)? {
        Some((runtime, module)) => program
            .link(module, context)
            .map_err(|message| runtime_error(runtime, message)),
        None => Ok(()),
    }
}

fn public_definitions(
    context: &Context,
    runtime: &RuntimeModule,
) -> Result<BTreeSet<String>, LoadError> {
    let module = context
        .parse_lazily(&runtime.name, &runtime.bitcode)
        .map_err(|message| runtime_error(runtime, message))?;
    Ok(definitions(&module)
        .filter(|g| is_public(*g))
        .map(|g| g.name())
        .collect())
}

/// Symbols that are needed and not defined.
fn needed_symbols(program: &Module, options: &LoadOptions) -> BTreeSet<String> {
    let mut needed = undefined_symbols(program);
    needed.extend(options.keep.iter().cloned());
    needed.insert(options.entry.clone());
    needed.extend(options.start.clone());
    needed
}

/// Symbols that are used and not defined.
pub fn undefined_symbols(program: &Module) -> BTreeSet<String> {
    let mut undefined = BTreeSet::new();
    for global in all_globals(program) {
        let weak = global.linkage() == LLVMLinkage::LLVMExternalWeakLinkage;
        if !global.is_declaration() || !global.has_uses() || weak {
            continue;
        }
        let name = global.name();
        match lower::library_function(&name) {
            Some(library) => undefined.insert(library),
            None if name.starts_with("llvm.") => false,
            None => undefined.insert(name),
        };
    }
    undefined
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
fn give_way(runtime: &Module, defined: &Defined, options: &LoadOptions) {
    let aliasees: Vec<(Value, Value)> = runtime
        .aliases()
        .into_iter()
        .map(|a| (a, a.aliasee()))
        .collect();
    let losers: Vec<Value> = definitions(runtime)
        .filter(|g| is_public(*g))
        .filter(|g| defined.strong.contains(&g.name()) || options.provided.contains(&g.name()))
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
    keep.extend(options.start.clone());
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
