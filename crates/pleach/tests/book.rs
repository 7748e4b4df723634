//! The book's examples, run as they stand.
//!
//! In a chapter, a fenced block whose first line has `file=NAME` is written to a folder, and a block
//! of the language `console` holds commands (`$ pleach ...`) with the output that each must give. A
//! shown line `...` stands for any lines. What differs between machines is not compared: times,
//! coverage, numbers of tests, the values in test cases. A block can say `inputs=any` where several
//! inputs lead to the error that it shows. The exit code is 1 where `pleach run` shows an error and 0
//! otherwise; `exit=N` says another one.

use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn tutorial() {
    run_chapter("tutorial.md");
}

#[test]
fn world() {
    run_chapter("world.md");
}

#[test]
fn own_project() {
    run_chapter("own-project.md");
}

#[test]
fn errors() {
    run_chapter("errors.md");
}

#[test]
fn search_strategies() {
    run_chapter("search.md");
}

#[test]
fn merging() {
    run_chapter("merging.md");
}

#[test]
fn redundant_states() {
    run_chapter("redundant-states.md");
}

#[test]
fn libc() {
    run_chapter("libc.md");
}

fn run_chapter(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs/book/src")
        .join(name);
    let text = std::fs::read_to_string(&path).expect("the chapter is there");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut commands = 0;
    for block in blocks(&text) {
        if let Some(file) = block.option("file") {
            write_file(&folder.path().join(file), &block.lines);
        } else if block.language() == "console" {
            commands += run_block(folder.path(), name, &block);
        }
    }
    assert!(commands > 0, "{name} shows no command");
}

/// A fenced block of a chapter.
struct Block<'a> {
    info: &'a str,
    /// Line of the chapter that its content starts at.
    first: usize,
    lines: Vec<&'a str>,
}

impl Block<'_> {
    fn language(&self) -> &str {
        self.info.split_whitespace().next().unwrap_or("")
    }

    fn option(&self, name: &str) -> Option<&str> {
        self.info
            .split_whitespace()
            .find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }
}

fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            let lines = lines
                .by_ref()
                .map(|(_, line)| line)
                .take_while(|line| *line != "```")
                .collect();
            blocks.push(Block {
                info,
                first: at + 2,
                lines,
            });
        }
    }
    blocks
}

fn write_file(path: &Path, lines: &[&str]) {
    std::fs::create_dir_all(path.parent().expect("it lies in the folder"))
        .expect("folders can be made");
    std::fs::write(path, lines.join("\n") + "\n").expect("files can be written");
}

/// Runs the commands of a block; returns how many there were.
fn run_block(folder: &Path, chapter: &str, block: &Block<'_>) -> usize {
    let starts: Vec<usize> = (0..block.lines.len())
        .filter(|i| block.lines[*i].starts_with("$ "))
        .collect();
    assert_eq!(
        starts.first(),
        Some(&0),
        "{chapter}:{}: a console block begins with a command",
        block.first
    );
    for (i, start) in starts.iter().enumerate() {
        let end = starts.get(i + 1).copied().unwrap_or(block.lines.len());
        let (command, shown) = (block.lines[*start], &block.lines[start + 1..end]);
        let place = format!("{chapter}:{}: {command}", block.first + start);
        run_command(folder, block, command, shown, &place);
    }
    starts.len()
}

fn run_command(folder: &Path, block: &Block<'_>, command: &str, shown: &[&str], place: &str) {
    let mut words = command.trim_start_matches("$ ").split_whitespace();
    assert_eq!(
        words.next(),
        Some("pleach"),
        "{place}: only pleach is run here"
    );
    let output = Command::new(PathBuf::from(env!("CARGO_BIN_EXE_pleach")))
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|error| panic!("{place}: {error}"));
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let found = command.starts_with("$ pleach run ") && stdout.contains("error[");
    let code = block.option("exit").map_or(i32::from(found), |code| {
        code.parse().expect("exit=N with a number")
    });
    assert_eq!(
        output.status.code(),
        Some(code),
        "{place}: exit code; it printed:\n{stdout}{stderr}"
    );

    let inputs_matter = block.option("inputs") != Some("any");
    let comparable = |lines: &mut dyn Iterator<Item = &str>| -> Vec<String> {
        lines
            .filter(|line| inputs_matter || !is_input(line))
            .map(comparable)
            .collect()
    };
    let shown = comparable(&mut shown.iter().copied());
    let only = comparable(&mut stdout.lines());
    let both = comparable(&mut stdout.lines().chain(stderr.lines()));
    assert!(
        matches(&shown, &only) || matches(&shown, &both),
        "{place}: the output is\n{stdout}{stderr}"
    );
}

/// A line of a finding that gives the value of an input.
fn is_input(line: &str) -> bool {
    line.starts_with("    ") && line.contains(" = ")
}

/// A line without what differs from run to run.
fn comparable(line: &str) -> String {
    for varying in ["time:", "coverage:", "tests:"] {
        if line.starts_with(varying) {
            return varying.to_owned();
        }
    }
    let has_time = ["merging:", "decided:"];
    let has_time = has_time
        .iter()
        .any(|name| line.trim_start().starts_with(name));
    if let (true, Some((rest, _time))) = (has_time, line.rsplit_once(", ")) {
        return rest.to_owned();
    }
    let in_test = line.starts_with("object ");
    for value in ["data: ", "hex : ", "int : ", "uint: ", "text: "] {
        if let Some(at) = line.find(value).filter(|_| in_test) {
            return line[..at + value.len()].to_owned();
        }
    }
    match line.trim_start().strip_prefix("test: test") {
        Some(_) => "test".to_owned(),
        None => line.trim_end().to_owned(),
    }
}

/// Whether the lines are as shown, where `...` stands for any lines.
fn matches(shown: &[String], lines: &[String]) -> bool {
    match shown.split_first() {
        None => lines.iter().all(String::is_empty),
        Some((first, rest)) if first == "..." => {
            (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..]))
        }
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, others)| first == line && matches(rest, others)),
    }
}

#[test]
fn dots_stand_for_any_lines() {
    let lines = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
    assert!(matches(&lines("a ... d"), &lines("a b c d")));
    assert!(matches(&lines("... d"), &lines("d")));
    assert!(!matches(&lines("a ... c"), &lines("a b c d")));
    assert!(!matches(&lines("a"), &lines("a b")));
}
