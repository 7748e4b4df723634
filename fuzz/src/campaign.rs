//! Many comparisons, several at a time, with a table at the end.

use crate::{Comparison, Error};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A comparison for each seed.
pub trait Check: Sync {
    /// Compares the program of `seed`; `folder` is empty, exists, and is this seed's alone.
    fn check(&self, seed: u64, folder: &Path) -> Result<Comparison, Error>;
}

/// How often each verdict was given, and what is worth a look.
#[derive(Debug, Default)]
pub struct Tally {
    pub equal: u64,
    pub different: Vec<(u64, String)>,
    pub skipped: Vec<(u64, String)>,
    pub unsupported: Vec<(u64, String)>,
}

impl Tally {
    fn count(&mut self, seed: u64, verdict: Comparison) {
        match verdict {
            Comparison::Equal => self.equal += 1,
            Comparison::Different(how) => self.different.push((seed, how)),
            Comparison::Skipped(why) => self.skipped.push((seed, why)),
            Comparison::Unsupported(what) => self.unsupported.push((seed, what)),
        }
    }

    pub fn total(&self) -> u64 {
        self.equal + (self.different.len() + self.skipped.len() + self.unsupported.len()) as u64
    }

    fn sort(&mut self) {
        self.different.sort();
        self.skipped.sort();
        self.unsupported.sort();
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = [
            ("different", &self.different),
            ("unsupported", &self.unsupported),
            ("skipped", &self.skipped),
        ];
        for (name, group) in groups {
            for (seed, text) in group {
                writeln!(f, "{name} seed {seed}: {text}")?;
            }
        }
        let (different, unsupported, skipped) = (
            self.different.len(),
            self.unsupported.len(),
            self.skipped.len(),
        );
        writeln!(
            f,
            "| programs | equal | different | unsupported | skipped |"
        )?;
        writeln!(f, "|---|---|---|---|---|")?;
        write!(
            f,
            "| {} | {} | {different} | {unsupported} | {skipped} |",
            self.total(),
            self.equal
        )
    }
}

/// Where programs go, and how the campaign is carried out.
#[derive(Debug)]
pub struct Plan {
    pub seeds: Range<u64>,
    pub jobs: usize,
    /// Programs that were not equal stay here, one folder per seed.
    pub keep: PathBuf,
}

/// Checks all seeds; `progress` hears of each verdict when it is known.
pub fn run(
    plan: &Plan,
    check: &dyn Check,
    progress: &(dyn Fn(u64, &Comparison) + Sync),
) -> Result<Tally, Error> {
    std::fs::create_dir_all(&plan.keep).map_err(Error::file(&plan.keep))?;
    let next = AtomicU64::new(plan.seeds.start);
    let result = Mutex::new(Ok(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= plan.seeds.end {
                        return;
                    }
                    let verdict = one(plan, check, seed);
                    let mut result = result
                        .lock()
                        .unwrap_or_else(|poisoned| poisoned.into_inner());
                    match (&mut *result, verdict) {
                        (Ok(tally), Ok(verdict)) => {
                            progress(seed, &verdict);
                            tally.count(seed, verdict);
                        }
                        (Err(_), _) => return,
                        (place, Err(error)) => {
                            *place = Err(error);
                            return;
                        }
                    }
                }
            });
        }
    });
    let mut tally = result
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())?;
    tally.sort();
    Ok(tally)
}

fn one(plan: &Plan, check: &dyn Check, seed: u64) -> Result<Comparison, Error> {
    let folder = plan.keep.join(format!("seed-{seed}"));
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
    }
    std::fs::create_dir(&folder).map_err(Error::file(&folder))?;
    let verdict = check.check(seed, &folder)?;
    match &verdict {
        Comparison::Different(text) | Comparison::Unsupported(text) => {
            let path = folder.join("verdict.txt");
            std::fs::write(&path, format!("{text}\n")).map_err(Error::file(&path))?;
        }
        Comparison::Equal | Comparison::Skipped(_) => {
            std::fs::remove_dir_all(&folder).map_err(Error::file(&folder))?;
        }
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct ByRemainder;

    impl Check for ByRemainder {
        fn check(&self, seed: u64, folder: &Path) -> Result<Comparison, Error> {
            let path = folder.join("program.c");
            std::fs::write(&path, "int x;").map_err(Error::file(&path))?;
            Ok(match seed % 4 {
                0 => Comparison::Equal,
                1 => Comparison::Different("one".into()),
                2 => Comparison::Skipped("two".into()),
                _ => Comparison::Unsupported("three".into()),
            })
        }
    }

    #[test]
    fn counts_and_keeps_what_is_not_equal() {
        let keep = tempfile::tempdir().expect("a temporary folder");
        let plan = Plan {
            seeds: 4..12,
            jobs: 3,
            keep: keep.path().join("kept"),
        };
        let tally = run(&plan, &ByRemainder, &|_, _| {}).expect("nothing fails");
        assert_eq!((tally.equal, tally.total()), (2, 8));
        assert_eq!(tally.different, [(5, "one".into()), (9, "one".into())]);
        let mut kept: Vec<_> = std::fs::read_dir(&plan.keep)
            .expect("it was made")
            .map(|entry| {
                entry
                    .expect("readable")
                    .file_name()
                    .into_string()
                    .expect("ASCII")
            })
            .collect();
        kept.sort();
        assert_eq!(kept, ["seed-11", "seed-5", "seed-7", "seed-9"]);
        assert!(tally.to_string().ends_with("| 8 | 2 | 2 | 2 | 2 |"));
    }
}
