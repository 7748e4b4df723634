//! Keeping the process below its limit of memory.

use crate::OnMemoryCap;
use crate::coordinator::{Coordinator, Droppable};
use crate::run::Shared;
use crate::run::{LOOK_AT_MEMORY, resident_bytes};
use pleach_interp::{End, State};
use std::sync::atomic::Ordering::Relaxed;

/// With fewer terms than this, memory is not short because of them.
const WORTH_SWEEPING: usize = 1 << 16;

/// What has to be done about memory now.
enum Measure {
    Nothing,
    /// States that are no longer in the pool.
    Dropped(Vec<(Box<State>, End)>),
}

impl Shared<'_> {
    /// Acts when the process has outgrown its limit. What states leave free is used
    /// again, but not given back to the system at once, so the process counts as full
    /// again when there are nearly as many states or it has grown further.
    pub fn keep_memory_limit(&self) {
        let Some(limit) = self.setup.options.limits.memory else {
            return;
        };
        let used = resident_bytes();
        // Whoever holds it for long must not keep us from the clock.
        let Some(mut coordinator) = self.coordinator.try_lock_for(LOOK_AT_MEMORY) else {
            return;
        };
        let measure = self.measure(&mut coordinator, used, limit);
        drop(coordinator);
        if let Measure::Dropped(dropped) = measure {
            self.end_dropped(dropped);
            self.coordinator.lock().dropping -= 1;
            self.changed.notify_all();
        }
    }

    fn measure(&self, coordinator: &mut Coordinator, used: u64, limit: u64) -> Measure {
        let states = coordinator.pool.len();
        if self.forks_inhibited.load(Relaxed) {
            if used <= limit || states < coordinator.full_at / 10 * 9 {
                self.forks_inhibited.store(false, Relaxed);
            }
            return Measure::Nothing;
        }
        let full = used > coordinator.outgrown || states >= coordinator.full_at;
        if used <= limit || !full || coordinator.dropping > 0 {
            return Measure::Nothing;
        }
        coordinator.outgrown = used + limit / 50;
        coordinator.sweep_at = coordinator.sweep_at.min(WORTH_SWEEPING);
        let dropped = match self.setup.options.limits.on_memory_cap {
            OnMemoryCap::Inhibit => Vec::new(),
            OnMemoryCap::Discard => {
                let which = Droppable::CoveringNothingNew;
                coordinator.drop_states(states / 4, which, "memory limit")
            }
        };
        if dropped.is_empty() {
            coordinator.full_at = states;
            self.forks_inhibited.store(true, Relaxed);
            return Measure::Nothing;
        }
        coordinator.full_at = states / 20 * 19;
        coordinator.dropping += 1;
        Measure::Dropped(dropped)
    }
}
