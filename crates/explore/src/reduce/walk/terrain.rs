//! What a walk needs to know, and what it goes by.

use super::super::Dependency;
use super::super::needs::Needs;
use super::Steps;
use pleach_interp::{Checks, Code};
use pleach_ir::{BlockId, EdgeId, FuncId, Module, Part};

/// What is known of the program without running it.
pub(in crate::reduce) trait Dependence {
    /// The blocks whose branches decide whether a block is executed.
    fn parents(&self, function: FuncId, block: BlockId) -> &[BlockId];
    /// Whether something that nobody has reached yet hangs on the branch at the end of a block.
    fn is_relevant(&self, function: FuncId, block: BlockId) -> bool;
    /// Whether a function of the engine's own decides about what is called, now or later.
    fn steers(&self, function: FuncId) -> bool;
    /// Whether ways out of a block may write something needed before they come together.
    fn may_write(&self, function: FuncId, block: BlockId, needs: &Needs) -> bool;
}

/// What counts as needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::reduce) struct Rules {
    /// Everything that was read is needed, whatever became of it.
    pub all_reads: bool,
    /// What an error check looked at is needed, if errors are to be kept: of these checks.
    pub errors: Option<Checks>,
    /// What other ways might have written counts.
    pub potential: bool,
    /// A planted fault, for the tests that are to find one: this does not count.
    pub forgets: Option<Dependency>,
}

impl Rules {
    /// Data and control dependence alone: less than is needed, but what a path really used (section 3.6).
    pub fn guessing(self) -> Rules {
        Rules {
            errors: None,
            potential: false,
            ..self
        }
    }
}

/// Where each edge of the program comes from, by its number; none for the entry of a function.
pub(in crate::reduce) struct EdgeTable {
    pub(super) edges: Vec<(FuncId, Option<Way>)>,
}

/// Out of a block, by what is executed at its end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    pub edge: EdgeId,
    pub block: BlockId,
    pub pc: u32,
}

impl EdgeTable {
    pub fn new(module: &Module, code: &Code) -> EdgeTable {
        let mut edges = vec![(FuncId(0), None); code.coverage_points as usize];
        for (i, function) in module.functions.iter().enumerate() {
            let id = FuncId(i as u32);
            let entry = code.functions[i].entry_number as usize;
            edges[entry] = (id, None);
            for (pc, inst) in function.code.iter().enumerate() {
                if !inst.is_terminator() {
                    continue;
                }
                let pc = pc as u32;
                let block = function.block_of(pc);
                inst.visit(&mut |part| {
                    if let Part::Edge(edge) = part {
                        edges[entry + 1 + edge.index()] = (id, Some(Way { edge, block, pc }));
                    }
                });
            }
        }
        EdgeTable { edges }
    }
}

/// Why nothing can be said about what came before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(in crate::reduce) enum Opaque {
    /// The path jumped out of functions, or was too long to be kept.
    Jump,
    /// A state was dropped, or what it did is not known.
    Dropped,
    /// More was read at once than is kept account of byte by byte.
    Large,
    /// The log does not fit the program: a fault of ours.
    Unexpected,
}

impl Opaque {
    pub fn reason(self) -> &'static str {
        match self {
            Opaque::Jump => "a path jumped out of functions, or was very long between two forks",
            Opaque::Dropped => "a path was not followed to its end",
            Opaque::Large => "a path read a very large object at an unknown place",
            Opaque::Unexpected => "the log of a path could not be read",
        }
    }
}

/// What a walk needs to know.
pub(in crate::reduce) struct Terrain<'a, D> {
    pub module: &'a Module,
    pub edges: &'a EdgeTable,
    pub steps: &'a Steps,
    pub dependence: &'a D,
    pub rules: Rules,
}
