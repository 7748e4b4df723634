//! The query log: SMT-LIB text of what reached a back end.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use pleach_term::Terms;

use crate::backends::{Query, Verdict};
use crate::smtlib;

/// Appends to a file; opened at the first write, so that several workers may share one path.
pub(crate) struct QueryLog {
    path: PathBuf,
    file: Option<File>,
}

impl QueryLog {
    pub fn new(path: &Path) -> QueryLog {
        QueryLog {
            path: path.to_path_buf(),
            file: None,
        }
    }

    pub fn write(&mut self, terms: &Terms, query: Query<'_>, verdict: &Verdict) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            None => {
                let file = OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(&self.path)?;
                self.file.insert(file)
            }
        };
        let script = smtlib::script(terms, query.constraints);
        // One call, so that workers that append to the same file do not interleave.
        file.write_all(format!("{script}; answer: {}\n\n", verdict.name()).as_bytes())
    }
}
