//! Reads and writes at symbolic offsets of one object.

use crate::{Machine, State, Step, Value};
use pleach_memory::Object;
use pleach_term::Term;
use std::sync::Arc;

/// Possible offsets: every `step`th from `first` to `last`.
pub(crate) struct Positions {
    first: u64,
    last: u64,
    step: u64,
}

impl Positions {
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> + use<> {
        (self.first..=self.last).step_by(self.step as usize)
    }
}

impl Machine {
    /// `len` bytes at an offset known to be inside, as one term: a balanced choice among the positions.
    pub(crate) fn read_at(
        &mut self,
        state: &mut State,
        object: &Arc<Object>,
        offset: Value,
        len: u32,
    ) -> Step<Term> {
        let offset = offset.to_term(&self.terms, 64);
        if let Some(places) = self.few_places(state, object, offset, u64::from(len)) {
            return Ok(self.read_one_of(object, offset, &places, len));
        }
        let positions = self.positions(state, object, offset, u64::from(len))?;
        let t = &self.terms;
        let from_first = t.sub(offset, t.constant(64, positions.first));
        let shift = positions.step.trailing_zeros();
        let count = (positions.last - positions.first) / positions.step + 1;
        let bits = (64 - (count - 1).leading_zeros()).max(1);
        let index = t.extract(from_first, shift, bits);
        let items: Vec<Term> = positions
            .iter()
            .map(|p| self.bytes_term(object, p as usize, len as usize))
            .collect();
        Ok(self.terms.select_table(&items, index))
    }

    /// The positions inside the object that the offset is chosen among, if these are few.
    fn few_places(
        &mut self,
        state: &State,
        object: &Object,
        offset: Term,
        len: u64,
    ) -> Option<Vec<u64>> {
        let choices = self.choices(state, offset)?;
        let last = object.size - len;
        let inside = choices.iter().copied().filter(|place| *place <= last);
        let places: Vec<u64> = inside.take(SMALL as usize + 1).collect();
        let is_few = !places.is_empty() && places.len() <= SMALL as usize;
        is_few.then_some(places)
    }

    /// The bytes at one of these places, chosen as the offset is.
    fn read_one_of(&mut self, object: &Object, offset: Term, places: &[u64], len: u32) -> Term {
        let items: Vec<Term> = places
            .iter()
            .map(|place| self.bytes_term(object, *place as usize, len as usize))
            .collect();
        let item = |place: u64| places.binary_search(&place).ok().map(|i| items[i]);
        self.solver.chosen(offset, item).unwrap_or(items[0])
    }

    /// Writes bytes at an offset known to be inside: each position they may
    /// go to holds them if they do, and what it held otherwise.
    pub(crate) fn write_at(
        &mut self,
        state: &mut State,
        object: Arc<Object>,
        offset: Value,
        bytes: &[Term],
    ) -> Step<()> {
        let offset = offset.to_term(&self.terms, 64);
        let len = bytes.len() as u64;
        let places = match self.few_places(state, &object, offset, len) {
            Some(places) => places,
            None => self
                .positions(state, &object, offset, len)?
                .iter()
                .collect(),
        };
        let first = places[0] as usize;
        let end = places[places.len() - 1] as usize + bytes.len();
        let mut new: Vec<Term> = (first..end).map(|i| self.byte_term(&object, i)).collect();
        for position in places {
            let here = self.terms.eq(offset, self.terms.constant(64, position));
            for (i, byte) in bytes.iter().enumerate() {
                let slot = &mut new[position as usize - first + i];
                *slot = self.terms.ite(here, *byte, *slot);
            }
        }
        let base = crate::mem::let_go(object);
        // Where nothing is written, what was there stays.
        self.log_read(base + first as u64, (end - first) as u64);
        self.write_terms(state, base, first, &new);
        Ok(())
    }

    /// Where the offset may point. When these are too many, the state forks over halves of the range.
    pub(crate) fn positions(
        &mut self,
        state: &mut State,
        object: &Object,
        offset: Term,
        len: u64,
    ) -> Step<Positions> {
        let (step, residue) = self.alignment(offset, len);
        let mut first = 0;
        let mut last = object.size - len;
        if (last - first) / step >= SMALL {
            let (least, most) = (
                self.least(state, offset, QUESTIONS),
                self.most(state, offset, QUESTIONS),
            );
            first = if least.exact {
                least.value.low_u64().min(last)
            } else {
                first
            };
            last = if most.exact {
                most.value.low_u64().min(last)
            } else {
                last
            };
        }
        while (last - first) / step >= self.config.max_table {
            let middle = first + (last - first) / 2;
            let low = self.terms.ule(offset, self.terms.constant(64, middle));
            if self.decide_term(state, low)? {
                last = middle;
            } else {
                first = middle + 1;
            }
        }
        let first = first + (residue + step - first % step) % step;
        let last = first.max(last - (last + step - residue) % step);
        Ok(Positions { first, last, step })
    }

    /// The largest power of two up to `len` whose multiples, plus a residue, the offset keeps to.
    pub(crate) fn alignment(&self, offset: Term, len: u64) -> (u64, u64) {
        let mut step = len.next_power_of_two();
        while step > 1 {
            let low = self.terms.trunc(offset, step.trailing_zeros());
            if let Some(residue) = self.terms.as_const(low) {
                return (step, residue);
            }
            step /= 2;
        }
        (1, 0)
    }
}

/// Up to so many positions the solver is not asked to narrow the range.
const SMALL: u64 = 64;

/// How many questions the solver may be asked to find a smallest or largest value.
pub(crate) const QUESTIONS: u32 = 80;
