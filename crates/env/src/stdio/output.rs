//! What a path has printed.

use crate::args::end;
use pleach_interp::{
    End, Extension, Happening, Happenings, History, Joining, Machine, State, Step, Value,
};
use pleach_memory::{Byte, Contents, Object};
use pleach_term::{Evaluator, Term, Terms, VarId};
use std::any::Any;
use std::hash::{Hash, Hasher};
use std::io::{ErrorKind, Write};
use std::sync::Arc;

/// What becomes of what the program prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OutputMode {
    #[default]
    Discard,
    /// Each path remembers what it printed.
    Keep,
    /// Goes to this process's own standard output and error at once.
    Stream,
}

/// Something to be printed. What is unknown about it is decided when somebody looks: until its end
/// a path learns more about its inputs.
pub(crate) enum Printed {
    Known(Box<[u8]>),
    Bytes(Box<[Byte]>),
    /// From an unknown place in these contents, or an unknown number of bytes.
    Part {
        of: Contents,
        start: Value,
        length: Value,
    },
}

impl From<&[u8]> for Printed {
    fn from(bytes: &[u8]) -> Printed {
        Printed::Known(bytes.into())
    }
}

impl From<&[Byte]> for Printed {
    fn from(bytes: &[Byte]) -> Printed {
        let known: Option<Box<[u8]>> = bytes
            .iter()
            .map(|byte| match byte {
                Byte::Concrete(b) => Some(*b),
                Byte::Symbolic(_) => None,
            })
            .collect();
        known.map_or_else(|| Printed::Bytes(bytes.into()), Printed::Known)
    }
}

impl Printed {
    /// `length` bytes of an object from `start` on; the path knows that there are so many.
    pub(crate) fn part(
        machine: &mut Machine,
        object: &Object,
        start: Value,
        length: Value,
    ) -> Printed {
        let (Some(from), Some(len)) = (start.as_concrete(), length.as_concrete()) else {
            let of = machine.share_contents(object);
            return Printed::Part { of, start, length };
        };
        let of = &object.contents;
        let bytes: Vec<Byte> = within(of, from, len).map(|i| of.get(i)).collect();
        Printed::from(bytes.as_slice())
    }

    fn terms(&self, mut unseen: &mut dyn FnMut(*const ()) -> bool, mut show: &mut dyn FnMut(Term)) {
        match self {
            Printed::Known(_) => {}
            Printed::Bytes(bytes) => bytes
                .iter()
                .filter_map(|byte| match byte {
                    Byte::Concrete(_) => None,
                    Byte::Symbolic(term) => Some(*term),
                })
                .for_each(show),
            Printed::Part { of, start, length } => {
                of.for_each_term(&mut unseen, &mut show);
                start.term.into_iter().chain(length.term).for_each(show);
            }
        }
    }

    /// Appends the bytes as they are with these values of terms.
    fn append_to(&self, all: &mut Vec<u8>, mut value: impl FnMut(Term) -> u64) {
        let mut push = |byte: Byte, value: &mut dyn FnMut(Term) -> u64| match byte {
            Byte::Concrete(b) => all.push(b),
            Byte::Symbolic(t) => all.push(value(t) as u8),
        };
        match self {
            Printed::Known(bytes) => all.extend_from_slice(bytes),
            Printed::Bytes(bytes) => bytes.iter().for_each(|b| push(*b, &mut value)),
            Printed::Part { of, start, length } => {
                let mut bound = |v: &Value| v.term.map_or(v.bits, &mut value);
                let (from, len) = (bound(start), bound(length));
                within(of, from, len).for_each(|i| push(of.get(i), &mut value));
            }
        }
    }
}

/// The places of so many bytes, as far as there are any.
fn within(of: &Contents, from: u64, len: u64) -> std::ops::Range<usize> {
    let most = of.len() as u64;
    from.min(most) as usize..from.saturating_add(len).min(most) as usize
}

/// One thing printed, and where to.
struct Chunk {
    fd: i32,
    text: Printed,
}

#[derive(Default, Clone)]
struct Output {
    mode: OutputMode,
    /// What the unknown bytes are terms of.
    terms: Option<Arc<Terms>>,
    chunks: History<Chunk>,
}

/// For comparing, however it was cut into chunks. A part is equal only to the same part of the same
/// contents.
#[derive(PartialEq, Hash)]
enum Piece<'a> {
    Byte(i32, Byte),
    Part(i32, &'a Contents, Value, Value),
    Either(Term, Vec<Piece<'a>>, Vec<Piece<'a>>),
}

impl Output {
    /// What was printed to each descriptor, pieces to the same one joined.
    fn joined(&self, mut value: impl FnMut(Term) -> u64) -> Vec<(i32, Vec<u8>)> {
        let mut all: Vec<(i32, Vec<u8>)> = Vec::new();
        for Chunk { fd, text } in self.chunks.items(|guard| value(guard) != 0) {
            if all.last().is_none_or(|(last, _)| last != fd) {
                all.push((*fd, Vec::new()));
            }
            if let Some((_, bytes)) = all.last_mut() {
                text.append_to(bytes, &mut value);
            }
        }
        all
    }

    fn keep(&mut self, fd: i32, text: Printed) {
        self.chunks.push(Chunk { fd, text });
    }
}

fn pieces(happenings: Happenings<'_, Chunk>) -> Vec<Piece<'_>> {
    let mut all = Vec::new();
    for happening in happenings {
        match happening {
            Happening::Item(Chunk { fd, text }) => match text {
                Printed::Known(bytes) => {
                    let known = bytes.iter().map(|b| Piece::Byte(*fd, Byte::Concrete(*b)));
                    all.extend(known);
                }
                Printed::Bytes(bytes) => all.extend(bytes.iter().map(|b| Piece::Byte(*fd, *b))),
                Printed::Part { of, start, length } => {
                    all.push(Piece::Part(*fd, of, *start, *length));
                }
            },
            Happening::Either(guard, yes, no) => {
                all.push(Piece::Either(guard, pieces(yes), pieces(no)));
            }
        }
    }
    all
}

impl Extension for Output {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn merge(&mut self, other: &dyn Extension, joining: Joining<'_>) -> Result<(), &'static str> {
        let Some(other) = other.as_any().downcast_ref::<Output>() else {
            return Ok(());
        };
        let [mine, theirs] = self.chunks.since_parted(&other.chunks).map(pieces);
        if mine != theirs {
            self.terms.get_or_insert_with(|| joining.terms.clone());
            self.chunks.join(&other.chunks, joining.guard);
        }
        Ok(())
    }

    fn hash(&self, mut hasher: &mut dyn Hasher) {
        pieces(self.chunks.all()).hash(&mut hasher);
    }

    fn terms(&self, unseen: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term)) {
        self.chunks
            .for_each_unseen(unseen, &mut |what, unseen| match what {
                Ok(chunk) => chunk.text.terms(unseen, show),
                Err(guard) => show(guard),
            });
    }

    fn steers(&self) -> bool {
        false
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Says what becomes of what this state, and those that fork from it, will print.
pub fn set_output_mode(state: &mut State, mode: OutputMode) {
    state.extensions.get_or_insert_with(Output::default).mode = mode;
}

/// What the path has printed, in order, with the file descriptor it went to; unknown bytes as they
/// are under the model that the path has now, which is its test's. Empty unless the mode is
/// [`OutputMode::Keep`].
pub fn output(state: &State) -> Vec<(i32, Vec<u8>)> {
    output_under(state, |var| state.path.value_of(var))
}

/// The same with these values of what is unknown.
pub fn output_under(state: &State, value: impl Fn(VarId) -> u8) -> Vec<(i32, Vec<u8>)> {
    let Some(output) = state.extensions.get::<Output>() else {
        return Vec::new();
    };
    let mut evaluator = Evaluator::default();
    output.joined(|term| match &output.terms {
        Some(terms) => evaluator.eval_bits(terms, term, &value).low_u64(),
        None => 0,
    })
}

/// Hands on what [`OutputMode::Stream`] holds back.
pub fn flush_output() {
    // Whoever reads may be gone; the run does not depend on it.
    let _ = std::io::stdout().flush();
}

/// Whoever read what [`OutputMode::Stream`] hands on is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Closed;

/// The exit code that a shell shows for a program that SIGPIPE ended.
const BROKEN_PIPE: i32 = 128 + 13;

impl Closed {
    /// What becomes of a program without the C library, which cannot have another plan.
    pub(crate) fn end<T>(self) -> Step<T> {
        end(End::Exit(BROKEN_PIPE))
    }
}

/// Whether anybody wants to know what this path prints.
pub(crate) fn is_printed(state: &State) -> bool {
    let output = state.extensions.get::<Output>();
    output.is_some_and(|output| output.mode != OutputMode::Discard)
}

/// The program prints something.
pub(crate) fn print(
    terms: &Arc<Terms>,
    state: &mut State,
    fd: i32,
    text: Printed,
) -> Result<(), Closed> {
    let Some(output) = state.extensions.get_mut::<Output>() else {
        return Ok(());
    };
    match output.mode {
        OutputMode::Discard => {}
        OutputMode::Keep => {
            output.terms.get_or_insert_with(|| terms.clone());
            output.keep(fd, text);
        }
        OutputMode::Stream => {
            let (mut evaluator, mut bytes) = (Evaluator::default(), Vec::new());
            let path = &state.path;
            text.append_to(&mut bytes, |t| {
                path.eval(terms, &mut evaluator, t).low_u64()
            });
            let written = match fd {
                2 => {
                    flush_output();
                    std::io::stderr().write_all(&bytes)
                }
                _ => std::io::stdout().write_all(&bytes),
            };
            // Other failures (a full disk) are not the program's to see.
            if written.is_err_and(|why| why.kind() == ErrorKind::BrokenPipe) {
                return Err(Closed);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept() -> Output {
        Output {
            mode: OutputMode::Keep,
            ..Output::default()
        }
    }

    fn chunk(output: &mut Output, fd: i32, text: &str) {
        output.keep(fd, Printed::from(text.as_bytes()));
    }

    fn known(output: &Output) -> Vec<(i32, Vec<u8>)> {
        output.joined(|_| panic!("nothing is unknown"))
    }

    #[test]
    fn forked_outputs_share_their_past_only() {
        let mut a = kept();
        chunk(&mut a, 1, "x");
        let mut b = a.clone();
        chunk(&mut a, 1, "y");
        chunk(&mut b, 2, "z");
        assert_eq!(known(&a), vec![(1, b"xy".to_vec())]);
        assert_eq!(known(&b), vec![(1, b"x".to_vec()), (2, b"z".to_vec())]);
        assert!(!is_same(&a, &b));
        assert!(is_same(&a, &a.clone()));
    }

    fn is_same(a: &Output, b: &Output) -> bool {
        pieces(a.chunks.all()) == pieces(b.chunks.all())
    }

    /// Where the guard holds, what the first one printed.
    #[test]
    fn joined_outputs_are_those_of_the_side_that_was_taken() {
        let terms = Arc::new(Terms::default());
        let guard = terms.eq(terms.var(VarId(0)), terms.zero(8));
        let mut a = kept();
        chunk(&mut a, 1, "x");
        let mut b = a.clone();
        chunk(&mut a, 1, "y");
        chunk(&mut b, 2, "z");
        let terms = &terms;
        a.merge(&b, Joining { guard, terms }).unwrap();
        let split = vec![(1, b"x".to_vec()), (2, b"z".to_vec())];
        assert_eq!(a.joined(|_| 1), vec![(1, b"xy".to_vec())]);
        assert_eq!(a.joined(|_| 0), split);
        assert!(a.terms.is_some(), "the guard is to be evaluated");
    }

    #[test]
    fn what_is_unknown_is_decided_late() {
        let terms = Terms::default();
        let letter = terms.var(pleach_term::VarId(0));
        let count = terms.zext(terms.var(pleach_term::VarId(1)), 64);
        let mut a = kept();
        a.keep(
            1,
            Printed::from(&[Byte::Concrete(b'<'), Byte::Symbolic(letter)][..]),
        );
        a.keep(
            1,
            Printed::Part {
                of: Contents::from_bytes(b"abcd", 4),
                start: Value::concrete(1),
                length: Value::from_term(&terms, count),
            },
        );
        let with = |letter_is: u64, count_is: u64| {
            a.joined(|t| if t == letter { letter_is } else { count_is })
        };
        assert_eq!(with(b'x'.into(), 2), vec![(1, b"<xbc".to_vec())]);
        assert_eq!(with(b'y'.into(), 0), vec![(1, b"<y".to_vec())]);
        let mut b = a.clone();
        chunk(&mut a, 1, "!");
        assert!(!is_same(&b, &a));
        chunk(&mut b, 1, "!");
        assert!(is_same(&b, &a));
    }

    #[test]
    fn every_term_is_shown_once() {
        let terms = Terms::default();
        let byte = |i| terms.var(pleach_term::VarId(i));
        let word = |i| Value::from_term(&terms, terms.zext(byte(i), 64));
        let mut of = Contents::zero(5000);
        of.set(4500, Byte::Symbolic(byte(3)));
        let mut a = kept();
        a.keep(1, Printed::from(&[Byte::Symbolic(byte(0))][..]));
        a.keep(
            1,
            Printed::Part {
                of,
                start: word(1),
                length: word(2),
            },
        );
        let mut b = a.clone();
        b.keep(1, Printed::from(&[Byte::Symbolic(byte(4))][..]));

        let (mut seen, mut shown) = (std::collections::HashSet::new(), Vec::new());
        for output in [&a, &b] {
            output.terms(&mut |at| seen.insert(at), &mut |term| shown.push(term));
        }
        shown.sort();
        let mut expected = vec![
            byte(0),
            terms.zext(byte(1), 64),
            terms.zext(byte(2), 64),
            byte(3),
            byte(4),
        ];
        expected.sort();
        assert_eq!(shown, expected);
    }
}
