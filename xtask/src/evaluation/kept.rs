//! Results that are kept beside the builds.
//!
//! All that a result depends on is in the name of its file, so what is there is not made again, and
//! a command that was interrupted goes on where it was.

use crate::packages::campaigns;
use pleach_compare::Fingerprint;
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, PartialEq, Eq)]
pub struct Kept(PathBuf);

impl Kept {
    /// The file in this folder for `name`, and everything in `key`.
    pub fn new(folder: &str, name: &str, key: &Fingerprint) -> Kept {
        let name = format!("{}-{}.json", name.replace(' ', "-"), key.text());
        Kept(campaigns().join(folder).join(name))
    }

    /// The result if there is one.
    pub fn read(&self) -> Option<Value> {
        let text = fs::read_to_string(&self.0).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Whole or not at all.
    pub fn write(&self, result: &Value) -> Result<(), Box<dyn Error>> {
        fs::create_dir_all(self.0.parent().unwrap_or(Path::new(".")))?;
        let unfinished = self.0.with_extension("unfinished");
        fs::write(&unfinished, serde_json::to_string_pretty(result)?)?;
        Ok(fs::rename(unfinished, &self.0)?)
    }
}
