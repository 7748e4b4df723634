//! What a path has printed.

use pleach_interp::{Extension, State};
use std::any::Any;
use std::io::Write;
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

/// One thing printed, and all before it. States that forked share their past.
struct Chunk {
    fd: i32,
    bytes: Box<[u8]>,
    before: Option<Arc<Chunk>>,
}

impl Drop for Chunk {
    /// Long lists are dropped in a loop: recursion would exhaust our stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(chunk) = next {
            match Arc::try_unwrap(chunk) {
                Ok(mut alone) => next = alone.before.take(),
                Err(_) => break,
            }
        }
    }
}

#[derive(Default, Clone)]
struct Output {
    mode: OutputMode,
    last: Option<Arc<Chunk>>,
}

impl Output {
    fn chunks(&self) -> Vec<&Chunk> {
        let mut chunks: Vec<&Chunk> =
            std::iter::successors(self.last.as_deref(), |c| c.before.as_deref()).collect();
        chunks.reverse();
        chunks
    }

    /// What was printed to each descriptor, pieces to the same one joined.
    fn joined(&self) -> Vec<(i32, Vec<u8>)> {
        let mut all: Vec<(i32, Vec<u8>)> = Vec::new();
        for chunk in self.chunks() {
            match all.last_mut() {
                Some((fd, bytes)) if *fd == chunk.fd => bytes.extend_from_slice(&chunk.bytes),
                _ => all.push((chunk.fd, chunk.bytes.to_vec())),
            }
        }
        all
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
            _ => self.joined() == other.joined(),
        };
        if same {
            Ok(())
        } else {
            Err("they have printed different things")
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

/// What the path has printed, in order, with the file descriptor it went to.
/// Empty unless the mode is [`OutputMode::Keep`].
pub fn output(state: &State) -> Vec<(i32, Vec<u8>)> {
    state
        .extensions
        .get::<Output>()
        .map_or_else(Vec::new, Output::joined)
}

/// Hands on what [`OutputMode::Stream`] holds back.
pub fn flush_output() {
    // Whoever reads may be gone; the run does not depend on it.
    let _ = std::io::stdout().flush();
}

/// Whether anybody wants to know what this path prints.
pub(crate) fn is_printed(state: &State) -> bool {
    let output = state.extensions.get::<Output>();
    output.is_some_and(|output| output.mode != OutputMode::Discard)
}

/// The program prints something.
pub(crate) fn print(state: &mut State, fd: i32, bytes: &[u8]) {
    let Some(output) = state.extensions.get_mut::<Output>() else {
        return;
    };
    match output.mode {
        OutputMode::Discard => {}
        OutputMode::Keep => {
            let before = output.last.take();
            output.last = Some(Arc::new(Chunk {
                fd,
                bytes: bytes.into(),
                before,
            }));
        }
        OutputMode::Stream => {
            let _ = match fd {
                2 => {
                    flush_output();
                    std::io::stderr().write_all(bytes)
                }
                _ => std::io::stdout().write_all(bytes),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(output: &mut Output, fd: i32, text: &str) {
        let before = output.last.take();
        output.last = Some(Arc::new(Chunk {
            fd,
            bytes: text.as_bytes().into(),
            before,
        }));
    }

    #[test]
    fn forked_outputs_share_their_past_only() {
        let mut a = Output {
            mode: OutputMode::Keep,
            last: None,
        };
        chunk(&mut a, 1, "x");
        let mut b = a.clone();
        chunk(&mut a, 1, "y");
        chunk(&mut b, 2, "z");
        assert_eq!(a.joined(), vec![(1, b"xy".to_vec())]);
        assert_eq!(b.joined(), vec![(1, b"x".to_vec()), (2, b"z".to_vec())]);
        assert!(a.merge(&b).is_err());
        assert!(a.merge(&a.clone()).is_ok());
    }

    #[test]
    fn long_outputs_can_be_dropped() {
        let mut a = Output {
            mode: OutputMode::Keep,
            last: None,
        };
        for _ in 0..300_000 {
            chunk(&mut a, 1, "x");
        }
        drop(a);
    }
}
