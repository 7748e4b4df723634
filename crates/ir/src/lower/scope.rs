//! Local variables: what the source knows about them, and where their scopes begin and end.

use std::collections::{HashMap, HashSet};

use super::function::Body;
use super::{Lowered, Lowering};
use crate::llvm::Value;
use crate::{Inst, Origin, Role, Variable};
use llvm_sys::LLVMOpcode;

impl Lowering<'_> {
    /// What the source knows about the variables of a function that are in memory.
    pub fn variables(&mut self, function: Value) -> HashMap<Value, u32> {
        let mut variables = HashMap::new();
        if function.subprogram().is_none() {
            return variables;
        }
        let parameters = places_of_parameters(function);
        for block in function.blocks() {
            for (place, variable) in block.instructions().flat_map(Value::declared_variables) {
                let Some(name) = variable.variable_name(self.context) else {
                    continue;
                };
                let role = match parameters.contains(&place) {
                    true => Role::Parameter,
                    false => Role::Local,
                };
                let ty = variable.variable_type(self.context);
                let ty = self.types.of(self.context, &mut self.out, ty);
                variables.insert(place, self.add_variable(Variable { name, role, ty }));
            }
        }
        variables
    }

    pub fn add_variable(&mut self, variable: Variable) -> u32 {
        let table = &mut self.out.variables;
        *self
            .variable_numbers
            .entry(variable)
            .or_insert_with_key(|variable| {
                table.push(variable.clone());
                table.len() as u32 - 1
            })
    }
}

/// Parameters that are in memory: those that are copies anyway, and those that the function stores
/// there first.
fn places_of_parameters(function: Value) -> HashSet<Value> {
    let parameters: HashSet<Value> = function.params().into_iter().collect();
    let is_stored = |inst: &Value| {
        inst.opcode() == LLVMOpcode::LLVMStore && parameters.contains(&inst.operand(0))
    };
    let first = function.blocks().into_iter().next();
    let stores = first.into_iter().flat_map(|block| {
        let stores = block.instructions().filter(is_stored);
        stores.map(|store| store.operand(1)).collect::<Vec<_>>()
    });
    stores.chain(parameters.iter().copied()).collect()
}

impl Body<'_, '_> {
    /// `llvm.lifetime.start` and `llvm.lifetime.end`. What they mean for anything but a whole
    /// variable is not defined. The libraries' own code is not looked at: it is known, and runs often.
    pub fn lifetime(&mut self, inst: Value, begins: bool) -> Lowered<()> {
        self.define(inst, Vec::new());
        // Older bitcode has the size before it.
        let args = inst.args();
        let Some(&variable) = args.last() else {
            return Ok(());
        };
        let is_variable = variable.kind() == llvm_sys::LLVMValueKind::LLVMInstructionValueKind
            && variable.opcode() == LLVMOpcode::LLVMAlloca;
        let is_needed = match begins {
            true => !self.has_just_begun(inst, variable),
            false => !is_about_to_return(inst),
        };
        if is_variable && self.origin == Origin::Program && is_needed {
            let variable = self.scalar(variable)?;
            self.b.emit(Inst::Scope { variable, begins });
        }
        Ok(())
    }

    /// Whether the variable is new anyway: nobody gets to a function's first block a second time.
    fn has_just_begun(&self, inst: Value, variable: Value) -> bool {
        inst.parent() == self.entry && variable.parent() == self.entry
    }
}

/// Whether nothing happens any more before the frame with all its variables goes.
fn is_about_to_return(inst: Value) -> bool {
    use LLVMOpcode::*;
    let is_idle = |inst: &Value| match inst.opcode() {
        LLVMPHI | LLVMRet => true,
        LLVMCall => inst.callee().name().starts_with("llvm.lifetime.end"),
        _ => false,
    };
    let behind: Vec<Value> = inst
        .parent()
        .instructions()
        .skip_while(|other| *other != inst)
        .collect();
    let Some((last, between)) = behind.split_last() else {
        return false;
    };
    let returns = match last.opcode() {
        LLVMRet => true,
        LLVMBr => match last.successors()[..] {
            [only] => only.instructions().all(|inst| is_idle(&inst)),
            _ => false,
        },
        _ => false,
    };
    returns && between.iter().all(is_idle)
}
