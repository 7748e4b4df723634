//! What was needed where, in the program's own words: for tests, and for whoever wonders why a state was
//! not recognised.

use super::needs::{Needs, words};
use pleach_ir::{FuncId, Global, Module, Origin};
use std::collections::BTreeMap;

/// Global variables that were needed where a block of the program begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needed {
    pub function: String,
    pub line: u32,
    /// Sorted; with the bytes, where that is not all of a variable.
    pub variables: Vec<String>,
}

impl Needed {
    /// None for code that is not the program's own.
    pub(super) fn at(module: &Module, (id, pc): (FuncId, u32), needs: &Needs) -> Option<Needed> {
        let function = &module.functions[id.index()];
        if function.origin != Origin::Program {
            return None;
        }
        let locs = function.locs[pc as usize..].iter();
        let mut lines = locs.map(|loc| module.locs[loc.index()].line);
        Some(Needed {
            function: function.name.clone(),
            line: lines.find(|line| *line > 0).unwrap_or(0),
            variables: variables(module, needs),
        })
    }
}

fn variables(module: &Module, needs: &Needs) -> Vec<String> {
    let mut bytes: BTreeMap<u64, u8> = needs.words().collect();
    for ((address, len), _) in needs.numbers() {
        for (word, mask) in words(address, u64::from(len)) {
            *bytes.entry(word).or_default() |= mask;
        }
    }
    let is_needed = |at: u64| {
        bytes
            .get(&(at & !7))
            .is_some_and(|mask| mask >> (at & 7) & 1 == 1)
    };
    let mut found = Vec::new();
    let own = |global: &&Global| !global.constant && global.origin == Origin::Program;
    for global in module.globals.iter().filter(own) {
        let needed: Vec<u64> = (0..global.size)
            .filter(|offset| is_needed(global.address + offset))
            .collect();
        match (needed.first(), needed.last()) {
            (Some(0), Some(last)) if last + 1 == global.size => found.push(global.name.clone()),
            (Some(first), Some(last)) if first == last => {
                found.push(format!("{}[{first}]", global.name));
            }
            (Some(first), Some(last)) => found.push(format!("{}[{first}..{last}]", global.name)),
            _ => {}
        }
    }
    found.sort_unstable();
    found
}
