//! Options about who runs next.

use super::values::duration;
use crate::failure::Failure;
use clap::{Args, ValueEnum};
use pleach_explore::search::{BeamLevel, Deepening, Phase, SearchOptions, names};
use std::time::Duration;

#[derive(Args)]
pub struct SearchArgs {
    /// Who runs next [default: random-path and nurs:covnew]; several take turns. One of dfs, bfs,
    /// random-state, random-path, nurs:covnew, nurs:md2u, nurs:depth, nurs:rp, nurs:icnt,
    /// nurs:cpicnt, nurs:qc, beam, beam:robust, bfs-dfs, subpath, target, loops, buggy-first,
    /// reduce
    #[arg(
        long,
        value_name = "NAME",
        alias = "searcher",
        help_heading = "Exploration"
    )]
    pub search: Vec<String>,
    /// A strategy for a time, then the next: 60s:bfs, and at last rest:NAME
    #[arg(long, value_name = "TIME:NAME", value_parser = phase, conflicts_with = "search", help_heading = "Exploration")]
    pub search_phase: Vec<Phase>,
    /// States that have used up what is allowed wait; it is doubled when no others are left
    #[arg(long, value_enum, value_name = "MEASURE", help_heading = "Exploration")]
    pub iterative_deepening: Option<DeepeningKind>,
    /// beam: states in a layer [default: 256]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Exploration")]
    pub beam_width: Option<u64>,
    /// beam: instructions without new coverage before it goes on elsewhere, 0 is never
    /// [default: 1000000]
    #[arg(long, value_name = "N", help_heading = "Exploration")]
    pub beam_stack_swap_limit: Option<u64>,
    /// beam: the level of its stack that it goes on with then [default: bottom]
    #[arg(long, value_enum, value_name = "WHICH", help_heading = "Exploration")]
    pub beam_level: Option<BeamLevelKind>,
    /// bfs-dfs: states at which it starts to go deep [default: 100]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Exploration")]
    pub bfs_dfs_width: Option<u64>,
    /// subpath: branch decisions that it looks at [default: 4]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Exploration")]
    pub subpath_length: Option<u64>,
    /// loops: turns in a row for one loop [default: 1000]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = "Exploration")]
    pub loop_cap: Option<u64>,
    /// FILE:LINE or a function that is to be reached; the run ends when all are
    /// [the search is then `target` if nothing else is said]
    #[arg(long, value_name = "PLACE", help_heading = "Exploration")]
    pub target: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DeepeningKind {
    /// Time that a path has run
    Time,
    /// Forks on the way
    Forks,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BeamLevelKind {
    Top,
    Bottom,
    Random,
}

fn at_least_one(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err("it has to be a number from 1 on".to_owned()),
    }
}

fn phase(text: &str) -> Result<Phase, String> {
    let wrong = || {
        format!(
            "write TIME:NAME or rest:NAME, for example 60s:bfs; the strategies are: {}",
            names().join(", ")
        )
    };
    let (length, strategies) = text.split_once(':').ok_or_else(wrong)?;
    let length = match length {
        "rest" => None,
        time => Some(duration(time)?),
    };
    let strategies: Vec<String> = strategies.split(',').map(str::to_owned).collect();
    if strategies.iter().any(|s| !names().contains(&s.as_str())) {
        return Err(wrong());
    }
    Ok(Phase {
        length,
        names: strategies,
    })
}

impl SearchArgs {
    /// What is asked for, checked as far as that can be done without the program.
    pub fn options(&self) -> Result<SearchOptions, Failure> {
        let default = SearchOptions::default();
        let size = |chosen: Option<u64>, default: usize| {
            chosen.map_or(default, |n| usize::try_from(n).unwrap_or(usize::MAX))
        };
        let options = SearchOptions {
            names: match (self.search.is_empty(), self.target.is_empty()) {
                (false, _) => self.search.clone(),
                (true, false) => vec!["target".to_owned()],
                (true, true) => default.names.clone(),
            },
            phases: self.search_phase.clone(),
            deepening: self.iterative_deepening.map(|kind| match kind {
                DeepeningKind::Time => Deepening::Time,
                DeepeningKind::Forks => Deepening::Forks,
            }),
            beam_width: size(self.beam_width, default.beam_width),
            beam_swap_limit: self.beam_stack_swap_limit,
            beam_level: self.beam_level.map(|kind| match kind {
                BeamLevelKind::Top => BeamLevel::Top,
                BeamLevelKind::Bottom => BeamLevel::Bottom,
                BeamLevelKind::Random => BeamLevel::Random,
            }),
            bfs_dfs_width: size(self.bfs_dfs_width, default.bfs_dfs_width),
            subpath_length: size(self.subpath_length, default.subpath_length),
            loop_cap: self.loop_cap.unwrap_or(default.loop_cap),
            targets: self.target.clone(),
        };
        pleach_explore::search::searcher(&options).map_err(Failure::bad_input)?;
        self.check_use(&options)?;
        Ok(options)
    }

    /// An option of a strategy that is not used is a mistake.
    fn check_use(&self, options: &SearchOptions) -> Result<(), Failure> {
        let beam: &[&str] = &["beam", "beam:robust"];
        let of_strategies = [
            ("--beam-width", self.beam_width.is_some(), beam),
            (
                "--beam-stack-swap-limit",
                self.beam_stack_swap_limit.is_some(),
                beam,
            ),
            ("--beam-level", self.beam_level.is_some(), beam),
            (
                "--bfs-dfs-width",
                self.bfs_dfs_width.is_some(),
                &["bfs-dfs"],
            ),
            (
                "--subpath-length",
                self.subpath_length.is_some(),
                &["subpath"],
            ),
            ("--loop-cap", self.loop_cap.is_some(), &["loops"]),
        ];
        for (option, given, strategies) in of_strategies {
            let used = options
                .used()
                .any(|name| strategies.contains(&name.as_str()));
            if given && !used {
                return Err(Failure::BadInput(format!(
                    "{option} is only for --search {}, which is not chosen",
                    strategies.join(" and --search ")
                )));
            }
        }
        Ok(())
    }
}

/// `--on-memory-cap`
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OnMemoryCapKind {
    /// Random states go, never one that covered something new; each leaves a test
    Discard,
    /// No forks until there is room again
    Inhibit,
    /// States go to disk: not offered yet
    Spill,
}

impl OnMemoryCapKind {
    pub fn chosen(self) -> Result<pleach_explore::OnMemoryCap, Failure> {
        match self {
            OnMemoryCapKind::Discard => Ok(pleach_explore::OnMemoryCap::Discard),
            OnMemoryCapKind::Inhibit => Ok(pleach_explore::OnMemoryCap::Inhibit),
            OnMemoryCapKind::Spill => Err(Failure::BadInput(
                "--on-memory-cap spill is not there yet: it comes with checkpoints; use discard or inhibit"
                    .to_owned(),
            )),
        }
    }
}

/// How long a state keeps running.
#[derive(Args)]
pub struct BatchArgs {
    /// Instructions that a state runs before the searcher is asked again
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..), help_heading = "Exploration")]
    pub batch_instructions: u64,
    /// Time that a state runs before the searcher is asked again
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = duration, help_heading = "Exploration")]
    pub batch_time: Duration,
}
