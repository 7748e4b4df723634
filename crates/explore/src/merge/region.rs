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

#[derive(Default)]
struct Region {
    /// None where the program itself says when a state has arrived.
    place: Option<Place>,
    /// Those that have not arrived.
    inside: BTreeSet<StateId>,
    waiting: Vec<StateId>,
    /// Of those that wait.
    kinds: Vec<u64>,
    forks: u32,
    joins: u32,
    /// Where those that were not joined here are to meet again.
    later: Option<Place>,
    /// Those that have not left the place yet since they were to come there once more.
    leaving: BTreeSet<StateId>,
    /// How often the states that parted here have met before, in a row, without a join.
    in_vain: u32,
}

/// How often states meet without a join until they do not wait for each other any longer.
const MOST_IN_VAIN: u32 = 4;

/// A state that comes is not compared with more that wait already.
const MOST_TRIES: usize = 2;

/// What became of two states that met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The first one stands for both.
    Joined,
    Apart,
    /// They are to meet again at this place.
    Later(Place),
}

/// Says what becomes of two states that wait at the same place, and joins them if they are to be joined.
pub(super) trait Judge {
    /// Whether states are to wait for each other at a place.
    fn is_worth(&self, _place: Place) -> bool {
        true
    }

    /// States of different kinds are not joined where they stand now.
    fn kind(&mut self, _state: StateId, _floor: &Floor<'_>) -> u64 {
        0
    }

    fn meet(&mut self, waiting: StateId, arrived: StateId, floor: &mut Floor<'_>) -> Verdict;
}

/// Joins all states that this function does not refuse; an error counts as a reason.
pub(super) struct Unless<F>(pub F);

impl<F: Fn(&State, &State) -> Result<(), &'static str>> Judge for Unless<F> {
    fn meet(&mut self, waiting: StateId, arrived: StateId, floor: &mut Floor<'_>) -> Verdict {
        let wanted = match (floor.state(waiting), floor.state(arrived)) {
            (Some(a), Some(b)) => self.0(a, b),
            _ => return Verdict::Apart,
        };
        if let Err(reason) = wanted {
            floor.totals.tried += 1;
            floor.refuse(reason);
            return Verdict::Apart;
        }
        match floor.join(waiting, arrived) {
            Ok(()) => Verdict::Joined,
            Err(_) => Verdict::Apart,
        }
    }
}

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
    /// Where those that were not joined at a place were last to meet again.
    laters: FxHashMap<Place, Place>,
    /// What came of meetings, by place, where barren places are to be avoided.
    harvest: Option<FxHashMap<Place, Harvest>>,
}

#[derive(Default)]
struct Harvest {
    meetings: u32,
    /// Pairs of states that were looked at.
    tries: u32,
    joins: u32,
}

impl Harvest {
    /// Nearly all waiting there was for nothing.
    fn is_barren(&self) -> bool {
        self.meetings >= 32 && self.joins < self.meetings / 4
    }

    /// It is not worth it to wait for those who are on their way either.
    fn is_desert(&self) -> bool {
        self.tries >= 64 && self.joins < self.tries / 64
    }
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
            laters: FxHashMap::default(),
            harvest: None,
        }
    }

    /// From now on nobody waits where hardly anybody was ever joined.
    pub fn avoid_barren_places(&mut self) {
        self.harvest = Some(FxHashMap::default());
    }

    fn harvest_at(&self, place: Place) -> Option<&Harvest> {
        self.harvest.as_ref().and_then(|all| all.get(&place))
    }

    fn is_barren(&self, place: Place) -> bool {
        self.harvest_at(place).is_some_and(Harvest::is_barren)
    }

    fn is_desert(&self, place: Place) -> bool {
        self.harvest_at(place).is_some_and(Harvest::is_desert)
    }

    fn note_meeting(&mut self, region: RegionId, joined: bool) {
        if let Some(harvest) = self.harvest_of(region) {
            harvest.meetings += 1;
            harvest.joins += u32::from(joined);
        }
    }

    fn harvest_of(&mut self, region: RegionId) -> Option<&mut Harvest> {
        let place = self.open.get(&region)?.place?;
        Some(self.harvest.as_mut()?.entry(place).or_default())
    }

    fn list(&self, state: StateId) -> &[RegionId] {
        self.of_state.get(&state).map_or(&[], Vec::as_slice)
    }

    /// Those that forked off are in the regions of their parent; a parent that is gone leaves them.
    /// States that may not even exist are waited for by nobody.
    pub fn follow(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>) {
        let regions = self.list(batch.parent).to_vec();
        for region in &regions {
            if let Some(region) = self.open.get_mut(region) {
                region.leaving.remove(&batch.parent);
            }
        }
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
        if place.is_some_and(|place| self.is_barren(place)) {
            return;
        }
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
        let region = Region {
            place,
            ..Region::default()
        };
        self.add(region, &states);
    }

    /// A region that these states are in from now on.
    fn add(&mut self, region: Region, states: &[StateId]) {
        let id = RegionId(self.next);
        self.next += 1;
        self.open.insert(id, region);
        states.iter().for_each(|state| self.enter(*state, &[id]));
    }

    /// States of this batch that stand where others wait for them wait as well, or are joined.
    pub fn arrive_all(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>, judge: &mut dyn Judge) {
        for id in everyone(batch) {
            self.arrive_if_there(id, floor, judge);
        }
        while let Some(id) = self.released.pop() {
            self.arrive_if_there(id, floor, judge);
        }
    }

    fn arrive_if_there(&mut self, id: StateId, floor: &mut Floor<'_>, judge: &mut dyn Judge) {
        let Some(state) = floor.state(id) else {
            return;
        };
        let here = Place::of(&self.module, state);
        let place_of = |region: &RegionId| {
            let open = self.open.get(region);
            let open = open.filter(|region| !region.leaving.contains(&id));
            open.and_then(|region| region.place)
        };
        let at = self
            .list(id)
            .iter()
            .rposition(|r| here.is_some() && place_of(r) == here);
        match at {
            Some(at) => self.arrive(id, at, floor, judge),
            None => self.write_down(id, floor),
        }
    }

    /// The program says that the state has come to where the innermost of its regions meets.
    pub fn arrive_by_word(&mut self, id: StateId, floor: &mut Floor<'_>, judge: &mut dyn Judge) {
        if let Some(at) = self.list(id).len().checked_sub(1) {
            self.arrive(id, at, floor, judge);
        }
    }

    /// A state has come to where a region of its list meets.
    fn arrive(&mut self, id: StateId, at: usize, floor: &mut Floor<'_>, judge: &mut dyn Judge) {
        let region = self.list(id)[at];
        // It went past where the regions inside of this one meet.
        let inside = self.list(id)[at + 1..].to_vec();
        for inner in inside {
            self.leave(id, inner, floor);
        }
        let place = self.open.get(&region).and_then(|open| open.place);
        if place.is_some_and(|place| self.is_desert(place)) {
            // That was not known when the states parted.
            self.close(region, floor);
            self.released.push(id);
            return;
        }
        let Some(open) = self.open.get_mut(&region) else {
            return;
        };
        open.inside.remove(&id);
        let kind = judge.kind(id, floor);
        let is_alone = open.waiting.is_empty();
        let left = self.join_with_waiting((id, kind), region, floor, judge);
        if !is_alone {
            self.note_meeting(region, left.is_none());
        }
        if let (Some(id), Some(open)) = (left, self.open.get_mut(&region)) {
            open.waiting.push(id);
            open.kinds.push(kind);
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
        (id, kind): (StateId, u64),
        region: RegionId,
        floor: &mut Floor<'_>,
        judge: &mut dyn Judge,
    ) -> Option<StateId> {
        let open = self.open.get(&region)?;
        let others = open.waiting.iter().zip(&open.kinds);
        let mut others: Vec<(StateId, u64)> = others.map(|(id, kind)| (*id, *kind)).collect();
        // One of another kind is asked about as well: where they are to meet again.
        others.sort_by_key(|(_, other)| *other != kind);
        let alike = others.iter().filter(|(_, other)| *other == kind).count();
        let known = open
            .place
            .and_then(|place| self.laters.get(&place))
            .copied();
        others.truncate((alike + usize::from(known.is_none())).min(MOST_TRIES));
        if let (Some(open), Some(_)) = (self.open.get_mut(&region), known) {
            open.later = open.later.or(known);
        }
        for (other, _) in others {
            if let Some(harvest) = self.harvest_of(region) {
                harvest.tries += 1;
            }
            let verdict = judge.meet(other, id, floor);
            let open = self.open.get_mut(&region)?;
            match verdict {
                Verdict::Joined => {
                    open.joins += 1;
                    self.forget(id);
                    return None;
                }
                Verdict::Later(place) => {
                    open.later = Some(place);
                    let here = open.place;
                    here.map(|here| self.laters.insert(here, place));
                }
                Verdict::Apart => {}
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
        }
        self.meet_later(&closed);
        for id in closed.inside.iter().chain(&closed.waiting) {
            self.write_down(*id, floor);
        }
        for id in closed.waiting {
            self.held.remove(&id);
            floor.release(id);
            self.released.push(id);
        }
    }

    /// States that were not joined where they met may be joined where they meet next.
    fn meet_later(&mut self, closed: &Region) {
        let in_vain = match closed.joins {
            0 => closed.in_vain + 1,
            _ => 0,
        };
        let is_barren = closed.later.is_none_or(|place| self.is_barren(place));
        if is_barren || closed.waiting.len() < 2 || in_vain > MOST_IN_VAIN {
            return;
        }
        let region = Region {
            place: closed.later,
            in_vain,
            leaving: closed.waiting.iter().copied().collect(),
            ..Region::default()
        };
        self.add(region, &closed.waiting);
    }

    /// A state is not waited for in a region any longer.
    fn leave(&mut self, id: StateId, region: RegionId, floor: &mut Floor<'_>) {
        if let Some(list) = self.of_state.get_mut(&id) {
            list.retain(|other| *other != region);
        }
        if let Some(open) = self.open.get_mut(&region) {
            open.inside.remove(&id);
            if let Some(at) = open.waiting.iter().position(|other| *other == id) {
                open.waiting.remove(at);
                open.kinds.remove(at);
            }
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
