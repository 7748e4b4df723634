//! How much can run at the same time.

use crate::plan::Plan;
use std::fs;
use std::path::Path;

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

/// Memory of the machine, or of the control group that we are in, if that has less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    pub all: u64,
    pub free: u64,
}

impl Memory {
    /// None where the system does not tell.
    pub fn of_machine() -> Option<Memory> {
        let info = fs::read_to_string("/proc/meminfo").ok()?;
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let machine = Memory::of_info(&info)?;
        Some(machine.within_groups(&groups, Path::new("/sys/fs/cgroup")))
    }

    fn of_info(info: &str) -> Option<Memory> {
        let bytes = |name: &str| {
            let line = info.lines().find_map(|line| line.strip_prefix(name))?;
            let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
            kilobytes.checked_mul(1024)
        };
        Some(Memory {
            all: bytes("MemTotal:")?,
            free: bytes("MemAvailable:")?,
        })
    }

    /// A group's limit holds for all groups below it: each on the way up is asked.
    fn within_groups(self, groups: &str, mounts: &Path) -> Memory {
        let mut memory = self;
        for line in groups.lines() {
            let mut fields = line.splitn(3, ':').skip(1);
            let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else {
                continue;
            };
            let Some(files) = GroupFiles::of(controllers) else {
                continue;
            };
            let group = Path::new(group.trim_start_matches('/'));
            for mount in files.mounts {
                for above in group.ancestors() {
                    let folder = mounts.join(mount).join(above);
                    memory = files.read(&folder).map_or(memory, |of| memory.min(of));
                }
            }
        }
        memory
    }

    fn min(self, other: Memory) -> Memory {
        Memory {
            all: self.all.min(other.all),
            free: self.free.min(other.free),
        }
    }
}

/// What a version of control groups calls its files, and where it is mounted.
struct GroupFiles {
    mounts: &'static [&'static str],
    limit: &'static str,
    used: &'static str,
    /// Lines of `memory.stat`: what was read from files, and goes when room is needed.
    caches: [&'static str; 2],
}

const FIRST: GroupFiles = GroupFiles {
    mounts: &["memory"],
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    caches: ["total_inactive_file ", "total_active_file "],
};

const SECOND: GroupFiles = GroupFiles {
    mounts: &["", "unified"],
    limit: "memory.max",
    used: "memory.current",
    caches: ["inactive_file ", "active_file "],
};

impl GroupFiles {
    /// By the controllers of a line of `/proc/self/cgroup`; none where memory is not among them.
    fn of(controllers: &str) -> Option<&'static GroupFiles> {
        if controllers.is_empty() {
            return Some(&SECOND);
        }
        controllers
            .split(',')
            .any(|name| name == "memory")
            .then_some(&FIRST)
    }

    /// None where the group has no limit.
    fn read(&self, folder: &Path) -> Option<Memory> {
        let text = |name: &str| fs::read_to_string(folder.join(name)).ok();
        let number = |name: &str| -> Option<u64> { text(name)?.trim().parse().ok() };
        let all = number(self.limit)?;
        let stat = text("memory.stat").unwrap_or_default();
        let cache = |name: &&str| -> Option<u64> {
            let line = stat.lines().find_map(|line| line.strip_prefix(name))?;
            line.trim().parse().ok()
        };
        let caches: u64 = self.caches.iter().filter_map(cache).sum();
        let used = number(self.used)?.saturating_sub(caches);
        Some(Memory {
            all,
            free: all.saturating_sub(used),
        })
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

    const MACHINE: Memory = Memory {
        all: 16 << 30,
        free: 10 << 30,
    };

    /// Files with these numbers.
    fn group(folder: &Path, files: &[(&str, String)]) {
        fs::create_dir_all(folder).unwrap();
        for (name, text) in files {
            fs::write(folder.join(name), text).unwrap();
        }
    }

    #[test]
    fn a_group_above_limits_those_below() {
        let mounts = tempfile::tempdir().unwrap();
        let files = |limit: &str, used: u64| {
            [
                ("memory.max", format!("{limit}\n")),
                ("memory.current", format!("{used}\n")),
                (
                    "memory.stat",
                    "anon 7\ninactive_file 1000\nactive_file 24\n".to_owned(),
                ),
            ]
        };
        group(&mounts.path().join("a"), &files("8589934592", 5 << 30));
        group(&mounts.path().join("a/b"), &files("max", 1 << 30));
        let memory = MACHINE.within_groups("0::/a/b\n", mounts.path());
        assert_eq!(memory.all, 8 << 30);
        // What is only kept of files is free.
        assert_eq!(memory.free, (3 << 30) + 1024);
        assert_eq!(MACHINE.within_groups("0::/c\n", mounts.path()), MACHINE);
    }

    #[test]
    fn groups_of_the_first_version() {
        let mounts = tempfile::tempdir().unwrap();
        let files = [
            ("memory.limit_in_bytes", "4294967296\n".to_owned()),
            ("memory.usage_in_bytes", "5000000000\n".to_owned()),
        ];
        group(&mounts.path().join("memory/a"), &files);
        let groups = "5:cpu:/a\n4:hugetlb,memory:/a\n0::/\nnonsense\n";
        let memory = MACHINE.within_groups(groups, mounts.path());
        assert_eq!((memory.all, memory.free), (4 << 30, 0));
        let memory = MACHINE.within_groups("5:cpu:/a\n", mounts.path());
        assert_eq!(memory, MACHINE);
    }

    #[test]
    fn the_machine_tells() {
        let info = "MemTotal:       1000 kB\nMemFree:  1 kB\nMemAvailable:    600 kB\n";
        let memory = Memory::of_info(info).unwrap();
        assert_eq!((memory.all, memory.free), (1_024_000, 614_400));
        assert_eq!(Memory::of_info("MemTotal: 1 kB\n"), None);
    }
}
