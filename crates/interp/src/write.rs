//! The only place where registers and memory of a state are written; the fast loop, which writes
//! by itself, calls the same recorder.

use crate::{Machine, State, Value, Writing};
use pleach_ir::{EdgeId, Slot};
use pleach_memory::{Byte, Contents, Kind, Memory, Object, OutOfAddresses, Owner, Site};
use pleach_term::Term;
use std::ops::{Deref, Range};

/// A state's memory: everyone reads it, only this file changes it.
#[derive(Clone, Default)]
pub struct Guarded(Memory);

impl Deref for Guarded {
    type Target = Memory;

    fn deref(&self) -> &Memory {
        &self.0
    }
}

impl From<Memory> for Guarded {
    /// The memory of a state that nobody runs.
    fn from(memory: Memory) -> Guarded {
        Guarded(memory)
    }
}

impl Guarded {
    /// For a state that has not begun to run.
    pub(crate) fn prepare(&mut self) -> &mut Memory {
        &mut self.0
    }

    /// An object with bytes that no other state shares, for the fast loop to write into.
    pub(crate) fn own(&mut self, base: u64) -> Option<&mut Object> {
        self.0.object_mut(base)
    }
}

/// Registers.
impl Machine {
    #[inline]
    pub(crate) fn set(&mut self, state: &mut State, slot: Slot, value: Value) {
        state.stack.regs_mut()[slot.index()] = value;
        if self.recorder.is_some() {
            self.record_register(state, slot.0, value);
        }
    }

    pub(crate) fn set_term(&mut self, state: &mut State, slot: Slot, term: Term) {
        let value = Value::from_term(&self.terms, term);
        self.set(state, slot, value);
    }

    /// All registers of the top frame.
    pub(crate) fn set_all(&mut self, state: &mut State, values: &[Value]) {
        for (i, value) in values.iter().enumerate() {
            self.set(state, Slot(i as u32), *value);
        }
    }

    #[cold]
    pub(crate) fn record_register(&mut self, state: &mut State, slot: u32, value: Value) {
        if let Some(recorder) = &mut self.recorder {
            recorder.register(writing(state), slot, value);
        }
    }

    /// The registers that an edge of the top frame's function has written.
    #[cold]
    pub(crate) fn record_moves(&mut self, state: &mut State, edge: EdgeId) {
        if self.recorder.is_none() {
            return;
        }
        let function = state.stack.top().function.index();
        let fast = self.code.functions[function].edges[edge.index()];
        for i in fast.moves..fast.moves_end {
            let (slot, _) = self.code.functions[function].moves[i as usize];
            let value = state.stack.regs()[slot as usize];
            self.record_register(state, slot, value);
        }
    }

    /// The parameters of a frame that was just pushed.
    #[cold]
    pub(crate) fn record_parameters(&mut self, state: &mut State, count: usize) {
        if self.recorder.is_none() {
            return;
        }
        for slot in 0..count {
            let value = state.stack.regs()[slot];
            self.record_register(state, slot as u32, value);
        }
    }
}

/// Memory.
impl Machine {
    /// The state's memory, for a change at these addresses that may move or remove bytes.
    fn change<'a>(&mut self, state: &'a mut State, addresses: Range<u64>) -> &'a mut Memory {
        self.tlb.clear();
        self.record_memory(state, addresses);
        &mut state.memory.0
    }

    fn record_memory(&mut self, state: &mut State, addresses: Range<u64>) {
        self.log_write(addresses.start, addresses.end - addresses.start);
        if let Some(recorder) = &mut self.recorder {
            recorder.memory(writing(state), addresses);
        }
    }

    #[cold]
    pub(crate) fn record_store(&mut self, state: &mut State, address: u64, len: u64) {
        if let Some(recorder) = &mut self.recorder {
            recorder.memory(writing(state), address..address + len);
        }
    }

    /// `len` bytes of the object at `base`, from `at` on, to be written; they are known to be fine.
    pub fn contents_mut<'a>(
        &mut self,
        state: &'a mut State,
        base: u64,
        at: usize,
        len: usize,
    ) -> Option<&'a mut Contents> {
        let start = base + at as u64;
        let memory = self.change(state, start..start + len as u64);
        memory.object_mut(base).map(|object| &mut object.contents)
    }

    /// Writes concrete bytes; the place is known to be fine.
    pub fn write_bytes(&mut self, state: &mut State, base: u64, at: usize, bytes: &[u8]) {
        if let Some(contents) = self.contents_mut(state, base, at, bytes.len()) {
            contents.write(at, bytes);
        }
    }

    /// Writes terms; the place is known to be fine.
    pub fn write_terms(&mut self, state: &mut State, base: u64, at: usize, terms: &[Term]) {
        let bytes: Vec<Byte> = terms.iter().map(|t| self.to_byte(*t)).collect();
        if let Some(contents) = self.contents_mut(state, base, at, bytes.len()) {
            for (i, byte) in bytes.into_iter().enumerate() {
                contents.set(at + i, byte);
            }
        }
    }

    /// All bytes of an object.
    pub(crate) fn replace_contents(&mut self, state: &mut State, base: u64, contents: Contents) {
        if let Some(old) = self.contents_mut(state, base, 0, contents.len()) {
            *old = contents;
        }
    }

    /// A new heap object, named by where the state is; its bytes are what `contents` says.
    pub fn allocate_heap(
        &mut self,
        state: &mut State,
        owner: Owner,
        contents: Contents,
        align: u64,
    ) -> Result<u64, OutOfAddresses> {
        let (site, len) = (self.site(state), contents.len() as u64);
        self.tlb.clear();
        let (name, memory) = (state.stack.name(), &mut state.memory.0);
        let base = memory.allocate(owner, contents, align, name, site)?;
        self.log_name(name, base);
        self.log_object(base);
        self.record_memory(state, base..base + len);
        Ok(base)
    }

    /// Marks a heap object as freed where the state is.
    pub fn free_heap(&mut self, state: &mut State, base: u64) {
        let (site, end) = (self.site(state), end_of(state, base));
        self.log_object(base);
        self.change(state, base..end).free(base, site);
    }

    /// A new stack object; see [`Memory::allocate_stack`].
    pub(crate) fn allocate_stack(
        &mut self,
        state: &mut State,
        contents: Contents,
        align: u64,
        (wish, site): (u64, Site),
    ) -> Result<u64, OutOfAddresses> {
        let len = contents.len() as u64;
        // What is there already stays where it is.
        let memory = &mut state.memory.0;
        let base = memory.allocate_stack(contents, align, wish, site)?;
        self.log_object(base);
        self.record_memory(state, base..base + len);
        Ok(base)
    }

    pub(crate) fn release_stack(&mut self, state: &mut State, base: u64) {
        let end = end_of(state, base);
        self.log_object(base);
        self.change(state, base..end).release_stack(base);
    }

    /// A local variable comes into its scope.
    pub(crate) fn begin_scope(&mut self, state: &mut State, base: u64, contents: Contents) {
        let len = contents.len() as u64;
        self.tlb.forget(base, len);
        self.log_object(base);
        self.record_memory(state, base..base + len);
        state.memory.0.begin_scope(base, contents);
    }

    /// A local variable goes out of its scope.
    pub(crate) fn end_scope(&mut self, state: &mut State, base: u64, site: Site) {
        let end = end_of(state, base);
        self.tlb.forget(base, end - base);
        self.log_object(base);
        self.record_memory(state, base..end);
        state.memory.0.end_scope(base, site);
    }

    /// For a change of an object as a whole that leaves its bytes what they are.
    fn change_kind<'a>(&mut self, state: &'a mut State, base: u64) -> &'a mut Memory {
        self.tlb.clear();
        self.log_object(base);
        if let Some(recorder) = &mut self.recorder {
            let end = end_of(state, base);
            recorder.memory(writing(state), base..end);
        }
        &mut state.memory.0
    }

    /// How much of an object may be used, where that is symbolic.
    pub fn set_bound(&mut self, state: &mut State, base: u64, bound: Option<Term>) {
        self.change_kind(state, base).set_bound(base, bound);
    }

    /// Whose an object is.
    pub fn set_kind(&mut self, state: &mut State, base: u64, kind: Kind) {
        if let Some(object) = self.change_kind(state, base).object_mut(base) {
            object.kind = kind;
        }
    }

    /// An object at an address of its own.
    pub fn insert_object(&mut self, state: &mut State, object: Object) {
        self.log_object(object.base);
        self.change(state, object.base..object.end()).insert(object);
    }
}

fn end_of(state: &State, base: u64) -> u64 {
    state.memory.find(base).map_or(base, |object| object.end())
}

fn writing(state: &mut State) -> Writing<'_> {
    Writing {
        id: state.id,
        depth: state.stack.depth(),
        extensions: &mut state.extensions,
    }
}
