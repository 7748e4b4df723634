//! What may be written before the ways out of a choice come together again.

use super::calls::{Calls, last, returns_twice};
use super::depend::Dependence;
use super::effects::{Effects, Summary, add};
use super::held::Object;
use pleach_ir::{Call, FuncId, Function, GlobalId, Inst, Module, Part, bits};

/// Locations that may be written. None that may be is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Writes {
    registers: Box<[u64]>,
    globals: Box<[u64]>,
    locals: Box<[u32]>,
    /// Whatever has escaped may be written: memory of the heap, variables that escape, variables of
    /// callers. Objects may come and go.
    pub anything_escaped: bool,
    /// Whether it may be decided what is called later on: at the end, or by a signal.
    pub steers: bool,
}

impl Writes {
    pub(super) fn nothing() -> Writes {
        Writes {
            registers: bits::empty(0),
            globals: bits::empty(0),
            locals: Box::default(),
            anything_escaped: false,
            steers: false,
        }
    }

    /// Registers of the frame in which the choice is made, as bits.
    pub fn registers(&self) -> &[u64] {
        &self.registers
    }

    #[cfg(test)]
    pub fn has_register(&self, slot: pleach_ir::Slot) -> bool {
        bits::has(&self.registers, slot.index())
    }

    /// Written by its name. One that escapes is also written where `anything_escaped` is.
    pub fn has_global(&self, id: GlobalId) -> bool {
        bits::has(&self.globals, id.index())
    }

    #[cfg(test)]
    pub fn globals(&self) -> impl Iterator<Item = GlobalId> + '_ {
        bits::members(&self.globals).map(|at| GlobalId(at as u32))
    }

    pub fn locals(&self) -> &[u32] {
        &self.locals
    }
}

/// What a choice of a function may write.
pub(super) fn writes_of(
    module: &Module,
    calls: &Calls,
    effects: &Effects,
    id: FuncId,
    dependence: &Dependence,
    choice: usize,
) -> Writes {
    let function = &module.functions[id.index()];
    let mut collector = Collector {
        module,
        calls,
        effects,
        id,
        function,
        registers: bits::empty(function.slots as usize),
        locals: Vec::new(),
        memory: Summary {
            globals: bits::empty(module.globals.len()),
            anything: false,
            steers: false,
        },
    };
    let from = dependence.choosing[choice] as usize;
    collector.add_way_out(from);
    for block in bits::members(dependence.region(choice)) {
        collector.add_block(block);
        collector.add_way_out(block);
    }
    collector.finish()
}

struct Collector<'a> {
    module: &'a Module,
    calls: &'a Calls,
    effects: &'a Effects,
    id: FuncId,
    function: &'a Function,
    registers: Box<[u64]>,
    locals: Vec<u32>,
    memory: Summary,
}

impl Collector<'_> {
    /// The moves on all edges out of a block, and what its call does.
    fn add_way_out(&mut self, block: usize) {
        let last = last(self.function, block);
        last.visit(&mut |part| {
            if let Part::Edge(edge) = part {
                for (slot, _) in &self.function.edges[edge.index()].moves {
                    bits::set(&mut self.registers, slot.index());
                }
            }
        });
        if let Inst::Call(call) = last {
            self.add_call(call);
        }
    }

    fn add_call(&mut self, call: &Call) {
        for i in 0..call.result_widths.len() {
            bits::set(&mut self.registers, call.results.index() + i);
        }
        let callee = self.calls.target(self.id, call);
        add(&mut self.memory, self.effects.summary(callee));
        // A jump back to `setjmp` puts all registers to what they were there.
        if self.calls.jumps(callee) && self.calls_setjmp() {
            self.registers.fill(u64::MAX);
        }
    }

    fn calls_setjmp(&self) -> bool {
        self.function.code.iter().any(|inst| match inst {
            Inst::Call(call) => returns_twice(self.module, call),
            _ => false,
        })
    }

    fn add_block(&mut self, block: usize) {
        let range = self.function.blocks[block];
        let code = range.first as usize..(range.first + range.len) as usize;
        for inst in &self.function.code[code] {
            inst.visit(&mut |part| {
                if let Part::Write(slot) = part {
                    bits::set(&mut self.registers, slot.index());
                }
            });
        }
        let walked = self.effects.walked(self.id);
        self.memory.anything |= bits::has(&walked.writes_anything, block);
        let from = walked
            .writes
            .partition_point(|(b, _)| (*b as usize) < block);
        let of_block = walked.writes[from..].iter();
        for (_, object) in of_block.take_while(|(b, _)| *b as usize == block) {
            match object {
                Object::Local(at) => self.locals.push(*at),
                Object::Global(id) => bits::set(&mut self.memory.globals, id.index()),
            }
        }
    }

    fn finish(mut self) -> Writes {
        self.locals.sort();
        self.locals.dedup();
        Writes {
            registers: self.registers,
            globals: self.memory.globals,
            locals: self.locals.into(),
            anything_escaped: self.memory.anything,
            steers: self.memory.steers,
        }
    }
}
