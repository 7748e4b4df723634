//! How much can run at the same time.

use crate::plan::Plan;

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
            memory: free_memory().unwrap_or(u64::MAX),
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

/// Free memory, of the machine or of the control group that we are in.
fn free_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = info
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    let machine = kilobytes * 1024;
    Some(group_memory().map_or(machine, |group| group.min(machine)))
}

fn group_memory() -> Option<u64> {
    let number = |name: &str| -> Option<u64> {
        let text = std::fs::read_to_string(format!("/sys/fs/cgroup/{name}")).ok()?;
        text.trim().parse().ok()
    };
    number("memory.max")?.checked_sub(number("memory.current")?)
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
