//! Options about states that are given up.

use crate::failure::Failure;
use clap::Args;
use pleach_explore::prune::homi::budget::{Schedule, Space};
use pleach_explore::prune::{PruneMode, PruneOptions};

#[derive(Args)]
pub struct PruneArgs {
    /// Give states up again and again, and begin anew in between: any (random), none but begin anew (divide), or
    /// those that are least like what was worth a test before (homi)
    #[arg(
        long,
        value_name = "MODE",
        default_value = "none",
        help_heading = "Exploration"
    )]
    pub prune: String,
    /// How long an iteration is, in seconds: so many equal steps up to a largest value, in smaller steps where
    /// --max-time is short
    #[arg(long, value_name = "MAX,STEPS", value_parser = space, default_value = "800,4", help_heading = "Exploration")]
    pub prune_times: Space,
    /// Which part of the states goes each time: so many equal steps up to a largest value
    #[arg(long, value_name = "MAX,STEPS", value_parser = space, default_value = "0.6,3", help_heading = "Exploration")]
    pub prune_ratios: Space,
    /// Seconds between two times that states go; less where --max-time is short
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = Schedule::PAPER.period,
        help_heading = "Exploration"
    )]
    pub prune_period: f64,
    /// homi: iterations before what was learned is used
    #[arg(
        long,
        value_name = "N",
        default_value_t = PruneOptions::default().explored_first,
        help_heading = "Exploration"
    )]
    pub prune_explore_first: u32,
}

fn space(text: &str) -> Result<Space, String> {
    let wrong = || "write MAX,STEPS, for example 800,4".to_owned();
    let (max, steps) = text.split_once(',').ok_or_else(wrong)?;
    let max: f64 = max.parse().map_err(|_| wrong())?;
    let steps: u32 = steps.parse().map_err(|_| wrong())?;
    match max > 0.0 && max.is_finite() && steps > 0 {
        true => Ok(Space { max, steps }),
        false => Err("both must be larger than zero".to_owned()),
    }
}

impl PruneArgs {
    pub fn options(&self) -> Result<PruneOptions, Failure> {
        let names: Vec<&str> = PruneMode::ALL.iter().map(|(name, _)| *name).collect();
        let mode = PruneMode::named(&self.prune).ok_or_else(|| {
            Failure::BadInput(format!(
                "there is no way to prune that is called `{}`; there are: {}",
                self.prune,
                names.join(", ")
            ))
        })?;
        if self.prune_ratios.max > 1.0 {
            let message = "--prune-ratios: no more than all states can go, write at most 1";
            return Err(Failure::BadInput(message.to_owned()));
        }
        if !(self.prune_period > 0.0 && self.prune_period.is_finite()) {
            let message = "--prune-period must be larger than zero";
            return Err(Failure::BadInput(message.to_owned()));
        }
        Ok(PruneOptions {
            mode,
            schedule: Schedule {
                times: self.prune_times,
                period: self.prune_period,
            },
            ratios: self.prune_ratios,
            explored_first: self.prune_explore_first,
        })
    }
}
