//! The control flow of the whole program as one weighted graph. Nodes are
//! blocks; weights are instructions. A call leads into its callee, and behind
//! the call at the price of the cheapest way through the callee.
//!
//! Indirect calls go through a *hub*: a node that stands for all functions with
//! so many parameters whose address is taken somewhere. That may be too many
//! or, where types are lied about, too few: distances guide, they prove nothing.

use super::{Cost, FAR};
use pleach_interp::Code;
use pleach_ir::address;
use pleach_ir::{BlockId, Call, Callee, Const, EdgeId, FuncId, Function, Inst, Module};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A block's number in the module, or a hub.
pub(crate) type NodeId = u32;

/// Where a block goes without returning from its function.
struct Exits {
    plain: Vec<NodeId>,
    call: Option<CallSite>,
}

#[derive(Clone, Copy)]
struct CallSite {
    /// Entry block or hub; `None` is a function of the engine.
    callee: Option<NodeId>,
    next: NodeId,
}

pub(crate) struct Graph {
    /// Number of a function's first block; one more at the end.
    first: Vec<u32>,
    /// Weighted edges, from and to.
    pub(super) out: Vec<Box<[(NodeId, Cost)]>>,
    pub(super) into: Vec<Box<[(NodeId, Cost)]>>,
    /// The cheapest way from the start of a block to a return from its function.
    to_return: Vec<Cost>,
    /// Block of each instruction, by function.
    block_of: Vec<Box<[u32]>>,
}

impl Graph {
    pub fn new(module: &Module, code: &Code) -> Graph {
        let mut first = Vec::with_capacity(module.functions.len() + 1);
        let mut blocks = 0;
        for function in &module.functions {
            first.push(blocks);
            blocks += function.blocks.len() as u32;
        }
        first.push(blocks);
        let mut builder = Builder {
            module,
            code,
            first: &first,
            hubs: hubs(module, code),
            blocks,
        };
        let (lengths, exits) = builder.exits();
        let members = builder.hub_members();
        let to_return = through_functions(&lengths, &exits, &members, &builder.returns());
        let out = weigh(&lengths, &exits, &members, &to_return);
        Graph {
            into: reversed(&out),
            out,
            to_return,
            block_of: module.functions.iter().map(block_of).collect(),
            first,
        }
    }

    pub fn nodes(&self) -> usize {
        self.out.len()
    }

    pub fn node(&self, function: FuncId, block: BlockId) -> NodeId {
        self.first[function.index()] + block.0
    }

    /// The block of an instruction, and how many instructions of it come before.
    pub fn at(&self, module: &Module, function: FuncId, pc: u32) -> (NodeId, Cost) {
        let block = self.block_of[function.index()][pc as usize];
        let begin = module.functions[function.index()].blocks[block as usize].first;
        (self.node(function, BlockId(block)), pc - begin)
    }

    pub fn to_return(&self, node: NodeId) -> Cost {
        self.to_return[node as usize]
    }
}

fn block_of(function: &Function) -> Box<[u32]> {
    let mut of = vec![0; function.code.len()];
    for (i, block) in function.blocks.iter().enumerate() {
        of[block.first as usize..(block.first + block.len) as usize].fill(i as u32);
    }
    of.into()
}

/// Functions whose address occurs as a constant or in a global's bytes, by their number of
/// parameters.
fn hubs(module: &Module, code: &Code) -> BTreeMap<usize, Vec<FuncId>> {
    let mut taken = vec![false; module.functions.len()];
    let mut mark = |bits: u64| {
        let number = address::function_at(bits);
        if let Some(taken) = number.and_then(|n| taken.get_mut(n as usize)) {
            *taken = true;
        }
    };
    for function in &module.functions {
        for constant in &function.consts {
            if let Const::Int { bits, .. } = constant {
                mark(*bits);
            }
        }
    }
    for global in &module.globals {
        for word in global.bytes.chunks_exact(8) {
            mark(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
    }
    let mut hubs: BTreeMap<usize, Vec<FuncId>> = BTreeMap::new();
    for (i, function) in module.functions.iter().enumerate() {
        let id = FuncId(i as u32);
        if taken[i] && function.is_defined() && !code.is_host(id) {
            hubs.entry(function.params.len()).or_default().push(id);
        }
    }
    hubs
}

struct Builder<'a> {
    module: &'a Module,
    code: &'a Code,
    first: &'a [u32],
    hubs: BTreeMap<usize, Vec<FuncId>>,
    blocks: u32,
}

impl Builder<'_> {
    fn entry(&self, id: FuncId) -> NodeId {
        self.first[id.index()]
    }

    fn hub_members(&self) -> Vec<Vec<NodeId>> {
        let entries = |ids: &Vec<FuncId>| ids.iter().map(|id| self.entry(*id)).collect();
        self.hubs.values().map(entries).collect()
    }

    fn hub(&self, parameters: usize) -> Option<NodeId> {
        let at = self.hubs.keys().position(|n| *n == parameters)?;
        Some(self.blocks + at as u32)
    }

    /// Length and exits of every block.
    fn exits(&mut self) -> (Vec<Cost>, Vec<Exits>) {
        let (mut lengths, mut exits) = (Vec::new(), Vec::new());
        for (i, function) in self.module.functions.iter().enumerate() {
            for block in &function.blocks {
                lengths.push(block.len.max(1));
                let last = &function.code[(block.first + block.len - 1) as usize];
                exits.push(self.exits_of(self.first[i], function, last));
            }
        }
        (lengths, exits)
    }

    fn exits_of(&self, first: u32, function: &Function, last: &Inst) -> Exits {
        let target = |edge: &EdgeId| first + function.edges[edge.index()].target.0;
        let plain = |edges: Vec<&EdgeId>| Exits {
            plain: edges.into_iter().map(target).collect(),
            call: None,
        };
        match last {
            Inst::Jump { edge } => plain(vec![edge]),
            Inst::Branch {
                then_edge,
                else_edge,
                ..
            } => plain(vec![then_edge, else_edge]),
            Inst::Switch(switch) => {
                let cases = switch.cases.iter().map(|(_, edge)| edge);
                plain(cases.chain([&switch.default]).collect())
            }
            Inst::IndirectJump { targets, .. } => plain(targets.iter().collect()),
            Inst::Call(call) => Exits {
                plain: call.unwind.iter().map(target).collect(),
                call: Some(CallSite {
                    callee: self.callee(call),
                    next: target(&call.next),
                }),
            },
            _ => plain(Vec::new()),
        }
    }

    fn callee(&self, call: &Call) -> Option<NodeId> {
        match call.callee {
            Callee::Direct(id) => {
                let runs = self.module.functions[id.index()].is_defined() && !self.code.is_host(id);
                runs.then(|| self.entry(id))
            }
            Callee::Indirect(_) => self.hub(call.fixed_args as usize),
        }
    }

    /// Blocks that end in a return.
    fn returns(&self) -> Vec<NodeId> {
        let mut found = Vec::new();
        for (i, function) in self.module.functions.iter().enumerate() {
            for (b, block) in function.blocks.iter().enumerate() {
                let last = &function.code[(block.first + block.len - 1) as usize];
                if matches!(last, Inst::Return { .. }) {
                    found.push(self.first[i] + b as u32);
                }
            }
        }
        found
    }
}

/// What the call of a function of the engine, or of an unknown one, counts for.
const ELSEWHERE: Cost = 1;

/// For every block, the cheapest way to a return from its function (Knuth's
/// generalisation of Dijkstra's algorithm: a call costs the way through its
/// callee and the way from behind it).
fn through_functions(
    lengths: &[Cost],
    exits: &[Exits],
    members: &[Vec<NodeId>],
    returns: &[NodeId],
) -> Vec<Cost> {
    let blocks = lengths.len();
    let nodes = blocks + members.len();
    let mut users: Vec<Vec<NodeId>> = vec![Vec::new(); nodes];
    for (b, exit) in exits.iter().enumerate() {
        let call = exit
            .call
            .iter()
            .flat_map(|c| c.callee.into_iter().chain([c.next]));
        for to in exit.plain.iter().copied().chain(call) {
            users[to as usize].push(b as NodeId);
        }
    }
    for (h, members) in members.iter().enumerate() {
        for entry in members {
            users[*entry as usize].push((blocks + h) as NodeId);
        }
    }
    let mut best = vec![FAR; nodes];
    let mut heap: BinaryHeap<Reverse<(Cost, NodeId)>> = BinaryHeap::new();
    for node in returns {
        heap.push(Reverse((lengths[*node as usize], *node)));
    }
    while let Some(Reverse((cost, node))) = heap.pop() {
        if best[node as usize] <= cost {
            continue;
        }
        best[node as usize] = cost;
        for user in users[node as usize].iter().copied() {
            let of_user = match exits.get(user as usize) {
                None => cost,
                Some(exit) => {
                    let length = lengths[user as usize];
                    let behind = exit.call.map_or(FAR, |call| {
                        let callee = call.callee.map_or(ELSEWHERE, |c| best[c as usize]);
                        callee.saturating_add(best[call.next as usize])
                    });
                    let plain = exit.plain.iter().map(|to| best[*to as usize]).min();
                    length.saturating_add(behind.min(plain.unwrap_or(FAR)))
                }
            };
            if of_user < best[user as usize] {
                heap.push(Reverse((of_user, user)));
            }
        }
    }
    best
}

fn weigh(
    lengths: &[Cost],
    exits: &[Exits],
    members: &[Vec<NodeId>],
    to_return: &[Cost],
) -> Vec<Box<[(NodeId, Cost)]>> {
    let mut out: Vec<Box<[(NodeId, Cost)]>> = Vec::with_capacity(to_return.len());
    for (exit, length) in exits.iter().zip(lengths) {
        let mut edges: Vec<(NodeId, Cost)> = exit.plain.iter().map(|to| (*to, *length)).collect();
        if let Some(call) = exit.call {
            let through = call.callee.map_or(ELSEWHERE, |c| to_return[c as usize]);
            if through != FAR {
                edges.push((call.next, length.saturating_add(through)));
            }
            edges.extend(call.callee.map(|callee| (callee, *length)));
        }
        out.push(edges.into());
    }
    for members in members {
        out.push(members.iter().map(|entry| (*entry, 1)).collect());
    }
    out
}

fn reversed(out: &[Box<[(NodeId, Cost)]>]) -> Vec<Box<[(NodeId, Cost)]>> {
    let mut into: Vec<Vec<(NodeId, Cost)>> = vec![Vec::new(); out.len()];
    for (from, edges) in out.iter().enumerate() {
        for (to, cost) in edges {
            into[*to as usize].push((from as NodeId, *cost));
        }
    }
    into.into_iter().map(Vec::into_boxed_slice).collect()
}

#[cfg(test)]
impl Graph {
    /// A graph of its own, for tests.
    pub(super) fn of_edges(out: Vec<Vec<(NodeId, Cost)>>) -> Graph {
        let out: Vec<Box<[_]>> = out.into_iter().map(Vec::into_boxed_slice).collect();
        Graph {
            first: vec![0],
            into: reversed(&out),
            to_return: vec![FAR; out.len()],
            out,
            block_of: Vec::new(),
        }
    }
}
