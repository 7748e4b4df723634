//! Calls, and exceptions passing through them.

use super::function::Body;
use super::{Lowered, Lowering, Unsupported, function_at};
use crate::convention::{Class, Used};
use crate::llvm::{Attribute, Value};
use crate::*;

impl Lowering<'_> {
    /// The `byval` of a parameter as the function's definition has it.
    pub fn by_value_param(&self, function: Value, index: u32) -> Option<ByValue> {
        let by_value = function.param_attribute(index, self.attributes.by_value)?;
        Some(self.by_value(
            by_value,
            function.param_attribute(index, self.attributes.align),
        ))
    }

    /// What a function's fixed arguments use up of the real registers and stack.
    pub fn fixed_use(&mut self, function: Value) -> Lowered<Used> {
        let mut used = Used::default();
        for (i, ty) in function.value_type().params().into_iter().enumerate() {
            let copy = match function.is_function() {
                true => self.by_value_param(function, i as u32),
                false => None,
            };
            if let Some(by_value) = copy {
                used.place(Class::of_copy(by_value));
                continue;
            }
            let flat = self.flat(ty)?;
            if ty.is_vector() {
                used.place(Class::Vector {
                    bytes: self.layout.alloc_size(ty),
                });
                continue;
            }
            for scalar in &flat.scalars {
                used.place(Class::of_scalar(scalar.width, scalar.is_float()));
            }
        }
        Ok(used)
    }

    fn by_value_argument(&self, call: Value, index: u32) -> Option<ByValue> {
        let by_value = call.call_attribute(index, self.attributes.by_value)?;
        Some(self.by_value(by_value, call.call_attribute(index, self.attributes.align)))
    }

    fn by_value(&self, by_value: Attribute, align: Option<Attribute>) -> ByValue {
        let ty = by_value.type_value();
        let natural = self.layout.align(ty);
        let align = align.map_or(natural, |align| align.int_value().max(1));
        ByValue {
            size: self.layout.alloc_size(ty),
            align,
        }
    }
}

/// A call taken apart.
struct Parts {
    callee: Callee,
    args: Vec<Arg>,
    fixed_args: u32,
    result_widths: Vec<u32>,
    result_use: ResultUse,
}

impl Body<'_, '_> {
    pub fn call(&mut self, inst: Value) -> Lowered<()> {
        if self.special_call(inst)? {
            return Ok(());
        }
        let parts = self.call_parts(inst)?;
        let results = self.b.call(
            parts.callee,
            parts.args,
            parts.fixed_args,
            &parts.result_widths,
            parts.result_use,
        );
        self.define(inst, results);
        Ok(())
    }

    /// Intrinsics and inline assembly. They define their results themselves.
    fn special_call(&mut self, inst: Value) -> Lowered<bool> {
        let callee = inst.callee();
        if callee.kind() == llvm_sys::LLVMValueKind::LLVMInlineAsmValueKind {
            self.inline_asm(inst, callee)?;
            return Ok(true);
        }
        if callee.is_function() {
            let name = callee.name();
            if name.starts_with("llvm.") {
                self.intrinsic(inst, &name)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub fn invoke(&mut self, inst: Value) -> Lowered<()> {
        let (normal, unwind) = inst.invoke_targets();
        let from = self.block;
        if self.special_call(inst)? {
            if !self.b.is_closed() {
                let edge = self.edge(from, normal)?;
                self.b.emit(Inst::Jump { edge });
            }
            return Ok(());
        }
        let parts = self.call_parts(inst)?;
        let results = self.b.consecutive(parts.result_widths.len());
        let operands =
            (0..parts.result_widths.len() as u32).map(|i| Opnd::slot(Slot(results.0 + i)));
        self.define(inst, operands.collect());
        let next = self.edge(from, normal)?;
        let unwind = Some(self.edge(from, unwind)?);
        self.b.emit(Inst::Call(Box::new(Call {
            callee: parts.callee,
            args: parts.args.into(),
            results,
            result_widths: parts.result_widths.into(),
            result_use: parts.result_use,
            next,
            unwind,
            fixed_args: parts.fixed_args,
        })));
        Ok(())
    }

    fn call_parts(&mut self, inst: Value) -> Lowered<Parts> {
        let ty = inst.called_type();
        let fixed = ty.params().len();
        let mut args = Vec::new();
        let mut fixed_args = 0;
        for (i, arg) in inst.args().into_iter().enumerate() {
            let by_value = self.m.by_value_argument(inst, i as u32);
            if i < fixed {
                self.fixed_argument(arg, by_value, &mut args)?;
                fixed_args = args.len() as u32;
            } else {
                self.variadic_argument(arg, by_value, &mut args)?;
            }
        }
        let callee = self.callee(inst.callee())?;
        let results = self.m.flat(ty.result())?;
        let result_use = match inst.users().is_empty() {
            true => ResultUse::Unused,
            false => ResultUse::Used {
                floats: results.floats().into(),
            },
        };
        Ok(Parts {
            callee,
            args,
            fixed_args,
            result_widths: results.widths(),
            result_use,
        })
    }

    fn fixed_argument(
        &mut self,
        arg: Value,
        by_value: Option<ByValue>,
        out: &mut Vec<Arg>,
    ) -> Lowered<()> {
        let flat = self.m.flat(arg.ty())?;
        let operands = self.value(arg)?;
        out.extend(
            operands
                .into_iter()
                .zip(&flat.scalars)
                .map(|(value, scalar)| Arg {
                    value,
                    width: scalar.width,
                    float: scalar.is_float(),
                    by_value,
                }),
        );
        Ok(())
    }

    /// A variadic vector is one argument: the callee reads it as one.
    fn variadic_argument(
        &mut self,
        arg: Value,
        by_value: Option<ByValue>,
        out: &mut Vec<Arg>,
    ) -> Lowered<()> {
        if !arg.ty().is_vector() {
            return self.fixed_argument(arg, by_value, out);
        }
        let width = self.width(arg)?;
        let operands = self.value(arg)?;
        let total = width * operands.len() as u32;
        let value = self.b.concat(width, &operands);
        out.push(Arg {
            value,
            width: total,
            float: true,
            by_value,
        });
        Ok(())
    }

    /// Direct wherever the address is that of a function, also through
    /// aliases and constant expressions.
    fn callee(&mut self, callee: Value) -> Lowered<Callee> {
        if let Some(&id) = self.m.functions.get(&callee) {
            return Ok(Callee::Direct(id));
        }
        let operand = self.scalar(callee)?;
        let target = self.b.known_int(operand).and_then(function_at);
        let known = target.filter(|id| id.index() < self.m.out.functions.len());
        Ok(known.map_or(Callee::Indirect(operand), Callee::Direct))
    }

    pub fn landing_pad(&mut self, inst: Value) -> Lowered<()> {
        let flat = self.m.flat(inst.ty())?;
        if flat.widths() != [64, 32] {
            return Err(Unsupported(format!(
                "a landing pad of type {}",
                inst.ty().text()
            )));
        }
        let mut clauses = Vec::new();
        for clause in inst.clauses() {
            if clause.ty().is_array() {
                let type_infos: Vec<u64> = self.filter_types(clause)?;
                // Below zero and distinct within this pad.
                let selector = -1 - clauses.len() as i32;
                clauses.push(Clause::Filter {
                    type_infos: type_infos.into(),
                    selector,
                });
            } else {
                let type_info = self.m.constant_address(clause)?.unwrap_or(0);
                let selector = self.m.type_id(type_info);
                clauses.push(Clause::Catch {
                    type_info,
                    selector,
                });
            }
        }
        let (exception, selector) = (self.b.slot(), self.b.slot());
        let pad = LandingPad {
            exception,
            selector,
            cleanup: inst.is_cleanup(),
            clauses: clauses.into(),
        };
        self.b.emit(Inst::LandingPad(Box::new(pad)));
        self.define(inst, vec![Opnd::slot(exception), Opnd::slot(selector)]);
        Ok(())
    }

    fn filter_types(&mut self, clause: Value) -> Lowered<Vec<u64>> {
        let constants = self.m.constant(clause)?;
        Ok(constants
            .iter()
            .map(|constant| super::bits::limbs_of(constant)[0])
            .collect())
    }

    pub fn resume(&mut self, inst: Value) -> Lowered<()> {
        match self.value(inst.operand(0))?[..] {
            [exception, selector] => self.b.emit(Inst::Resume {
                exception,
                selector,
            }),
            _ => {
                return Err(Unsupported(format!(
                    "resume with {}",
                    inst.operand(0).ty().text()
                )));
            }
        }
        Ok(())
    }

    pub fn va_arg(&mut self, inst: Value) -> Lowered<()> {
        let list = self.scalar(inst.operand(0))?;
        let flat = self.m.flat(inst.ty())?;
        let mut results = Vec::with_capacity(flat.scalars.len());
        if inst.ty().is_vector() {
            let part = self.width(inst)?;
            let width = part * flat.scalars.len() as u32;
            let whole = self.next_vararg(list, width, true);
            let parts = (0..width).step_by(part as usize);
            results.extend(parts.map(|low| self.b.extract(whole, width, low, part)));
        } else {
            for scalar in &flat.scalars {
                results.push(self.next_vararg(list, scalar.width, scalar.is_float()));
            }
        }
        self.define(inst, results);
        Ok(())
    }

    fn next_vararg(&mut self, list: Opnd, width: u32, float: bool) -> Opnd {
        let dst = self.b.slot();
        self.b.emit(Inst::VaArg {
            dst,
            list,
            width,
            float,
        });
        Opnd::slot(dst)
    }
}
