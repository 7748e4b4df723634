//! What a state holds at a location.

use super::interval::Interval;
use super::needs::{Need, Needs, VARARGS, WORD};
use super::tree::LocationId;
use pleach_interp::{State, Value};
use pleach_ir::Slot;
use pleach_ir::address::Place;
use pleach_memory::{Byte, Object};
use pleach_term::Term;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Something that a state has, and another one may have otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Location {
    /// Of a frame, the outermost is 0.
    Register { frame: u32, slot: Slot },
    /// Some bytes of a word of memory.
    Bytes { word: u64, mask: u8 },
    /// Bytes of memory as one number.
    Number { address: u64, len: u8 },
    /// Whether an object of the heap is there, and how large it is.
    Object(u64),
    /// Where the next object of a name would lie that is as large as this one.
    Next { name: u64, like: u64 },
}

/// Numbers for locations.
#[derive(Default)]
pub(super) struct Locations {
    numbers: FxHashMap<Location, LocationId>,
    all: Vec<Location>,
}

impl Locations {
    pub fn number(&mut self, location: Location) -> LocationId {
        let all = &mut self.all;
        *self.numbers.entry(location).or_insert_with(|| {
            all.push(location);
            LocationId(all.len() as u32 - 1)
        })
    }

    /// The same with numbers for the locations.
    pub fn numbers(&mut self, values: &[(Location, u64)]) -> Vec<(LocationId, u64)> {
        let numbered = |(location, value): &(Location, u64)| (self.number(*location), *value);
        values.iter().map(numbered).collect()
    }

    pub fn get(&self, number: LocationId) -> Location {
        self.all[number.0 as usize]
    }
}

/// What a state held: plain numbers, and what is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Held {
    pub plain: Vec<(Location, u64)>,
    /// Sorted.
    pub unknown: Vec<(Location, Term)>,
    /// What had to lie somewhere, whatever it was.
    pub within: Vec<(Location, Interval)>,
}

impl Held {
    /// What must lie somewhere, sorted.
    pub fn within(needs: &Needs) -> Vec<(Location, Interval)> {
        let mut within = Vec::new();
        for (frame, needs) in needs.frames.iter().enumerate() {
            for (slot, need) in needs.registers() {
                if let Need::Within(interval) = need {
                    let frame = frame as u32;
                    within.push((Location::Register { frame, slot }, interval));
                }
            }
        }
        for ((address, len), interval) in needs.numbers() {
            within.push((Location::Number { address, len }, interval));
        }
        within.sort_unstable_by_key(|(location, _)| *location);
        within
    }

    /// What a state holds of what is needed; none where that cannot be compared.
    pub fn of(needs: &Needs, state: &State) -> Option<Held> {
        let mut held = Held {
            within: Held::within(needs),
            ..Held::default()
        };
        for (frame, needs) in needs.frames.iter().enumerate() {
            for (slot, need) in needs.registers() {
                let frame = frame as u32;
                if need == Need::Equal {
                    held.add_register(Location::Register { frame, slot }, state)?;
                }
            }
        }
        needs
            .words()
            .for_each(|(word, mask)| held.add_bytes(word, mask, state));
        for base in needs.objects() {
            let location = Location::Object(base);
            // How large it is hangs on the path.
            let object = state.memory.find(base);
            if object.is_some_and(|object| object.bound.is_some()) {
                return None;
            }
            held.plain.push((location, plain(location, state)?));
        }
        for (name, like) in needs.names() {
            let location = Location::Next { name, like };
            held.plain.push((location, plain(location, state)?));
        }
        held.plain.sort_unstable();
        held.unknown.sort_unstable();
        Some(held)
    }

    fn add_register(&mut self, location: Location, state: &State) -> Option<()> {
        let Location::Register { frame, slot } = location else {
            return None;
        };
        match register(state, frame, slot)? {
            Value {
                term: Some(term), ..
            } => self.unknown.push((location, term)),
            Value { bits, .. } => self.plain.push((location, bits)),
        }
        Some(())
    }

    fn add_bytes(&mut self, word: u64, mask: u8, state: &State) {
        let object = state.memory.find(word);
        // What cannot be written is the same in all states.
        if object.is_some_and(|object| object.constant && object.contains(word, 1)) {
            return;
        }
        if mask == u8::MAX
            && let Some(number) = object.and_then(|object| whole_word(object, word))
        {
            return self.plain.push((Location::Bytes { word, mask }, number));
        }
        let (mut known, mut number) = (0, 0);
        for at in (0..WORD).filter(|at| mask >> at & 1 == 1) {
            match byte_in(state, object, word + at) {
                Some(Byte::Symbolic(term)) => {
                    let mask = 1 << at;
                    self.unknown.push((Location::Bytes { word, mask }, term));
                }
                byte => {
                    known |= 1 << at;
                    number |= concrete(byte) << (8 * at);
                }
            }
        }
        if known != 0 {
            let location = Location::Bytes { word, mask: known };
            self.plain.push((location, number));
        }
    }
}

/// Bytes that nobody has are zero: it is an error to read them.
fn concrete(byte: Option<Byte>) -> u64 {
    match byte {
        Some(Byte::Concrete(byte)) => u64::from(byte),
        _ => 0,
    }
}

/// The plain number that a state holds at a location, if it does.
pub(super) fn plain(location: Location, state: &State) -> Option<u64> {
    match location {
        Location::Register { frame, slot } => register(state, frame, slot)?.as_concrete(),
        Location::Bytes { word, mask } => plain_bytes(state, word, mask),
        Location::Number { address, len } => number(state, address, len),
        Location::Object(base) => Some(fate(state, base)),
        Location::Next { name, like } => Some(state.memory.next_address(name, like).unwrap_or(0)),
    }
}

/// What a state holds where another one held a term of this width.
pub(super) fn term_at(location: Location, state: &State) -> Option<Result<Term, u64>> {
    match location {
        Location::Register { frame, slot } => {
            let value = register(state, frame, slot)?;
            Some(value.term.ok_or(value.bits))
        }
        Location::Bytes { word, mask } => {
            match byte(state, word + u64::from(mask.trailing_zeros()))? {
                Byte::Symbolic(term) => Some(Ok(term)),
                Byte::Concrete(byte) => Some(Err(u64::from(byte))),
            }
        }
        Location::Number { .. } | Location::Object(_) | Location::Next { .. } => None,
    }
}

fn register(state: &State, frame: u32, slot: Slot) -> Option<Value> {
    let from_top = state.stack.depth().checked_sub(frame + 1)? as usize;
    if slot == VARARGS {
        return varargs(state, from_top);
    }
    state.stack.regs_of(from_top).get(slot.index()).copied()
}

/// A number for the arguments beyond the fixed ones, if all are known.
fn varargs(state: &State, from_top: usize) -> Option<Value> {
    let frame = state.stack.frames().nth(from_top)?;
    let mut hasher = FxHasher::default();
    for byte in frame.varargs.iter().flat_map(|varargs| varargs.area.iter()) {
        match byte {
            Byte::Concrete(byte) => byte.hash(&mut hasher),
            Byte::Symbolic(_) => return None,
        }
    }
    Some(Value::concrete(hasher.finish()))
}

fn byte(state: &State, address: u64) -> Option<Byte> {
    byte_of(state.memory.find(address), address)
}

/// A byte that mostly belongs to this object; one that the program put at an address of its own may begin
/// or end inside of a word.
fn byte_in(state: &State, object: Option<&Arc<Object>>, address: u64) -> Option<Byte> {
    match object {
        Some(object) if object.contains(address, 1) => byte_of(Some(object), address),
        _ if Place::of(address).is_some() => None,
        _ => byte(state, address),
    }
}

/// A byte of the object that it belongs to.
fn byte_of(object: Option<&Arc<Object>>, address: u64) -> Option<Byte> {
    let object = object?;
    let offset = address.checked_sub(object.base)?;
    (object.freed.is_none() && offset < object.contents.len() as u64)
        .then(|| object.contents.get(offset as usize))
}

fn number(state: &State, address: u64, len: u8) -> Option<u64> {
    let object = state.memory.find(address)?;
    let offset = address.checked_sub(object.base)? as usize;
    let fits = object.freed.is_none() && offset + usize::from(len) <= object.contents.len();
    fits.then(|| object.contents.read_u64(offset, usize::from(len)))?
}

/// The bytes of a number, the lowest first, where at least one is not known.
pub(super) fn bytes_at(state: &State, address: u64, len: u8) -> Option<Vec<Byte>> {
    let all = (0..u64::from(len)).map(|at| byte(state, address + at));
    all.collect()
}

fn plain_bytes(state: &State, word: u64, mask: u8) -> Option<u64> {
    let object = state.memory.find(word);
    if mask == u8::MAX
        && let Some(number) = object.and_then(|object| whole_word(object, word))
    {
        return Some(number);
    }
    let mut number = 0;
    for at in (0..WORD).filter(|at| mask >> at & 1 == 1) {
        match byte_in(state, object, word + at) {
            Some(Byte::Symbolic(_)) => return None,
            byte => number |= concrete(byte) << (8 * at),
        }
    }
    Some(number)
}

/// All bytes of a word, if they are there and known.
fn whole_word(object: &Object, word: u64) -> Option<u64> {
    let offset = word.checked_sub(object.base)? as usize;
    let is_there = object.freed.is_none() && offset + WORD as usize <= object.contents.len();
    is_there.then(|| object.contents.read_u64(offset, WORD as usize))?
}

/// A number for what became of an object.
fn fate(state: &State, base: u64) -> u64 {
    let alive = |object: &&Arc<Object>| object.base == base;
    let Some(object) = state.memory.find(base).filter(alive) else {
        return 0;
    };
    let mut hasher = FxHasher::default();
    (object.size, object.freed.is_some(), object.bound.is_some()).hash(&mut hasher);
    hasher.finish() | 1
}

impl Location {
    /// The part of it that is needed, if any is.
    pub fn needed_part(self, needs: &Needs) -> Option<Location> {
        match self {
            Location::Register { frame, slot } => {
                let frame = needs.frames.get(frame as usize)?;
                (frame.need_of(slot) == Some(Need::Equal)).then_some(self)
            }
            Location::Bytes { word, mask } => {
                let mask = mask & needs.bytes_of(word);
                (mask != 0).then_some(Location::Bytes { word, mask })
            }
            Location::Number { .. } => None,
            Location::Object(base) => needs.has_object(base).then_some(self),
            Location::Next { name, like } => needs.has_name(name, like).then_some(self),
        }
    }
}

/// What of a word's number belongs to some of its bytes.
pub(super) fn masked(number: u64, mask: u8) -> u64 {
    let byte = |at: u64| u64::from(mask >> at & 1) * (0xff << (8 * at));
    number & (0..WORD).map(byte).sum::<u64>()
}
