//! Which choices may still decide whether a goal is reached.
//!
//! A block is *hot* while a goal is in it or on an edge out of it, or may be reached by the call at
//! its end; a throw or a `longjmp` may reach any. A choice is relevant while an edge out of it is a goal or a block that depends on it is
//! hot. Goals only ever go away, so nothing becomes relevant again.

use super::calls::{Calls, Node, last};
use super::depend::Dependence;
use super::goals::{Goals, Reached};
use pleach_ir::{FuncId, Inst, Module, bits};
use std::collections::BTreeSet;

/// A block without a call.
const NONE: Node = Node::MAX;

pub(super) struct Relevance {
    /// By node of the call graph: whether a goal may be reached by calling it.
    live: Vec<bool>,
    /// By block, as numbered in the module: whom it calls.
    target: Box<[Node]>,
    /// By block: its call is itself the choice, between functions.
    calls_by_pointer: Box<[u64]>,
    /// By block: its call may go on elsewhere on the stack, whatever is there.
    jumps: Box<[u64]>,
    /// By function and choice.
    relevant: Vec<Box<[u64]>>,
    /// Relevant choices.
    pub count: usize,
    /// Grows whenever there are fewer.
    pub epoch: u64,
}

impl Relevance {
    pub fn new(module: &Module, calls: &Calls, tables: &[Dependence], goals: &Goals) -> Relevance {
        let blocks = module.functions.iter().map(|f| f.blocks.len()).sum();
        let mut relevance = Relevance {
            live: live(module, calls, goals),
            target: vec![NONE; blocks].into(),
            calls_by_pointer: bits::empty(blocks),
            jumps: bits::empty(blocks),
            relevant: Vec::with_capacity(tables.len()),
            count: 0,
            epoch: 0,
        };
        for (i, function) in module.functions.iter().enumerate() {
            for block in 0..function.blocks.len() {
                let number = function.first_block_number as usize + block;
                if let Inst::Call(call) = last(function, block) {
                    let target = calls.target(FuncId(i as u32), call);
                    relevance.target[number] = target;
                    let by_pointer = matches!(call.callee, pleach_ir::Callee::Indirect(_));
                    bits::put(&mut relevance.calls_by_pointer, number, by_pointer);
                    let jumps = calls.jumps(target);
                    bits::put(&mut relevance.jumps, number, jumps);
                }
            }
        }
        for (function, table) in module.functions.iter().zip(tables) {
            let mut all = bits::empty(table.choosing.len());
            (0..table.choosing.len()).for_each(|choice| bits::set(&mut all, choice));
            relevance.relevant.push(all);
            relevance.count += table.choosing.len();
            let id = FuncId(relevance.relevant.len() as u32 - 1);
            relevance.refresh(function.first_block_number, id, table, goals);
        }
        relevance.epoch = 0;
        relevance
    }

    pub fn is_relevant(&self, function: FuncId, choice: usize) -> bool {
        bits::has(&self.relevant[function.index()], choice)
    }

    #[cfg(test)]
    /// The relevant choices of a function.
    pub fn choices(&self, function: FuncId) -> impl Iterator<Item = usize> + '_ {
        bits::members(&self.relevant[function.index()])
    }

    /// Some goals were reached.
    pub fn reached(
        &mut self,
        module: &Module,
        calls: &Calls,
        tables: &[Dependence],
        goals: &Goals,
        reached: &[Reached],
    ) {
        let mut touched: BTreeSet<u32> = reached.iter().map(|r| r.function.0).collect();
        if reached.iter().any(|r| r.was_last) {
            let now = live(module, calls, goals);
            let before = std::mem::replace(&mut self.live, now);
            for (node, was_live) in before.iter().enumerate() {
                if *was_live && !self.live[node] {
                    let callers = calls.callers[node].iter().copied();
                    touched.extend(callers.filter(|c| (*c as usize) < tables.len()));
                }
            }
        }
        if !goals.are_left() {
            touched.extend(0..tables.len() as u32);
        }
        for id in touched {
            let first = module.functions[id as usize].first_block_number;
            self.refresh(first, FuncId(id), &tables[id as usize], goals);
        }
    }

    /// Looks again at the relevant choices of a function whose first block has this number.
    fn refresh(&mut self, first: u32, function: FuncId, table: &Dependence, goals: &Goals) {
        let before = self.relevant[function.index()].clone();
        if before.iter().all(|word| *word == 0) {
            return;
        }
        let mut hot = bits::empty(table.blocks());
        for block in 0..table.blocks() {
            let number = first + block as u32;
            let is_hot = goals.is_within(number)
                || goals.is_out_of(number)
                || self.calls_live(number)
                || self.may_jump_to_goal(number, goals);
            bits::put(&mut hot, block, is_hot);
        }
        let mut gone = 0;
        for choice in bits::members(&before) {
            let number = first + table.choosing[choice];
            let by_pointer = bits::has(&self.calls_by_pointer, number as usize);
            let stays = goals.is_out_of(number)
                || (by_pointer && self.calls_live(number))
                || self.may_jump_to_goal(number, goals)
                || bits::intersect(&hot, table.region(choice));
            if !stays {
                bits::clear(&mut self.relevant[function.index()], choice);
                gone += 1;
            }
        }
        self.count -= gone;
        self.epoch += u64::from(gone != 0);
    }

    fn may_jump_to_goal(&self, block: u32, goals: &Goals) -> bool {
        goals.are_left() && bits::has(&self.jumps, block as usize)
    }

    fn calls_live(&self, block: u32) -> bool {
        let target = self.target[block as usize];
        target != NONE && self.live[target as usize]
    }
}

/// The nodes of the call graph from which a function with a goal can be reached.
fn live(module: &Module, calls: &Calls, goals: &Goals) -> Vec<bool> {
    let mut live = vec![false; calls.nodes()];
    let functions = 0..module.functions.len() as Node;
    let mut open: Vec<Node> = functions.filter(|f| goals.are_in(FuncId(*f))).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut live[node as usize], true) {
            open.extend(&calls.callers[node as usize]);
        }
    }
    live
}
