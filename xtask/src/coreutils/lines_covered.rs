//! Sets of covered lines, by file and number, from pleach's and from gcov's account.

use pleach_compare::native::NativeCoverage;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

/// Lines that have code, and whether they were executed.
#[derive(Default, Clone)]
pub struct Lines(BTreeMap<(String, u32), bool>);

/// What a run says it covered: `lcov.info` of its folder.
pub fn claimed(folder: &Path) -> Result<Lines, Box<dyn Error>> {
    let mut lines = Lines::default();
    let mut file = String::new();
    for line in std::fs::read_to_string(folder.join("lcov.info"))?.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            file = short(path);
        } else if let Some((number, count)) = line
            .strip_prefix("DA:")
            .and_then(|rest| rest.split_once(','))
        {
            lines.add(&file, number.parse()?, count != "0");
        }
    }
    Ok(lines)
}

/// What native runs covered.
pub fn native(coverage: &NativeCoverage) -> Lines {
    let mut lines = Lines::default();
    for (path, file) in &coverage.files {
        for (number, covered) in &file.lines {
            lines.add(&short(path), *number, *covered);
        }
    }
    lines
}

/// The last folder and the name: builds know the same file by different paths.
fn short(path: &str) -> String {
    let mut parts: Vec<&str> = path.rsplit('/').take(2).collect();
    parts.reverse();
    parts.join("/")
}

/// Says of a line that it continues a condition, if it does: compilers do not agree on whether such
/// a line counts as executed when the condition was decided before it.
pub fn with_reason(source: &Path, place: &str) -> String {
    let line = place.rsplit_once(':').and_then(|(file, number)| {
        let text = std::fs::read_to_string(source.join(file)).ok()?;
        let number: usize = number.parse().ok()?;
        Some(text.lines().nth(number.checked_sub(1)?)?.trim().to_owned())
    });
    let continues = |line: &String| ["&&", "||", "?", ":"].iter().any(|op| line.starts_with(op));
    match line.filter(continues) {
        Some(_) => format!("{place} (continues a condition)"),
        None => place.to_owned(),
    }
}

impl Lines {
    fn add(&mut self, file: &str, number: u32, covered: bool) {
        *self.0.entry((file.to_owned(), number)).or_default() |= covered;
    }

    /// What either of them covered.
    pub fn with(&self, other: &Lines) -> Lines {
        let mut both = self.clone();
        for ((file, number), covered) in &other.0 {
            both.add(file, *number, *covered);
        }
        both
    }

    /// How many lines both know.
    pub fn common(&self, other: &Lines) -> usize {
        self.0.keys().filter(|at| other.0.contains_key(*at)).count()
    }

    /// Lines that both know, covered here and not there.
    pub fn covered_but_not_in(&self, other: &Lines) -> Vec<String> {
        let missing =
            |(at, covered): &(&(String, u32), &bool)| **covered && other.0.get(*at) == Some(&false);
        self.0
            .iter()
            .filter(missing)
            .map(|((file, number), _)| format!("{file}:{number}"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_one_side_does_not_know_do_not_count() {
        let (mut ours, mut theirs) = (Lines::default(), Lines::default());
        ours.add("src/a.c", 1, true);
        ours.add("src/a.c", 2, true);
        ours.add("src/a.c", 3, true);
        theirs.add("src/a.c", 1, true);
        theirs.add("src/a.c", 2, false);
        assert_eq!(ours.common(&theirs), 2);
        assert_eq!(ours.covered_but_not_in(&theirs), ["src/a.c:2"]);
        assert!(theirs.covered_but_not_in(&ours).is_empty());
        assert_eq!(short("/x/y/src/a.c"), "src/a.c");
    }
}
