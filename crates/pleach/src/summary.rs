//! The end of a run in a few lines.

use pleach_explore::merge::MergeTotals;
use pleach_explore::prune::PruneTotals;
use pleach_explore::reduce::ReduceTotals;
use pleach_explore::{Outcome, TargetOutcome, Totals, WhyEnded};
use pleach_report::{Coverage, Loading, Omitted, Reported, Shares};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Lines of a list in the summary; `run.json` has all.
const MOST_LINES: usize = 10;

pub struct Summary<'a> {
    pub outcome: &'a Outcome,
    /// The most frequent first.
    pub omitted: &'a [Omitted],
    pub reported: &'a [Reported],
    pub tests: u64,
    pub coverage: &'a Coverage,
    pub folder: Option<&'a Path>,
    pub jobs: usize,
    pub loading: Loading,
    /// System calls without a model, by name.
    pub unmodelled: BTreeMap<String, u64>,
}

impl Summary<'_> {
    pub fn text(&self) -> String {
        let totals = &self.outcome.totals;
        let mut out = String::new();
        let _ = writeln!(
            out,
            "paths:    {}{}{}",
            totals.paths,
            joined(totals),
            dropped(totals)
        );
        let _ = writeln!(
            out,
            "errors:   {}{}",
            self.reported.len(),
            occurrences(self.reported)
        );
        self.paths_of_errors(&mut out);
        let _ = writeln!(out, "tests:    {}", self.tests);
        let Shares {
            instructions,
            branches,
            lines,
        } = self.coverage.totals;
        let _ = writeln!(
            out,
            "coverage: {:.1}% of instructions, {:.1}% of branches, {}",
            instructions.percent(),
            branches.percent(),
            match lines.total {
                0 => "no lines are known (compile with -g)".to_owned(),
                _ => format!("{:.1}% of lines", lines.percent()),
            }
        );
        let _ = writeln!(out, "time:     {}", times(totals, self.jobs, self.loading));
        if totals.merge.tried > 0 {
            let _ = writeln!(out, "merging:  {}", merging(&totals.merge));
        }
        if totals.reduce.tried > 0 {
            let _ = writeln!(out, "reduced:  {}", reduced(&totals.reduce));
        }
        if totals.prune.iterations > 0 {
            let _ = writeln!(out, "pruned:   {}", pruned(&totals.prune));
        }
        let _ = writeln!(out, "complete: {}", self.complete());
        if totals.reduce.tried > 0 && self.coverage.uncovered_is_unreachable {
            self.unreachable(&mut out);
        }
        self.omissions(&mut out);
        if !self.unmodelled.is_empty() {
            let each = |(name, count): (&String, &u64)| format!("{name} ({count} times)");
            let all: Vec<String> = self.unmodelled.iter().map(each).collect();
            let _ = writeln!(out, "system:   without a model: {}", all.join(", "));
        }
        for target in &self.outcome.targets {
            let what = match self.outcome.of_target(target) {
                TargetOutcome::Reached => "reached",
                TargetOutcome::ProvedUnreachable => "proved unreachable: every path was explored",
                TargetOutcome::NotReached => "not reached",
            };
            let _ = writeln!(out, "target:   {} {what}", target.text);
        }
        if totals.solver.checked > 0 {
            let wrong = match totals.solver.disagreements.len() {
                0 => "all agree".to_owned(),
                n => format!("{n} DISAGREE: see run.json"),
            };
            let _ = writeln!(
                out,
                "checked:  {} answers with the second solver, {wrong}",
                totals.solver.checked
            );
        }
        if let Some(folder) = self.folder {
            let _ = writeln!(out, "output:   {}", folder.display());
        }
        out
    }

    /// The errors themselves were shown when they were found. Of a single one, all is said already.
    fn paths_of_errors(&self, out: &mut String) {
        if self.reported.len() == 1 {
            return;
        }
        let several = |r: &&Reported| r.paths > 1;
        let mut frequent: Vec<&Reported> = self.reported.iter().filter(several).collect();
        frequent.sort_by_key(|r| Reverse(r.paths));
        for reported in frequent.iter().take(MOST_LINES) {
            let kind = reported.finding.kind.name();
            let place = reported.place.as_ref();
            let place = place.map_or(String::new(), |place| format!(" at {}", place.short()));
            let _ = writeln!(out, "          {} paths: {kind}{place}", reported.paths);
        }
        if let Some(others) = frequent.len().checked_sub(MOST_LINES).filter(|n| *n > 0) {
            let _ = writeln!(out, "          and {others} other errors on several paths");
        }
    }

    fn omissions(&self, out: &mut String) {
        let (shown, others) = self.omitted.split_at(self.omitted.len().min(MOST_LINES));
        for omitted in shown {
            let _ = writeln!(out, "          {omitted}");
        }
        if !others.is_empty() {
            let times: u64 = others.iter().map(|omitted| omitted.count).sum();
            let places = match others.len() {
                1 => "1 other place".to_owned(),
                n => format!("{n} other places"),
            };
            let _ = writeln!(out, "          and {places} ({times} times)");
        }
    }

    /// Lines that no path can come to.
    fn unreachable(&self, out: &mut String) {
        let mut files = self.coverage.uncovered_lines().peekable();
        if files.peek().is_some() {
            let _ = writeln!(
                out,
                "dead:     these lines cannot be reached in the modelled world:"
            );
        }
        for (path, lines) in files.by_ref().take(MOST_LINES) {
            let _ = writeln!(out, "          {path}: {}", ranges(lines));
        }
        match files.count() {
            0 => {}
            more => {
                let _ = writeln!(out, "          and in {more} more files: see coverage.json");
            }
        }
    }

    fn complete(&self) -> String {
        if self.outcome.complete() {
            return "yes".to_owned();
        }
        match &self.outcome.why {
            WhyEnded::NothingLeft => "no (not everything could be followed)".to_owned(),
            WhyEnded::Limit(limit) => format!("no ({limit})"),
            WhyEnded::Halted => "no (it was interrupted)".to_owned(),
            WhyEnded::ErrorFound(kind) => format!("no (--exit-on-error: {kind})"),
            WhyEnded::InternalError(_) => "no (an internal error ended the run)".to_owned(),
            WhyEnded::NoStart(reason) => format!("no ({reason})"),
        }
    }
}

/// What the paths stand for, where states were joined.
fn joined(totals: &Totals) -> String {
    let MergeTotals {
        made,
        paths_at_most,
        ..
    } = totals.merge;
    match made {
        0 => String::new(),
        _ => format!(", joined from at most {}", number(paths_at_most)),
    }
}

/// Counts that were cut off are not known.
fn number(count: u64) -> String {
    match count {
        u64::MAX => "2^64 or more".to_owned(),
        count => count.to_string(),
    }
}

fn merging(merge: &MergeTotals) -> String {
    let mut text = format!(
        "{} of {} joins made, at most {} paths in one state, {:.2} s",
        merge.made,
        merge.tried,
        number(merge.largest_multiplicity),
        merge.time.as_secs_f64()
    );
    for line in [taken_apart(merge), decided(merge)].into_iter().flatten() {
        let _ = write!(text, "\n          {line}");
    }
    let mut refused: Vec<(&&str, &u64)> = merge.refused.iter().collect();
    refused.sort_by_key(|(reason, count)| (Reverse(**count), **reason));
    for (reason, count) in refused {
        let _ = write!(text, "\n          {count} refused: {reason}");
    }
    text
}

/// Sorted numbers, those in a row as one.
fn ranges(numbers: &[u32]) -> String {
    let mut rows: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match rows.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => rows.push((*number, *number)),
        }
    }
    let row = |(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    rows.iter().map(row).collect::<Vec<_>>().join(", ")
}

fn pruned(prune: &PruneTotals) -> String {
    let learned = match prune.learned_from {
        0 => String::new(),
        tests => format!(
            "; {} features of {} tests worth keeping, of {tests}",
            prune.features, prune.good
        ),
    };
    format!(
        "{} states in {} iterations{learned}",
        prune.pruned, prune.iterations
    )
}

fn reduced(reduce: &ReduceTotals) -> String {
    let familiar = match reduce.familiar {
        0 => String::new(),
        n => format!("; {n} times one was familiar"),
    };
    let mut text = format!(
        "{} states had nothing new ahead of them, of {} looks{}\n          \
         {} sets of {:.0} locations, {} made smaller; {:.2} s to find them, {:.2} s to compare, {:.2} s to know which branches matter",
        reduce.pruned,
        reduce.tried,
        familiar,
        reduce.sets,
        reduce.locations as f64 / reduce.sets.max(1) as f64,
        reduce.refined,
        (reduce.slicing + reduce.refining).as_secs_f64(),
        reduce.matching.as_secs_f64(),
        reduce.control.as_secs_f64()
    );
    for needed in &reduce.needed {
        let (function, line) = (&needed.function, needed.line);
        let variables = needed.variables.join(" ");
        let _ = write!(text, "\n          needed in {function}:{line}: {variables}");
    }
    for (reason, count) in &reduce.unusable {
        let _ = write!(text, "\n          {count} not usable: {reason}");
    }
    text
}

/// What became of joined states, where they can be taken apart again.
fn taken_apart(merge: &MergeTotals) -> Option<String> {
    let (forks, most) = (merge.active_forks, merge.most_virtual_states);
    let parts = forks + merge.forked_actively;
    match (forks, most) {
        (0, 0) => None,
        (0, _) => Some(format!("at most {most} virtual states in one")),
        _ => Some(format!(
            "{forks} taken apart again into {parts}, at most {most} virtual states in one"
        )),
    }
}

fn decided(merge: &MergeTotals) -> Option<String> {
    let decisions = merge.decisions;
    let kinds = [
        (decisions.join, "join"),
        (decisions.until, "until a place"),
        (decisions.after, "after a place"),
        (decisions.apart, "apart"),
    ];
    let made = kinds.iter().filter(|(count, _)| *count > 0);
    let each: Vec<String> = made
        .map(|(count, kind)| format!("{count} {kind}"))
        .collect();
    let time = merge.analysis.as_secs_f64();
    let is_any = decisions.total() > 0;
    is_any.then(|| format!("decided: {}, {time:.2} s", each.join(", ")))
}

fn dropped(totals: &Totals) -> String {
    if totals.dropped == 0 {
        String::new()
    } else {
        format!(", and {} states dropped", totals.dropped)
    }
}

fn occurrences(reported: &[Reported]) -> String {
    let paths: u64 = reported.iter().map(|r| r.paths).sum();
    if paths == reported.len() as u64 {
        String::new()
    } else {
        format!(" (on {paths} paths)")
    }
}

/// The solver's share is that of the time of all workers, busy or not.
fn times(totals: &Totals, jobs: usize, loading: Loading) -> String {
    let Totals {
        elapsed,
        cpu,
        solver,
        ..
    } = totals;
    let available = elapsed.as_secs_f64() * jobs as f64;
    let share = if available > 0.0 {
        100.0 * solver.time.as_secs_f64() / available
    } else {
        0.0
    };
    format!(
        "{:.2} s ({:.2} s of CPU) after loading for {:.2} s ({:.2} s of CPU), solver {:.0}%, {} queries, {} instructions",
        elapsed.as_secs_f64(),
        cpu.saturating_sub(loading.own_cpu).as_secs_f64(),
        loading.elapsed.as_secs_f64(),
        loading.cpu().as_secs_f64(),
        share.min(100.0),
        solver.queries,
        totals.instructions,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach_explore::merge::Decisions;
    use std::time::Duration;

    #[test]
    fn decisions_and_their_outcome_are_told_where_there_are_any() {
        let mut merge = MergeTotals {
            tried: 57,
            made: 47,
            refused: BTreeMap::from([("what differs is asked about soon", 10)]),
            largest_multiplicity: 9,
            time: Duration::from_millis(30),
            ..MergeTotals::default()
        };
        let first = "47 of 57 joins made, at most 9 paths in one state, 0.03 s";
        let last = "10 refused: what differs is asked about soon";
        let lines = |text: String| -> Vec<String> {
            text.lines()
                .map(|line| line.trim_start().to_owned())
                .collect()
        };
        assert_eq!(lines(merging(&merge)), [first, last]);
        merge.most_virtual_states = 8;
        merge.decisions = Decisions {
            join: 47,
            apart: 10,
            ..Decisions::default()
        };
        let virtual_states = "at most 8 virtual states in one";
        let decided = "decided: 47 join, 10 apart, 0.00 s";
        let told = [first, virtual_states, decided, last];
        assert_eq!(lines(merging(&merge)), told);
        (merge.active_forks, merge.forked_actively) = (12, 19);
        merge.analysis = Duration::from_millis(10);
        merge.decisions = Decisions {
            join: 40,
            until: 7,
            after: 7,
            apart: 3,
        };
        let taken_apart = "12 taken apart again into 31, at most 8 virtual states in one";
        let decided = "decided: 40 join, 7 until a place, 7 after a place, 3 apart, 0.01 s";
        assert_eq!(lines(merging(&merge)), [first, taken_apart, decided, last]);
    }
}
