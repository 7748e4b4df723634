//! Walks a piece of a path backward and finds what was needed at each point of it: dynamic slicing
//! (Bugrara, Engler 2013, section 3.2).
//!
//! The rules of the paper, as they are here:
//! - an instruction that wrote something needed needs what it read, and so does the branch that it was
//!   executed under (data and control dependence);
//! - a branch is decided by something needed if something uncovered hangs on it, if it controls something
//!   needed, or if its other ways may write something needed (potential dependence);
//! - where a path ends, all branches are needed that it ended under: another state may go on there;
//! - a store must go where it went as long as anything in memory is needed.

mod call;
mod edge;
mod need;
mod steps;
mod terrain;
mod undo;

pub(super) use steps::Steps;
pub(super) use terrain::{Dependence, EdgeTable, Opaque, Rules, Terrain};

use super::needs::{FrameNeeds, Needs};
use pleach_interp::{Entry, LogPiece, LogReader, Touches};
use pleach_ir::{BlockId, FuncId, Function, Inst};

/// How a path came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// The program was over.
    Exit,
    /// An error at the instruction where the path stands.
    Error,
}

struct Walk<'a, D> {
    terrain: &'a Terrain<'a, D>,
    log: LogReader<'a>,
    /// Where the frames stand: the instruction that is executed next, or the caller's call. The
    /// outermost first, as in the needs.
    at: Vec<(FuncId, u32)>,
    needs: Needs,
    /// Whether the branches are needed already under which the block is executed that is walked over.
    under_control: bool,
    /// Why nothing can be said from here on.
    opaque: Option<Opaque>,
}

type Outcome<T> = Result<T, Opaque>;

/// Where a piece begins: how many frames there are, and where the innermost one stands.
pub(super) type Start = (usize, (FuncId, u32));

/// Walks a piece from its end, where this is needed, to its beginning; to that of the program if no
/// `start` is given. `visit` hears of the beginning of each block: how many words of the log were written then,
/// where that is, and what was needed.
pub(super) fn walk<D: Dependence>(
    terrain: &Terrain<'_, D>,
    piece: &LogPiece,
    start: Option<Start>,
    needs: Needs,
    mut visit: impl FnMut(usize, (FuncId, u32), &Needs),
) -> Outcome<Needs> {
    let mut walk = Walk::new(terrain, piece, needs);
    walk.open_event();
    walk.back_to(start, &mut visit)?;
    Ok(walk.needs)
}

/// What is needed where a path ended, before its last piece is walked.
pub(super) fn needs_at_end<D: Dependence>(
    terrain: &Terrain<'_, D>,
    piece: &LogPiece,
    ending: Ending,
) -> Outcome<Needs> {
    let mut walk = Walk::new(terrain, piece, Needs::nothing(piece.frames.len()));
    (0..walk.at.len()).for_each(|frame| walk.need_control_of(frame));
    if ending == Ending::Error && !walk.at.is_empty() {
        let touches = walk.open_event();
        walk.need_reads(touches);
        walk.need_objects(touches);
        walk.need_operands(walk.inst());
    }
    walk.still_known()?;
    Ok(walk.needs)
}

/// What is needed where a state was found to be covered by one that needed this: it ends there.
pub(super) fn needs_where_pruned<D: Dependence>(
    terrain: &Terrain<'_, D>,
    piece: &LogPiece,
    inherited: Needs,
) -> Needs {
    let mut walk = Walk::new(terrain, piece, inherited);
    (0..walk.at.len()).for_each(|frame| walk.need_control_of(frame));
    walk.needs
}

impl<'a, D: Dependence> Walk<'a, D> {
    fn new(terrain: &'a Terrain<'a, D>, piece: &'a LogPiece, needs: Needs) -> Walk<'a, D> {
        Walk {
            terrain,
            log: piece.reader(),
            at: piece.frames.iter().rev().copied().collect(),
            needs,
            under_control: false,
            opaque: None,
        }
    }

    fn function(&self, id: FuncId) -> &'a Function {
        &self.terrain.module.functions[id.index()]
    }

    /// The instruction that the innermost frame stands at.
    fn inst(&self) -> &'a Inst {
        let (function, pc) = *self.at.last().expect("a path has a frame");
        &self.function(function).code[pc as usize]
    }

    fn still_known(&self) -> Outcome<()> {
        self.opaque.map_or(Ok(()), Err)
    }

    /// What the instruction did that the path ended at.
    fn open_event(&mut self) -> Touches<'a> {
        match self.log.peek() {
            Some(Entry::Open { words }) => {
                self.log.pop();
                self.log.touches(words)
            }
            _ => Touches::default(),
        }
    }

    /// What an instruction at the end of a block did, if the log says so next.
    fn event_at_end(&mut self) -> Touches<'a> {
        match self.log.peek() {
            Some(Entry::Event {
                words,
                at_end: true,
            }) => {
                self.log.pop();
                self.log.touches(words)
            }
            _ => Touches::default(),
        }
    }

    fn back_to(
        &mut self,
        start: Option<Start>,
        visit: &mut impl FnMut(usize, (FuncId, u32), &Needs),
    ) -> Outcome<()> {
        loop {
            self.still_known()?;
            if self.log.is_empty()
                && let Some((depth, at)) = start
                && self.at.len() == depth
                && self.at.last() == Some(&at)
            {
                return Ok(());
            }
            let Some(&(function, pc)) = self.at.last() else {
                if self.log.is_empty() && start.is_none_or(|(depth, _)| depth == 0) {
                    return Ok(());
                }
                self.step_before_frames()?;
                continue;
            };
            let block = self.terrain.steps.block(function, pc);
            let first = self.function(function).blocks[block.index()].first;
            if pc > first {
                let here = |(depth, at): Start| depth == self.at.len() && at.0 == function;
                let start = start.filter(|start| here(*start));
                self.back_in_block(block, first, start.map(|(_, at)| at.1))?;
                continue;
            }
            visit(self.log.len(), (function, pc), &self.needs);
            if self.log.is_empty() && start.is_none() {
                return Ok(());
            }
            self.over_edge()?;
        }
    }

    /// Back to the first instruction of a block, or to the one that the piece begins before.
    fn back_in_block(&mut self, block: BlockId, first: u32, start: Option<u32>) -> Outcome<()> {
        let (function, mut pc) = *self.at.last().expect("a path has a frame");
        self.under_control = false;
        while pc > first && !(self.log.is_empty() && start == Some(pc)) {
            pc -= 1;
            self.at.last_mut().expect("it was looked at").1 = pc;
            match self.terrain.steps.only(function, pc) {
                Some(slot) => self.undo_in_registers(block, slot),
                None => self.undo(block)?,
            }
            self.still_known()?;
        }
        Ok(())
    }

    /// There is no frame: the program was over, or one of its constructors was.
    fn step_before_frames(&mut self) -> Outcome<()> {
        self.event_at_end();
        match self.log.pop() {
            Some(Entry::Left { frames }) => {
                let mut frames = self.log.frames(frames);
                frames.reverse();
                self.needs.frames = vec![FrameNeeds::default(); frames.len()];
                self.at = frames;
                (0..self.at.len()).for_each(|frame| self.need_control_of(frame));
                Ok(())
            }
            Some(Entry::Return(function, pc)) => {
                self.push_frame(function, pc);
                Ok(())
            }
            Some(Entry::Barrier) => Err(Opaque::Jump),
            _ => Err(Opaque::Unexpected),
        }
    }

    fn push_frame(&mut self, function: FuncId, pc: u32) {
        self.at.push((function, pc));
        self.needs.frames.push(FrameNeeds::default());
    }
}
