//! The memories of two states.

use super::{Joiner, Refusal};
use crate::{Frame, State};
use pleach_ir::Function;
use pleach_memory::{Byte, Contents, Memory, Object};
use pleach_term::Term;
use rustc_hash::FxHashSet;
use std::cell::Cell;

/// Words are at most so long, and begin at multiples of their length.
const LONGEST_WORD: usize = 8;

impl Joiner {
    pub(super) fn join_memories(
        &self,
        first: &State,
        other: &State,
        guard: Term,
    ) -> Result<Memory, Refusal> {
        let dead = self.dead_variables(first);
        let leaks = self.checks.leak;
        let is_unset = Cell::new(false);
        let join = |mine: &Object, theirs: &Object| {
            let differences = mine.contents.differences(&theirs.contents);
            let unset =
                self.is_unset_at(mine, &differences) || self.is_unset_at(theirs, &differences);
            is_unset.set(is_unset.get() || unset);
            self.join_objects(mine, theirs, &differences, guard)
        };
        let joined = first.memory.joined(&other.memory, &dead, join);
        let joined = joined.map_err(Refusal::Memory)?;
        if is_unset.get() {
            return Err(Refusal::Uninitialised);
        }
        let count = |memory: &Memory| memory.object_count();
        if leaks && count(&joined) != count(&first.memory).min(count(&other.memory)) {
            return Err(Refusal::Leaks);
        }
        Ok(joined)
    }

    /// The addresses of local variables whose contents nobody reads any more.
    pub(super) fn dead_variables(&self, state: &State) -> FxHashSet<u64> {
        let mut dead = FxHashSet::default();
        for (depth, frame) in state.stack.frames().enumerate() {
            let function = &self.module.functions[frame.function.index()];
            let sites = dead_sites(function, frame, depth == 0);
            if sites.is_empty() {
                continue;
            }
            let objects = frame.allocas.iter().filter_map(|at| state.memory.find(*at));
            let is_dead = |object: &Object| object.site.is_some_and(|s| sites.contains(&s.at));
            dead.extend(objects.filter(|o| is_dead(o)).map(|object| object.base));
        }
        dead
    }

    fn is_unset_at(&self, object: &Object, positions: &[usize]) -> bool {
        let term = |at: usize| match object.contents.get(at) {
            Byte::Concrete(_) => None,
            Byte::Symbolic(term) => Some(term),
        };
        self.checks.uninit && positions.iter().any(|at| self.is_unset(term(*at)))
    }

    /// None if they hold the same.
    fn join_objects(
        &self,
        mine: &Object,
        theirs: &Object,
        differences: &[usize],
        guard: Term,
    ) -> Option<Object> {
        if differences.is_empty() && mine.bound == theirs.bound {
            return None;
        }
        let mut joined = mine.clone();
        if let (Some(a), Some(b)) = (mine.bound, theirs.bound) {
            joined.bound = Some(self.ite(guard, a, b));
        }
        let mut rest = differences;
        while let Some(&at) = rest.first() {
            let len = word_length(rest);
            let start = at / len * len;
            let len = len.min(mine.contents.len() - start);
            self.join_word(&mut joined.contents, &theirs.contents, start, len, guard);
            rest = &rest[rest.partition_point(|at| *at < start + len)..];
        }
        Some(joined)
    }

    /// One word, so that whoever reads it whole finds one `ite` and not one for each byte.
    fn join_word(
        &self,
        joined: &mut Contents,
        theirs: &Contents,
        start: usize,
        len: usize,
        guard: Term,
    ) {
        let term = |byte: Byte| match byte {
            Byte::Concrete(b) => self.terms.constant(8, u64::from(b)),
            Byte::Symbolic(term) => term,
        };
        let word = |contents: &Contents| {
            let bytes: Vec<Term> = (start..start + len)
                .map(|i| term(contents.get(i)))
                .collect();
            self.terms.concat_bytes(&bytes)
        };
        let both = self.ite(guard, word(joined), word(theirs));
        for i in 0..len {
            let byte = self.terms.extract(both, 8 * i as u32, 8);
            let byte = match self.terms.as_const(byte) {
                Some(bits) => Byte::Concrete(bits as u8),
                None => Byte::Symbolic(byte),
            };
            joined.set(start + i, byte);
        }
    }
}

/// The length of the smallest aligned word that holds all differences of the longest word around the
/// first one.
fn word_length(differences: &[usize]) -> usize {
    let first = differences[0];
    let longest = first / LONGEST_WORD;
    let last = differences
        .iter()
        .take_while(|at| *at / LONGEST_WORD == longest);
    let last = last.last().copied().unwrap_or(first);
    let lengths = [1, 2, 4];
    let fits = |len: &&usize| first / **len == last / **len;
    lengths.iter().find(fits).copied().unwrap_or(LONGEST_WORD)
}

/// The instructions that made a frame's dead variables.
fn dead_sites(function: &Function, frame: &Frame, is_top: bool) -> Vec<u32> {
    if !is_top {
        return function.dead_variables_during(frame.pc).collect();
    }
    let block = function.block_of(frame.pc);
    match function.blocks[block.index()].first == frame.pc {
        true => function.dead_variables_at(block).collect(),
        false => Vec::new(),
    }
}
