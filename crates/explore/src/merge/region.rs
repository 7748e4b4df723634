//! Regions: sets of states that parted at one place and may meet at another.

use super::place::{Awaited, Place};
use super::{Batch, Floor};
use pleach_interp::{State, StateId};
use pleach_ir::Module;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Counts up: a region that was opened inside of another one comes behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct RegionId(u64);

struct Region {
    /// None where the program itself says when a state has arrived.
    place: Option<Place>,
    /// Those that have not arrived.
    inside: BTreeSet<StateId>,
    waiting: Vec<StateId>,
    forks: u32,
}

/// Says whether two states that wait at the same place are to be joined; an error counts as a reason.
pub(super) type MayJoin<'a> = &'a dyn Fn(&State, &State) -> Result<(), &'static str>;

pub(super) struct Regions {
    module: Arc<Module>,
    patience: u32,
    open: BTreeMap<RegionId, Region>,
    /// The regions that each state is in, the innermost last.
    of_state: FxHashMap<StateId, Vec<RegionId>>,
    /// States that wait in some region: in those around it they are still inside.
    held: FxHashSet<StateId>,
    /// States whose region was closed where they stand: a region around it may meet there as well.
    released: Vec<StateId>,
    next: u64,
}

impl Regions {
    pub fn new(module: Arc<Module>, patience: u32) -> Regions {
        Regions {
            module,
            patience,
            open: BTreeMap::new(),
            of_state: FxHashMap::default(),
            held: FxHashSet::default(),
            released: Vec::new(),
            next: 0,
        }
    }

    fn list(&self, state: StateId) -> &[RegionId] {
        self.of_state.get(&state).map_or(&[], Vec::as_slice)
    }

    /// Those that forked off are in the regions of their parent; a parent that is gone leaves them.
    /// States that may not even exist are waited for by nobody.
    pub fn follow(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>) {
        let regions = self.list(batch.parent).to_vec();
        for &id in batch.forked {
            let is_certain = |s: &State| s.standing.open_question.is_none();
            if floor.state(id).is_some_and(is_certain) {
                self.enter(id, &regions);
            }
        }
        for region in &regions {
            if let Some(region) = self.open.get_mut(region) {
                region.forks += batch.forked.len() as u32;
            }
        }
        if floor.state(batch.parent).is_none() {
            self.remove(batch.parent, floor);
        }
        for id in everyone(batch) {
            self.leave_returned(id, floor);
        }
        self.lose_patience(&regions, floor);
    }

    fn enter(&mut self, state: StateId, regions: &[RegionId]) {
        for region in regions {
            if let Some(region) = self.open.get_mut(region) {
                region.inside.insert(state);
            }
        }
        if !regions.is_empty() {
            self.of_state.entry(state).or_default().extend(regions);
        }
    }

    /// States of this batch meet at this place, or wherever the program says.
    pub fn open(&mut self, batch: &Batch<'_>, place: Option<Place>, floor: &Floor<'_>) {
        let is_inside = |id: &StateId| {
            let state = floor.state(*id);
            state.is_some_and(|s| s.standing.open_question.is_none())
        };
        let states: Vec<StateId> = everyone(batch).filter(is_inside).collect();
        let known = states.first().map_or(&[][..], |id| self.list(*id));
        let mut known = known.iter().filter_map(|region| self.open.get(region));
        if place.is_some() && (states.len() < 2 || known.any(|region| region.place == place)) {
            return;
        }
        let id = RegionId(self.next);
        self.next += 1;
        let region = Region {
            place,
            inside: BTreeSet::new(),
            waiting: Vec::new(),
            forks: 0,
        };
        self.open.insert(id, region);
        states.iter().for_each(|state| self.enter(*state, &[id]));
    }

    /// States of this batch that stand where others wait for them wait as well, or are joined.
    pub fn arrive_all(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>, may_join: MayJoin<'_>) {
        for id in everyone(batch) {
            self.arrive_if_there(id, floor, may_join);
        }
        while let Some(id) = self.released.pop() {
            self.arrive_if_there(id, floor, may_join);
        }
    }

    fn arrive_if_there(&mut self, id: StateId, floor: &mut Floor<'_>, may_join: MayJoin<'_>) {
        let Some(state) = floor.state(id) else {
            return;
        };
        let here = Place::of(&self.module, state);
        let place_of = |region: &RegionId| self.open.get(region).and_then(|r| r.place);
        let at = self
            .list(id)
            .iter()
            .rposition(|r| here.is_some() && place_of(r) == here);
        match at {
            Some(at) => self.arrive(id, at, floor, may_join),
            None => self.write_down(id, floor),
        }
    }

    /// The program says that the state has come to where the innermost of its regions meets.
    pub fn arrive_by_word(&mut self, id: StateId, floor: &mut Floor<'_>, may_join: MayJoin<'_>) {
        if let Some(at) = self.list(id).len().checked_sub(1) {
            self.arrive(id, at, floor, may_join);
        }
    }

    /// A state has come to where a region of its list meets.
    fn arrive(&mut self, id: StateId, at: usize, floor: &mut Floor<'_>, may_join: MayJoin<'_>) {
        let region = self.list(id)[at];
        // It went past where the regions inside of this one meet.
        let inner: Vec<RegionId> = self.list(id)[at + 1..].into();
        for region in inner {
            self.leave(id, region, floor);
        }
        let Some(open) = self.open.get_mut(&region) else {
            return;
        };
        open.inside.remove(&id);
        let left = self.join_with_waiting(id, region, floor, may_join);
        if let (Some(id), Some(open)) = (left, self.open.get_mut(&region)) {
            open.waiting.push(id);
            self.held.insert(id);
            floor.hold(id);
        }
        if self.open.get(&region).is_some_and(|r| r.inside.is_empty()) {
            self.close(region, floor);
        }
    }

    /// The state, if nobody that waits could be joined with it.
    fn join_with_waiting(
        &mut self,
        id: StateId,
        region: RegionId,
        floor: &mut Floor<'_>,
        may_join: MayJoin<'_>,
    ) -> Option<StateId> {
        let waiting = self.open.get(&region)?.waiting.clone();
        for other in waiting {
            let wanted = match (floor.state(other), floor.state(id)) {
                (Some(a), Some(b)) => may_join(a, b),
                _ => continue,
            };
            if let Err(reason) = wanted {
                floor.totals.tried += 1;
                floor.refuse(reason);
                continue;
            }
            if floor.join(other, id).is_ok() {
                self.forget(id);
                return None;
            }
        }
        Some(id)
    }

    /// A state is part of another one, which is in the same regions.
    fn forget(&mut self, gone: StateId) {
        for region in self.of_state.remove(&gone).unwrap_or_default() {
            if let Some(region) = self.open.get_mut(&region) {
                region.inside.remove(&gone);
            }
        }
    }

    /// Nobody waits for anybody in this region any longer.
    fn close(&mut self, region: RegionId, floor: &mut Floor<'_>) {
        let Some(closed) = self.open.remove(&region) else {
            return;
        };
        for id in closed.inside.iter().chain(&closed.waiting) {
            if let Some(list) = self.of_state.get_mut(id) {
                list.retain(|other| *other != region);
            }
            self.write_down(*id, floor);
        }
        for id in closed.waiting {
            self.held.remove(&id);
            floor.release(id);
            self.released.push(id);
        }
    }

    /// A state is not waited for in a region any longer.
    fn leave(&mut self, id: StateId, region: RegionId, floor: &mut Floor<'_>) {
        if let Some(list) = self.of_state.get_mut(&id) {
            list.retain(|other| *other != region);
        }
        if let Some(open) = self.open.get_mut(&region) {
            open.inside.remove(&id);
            open.waiting.retain(|other| *other != id);
            if open.inside.is_empty() {
                self.close(region, floor);
            }
        }
    }

    /// Leaves the regions that meet in frames which the state has returned from.
    fn leave_returned(&mut self, id: StateId, floor: &mut Floor<'_>) {
        let Some(depth) = floor.state(id).map(|state| state.stack.depth()) else {
            return;
        };
        let is_left = |region: &&RegionId| {
            let place = self.open.get(region).and_then(|r| r.place);
            place.is_some_and(|place| place.depth > depth)
        };
        for region in self
            .list(id)
            .iter()
            .filter(is_left)
            .copied()
            .collect::<Vec<_>>()
        {
            self.leave(id, region, floor);
        }
    }

    pub fn remove(&mut self, gone: StateId, floor: &mut Floor<'_>) {
        for region in self.list(gone).to_vec() {
            self.leave(gone, region, floor);
        }
        self.of_state.remove(&gone);
        self.held.remove(&gone);
    }

    fn lose_patience(&mut self, regions: &[RegionId], floor: &mut Floor<'_>) {
        for region in regions {
            if self
                .open
                .get(region)
                .is_some_and(|r| r.forks > self.patience)
            {
                self.close(*region, floor);
            }
        }
    }

    pub fn release_all(&mut self, floor: &mut Floor<'_>) {
        let open: Vec<RegionId> = self.open.keys().copied().collect();
        for region in open {
            self.close(region, floor);
        }
    }

    /// A state that others wait for and that does not wait itself, of the region that was opened last.
    pub fn next(&self, floor: &Floor<'_>) -> Option<StateId> {
        let mut regions = self.open.values().rev();
        let can_run = |id: &&StateId| floor.state(**id).is_some() && !self.held.contains(*id);
        regions.find_map(|region| region.inside.iter().find(can_run).copied())
    }

    /// Tells the state's tracer where others wait for it.
    fn write_down(&self, id: StateId, floor: &mut Floor<'_>) {
        let regions = self.list(id).iter().filter_map(|r| self.open.get(r));
        let places: Vec<Place> = regions.filter_map(|region| region.place).collect();
        if let Some(awaited) = floor.note::<Awaited>(id) {
            awaited.0 = places;
        }
    }
}

fn everyone<'a>(batch: &Batch<'a>) -> impl Iterator<Item = StateId> + use<'a> {
    std::iter::once(batch.parent).chain(batch.forked.iter().copied())
}
