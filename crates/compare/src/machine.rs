//! How much can run at the same time.

use crate::plan::Plan;
use pleach_host::Memory;

/// What a run takes besides what `--max-memory` counts: the program's tables, a second solver.
const BESIDES: u64 = 300 << 20;

/// What is there to be shared by the runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    pub cores: usize,
    pub memory: u64,
    pub runs: usize,
}

impl Room {
    pub fn of_machine(plan: &Plan) -> Room {
        Room {
            cores: std::thread::available_parallelism().map_or(1, |n| n.get()),
            memory: Memory::of_machine().map_or(u64::MAX, |memory| memory.free),
            runs: plan.at_once.unwrap_or(usize::MAX).max(1),
        }
    }

    /// What is left when this run has taken its part; none when it has to wait.
    pub fn minus(self, jobs: usize, memory: u64) -> Option<Room> {
        Some(Room {
            cores: self.cores.checked_sub(jobs)?,
            memory: self.memory.checked_sub(memory.saturating_add(BESIDES))?,
            runs: self.runs.checked_sub(1)?,
        })
    }

    pub fn plus(self, jobs: usize, memory: u64) -> Room {
        Room {
            cores: self.cores + jobs,
            memory: self.memory.saturating_add(memory.saturating_add(BESIDES)),
            runs: self.runs.saturating_add(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_waits_for_cores_and_for_memory() {
        let room = Room {
            cores: 4,
            memory: 8 << 30,
            runs: 3,
        };
        let left = room.minus(1, 1 << 30).unwrap();
        assert_eq!(left.cores, 3);
        assert_eq!(left.plus(1, 1 << 30), room);
        assert!(room.minus(5, 1 << 30).is_none());
        assert!(room.minus(1, 8 << 30).is_none());
        assert!(Room { runs: 0, ..room }.minus(1, 0).is_none());
    }
}
