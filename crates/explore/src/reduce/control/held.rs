//! Which addresses of variables registers may hold, at one place of a function.
//!
//! Nothing is lost where ways come together: a register holds all that it may hold on any of them.
//! What a register is not said to hold comes from elsewhere: a parameter, memory, the result of a
//! call. It is the address of a variable only if that has escaped.

use super::globals::Globals;
use pleach_ir::{Const, Function, GlobalId, Opnd, OpndKind, Slot};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Object {
    /// By the `Alloca` that makes it.
    Local(u32),
    Global(GlobalId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Address {
    pub object: Object,
    pub offset: i64,
}

/// More than these are not told apart.
const MOST: usize = 4;

/// What a register may hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Held {
    One(Address),
    /// One of these, or if so said something else. In order.
    Some {
        of: Vec<Address>,
        or_other: bool,
    },
    /// Too many. All of their variables have escaped, so this says no more than nothing; but it
    /// stays so.
    TooMany,
}

impl Held {
    pub fn addresses(&self) -> &[Address] {
        match self {
            Held::One(address) => std::slice::from_ref(address),
            Held::Some { of, .. } => of,
            Held::TooMany => &[],
        }
    }

    pub fn is_known(&self) -> bool {
        match self {
            Held::One(_) => true,
            Held::Some { or_other, .. } => !or_other,
            Held::TooMany => false,
        }
    }

    /// All addresses moved by so much.
    pub fn moved(self, by: i64) -> Held {
        let moved = |address: Address| Address {
            offset: address.offset.wrapping_add(by),
            ..address
        };
        match self {
            Held::One(address) => Held::One(moved(address)),
            Held::Some { of, or_other } => {
                let mut of: Vec<Address> = of.into_iter().map(moved).collect();
                of.sort();
                Held::Some { of, or_other }
            }
            Held::TooMany => Held::TooMany,
        }
    }
}

/// Whatever may be in either. Variables that cannot be followed any more escape.
pub(super) fn join(
    a: Option<&Held>,
    b: Option<&Held>,
    escape: &mut impl FnMut(Address),
) -> Option<Held> {
    if a == b {
        return a.cloned();
    }
    let both = || [a, b].into_iter().flatten();
    let mut of: Vec<Address> = both().flat_map(|held| held.addresses()).copied().collect();
    of.sort();
    of.dedup();
    if of.len() > MOST || both().any(|held| *held == Held::TooMany) {
        of.iter().for_each(|address| escape(*address));
        return Some(Held::TooMany);
    }
    let or_other = a.is_none_or(|a| !a.is_known()) || b.is_none_or(|b| !b.is_known());
    Some(Held::Some { of, or_other })
}

/// What all registers hold that may hold addresses, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Registers(Vec<(Slot, Held)>);

impl Registers {
    pub fn get(&self, slot: Slot) -> Option<&Held> {
        let at = self.0.binary_search_by_key(&slot, |(s, _)| *s).ok()?;
        Some(&self.0[at].1)
    }

    pub fn set(&mut self, slot: Slot, held: Option<Held>) {
        match (self.0.binary_search_by_key(&slot, |(s, _)| *s), held) {
            (Ok(at), Some(held)) => self.0[at].1 = held,
            (Ok(at), None) => drop(self.0.remove(at)),
            (Err(at), Some(held)) => self.0.insert(at, (slot, held)),
            (Err(_), None) => {}
        }
    }

    pub fn of(&self, function: &Function, globals: &Globals, operand: Opnd) -> Option<Held> {
        match operand.kind() {
            OpndKind::Slot(slot) => self.get(slot).cloned(),
            OpndKind::Const(index) => match function.consts[index as usize] {
                Const::Int { width: 64, bits } => {
                    let (id, offset) = globals.at(bits)?;
                    Some(Held::One(Address {
                        object: Object::Global(id),
                        offset: offset as i64,
                    }))
                }
                _ => None,
            },
        }
    }

    pub fn retain(&mut self, keep: impl Fn(Slot) -> bool) {
        self.0.retain(|(slot, _)| keep(*slot));
    }

    /// Takes in what registers hold on another way; whether that is news.
    pub fn join(&mut self, other: &Registers, escape: &mut impl FnMut(Address)) -> bool {
        if self == other {
            return false;
        }
        let mut slots: Vec<Slot> = self
            .0
            .iter()
            .chain(&other.0)
            .map(|(slot, _)| *slot)
            .collect();
        slots.sort();
        slots.dedup();
        let joined = slots.into_iter().filter_map(|slot| {
            let held = join(self.get(slot), other.get(slot), escape)?;
            Some((slot, held))
        });
        let joined: Vec<(Slot, Held)> = joined.collect();
        let changed = joined != self.0;
        self.0 = joined;
        changed
    }
}
