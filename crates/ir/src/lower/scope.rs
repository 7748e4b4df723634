//! Local variables: their names, and where their scopes begin and end.

use std::collections::HashMap;

use super::function::Body;
use super::{Lowered, Lowering};
use crate::llvm::Value;
use crate::{Inst, Origin};
use llvm_sys::LLVMOpcode;

impl Lowering<'_> {
    /// What the source calls the variables of a function that are in memory.
    pub fn variable_names(&mut self, function: Value) -> HashMap<Value, u32> {
        let mut names = HashMap::new();
        if function.subprogram().is_none() {
            return names;
        }
        for block in function.blocks() {
            for (place, variable) in block.instructions().flat_map(Value::declared_variables) {
                if let Some(name) = variable.variable_name(self.context) {
                    names.insert(place, self.variable_name(name));
                }
            }
        }
        names
    }

    fn variable_name(&mut self, name: String) -> u32 {
        let table = &mut self.out.variable_names;
        *self.name_numbers.entry(name).or_insert_with_key(|name| {
            table.push(name.clone());
            table.len() as u32 - 1
        })
    }
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
