//! Where states are looked at: where the ways out of a branch come together. All such places of the
//! program's own code are watched until they turn out to be of no use, and those of branches at which states
//! have forked, on both sides of the branch as well.

use super::control::Control;
use crate::atlas::AtlasTables;
use pleach_interp::{Code, CoverageMap, EdgeNumber, Onward, State, Traced, Tracer};
use pleach_ir::{BlockId, FuncId, Inst, Module, Origin, Part};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A place where nobody forked and so many looks found nothing is not looked at any more.
const PATIENCE: u32 = 64;

type Place = (FuncId, BlockId);

pub(super) struct Watch {
    module: Arc<Module>,
    code: Arc<Code>,
    coverage: Arc<CoverageMap>,
    /// Edges into each block, by its number in the program.
    into: Vec<Vec<EdgeNumber>>,
    /// Branches at which states have forked.
    forked_at: FxHashSet<Place>,
    /// Looks in vain at places that are on trial.
    on_trial: FxHashMap<Place, u32>,
    /// Places that are watched for good.
    settled: FxHashSet<Place>,
}

impl Watch {
    pub fn new(
        tables: &AtlasTables,
        code: &Arc<Code>,
        coverage: &Arc<CoverageMap>,
        control: &Control,
    ) -> Watch {
        let module = tables.module();
        let blocks = module.functions.iter().map(|f| f.blocks.len()).sum();
        let mut into: Vec<Vec<EdgeNumber>> = vec![Vec::new(); blocks];
        for edge in 0..code.coverage_points {
            // Functions that are only declared have an entry and no block.
            if let Some(edges) = into.get_mut(tables.block_behind(edge) as usize) {
                edges.push(edge);
            }
        }
        let mut watch = Watch {
            module: module.clone(),
            code: code.clone(),
            coverage: coverage.clone(),
            into,
            forked_at: FxHashSet::default(),
            on_trial: FxHashMap::default(),
            settled: FxHashSet::default(),
        };
        for place in own_joins(module, control) {
            watch.on_trial.insert(place, 0);
        }
        watch
    }

    /// The edges that are watched from the beginning.
    pub fn edges(&self) -> Vec<EdgeNumber> {
        let places = self.on_trial.keys();
        let edges = places.flat_map(|(function, block)| self.edges_into(*function, *block));
        edges.copied().collect()
    }

    fn edges_into(&self, function: FuncId, block: BlockId) -> &[EdgeNumber] {
        let first = self.module.functions[function.index()].first_block_number;
        &self.into[(first + block.0) as usize]
    }

    /// A state has forked.
    pub fn forked(&mut self, state: &State, control: &Control) {
        let Some(site) = state.standing.forked_at else {
            return;
        };
        let function = &self.module.functions[site.function.index()];
        let block = function.block_of(site.at);
        if !self.forked_at.insert((site.function, block)) {
            return;
        }
        let mut edges = Vec::new();
        function.code[site.at as usize].visit(&mut |part| {
            if let Part::Edge(edge) = part {
                edges.push(self.code.edge_number(site.function, edge));
                self.settled
                    .insert((site.function, function.edges[edge.index()].target));
            }
        });
        match control.join(site.function, block) {
            Some(join) => {
                self.settled.insert((site.function, join));
                edges.extend(self.edges_into(site.function, join));
            }
            None => edges.extend(self.behind_call(state)),
        }
        edges.iter().for_each(|edge| self.coverage.watch(*edge));
    }

    /// Where the caller goes on.
    fn behind_call(&mut self, state: &State) -> Option<EdgeNumber> {
        let caller = state.stack.frames().nth(1)?;
        let function = &self.module.functions[caller.function.index()];
        let Inst::Call(call) = &function.code[caller.pc as usize] else {
            return None;
        };
        let target = function.edges[call.next.index()].target;
        self.settled.insert((caller.function, target));
        Some(self.code.edge_number(caller.function, call.next))
    }

    /// A state was looked at where this block begins.
    pub fn looked(&mut self, function: FuncId, block: BlockId, found: bool) {
        let place = (function, block);
        let Some(in_vain) = self.on_trial.get_mut(&place) else {
            return;
        };
        *in_vain += 1;
        if found || self.settled.contains(&place) {
            self.on_trial.remove(&place);
        } else if *in_vain >= PATIENCE {
            self.on_trial.remove(&place);
            let edges = self.edges_into(function, block);
            edges.iter().for_each(|edge| self.coverage.unwatch(*edge));
        }
    }

    /// For one worker: has states handed back at watched edges.
    pub fn tracer(&self) -> Box<dyn Tracer> {
        Box::new(Watcher {
            coverage: self.coverage.clone(),
        })
    }
}

/// Where the ways out of branches of the program's own code come together.
fn own_joins(module: &Module, control: &Control) -> FxHashSet<Place> {
    let mut joins = FxHashSet::default();
    for (i, function) in module.functions.iter().enumerate() {
        if function.origin != Origin::Program {
            continue;
        }
        let id = FuncId(i as u32);
        let blocks = (0..function.blocks.len() as u32).map(BlockId);
        let choices = blocks.filter(|block| control.is_choice(id, *block));
        joins.extend(choices.filter_map(|block| Some((id, control.join(id, block)?))));
    }
    joins
}

struct Watcher {
    coverage: Arc<CoverageMap>,
}

impl Tracer for Watcher {
    fn edge(&mut self, _: Traced<'_>, number: EdgeNumber) -> Onward {
        match self.coverage.is_watched(number) {
            true => Onward::HandBack,
            false => Onward::GoOn,
        }
    }
}
