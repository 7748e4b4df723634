//! One function's body.

use std::collections::{HashMap, HashSet};

use llvm_sys::LLVMOpcode;

use super::builder::{Builder, Label};
use super::cleanup::Switchboards;
use super::{Lowered, Lowering, Unsupported};
use crate::llvm::{Block, Value};
use crate::{FuncId, Inst, Opnd, OpndKind, Origin, Slot};

/// State of the lowering of one function.
///
/// A value is a list of scalar operands, often those of another value: casts
/// that change no bits, insertvalue and the like cost nothing. That is right
/// because of dominance: wherever a value may be used, the values it is made
/// of have not been computed anew since.
pub struct Body<'m, 'a> {
    pub m: &'m mut Lowering<'a>,
    pub b: Builder,
    pub values: HashMap<Value, Vec<Opnd>>,
    pub phis: HashMap<Value, Vec<Slot>>,
    labels: HashMap<Block, Label>,
    /// Breaks cycles of moves on edges.
    pub spare: Option<Slot>,
    /// Whether instructions may stand where the source does not execute them.
    pub optimized: bool,
    /// Whose code it is.
    pub origin: Origin,
    /// Variables in memory, by their places.
    pub variables: HashMap<Value, u32>,
    pub switchboards: Switchboards,
    pub entry: Block,
    /// The source block being lowered.
    pub block: Block,
}

pub fn lower_function(m: &mut Lowering<'_>, function: Value, id: FuncId) {
    let mut switchboards = Switchboards::default();
    let order = reverse_postorder(function, &mut switchboards);
    let Some(&entry) = order.first() else { return };
    let optimized = m.is_optimized(function);
    let origin = m.out.functions[id.index()].origin;
    let variables = m.variables(function);
    let mut body = Body {
        m,
        b: Builder::new(),
        values: HashMap::new(),
        phis: HashMap::new(),
        labels: HashMap::new(),
        spare: None,
        optimized,
        origin,
        variables,
        switchboards,
        entry,
        block: entry,
    };
    match body.params(function) {
        Ok(()) => {
            for &block in &order {
                body.lower_block(block);
            }
        }
        Err(why) => {
            let label = body.b.new_block(true);
            body.b.start(label);
            body.unsupported(why);
        }
    }
    let copies = body.copies(function);
    let Body { b, labels, .. } = body;
    m.out.functions[id.index()].copies = copies;
    let ids = b.finish(&mut m.out.functions[id.index()]);
    m.heads.extend(
        labels
            .into_iter()
            .map(|(block, label)| (block, ids[&label.number()])),
    );
}

impl Body<'_, '_> {
    fn params(&mut self, function: Value) -> Lowered<()> {
        for param in function.params() {
            let count = self.m.flat(param.ty())?.scalars.len();
            let first = self.b.consecutive(count);
            let slots = (0..count as u32)
                .map(|i| Opnd::slot(Slot(first.0 + i)))
                .collect();
            self.define(param, slots);
        }
        self.m.flat(function.value_type().result())?;
        Ok(())
    }

    /// Parameters that are variables in memory as they are: by-value copies.
    fn copies(&self, function: Value) -> Vec<(u32, u32)> {
        let copy = |param: Value| {
            let variable = *self.variables.get(&param)?;
            match self.values.get(&param)?.first()?.kind() {
                OpndKind::Slot(slot) => Some((slot.0, variable)),
                OpndKind::Const(_) => None,
            }
        };
        function.params().into_iter().filter_map(copy).collect()
    }

    fn lower_block(&mut self, block: Block) {
        self.block = block;
        let label = self.label(block);
        self.b.start(label);
        for inst in block.instructions() {
            self.b.loc = self
                .m
                .debug
                .of_instruction(self.m.context, &mut self.m.out, inst);
            if let Err(why) = self.instruction(inst)
                && !self.b.is_closed()
            {
                self.unsupported(why);
            }
            if self.b.is_closed() {
                return;
            }
        }
        // Only a broken module has a block without an end, and it was verified.
        self.unsupported(Unsupported("a block without a terminator".to_owned()));
    }

    pub fn unsupported(&mut self, why: Unsupported) {
        self.b.emit(Inst::Unsupported { what: why.0.into() });
    }

    pub fn label(&mut self, block: Block) -> Label {
        if let Some(&label) = self.labels.get(&block) {
            return label;
        }
        let label = self.b.new_block(true);
        self.labels.insert(block, label);
        label
    }

    pub fn define(&mut self, value: Value, operands: Vec<Opnd>) {
        self.values.insert(value, operands);
    }

    /// The scalars of a value.
    pub fn value(&mut self, value: Value) -> Lowered<Vec<Opnd>> {
        if let Some(operands) = self.values.get(&value) {
            return Ok(operands.clone());
        }
        let operands: Vec<Opnd> = if value.is_constant() {
            let scalars = self.m.constant(value)?;
            scalars
                .into_iter()
                .map(|scalar| self.b.constant(scalar))
                .collect()
        } else if value.kind() == llvm_sys::LLVMValueKind::LLVMInstructionValueKind
            && value.opcode() == LLVMOpcode::LLVMPHI
        {
            return Ok(self.phi(value)?.into_iter().map(Opnd::slot).collect());
        } else {
            // Defined behind something unsupported, so this is never executed.
            let widths = self.m.widths(value.ty())?;
            widths
                .into_iter()
                .map(|width| self.b.undef(width))
                .collect()
        };
        self.define(value, operands.clone());
        Ok(operands)
    }

    /// The operand of a value that is one scalar.
    pub fn scalar(&mut self, value: Value) -> Lowered<Opnd> {
        match self.value(value)?[..] {
            [only] => Ok(only),
            _ => Err(Unsupported(format!(
                "{} where one scalar is expected",
                value.ty().text()
            ))),
        }
    }

    pub fn widths(&mut self, value: Value) -> Lowered<Vec<u32>> {
        self.m.widths(value.ty())
    }

    /// The width of a value that is one scalar, or of each element of a vector.
    pub fn width(&mut self, value: Value) -> Lowered<u32> {
        let widths = self.widths(value)?;
        widths
            .first()
            .copied()
            .ok_or_else(|| Unsupported(format!("an empty {}", value.ty().text())))
    }
}

/// Reachable blocks, each after its dominators.
fn reverse_postorder(function: Value, switchboards: &mut Switchboards) -> Vec<Block> {
    let Some(&entry) = function.blocks().first() else {
        return Vec::new();
    };
    let mut successors = |block: Block| switchboards.successors(block);
    let mut seen = HashSet::from([entry]);
    let mut order = Vec::new();
    // Last successor first, so that the result follows the source's order.
    let mut stack = vec![(entry, successors(entry))];
    while let Some((block, rest)) = stack.last_mut() {
        match rest.pop() {
            Some(next) => {
                if seen.insert(next) {
                    stack.push((next, successors(next)));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
