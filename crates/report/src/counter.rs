//! How much is covered, counted while the run goes on: the same instructions
//! and branch directions as in [`crate::Coverage`], without names and lines.

use crate::coverage::Share;
use pleach_interp::{Code, CoverageMap};
use pleach_ir::{EdgeId, FuncId, Function, Inst, Module, Origin};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Something that counts as covered when one of its coverage points is.
struct Item {
    /// Instructions of a block; 1 for a direction of a branch.
    count: u64,
    points: Box<[u32]>,
}

/// Counts what a map has covered so far. A count takes about a millisecond for
/// a program of a hundred thousand instructions.
pub struct CoverageCounter {
    map: Arc<CoverageMap>,
    blocks: Vec<Item>,
    directions: Vec<Item>,
}

impl CoverageCounter {
    pub fn new(module: &Module, code: &Code, map: Arc<CoverageMap>) -> CoverageCounter {
        let mut counter = CoverageCounter {
            map,
            blocks: Vec::new(),
            directions: Vec::new(),
        };
        for (i, function) in module.functions.iter().enumerate() {
            if function.origin == Origin::Program && function.is_defined() {
                counter.add(FuncId(i as u32), function, code);
            }
        }
        counter
    }

    fn add(&mut self, id: FuncId, function: &Function, code: &Code) {
        let mut points: Vec<Vec<u32>> = vec![Vec::new(); function.blocks.len()];
        points[0].push(code.functions[id.index()].entry_number);
        for (i, edge) in function.edges.iter().enumerate() {
            points[edge.target.index()].push(code.edge_number(id, EdgeId(i as u32)));
        }
        for (block, points) in function.blocks.iter().zip(points) {
            let insts = &function.code[block.first as usize..(block.first + block.len) as usize];
            let counted = insts.iter().filter(|i| !matches!(i, Inst::Unreachable));
            self.blocks.push(Item {
                count: counted.count() as u64,
                points: points.into(),
            });
            for inst in insts {
                self.add_directions(id, function, code, inst);
            }
        }
    }

    /// Several cases that go to the same place are one direction.
    fn add_directions(&mut self, id: FuncId, function: &Function, code: &Code, inst: &Inst) {
        let mut one = |points: Vec<u32>| {
            self.directions.push(Item {
                count: 1,
                points: points.into(),
            });
        };
        let number = |edge: EdgeId| code.edge_number(id, edge);
        let edges: Vec<EdgeId> = match inst {
            Inst::Branch {
                then_edge,
                else_edge,
                ..
            } => {
                one(vec![number(*then_edge)]);
                one(vec![number(*else_edge)]);
                return;
            }
            Inst::Switch(switch) => {
                let cases = switch.cases.iter().map(|(_, edge)| *edge);
                cases.chain([switch.default]).collect()
            }
            Inst::IndirectJump { targets, .. } => targets.to_vec(),
            _ => return,
        };
        let mut by_target: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for edge in edges {
            let target = function.edges[edge.index()].target.0;
            by_target.entry(target).or_default().push(number(edge));
        }
        by_target.into_values().for_each(one);
    }

    pub fn instructions(&self) -> Share {
        self.count(&self.blocks)
    }

    /// Each direction of each branch counts for itself.
    pub fn branches(&self) -> Share {
        self.count(&self.directions)
    }

    fn count(&self, items: &[Item]) -> Share {
        let mut share = Share::default();
        for item in items {
            share.total += item.count;
            if item.points.iter().any(|p| self.map.is_covered(*p)) {
                share.covered += item.count;
            }
        }
        share
    }
}
