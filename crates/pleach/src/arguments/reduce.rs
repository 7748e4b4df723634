//! Options about states that have nothing new ahead of them.

use crate::failure::Failure;
use clap::Args;
use pleach_explore::reduce::{Dependency, ReduceMode, ReduceOptions};
use pleach_explore::search::{REDUCE, SearchOptions};

#[derive(Args)]
pub struct ReduceArgs {
    /// Take states out of the run that have nothing new ahead of them, since another one did all that
    /// they can do: recognised by all that was read (rwset), or by what mattered to reach something
    /// uncovered or to fail (relevant)
    #[arg(
        long,
        value_name = "MODE",
        default_value = "none",
        help_heading = "Exploration"
    )]
    pub reduce: String,
    /// relevant: what is not lost: everything that can be covered and every error, by its place
    /// (errors), or only the former (coverage)
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "errors",
        help_heading = "Exploration"
    )]
    pub reduce_keeps: String,
    /// A planted fault: it does not matter under which branches something was done (control) or not done
    /// (potential), or what was loaded (memory)
    #[arg(long, hide = true, value_parser = ["control", "memory", "potential"])]
    pub reduce_forgets: Option<String>,
    /// Say which variables of the program were needed where, as it is found
    #[arg(long, hide = true)]
    pub reduce_explains: bool,
    /// Explore without reduction and with it, see to it that the same is found, and do nothing else
    #[arg(long, hide = true)]
    pub check_reducing: bool,
}

impl ReduceArgs {
    /// What cannot be combined with reduction is said before anything runs.
    pub fn check(
        &self,
        merge: &str,
        checks_leaks: bool,
        search: &SearchOptions,
    ) -> Result<(), Failure> {
        if self.options()?.mode == ReduceMode::None {
            return match search.used().any(|name| name == REDUCE) {
                true => Err(Failure::BadInput(format!(
                    "the search strategy `{REDUCE}` goes by what states have in common: add --reduce relevant"
                ))),
                false => Ok(()),
            };
        }
        let other = match (merge, checks_leaks) {
            ("none", false) => return Ok(()),
            ("none", true) => "--check leak: whether memory is lost depends on all of it",
            _ => "--merge: what a joined state needs is not known; use one of the two",
        };
        Err(Failure::BadInput(format!(
            "--reduce {} cannot be combined with {other}",
            self.reduce
        )))
    }

    pub fn options(&self) -> Result<ReduceOptions, Failure> {
        let names: Vec<&str> = ReduceMode::ALL.iter().map(|(name, _)| *name).collect();
        let mode = ReduceMode::named(&self.reduce).ok_or_else(|| {
            Failure::BadInput(format!(
                "there is no way to reduce that is called `{}`; there are: {}",
                self.reduce,
                names.join(", ")
            ))
        })?;
        let keeps_errors = match self.reduce_keeps.as_str() {
            "errors" => true,
            "coverage" => false,
            other => {
                return Err(Failure::BadInput(format!(
                    "--reduce-keeps takes `errors` or `coverage`, not `{other}`"
                )));
            }
        };
        Ok(ReduceOptions {
            mode,
            keeps_errors,
            explains: self.reduce_explains,
            forgets: self.reduce_forgets.as_deref().map(|forgets| match forgets {
                "control" => Dependency::Control,
                "potential" => Dependency::Potential,
                _ => Dependency::Memory,
            }),
        })
    }
}
