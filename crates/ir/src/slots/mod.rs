//! Fewer registers per frame: slots whose values are never needed at the same
//! time share one. Frames are copied when states fork, so small is fast.
//!
//! A linear scan over intervals. Code positions are counted in the order of the
//! blocks; an instruction at `p` reads at `2p` and writes at `2p + 1`. The
//! interval of a slot reaches from the first to the last position where it is
//! written or its value may still be read, block boundaries included, so two
//! slots whose intervals are disjoint never matter at the same time.

mod check;
mod intervals;
mod rename;

use std::collections::BTreeMap;

use crate::live::Registers;
use crate::tables::bits::Rows;
use crate::*;

pub use check::check;

/// Renumbers the slots of a function, and says which of the new ones are live where its blocks begin.
pub fn share(function: &mut Function, live: Registers) -> Rows {
    let (map, count) = assign(function, &live);
    debug_assert_eq!(check(function, &map), Ok(()), "slots of {}", function.name);
    rename::rename(function, &map, count);
    live.into_shared_rows(&map, count, function.blocks.len())
}

/// The new number of each slot, and how many there are.
fn assign(function: &Function, live: &Registers) -> (Vec<Slot>, u32) {
    let intervals = intervals::intervals(function, live);
    let groups = call_groups(function);
    let params = function.params.len();
    let mut scan = Scan {
        map: vec![Slot(0); function.slots as usize],
        free: Vec::new(),
        ends: BTreeMap::new(),
    };
    for (slot, interval) in intervals.iter().enumerate().take(params) {
        scan.free.push(false);
        scan.take(slot, slot, interval.map_or(0, |(_, end)| end));
    }
    // Starts in order; a group starts with the earliest of its members.
    let mut starts: Vec<(u32, usize, usize)> = Vec::new();
    let mut slot = params;
    while slot < intervals.len() {
        let count = groups.get(&slot).copied().unwrap_or(1);
        let members = intervals[slot..slot + count].iter().flatten();
        if let Some(start) = members.map(|&(start, _)| start).min() {
            starts.push((start, slot, count));
        }
        slot += count;
    }
    starts.sort_unstable();
    for (start, slot, count) in starts {
        scan.expire(start);
        let first = scan.find(count);
        for i in 0..count {
            let end = intervals[slot + i].map_or(start, |(_, end)| end);
            scan.take(slot + i, first + i, end);
        }
    }
    let count = scan.free.len() as u32;
    (scan.map, count)
}

/// First slot and number of the results of calls that have several.
fn call_groups(function: &Function) -> BTreeMap<usize, usize> {
    let calls = function.code.iter().filter_map(|inst| match inst {
        Inst::Call(call) => Some((call.results.index(), call.result_widths.len())),
        _ => None,
    });
    calls.filter(|&(_, count)| count > 1).collect()
}

struct Scan {
    map: Vec<Slot>,
    /// By new number.
    free: Vec<bool>,
    /// Which new numbers become free behind a position.
    ends: BTreeMap<u32, Vec<usize>>,
}

impl Scan {
    /// Frees what ended before `position`.
    fn expire(&mut self, position: u32) {
        let later = self.ends.split_off(&position);
        for number in std::mem::replace(&mut self.ends, later)
            .into_values()
            .flatten()
        {
            self.free[number] = true;
        }
    }

    /// The lowest free run of `count` numbers.
    fn find(&mut self, count: usize) -> usize {
        let mut run = 0;
        for number in 0..self.free.len() {
            run = if self.free[number] { run + 1 } else { 0 };
            if run == count {
                return number + 1 - count;
            }
        }
        let first = self.free.len() - run;
        self.free.resize(first + count, true);
        first
    }

    fn take(&mut self, slot: usize, number: usize, end: u32) {
        self.map[slot] = Slot(number as u32);
        self.free[number] = false;
        self.ends.entry(end).or_default().push(number);
    }
}

#[cfg(test)]
mod tests;
