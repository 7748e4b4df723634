//! What the user sees while a run goes on: findings, a line every few seconds, warnings. All of it
//! goes through one lock, so that what several workers have to say comes one after the other.

use pleach_explore::{Observer, PathEnd, RunOn, Totals};
use pleach_report::Reported;
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

const EVERY: Duration = Duration::from_secs(3);
/// Different warnings that are kept for `run.json`; more are counted only.
const KEPT: usize = 1000;

/// Whether anything is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Voice {
    Normal,
    Quiet,
}

#[derive(Default)]
struct Shown {
    next: Duration,
    warnings: BTreeMap<String, u64>,
    not_kept: u64,
    hint_about_lines: Hint,
}

#[derive(Default, PartialEq, Eq)]
enum Hint {
    #[default]
    ToBeGiven,
    Given,
}

const NO_LINES: &str = "Places without a line: compile with -g to see lines; --print-ir FUNCTION shows the instructions.\n\n";

pub struct Progress {
    voice: Voice,
    terminal: bool,
    shown: Mutex<Shown>,
}

impl Progress {
    pub fn new(voice: Voice) -> Progress {
        let shown = Shown {
            next: EVERY,
            ..Shown::default()
        };
        Progress {
            voice,
            terminal: std::io::stderr().is_terminal(),
            shown: Mutex::new(shown),
        }
    }

    /// Shows an error the moment it is found.
    pub fn finding(&self, found: &Reported) {
        let mut shown = self
            .shown
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let place = found.place.as_ref();
        let without_line = place.is_some_and(|place| place.instruction.is_some());
        let hint = if without_line && shown.hint_about_lines == Hint::ToBeGiven {
            shown.hint_about_lines = Hint::Given;
            NO_LINES
        } else {
            ""
        };
        print!("{}\n{hint}", found.text);
    }

    /// The different warnings, with how often each was given.
    pub fn warnings(&self) -> Vec<String> {
        let shown = self
            .shown
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let line = |(text, count): (&String, &u64)| {
            if *count == 1 {
                text.clone()
            } else {
                format!("{text} ({count} times)")
            }
        };
        let mut all: Vec<String> = shown.warnings.iter().map(line).collect();
        if shown.not_kept > 0 {
            all.push(format!(
                "{} further warnings are not listed",
                shown.not_kept
            ));
        }
        all
    }
}

impl Observer for Progress {
    fn path_ended(&self, _: &PathEnd<'_>) -> RunOn {
        RunOn::Yes
    }

    fn progress(&self, totals: &Totals) {
        let mut shown = self
            .shown
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if !self.terminal || self.voice == Voice::Quiet || totals.elapsed < shown.next {
            return;
        }
        shown.next = totals.elapsed + EVERY;
        eprintln!(
            "{:>6.0} s  {} paths, {} with errors, {} live states, {} instructions, {} MB",
            totals.elapsed.as_secs_f64(),
            totals.paths,
            totals.errors,
            totals.live_states,
            totals.instructions,
            totals.memory >> 20,
        );
    }

    fn warning(&self, text: &str) {
        let mut shown = self
            .shown
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(count) = shown.warnings.get_mut(text) {
            *count += 1;
        } else if shown.warnings.len() < KEPT {
            shown.warnings.insert(text.to_owned(), 1);
        } else {
            shown.not_kept += 1;
        }
        if self.voice == Voice::Normal {
            eprintln!("{text}");
        }
    }
}
