//! The differential campaigns.

use crate::Outcome;
use crate::build::{pleach, target_folder};
use clap::Args;
use pleach_fuzz::campaign::{self, Check, Plan};
use pleach_fuzz::csmith::Csmith;
use pleach_fuzz::damaged::Damaged;
use pleach_fuzz::symbolic::Symbolic;
use pleach_fuzz::{Comparison, Tools};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Which programs, and how many at a time.
#[derive(Args)]
pub struct Seeds {
    /// Programs
    #[arg(long, default_value_t = 1000)]
    count: u64,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Programs at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Where programs that are not equal are kept [default: a folder beside the build]
    #[arg(long)]
    keep: Option<PathBuf>,
    /// The pleach to test [default: build it]
    #[arg(long)]
    pleach: Option<PathBuf>,
    /// Seconds that pleach gets for a program
    #[arg(long, default_value_t = 60)]
    limit: u64,
}

impl Seeds {
    fn tools(&self) -> Result<Tools, Box<dyn std::error::Error>> {
        Ok(Tools::with(match &self.pleach {
            Some(path) => std::path::absolute(path)?,
            None => pleach()?,
        }))
    }

    fn plan(&self, name: &str) -> Result<Plan, std::io::Error> {
        let keep = match &self.keep {
            Some(folder) => std::path::absolute(folder)?,
            None => target_folder().join("campaigns").join(name),
        };
        Ok(Plan {
            seeds: self.seed..self.seed + self.count,
            jobs: self.jobs,
            keep,
        })
    }
}

pub fn csmith(seeds: &Seeds) -> Outcome {
    let check = Csmith::find(seeds.tools()?, Duration::from_secs(seeds.limit))
        .ok_or("csmith is not installed: apt-get install csmith libcsmith-dev")?;
    carry_out(seeds, &check, "csmith")
}

pub fn damaged(seeds: &Seeds) -> Outcome {
    let check = Damaged::new(seeds.tools()?, Duration::from_secs(seeds.limit))?;
    carry_out(seeds, &check, "damaged")
}

#[derive(Args)]
pub struct RandomArgs {
    #[command(flatten)]
    seeds: Seeds,
    /// More flags for `pleach run`, such as -O2 or --simplify-cfg
    #[arg(last = true)]
    flags: Vec<String>,
}

pub fn random(args: &RandomArgs) -> Outcome {
    let check = Symbolic::new(
        args.seeds.tools()?,
        Duration::from_secs(args.seeds.limit),
        args.flags.clone(),
    );
    carry_out(&args.seeds, &check, "random")
}

fn carry_out(seeds: &Seeds, check: &dyn Check, name: &str) -> Outcome {
    let plan = seeds.plan(name)?;
    let (done, start) = (AtomicU64::new(0), Instant::now());
    let progress = |seed: u64, verdict: &Comparison| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        match verdict {
            Comparison::Equal | Comparison::Skipped(_) => {}
            Comparison::Different(text) | Comparison::Unsupported(text) => {
                eprintln!("seed {seed}: {text}")
            }
        }
        if done % 20 == 0 || done == seeds.count {
            eprintln!(
                "{done} of {} programs, {:.0} s",
                seeds.count,
                start.elapsed().as_secs_f64()
            );
        }
    };
    let tally = campaign::run(&plan, check, &progress)?;
    println!("{tally}");
    if tally.different.is_empty() && tally.unsupported.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    println!("kept in {}", plan.keep.display());
    Ok(if tally.different.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
