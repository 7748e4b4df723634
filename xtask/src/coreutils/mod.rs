//! Real programs: coreutils, grep, gawk and sed from Debian's sources.
//!
//! `build` gets and builds them, `run` explores each of coreutils for a few seconds, `concrete`
//! compares runs without unknowns with native ones, `replay` compares what symbolic runs claim with
//! native runs of their tests, `coverage` measures branches natively.

mod concrete;
mod coverage;
pub mod engine;
mod lines;
mod lines_covered;
mod native;
pub mod page;
mod programs;
mod replay;
pub mod run;
mod shell;
pub mod suite;

use crate::Outcome;
use crate::packages::{self, Again, Flavour, Package, System};
use clap::{Args, Subcommand};
use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct CoreutilsArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Get the sources and build them: with `pleach cc`, and with gcc's counters
    Build(Common),
    /// Explore every program for a few seconds with symbolic arguments, files and input
    Run(run::RunArgs),
    /// Command lines without unknowns: the same output and exit code as natively?
    Concrete(concrete::ConcreteArgs),
    /// Replay the tests of symbolic runs natively: do ends and covered lines agree?
    Replay(replay::ReplayArgs),
    /// Branches that the tests of a run reach natively, beside KLEE's
    Coverage(coverage::CoverageArgs),
}

pub fn coreutils(args: &CoreutilsArgs) -> Outcome {
    match &args.task {
        Task::Build(common) => build_all(common),
        Task::Run(args) => run::run(args),
        Task::Concrete(args) => concrete::concrete(args),
        Task::Replay(args) => replay::replay(args),
        Task::Coverage(args) => coverage::coverage(args),
    }
}

/// What every subcommand knows.
#[derive(Args)]
pub struct Common {
    /// The pleach to use [default: build it]
    #[arg(long)]
    pleach: Option<PathBuf>,
    /// Build the programs again, also if they are there
    #[arg(long)]
    rebuild: bool,
    /// Only these programs
    #[arg(long = "program", value_name = "NAME")]
    programs: Vec<String>,
    /// Programs at a time
    #[arg(long, default_value_t = 1, value_name = "N")]
    at_once: usize,
}

impl Common {
    fn pleach(&self) -> Result<PathBuf, Box<dyn Error>> {
        match &self.pleach {
            Some(path) => Ok(std::path::absolute(path)?),
            None => crate::build::pleach(),
        }
    }

    fn build(&self, package: &Package, flavour: Flavour) -> Result<PathBuf, Box<dyn Error>> {
        let again = match self.rebuild {
            true => Again::Yes,
            false => Again::No,
        };
        packages::build(package, flavour, &self.pleach()?, again)
    }

    fn wants(&self, program: &str) -> bool {
        self.programs.is_empty() || self.programs.iter().any(|name| name == program)
    }

    /// Whether the whole list was worked through, so that a page may be written.
    fn whole(&self) -> bool {
        self.programs.is_empty()
    }
}

pub const COREUTILS: Package = Package {
    name: "coreutils",
    configure: &[
        "--disable-nls",
        "--enable-install-program=arch,hostname",
        // Libraries that are there only for the system's C library.
        "--without-selinux",
        "--disable-libcap",
        "--disable-acl",
        "--disable-xattr",
        "--without-openssl",
        "--without-libgmp",
    ],
    cppflags: "-DNO_ASM",
    cflags: "",
    make: &["SUBDIRS=."],
    switched_off: &[
        ("lib/config.h", "USE_PCLMUL_CRC32"),
        ("lib/config.h", "USE_AVX2_WC_LINECOUNT"),
    ],
    system: System::Autotools,
};

/// As KLEE's figures were taken: with the system's C library and what configure finds.
pub const REFERENCE: Package = Package {
    name: "coreutils",
    configure: &["--disable-nls"],
    cppflags: "",
    cflags: "",
    make: &["SUBDIRS=."],
    switched_off: &[],
    system: System::Autotools,
};

const GREP: Package = Package {
    name: "grep",
    configure: &["--disable-nls", "--disable-perl-regexp"],
    cppflags: "",
    cflags: "",
    make: &["SUBDIRS=lib src"],
    switched_off: &[],
    system: System::Autotools,
};

const SED: Package = Package {
    name: "sed",
    configure: &["--disable-nls", "--without-selinux", "--disable-acl"],
    cppflags: "",
    cflags: "",
    make: &["SUBDIRS=."],
    switched_off: &[],
    system: System::Autotools,
};

const GAWK: Package = Package {
    name: "gawk",
    configure: &[
        "--disable-nls",
        "--disable-extensions",
        "--disable-mpfr",
        "--without-readline",
    ],
    cppflags: "",
    cflags: "",
    // Its documentation is not in the source package.
    make: &["SUBDIRS=support ."],
    switched_off: &[],
    system: System::Autotools,
};

fn build_all(common: &Common) -> Outcome {
    for package in [&COREUTILS, &GREP, &SED, &GAWK] {
        let folder = common.build(package, Flavour::Bitcode)?;
        println!("{}: {}", package.name, folder.display());
    }
    for (package, flavour) in [(&REFERENCE, Flavour::Gcov), (&COREUTILS, Flavour::GcovMusl)] {
        let folder = common.build(package, flavour)?;
        println!("coreutils for gcov: {}", folder.display());
    }
    println!("{} programs", programs::coreutils(common)?.len());
    Ok(ExitCode::SUCCESS)
}
