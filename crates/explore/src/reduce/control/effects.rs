//! What code may write in memory: block by block, and for whole functions with all that they call.

use super::calls::{Calls, Node, Runs};
use super::globals::{Globals, words};
use super::held::Object;
use super::hosts;
use super::walk::{Walked, walk};
use crate::atlas::components;
use pleach_ir::{FuncId, GlobalId, Module, Origin, bits};

/// What calling somebody may write, other than variables of its own.
#[derive(Clone)]
pub(super) struct Summary {
    pub globals: Box<[u64]>,
    /// Whatever has escaped, and the heap.
    pub anything: bool,
    /// What is called later on: see [`hosts::steers`].
    pub steers: bool,
}

pub(super) struct Effects {
    pub globals: Globals,
    /// By function.
    walked: Vec<Walked>,
    /// By node.
    summaries: Vec<Summary>,
    escaped_globals: Box<[u64]>,
}

impl Effects {
    pub fn new(module: &Module, calls: &Calls) -> Effects {
        let globals = Globals::new(module);
        let functions = module.functions.iter().enumerate();
        let walked = functions.map(|(i, function)| match calls.runs(FuncId(i as u32)) {
            Runs::Bitcode => walk(module, function, &globals, calls),
            Runs::Host | Runs::Nothing => Walked::default(),
        });
        let walked: Vec<Walked> = walked.collect();
        Effects {
            escaped_globals: escaped_globals(module, &globals, &walked),
            summaries: summaries(module, calls, &walked),
            globals,
            walked,
        }
    }

    pub fn walked(&self, function: FuncId) -> &Walked {
        &self.walked[function.index()]
    }

    pub fn summary(&self, node: Node) -> &Summary {
        &self.summaries[node as usize]
    }

    pub fn global_escapes(&self, id: GlobalId) -> bool {
        bits::has(&self.escaped_globals, id.index())
    }

    #[cfg(test)]
    /// Whether a store at an unknown address may hit a local variable. What is none is taken for one
    /// that may be hit.
    pub fn local_escapes(&self, module: &Module, function: FuncId, alloca: u32) -> bool {
        let code = &module.functions[function.index()].code;
        let is_alloca = matches!(
            code.get(alloca as usize),
            Some(pleach_ir::Inst::Alloca { .. })
        );
        let escapes = &self.walked[function.index()].escapes;
        !is_alloca || escapes.contains(&Object::Local(alloca))
    }

    /// Whether all that an instruction accesses is known and there.
    pub fn is_safe(&self, function: FuncId, pc: u32) -> bool {
        bits::has(&self.walked[function.index()].safe, pc as usize)
    }
}

/// Globals that a store at an unknown address may hit.
fn escaped_globals(module: &Module, globals: &Globals, walked: &[Walked]) -> Box<[u64]> {
    let mut escaped = bits::empty(module.globals.len());
    for (i, global) in module.globals.iter().enumerate() {
        if global.external || global.origin == Origin::Runtime {
            bits::set(&mut escaped, i);
        }
        pointed_to(global, globals, &mut |id| {
            bits::set(&mut escaped, id.index())
        });
    }
    for object in walked.iter().flat_map(|walked| &walked.escapes) {
        if let Object::Global(id) = object {
            bits::set(&mut escaped, id.index());
        }
    }
    escaped
}

/// Globals whose addresses are among the initial bytes of another one: as such, or as distances from
/// that one, which is how compilers make tables small.
fn pointed_to(global: &pleach_ir::Global, globals: &Globals, f: &mut impl FnMut(GlobalId)) {
    for word in words(global) {
        if let Some((id, _)) = globals.at(word) {
            f(id);
        }
    }
    for word in words(global).step_by(4).filter(|_| global.constant) {
        let address = global.address.wrapping_add_signed(i64::from(word as i32));
        if let Some((id, 0)) = globals.at(address) {
            f(id);
        }
    }
}

/// From those who call nobody upwards. Those who call each other do the same.
fn summaries(module: &Module, calls: &Calls, walked: &[Walked]) -> Vec<Summary> {
    let next: Vec<Vec<usize>> = calls
        .callees
        .iter()
        .map(|callees| callees.iter().map(|callee| *callee as usize).collect())
        .collect();
    let nothing = Summary {
        globals: bits::empty(module.globals.len()),
        anything: false,
        steers: false,
    };
    let mut summaries = vec![nothing; next.len()];
    for component in components(&next) {
        let mut together = Summary {
            globals: bits::empty(module.globals.len()),
            anything: false,
            steers: false,
        };
        for node in &component {
            if let Some(walked) = walked.get(*node) {
                add_own(&mut together, module, calls, *node, walked);
            }
            for callee in &next[*node] {
                add(&mut together, &summaries[*callee]);
            }
        }
        for node in component {
            summaries[node] = together.clone();
        }
    }
    summaries
}

fn add_own(to: &mut Summary, module: &Module, calls: &Calls, node: usize, walked: &Walked) {
    to.anything |= match calls.runs(FuncId(node as u32)) {
        Runs::Bitcode => walked.writes_anything.iter().any(|word| *word != 0),
        Runs::Host => hosts::writes_memory(&module.functions[node].name),
        Runs::Nothing => true,
    };
    to.steers |= calls.runs(FuncId(node as u32)) == Runs::Host
        && hosts::steers(&module.functions[node].name);
    for (_, object) in &walked.writes {
        if let Object::Global(id) = object {
            bits::set(&mut to.globals, id.index());
        }
    }
}

pub(super) fn add(to: &mut Summary, other: &Summary) {
    bits::join(&mut to.globals, &other.globals);
    to.anything |= other.anything;
    to.steers |= other.steers;
}
