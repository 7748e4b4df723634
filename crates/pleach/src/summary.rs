//! The end of a run in a few lines.

use pleach_explore::{Outcome, Totals, WhyEnded};
use pleach_report::{Reported, Shares, incomplete_text};
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

pub struct Summary<'a> {
    pub outcome: &'a Outcome,
    pub reported: &'a [Reported],
    pub tests: u64,
    pub coverage: Shares,
    pub folder: Option<&'a Path>,
}

impl Summary<'_> {
    pub fn findings(&self) -> String {
        let mut out = String::new();
        for reported in self.reported {
            out.push_str(&reported.text);
            if reported.paths > 1 {
                let _ = writeln!(out, "  {} paths end in it", reported.paths);
            }
            out.push('\n');
        }
        out
    }

    pub fn text(&self) -> String {
        let totals = &self.outcome.totals;
        let mut out = String::new();
        let _ = writeln!(out, "paths:    {}{}", totals.paths, dropped(totals));
        let _ = writeln!(out, "errors:   {}{}", self.reported.len(), occurrences(self.reported));
        let _ = writeln!(out, "tests:    {}", self.tests);
        let Shares { instructions, branches, lines } = self.coverage;
        let _ = writeln!(
            out,
            "coverage: {:.1}% of instructions, {:.1}% of branches, {:.1}% of lines",
            instructions.percent(),
            branches.percent(),
            lines.percent()
        );
        let _ = writeln!(out, "time:     {}", times(totals));
        let _ = writeln!(out, "complete: {}", self.complete());
        for (why, count) in &totals.incomplete {
            let _ = writeln!(out, "          {count} times: {}", incomplete_text(why));
        }
        if !totals.solver.disagreements.is_empty() {
            let _ = writeln!(out, "solvers disagree on {} answers: see run.json", totals.solver.disagreements.len());
        }
        if let Some(folder) = self.folder {
            let _ = writeln!(out, "output:   {}", folder.display());
        }
        out
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
            WhyEnded::NoStart(reason) => format!("no ({reason})"),
        }
    }
}

fn dropped(totals: &Totals) -> String {
    if totals.dropped == 0 { String::new() } else { format!(", and {} states dropped", totals.dropped) }
}

fn occurrences(reported: &[Reported]) -> String {
    let paths: u64 = reported.iter().map(|r| r.paths).sum();
    if paths == reported.len() as u64 { String::new() } else { format!(" (on {paths} paths)") }
}

fn times(totals: &Totals) -> String {
    let Totals { elapsed, cpu, solver, .. } = totals;
    let share = if *cpu > Duration::ZERO { 100.0 * solver.time.as_secs_f64() / cpu.as_secs_f64() } else { 0.0 };
    format!(
        "{:.2} s, solver {:.2} s ({:.0}% of {:.2} s CPU), {} queries, {} instructions",
        elapsed.as_secs_f64(),
        solver.time.as_secs_f64(),
        share.min(100.0),
        cpu.as_secs_f64(),
        solver.queries,
        totals.instructions,
    )
}
