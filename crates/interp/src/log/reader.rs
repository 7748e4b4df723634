//! Reading a log backward.

use super::{
    BARRIER, COPY, EDGE, EVENT, EVENT_AT_END, Entry, LEFT, NAME, OBJECT, OPEN, PC_BITS, READ,
    RETURN, TAG, Touch, WRITE, value,
};
use pleach_ir::FuncId;

/// Reads a piece from its end.
#[derive(Clone, Copy)]
pub struct LogReader<'a> {
    pub(super) words: &'a [u64],
}

impl<'a> LogReader<'a> {
    /// Words that are left.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn peek(&self) -> Option<Entry> {
        let word = *self.words.last()?;
        let value = value(word);
        Some(match word >> TAG {
            EDGE => Entry::Edge(value as u32),
            RETURN => {
                let (function, pc) = place(value);
                Entry::Return(function, pc)
            }
            EVENT | EVENT_AT_END => Entry::Event {
                words: value as u32,
                at_end: word >> TAG == EVENT_AT_END,
            },
            OPEN => Entry::Open {
                words: value as u32,
            },
            LEFT => Entry::Left {
                frames: value as u32,
            },
            BARRIER => Entry::Barrier,
            _ => Entry::Address(word),
        })
    }

    /// The newest entry; what belongs to an event is left for [`LogReader::touches`].
    pub fn pop(&mut self) -> Option<Entry> {
        let entry = self.peek()?;
        self.words = &self.words[..self.words.len() - 1];
        Some(entry)
    }

    /// What an event did, which was just popped and has so many words.
    pub fn touches(&mut self, words: u32) -> Touches<'a> {
        let (rest, event) = self.words.split_at(self.words.len() - words as usize);
        self.words = rest;
        Touches { one: None, event }
    }

    /// Where frames stood, the innermost first.
    pub fn frames(&mut self, frames: u32) -> Vec<(FuncId, u32)> {
        let (rest, frames) = self.words.split_at(self.words.len() - frames as usize);
        self.words = rest;
        frames.iter().map(|word| place(value(*word))).collect()
    }
}

fn place(value: u64) -> (FuncId, u32) {
    let pc = value & ((1 << PC_BITS) - 1);
    (FuncId((value >> PC_BITS) as u32), pc as u32)
}

/// What an instruction did with memory, the last first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Touches<'a> {
    one: Option<Touch>,
    event: &'a [u64],
}

impl Touches<'_> {
    pub fn one(touch: Touch) -> Self {
        Touches {
            one: Some(touch),
            event: &[],
        }
    }

    /// What it did, if that was one thing.
    pub fn only(mut self) -> Option<Touch> {
        let only = self.next();
        only.filter(|_| self.next().is_none())
    }
}

impl Iterator for Touches<'_> {
    type Item = Touch;

    #[inline]
    fn next(&mut self) -> Option<Touch> {
        if let Some(touch) = self.one.take() {
            return Some(touch);
        }
        let (word, before) = self.event.split_last()?;
        self.event = before;
        let mut first = || {
            let (first, before) = self.event.split_last().expect("its first word");
            self.event = before;
            *first
        };
        let value = value(*word);
        Some(match *word >> TAG {
            READ => Touch::Read {
                address: first(),
                len: value,
            },
            COPY => Touch::Copy {
                address: first(),
                len: value,
            },
            WRITE => Touch::Write {
                address: first(),
                len: value,
            },
            OBJECT => Touch::Object { base: value },
            NAME => Touch::Name {
                name: first(),
                base: value,
            },
            tag => unreachable!("no part of an event: {tag}"),
        })
    }
}
