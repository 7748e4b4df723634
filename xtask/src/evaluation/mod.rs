//! What the evaluations of techniques have in common: runs that are kept, averages, pictures, pages.

pub mod averages;
pub mod bars;
pub mod drawing;
mod figures;
mod kept;

pub use figures::Figures;
pub use kept::Kept;

use crate::build::root;
use pleach_fuzz::process;
use std::error::Error;
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

/// The pleach that is named, or a new build.
pub fn pleach(named: Option<&Path>) -> Result<PathBuf, Box<dyn Error>> {
    match named {
        Some(path) => Ok(std::path::absolute(path)?),
        None => crate::build::pleach(),
    }
}

/// Where the page of an evaluation goes. Part of the runs makes no page, unless somebody wants it.
pub fn page_folder(name: &str, named: Option<&Path>, only: &[String]) -> Option<PathBuf> {
    match (named, only) {
        (Some(folder), _) => Some(folder.to_owned()),
        (None, []) => Some(root().join("docs").join(name)),
        (None, _) => None,
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
