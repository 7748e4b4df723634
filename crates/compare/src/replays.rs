//! Native coverage of the runs of a comparison, and of other engines' tests beside them.

use crate::CompareError;
use crate::branch::{read_lcov, write_lcov};
use crate::fingerprint::Fingerprint;
use crate::native::{Build, Limits, NativeCoverage, NativeError, Replayed, measure_until};
use crate::plan::{Plan, file_name};
use crate::record::write_whole;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

/// Tests that another engine wrote, under a name in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherTests {
    pub name: String,
    pub folder: PathBuf,
}

/// What is replayed on what.
#[derive(Debug, Clone)]
pub struct NativePlan {
    /// One per program of the plan.
    pub builds: Vec<Build>,
    pub others: Vec<OtherTests>,
    /// Of each test.
    pub limits: Limits,
}

/// The tests of one repeat of one row of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folder {
    pub program: usize,
    pub row: String,
    pub repeat: u32,
    pub path: PathBuf,
}

impl OtherTests {
    /// `NAME=DIR`, or `DIR`, whose name is then used.
    pub fn parse(text: &str) -> Result<OtherTests, CompareError> {
        let (name, folder) = named(text);
        if !folder.is_dir() {
            return Err(CompareError::BadValue(format!(
                "{}: no such folder",
                folder.display()
            )));
        }
        let own = || folder.file_name().unwrap_or_default().to_string_lossy();
        Ok(OtherTests {
            name: name.map_or_else(|| own().into_owned(), str::to_owned),
            folder,
        })
    }

    /// The folders with tests of a program, one per repeat.
    fn repeats(&self, plan: &Plan, program: usize) -> Result<Vec<PathBuf>, CompareError> {
        let below = self.folder.join(&plan.programs[program].name);
        let top = match () {
            () if below.is_dir() => below,
            () if plan.programs.len() == 1 => self.folder.clone(),
            () => return Ok(Vec::new()),
        };
        if !tests(&top)?.is_empty() {
            return Ok(vec![top]);
        }
        let mut repeats = Vec::new();
        for path in entries(&top)? {
            if path.is_dir() && !tests(&path)?.is_empty() {
                repeats.push(path);
            }
        }
        Ok(repeats)
    }
}

/// `NAME=PATH` taken apart.
pub fn named(text: &str) -> (Option<&str>, PathBuf) {
    match text.split_once('=') {
        Some((name, path)) if !name.contains('/') && !name.is_empty() => {
            (Some(name), PathBuf::from(path))
        }
        _ => (None, PathBuf::from(text)),
    }
}

/// What is in a folder, in the order of names.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, CompareError> {
    let unreadable = |source| CompareError::Unreadable {
        path: folder.to_owned(),
        source,
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        paths.push(entry.map_err(unreadable)?.path());
    }
    paths.sort();
    Ok(paths)
}

fn tests(folder: &Path) -> Result<Vec<PathBuf>, CompareError> {
    let mut paths = entries(folder)?;
    paths.retain(|path| path.extension() == Some(OsStr::new("ktest")));
    Ok(paths)
}

impl NativePlan {
    /// The program's builds from `[PROGRAM=]DIR` words.
    pub fn builds(plan: &Plan, words: &[String]) -> Result<Vec<Build>, CompareError> {
        let words: Vec<(Option<&str>, PathBuf)> = words.iter().map(|word| named(word)).collect();
        let build = |program: &crate::Program| {
            let mine = words.iter().find(|(name, _)| *name == Some(&program.name));
            let (_, folder) = mine
                .or_else(|| words.iter().find(|(name, _)| name.is_none()))
                .ok_or_else(|| {
                    CompareError::BadValue(format!("--binary names no folder for {}", program.name))
                })?;
            Ok(Build::find(folder, &program.name)?)
        };
        plan.programs.iter().map(build).collect()
    }

    /// The folders of other engines, with the number of each repeat.
    pub fn other_folders(&self, plan: &Plan) -> Result<Vec<Folder>, CompareError> {
        let mut folders = Vec::new();
        let mut names: BTreeSet<&str> = plan.variants.iter().map(|v| v.name.as_str()).collect();
        for other in &self.others {
            if !names.insert(&other.name) {
                return Err(CompareError::BadValue(format!(
                    "two rows of the table are called {}: write --tests NAME=DIR",
                    other.name
                )));
            }
            let before = folders.len();
            for program in 0..plan.programs.len() {
                for (at, path) in other.repeats(plan, program)?.into_iter().enumerate() {
                    folders.push(Folder {
                        program,
                        row: other.name.clone(),
                        repeat: at as u32 + 1,
                        path,
                    });
                }
            }
            if folders.len() == before {
                return Err(CompareError::BadValue(format!(
                    "{}: holds no .ktest files, neither itself nor for any of the programs",
                    other.folder.display()
                )));
            }
        }
        Ok(folders)
    }

    /// What the tests of each folder cover; none for those that an interruption left over.
    pub fn measure_all(
        &self,
        plan: &Plan,
        folders: &[Folder],
        halt: &AtomicBool,
        tell: &(dyn Fn(&Folder, &NativeCoverage) + Sync),
    ) -> Result<Vec<Option<NativeCoverage>>, CompareError> {
        let results: Vec<Mutex<Option<NativeCoverage>>> =
            folders.iter().map(|_| Mutex::new(None)).collect();
        let failure: Mutex<Option<CompareError>> = Mutex::new(None);
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let at = next.fetch_add(1, SeqCst);
                let Some(folder) = folders.get(at) else {
                    return;
                };
                match self.measure(plan, folder, halt) {
                    Ok(coverage) => {
                        tell(folder, &coverage);
                        *lock(&results[at]) = Some(coverage);
                    }
                    Err(CompareError::Native(NativeError::Interrupted)) => return,
                    Err(error) => {
                        lock(&failure).get_or_insert(error);
                        return;
                    }
                }
            }
        };
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        std::thread::scope(|scope| {
            for _ in 0..cores.min(plan.at_once.unwrap_or(cores)).max(1) {
                scope.spawn(work);
            }
        });
        match failure.into_inner().unwrap_or_else(|p| p.into_inner()) {
            Some(error) => Err(error),
            None => Ok(results.into_iter().map(|r| lock(&r).take()).collect()),
        }
    }

    /// One folder: from the file of an earlier measurement, or by running the tests.
    fn measure(
        &self,
        plan: &Plan,
        folder: &Folder,
        halt: &AtomicBool,
    ) -> Result<NativeCoverage, CompareError> {
        let build = &self.builds[folder.program];
        let tests = tests(&folder.path)?;
        let mut fingerprint = Fingerprint::default();
        fingerprint.add_file(&build.program)?;
        for test in &tests {
            fingerprint.add_file(test)?;
        }
        let kept = plan
            .output
            .join("native")
            .join(file_name(&plan.programs[folder.program].name))
            .join(file_name(&folder.row))
            .join(format!("{}-{}.info", folder.repeat, fingerprint.text()));
        if let Some(coverage) = read_kept(&kept) {
            return Ok(coverage);
        }
        let coverage = measure_until(build, &tests, &self.limits, halt)?;
        let parent = kept.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(|source| CompareError::Unwritable {
            path: parent.to_owned(),
            source,
        })?;
        write_whole(&kept, &kept_text(&coverage))?;
        Ok(coverage)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// A tracefile whose test name tells how the tests ended.
fn kept_text(coverage: &NativeCoverage) -> String {
    let Replayed {
        tests,
        signalled,
        out_of_time,
    } = coverage.replayed;
    format!(
        "TN:{tests}_tests_{signalled}_signalled_{out_of_time}_late\n{}",
        write_lcov(&coverage.files)
    )
}

fn read_kept(path: &Path) -> Option<NativeCoverage> {
    let text = fs::read_to_string(path).ok()?;
    let first = text.lines().next()?.strip_prefix("TN:")?;
    let mut numbers = first.split('_').filter_map(|word| word.parse().ok());
    let replayed = Replayed {
        tests: numbers.next()?,
        signalled: numbers.next()?,
        out_of_time: numbers.next()?,
    };
    Some(NativeCoverage::new(read_lcov(&text), replayed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::branch::read_lcov;

    #[test]
    fn a_kept_measurement_is_read_back() {
        let files = read_lcov("SF:a.c\nFN:1,main\nDA:1,1\nDA:2,0\nBRDA:1,0,0,1\n");
        let replayed = Replayed {
            tests: 12,
            signalled: 1,
            out_of_time: 2,
        };
        let coverage = NativeCoverage::new(files, replayed);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.info");
        fs::write(&path, kept_text(&coverage)).unwrap();
        assert_eq!(read_kept(&path), Some(coverage));
    }

    #[test]
    fn names_before_the_equals_sign() {
        assert_eq!(named("klee=out"), (Some("klee"), PathBuf::from("out")));
        assert_eq!(named("a/b=c"), (None, PathBuf::from("a/b=c")));
        assert_eq!(named("out"), (None, PathBuf::from("out")));
    }
}
