//! The list of command lines, and the files that they find.

use super::shell::{self, CommandLine, unescape};
use std::fs::{self, File, FileTimes};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The list: see the head of the file itself for its form.
const LIST: &str = include_str!("../../data/command-lines.txt");

#[derive(Default)]
pub struct List {
    folders: Vec<String>,
    files: Vec<(String, Vec<u8>)>,
    pub commands: Vec<CommandLine>,
}

/// The list that comes with the source.
pub fn list() -> Result<List, String> {
    read(LIST)
}

fn read(text: &str) -> Result<List, String> {
    let mut list = List::default();
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let at = |error| format!("command-lines.txt:{}: {error}", number + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(name) = line.strip_prefix("folder ") {
            list.folders.push(name.to_owned());
        } else if let Some(name) = line.strip_prefix("file ") {
            let content = content(&mut lines).map_err(at)?;
            list.files.push((name.to_owned(), content));
        } else {
            list.commands.push(shell::parse(line).map_err(at)?);
        }
    }
    Ok(list)
}

fn content<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    loop {
        let (_, line) = lines.next().ok_or("a file without its end")?;
        if line == "end" {
            return Ok(content);
        }
        // An odd number of backslashes at the end: the last one joins this line with the next.
        let backslashes = line.len() - line.trim_end_matches('\\').len();
        match backslashes % 2 {
            1 => content.extend(unescape(&line[..line.len() - 1])?),
            _ => {
                content.extend(unescape(line)?);
                content.push(b'\n');
            }
        }
    }
}

impl List {
    /// Writes the files into a folder, all with the same time of change.
    pub fn write_files(&self, folder: &Path) -> std::io::Result<()> {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let times = FileTimes::new().set_accessed(time).set_modified(time);
        for name in &self.folders {
            fs::create_dir_all(folder.join(name))?;
        }
        for (name, content) in &self.files {
            fs::write(folder.join(name), content)?;
            File::options()
                .write(true)
                .open(folder.join(name))?
                .set_times(times)?;
        }
        for name in &self.folders {
            File::open(folder.join(name))?.set_times(times)?;
        }
        Ok(())
    }

    /// The content of a file of the list.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        let found = self.files.iter().find(|(other, _)| other == name)?;
        Some(&found.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_list_is_read_and_is_long_enough() {
        let list = list().unwrap();
        let programs: BTreeSet<_> = list.commands.iter().map(|line| &line.program).collect();
        assert!(list.commands.len() >= 300);
        assert!(programs.len() >= 60);
        assert_eq!(list.file("hello.txt"), Some(&b"hello\n"[..]));
        assert_eq!(list.file("empty.txt"), Some(&b""[..]));
        assert!(list.file("noeol.txt").unwrap().ends_with(b"newline"));
    }

    #[test]
    fn errors_name_the_line() {
        let error = read("echo a\necho 'b\n").err().unwrap();
        assert_eq!(error, "command-lines.txt:2: ' without its end");
    }
}
