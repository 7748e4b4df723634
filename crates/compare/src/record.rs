//! The record of a run: written when it has ended, so a folder without one is a partial run.

use crate::CompareError;
use crate::plan::Configuration;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

const NAME: &str = "record.json";
const FORMAT: u32 = 1;

/// What the parent saw of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    format: u32,
    configuration: Configuration,
    /// 0 unless something gave out on the way: an internal error, a full disk.
    pub exit_code: i32,
    pub elapsed_seconds: f64,
    /// User and system time of the process and of all that it started.
    pub cpu_seconds: f64,
    pub most_memory_bytes: u64,
}

impl Record {
    pub fn new(
        configuration: Configuration,
        usage: &crate::child::Usage,
        exit_code: i32,
    ) -> Record {
        Record {
            format: FORMAT,
            configuration,
            exit_code,
            elapsed_seconds: usage.elapsed.as_secs_f64(),
            cpu_seconds: usage.cpu.as_secs_f64(),
            most_memory_bytes: usage.most_memory,
        }
    }

    /// The record of a finished run with this configuration, if there is one.
    pub fn read(folder: &Path, configuration: &Configuration) -> Option<Record> {
        let text = fs::read_to_string(folder.join(NAME)).ok()?;
        let record: Record = serde_json::from_str(&text).ok()?;
        (record.format == FORMAT && record.configuration == *configuration).then_some(record)
    }

    pub fn write(&self, folder: &Path) -> Result<(), CompareError> {
        let text = serde_json::to_string_pretty(self).expect("plain data") + "\n";
        write_whole(&folder.join(NAME), &text)
    }
}

/// The folder in which pleach writes a run.
pub fn run_folder(folder: &Path) -> PathBuf {
    folder.join("run")
}

/// The file with what a run printed.
pub fn log_file(folder: &Path) -> PathBuf {
    folder.join("log.txt")
}

/// The last thing that a run printed.
pub fn last_words(folder: &Path) -> String {
    let bytes = fs::read(log_file(folder)).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().rfind(|line| !line.trim().is_empty());
    let line = line.unwrap_or("it said nothing");
    line.strip_prefix("pleach: ").unwrap_or(line).to_owned()
}

/// A file appears whole or not at all.
pub fn write_whole(path: &Path, text: &str) -> Result<(), CompareError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let partial = path.with_file_name(format!(".{name}"));
    fs::write(&partial, text)
        .and_then(|()| fs::rename(&partial, path))
        .map_err(|source| CompareError::Unwritable {
            path: path.to_owned(),
            source,
        })
}
