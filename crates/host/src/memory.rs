use procfs::process::Process;
use procfs::{Current, Meminfo, ProcessCGroup};
use std::fs;
use std::path::Path;

/// Memory of the machine, or of the control group that we are in, if that has less.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    pub all: u64,
    pub free: u64,
}

impl Memory {
    /// None where the system does not tell.
    pub fn of_machine() -> Option<Memory> {
        let info = Meminfo::current().ok()?;
        let machine = Memory {
            all: info.mem_total,
            free: info.mem_available?,
        };
        let groups = Process::myself().and_then(|this| this.cgroups());
        let groups = groups.map_or_else(|_| Vec::new(), |groups| groups.0);
        Some(machine.within_groups(&groups, Path::new("/sys/fs/cgroup")))
    }

    /// A group's limit holds for all groups below it: each on the way up is asked.
    fn within_groups(self, groups: &[ProcessCGroup], mounts: &Path) -> Memory {
        let mut memory = self;
        for group in groups {
            let Some(files) = GroupFiles::of(&group.controllers) else {
                continue;
            };
            let group = Path::new(group.pathname.trim_start_matches('/'));
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
    /// By the controllers of a group; none where memory is not among them.
    fn of(controllers: &[String]) -> Option<&'static GroupFiles> {
        // The second version has one group for all controllers, and names none.
        if controllers.iter().all(String::is_empty) {
            return Some(&SECOND);
        }
        let has_memory = controllers.iter().any(|name| name == "memory");
        has_memory.then_some(&FIRST)
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

    const MACHINE: Memory = Memory {
        all: 16 << 30,
        free: 10 << 30,
    };

    fn group_of(controllers: &[&str], path: &str) -> ProcessCGroup {
        ProcessCGroup {
            hierarchy: 0,
            controllers: controllers.iter().map(|name| name.to_string()).collect(),
            pathname: path.to_owned(),
        }
    }

    /// A group of the second version.
    fn unified(path: &str) -> ProcessCGroup {
        group_of(&[""], path)
    }

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
        let memory = MACHINE.within_groups(&[unified("/a/b")], mounts.path());
        assert_eq!(memory.all, 8 << 30);
        // What is only kept of files is free.
        assert_eq!(memory.free, (3 << 30) + 1024);
        assert_eq!(
            MACHINE.within_groups(&[unified("/c")], mounts.path()),
            MACHINE
        );
    }

    #[test]
    fn groups_of_the_first_version() {
        let mounts = tempfile::tempdir().unwrap();
        let files = [
            ("memory.limit_in_bytes", "4294967296\n".to_owned()),
            ("memory.usage_in_bytes", "5000000000\n".to_owned()),
        ];
        group(&mounts.path().join("memory/a"), &files);
        let cpu = group_of(&["cpu"], "/a");
        let groups = [
            cpu.clone(),
            group_of(&["hugetlb", "memory"], "/a"),
            unified("/"),
        ];
        let memory = MACHINE.within_groups(&groups, mounts.path());
        assert_eq!((memory.all, memory.free), (4 << 30, 0));
        let memory = MACHINE.within_groups(&[cpu], mounts.path());
        assert_eq!(memory, MACHINE);
    }

    #[test]
    fn the_machine_tells() {
        let memory = Memory::of_machine().expect("Linux");
        assert!(0 < memory.free && memory.free <= memory.all);
    }
}
