//! Whether a renumbering keeps every value until it is read, found out without
//! looking at intervals: follows all paths and remembers whose value each new
//! number holds.

use crate::*;

/// By new number: the old slot whose value it holds on all paths that lead here.
type Holding = Vec<Option<Slot>>;

struct Walk<'f> {
    function: &'f Function,
    map: &'f [Slot],
}

/// `Err` names a read that would see another slot's value.
pub fn check(function: &Function, map: &[Slot]) -> Result<(), String> {
    let count = map.iter().map(|slot| slot.index() + 1).max().unwrap_or(0);
    let mut entry: Holding = vec![None; count];
    for param in 0..function.params.len() as u32 {
        if map[param as usize] != Slot(param) {
            return Err(format!("parameter {param} was moved"));
        }
        entry[param as usize] = Some(Slot(param));
    }
    let walk = Walk { function, map };
    let mut states: Vec<Option<Holding>> = vec![None; function.blocks.len()];
    states[0] = Some(entry);
    let mut waiting = vec![BlockId(0)];
    while let Some(block) = waiting.pop() {
        let Some(state) = states[block.index()].clone() else {
            continue;
        };
        walk.block(block, state, |target, state| {
            if join(&mut states[target.index()], state) {
                waiting.push(target);
            }
        })?;
    }
    Ok(())
}

/// Keeps what both agree on; whether that is less than before.
fn join(known: &mut Option<Holding>, new: Holding) -> bool {
    let Some(known) = known else {
        *known = Some(new);
        return true;
    };
    let mut changed = false;
    for (known, new) in known.iter_mut().zip(new) {
        if known.is_some() && *known != new {
            *known = None;
            changed = true;
        }
    }
    changed
}

impl Walk<'_> {
    fn block(
        &self,
        block: BlockId,
        mut state: Holding,
        mut leave: impl FnMut(BlockId, Holding),
    ) -> Result<(), String> {
        let Block { first, len, .. } = self.function.blocks[block.index()];
        for at in first..first + len {
            let inst = &self.function.code[at as usize];
            let mut edges = Vec::new();
            let mut wrong = Ok(());
            inst.visit(&mut |part| match part {
                Part::Read(operand) if wrong.is_ok() => wrong = self.read(&state, operand),
                Part::Edge(edge) => edges.push(edge),
                Part::Read(_) | Part::Write(_) => {}
            });
            wrong.map_err(|wrong| format!("instruction {at}: {wrong}"))?;
            let before = if inst.is_terminator() {
                state.clone()
            } else {
                Holding::new()
            };
            inst.visit(&mut |part| {
                if let Part::Write(slot) = part {
                    state[self.map[slot.index()].index()] = Some(slot);
                }
            });
            for edge in edges {
                // An unwinding call has not written its results.
                let unwinds = matches!(inst, Inst::Call(call) if call.unwind == Some(edge));
                let mut state = if unwinds {
                    before.clone()
                } else {
                    state.clone()
                };
                for &(dst, src) in &self.function.edges[edge.index()].moves {
                    self.read(&state, src)
                        .map_err(|wrong| format!("edge {}: {wrong}", edge.0))?;
                    state[self.map[dst.index()].index()] = Some(dst);
                }
                leave(self.function.edges[edge.index()].target, state);
            }
        }
        Ok(())
    }

    fn read(&self, state: &Holding, operand: Opnd) -> Result<(), String> {
        match operand.kind() {
            OpndKind::Slot(slot) if state[self.map[slot.index()].index()] != Some(slot) => {
                Err(format!("slot {} is lost", slot.0))
            }
            _ => Ok(()),
        }
    }
}
