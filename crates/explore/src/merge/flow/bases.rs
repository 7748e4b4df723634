//! Which registers hold addresses inside of which local and global variables, where blocks begin.
//!
//! Slots are shared between values, so this depends on the place. A register that holds addresses of
//! different variables on different ways is known for none.

use pleach_ir::address::Place;
use pleach_ir::{Const, Edge, Function, GlobalId, Inst, Module, Opnd, OpndKind, Part, Slot};
use rustc_hash::FxHashMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::merge) enum Object {
    /// By the `Alloca` that makes it.
    Local(u32),
    Global(GlobalId),
}

/// An address inside of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::merge) struct Base {
    pub object: Object,
    /// Where it is always the same.
    pub offset: Option<i64>,
}

impl Base {
    fn moved(self, by: i64) -> Base {
        let offset = self.offset.map(|offset| offset.wrapping_add(by));
        Base { offset, ..self }
    }

    fn anywhere(self) -> Base {
        Base {
            offset: None,
            ..self
        }
    }

    fn join(self, other: Base) -> Option<Base> {
        match self.object == other.object {
            true if self.offset == other.offset => Some(self),
            true => Some(self.anywhere()),
            false => None,
        }
    }
}

/// The globals of a module by their place in the address space.
pub(in crate::merge) struct Globals(FxHashMap<Place, GlobalId>);

impl Globals {
    pub fn new(module: &Module) -> Globals {
        let numbered = module.globals.iter().zip(0..);
        let places =
            numbered.filter_map(|(global, id)| Some((Place::of(global.address)?, GlobalId(id))));
        Globals(places.collect())
    }

    pub fn get(&self, place: Place) -> Option<GlobalId> {
        self.0.get(&place).copied()
    }

    fn at(&self, address: u64) -> Option<Base> {
        let place = Place::of(address)?;
        let offset = address.wrapping_sub(place.base()) as i64;
        Some(Base {
            object: Object::Global(*self.0.get(&place)?),
            offset: Some(offset),
        })
    }
}

/// The addresses in registers at one place, sorted by slot.
#[derive(Clone)]
pub(in crate::merge) struct Bases<'m> {
    function: &'m Function,
    globals: &'m Globals,
    held: Vec<(Slot, Base)>,
}

impl<'m> Bases<'m> {
    /// The addresses where each block begins.
    pub fn at_begins(
        function: &'m Function,
        globals: &'m Globals,
        order: &[usize],
        edges: &[Vec<usize>],
    ) -> Vec<Bases<'m>> {
        let mut begins: Vec<Option<Vec<(Slot, Base)>>> = vec![None; function.blocks.len()];
        if let Some(entry) = begins.first_mut() {
            *entry = Some(Vec::new());
        }
        let mut changed = true;
        while changed {
            changed = false;
            for block in order {
                let Some(held) = begins[*block].clone() else {
                    continue;
                };
                let mut now = Bases {
                    function,
                    globals,
                    held,
                };
                now.walk(*block);
                for edge in edges[*block].iter().map(|edge| &function.edges[*edge]) {
                    let over = now.over(edge);
                    changed |= join(&mut begins[edge.target.index()], over);
                }
            }
        }
        let begins = begins.into_iter();
        let bases = begins.map(|held| Bases {
            function,
            globals,
            held: held.unwrap_or_default(),
        });
        bases.collect()
    }

    fn walk(&mut self, block: usize) {
        let block = self.function.blocks[block];
        (block.first..block.first + block.len).for_each(|at| self.step(at));
    }

    /// Goes behind an instruction.
    pub fn step(&mut self, at: u32) {
        let inst = &self.function.code[at as usize];
        let made = match *inst {
            Inst::Alloca { dst, .. } => {
                let object = Object::Local(at);
                let offset = Some(0);
                Some((dst, Base { object, offset }))
            }
            Inst::Move { dst, a, .. } => self.of(a).map(|base| (dst, base)),
            Inst::Offset { dst, base, offset } => {
                self.of(base).map(|base| (dst, base.moved(offset)))
            }
            Inst::Lea { dst, base, .. } => self.of(base).map(|base| (dst, base.anywhere())),
            Inst::Select { dst, a, b, .. } => self
                .of(a)
                .zip(self.of(b))
                .and_then(|(a, b)| Some((dst, a.join(b)?))),
            _ => None,
        };
        inst.visit(&mut |part| {
            if let Part::Write(slot) = part {
                self.set(slot, None);
            }
        });
        if let Some((dst, base)) = made {
            self.set(dst, Some(base));
        }
    }

    fn over(&self, edge: &Edge) -> Vec<(Slot, Base)> {
        let mut now = self.clone();
        for &(dst, src) in &edge.moves {
            now.set(dst, now.of(src));
        }
        now.held
    }

    pub fn of(&self, operand: Opnd) -> Option<Base> {
        match operand.kind() {
            OpndKind::Slot(slot) => {
                let at = self.held.binary_search_by_key(&slot, |(s, _)| *s).ok()?;
                Some(self.held[at].1)
            }
            OpndKind::Const(index) => match self.function.consts[index as usize] {
                Const::Int { bits, .. } => self.globals.at(bits),
                _ => None,
            },
        }
    }

    pub fn set(&mut self, slot: Slot, base: Option<Base>) {
        match (self.held.binary_search_by_key(&slot, |(s, _)| *s), base) {
            (Ok(at), Some(base)) => self.held[at].1 = base,
            (Ok(at), None) => drop(self.held.remove(at)),
            (Err(at), Some(base)) => self.held.insert(at, (slot, base)),
            (Err(_), None) => {}
        }
    }
}

/// What holds on both ways; whether that is less than before.
fn join(known: &mut Option<Vec<(Slot, Base)>>, other: Vec<(Slot, Base)>) -> bool {
    let Some(known) = known else {
        *known = Some(other);
        return true;
    };
    let mut changed = false;
    known.retain_mut(|(slot, base)| {
        let at = other.binary_search_by_key(slot, |(s, _)| *s);
        let joined = at.ok().and_then(|at| base.join(other[at].1));
        changed |= joined != Some(*base);
        *base = joined.unwrap_or(*base);
        joined.is_some()
    });
    changed
}
