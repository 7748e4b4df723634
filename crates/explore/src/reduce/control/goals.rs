//! What is still to be reached: edges and entries of the program's own code that nobody has taken,
//! and instructions that may yet turn out to be errors.

use super::calls::{Calls, Runs, last};
use super::effects::Effects;
use super::{Goal, hazards};
use crate::atlas::AtlasTables;
use pleach_interp::{Checks, CoverageMap};
use pleach_ir::{FuncId, Function, Inst, Module, Part, bits};

/// An entry: there is no block before it.
const NONE: u32 = u32::MAX;

/// A goal that is reached.
pub(super) struct Reached {
    pub function: FuncId,
    /// No goal of the function is left.
    pub was_last: bool,
}

pub(super) struct Goals {
    /// Edges and entries that are goals, by their numbers for coverage.
    edges: Box<[u64]>,
    /// By edge: its function, and the block that it leads out of, by number in the module.
    function: Box<[FuncId]>,
    source: Box<[u32]>,
    /// By block: how many goals are edges out of it, and how many are in it.
    out_of: Box<[u32]>,
    within: Box<[u32]>,
    /// By function: how many goals are in it.
    left: Box<[u32]>,
    left_in_all: usize,
    /// Instructions that are goals, by function.
    hazards: Vec<Box<[u64]>>,
}

impl Goals {
    pub fn new(
        tables: &AtlasTables,
        calls: &Calls,
        effects: &Effects,
        coverage: &CoverageMap,
        goal: Goal,
    ) -> Goals {
        let module = &**tables.module();
        let edges = tables.code().coverage_points as usize;
        let blocks: usize = module.functions.iter().map(|f| f.blocks.len()).sum();
        let mut goals = Goals {
            edges: bits::empty(edges),
            function: vec![FuncId(0); edges].into(),
            source: vec![NONE; edges].into(),
            out_of: vec![0; blocks].into(),
            within: vec![0; blocks].into(),
            left: vec![0; module.functions.len()].into(),
            left_in_all: 0,
            hazards: Vec::new(),
        };
        goals.find_edges(tables, calls, coverage);
        if let Goal::CoverageAndErrors(checks) = goal {
            goals.find_hazards(module, calls, effects, checks);
        }
        goals.left_in_all = goals.left.iter().map(|left| *left as usize).sum();
        goals
    }

    fn find_edges(&mut self, tables: &AtlasTables, calls: &Calls, coverage: &CoverageMap) {
        let module = &**tables.module();
        for (i, function) in module.functions.iter().enumerate() {
            let id = FuncId(i as u32);
            let entry = tables.code().functions[i].entry_number as usize;
            self.function[entry..=entry + function.edges.len()].fill(id);
            if calls.runs(id) != Runs::Bitcode || !tables.is_own(entry as u32) {
                continue;
            }
            self.add_edge(entry, coverage);
            for block in 0..function.blocks.len() {
                let number = function.first_block_number + block as u32;
                if calls.is_reached(number) {
                    possible_edges((id, function), block, calls, &mut |edge| {
                        let edge = entry + 1 + edge;
                        self.source[edge] = number;
                        self.add_edge(edge, coverage);
                    });
                }
            }
        }
    }

    fn add_edge(&mut self, edge: usize, coverage: &CoverageMap) {
        // Several cases of a switch may share an edge.
        if coverage.is_covered(edge as u32) || bits::has(&self.edges, edge) {
            return;
        }
        bits::set(&mut self.edges, edge);
        self.left[self.function[edge].index()] += 1;
        if let Some(count) = self.out_of.get_mut(self.source[edge] as usize) {
            *count += 1;
        }
    }

    fn find_hazards(&mut self, module: &Module, calls: &Calls, effects: &Effects, checks: Checks) {
        for (i, function) in module.functions.iter().enumerate() {
            let mut found = bits::empty(function.code.len());
            let is_bitcode = calls.runs(FuncId(i as u32)) == Runs::Bitcode;
            let blocks = function.blocks.iter().enumerate();
            for (b, block) in blocks.filter(|_| is_bitcode) {
                let number = function.first_block_number as usize + b;
                if !calls.is_reached(number as u32) {
                    continue;
                }
                for pc in block.first..block.first + block.len {
                    let is_safe = || effects.is_safe(FuncId(i as u32), pc);
                    if hazards::may_fail(module, function, pc, calls, checks, is_safe) {
                        bits::set(&mut found, pc as usize);
                        self.within[number] += 1;
                        self.left[i] += 1;
                    }
                }
            }
            self.hazards.push(found);
        }
    }

    /// An edge or entry was taken. None if it was no goal.
    pub fn take(&mut self, edge: u32) -> Option<Reached> {
        if !bits::has(&self.edges, edge as usize) {
            return None;
        }
        bits::clear(&mut self.edges, edge as usize);
        if let Some(count) = self.out_of.get_mut(self.source[edge as usize] as usize) {
            *count -= 1;
        }
        Some(self.reach(self.function[edge as usize]))
    }

    /// The error of an instruction was found. None if it was no goal.
    pub fn fail(&mut self, module: &Module, function: FuncId, pc: u32) -> Option<Reached> {
        let hazards = self.hazards.get_mut(function.index())?;
        if !bits::has(hazards, pc as usize) {
            return None;
        }
        bits::clear(hazards, pc as usize);
        let function_of = &module.functions[function.index()];
        let block = function_of.first_block_number + function_of.block_of(pc).0;
        self.within[block as usize] -= 1;
        Some(self.reach(function))
    }

    fn reach(&mut self, function: FuncId) -> Reached {
        let left = &mut self.left[function.index()];
        *left -= 1;
        self.left_in_all -= 1;
        Reached {
            function,
            was_last: *left == 0,
        }
    }

    /// Whether an edge out of a block, by its number in the module, is a goal.
    pub fn is_out_of(&self, block: u32) -> bool {
        self.out_of[block as usize] != 0
    }

    /// Whether an instruction of a block is a goal.
    pub fn is_within(&self, block: u32) -> bool {
        self.within[block as usize] != 0
    }

    pub fn are_left(&self) -> bool {
        self.left_in_all != 0
    }

    pub fn are_in(&self, function: FuncId) -> bool {
        self.left[function.index()] != 0
    }
}

/// The edges out of a block, without that behind a call which never comes back.
fn possible_edges(
    (id, function): (FuncId, &Function),
    block: usize,
    calls: &Calls,
    f: &mut impl FnMut(usize),
) {
    let last = last(function, block);
    let never = match last {
        Inst::Call(call) if !calls.returns(calls.target(id, call)) => Some(call.next),
        _ => None,
    };
    last.visit(&mut |part| match part {
        Part::Edge(edge) if Some(edge) != never => f(edge.index()),
        _ => {}
    });
}
