//! Branches and lines by name, read from the format of the `lcov` tools.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};
use std::sync::Arc;

/// One direction of one branch of the source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Branch {
    pub file: Arc<str>,
    pub line: u32,
    /// Which branch of the file, and which of its directions; the same in every run of a program.
    pub number: u32,
    pub direction: u32,
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}, branch {} way {}",
            self.file, self.line, self.number, self.direction
        )
    }
}

/// What a tracefile says about one source file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceFile {
    pub lines: BTreeMap<u32, bool>,
    pub branches: BTreeMap<Branch, bool>,
    pub functions: BTreeSet<String>,
}

/// Reads a tracefile; lines that it does not know are passed over, as all tools do.
pub fn read_lcov(text: &str) -> BTreeMap<Arc<str>, SourceFile> {
    let mut files: BTreeMap<Arc<str>, SourceFile> = BTreeMap::new();
    let mut name: Arc<str> = Arc::from("");
    for line in text.lines() {
        let Some((kind, rest)) = line.split_once(':') else {
            continue;
        };
        let mut fields = rest.split(',');
        match kind {
            "SF" => {
                name = Arc::from(rest);
                files.entry(name.clone()).or_default();
            }
            "DA" => {
                let number = fields.next().and_then(|field| field.parse().ok());
                let covered = fields.next().is_some_and(|count| count != "0");
                if let (Some(number), Some(file)) = (number, files.get_mut(&name)) {
                    *file.lines.entry(number).or_default() |= covered;
                }
            }
            "FN" => {
                let function = rest.rsplit(',').next().unwrap_or("").to_owned();
                if let Some(file) = files.get_mut(&name) {
                    file.functions.insert(function);
                }
            }
            "BRDA" => {
                let mut number = || fields.next().and_then(|field| field.parse().ok());
                let (line, at, direction) = (number(), number(), number());
                let taken = fields
                    .next()
                    .is_some_and(|count| count != "0" && count != "-");
                if let (Some(line), Some(at), Some(direction), Some(file)) =
                    (line, at, direction, files.get_mut(&name))
                {
                    let branch = Branch {
                        file: name.clone(),
                        line,
                        number: at,
                        direction,
                    };
                    *file.branches.entry(branch).or_default() |= taken;
                }
            }
            _ => {}
        }
    }
    files
}

/// The same format. Counts are 0 or 1: only whether is known, not how often.
pub fn write_lcov(files: &BTreeMap<Arc<str>, SourceFile>) -> String {
    let mut out = String::new();
    for (name, file) in files {
        let _ = writeln!(out, "SF:{name}");
        for function in &file.functions {
            let _ = writeln!(out, "FN:0,{function}");
        }
        for (branch, taken) in &file.branches {
            let _ = writeln!(
                out,
                "BRDA:{},{},{},{}",
                branch.line,
                branch.number,
                branch.direction,
                u8::from(*taken)
            );
        }
        for (line, covered) in &file.lines {
            let _ = writeln!(out, "DA:{line},{}", u8::from(*covered));
        }
        out += "end_of_record\n";
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tracefile() {
        let text = "TN:\nSF:a,b.c\nFN:3,main\nDA:3,1\nDA:4,0\nBRDA:3,0,0,1\nBRDA:3,0,1,0\nBRDA:4,1,0,-\nend_of_record\n";
        let files = read_lcov(text);
        let file = &files["a,b.c"];
        assert_eq!(file.lines, BTreeMap::from([(3, true), (4, false)]));
        assert_eq!(file.branches.values().filter(|taken| **taken).count(), 1);
        assert_eq!(file.branches.len(), 3);
        assert!(file.functions.contains("main"));
        assert_eq!(read_lcov(&write_lcov(&files)), files);
    }

    #[test]
    fn nonsense_is_passed_over() {
        for text in [
            "",
            "DA:",
            "DA:x,1",
            "BRDA:1",
            "SF",
            "SF:x\nDA:1\nBRDA:1,2,3",
        ] {
            read_lcov(text);
        }
    }
}
