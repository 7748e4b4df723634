//! The corpus of real queries, read from its archive.

use std::collections::HashMap;
use std::io::{self, Read};
use std::path::PathBuf;

/// One query of the corpus.
pub struct Entry {
    /// `source/number.smt2`.
    pub file: String,
    pub text: String,
    pub satisfiable: bool,
}

impl Entry {
    /// The program whose exploration asked it.
    #[allow(
        dead_code,
        reason = "the benchmark reports by source, the test does not"
    )]
    pub fn source(&self) -> &str {
        self.file.split('/').next().unwrap_or("")
    }
}

/// The archive: named by the environment, or beside the workspace.
fn archive() -> Option<PathBuf> {
    let beside =
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/queries.tar.zst");
    let path = std::env::var_os("PLEACH_CORPUS").map_or_else(beside, PathBuf::from);
    path.is_file().then_some(path)
}

/// All queries in file order, or none if there is no corpus here.
pub fn load() -> io::Result<Option<Vec<Entry>>> {
    let Some(path) = archive() else {
        return Ok(None);
    };
    let packed = io::BufReader::new(std::fs::File::open(path)?);
    let unpacked = ruzstd::decoding::StreamingDecoder::new(packed).map_err(io::Error::other)?;
    let mut texts: HashMap<String, String> = HashMap::new();
    for file in tar::Archive::new(unpacked).entries()? {
        let mut file = file?;
        if file.header().entry_type().is_file() {
            let name = file
                .path()?
                .to_string_lossy()
                .trim_start_matches("./")
                .to_string();
            let mut text = String::new();
            file.read_to_string(&mut text)?;
            texts.insert(name, text);
        }
    }
    let index = texts
        .remove("index.csv")
        .ok_or_else(|| io::Error::other("no index.csv"))?;
    let mut entries = Vec::new();
    for line in index.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [file, _, answer, ..] = fields.as_slice() else {
            continue;
        };
        let text = texts
            .remove(*file)
            .ok_or_else(|| io::Error::other(format!("no {file}")))?;
        entries.push(Entry {
            file: file.to_string(),
            text,
            satisfiable: *answer == "sat",
        });
    }
    Ok(Some(entries))
}
