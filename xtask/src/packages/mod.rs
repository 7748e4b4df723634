//! Debian source packages, built in the two ways that the campaigns need, and kept.
//!
//! Sources and builds lie beside cargo's own output: getting and building them costs minutes, so a
//! build that was finished is used again until `--rebuild` asks for a new one.

mod build;

pub use build::{Again, build};

use crate::build::{root, target_folder};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A source package with an autotools-like build.
pub struct Package {
    /// Debian's name of the source package.
    pub name: &'static str,
    /// Arguments of `configure`; the first letter of each is a dash.
    pub configure: &'static [&'static str],
    /// Added to the preprocessor's flags.
    pub cppflags: &'static str,
    /// Added to the compiler's flags.
    pub cflags: &'static str,
    /// More words for `make`, such as variables.
    pub make: &'static [&'static str],
    /// Lines of configuration headers that are switched off: (header, macro).
    pub switched_off: &'static [(&'static str, &'static str)],
    /// How it is built.
    pub system: System,
}

/// The build systems that the packages have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum System {
    /// `configure` out of the source tree, then `make`.
    Autotools,
    /// A configure script or a makefile that works only inside its source tree, which is copied.
    InTree(&'static [&'static [&'static str]]),
}

/// What a build is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flavour {
    /// `pleach cc`: native programs with their bitcode beside them.
    Bitcode,
    /// gcc with gcov's counters, not optimised.
    Gcov,
    /// The same with the C library of the bitcode build: nothing but the compiler differs.
    GcovMusl,
}

impl Flavour {
    fn name(self) -> &'static str {
        match self {
            Flavour::Bitcode => "bitcode",
            Flavour::Gcov => "gcov",
            Flavour::GcovMusl => "gcov-musl",
        }
    }
}

/// The folder that holds sources, builds and results of campaigns.
pub fn campaigns() -> PathBuf {
    target_folder().join("campaigns")
}

impl Package {
    /// Where the build of this flavour is, whether or not it is there yet.
    pub fn folder(&self, flavour: Flavour) -> PathBuf {
        campaigns()
            .join("build")
            .join(format!("{}-{}", self.name, flavour.name()))
    }

    /// Gets the source through `scripts/debian-source`, once.
    pub fn source(&self) -> Result<PathBuf, Box<dyn Error>> {
        let folder = campaigns().join("sources").join(self.name);
        let output = Command::new(root().join("scripts/debian-source"))
            .arg(self.name)
            .arg(&folder)
            .output()?;
        if !output.status.success() {
            let text = String::from_utf8_lossy(&output.stderr);
            return Err(format!("no source of {}: {}", self.name, text.trim()).into());
        }
        Ok(folder)
    }
}

/// Names the Debian packages of tools that are not installed.
pub fn require_tools(tools: &[(&str, &str)]) -> Result<(), Box<dyn Error>> {
    let missing: Vec<&str> = tools
        .iter()
        .filter(|(tool, _)| !on_path(tool))
        .map(|(_, package)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(format!("not installed: apt-get install {}", missing.join(" ")).into())
}

fn on_path(tool: &str) -> bool {
    if tool.starts_with('/') {
        return Path::new(tool).exists();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}
