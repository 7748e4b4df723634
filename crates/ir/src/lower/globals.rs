//! Global variables: addresses first, then initial bytes.

use std::collections::HashMap;

use super::{Lowered, Lowering, function_at};
use crate::llvm::{self, Meta, Value};
use crate::{FuncId, Global, LoadError, TypeId, address};

/// Variables that are orders to a linker, not data. (`llvm.global_ctors` is
/// read by its own function.)
fn is_data(variable: Value) -> bool {
    !variable.name().starts_with("llvm.")
}

impl Lowering<'_> {
    pub fn place_globals(&mut self, module: &llvm::Module) -> Result<(), LoadError> {
        let mut used: HashMap<u32, u64> = HashMap::new();
        for variable in module.variables().into_iter().filter(|v| is_data(*v)) {
            let ty = variable.value_type();
            let sized = ty.is_sized();
            let size = if sized { self.layout.alloc_size(ty) } else { 0 };
            let natural = if sized { self.layout.align(ty) } else { 1 };
            let align = variable.alignment().max(natural).max(1);
            let too_large = || LoadError::GlobalTooLarge {
                name: variable.name(),
                size,
            };
            let class = address::class_for(size, align).ok_or_else(too_large)?;
            let index = used.entry(class).or_insert(0);
            let mut place = address::Place {
                segment: address::Segment::Global,
                class,
                index: *index,
            };
            place.index += u64::from(place.is_spare());
            if place.index >= address::slots_in(class) {
                return Err(too_large());
            }
            *index = place.index + 1;
            let address = if self.is_absent(variable) {
                0
            } else {
                place.base()
            };
            self.addresses.insert(variable, address);
            let loc = self
                .debug
                .of_variable(self.context, &mut self.out, variable);
            let ty = self.type_of_global(variable);
            self.out.globals.push(Global {
                name: variable.name(),
                address: place.base(),
                size,
                bytes: Vec::new(),
                constant: variable.is_constant_variable(),
                external: variable.is_declaration(),
                loc,
                ty,
                origin: self.origin(variable),
            });
        }
        Ok(())
    }

    fn type_of_global(&mut self, global: Value) -> TypeId {
        let kind = self.context.metadata_kind("dbg");
        let variable = global.metadata(kind).and_then(Meta::global_variable);
        let ty = variable.and_then(|variable| variable.variable_type(self.context));
        self.types.of(self.context, &mut self.out, ty)
    }

    pub fn fill_globals(&mut self, module: &llvm::Module) -> Result<(), LoadError> {
        for (i, variable) in module
            .variables()
            .into_iter()
            .filter(|v| is_data(*v))
            .enumerate()
        {
            let Some(initial) = variable
                .initializer()
                .filter(|v| !v.is_null() && !v.is_undef())
            else {
                continue;
            };
            let size = self.out.globals[i].size;
            let mut bytes = vec![0; size as usize];
            self.render(initial, &mut bytes)
                .map_err(|why| LoadError::Initializer {
                    name: variable.name(),
                    what: why.0,
                })?;
            let used = bytes
                .iter()
                .rposition(|&byte| byte != 0)
                .map_or(0, |last| last + 1);
            bytes.truncate(used);
            bytes.shrink_to_fit();
            self.out.globals[i].bytes = bytes;
        }
        Ok(())
    }

    /// Constructors run by rising priority, destructors by falling; destructors
    /// of one priority run in reverse order, as the system's loader does it.
    pub fn read_constructors(&mut self, module: &llvm::Module) {
        let mut constructors = self.prioritized(module, "llvm.global_ctors");
        constructors.sort_by_key(|&(priority, _)| priority);
        let mut destructors = self.prioritized(module, "llvm.global_dtors");
        destructors.reverse();
        destructors.sort_by_key(|&(priority, _)| std::cmp::Reverse(priority));
        self.out.constructors = constructors.into_iter().map(|(_, id)| id).collect();
        self.out.destructors = destructors.into_iter().map(|(_, id)| id).collect();
    }

    fn prioritized(&mut self, module: &llvm::Module, list: &str) -> Vec<(u64, FuncId)> {
        let Some(list) = module.variable(list).and_then(Value::initializer) else {
            return Vec::new();
        };
        let entries = (0..list.ty().count() as u32).filter_map(|i| list.element(i));
        entries
            .filter_map(|entry| self.prioritized_entry(entry).ok().flatten())
            .collect()
    }

    fn prioritized_entry(&mut self, entry: Value) -> Lowered<Option<(u64, FuncId)>> {
        let (Some(priority), Some(function)) = (entry.element(0), entry.element(1)) else {
            return Ok(None);
        };
        let id = self.constant_address(function)?.and_then(function_at);
        Ok(id.map(|id| (priority.int_value(), id)))
    }
}
