//! Who calls whom, who comes back from a call, and who may go on elsewhere on the stack instead.
//!
//! Nodes are the functions of the module, and *hubs* behind them: a hub stands for all functions that
//! a call through a pointer may mean. These are functions whose address is taken somewhere and that
//! have as many parameters as the call has arguments. A program that calls a function through a pointer
//! of another type is not followed, unless it is the library that starts the program.

use super::globals::words;
use super::hosts::{self, ALIASING};
use super::returns::find_returns;
use crate::atlas::components;
use pleach_interp::Code;
use pleach_ir::{Call, Callee, Const, FuncId, Function, Inst, Module, RETURN_TWICE, address, bits};
use rustc_hash::FxHashMap;

/// A function's number, or a hub.
pub(super) type Node = u32;

/// What runs when a function is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Runs {
    Bitcode,
    Host,
    /// Nobody defines it.
    Nothing,
}

/// What is known of a call through a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Shape {
    /// Parameters that its type has, and all arguments.
    fixed: u32,
    all: u32,
    /// It is made where the library asks the engine for functions to start.
    starts: bool,
}

pub(super) struct Calls {
    runs: Vec<Runs>,
    /// By function: whether it asks the engine for functions to start.
    starts: Vec<bool>,
    hubs: FxHashMap<Shape, Node>,
    /// Where calls lead by whatever name, if the program gives functions other names.
    anyone: Option<Node>,
    /// By node.
    pub callees: Vec<Vec<Node>>,
    pub callers: Vec<Vec<Node>>,
    returns: Vec<bool>,
    jumps: Vec<bool>,
    /// By node: whether it may be called while it runs.
    recursive: Vec<bool>,
    /// Blocks that can be reached at all, by their numbers in the module.
    reached: Box<[u64]>,
}

impl Calls {
    pub fn new(module: &Module, code: &Code) -> Calls {
        let functions = module.functions.iter().enumerate();
        let runs = functions.map(|(i, function)| match function.is_defined() {
            _ if code.is_host(FuncId(i as u32)) => Runs::Host,
            true => Runs::Bitcode,
            false => Runs::Nothing,
        });
        let mut calls = Calls {
            runs: runs.collect(),
            starts: module.functions.iter().map(|f| starts(module, f)).collect(),
            hubs: FxHashMap::default(),
            anyone: None,
            callees: vec![Vec::new(); module.functions.len()],
            callers: Vec::new(),
            returns: Vec::new(),
            jumps: Vec::new(),
            recursive: Vec::new(),
            reached: bits::empty(0),
        };
        calls.find_hubs(module);
        calls.find_callees(module);
        (calls.returns, calls.reached) = find_returns(module, &calls);
        calls.find_jumps(module);
        calls.recursive = find_recursive(&calls.callees);
        calls
    }

    pub fn nodes(&self) -> usize {
        self.callees.len()
    }

    pub fn runs(&self, function: FuncId) -> Runs {
        self.runs[function.index()]
    }

    /// Whom a call of a function leads to.
    pub fn target(&self, caller: FuncId, call: &Call) -> Node {
        match (self.anyone, call.callee) {
            (Some(anyone), _) => anyone,
            (None, Callee::Direct(id)) => id.0,
            (None, Callee::Indirect(_)) => self.hubs[&self.shape(caller, call)],
        }
    }

    /// Whether anybody who may be called comes back to the caller.
    pub fn returns(&self, node: Node) -> bool {
        self.returns[node as usize]
    }

    /// Whether somebody who may be called throws, or jumps to where `setjmp` was called.
    pub fn jumps(&self, node: Node) -> bool {
        self.jumps[node as usize]
    }

    /// Whether a function may be called while it runs.
    pub fn is_recursive(&self, function: FuncId) -> bool {
        self.recursive[function.index()]
    }

    /// Whether control can get to a block, by its number in the module.
    pub fn is_reached(&self, block: u32) -> bool {
        bits::has(&self.reached, block as usize)
    }

    fn shape(&self, caller: FuncId, call: &Call) -> Shape {
        Shape {
            fixed: call.fixed_args,
            all: call.args.len() as u32,
            starts: self.starts[caller.index()],
        }
    }

    fn find_hubs(&mut self, module: &Module) {
        let taken = taken_functions(module);
        let mut shapes: Vec<Shape> = Vec::new();
        for (i, function) in module.functions.iter().enumerate() {
            let by_pointer = |call: &&Call| matches!(call.callee, Callee::Indirect(_));
            let calls = calls_of(function).filter(by_pointer);
            shapes.extend(calls.map(|call| self.shape(FuncId(i as u32), call)));
        }
        shapes.sort();
        shapes.dedup();
        for shape in shapes {
            let members = members(module, &taken, shape);
            self.hubs.insert(shape, self.callees.len() as Node);
            self.callees.push(members);
        }
        let calls_back =
            |i: usize| self.runs[i] == Runs::Host && hosts::calls_back(&module.functions[i].name);
        let callers: Vec<usize> = (0..module.functions.len())
            .filter(|i| calls_back(*i))
            .collect();
        if !callers.is_empty() {
            let anyone_taken = self.callees.len() as Node;
            let told = taken.iter().chain(&module.destructors).chain(&module.main);
            self.callees.push(told.map(|id| id.0).collect());
            for i in callers {
                self.callees[i].push(anyone_taken);
            }
        }
        if module.functions.iter().any(|f| f.name == ALIASING) {
            self.anyone = Some(self.callees.len() as Node);
            self.callees
                .push((0..module.functions.len() as Node).collect());
        }
    }

    fn find_callees(&mut self, module: &Module) {
        for (i, function) in module.functions.iter().enumerate() {
            if self.runs[i] == Runs::Bitcode {
                let target = |call| self.target(FuncId(i as u32), call);
                let mut callees: Vec<Node> = calls_of(function).map(target).collect();
                callees.sort();
                callees.dedup();
                self.callees[i].extend(callees);
            }
        }
        self.callers = vec![Vec::new(); self.callees.len()];
        for (caller, callees) in self.callees.iter().enumerate() {
            for callee in callees {
                self.callers[*callee as usize].push(caller as Node);
            }
        }
    }

    fn find_jumps(&mut self, module: &Module) {
        self.jumps = vec![false; self.nodes()];
        let mut open: Vec<Node> = Vec::new();
        for (i, function) in module.functions.iter().enumerate() {
            let resumes = |inst: &Inst| matches!(inst, Inst::Resume { .. });
            let jumps = match self.runs[i] {
                Runs::Host => hosts::jumps(&function.name),
                Runs::Bitcode => function.code.iter().any(resumes),
                Runs::Nothing => false,
            };
            open.extend(jumps.then_some(i as Node));
        }
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut self.jumps[node as usize], true) {
                open.extend(&self.callers[node as usize]);
            }
        }
    }
}

fn find_recursive(callees: &[Vec<Node>]) -> Vec<bool> {
    let next: Vec<Vec<usize>> = callees
        .iter()
        .map(|nodes| nodes.iter().map(|node| *node as usize).collect())
        .collect();
    let mut recursive = vec![false; next.len()];
    for component in components(&next) {
        let calls_itself = |node: &usize| next[*node].contains(node);
        if component.len() > 1 || component.iter().any(calls_itself) {
            component.iter().for_each(|node| recursive[*node] = true);
        }
    }
    recursive
}

/// Whom a call of this shape may mean. The library does not know how many parameters the functions
/// have that it starts.
fn members(module: &Module, taken: &[FuncId], shape: Shape) -> Vec<Node> {
    let params = |id: &FuncId| module.functions[id.index()].params.len() as u32;
    let agrees = |id: &&FuncId| params(id) == shape.fixed || params(id) == shape.all;
    let lists = module.constructors.iter().chain(&module.destructors);
    let started = lists.chain(&module.main).filter(|_| shape.starts);
    let started = started.filter(|id| params(id) <= shape.all);
    let members = taken.iter().filter(agrees).chain(started);
    let mut members: Vec<Node> = members.map(|id| id.0).collect();
    members.sort();
    members.dedup();
    members
}

/// Whether a function asks the engine for functions to start.
fn starts(module: &Module, function: &Function) -> bool {
    calls_of(function).any(|call| match call.callee {
        Callee::Direct(id) => hosts::names_functions(&module.functions[id.index()].name),
        Callee::Indirect(_) => false,
    })
}

/// Functions whose address occurs as a constant or in a global's bytes.
fn taken_functions(module: &Module) -> Vec<FuncId> {
    let mut taken = vec![false; module.functions.len()];
    let mut mark = |bits: u64| {
        let number = address::function_at(bits);
        if let Some(taken) = number.and_then(|n| taken.get_mut(n as usize)) {
            *taken = true;
        }
    };
    for constant in module.functions.iter().flat_map(|f| &f.consts) {
        match constant {
            Const::Int { bits, .. } => mark(*bits),
            Const::Wide { limbs, .. } => limbs.iter().for_each(|bits| mark(*bits)),
            Const::Undef { .. } => {}
        }
    }
    module.globals.iter().flat_map(words).for_each(mark);
    let ids = (0..module.functions.len() as u32).map(FuncId);
    ids.filter(|id| taken[id.index()]).collect()
}

fn calls_of(function: &Function) -> impl Iterator<Item = &Call> {
    function.code.iter().filter_map(|inst| match inst {
        Inst::Call(call) => Some(&**call),
        _ => None,
    })
}

/// Whether a call may come back more than once, later on.
pub(super) fn returns_twice(module: &Module, call: &Call) -> bool {
    match call.callee {
        Callee::Direct(id) => RETURN_TWICE.contains(&module.functions[id.index()].name.as_str()),
        Callee::Indirect(_) => false,
    }
}

pub(super) fn last(function: &Function, block: usize) -> &Inst {
    let block = function.blocks[block];
    &function.code[(block.first + block.len - 1) as usize]
}
