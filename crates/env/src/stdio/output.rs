//! What a path has printed.

use crate::args::end;
use pleach_interp::{End, Extension, Machine, State, Step, Value};
use pleach_memory::{Byte, Contents, Object};
use pleach_term::{Evaluator, Term, Terms};
use std::any::Any;
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
pub(crate) enum Text {
    Known(Box<[u8]>),
    Bytes(Box<[Byte]>),
    /// From an unknown place in these contents, or an unknown number of bytes.
    Part {
        of: Contents,
        start: Value,
        length: Value,
    },
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Text {
        Text::Known(bytes.into())
    }
}

impl From<&[Byte]> for Text {
    fn from(bytes: &[Byte]) -> Text {
        let known: Option<Box<[u8]>> = bytes
            .iter()
            .map(|byte| match byte {
                Byte::Concrete(b) => Some(*b),
                Byte::Symbolic(_) => None,
            })
            .collect();
        known.map_or_else(|| Text::Bytes(bytes.into()), Text::Known)
    }
}

impl Text {
    /// `length` bytes of an object from `start` on; the path knows that there are so many.
    pub(crate) fn part(
        machine: &mut Machine,
        object: &Object,
        start: Value,
        length: Value,
    ) -> Text {
        let (Some(from), Some(len)) = (start.as_concrete(), length.as_concrete()) else {
            let of = machine.share_contents(object);
            return Text::Part { of, start, length };
        };
        let of = &object.contents;
        let bytes: Vec<Byte> = within(of, from, len).map(|i| of.get(i)).collect();
        Text::from(bytes.as_slice())
    }

    fn terms(&self, mut unseen: &mut dyn FnMut(*const ()) -> bool, mut show: &mut dyn FnMut(Term)) {
        match self {
            Text::Known(_) => {}
            Text::Bytes(bytes) => bytes
                .iter()
                .filter_map(|byte| match byte {
                    Byte::Concrete(_) => None,
                    Byte::Symbolic(term) => Some(*term),
                })
                .for_each(show),
            Text::Part { of, start, length } => {
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
            Text::Known(bytes) => all.extend_from_slice(bytes),
            Text::Bytes(bytes) => bytes.iter().for_each(|b| push(*b, &mut value)),
            Text::Part { of, start, length } => {
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

/// One thing printed, and all before it. States that forked share their past.
struct Chunk {
    fd: i32,
    text: Text,
    before: Option<Arc<Chunk>>,
}

impl Drop for Chunk {
    /// Long lists are dropped in a loop: recursion would exhaust our stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(chunk) = next {
            next = Arc::into_inner(chunk).and_then(|mut alone| alone.before.take());
        }
    }
}

#[derive(Default, Clone)]
struct Output {
    mode: OutputMode,
    /// What the unknown bytes are terms of.
    terms: Option<Arc<Terms>>,
    last: Option<Arc<Chunk>>,
}

/// For comparing, however it was cut into chunks. A part is equal only to the same part of the same
/// contents.
#[derive(PartialEq)]
enum Piece<'a> {
    Byte(Byte),
    Part(&'a Contents, Value, Value),
}

impl Output {
    fn chunks(&self) -> Vec<&Chunk> {
        let mut chunks: Vec<&Chunk> =
            std::iter::successors(self.last.as_deref(), |c| c.before.as_deref()).collect();
        chunks.reverse();
        chunks
    }

    /// What was printed to each descriptor, pieces to the same one joined.
    fn joined(&self, mut value: impl FnMut(Term) -> u64) -> Vec<(i32, Vec<u8>)> {
        let mut all: Vec<(i32, Vec<u8>)> = Vec::new();
        for chunk in self.chunks() {
            if all.last().is_none_or(|(fd, _)| *fd != chunk.fd) {
                all.push((chunk.fd, Vec::new()));
            }
            if let Some((_, bytes)) = all.last_mut() {
                chunk.text.append_to(bytes, &mut value);
            }
        }
        all
    }

    fn pieces(&self) -> Vec<(i32, Piece<'_>)> {
        let mut all = Vec::new();
        for chunk in self.chunks() {
            let mut push = |piece| all.push((chunk.fd, piece));
            match &chunk.text {
                Text::Known(bytes) => {
                    let known = bytes.iter().map(|b| Piece::Byte(Byte::Concrete(*b)));
                    known.for_each(push);
                }
                Text::Bytes(bytes) => bytes.iter().for_each(|b| push(Piece::Byte(*b))),
                Text::Part { of, start, length } => push(Piece::Part(of, *start, *length)),
            }
        }
        all
    }

    fn keep(&mut self, fd: i32, text: Text) {
        let before = self.last.take();
        self.last = Some(Arc::new(Chunk { fd, text, before }));
    }
}

impl Extension for Output {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn merge(&mut self, other: &dyn Extension) -> Result<(), &'static str> {
        let Some(other) = other.as_any().downcast_ref::<Output>() else {
            return Ok(());
        };
        let same = match (&self.last, &other.last) {
            (None, None) => true,
            (Some(a), Some(b)) if Arc::ptr_eq(a, b) => true,
            _ => self.pieces() == other.pieces(),
        };
        if same {
            Ok(())
        } else {
            Err("they have printed different things")
        }
    }

    fn terms(&self, unseen: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term)) {
        let mut next = self.last.as_ref();
        // What was printed before a chunk that is known is known as well.
        while let Some(chunk) = next.filter(|chunk| unseen(Arc::as_ptr(chunk).cast())) {
            chunk.text.terms(unseen, show);
            next = chunk.before.as_ref();
        }
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
    let Some(output) = state.extensions.get::<Output>() else {
        return Vec::new();
    };
    let mut evaluator = Evaluator::default();
    output.joined(|term| match &output.terms {
        Some(terms) => state.path.eval(terms, &mut evaluator, term).low_u64(),
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
    text: Text,
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
        output.keep(fd, Text::from(text.as_bytes()));
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
        assert!(a.merge(&b).is_err());
        assert!(a.merge(&a.clone()).is_ok());
    }

    #[test]
    fn what_is_unknown_is_decided_late() {
        let terms = Terms::default();
        let letter = terms.var(pleach_term::VarId(0));
        let count = terms.zext(terms.var(pleach_term::VarId(1)), 64);
        let mut a = kept();
        a.keep(
            1,
            Text::from(&[Byte::Concrete(b'<'), Byte::Symbolic(letter)][..]),
        );
        a.keep(
            1,
            Text::Part {
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
        assert!(b.merge(&a).is_ok());
        chunk(&mut a, 1, "!");
        assert!(b.merge(&a).is_err());
        chunk(&mut b, 1, "!");
        assert!(b.merge(&a).is_ok());
    }

    #[test]
    fn every_term_is_shown_once() {
        let terms = Terms::default();
        let byte = |i| terms.var(pleach_term::VarId(i));
        let word = |i| Value::from_term(&terms, terms.zext(byte(i), 64));
        let mut of = Contents::zero(5000);
        of.set(4500, Byte::Symbolic(byte(3)));
        let mut a = kept();
        a.keep(1, Text::from(&[Byte::Symbolic(byte(0))][..]));
        a.keep(
            1,
            Text::Part {
                of,
                start: word(1),
                length: word(2),
            },
        );
        let mut b = a.clone();
        b.keep(1, Text::from(&[Byte::Symbolic(byte(4))][..]));

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

    #[test]
    fn long_outputs_can_be_dropped() {
        let mut a = kept();
        for _ in 0..300_000 {
            chunk(&mut a, 1, "x");
        }
        drop(a);
    }
}
