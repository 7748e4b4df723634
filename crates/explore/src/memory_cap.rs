//! Keeping the process below its limit of memory.

use crate::OnMemoryCap;
use crate::coordinator::{Coordinator, Droppable, DroppedState};
use crate::run::{LOOK_AT_MEMORY, Shared};
use parking_lot::MutexGuard;
use pleach_host::resident_bytes;
use std::sync::atomic::Ordering::Relaxed;

/// With fewer terms than this, memory is not short because of them.
const WORTH_SWEEPING: usize = 1 << 16;

/// A state whose heap is larger than this part of the limit goes before all others.
const LARGE_PART: u64 = 16;

const REASON: &str = "memory limit";

/// How far the process is above its limit. What grows may be something else than states (terms, a
/// solver's instance), and the allocator gives little back while every page still holds something:
/// the further above, the more states go, and the less growth is waited for before the next ones go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pressure {
    /// Within what is kept free for new states.
    Full,
    /// Nearly at a tenth above the limit, which is never reached.
    High,
}

impl Pressure {
    fn of(used: u64, limit: u64) -> Pressure {
        match used > limit + limit / 25 {
            true => Pressure::High,
            false => Pressure::Full,
        }
    }

    /// One in so many states goes.
    fn share(self) -> usize {
        match self {
            Pressure::Full => 4,
            Pressure::High => 2,
        }
    }

    /// The part of the limit by which the process may grow until it counts as full again.
    fn growth(self) -> u64 {
        match self {
            Pressure::Full => 50,
            Pressure::High => 400,
        }
    }
}

impl Shared<'_> {
    /// Sees whether the process has outgrown its limit. What states leave free is used
    /// again, but not given back to the system at once, so the process counts as full
    /// again when there are nearly as many states or it has grown further.
    pub fn keep_memory_limit(&self) {
        let Some(limit) = self.task.options.limits.memory else {
            return;
        };
        let used = resident_bytes();
        self.tell_room(used, limit);
        // Whoever holds it for long must not keep us from the clock.
        if let Some(mut coordinator) = self.coordinator.try_lock_for(LOOK_AT_MEMORY) {
            self.measure(&mut coordinator, used, limit);
        }
    }

    fn tell_room(&self, used: u64, limit: u64) {
        let room = (limit + limit / 20).saturating_sub(used);
        self.room.store(room, Relaxed);
    }

    /// Before the run. Says so if the limit is less than what the process takes without any states.
    pub fn check_memory_limit(&self) {
        let Some(limit) = self.task.options.limits.memory else {
            return;
        };
        let used = resident_bytes();
        self.tell_room(used, limit);
        if used <= limit {
            return;
        }
        let text = format!(
            "the limit of memory ({} MB) is less than what is taken before the first instruction ({} MB)",
            limit >> 20,
            used >> 20
        );
        self.observers.warning(&text);
    }

    fn measure(&self, coordinator: &mut Coordinator, used: u64, limit: u64) {
        let states = coordinator.pool.len();
        let is_inhibited = self.forks_inhibited.load(Relaxed);
        if used <= limit || is_inhibited && states < coordinator.full_again_at_states / 10 * 9 {
            self.forks_inhibited.store(false, Relaxed);
            return;
        }
        let many = states >= coordinator.full_again_at_states && !is_inhibited;
        let is_busy = coordinator.dropping > 0 || coordinator.pressure.is_some();
        if is_busy || !(many || used > coordinator.full_again_at_bytes) {
            return;
        }
        let pressure = Pressure::of(used, limit);
        coordinator.full_again_at_bytes = used + limit / pressure.growth();
        coordinator.sweep_at = coordinator.sweep_at.min(WORTH_SWEEPING);
        coordinator.pressure = Some(pressure);
    }

    /// Drops states if memory is short. A worker does it: to the allocator most of them are its own,
    /// and what another thread frees stays taken for long.
    pub fn make_room(&self, coordinator: &mut MutexGuard<'_, Coordinator>) {
        let Some(pressure) = coordinator.pressure.take() else {
            return;
        };
        let states = coordinator.pool.len();
        let dropped = self.drop_some(coordinator, pressure);
        if coordinator.pool.len() == states {
            coordinator.full_again_at_states = states;
            self.forks_inhibited.store(true, Relaxed);
            return;
        }
        coordinator.full_again_at_states = states / 20 * 19;
        coordinator.times_dropped += 1;
        coordinator.dropping += 1;
        MutexGuard::unlocked(coordinator, || self.end_dropped(dropped));
        coordinator.dropping -= 1;
        self.changed.notify_all();
    }

    fn drop_some(&self, coordinator: &mut Coordinator, pressure: Pressure) -> Vec<DroppedState> {
        if self.task.options.limits.on_memory_cap == OnMemoryCap::Inhibit {
            return Vec::new();
        }
        // One path that grows without end must not drive out all others.
        let limit = self.task.options.limits.memory.unwrap_or(u64::MAX);
        let dropped = coordinator.drop_large(limit / LARGE_PART, REASON);
        if !dropped.is_empty() {
            return dropped;
        }
        let states = coordinator.pool.len();
        let share = states.div_ceil(pressure.share());
        let which = Droppable::CoveringNothingNew;
        let dropped = coordinator.drop_states(share, which, REASON);
        if pressure == Pressure::Full || coordinator.pool.len() < states {
            return dropped;
        }
        // Somebody has to go on, even if it alone is too large.
        let share = share.min((states + coordinator.busy).saturating_sub(1));
        coordinator.drop_states(share, Droppable::All, REASON)
    }
}
