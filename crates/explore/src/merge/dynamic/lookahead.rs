//! The local merge-fork analysis: what the code ahead of a join does with the variables that would not be
//! plain numbers any more.
//!
//! Code is looked at in pieces. A piece begins where states meet (the exit of an `if`, the next round of a
//! loop, the end of a call) and is as long as a join and a fork are worth. From its beginning on, it is
//! walked from the top down, block by block, the nearest first, and values are followed to the questions
//! that depend on them (the concrete dependence graph): through registers, local and global variables, into
//! callers where functions return, and over calls by what is known about the callee as a whole. Variables
//! that no question of the piece depends on may differ; what comes behind the piece is decided by the next
//! join, or by the question itself, before which the state is taken apart.

use super::sources::{Source, Sources};
use crate::merge::flow::{
    BlockEffects, CallEffect, Carrier, Effect, Globals, Kind, effects, next_blocks,
};
use crate::merge::qce::{Estimate, QceOptions};
use pleach_interp::{Difference, Frame, State, Variable};
use pleach_ir::address::Place as AddressPlace;
use pleach_ir::{BlockId, FuncId, Module, Slot};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What callees ask about does not change much with more rounds of their loops, and each costs time.
const ESTIMATE: QceOptions = QceOptions {
    alpha: 0.0,
    beta: 0.8,
    kappa: 2,
};

/// Blocks of a piece that are looked at.
const MOST_BLOCKS: usize = 200;

/// What a question is worth, in instructions: it is asked once instead of twice.
const QUESTION: u64 = 20;

/// What a call may ask about memory behind a pointer is a guess, and counts only so near.
const GUESSED: u64 = 60;

/// Sizes of objects that are taken for structures, in bytes.
const STRUCTURES: RangeInclusive<u64> = 9..=512;

/// Callers that are looked at behind the end of the function where the join is.
const MOST_CALLERS: usize = 3;

/// A question of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ask {
    pub distance: u64,
    /// Frames below the top one at the beginning of the piece.
    pub frame: u32,
    pub function: FuncId,
    pub block: BlockId,
}

/// What a piece of code asks about.
#[derive(Debug, Default)]
pub(super) struct Piece {
    /// The nearest question that depends on each variable at the beginning of the piece.
    asked: FxHashMap<Source, Ask>,
    /// The registers among them, in order.
    registers: Vec<(u32, Slot)>,
}

impl Piece {
    /// The nearest question about any of these.
    pub fn first(&self, variables: impl Iterator<Item = Source>) -> Option<Ask> {
        let asked = variables.filter_map(|variable| self.asked.get(&variable));
        asked.min_by_key(|ask| ask.distance).copied()
    }

    /// The registers that questions of the piece depend on.
    pub fn registers(&self) -> &[(u32, Slot)] {
        &self.registers
    }
}

type Frames = Vec<(FuncId, u32)>;

pub(super) struct Lookahead {
    module: Arc<Module>,
    globals: Globals,
    estimate: Estimate,
    functions: FxHashMap<FuncId, Arc<Vec<BlockEffects>>>,
    pieces: FxHashMap<Frames, Arc<Piece>>,
    /// The length of a piece, in instructions: about what a join and a fork take.
    length: u64,
    time: Duration,
}

impl Lookahead {
    pub fn new(module: &Arc<Module>, length: u64) -> Lookahead {
        let started = Instant::now();
        let mut new = Lookahead {
            module: module.clone(),
            globals: Globals::new(module),
            estimate: Estimate::new(module, ESTIMATE),
            functions: FxHashMap::default(),
            pieces: FxHashMap::default(),
            length,
            time: Duration::ZERO,
        };
        new.time = started.elapsed();
        new
    }

    /// Spent on walks. What is remembered takes no time.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// The piece that begins where a state stands.
    pub fn piece(&mut self, state: &State) -> Arc<Piece> {
        let at = |frame: &Frame| (frame.function, frame.pc);
        let frames = state.stack.frames().take(MOST_CALLERS + 1);
        let frames: Frames = frames.map(at).collect();
        if let Some(piece) = self.pieces.get(&frames) {
            return piece.clone();
        }
        let started = Instant::now();
        let piece = Arc::new(self.walk(&frames));
        self.time += started.elapsed();
        self.pieces.insert(frames, piece.clone());
        piece
    }

    /// The nearest question of a piece, at whose beginning two states differ so, that depends on what
    /// differs.
    pub fn first_ask(
        &self,
        piece: &Piece,
        state: &State,
        differences: &[Difference],
    ) -> Option<Ask> {
        let known = differences.iter().filter(|difference| difference.is_known);
        piece.first(known.flat_map(|difference| self.sources(state, difference.variable)))
    }

    /// What code may call a variable.
    fn sources(&self, state: &State, variable: Variable) -> Vec<Source> {
        let mut sources = vec![self.source(state, variable)];
        // A structure is mostly worked on through a pointer. So is a buffer, but what is in it is data.
        if let Variable::Object(base) = variable
            && state
                .memory
                .find(base)
                .is_some_and(|object| STRUCTURES.contains(&object.size))
        {
            sources.push(Source::anywhere(Carrier::Elsewhere));
        }
        sources
    }

    fn source(&self, state: &State, variable: Variable) -> Source {
        match variable {
            Variable::Register { frame, slot } => Source {
                frame,
                carrier: Carrier::Register(slot),
            },
            Variable::Local(site) => {
                let mut frames = state.stack.frames();
                let frame = frames.position(|frame| frame.function == site.function);
                Source {
                    frame: frame.unwrap_or(0) as u32,
                    carrier: Carrier::Local(site.at),
                }
            }
            Variable::Object(base) => Source::anywhere(self.global(base)),
        }
    }

    fn global(&self, base: u64) -> Carrier {
        let known = AddressPlace::of(base).and_then(|place| self.globals.get(place));
        known.map_or(Carrier::Elsewhere, Carrier::Global)
    }

    fn effects(&mut self, function: FuncId) -> Arc<Vec<BlockEffects>> {
        let (module, globals) = (&self.module, &self.globals);
        let found = self.functions.entry(function).or_insert_with(|| {
            let function = &module.functions[function.index()];
            Arc::new(effects(module, function, globals, &next_blocks(function)))
        });
        found.clone()
    }

    fn walk(&mut self, frames: &Frames) -> Piece {
        let mut walk = Walk {
            frames,
            open: BinaryHeap::new(),
            reached: FxHashMap::default(),
            order: 0,
            piece: Piece::default(),
        };
        let (function, pc) = frames[0];
        let block = self.module.functions[function.index()].block_of(pc).index();
        walk.come(Point { frame: 0, block }, 0, Sources::default());
        let mut looked_at = 0;
        while let Some(here) = walk.next() {
            looked_at += 1;
            if looked_at > MOST_BLOCKS || here.distance >= self.length {
                break;
            }
            self.look(&mut walk, here);
        }
        let mut piece = walk.piece;
        let register = |source: &Source| match source.carrier {
            Carrier::Register(slot) => Some((source.frame, slot)),
            _ => None,
        };
        piece.registers = piece.asked.keys().filter_map(register).collect();
        piece.registers.sort();
        piece
    }

    /// Goes through a block and on.
    fn look(&mut self, walk: &mut Walk<'_>, here: Here) {
        let Point { frame, block } = here.point;
        let (function, _) = walk.frames[frame as usize];
        let blocks = self.effects(function);
        let BlockEffects { effects, ways } = &blocks[block];
        let mut sources = walk.reached[&here.point].clone();
        let len = self.module.functions[function.index()].blocks[block].len;
        let mut at = here.distance + u64::from(len);
        let ask = Ask {
            distance: here.distance,
            frame,
            function,
            block: BlockId(block as u32),
        };
        let mut results = Vec::new();
        for effect in effects {
            match effect {
                Effect::Ask { about } => {
                    walk.ask(&sources.of_all(frame, about), ask);
                    at += QUESTION;
                }
                Effect::Return { values } => results = sources.of_all(frame, values),
                effect => sources.assign(frame, effect),
            }
        }
        for way in ways {
            let mut sources = sources.clone();
            let mut at = at;
            if let Kind::Returned(call) = &way.kind {
                at += self.call(walk, call, &mut sources, ask);
            }
            way.moves
                .iter()
                .for_each(|effect| sources.assign(frame, effect));
            let block = way.target;
            walk.come(Point { frame, block }, at, sources);
        }
        if ways.is_empty() {
            self.go_back(walk, here, at, &sources, &results);
        }
    }

    /// Into the caller, with these results.
    fn go_back(
        &mut self,
        walk: &mut Walk<'_>,
        here: Here,
        at: u64,
        sources: &Sources,
        results: &[Source],
    ) {
        let frame = here.point.frame + 1;
        let Some(&(function, pc)) = walk.frames.get(frame as usize) else {
            return;
        };
        let blocks = self.effects(function);
        let block = self.module.functions[function.index()].block_of(pc);
        for way in &blocks[block.index()].ways {
            let Kind::Returned(call) = &way.kind else {
                continue;
            };
            let mut there = sources.of_shared();
            for result in &call.results {
                there.set(*result, results.to_vec());
            }
            way.moves
                .iter()
                .for_each(|effect| there.assign(frame, effect));
            let block = way.target;
            walk.come(Point { frame, block }, at, there);
        }
    }

    /// A call as a whole. What it is worth.
    fn call(
        &mut self,
        walk: &mut Walk<'_>,
        call: &CallEffect,
        sources: &mut Sources,
        ask: Ask,
    ) -> u64 {
        let frame = ask.frame;
        let given: Vec<Vec<Source>> = call
            .arguments
            .iter()
            .map(|argument| sources.of_all(frame, &argument.carriers().collect::<Vec<_>>()))
            .collect();
        let counts = call
            .callee
            .and_then(|callee| self.estimate.at_entry(callee));
        let mut results: Vec<Source> = Vec::new();
        let Some(counts) = counts else {
            // Of a function of the engine, or an unknown one: it may ask about all it is given.
            given.iter().for_each(|sources| walk.ask(sources, ask));
            call.results
                .iter()
                .for_each(|result| sources.set(*result, Vec::new()));
            return QUESTION;
        };
        for (i, given) in given.iter().enumerate() {
            let parameter = Carrier::Register(Slot(i as u32));
            if counts.asks_about(parameter) {
                walk.ask(given, ask);
                // It may be a pointer, and what is asked about may be behind it.
                if call.arguments[i].pointee.is_none() && ask.distance < GUESSED {
                    walk.ask(&sources.of_all(frame, &[Carrier::Elsewhere]), ask);
                }
            }
            if counts.returns(parameter) {
                results.extend(given);
            }
        }
        for global in counts.globals() {
            let of_global = sources.of_all(frame, &[global]);
            if counts.asks_about(global) {
                walk.ask(&of_global, ask);
            }
            if counts.returns(global) {
                results.extend(of_global);
            }
        }
        for result in &call.results {
            sources.set(*result, results.clone());
        }
        call.callee.map_or(QUESTION, |callee| self.worth(callee))
    }

    /// What a function is worth where it is called: its code and the questions in it, but not more than a
    /// piece.
    fn worth(&mut self, function: FuncId) -> u64 {
        let blocks = self.effects(function);
        let effects = blocks.iter().flat_map(|block| &block.effects);
        let questions = effects
            .filter(|effect| matches!(effect, Effect::Ask { .. }))
            .count();
        let code = self.module.functions[function.index()].code.len() as u64;
        (code + QUESTION * questions as u64).min(self.length)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Point {
    frame: u32,
    block: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Here {
    distance: u64,
    /// Those that were found first come first.
    order: u64,
    point: Point,
}

struct Walk<'a> {
    frames: &'a Frames,
    open: BinaryHeap<Reverse<Here>>,
    /// What values depend on where a block begins, by all ways that were found so far.
    reached: FxHashMap<Point, Sources>,
    order: u64,
    piece: Piece,
}

impl Walk<'_> {
    fn next(&mut self) -> Option<Here> {
        self.open.pop().map(|Reverse(here)| here)
    }

    fn come(&mut self, point: Point, distance: u64, sources: Sources) {
        let is_new = match self.reached.get_mut(&point) {
            None => {
                self.reached.insert(point, sources);
                true
            }
            Some(known) => known.join(point.frame, &sources),
        };
        if is_new {
            self.order += 1;
            self.open.push(Reverse(Here {
                distance,
                order: self.order,
                point,
            }));
        }
    }

    fn ask(&mut self, about: &[Source], ask: Ask) {
        for source in about {
            let nearest = self.piece.asked.entry(*source).or_insert(ask);
            if ask.distance < nearest.distance {
                *nearest = ask;
            }
        }
    }
}

#[cfg(test)]
mod tests;
