//! What the evaluations of techniques have in common: runs that are kept, averages, pictures, pages.

pub mod averages;
pub mod bars;
pub mod drawing;
mod figures;
mod kept;

pub use figures::Figures;
pub use kept::Kept;

use crate::at_once;
use crate::build::root;
use crate::coreutils::page::without_folders;
use clap::Args;
use pleach_fuzz::process;
use std::error::Error;
use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A file of a page, and what it shows in words.
pub struct Picture {
    pub file: String,
    pub about: String,
    pub svg: String,
}

impl Picture {
    pub fn new(file: &str, about: &str, svg: String) -> Picture {
        Picture {
            file: file.to_owned(),
            about: about.to_owned(),
            svg,
        }
    }
}

/// What every evaluation is told.
#[derive(Args)]
pub struct Common {
    /// Runs at a time [default: the number of processors]
    #[arg(long, value_name = "N")]
    at_once: Option<usize>,
    /// Where the page goes [default: its folder in docs, or nowhere with --only]
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
    /// The pleach to measure [default: build it]
    #[arg(long)]
    pleach: Option<PathBuf>,
}

impl Common {
    pub fn at_once(&self) -> usize {
        self.at_once.unwrap_or_else(at_once::processors)
    }

    /// The pleach that is named, or a new build.
    pub fn pleach(&self) -> Result<PathBuf, Box<dyn Error>> {
        match &self.pleach {
            Some(path) => Ok(std::path::absolute(path)?),
            None => crate::build::pleach(),
        }
    }

    /// Whether it is somebody else's build.
    pub fn names_pleach(&self) -> bool {
        self.pleach.is_some()
    }

    /// Where the page of an evaluation goes. Part of the runs makes no page, unless somebody wants it.
    pub fn page_folder(&self, name: &str, only: &[String]) -> Option<PathBuf> {
        match (&self.page, only) {
            (Some(folder), _) => Some(folder.to_owned()),
            (None, []) => Some(root().join("docs").join(name)),
            (None, _) => None,
        }
    }
}

/// An option that pleach does not know is better said once than by every run.
pub fn require(pleach: &Path, program: &Path, words: &[String]) -> Result<(), Box<dyn Error>> {
    let mut command = Command::new(pleach);
    command.args(["run", "--quiet", "--no-output"]);
    command.args(words).arg(program);
    let done = process::run(&mut command, Duration::from_secs(60))?;
    if !done.succeeded() {
        return Err(format!("{}: {}", words.join(" "), done.last_words()).into());
    }
    Ok(())
}

/// The text as `README.md`, and the pictures beside it.
pub fn write_page(folder: &Path, text: &str, pictures: &[Picture]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    for picture in pictures {
        fs::write(folder.join(&picture.file), &picture.svg)?;
    }
    fs::write(folder.join("README.md"), text)?;
    println!("written to {}", folder.display());
    Ok(())
}

/// Pictures in Markdown, with their words.
pub fn shown(pictures: &[Picture]) -> String {
    let show = |picture: &Picture| {
        let short = picture.about.split('.').next().unwrap_or("");
        format!("{}\n\n![{short}]({})\n\n", picture.about, picture.file)
    };
    pictures.iter().map(show).collect()
}

/// One line per run of a task that failed; there is one run per mode.
pub fn failures(task: &str, modes: &[impl Display], runs: &[Figures]) -> String {
    let line = |(mode, run): (_, &Figures)| {
        let why = run.failure()?;
        Some(format!("- {task} with `{mode}`: {why}\n"))
    };
    let text: String = modes.iter().zip(runs).filter_map(line).collect();
    without_folders(&text)
}

/// `1234567` as `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Says which part a page or table lacks.
#[cfg(test)]
pub fn assert_parts(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}
