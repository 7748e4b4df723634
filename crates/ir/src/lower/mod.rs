//! LLVM to tables. Addresses of globals and functions are given first, so that
//! every constant is known; then each function is lowered on its own.

mod asm;
mod atomic;
mod bits;
mod builder;
mod call;
mod check;
mod cleanup;
mod constant;
mod debug;
mod edges;
mod function;
mod globals;
mod ifunc;
mod inst;
mod intrinsic;
mod memory;
mod sanitizer;
mod scope;
mod source_types;
mod speculation;
mod types;
mod vector;

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::llvm::{self, Context, Layout, Meta, Type, Value, attribute_kind};
use crate::{
    Block, BlockId, FuncId, Function, InsertedChecks, Inst, LoadError, LoadOptions, LocId, Module,
    Origin, Param, Paths, Role, SlotUse, TypeId, Variable, address, live, runtime,
};

pub use intrinsic::library_function;
pub use sanitizer::is_sanitizer;

/// Why something cannot be run. It becomes an [`Inst::Unsupported`], which is
/// an error only where it is executed.
#[derive(Debug)]
pub struct Unsupported(pub String);

type Lowered<T> = Result<T, Unsupported>;

/// State of the lowering of one module.
pub struct Lowering<'a> {
    context: &'a Context,
    layout: Layout,
    out: Module,
    debug: debug::DebugTables,
    attributes: Attributes,
    metadata: MetadataKinds,
    checks: InsertedChecks,
    flats: HashMap<Type, Rc<types::Flat>>,
    addresses: HashMap<Value, u64>,
    functions: HashMap<Value, FuncId>,
    by_name: HashMap<String, FuncId>,
    /// Blocks whose address is taken, in the order of their numbers.
    taken: Vec<(Value, llvm::Block)>,
    taken_numbers: HashMap<llvm::Block, u32>,
    /// Where each source block went; kept for `taken`.
    heads: HashMap<llvm::Block, BlockId>,
    /// Selector values of exception types, by the address of the type info.
    type_ids: HashMap<u64, u32>,
    runtime_mark: u32,
    /// Numbers of the metadata that sanitizers leave: on a function, and on their own instructions.
    func_sanitize: u32,
    nosanitize: u32,
    provided: &'a BTreeSet<String>,
    paths: Paths,
    /// Compile units that were asked already.
    optimized_units: HashMap<Meta, bool>,
    types: source_types::TypeTables,
    /// Where variables are in the module's table of them.
    variable_numbers: HashMap<Variable, u32>,
}

/// Numbers that LLVM gives to the attributes we look at.
struct Attributes {
    by_value: u32,
    align: u32,
}

/// Numbers that LLVM gives to the metadata of instructions that we look at.
struct MetadataKinds {
    range: u32,
    noundef: u32,
}

pub fn lower_module(
    context: &Context,
    module: &llvm::Module,
    options: &LoadOptions,
) -> Result<Module, LoadError> {
    let mut out = Module::default();
    let debug = debug::DebugTables::new(&mut out);
    let types = source_types::TypeTables::new(&mut out);
    let mut lowering = Lowering {
        context,
        layout: module.layout(),
        out,
        debug,
        attributes: Attributes {
            by_value: attribute_kind("byval"),
            align: attribute_kind("align"),
        },
        metadata: MetadataKinds {
            range: context.metadata_kind("range"),
            noundef: context.metadata_kind("noundef"),
        },
        checks: options.checks,
        flats: HashMap::new(),
        addresses: HashMap::new(),
        functions: HashMap::new(),
        by_name: HashMap::new(),
        taken: Vec::new(),
        taken_numbers: HashMap::new(),
        heads: HashMap::new(),
        type_ids: HashMap::new(),
        runtime_mark: context.metadata_kind(runtime::RUNTIME_MARK),
        func_sanitize: context.metadata_kind("func_sanitize"),
        nosanitize: context.metadata_kind("nosanitize"),
        provided: &options.provided,
        paths: options.paths,
        optimized_units: HashMap::new(),
        types,
        variable_numbers: HashMap::new(),
    };
    lowering.add_variable(Variable {
        name: String::new(),
        role: Role::Local,
        ty: TypeId(0),
    });
    let functions = lowering.declare_functions(module);
    lowering.place_globals(module)?;
    lowering.fill_globals(module)?;
    for &(function, id) in &functions {
        if !function.is_declaration() {
            function::lower_function(&mut lowering, function, id);
        }
    }
    for ifunc in module.ifuncs() {
        lowering.lower_ifunc(ifunc);
    }
    lowering.read_constructors(module);
    lowering.find_entry(module, &options.entry)?;
    lowering.out.start = options
        .start
        .as_ref()
        .and_then(|start| lowering.by_name.get(start).copied());
    lowering.finish_block_addresses();
    lowering.finish_functions(options.slots);
    Ok(lowering.out)
}

impl Lowering<'_> {
    /// Gives every function but intrinsics its number; ifuncs are functions too.
    fn declare_functions(&mut self, module: &llvm::Module) -> Vec<(Value, FuncId)> {
        let mut all = Vec::new();
        for function in module.functions().into_iter().chain(module.ifuncs()) {
            let name = function.name();
            if name.starts_with("llvm.") {
                continue;
            }
            let loc = if function.is_function() {
                self.debug
                    .of_function(self.context, &mut self.out, function)
            } else {
                None
            };
            let id = self.add_function(Function {
                name,
                loc,
                ..Function::default()
            });
            let address = if self.is_absent(function) {
                0
            } else {
                address::of_function(id.0)
            };
            self.addresses.insert(function, address);
            self.functions.insert(function, id);
            let origin = self.origin(function);
            let signature = self.signature(function);
            let fixed_use = self.fixed_use(function).unwrap_or_default();
            let sanitized = self.sanitizer_signature(function);
            let entry = &mut self.out.functions[id.index()];
            entry.origin = origin;
            entry.signature = sanitized;
            // A signature that cannot be flattened is an error when the body runs.
            if let Ok((params, results)) = signature {
                entry.params = params;
                entry.results = results.widths();
                entry.float_results = results.floats();
            }
            entry.variadic = function.value_type().is_variadic();
            entry.fixed_use = fixed_use;
            if function.is_function() {
                all.push((function, id));
            }
        }
        all
    }

    /// A weak symbol that nobody defines: its address is null, and programs ask for that.
    fn is_absent(&self, global: Value) -> bool {
        global.linkage() == llvm_sys::LLVMLinkage::LLVMExternalWeakLinkage
            && global.is_declaration()
            && !self.provided.contains(&global.name())
    }

    fn add_function(&mut self, mut function: Function) -> FuncId {
        let id = FuncId(self.out.functions.len() as u32);
        function.address = address::of_function(id.0);
        self.by_name.insert(function.name.clone(), id);
        self.out.functions.push(function);
        id
    }

    /// A function of this name, declared now if nobody did.
    fn function_named(&mut self, name: &str, params: &[(u32, bool)], results: &[u32]) -> FuncId {
        if let Some(&id) = self.by_name.get(name) {
            return id;
        }
        self.add_function(Function {
            name: name.to_owned(),
            params: params
                .iter()
                .map(|&(width, float)| Param {
                    width,
                    float,
                    by_value: None,
                })
                .collect(),
            results: results.to_vec(),
            ..Function::default()
        })
    }

    fn signature(&mut self, function: Value) -> Lowered<(Vec<Param>, Rc<types::Flat>)> {
        let ty = function.value_type();
        let mut params = Vec::new();
        for (i, param) in ty.params().into_iter().enumerate() {
            let by_value = if function.is_function() {
                self.by_value_param(function, i as u32)
            } else {
                None
            };
            let flat = self.flat(param)?;
            params.extend(flat.scalars.iter().map(|scalar| Param {
                width: scalar.width,
                float: scalar.is_float(),
                by_value,
            }));
        }
        Ok((params, self.flat(ty.result())?))
    }

    /// Rust's standard library is compiled into the program; its files tell it apart.
    fn origin(&self, global: Value) -> Origin {
        use llvm_sys::LLVMValueKind::*;
        let marked = match global.kind() {
            LLVMFunctionValueKind => {
                let file = global.subprogram().and_then(Meta::scope_file);
                global.metadata(self.runtime_mark).is_some() || file.is_some_and(is_of_rust)
            }
            LLVMGlobalVariableValueKind => global.metadata(self.runtime_mark).is_some(),
            _ => false,
        };
        if marked {
            Origin::Runtime
        } else {
            Origin::Program
        }
    }

    /// Number of a block whose address is taken.
    fn block_number(&mut self, function: Value, block: llvm::Block) -> u32 {
        *self.taken_numbers.entry(block).or_insert_with(|| {
            self.taken.push((function, block));
            self.taken.len() as u32 - 1
        })
    }

    /// The number that stands for an exception type in selectors.
    fn type_id(&mut self, type_info: u64) -> u32 {
        let next = self.type_ids.len() as u32 + 1;
        *self.type_ids.entry(type_info).or_insert(next)
    }

    fn find_entry(&mut self, module: &llvm::Module, entry: &str) -> Result<(), LoadError> {
        let alias = || {
            module
                .aliases()
                .into_iter()
                .find(|alias| alias.name() == entry)
        };
        let through_alias = |lowering: &mut Self| {
            let address = lowering.constant_address(alias()?).ok().flatten()?;
            function_at(address)
        };
        let found = self
            .by_name
            .get(entry)
            .copied()
            .or_else(|| through_alias(self));
        self.out.main = found.filter(|id| self.out.functions[id.index()].is_defined());
        if self.out.main.is_some() {
            return Ok(());
        }
        let own = self
            .out
            .functions
            .iter()
            .filter(|f| f.is_defined() && f.origin == Origin::Program);
        Err(LoadError::NoEntry {
            entry: entry.to_owned(),
            defined: own.map(|f| f.name.clone()).collect(),
        })
    }

    fn finish_block_addresses(&mut self) {
        for (function, block) in std::mem::take(&mut self.taken) {
            let Some(&id) = self.functions.get(&function) else {
                continue;
            };
            let target = match self.heads.get(&block) {
                Some(&target) => target,
                None => add_unreachable_block(&mut self.out.functions[id.index()]),
            };
            self.out.block_addresses.push((id, target));
        }
    }

    fn finish_functions(&mut self, slots: SlotUse) {
        live::finish(&mut self.out.functions, slots);
        let mut next = 0;
        for function in &mut self.out.functions {
            function.first_block_number = next;
            next += function.blocks.len() as u32;
        }
    }
}

fn is_of_rust(file: Meta) -> bool {
    let file = crate::SourceFile {
        path: file.file_name(),
        directory: file.file_directory(),
    };
    file.is_of_rust()
}

/// For a block that cannot be reached, though its address is taken.
fn add_unreachable_block(function: &mut Function) -> BlockId {
    function.blocks.push(Block {
        first: function.code.len() as u32,
        len: 1,
        head: false,
        is_check: false,
    });
    function.code.push(Inst::Unreachable);
    function.locs.push(LocId(0));
    BlockId(function.blocks.len() as u32 - 1)
}

/// The function that an address is the start of.
fn function_at(at: u64) -> Option<FuncId> {
    address::function_at(at).map(FuncId)
}
