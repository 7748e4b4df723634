//! What is counted while states run: how often blocks are executed, how much is
//! executed under each sequence of calls, and the last branch decisions of each
//! state. Counts are of all workers.

use crate::atlas::distance::NodeId;
use crate::search::Need;
use parking_lot::Mutex;
use pleach_interp::{Extension, Joining, Onward, Stack, State, StateId, Traced, Tracer};
use pleach_ir::{EdgeId, FuncId, Inst, Module};
use pleach_term::Term;
use rustc_hash::{FxHashMap, FxHasher};
use std::any::Any;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(crate) struct Trace {
    block: Arc<[NodeId]>,
    /// Times that each block was entered.
    executions: Option<Box<[AtomicU64]>>,
    /// Times that each edge was taken.
    edges: Option<Box<[AtomicU64]>>,
    /// Instructions by call path; present with `lengths`.
    call_paths: Option<Mutex<FxHashMap<u64, u64>>>,
    lengths: Box<[u32]>,
    /// For each edge, whether it is one of several ways out of its block.
    decisions: Box<[bool]>,
    subpath_length: Option<usize>,
}

impl Trace {
    pub fn new(
        module: &Module,
        block: Arc<[NodeId]>,
        needs: &[Need],
        subpath_length: usize,
    ) -> Option<Trace> {
        let counts = needs.contains(&Need::Executions);
        let call_paths = needs.contains(&Need::CallPaths);
        let subpaths = needs.contains(&Need::Subpaths);
        let edges = needs.contains(&Need::Edges);
        if !counts && !call_paths && !subpaths && !edges {
            return None;
        }
        let blocks = || module.functions.iter().flat_map(|f| &f.blocks);
        Some(Trace {
            executions: counts.then(|| blocks().map(|_| AtomicU64::new(0)).collect()),
            edges: edges.then(|| block.iter().map(|_| AtomicU64::new(0)).collect()),
            call_paths: call_paths.then(Mutex::default),
            lengths: blocks().map(|b| b.len).collect(),
            decisions: decisions(module),
            subpath_length: subpaths.then_some(subpath_length),
            block,
        })
    }

    /// By number: how often each edge was taken, if that is counted.
    pub fn edge_counts(&self) -> Option<Vec<u64>> {
        let counts = self.edges.as_ref()?;
        Some(counts.iter().map(|count| count.load(Relaxed)).collect())
    }

    pub fn executions(&self, module: &Module, state: &State) -> u64 {
        let Some(counts) = &self.executions else {
            return 0;
        };
        let top = state.stack.top();
        let function = &module.functions[top.function.index()];
        // Blocks lie one after the other in the code.
        let block = function.blocks.partition_point(|b| b.first <= top.pc);
        let number = function.first_block_number as usize + block.saturating_sub(1);
        counts[number].load(Relaxed)
    }

    pub fn call_path_instructions(&self, state: &State) -> u64 {
        let Some(call_paths) = &self.call_paths else {
            return 0;
        };
        let path = call_path(&state.stack);
        call_paths.lock().get(&path).copied().unwrap_or(0)
    }

    /// A name for the last branch decisions, with the one that is about to be made.
    pub fn subpath(&self, state: &State, next: Option<u32>) -> u64 {
        let recent = state.extensions.get::<RecentDecisions>();
        let decided = recent.iter().flat_map(|r| r.0.iter().copied());
        let mut all: Vec<u32> = decided.chain(next).collect();
        let most = self.subpath_length.unwrap_or(0);
        hash(all.split_off(all.len().saturating_sub(most)))
    }
}

/// Edges and entries in the order of their numbers.
fn decisions(module: &Module) -> Box<[bool]> {
    let mut all = Vec::new();
    for function in &module.functions {
        let entry = all.len();
        all.resize(entry + 1 + function.edges.len(), false);
        let mut mark = |edge: &EdgeId| all[entry + 1 + edge.index()] = true;
        for inst in &function.code {
            match inst {
                Inst::Branch {
                    then_edge,
                    else_edge,
                    ..
                } => [then_edge, else_edge].into_iter().for_each(&mut mark),
                Inst::Switch(switch) => {
                    switch.cases.iter().for_each(|(_, edge)| mark(edge));
                    mark(&switch.default);
                }
                Inst::IndirectJump { targets, .. } => targets.iter().for_each(&mut mark),
                _ => {}
            }
        }
    }
    all.into()
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// One call further: who calls whom from where.
fn call(path: u64, caller: FuncId, pc: u32, callee: FuncId) -> u64 {
    hash((path, caller.0, pc, callee.0))
}

/// A name for the functions on a state's stack and the calls between them.
fn call_path(stack: &Stack) -> u64 {
    let frames: Vec<(FuncId, u32)> = stack.frames().map(|f| (f.function, f.pc)).collect();
    let mut path = frames.last().map_or(0, |(function, _)| hash(function.0));
    for pair in frames.windows(2).rev() {
        path = call(path, pair[1].0, pair[1].1, pair[0].0);
    }
    path
}

/// The last branch decisions of a state; it travels with it.
#[derive(Clone, Default)]
struct RecentDecisions(VecDeque<u32>);

impl Extension for RecentDecisions {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn merge(&mut self, _: &dyn Extension, _: Joining<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    /// What a strategy remembers makes no difference to the path.
    fn hash(&self, _: &mut dyn Hasher) {}

    /// Numbers of edges hold no terms.
    fn terms(&self, _: &mut dyn FnMut(*const ()) -> bool, _: &mut dyn FnMut(Term)) {}

    fn steers(&self) -> bool {
        false
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// The part of one worker.
pub(crate) struct WorkerTrace {
    trace: Arc<Trace>,
    /// The state that the following is about.
    state: Option<StateId>,
    /// Call path of each of its frames, the outermost first.
    paths: Vec<u64>,
    counted: FxHashMap<u64, u64>,
}

impl WorkerTrace {
    pub fn new(trace: Arc<Trace>) -> WorkerTrace {
        WorkerTrace {
            trace,
            state: None,
            paths: Vec::new(),
            counted: FxHashMap::default(),
        }
    }

    /// The call path of the top frame. Between two edges a state makes one call or
    /// returns from some, so that the paths of all other frames are known already.
    fn follow_calls(&mut self, id: StateId, stack: &Stack) -> u64 {
        let depth = stack.depth() as usize;
        let known = self.state == Some(id) && depth <= self.paths.len() + 1;
        if !known || depth < 2 {
            self.state = Some(id);
            self.paths.clear();
            self.paths.resize(depth.saturating_sub(1), 0);
            self.paths.push(call_path(stack));
        } else if depth > self.paths.len() {
            let caller = stack.frames().nth(1);
            let below = self.paths.last().copied().filter(|path| *path != 0);
            let path = match (caller, below) {
                (Some(f), Some(below)) => call(below, f.function, f.pc, stack.top().function),
                _ => call_path(stack),
            };
            self.paths.push(path);
        } else {
            self.paths.truncate(depth);
        }
        let top = depth - 1;
        // Frames below the one where we joined are named when they are returned to.
        if self.paths[top] == 0 {
            self.paths[top] = call_path(stack);
        }
        self.paths[top]
    }
}

impl Tracer for WorkerTrace {
    fn edge(&mut self, state: Traced<'_>, number: u32) -> Onward {
        if let Some(counts) = &self.trace.edges {
            counts[number as usize].fetch_add(1, Relaxed);
        }
        let block = self.trace.block[number as usize] as usize;
        if let Some(counts) = &self.trace.executions {
            counts[block].fetch_add(1, Relaxed);
        }
        if self.trace.call_paths.is_some() && !state.stack.is_empty() {
            let path = self.follow_calls(state.id, state.stack);
            *self.counted.entry(path).or_default() += u64::from(self.trace.lengths[block]);
        }
        if let (Some(length), true) = (
            self.trace.subpath_length,
            self.trace.decisions[number as usize],
        ) {
            let recent = state
                .extensions
                .get_or_insert_with(RecentDecisions::default);
            if recent.0.len() >= length {
                recent.0.pop_front();
            }
            recent.0.push_back(number);
        }
        Onward::GoOn
    }

    fn batch_ended(&mut self) {
        self.state = None;
        if let Some(shared) = &self.trace.call_paths {
            let mut shared = shared.lock();
            for (path, instructions) in self.counted.drain() {
                *shared.entry(path).or_default() += instructions;
            }
        }
    }
}
