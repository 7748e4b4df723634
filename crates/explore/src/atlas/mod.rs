//! What is known about the program and kept up to date for strategies: the way
//! to uncovered code and to targets, loops, counts. Only what the chosen
//! strategies need is there.

mod distance;
mod loops;
mod targets;
mod trace;
mod view;

pub(crate) use loops::components;
pub use targets::{Target, TargetError, Targets};
pub(crate) use trace::WorkerTrace;
pub(crate) use view::{StatePool, View};

use crate::search::Need;
pub(crate) use distance::NodeId;
use distance::{Distances, Graph};
use loops::Loops;
use pleach_interp::{Code, CoverageMap, Tracer};
use pleach_ir::{BlockId, FuncId, Inst, Module, Origin};
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use trace::Trace;

/// What is known about the program before anything runs.
pub(crate) struct AtlasTables {
    module: Arc<Module>,
    code: Arc<Code>,
    /// Block of each edge and entry that coverage knows.
    block: Arc<[NodeId]>,
    /// For each of them, whether it is of the program's own code.
    own: Box<[bool]>,
    graph: OnceLock<Arc<Graph>>,
}

impl AtlasTables {
    pub fn new(module: &Arc<Module>, code: &Arc<Code>) -> AtlasTables {
        AtlasTables {
            module: module.clone(),
            code: code.clone(),
            block: blocks_by_edge(module, code).into(),
            own: own_edges(module, code),
            graph: OnceLock::new(),
        }
    }

    pub fn module(&self) -> &Arc<Module> {
        &self.module
    }

    pub fn code(&self) -> &Arc<Code> {
        &self.code
    }

    /// Whether an edge or entry is of the program's own code.
    pub fn is_own(&self, edge: u32) -> bool {
        self.own[edge as usize]
    }

    /// The block that an edge leads to.
    pub fn block_behind(&self, edge: u32) -> NodeId {
        self.block[edge as usize]
    }

    /// The edges that lead to some blocks.
    pub fn edges_into(&self, mut is_one: impl FnMut(NodeId) -> bool) -> Vec<u32> {
        let edges = self.block.iter().enumerate();
        let leading = edges.filter(|(_, block)| is_one(**block));
        leading.map(|(edge, _)| edge as u32).collect()
    }

    /// The control flow of the whole program; made when it is first needed.
    fn graph(&self) -> Arc<Graph> {
        let graph = || Arc::new(Graph::new(&self.module, &self.code));
        self.graph.get_or_init(graph).clone()
    }

    /// Blocks of the program's own code that nobody has executed.
    fn uncovered(&self, coverage: &CoverageMap) -> Vec<NodeId> {
        let mut goals = coverable(&self.module, &self.code);
        let edges = self.block.iter().enumerate();
        let covered = edges.filter(|(edge, _)| coverage.is_covered(*edge as u32));
        let covered: FxHashSet<NodeId> = covered.map(|(_, block)| *block).collect();
        goals.retain(|block| !covered.contains(block));
        goals
    }
}

pub(crate) struct Atlas {
    tables: Arc<AtlasTables>,
    uncovered: Option<Distances>,
    targets: Targets,
    to_target: Option<Distances>,
    loops: Option<Loops>,
    trace: Option<Arc<Trace>>,
    /// Spent on keeping this up to date.
    pub time: Duration,
}

impl Atlas {
    /// Goes on from what is covered already.
    pub fn new(
        tables: Arc<AtlasTables>,
        coverage: &CoverageMap,
        needs: &[Need],
        targets: Targets,
        subpath_length: usize,
    ) -> Atlas {
        let started = Instant::now();
        let distances = |need: Need, goals: &dyn Fn() -> Vec<NodeId>| {
            let is_needed = needs.contains(&need);
            is_needed.then(|| Distances::new(tables.graph(), goals().into_iter()))
        };
        let uncovered = distances(Need::Uncovered, &|| tables.uncovered(coverage));
        let to_target = distances(Need::Targets, &|| {
            targets.open_blocks().into_iter().collect()
        });
        let module = &tables.module;
        let trace = Trace::new(module, tables.block.clone(), needs, subpath_length);
        let loops = needs.contains(&Need::Loops).then(|| Loops::new(module));
        Atlas {
            uncovered,
            targets,
            to_target,
            loops,
            trace: trace.map(Arc::new),
            time: started.elapsed(),
            tables,
        }
    }

    /// Whether somebody has to hear of every edge.
    pub fn is_traced(&self) -> bool {
        self.trace.is_some()
    }

    /// For one worker; `None` when nothing has to be traced.
    pub fn tracer(&self) -> Option<Box<dyn Tracer>> {
        let trace = self.trace.clone()?;
        Some(Box::new(WorkerTrace::new(trace)))
    }

    /// By number: how often each edge was taken, if that is counted.
    pub fn edge_counts(&self) -> Option<Vec<u64>> {
        self.trace.as_ref()?.edge_counts()
    }

    pub fn is_own(&self, edge: u32) -> bool {
        self.tables.is_own(edge)
    }

    /// Edges that lead to a target.
    pub fn edges_to_targets(&self) -> FxHashSet<u32> {
        let goals = self.targets.open_blocks();
        let edges = self.tables.block.iter().enumerate();
        let leading = edges.filter(|(_, block)| goals.contains(block));
        leading.map(|(edge, _)| edge as u32).collect()
    }

    pub fn targets(&self) -> &Targets {
        &self.targets
    }

    /// Takes in edges that were covered for the first time. True when a target is among them.
    pub fn covered(&mut self, edges: &[u32]) -> bool {
        let started = Instant::now();
        let blocks: Vec<NodeId> = edges
            .iter()
            .map(|e| self.tables.block[*e as usize])
            .collect();
        if let Some(uncovered) = &mut self.uncovered {
            uncovered.remove_goals(&blocks);
        }
        let gone = self.targets.reach(&blocks);
        if let (Some(to_target), false) = (&mut self.to_target, gone.is_empty()) {
            let open = self.targets.open_blocks();
            let closed: Vec<NodeId> = gone.iter().filter(|b| !open.contains(b)).copied().collect();
            to_target.remove_goals(&closed);
        }
        self.time += started.elapsed();
        !gone.is_empty()
    }
}

fn node(module: &Module, function: FuncId, block: BlockId) -> NodeId {
    module.functions[function.index()].first_block_number + block.0
}

/// Blocks of the program's own code.
fn coverable(module: &Module, code: &Code) -> Vec<NodeId> {
    let mut goals = Vec::new();
    for (i, function) in module.functions.iter().enumerate() {
        let id = FuncId(i as u32);
        if function.origin != Origin::Program || code.is_host(id) {
            continue;
        }
        for (b, block) in function.blocks.iter().enumerate() {
            // What stands behind a call that never returns is not there to be covered.
            if !matches!(function.code[block.first as usize], Inst::Unreachable) {
                goals.push(node(module, id, BlockId(b as u32)));
            }
        }
    }
    goals
}

fn own_edges(module: &Module, code: &Code) -> Box<[bool]> {
    let mut own = vec![false; code.coverage_points as usize];
    for (i, function) in module.functions.iter().enumerate() {
        if function.origin == Origin::Program {
            let entry = code.functions[i].entry_number as usize;
            own[entry..=entry + function.edges.len()].fill(true);
        }
    }
    own.into()
}

/// Entries and edges in the order of their numbers, each with the block it leads to.
fn blocks_by_edge(module: &Module, code: &Code) -> Vec<NodeId> {
    let mut blocks = vec![0; code.coverage_points as usize];
    for (i, function) in module.functions.iter().enumerate() {
        let id = FuncId(i as u32);
        let entry = code.functions[i].entry_number as usize;
        blocks[entry] = node(module, id, BlockId(0));
        for (e, edge) in function.edges.iter().enumerate() {
            blocks[entry + 1 + e] = node(module, id, edge.target);
        }
    }
    blocks
}
