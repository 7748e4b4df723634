//! One walk over a function's code: what each block writes in memory, and which variables escape.
//!
//! A variable *escapes* if its address gets to where it is not followed: it is stored, passed,
//! returned or computed with, other than by moving it by a constant. A store at an unknown address may
//! hit variables that have escaped, and no others.

use super::calls::{Calls, last};
use super::globals::Globals;
use super::held::{Address, Held, Object, Registers};
use crate::dominators::postorder;
use pleach_ir::{Function, Inst, Opnd, Part, bits};
use std::collections::BTreeSet;

/// What a function does to memory, without what it calls.
#[derive(Default)]
pub(super) struct Walked {
    /// Blocks with variables that they write, in order. What escapes may be among them.
    pub writes: Vec<(u32, Object)>,
    /// Blocks that may write whatever has escaped.
    pub writes_anything: Box<[u64]>,
    pub escapes: BTreeSet<Object>,
    /// Instructions whose accesses are inside of variables that are there.
    pub safe: Box<[u64]>,
}

pub(super) struct Walker<'a> {
    pub module: &'a pleach_ir::Module,
    pub function: &'a Function,
    pub globals: &'a Globals,
    pub registers: Registers,
    pub block: u32,
    pub found: Walked,
}

/// Walks over all blocks, more than once where there are loops.
pub(super) fn walk(
    module: &pleach_ir::Module,
    function: &Function,
    globals: &Globals,
    calls: &Calls,
) -> Walked {
    let next = ways(function, calls);
    let mut order = match next.is_empty() {
        true => Vec::new(),
        false => postorder(0, &next),
    };
    order.reverse();
    let mut walker = Walker {
        module,
        function,
        globals,
        registers: Registers::default(),
        block: 0,
        found: Walked {
            writes_anything: bits::empty(next.len()),
            safe: bits::empty(function.code.len()),
            ..Walked::default()
        },
    };
    let mut begins: Vec<Option<Registers>> = vec![None; next.len()];
    let mut dirty = vec![false; next.len()];
    if let (Some(begin), Some(dirty)) = (begins.first_mut(), dirty.first_mut()) {
        (*begin, *dirty) = (Some(Registers::default()), true);
    }
    while dirty.contains(&true) {
        for block in &order {
            if std::mem::take(&mut dirty[*block]) {
                walker.registers = begins[*block].clone().unwrap_or_default();
                walker.walk_block(*block);
                // Behind a call that never returns there is nothing.
                if !next[*block].is_empty() {
                    walker.flow_out(*block, &mut begins, &mut dirty);
                }
            }
        }
    }
    walker.found.writes.sort();
    walker.found.writes.dedup();
    walker.found
}

/// Where blocks lead, as far as the tables say.
fn ways(function: &Function, calls: &Calls) -> Vec<Vec<usize>> {
    let ways = |block: usize| {
        let mut targets = Vec::new();
        if calls.is_reached(function.first_block_number + block as u32) {
            last(function, block).visit(&mut |part| {
                if let Part::Edge(edge) = part {
                    targets.push(function.edges[edge.index()].target.index());
                }
            });
        }
        targets
    };
    (0..function.blocks.len()).map(ways).collect()
}

impl Walker<'_> {
    fn walk_block(&mut self, block: usize) {
        self.block = block as u32;
        // What was found on an earlier walk was found with less in the registers.
        let range = self.function.blocks[block];
        for pc in range.first..range.first + range.len {
            bits::set(&mut self.found.safe, pc as usize);
            self.step(pc);
        }
    }

    fn flow_out(&mut self, block: usize, begins: &mut [Option<Registers>], dirty: &mut [bool]) {
        let function = self.function;
        last(function, block).visit(&mut |part| {
            let Part::Edge(edge) = part else { return };
            let edge = &function.edges[edge.index()];
            let mut over = self.registers.clone();
            for &(dst, src) in &edge.moves {
                let held = over.of(function, self.globals, src);
                over.set(dst, held);
            }
            let live = function.live_at(edge.target);
            over.retain(|slot| live.contains(slot));
            let target = edge.target.index();
            match &mut begins[target] {
                Some(known) => {
                    let mut lost = Vec::new();
                    dirty[target] |= known.join(&over, &mut |address| lost.push(address));
                    lost.into_iter().for_each(|address| self.lose(address));
                }
                none => {
                    *none = Some(over);
                    dirty[target] = true;
                }
            }
        });
    }

    fn step(&mut self, pc: u32) {
        let function = self.function;
        let inst = &function.code[pc as usize];
        let made = match inst {
            Inst::Alloca { dst, count, .. } => {
                self.escape(*count);
                let object = Object::Local(pc);
                self.wrote(object);
                Some((*dst, Some(Held::One(Address { object, offset: 0 }))))
            }
            Inst::Move { dst, a, width: 64 } => Some((*dst, self.held(*a))),
            Inst::Offset { dst, base, offset } => {
                Some((*dst, self.held(*base).map(|held| held.moved(*offset))))
            }
            Inst::Lea {
                dst,
                base,
                offset,
                index,
                index_width,
                scale,
            } => match self.signed(*index, *index_width) {
                Some(index) => {
                    let by = offset.wrapping_add(index.wrapping_mul(*scale));
                    Some((*dst, self.held(*base).map(|held| held.moved(by))))
                }
                None => {
                    self.index_from(*base);
                    self.escape(*index);
                    Some((*dst, None))
                }
            },
            Inst::Select {
                dst,
                a,
                b,
                width: 64,
                ..
            } => Some((*dst, self.either(*a, *b))),
            other => {
                self.effect(pc, other);
                None
            }
        };
        self.clear_results(inst);
        if let Some((dst, held)) = made {
            self.registers.set(dst, held);
        }
    }

    fn clear_results(&mut self, inst: &Inst) {
        inst.visit(&mut |part| {
            if let Part::Write(slot) = part {
                self.registers.set(slot, None);
            }
        });
    }

    /// Instructions that make no address that is followed.
    fn effect(&mut self, pc: u32, inst: &Inst) {
        match inst {
            Inst::Load { width, addr, .. } => self.read(pc, *addr, Some(bytes(*width))),
            Inst::Store { width, addr, value } => {
                self.escape(*value);
                self.write(pc, *addr, Some(bytes(*width)));
            }
            Inst::MemSet {
                dst, value, len, ..
            } => {
                self.escape(*value);
                self.escape(*len);
                self.write(pc, *dst, self.number(*len));
            }
            Inst::MemCopy { dst, src, len, .. } => {
                self.escape(*len);
                let len = self.number(*len);
                self.read(pc, *src, len);
                self.write(pc, *dst, len);
                self.check_apart(pc, *dst, *src);
            }
            Inst::Scope { variable, .. } => self.write(pc, *variable, None),
            Inst::VaStart { list } => {
                self.wrote_anything();
                self.write(pc, *list, None);
            }
            Inst::VaEnd { list } | Inst::VaArg { list, .. } => self.write(pc, *list, None),
            Inst::VaCopy { dst, src } => {
                self.read(pc, *src, None);
                self.write(pc, *dst, None);
            }
            Inst::StackRestore { .. } => {
                self.wrote_anything();
                let allocas = self.function.code.iter().enumerate();
                let allocas = allocas.filter(|(_, inst)| matches!(inst, Inst::Alloca { .. }));
                allocas.for_each(|(at, _)| self.wrote(Object::Local(at as u32)));
            }
            Inst::Call(_) | Inst::Return { .. } | Inst::Resume { .. } => {
                self.each_operand(inst, Self::escape);
            }
            // Asking about an address does not hand it on.
            Inst::Cmp { .. }
            | Inst::Branch { .. }
            | Inst::Switch(_)
            | Inst::IndirectJump { .. }
            | Inst::Assume { .. }
            | Inst::Require { .. }
            | Inst::StackSave { .. } => {}
            _ => self.each_operand(inst, Self::escape),
        }
    }

    fn each_operand(&mut self, inst: &Inst, mut f: impl FnMut(&mut Self, Opnd)) {
        inst.visit(&mut |part| {
            if let Part::Read(operand) = part {
                f(self, operand);
            }
        });
    }
}

fn bytes(width: u32) -> u64 {
    u64::from(width.div_ceil(8))
}
