//! `--check-reducing`: the program is explored without reduction and then with it, in one engine. Both must
//! find errors at the same places, and cover the same edges of the program's own code.

use crate::failure::Failure;
use pleach_explore::{Engine, Observer, Outcome, PathEnd, RunOn, Task, WhyEnded};
use pleach_interp::{End, Finding};
use pleach_ir::{Module, Origin};
use pleach_memory::Site;
use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

/// Programs with more paths are not compared.
const MOST_PATHS: u64 = 20_000;

pub fn check(engine: &Engine, mut task: Task) -> Result<ExitCode, Failure> {
    let reduce = std::mem::take(&mut task.options.reduce);
    task.options.limits.forks.get_or_insert(MOST_PATHS);
    let (plain, expected) = explore(engine, &task);
    if !plain.complete() {
        println!("0 paths: not explored completely");
        return Ok(ExitCode::SUCCESS);
    }
    engine.forget_coverage();
    let keeps_errors = reduce.keeps_errors;
    task.options.reduce = reduce;
    let (reduced, found) = explore(engine, &task);
    let broken = |what: String| {
        Err(Failure::Broken(format!(
            "reducing changes what is found: {what}"
        )))
    };
    if let WhyEnded::Limit(_) = &reduced.why {
        println!("0 paths: not explored completely with reduction");
        return Ok(ExitCode::SUCCESS);
    }
    if !reduced.complete() {
        return broken(format!(
            "the exploration is not complete: {:?}, {:?}",
            reduced.why, reduced.totals.incomplete
        ));
    }
    if keeps_errors && found.errors != expected.errors {
        let lost: Vec<_> = expected.errors.difference(&found.errors).collect();
        let new: Vec<_> = found.errors.difference(&expected.errors).collect();
        return broken(format!("errors are lost: {lost:?}, or new: {new:?}"));
    }
    if found.covered != expected.covered {
        let lost: Vec<_> = expected.covered.difference(&found.covered).collect();
        return broken(format!("edges are not covered: {lost:?}"));
    }
    let unread = reduced.totals.reduce.unusable.iter();
    if let Some((why, count)) = unread.into_iter().find(|(why, _)| why.contains("log of")) {
        return broken(format!("{why} ({count} times)"));
    }
    println!(
        "{} paths, {} with reduction; {} pruned of {}",
        plain.totals.paths,
        reduced.totals.paths,
        reduced.totals.reduce.pruned,
        reduced.totals.reduce.tried
    );
    Ok(ExitCode::SUCCESS)
}

/// The place of an error; its kind where it has no place.
type Error = (Option<&'static str>, Option<Site>);

/// What an exploration found.
struct Found {
    errors: BTreeSet<Error>,
    /// Function and number of the edge; 0 is the entry.
    covered: BTreeSet<(String, u32)>,
}

fn explore(engine: &Engine, task: &Task) -> (Outcome, Found) {
    let errors = Errors::default();
    let outcome = engine.explore(task, &[&errors]);
    let found = Found {
        errors: errors
            .0
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner),
        covered: covered(engine),
    };
    (outcome, found)
}

fn covered(engine: &Engine) -> BTreeSet<(String, u32)> {
    let setup = &engine.setup;
    let all = setup.module.functions.iter().zip(&setup.code.functions);
    let own = all.filter(|(function, _)| function.origin == Origin::Program);
    let edges = own.flat_map(|(function, code)| {
        let numbers = 0..=function.edges.len() as u32;
        let is_covered = |n: &u32| setup.coverage.is_covered(code.entry_number + n);
        numbers
            .filter(is_covered)
            .map(|n| (function.name.clone(), n))
    });
    edges.collect()
}

#[derive(Default)]
struct Errors(Mutex<BTreeSet<Error>>);

impl Observer for Errors {
    fn path_ended(&self, path: &PathEnd<'_>) -> RunOn {
        if let End::Error(finding) = path.end {
            let mut errors = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let place = place(path.module, finding);
            // Where two kinds of error can happen at one place, one of them is enough.
            let kind = place.is_none().then(|| finding.kind.name());
            errors.insert((kind, place));
        }
        RunOn::Yes
    }
}

/// In the program's own code, if it is there.
fn place(module: &Module, finding: &Finding) -> Option<Site> {
    let sites = || finding.stack.iter().map(|entry| entry.site);
    let own = |site: &Site| module.functions[site.function.index()].origin == Origin::Program;
    sites().find(own).or_else(|| sites().next())
}
