//! `static` and `qce`: states that part at a branch meet where its ways come together again, in the
//! order of the program's text. `static` joins whoever meets there (Zhang, Yin, Lin 2018 call this the
//! extreme); `qce` only those whose hot variables agree (Kuznetsov et al. 2012).

use super::meeting::{Meeting, Meetings};
use super::place::{Doorman, Place};
use super::qce::Similarity;
use super::region::{Judge, Regions, Unless};
use super::{Batch, Floor, Ground, Merger};
use crate::atlas::AtlasTables;
use pleach_interp::{EdgeNumber, State, StateId, Tracer};
use pleach_ir::{Callee, FuncId, Inst, Module};
use rustc_hash::FxHashSet;
use std::sync::Arc;

pub(super) struct EveryJoin {
    tables: Arc<AtlasTables>,
    meetings: Arc<Meetings>,
    regions: Regions,
    similarity: Option<Arc<Similarity>>,
}

impl EveryJoin {
    pub fn new(ground: &Ground<'_>) -> EveryJoin {
        let module = ground.tables.module();
        EveryJoin {
            tables: ground.tables.clone(),
            meetings: Arc::new(Meetings::new(module)),
            regions: Regions::new(module.clone(), ground.options.patience),
            similarity: None,
        }
    }

    pub fn with_estimate(ground: &Ground<'_>) -> EveryJoin {
        let module = ground.tables.module();
        EveryJoin {
            similarity: Some(Arc::new(Similarity::new(module, ground.options.qce))),
            ..EveryJoin::new(ground)
        }
    }

    pub fn avoid_barren_places(&mut self) {
        self.regions.avoid_barren_places();
    }

    pub fn all_meetings(&self) -> Arc<Meetings> {
        self.meetings.clone()
    }

    /// States that parted are to meet again, and those that meet are judged.
    pub fn put_with(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>, judge: &mut dyn Judge) {
        self.regions.follow(batch, floor);
        for place in self.meetings(batch, floor) {
            if judge.is_worth(place) {
                self.regions.open(batch, Some(place), floor);
            }
        }
        self.regions.arrive_all(batch, floor, judge);
    }

    /// Where the states of a batch meet that parted in it, the outermost place first.
    fn meetings(&self, batch: &Batch<'_>, floor: &Floor<'_>) -> Vec<Place> {
        let mut forked = batch.forked.iter().filter_map(|id| floor.state(*id));
        let Some(parted) = forked.next_back() else {
            return Vec::new();
        };
        let Some(site) = parted.standing.forked_at else {
            return Vec::new();
        };
        let function = &self.tables.module().functions[site.function.index()];
        let block = function.block_of(site.at);
        let meetings = self.meetings.after(site.function, block).iter();
        let places = meetings.filter_map(|meeting| self.place(parted, site.function, *meeting));
        places.collect()
    }

    /// Where a meeting of the function on top of a state's stack is.
    fn place(&self, state: &State, function: FuncId, meeting: Meeting) -> Option<Place> {
        let (module, depth) = (self.tables.module(), state.stack.depth());
        match meeting {
            Meeting::Block(block) => Some(Place::new(module, function, block, depth)),
            Meeting::Return => {
                let caller = state.stack.frames().nth(1)?;
                Place::behind_call(module, caller, depth - 1)
            }
            Meeting::Never => None,
        }
    }
}

impl Merger for EveryJoin {
    fn put(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>) {
        let similarity = self.similarity.clone();
        let agree = |a: &State, b: &State| similarity.as_ref().map_or(Ok(()), |s| s.agree(a, b));
        self.put_with(batch, floor, &mut Unless(agree));
    }

    fn remove(&mut self, gone: StateId, floor: &mut Floor<'_>) {
        self.regions.remove(gone, floor);
    }

    fn take(&mut self, floor: &mut Floor<'_>) -> Option<StateId> {
        self.regions.next(floor)
    }

    fn release_all(&mut self, floor: &mut Floor<'_>) {
        self.regions.release_all(floor);
    }

    fn at_every_fork(&self) -> bool {
        true
    }

    fn watched(&self) -> Vec<EdgeNumber> {
        let module = self.tables.module();
        let mut nodes: FxHashSet<u32> = FxHashSet::default();
        for (function, block) in self.meetings.joins() {
            nodes.insert(Place::new(module, function, block, 0).node);
        }
        nodes.extend(returns_from(module, &self.meetings));
        self.tables.edges_into(|node| nodes.contains(&node))
    }

    fn tracer(&self) -> Option<Box<dyn Tracer>> {
        Some(Box::new(Doorman(self.tables.clone())))
    }
}

/// Where callers go on behind functions whose states meet only where they return.
fn returns_from(module: &Module, meetings: &Meetings) -> Vec<u32> {
    let meets_at_return = |id: FuncId| {
        let blocks = 0..module.functions[id.index()].blocks.len() as u32;
        blocks
            .map(pleach_ir::BlockId)
            .any(|b| meetings.after(id, b).contains(&Meeting::Return))
    };
    let meet: Vec<bool> = (0..module.functions.len() as u32)
        .map(|id| meets_at_return(FuncId(id)))
        .collect();
    let mut nodes = Vec::new();
    for function in &module.functions {
        for inst in &function.code {
            let Inst::Call(call) = inst else { continue };
            let is_one = match call.callee {
                Callee::Direct(callee) => meet[callee.index()],
                Callee::Indirect(_) => true,
            };
            if is_one {
                let block = function.edges[call.next.index()].target;
                nodes.push(function.first_block_number + block.0);
            }
        }
    }
    nodes
}
