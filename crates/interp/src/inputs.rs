//! What a path made symbolic, in order.

use crate::Joining;
use pleach_ir::{Scalar, TypeId};
use pleach_memory::Map;
use pleach_solver::List;
use pleach_term::{Input, Term, Terms};
use std::sync::Arc;

/// Something the program made symbolic: part of every test of the path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolicObject {
    /// All inputs of this name share the text.
    pub name: Arc<str>,
    pub input: Input,
    pub ty: InputType,
    /// Where states were joined of which only one had asked for it: it is part of the test only if
    /// this holds.
    pub only_if: Option<Term>,
}

/// What is known about the type of an input. Only those who show its value ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputType {
    Unknown,
    /// One or several of so many bytes.
    Scalars {
        scalar: Scalar,
        each: u32,
    },
    /// That of the variable that was made symbolic.
    Declared(TypeId),
}

/// The inputs of a path. States share what they have in common, and one more input costs the
/// same however many there are.
#[derive(Clone, Default)]
pub struct Inputs {
    objects: List<SymbolicObject>,
    /// By the number of a name: how many inputs have it.
    counts: Map<u32>,
}

impl Inputs {
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// In the order in which the program asked for them.
    pub fn iter(&self) -> impl Iterator<Item = &SymbolicObject> {
        self.objects.oldest_first()
    }

    /// Whether the program asked for the same in both.
    pub(crate) fn is_same(&self, other: &Inputs) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }

    /// The inputs of a state that stands for two. What only one of them asked for is an input only
    /// where that one is taken.
    pub(crate) fn joined(first: &Inputs, other: &Inputs, joining: Joining<'_>) -> Inputs {
        let common = first.objects.common(&other.objects);
        let mut objects = first.objects.prefix(common);
        let terms = joining.terms;
        let rest = |inputs: &Inputs| -> Vec<SymbolicObject> {
            inputs
                .objects
                .oldest_first()
                .skip(common)
                .cloned()
                .collect()
        };
        let (mine, theirs) = (rest(first), rest(other));
        let same = mine.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
        mine[..same]
            .iter()
            .for_each(|object| objects.push(object.clone()));
        let sides = [
            (&mine[same..], joining.guard),
            (&theirs[same..], terms.not(joining.guard)),
        ];
        for (rest, guard) in sides {
            for object in rest {
                let only_if = object
                    .only_if
                    .map_or(guard, |other| terms.and(guard, other));
                objects.push(SymbolicObject {
                    only_if: Some(only_if),
                    ..object.clone()
                });
            }
        }
        let mut counts = first.counts.clone();
        other.counts.for_each(|name, count| {
            if counts.get(name).is_none_or(|mine| mine < count) {
                counts.insert(name, *count);
            }
        });
        Inputs { objects, counts }
    }

    /// Shows the conditions under which inputs are there.
    pub(crate) fn for_each_term(
        &self,
        unseen: &mut impl FnMut(*const ()) -> bool,
        f: &mut impl FnMut(Term),
    ) {
        let show = &mut |object: &SymbolicObject| object.only_if.into_iter().for_each(&mut *f);
        self.objects.for_each_unseen(unseen, show);
    }

    /// One more of that name: on every path the n-th input of a name and length has the same
    /// variables.
    pub(crate) fn add(&mut self, terms: &Terms, name: &str, len: u32, ty: InputType) -> Input {
        let (id, name) = terms.input_name(name);
        let occurrence = self.next_occurrence(u64::from(id.0));
        let input = terms.input_of(id, occurrence, len);
        self.objects.push(SymbolicObject {
            name,
            input,
            ty,
            only_if: None,
        });
        input
    }

    /// Counts one more input of the name, and says how many there were before.
    fn next_occurrence(&mut self, name: u64) -> u32 {
        let Some(count) = self.counts.get_mut(name) else {
            self.counts.insert(name, 1);
            return 0;
        };
        *count += 1;
        *count - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn occurrences_are_counted_by_name_on_each_path() {
        let terms = Terms::new();
        let mut one = Inputs::default();
        let first = one.add(&terms, "x", 4, InputType::Unknown);
        let mut other = one.clone();
        let (y, second) = (
            one.add(&terms, "y", 4, InputType::Unknown),
            one.add(&terms, "x", 4, InputType::Unknown),
        );
        assert_eq!(other.add(&terms, "x", 4, InputType::Unknown), second);
        assert_eq!(terms.input("x", 0, 4), first);
        assert_eq!(terms.input("y", 0, 4), y);
        let names: Vec<&str> = one.iter().map(|object| &*object.name).collect();
        assert_eq!(names, ["x", "y", "x"]);
        assert_eq!((one.len(), other.len()), (3, 2));
    }

    /// Each of 10,000 states adds one input to what it shares with the others: together they
    /// hold one cell per state and one text, not one list per state.
    #[test]
    fn states_that_add_inputs_share_the_others() {
        let terms = Terms::new();
        let mut states = vec![Inputs::default()];
        for i in 0..10_000 {
            let mut next = states[i].clone();
            next.add(&terms, "x", 1, InputType::Unknown);
            states.push(next);
        }
        let (mut cells, mut texts, mut shown) = (HashSet::new(), HashSet::new(), 0);
        for state in &states {
            state
                .objects
                .for_each_unseen(&mut |cell| cells.insert(cell), &mut |object| {
                    texts.insert(object.name.as_ptr());
                    shown += 1;
                });
        }
        assert_eq!((shown, texts.len()), (10_000, 1));
        assert_eq!(terms.var_count(), 10_000);
    }
}
