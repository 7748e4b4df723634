//! What a path did, written down so that it can be walked backward: the edges it took, the addresses of
//! its loads and stores, and what instructions of the slow path read and wrote. Which registers an
//! instruction touches is not here: the module knows it.
//!
//! A path's log is a chain of pieces; it is cut where the state forks, and both sides share what is before.
//! Where nobody asked for a log, there is none.

mod reader;

pub use reader::{LogReader, Touches};

use crate::{Machine, State, StateId};
use pleach_ir::{FuncId, Inst, Origin};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// An entry of a log, the newest last. Entries of an [`Entry::Event`] stand before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A load or a store of the fast loop; the instruction says how many bytes.
    Address(u64),
    /// An edge was taken, or a function entered if it is an entry's number.
    Edge(u32),
    /// A function returned from this instruction. The edge behind the call comes next.
    Return(FuncId, u32),
    /// An instruction of the slow path that may touch memory was executed: so many words before this
    /// are what it did.
    Event { words: u32, at_end: bool },
    /// The same of the instruction that the path ended at.
    Open { words: u32 },
    /// All frames were left at once (the program ends): so many words before this are where they stood,
    /// the innermost first.
    Left { frames: u32 },
    /// Here is something that cannot be walked over backward: a jump out of functions.
    Barrier,
}

/// What an instruction of the slow path did with memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touch {
    Read {
        address: u64,
        len: u64,
    },
    /// These bytes were copied, whatever they are.
    Copy {
        address: u64,
        len: u64,
    },
    Write {
        address: u64,
        len: u64,
    },
    /// An object came to be, went away, or was changed as a whole.
    Object {
        base: u64,
    },
    /// A heap object was placed by how often this name was used before.
    Name {
        name: u64,
        base: u64,
    },
}

/// Words of a path between two forks that are kept.
const MOST_WORDS: usize = 1 << 20;

const TAG: u32 = 60;
const EDGE: u64 = 1;
const RETURN: u64 = 2;
const EVENT: u64 = 3;
const EVENT_AT_END: u64 = 4;
const LEFT: u64 = 5;
const BARRIER: u64 = 6;
const READ: u64 = 7;
const WRITE: u64 = 8;
const OBJECT: u64 = 9;
const NAME: u64 = 10;
const OPEN: u64 = 11;
const COPY: u64 = 12;
const PC_BITS: u32 = 32;

fn word(tag: u64, value: u64) -> u64 {
    tag << TAG | value
}

fn value(word: u64) -> u64 {
    word & ((1 << TAG) - 1)
}

/// A stretch of a path between two forks.
pub struct LogPiece {
    /// Unique within a run.
    pub id: u64,
    pub before: Option<Arc<LogPiece>>,
    words: Box<[u64]>,
    /// The oldest first.
    pub marks: Box<[Mark]>,
    /// Where the frames stood at its end, the innermost first.
    pub frames: Box<[(FuncId, u32)]>,
}

impl Drop for LogPiece {
    /// Long chains are dropped in a loop: recursion would exhaust the stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(piece) = next {
            next = Arc::into_inner(piece).and_then(|mut alone| alone.before.take());
        }
    }
}

impl LogPiece {
    /// Words that it takes.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn reader(&self) -> LogReader<'_> {
        LogReader { words: &self.words }
    }
}

/// The log of a state that nobody runs now.
#[derive(Clone, Default)]
pub struct PathLog {
    before: Option<Arc<LogPiece>>,
    words: Vec<u64>,
    marks: Vec<Mark>,
}

/// A point of a path that somebody wants to find again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Words of the piece that were written then.
    pub words: usize,
    pub name: u64,
}

impl PathLog {
    pub fn before(&self) -> Option<&Arc<LogPiece>> {
        self.before.as_ref()
    }

    /// Words since the last fork.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Puts a mark here. One that is less than so many words before it and not behind a fork goes for it.
    pub fn mark(&mut self, name: u64, apart: usize) -> Option<u64> {
        let words = self.words.len();
        let is_near = |last: &mut Mark| words - last.words < apart;
        let gone = self.marks.pop_if(is_near).map(|mark| mark.name);
        self.marks.push(Mark { words, name });
        gone
    }

    /// What was done long ago without a fork since is forgotten: nothing can be said about what came before.
    fn keep_short(&mut self) {
        if self.words.len() > MOST_WORDS {
            self.words.clear();
            self.words.push(word(BARRIER, 0));
            self.marks.iter_mut().for_each(|mark| mark.words = 0);
        }
    }

    /// The last piece of a path that is over, where its frames stand.
    pub fn into_piece(self, id: u64, frames: Box<[(FuncId, u32)]>) -> LogPiece {
        LogPiece {
            id,
            before: self.before,
            words: self.words.into(),
            marks: self.marks.into(),
            frames,
        }
    }
}

/// Where the log of the running state is written.
pub(crate) struct Log {
    of: StateId,
    words: Vec<u64>,
    /// What the running instruction did so far.
    event: Vec<u64>,
    /// Whether what it reads now is only copied.
    copies: bool,
}

impl Log {
    fn new(of: StateId, words: Vec<u64>) -> Log {
        Log {
            of,
            words,
            event: Vec::new(),
            copies: false,
        }
    }

    #[inline]
    pub fn address(&mut self, address: u64) {
        self.words.push(address);
    }

    #[inline]
    pub fn edge(&mut self, number: u32) {
        self.words.push(word(EDGE, u64::from(number)));
    }

    #[inline]
    pub fn returns(&mut self, function: FuncId, pc: u32) {
        self.words.push(frame_word(function, pc));
    }

    fn pair(&mut self, tag: u64, first: u64, second: u64) {
        self.event.push(first);
        self.event.push(word(tag, second));
    }

    fn end_event(&mut self, tag: u64) {
        let words = self.event.len() as u64;
        self.words.append(&mut self.event);
        self.words.push(word(tag, words));
    }
}

fn frame_word(function: FuncId, pc: u32) -> u64 {
    word(RETURN, u64::from(function.0) << PC_BITS | u64::from(pc))
}

/// Whether the slow path leaves an event where it executes such an instruction.
pub fn leaves_event(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Alloca { .. }
            | Inst::Scope { .. }
            | Inst::StackRestore { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::VaStart { .. }
            | Inst::VaCopy { .. }
            | Inst::VaArg { .. }
    )
}

/// Where the frames of a state stand, the innermost first.
pub fn places(state: &State) -> Box<[(FuncId, u32)]> {
    state.stack.frames().map(|f| (f.function, f.pc)).collect()
}

impl Machine {
    pub(crate) fn open_log(&mut self, state: &mut State) {
        self.log = state.log.as_mut().map(|log| {
            log.keep_short();
            Log::new(state.id, std::mem::take(&mut log.words))
        });
        self.listens = self.recorder.is_some() || self.log.is_some();
    }

    /// An event that was begun belongs to the instruction that the path ends at, if it ends.
    pub(crate) fn close_log(&mut self, state: &mut State) {
        if let (Some(mut log), Some(kept)) = (self.log.take(), &mut state.log) {
            if !log.event.is_empty() {
                log.end_event(OPEN);
            }
            kept.words = log.words;
        }
    }

    /// Cuts the log where `other` has just forked off.
    pub(crate) fn cut_log(&mut self, state: &mut State, other: &mut State) {
        let frames = places(state);
        let Some(kept) = &mut state.log else {
            return;
        };
        // One that failed beside the running state may fork as well.
        let words = match &mut self.log {
            Some(log) if log.of == state.id => &mut log.words,
            _ => &mut kept.words,
        };
        let piece = Arc::new(LogPiece {
            id: self.next_piece.fetch_add(1, Relaxed),
            before: kept.before.take(),
            words: words.as_slice().into(),
            marks: kept.marks.as_slice().into(),
            frames,
        });
        words.clear();
        kept.marks.clear();
        kept.before = Some(piece.clone());
        other.log = Some(PathLog {
            before: Some(piece),
            ..PathLog::default()
        });
    }

    /// A number for a piece of a path that is over.
    pub fn fresh_piece(&self) -> u64 {
        self.next_piece.fetch_add(1, Relaxed)
    }

    /// The running instruction reads these bytes.
    pub fn log_read(&mut self, address: u64, len: u64) {
        if let Some(log) = &mut self.log {
            let tag = if log.copies { COPY } else { READ };
            log.pair(tag, address, len);
        }
    }

    /// From now on the running instruction only copies what it reads, or does not any more.
    pub fn log_copies(&mut self, copies: bool) {
        if let Some(log) = &mut self.log {
            log.copies = copies;
        }
    }

    /// What the running instruction has read makes no difference to what the program does next.
    pub fn log_unread(&mut self) {
        if let Some(log) = &mut self.log {
            log.event.clear();
        }
    }

    pub(crate) fn log_write(&mut self, address: u64, len: u64) {
        if let Some(log) = &mut self.log {
            log.pair(WRITE, address, len);
        }
    }

    /// The running instruction depends on whether an object is there and how large it is, or changes that.
    pub fn log_object(&mut self, base: u64) {
        if let Some(log) = &mut self.log {
            log.event.push(word(OBJECT, base));
        }
    }

    pub(crate) fn log_name(&mut self, name: u64, base: u64) {
        if let Some(log) = &mut self.log {
            log.pair(NAME, name, base);
        }
    }

    /// The running instruction asks what is known of a value, not what it is. What the model of the
    /// system does then is right in either case; what the program does is its own affair.
    pub fn log_knowledge(&mut self, state: &State) {
        if self.function(state).origin == Origin::Program {
            self.log_barrier();
        }
    }

    /// The slow path has executed an instruction.
    pub(crate) fn log_executed(&mut self, inst: &Inst) {
        let Some(log) = &mut self.log else {
            return;
        };
        if leaves_event(inst) {
            log.end_event(EVENT);
        } else if !log.event.is_empty() {
            log.end_event(EVENT_AT_END);
        }
    }

    /// An edge is taken, or a function entered; what the running instruction did comes before that.
    pub(crate) fn log_edge(&mut self, state: &mut State, number: u32) {
        match (&mut self.log, &mut state.log) {
            (Some(log), _) if log.of == state.id => {
                if !log.event.is_empty() {
                    log.end_event(EVENT_AT_END);
                }
                log.edge(number);
            }
            // One that forked off a switch goes its way at once.
            (_, Some(log)) => log.words.push(word(EDGE, u64::from(number))),
            _ => {}
        }
    }

    /// The top frame is about to return.
    pub(crate) fn log_return(&mut self, state: &State) {
        let top = state.stack.top();
        let (function, pc) = (top.function, top.pc);
        if let Some(log) = &mut self.log {
            log.returns(function, pc);
        }
    }

    /// All frames are about to be left.
    pub(crate) fn log_leaving(&mut self, state: &State) {
        let Some(log) = &mut self.log else {
            return;
        };
        if !log.event.is_empty() {
            log.end_event(EVENT_AT_END);
        }
        let frames = state.stack.frames().map(|f| frame_word(f.function, f.pc));
        log.words.extend(frames);
        log.words.push(word(LEFT, u64::from(state.stack.depth())));
    }

    /// Does something with a state, the running one or another, that cannot be walked over backward.
    pub(crate) fn behind_a_barrier(
        &mut self,
        state: &mut State,
        act: impl FnOnce(&mut Machine, &mut State),
    ) {
        let log = self.log.take();
        act(self, state);
        self.log = log;
        match (&mut self.log, &mut state.log) {
            (Some(log), _) if log.of == state.id => self.log_barrier(),
            (_, Some(log)) => log.words.push(word(BARRIER, 0)),
            _ => {}
        }
    }

    /// Something happens that cannot be walked over backward.
    pub fn log_barrier(&mut self) {
        if let Some(log) = &mut self.log {
            log.event.clear();
            log.words.push(word(BARRIER, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_ago_is_forgotten() {
        let mut log = PathLog::default();
        log.mark(7, 0);
        log.words = vec![word(EDGE, 1); MOST_WORDS];
        log.mark(8, 0);
        log.keep_short();
        assert_eq!(log.len(), MOST_WORDS);
        log.words.push(word(EDGE, 2));
        log.keep_short();
        assert_eq!(log.words, [word(BARRIER, 0)]);
        assert!(log.marks.iter().all(|mark| mark.words == 0));
    }

    #[test]
    fn a_log_is_read_from_its_end() {
        let mut log = Log::new(StateId(0), Vec::new());
        log.edge(7);
        log.address(0x1234);
        log.pair(READ, 0x10, 4);
        log.pair(WRITE, 0x20, 8);
        log.event.push(word(OBJECT, 0x40));
        log.end_event(EVENT);
        log.returns(FuncId(3), 9);
        let piece = LogPiece {
            id: 0,
            before: None,
            words: log.words.into(),
            marks: Box::new([]),
            frames: Box::new([]),
        };
        let mut reader = piece.reader();
        assert_eq!(reader.pop(), Some(Entry::Return(FuncId(3), 9)));
        let event = Entry::Event {
            words: 5,
            at_end: false,
        };
        assert_eq!(reader.pop(), Some(event));
        let touches = [
            Touch::Object { base: 0x40 },
            Touch::Write {
                address: 0x20,
                len: 8,
            },
            Touch::Read {
                address: 0x10,
                len: 4,
            },
        ];
        assert!(reader.touches(5).eq(touches));
        assert_eq!(Touches::one(touches[0]).only(), Some(touches[0]));
        assert_eq!(reader.pop(), Some(Entry::Address(0x1234)));
        assert_eq!(reader.pop(), Some(Entry::Edge(7)));
        assert_eq!(reader.pop(), None);
    }
}
