//! Which local variables may still have readers, where blocks begin.
//!
//! A variable is dead where it is in no scope on any way that leads there. One whose address
//! stays in this function, in registers that nothing else is put into, is also dead where all ways
//! on overwrite it before they read it, or do not read it at all.
//!
//! An access that leaves another object and hits the variable by chance is an error of the program
//! and not looked for.

use crate::tables::bits::{self, Rows};
use crate::*;

/// What is known of variables: the instructions that make them, and those that are live where
/// blocks begin.
pub type Known = (Box<[u32]>, Rows);

/// To be asked before slots are shared: only a slot that is written once holds one address. Only
/// variables of the first block are looked at: it runs once, so each is one object.
pub fn variables(function: &Function) -> Known {
    let Some(entry) = function.blocks.first() else {
        return Known::default();
    };
    let is_alloca = |inst: &Inst| matches!(inst, Inst::Alloca { .. });
    if !function.code[..entry.len as usize].iter().any(is_alloca) {
        return Known::default();
    }
    let writes = writes(function);
    let is_variable = |at: &u32| match function.code[*at as usize] {
        Inst::Alloca { dst, .. } => writes[dst.index()] == 1,
        _ => false,
    };
    let made: Box<[u32]> = (0..entry.len).filter(is_variable).collect();
    let addresses = Addresses::of(function, &made, &writes);
    let events: Vec<Vec<Event>> = function
        .blocks
        .iter()
        .map(|block| addresses.events(function, *block))
        .collect();
    let mut live = readers_ahead(function, &events, &addresses);
    let in_scope = in_scope(function, &events, made.len());
    for block in 0..function.blocks.len() {
        let pairs = live.row_mut(block).iter_mut().zip(in_scope.row(block));
        pairs.for_each(|(live, in_scope)| *live &= in_scope);
    }
    (made, live)
}

/// What happens to a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Event {
    /// The variable is there; its scope may begin later.
    Made(usize),
    /// Something is done with its address, whatever it is.
    Used(usize),
    Read(usize),
    /// All of its bytes.
    Written(usize),
    Begins(usize),
    Ends(usize),
}

/// Which slots hold addresses inside of which variables.
struct Addresses {
    /// By slot.
    of: Vec<Option<usize>>,
    /// By variable: the slot with its first byte's address.
    base: Vec<Slot>,
    /// Bytes, where that is known.
    sizes: Vec<Option<u64>>,
    /// Variables that others may read.
    escaped: Vec<u64>,
}

impl Addresses {
    fn of(function: &Function, made: &[u32], writes: &[u32]) -> Addresses {
        let mut all = Addresses {
            of: vec![None; function.slots as usize],
            base: Vec::new(),
            sizes: Vec::new(),
            escaped: vec![0; made.len().div_ceil(64)],
        };
        for (variable, at) in made.iter().enumerate() {
            if let Inst::Alloca {
                dst, size, count, ..
            } = function.code[*at as usize]
            {
                all.base.push(dst);
                let count = known(function, count);
                all.sizes
                    .push(count.and_then(|count| size.checked_mul(count)));
                all.of[dst.index()] = Some(variable);
            }
        }
        while all.derive(function, writes) {}
        all.find_escapes(function, writes);
        all
    }

    fn variable(&self, operand: Opnd) -> Option<usize> {
        match operand.kind() {
            OpndKind::Slot(slot) => self.of[slot.index()],
            OpndKind::Const(_) => None,
        }
    }

    /// Addresses that are computed from others; whether there were new ones.
    fn derive(&mut self, function: &Function, writes: &[u32]) -> bool {
        let mut changed = false;
        for inst in &function.code {
            if let Inst::Offset { dst, base, .. } | Inst::Lea { dst, base, .. } = inst
                && writes[dst.index()] == 1
                && self.of[dst.index()].is_none()
                && let Some(variable) = self.variable(*base)
            {
                self.of[dst.index()] = Some(variable);
                changed = true;
            }
        }
        changed
    }

    fn find_escapes(&mut self, function: &Function, writes: &[u32]) {
        for inst in &function.code {
            let mut harmless = harmless_reads(inst);
            if let Inst::Offset { dst, .. } | Inst::Lea { dst, .. } = inst
                && writes[dst.index()] != 1
            {
                harmless = 0;
            }
            inst.visit(&mut |part| {
                if let Part::Read(operand) = part {
                    match harmless {
                        0 => self.escape(operand),
                        _ => harmless -= 1,
                    }
                }
            });
        }
        for edge in &function.edges {
            edge.moves.iter().for_each(|(_, src)| self.escape(*src));
        }
    }

    fn escape(&mut self, operand: Opnd) {
        if let Some(variable) = self.variable(operand) {
            bits::set(&mut self.escaped, variable);
        }
    }

    /// What a block does to variables, in order.
    fn events(&self, function: &Function, block: Block) -> Vec<Event> {
        let mut events = Vec::new();
        let code = &function.code[block.first as usize..(block.first + block.len) as usize];
        for inst in code {
            self.uses(function, inst, &mut events);
            match *inst {
                Inst::Alloca { dst, .. } => {
                    events.extend(self.of[dst.index()].map(Event::Made));
                }
                Inst::Scope { variable, begins } => {
                    let event = if begins { Event::Begins } else { Event::Ends };
                    events.extend(self.variable(variable).map(event));
                }
                Inst::Load { addr, .. } => events.extend(self.variable(addr).map(Event::Read)),
                Inst::Store { width, addr, .. } => {
                    let bytes = u64::from(width.div_ceil(8));
                    events.extend(self.overwritten(addr, Some(bytes)));
                }
                Inst::MemSet { dst, len, .. } => {
                    events.extend(self.overwritten(dst, known(function, len)));
                }
                Inst::MemCopy { dst, src, len, .. } => {
                    events.extend(self.variable(src).map(Event::Read));
                    events.extend(self.overwritten(dst, known(function, len)));
                }
                _ => {}
            }
        }
        events
    }

    fn uses(&self, function: &Function, inst: &Inst, events: &mut Vec<Event>) {
        if matches!(inst, Inst::Scope { begins: true, .. }) {
            return;
        }
        let mut used = |operand| events.extend(self.variable(operand).map(Event::Used));
        inst.visit(&mut |part| match part {
            Part::Read(operand) => used(operand),
            Part::Write(_) => {}
            Part::Edge(edge) => {
                let moves = &function.edges[edge.index()].moves;
                moves.iter().for_each(|(_, src)| used(*src));
            }
        });
    }

    fn overwritten(&self, to: Opnd, bytes: Option<u64>) -> Option<Event> {
        let variable = self.variable(to)?;
        let is_whole = Opnd::slot(self.base[variable]) == to && bytes? >= self.sizes[variable]?;
        is_whole.then_some(Event::Written(variable))
    }
}

/// By slot: how many instructions and moves write it.
fn writes(function: &Function) -> Vec<u32> {
    let mut writes = vec![0; function.slots as usize];
    (0..function.params.len()).for_each(|param| writes[param] += 1);
    for inst in &function.code {
        inst.visit(&mut |part| {
            if let Part::Write(slot) = part {
                writes[slot.index()] += 1;
            }
        });
    }
    for (dst, _) in function.edges.iter().flat_map(|edge| &edge.moves) {
        writes[dst.index()] += 1;
    }
    writes
}

/// How many of an instruction's reads, from the first on, tell nobody else an address that they are
/// given: it is accessed, compared, or gives another address.
fn harmless_reads(inst: &Inst) -> u32 {
    match inst {
        Inst::Load { .. }
        | Inst::Store { .. }
        | Inst::Offset { .. }
        | Inst::Lea { .. }
        | Inst::MemSet { .. }
        | Inst::Scope { .. } => 1,
        Inst::MemCopy { .. } | Inst::Cmp { .. } => 2,
        _ => 0,
    }
}

fn known(function: &Function, operand: Opnd) -> Option<u64> {
    match operand.kind() {
        OpndKind::Const(index) => match function.consts[index as usize] {
            Const::Int { bits, .. } => Some(bits),
            _ => None,
        },
        OpndKind::Slot(_) => None,
    }
}

/// Backwards: variables that some way on may read. Of those that escaped nothing is known.
fn readers_ahead(function: &Function, events: &[Vec<Event>], addresses: &Addresses) -> Rows {
    let escaped = &addresses.escaped;
    let mut live = Rows::new(events.len(), addresses.base.len());
    let mut changed = true;
    while changed {
        changed = false;
        for (block, events) in events.iter().enumerate().rev() {
            let mut now = escaped.clone();
            for_each_target(function, block, |target| {
                bits::join(&mut now, live.row(target.index()));
            });
            for event in events.iter().rev() {
                match *event {
                    Event::Read(variable) => bits::set(&mut now, variable),
                    Event::Made(variable)
                    | Event::Written(variable)
                    | Event::Begins(variable)
                    | Event::Ends(variable) => bits::clear(&mut now, variable),
                    Event::Used(_) => {}
                }
            }
            bits::join(&mut now, escaped);
            changed |= bits::join(live.row_mut(block), &now);
        }
    }
    live
}

/// Variables that are in scope as soon as they are there: those that some way leads to a use of
/// without a mark where the scope begins. There is none in the libraries' code, nor in a first block.
fn begin_made(function: &Function, events: &[Vec<Event>], count: usize) -> Vec<u64> {
    let mut begin = vec![0; count.div_ceil(64)];
    forwards(function, events, count, |now, event| match event {
        Event::Made(variable) => bits::set(now, variable),
        Event::Begins(variable) => bits::clear(now, variable),
        Event::Used(variable) if bits::has(now, variable) => bits::set(&mut begin, variable),
        _ => {}
    });
    begin
}

/// Variables that are in scope on some way that leads here.
fn in_scope(function: &Function, events: &[Vec<Event>], count: usize) -> Rows {
    let begin_made = begin_made(function, events, count);
    forwards(function, events, count, |now, event| match event {
        Event::Made(variable) if bits::has(&begin_made, variable) => bits::set(now, variable),
        Event::Begins(variable) => bits::set(now, variable),
        Event::Ends(variable) => bits::clear(now, variable),
        _ => {}
    })
}

/// Sets of variables where blocks begin, joined over all ways that lead there: what the events on
/// the way make of them, beginning with none.
fn forwards(
    function: &Function,
    events: &[Vec<Event>],
    count: usize,
    mut step: impl FnMut(&mut [u64], Event),
) -> Rows {
    let mut all = Rows::new(events.len(), count);
    let mut changed = true;
    while changed {
        changed = false;
        for (block, events) in events.iter().enumerate() {
            let mut now = all.row(block).to_vec();
            events.iter().for_each(|event| step(&mut now, *event));
            for_each_target(function, block, |target| {
                changed |= bits::join(all.row_mut(target.index()), &now);
            });
        }
    }
    all
}

fn for_each_target(function: &Function, block: usize, mut f: impl FnMut(BlockId)) {
    let Block { first, len, .. } = function.blocks[block];
    function.code[(first + len - 1) as usize].visit(&mut |part| {
        if let Part::Edge(edge) = part {
            f(function.edges[edge.index()].target);
        }
    });
}
