//! The estimate within one function, from its end to its beginning (section 3.2 of Kuznetsov et al.
//! 2012, "Efficient state merging in symbolic execution").
//!
//! A branch counts one question, and what lies ahead on each of its sides times β, the likelihood of a
//! side to be feasible. A choice between more ways is taken for a balanced tree of branches that asks
//! once. A call counts what its callee does, whose summary is the estimate at its entry, and what
//! comes behind it.

use super::QceOptions;
use super::counts::{Counts, Share};
use super::nest::{Piece, nest};
use crate::merge::flow::{
    BlockEffects, CallEffect, Carrier, Effect, Globals, Kind, Way, effects, next_blocks,
};
use pleach_ir::{BlockId, FuncId, Function, Module, Slot};
use std::borrow::Cow;

/// A function, made ready for estimates.
pub(super) struct Body<'m> {
    function: &'m Function,
    blocks: Vec<BlockEffects>,
    pieces: Vec<Piece>,
    options: QceOptions,
}

/// What lies ahead of a caller whose call runs.
#[derive(Debug, Clone, Default)]
pub(crate) struct BehindCall {
    pub counts: Counts,
    /// What depends on the results of the call, in the unit of `counts`.
    pub(super) result: Share,
}

/// The estimate at the entry of a function that has a body.
pub(super) trait Summaries {
    fn summary(&self, function: FuncId) -> Option<&Counts>;
}

impl<'m> Body<'m> {
    pub fn new(
        module: &Module,
        function: &'m Function,
        globals: &Globals,
        options: QceOptions,
    ) -> Body<'m> {
        let next = next_blocks(function);
        Body {
            function,
            blocks: effects(module, function, globals, &next),
            pieces: nest(function, &next, options.kappa),
            options,
        }
    }

    /// The estimate where each block begins.
    pub fn evaluate(&self, summaries: &dyn Summaries) -> Vec<Counts> {
        let mut at = vec![Counts::default(); self.blocks.len()];
        self.go_back(&self.pieces, &mut at, summaries);
        at
    }

    fn go_back(&self, pieces: &[Piece], at: &mut [Counts], summaries: &dyn Summaries) {
        for piece in pieces {
            match piece {
                Piece::Block(block) => at[*block] = self.before(*block, at, summaries),
                Piece::Loop {
                    head,
                    members,
                    exits,
                    rounds,
                    body,
                } => {
                    members.iter().for_each(|b| at[*b] = Counts::default());
                    at[*head] = self.left(*head, exits, at);
                    for _ in 0..*rounds {
                        self.go_back(body, at, summaries);
                    }
                }
            }
        }
    }

    /// What lies ahead of who has gone round as often as a loop is unrolled: it leaves, by any of the
    /// exits. The moves on the way out are not looked at.
    fn left(&self, head: usize, exits: &[usize], at: &[Counts]) -> Counts {
        let mut counts = Counts::default();
        for exit in exits {
            counts.add_way(&at[*exit], 1.0 / exits.len() as f64);
        }
        let live = self.function.live_at(BlockId(head as u32));
        counts.keep_registers(|slot| live.contains(slot));
        counts
    }

    fn before(&self, block: usize, at: &[Counts], summaries: &dyn Summaries) -> Counts {
        let BlockEffects { effects, ways } = &self.blocks[block];
        let mut counts = match ways.as_slice() {
            [only] => self.over(only, at, summaries).into_owned(),
            _ => {
                let mut counts = Counts::default();
                for way in ways {
                    let ahead = self.over(way, at, summaries);
                    counts.add_way(&ahead, self.weight(&way.kind));
                }
                counts
            }
        };
        go_before(&mut counts, effects);
        counts.tidy();
        counts
    }

    fn weight(&self, kind: &Kind) -> f64 {
        match kind {
            Kind::Only | Kind::Returned(_) => 1.0,
            Kind::OneOf(ways) => self.options.beta.powf((*ways as f64).log2()),
            Kind::Unwound => self.options.beta,
        }
    }

    /// What lies ahead at the beginning of a way out.
    fn over<'c>(&self, way: &Way, at: &'c [Counts], summaries: &dyn Summaries) -> Cow<'c, Counts> {
        let mut counts = Cow::Borrowed(&at[way.target]);
        if !way.moves.is_empty() {
            go_before(counts.to_mut(), &way.moves);
        }
        if let Kind::Returned(call) = &way.kind {
            go_before_call(counts.to_mut(), call, summaries);
        }
        counts
    }

    /// For each call, by its place in the code: what lies ahead while it runs.
    pub fn behind_calls(&self, at: &[Counts], summaries: &dyn Summaries) -> Vec<(u32, BehindCall)> {
        let ways = self.blocks.iter().flat_map(|block| &block.ways);
        let behind = ways.filter_map(|way| match &way.kind {
            Kind::Returned(call) => {
                let mut counts = at[way.target].clone();
                go_before(&mut counts, &way.moves);
                add_pointees(&mut counts, call, summaries);
                let result = take_results(&mut counts, call);
                Some((call.pc, BehindCall { counts, result }))
            }
            _ => None,
        });
        let mut behind: Vec<(u32, BehindCall)> = behind.collect();
        behind.sort_by_key(|(pc, _)| *pc);
        behind
    }
}

/// Goes back over instructions.
fn go_before(counts: &mut Counts, effects: &[Effect]) {
    for effect in effects.iter().rev() {
        match effect {
            Effect::Set { to, from } => {
                let share = counts.take(*to);
                from.iter().for_each(|from| counts.add(*from, share));
            }
            Effect::Mix { to, from } => {
                let share = counts.share(*to);
                let others = from.iter().filter(|from| *from != to);
                others.for_each(|from| counts.add(*from, share));
            }
            Effect::Ask { about } => counts.ask(about),
            Effect::Return { values } => {
                let share = Share {
                    count: 0.0,
                    returned: true,
                };
                values.iter().for_each(|value| counts.add(*value, share));
            }
        }
    }
}

fn take_results(counts: &mut Counts, call: &CallEffect) -> Share {
    let results = call.results.iter();
    results.fold(Share::default(), |sum, r| sum.and(counts.take(*r)))
}

/// Goes back over a call that returned.
fn go_before_call(counts: &mut Counts, call: &CallEffect, summaries: &dyn Summaries) {
    let summary = call.callee.and_then(|callee| summaries.summary(callee));
    let worth = summary.map_or(0.0, |summary| counts.add_total(summary));
    let result = take_results(counts, call);
    flow_into_pointees(counts, call);
    match summary {
        Some(summary) => {
            for &(carrier, share) in summary.shares() {
                let share = within(share, worth, result);
                given(call, carrier).for_each(|to| counts.add(to, share));
            }
        }
        // Of a function of the engine, or an unknown one, the result may depend on all it is given.
        None => {
            let arguments = call.arguments.iter().flat_map(|a| a.carriers());
            arguments.for_each(|to| counts.add(to, result));
        }
    }
}

/// What depends on a carrier of the callee at its entry, for the caller: questions of the callee, and
/// those about the result if it flows there.
fn within(share: Share, worth: f64, result: Share) -> Share {
    let own = Share {
        count: share.count * worth,
        returned: false,
    };
    match share.returned {
        true => own.and(result),
        false => own,
    }
}

/// What a carrier of the callee is at its entry for the caller.
fn given(call: &CallEffect, carrier: Carrier) -> impl Iterator<Item = Carrier> {
    let (global, parameter) = match carrier {
        Carrier::Register(Slot(parameter)) => (None, call.arguments.get(parameter as usize)),
        Carrier::Global(_) | Carrier::Elsewhere => (Some(carrier), None),
        Carrier::Local(_) => (None, None),
    };
    let passed = parameter.into_iter().flat_map(|a| a.carriers());
    global.into_iter().chain(passed)
}

/// All that is passed may flow into the variables whose addresses are passed along.
fn flow_into_pointees(counts: &mut Counts, call: &CallEffect) {
    let pointees = call.arguments.iter().filter_map(|a| a.pointee);
    let written: Vec<(Carrier, Share)> = pointees.map(|p| (p, counts.share(p))).collect();
    for (pointee, share) in written {
        for argument in &call.arguments {
            let others = argument.carriers().filter(|from| *from != pointee);
            others.for_each(|from| counts.add(from, share));
        }
    }
}

/// While a callee runs, it may still read the variables that it was given addresses of, at most as
/// it does from its entry on.
fn add_pointees(counts: &mut Counts, call: &CallEffect, summaries: &dyn Summaries) {
    let Some(summary) = call.callee.and_then(|callee| summaries.summary(callee)) else {
        return;
    };
    let worth = counts.align(summary);
    for (parameter, argument) in call.arguments.iter().enumerate() {
        let share = summary.share(Carrier::Register(Slot(parameter as u32)));
        if let Some(pointee) = argument.pointee {
            counts.add(pointee, within(share, worth, Share::default()));
        }
    }
}
