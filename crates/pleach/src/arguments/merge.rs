//! Options about states that are joined.

use crate::failure::Failure;
use clap::Args;
use pleach_explore::merge::{MergeOptions, QceOptions, names};

#[derive(Args)]
pub struct MergeArgs {
    /// Join states that meet again: where the program says so (manual), at every join (static),
    /// where few later questions depend on what differs (qce), or where none does soon, to take them
    /// apart again before one that does (dynamic)
    #[arg(
        long,
        value_name = "MODE",
        default_value = "none",
        help_heading = "Exploration"
    )]
    pub merge: String,
    /// Forks among states that wait for each other before they stop waiting
    #[arg(
        long,
        value_name = "N",
        default_value_t = MergeOptions::default().patience,
        help_heading = "Exploration"
    )]
    pub merge_patience: u32,
    /// qce: a variable is hot if more than this part of all later questions depends on it
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = QceOptions::default().alpha,
        help_heading = "Exploration"
    )]
    pub qce_alpha: f64,
    /// qce: how likely each side of a branch is
    #[arg(
        long,
        value_name = "CHANCE",
        default_value_t = QceOptions::default().beta,
        help_heading = "Exploration"
    )]
    pub qce_beta: f64,
    /// qce: how often a loop of unknown length is gone through
    #[arg(
        long,
        value_name = "N",
        default_value_t = QceOptions::default().kappa,
        help_heading = "Exploration"
    )]
    pub qce_kappa: u32,
    /// A planted fault: the sides of what is joined change places
    #[arg(long, hide = true)]
    pub merge_swaps_sides: bool,
    /// A planted fault: values of virtual states are not updated when something else is assigned
    #[arg(long, hide = true)]
    pub merge_forgets_assignments: bool,
    /// dynamic: so many instructions ahead of a join are looked at
    #[arg(long, value_name = "N", default_value_t = MergeOptions::default().ahead, hide = true)]
    pub merge_ahead: u64,
    /// Explore without merging and with it, see to it that the same is found, and do nothing else
    #[arg(long, hide = true)]
    pub check_merging: bool,
}

impl MergeArgs {
    pub fn options(&self) -> Result<MergeOptions, Failure> {
        if !names().contains(&self.merge.as_str()) {
            return Err(Failure::BadInput(format!(
                "there is no way to merge that is called `{}`; there are: {}",
                self.merge,
                names().join(", ")
            )));
        }
        Ok(MergeOptions {
            mode: self.merge.clone(),
            qce: QceOptions {
                alpha: self.qce_alpha,
                beta: self.qce_beta,
                kappa: self.qce_kappa,
            },
            patience: self.merge_patience,
            ahead: self.merge_ahead,
            swaps_sides: self.merge_swaps_sides,
            forgets_assignments: self.merge_forgets_assignments,
        })
    }
}
