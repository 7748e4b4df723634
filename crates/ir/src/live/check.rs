//! Whether a function's liveness can be true.

use crate::*;

/// `Err` says what is wrong with the table.
pub fn check(function: &Function) -> Result<(), String> {
    let Some(live) = &function.live else {
        return Ok(());
    };
    check_registers(function, live)?;
    check_variables(function, live)
}

/// A table that holds all that each block needs of it holds all that any path needs.
fn check_registers(function: &Function, live: &Live) -> Result<(), String> {
    let blocks = function.blocks.len();
    if !live.registers.are(blocks, function.slots as usize) {
        return Err("the table of live registers has another size".to_owned());
    }
    for (i, block) in function.blocks.iter().enumerate() {
        let listed = function.live_at(BlockId(i as u32));
        let needed = function.live_before(block.first);
        if let Some(slot) = needed.iter().find(|slot| !listed.contains(*slot)) {
            return Err(format!("r{} is live in b{i}, but not listed", slot.0));
        }
    }
    let entry = function.live_at(BlockId(0));
    match entry
        .iter()
        .find(|slot| slot.index() >= function.params.len())
    {
        Some(slot) => Err(format!("r{} is read and may not be written", slot.0)),
        None => Ok(()),
    }
}

fn check_variables(function: &Function, live: &Live) -> Result<(), String> {
    let Live {
        variables,
        contents,
        ..
    } = live;
    let entry = function.blocks[0];
    let is_alloca = |at: &u32| matches!(function.code[*at as usize], Inst::Alloca { .. });
    if !variables.is_sorted() || !variables.iter().all(|at| *at < entry.len && is_alloca(at)) {
        return Err("not a variable of the first block".to_owned());
    }
    if !variables.is_empty() && function.edges.iter().any(|e| e.target == BlockId(0)) {
        return Err("the first block is entered again".to_owned());
    }
    if !variables.is_empty() && !contents.are(function.blocks.len(), variables.len()) {
        return Err("the table of live variables has another size".to_owned());
    }
    Ok(())
}
