//! What a test case means: which objects are arguments, files, variables.

use crate::ReplayError;
use pleach_ktest::{Ktest, KtestObject, Role};
use std::path::{Path, PathBuf};

/// A test as a program gets to see it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Test {
    pub path: PathBuf,
    /// Without the program's name.
    pub args: Vec<Vec<u8>>,
    /// `NAME=VALUE`
    pub env: Vec<(Vec<u8>, Vec<u8>)>,
    pub stdin: Option<FileOf>,
    /// By name, in the working folder.
    pub files: Vec<(String, FileOf)>,
    /// Whether it has inputs that the program asks for itself, with `klee_make_symbolic`.
    pub has_inputs: bool,
    /// What cannot be had natively, in words.
    pub notes: Vec<String>,
    /// Something fails on its path that does not fail natively: it may end otherwise.
    pub needs_failures: bool,
}

/// Contents, and what its `stat` object says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileOf {
    pub bytes: Vec<u8>,
    pub mode: Option<u32>,
    /// Seconds and nanoseconds of the last access and modification.
    pub times: Option<[(i64, i64); 2]>,
}

impl Test {
    pub fn read(path: &Path) -> Result<Test, ReplayError> {
        let bytes = std::fs::read(path).map_err(|source| match source.kind() {
            std::io::ErrorKind::NotFound => ReplayError::Missing {
                path: path.to_owned(),
            },
            _ => ReplayError::Unreadable {
                path: path.to_owned(),
                source,
            },
        })?;
        let ktest = Ktest::from_bytes(&bytes).map_err(|source| ReplayError::Broken {
            path: path.to_owned(),
            source,
        })?;
        Ok(Test {
            path: path.to_owned(),
            ..Test::of(&ktest)
        })
    }

    pub fn of(ktest: &Ktest) -> Test {
        let mut reading = Reading {
            objects: ktest.objects.iter().map(|object| (object, false)).collect(),
            test: Test::default(),
        };
        reading.words(ktest.args.get(1..).unwrap_or_default());
        reading.rest();
        reading.test
    }
}

/// How many values follow each of KLEE's words.
const WORDS: &[(&str, usize)] = &[
    ("sym-arg", 1),
    ("sym-args", 3),
    ("sym-files", 2),
    ("sym-stdin", 1),
    ("sym-stdout", 0),
    ("sym-env", 2),
    ("max-fail", 1),
    ("fd-fail", 0),
    ("save-all-writes", 0),
    ("some-args", 0),
    ("env", 1),
    ("map", 1),
];

struct Reading<'a> {
    /// And whether it was used.
    objects: Vec<(&'a KtestObject, bool)>,
    test: Test,
}

impl Reading<'_> {
    fn words(&mut self, words: &[Vec<u8>]) {
        let mut words = words.iter();
        while let Some(word) = words.next() {
            let Some((name, count)) = known(word) else {
                self.test.args.push(word.clone());
                continue;
            };
            let values: Vec<&Vec<u8>> = words.by_ref().take(count).collect();
            match name {
                "sym-arg" => self.argument(),
                "sym-args" => self.arguments(&values),
                "env" => self.variable(values.first().map_or(&[][..], |v| v)),
                "map" => {
                    let text = String::from_utf8_lossy(values.first().map_or(&[][..], |v| v));
                    self.test
                        .notes
                        .push(format!("--map {text} is not replayed"));
                }
                "max-fail" | "fd-fail" => self.failures(),
                _ => {}
            }
        }
    }

    /// Calls are numbered from 1: with zeros nothing fails.
    fn failures(&mut self) {
        let numbers = self.take(|name| name == "fails");
        let none = |numbers: Vec<u8>| numbers.iter().take(4).all(|byte| *byte == 0);
        if numbers.is_some_and(none) || self.test.needs_failures {
            return;
        }
        let note = "a system call or an allocation that fails on this path (--max-fail) does not fail natively: the end may be another one";
        self.test.notes.push(note.to_owned());
        self.test.needs_failures = true;
    }

    /// Objects are made in the order of the words, and each name is numbered when it is used again.
    fn take(&mut self, wanted: impl Fn(&str) -> bool) -> Option<Vec<u8>> {
        let name = |object: &KtestObject| String::from_utf8_lossy(&object.name).into_owned();
        let found = self
            .objects
            .iter_mut()
            .find(|(object, used)| !used && wanted(&name(object)))?;
        found.1 = true;
        Some(found.0.bytes.clone())
    }

    fn argument(&mut self) {
        // A path that ended early, inside the making of its world, has none.
        if let Some(bytes) = self.take(|name| Role::of(name) == Role::Argument) {
            self.test.args.push(until_zero(&bytes));
        }
    }

    fn arguments(&mut self, values: &[&Vec<u8>]) {
        let number =
            |i: usize| -> Option<u32> { std::str::from_utf8(values.get(i)?).ok()?.parse().ok() };
        let (least, most) = (number(0).unwrap_or(0), number(1).unwrap_or(0));
        let count = if least == most {
            most
        } else {
            let chosen = self.take(|name| Role::of(name) == Role::ArgumentCount);
            let chosen = chosen.and_then(|bytes| bytes.try_into().ok());
            chosen.map_or(least, u32::from_le_bytes).clamp(least, most)
        };
        for _ in 0..count {
            self.argument();
        }
    }

    fn variable(&mut self, text: &[u8]) {
        let at = text.iter().position(|&b| b == b'=').unwrap_or(text.len());
        let value = text.get(at + 1..).unwrap_or_default().to_vec();
        self.test.env.push((text[..at].to_vec(), value));
    }

    /// Everything that has its own name; and arguments, where the test does not keep KLEE's words.
    fn rest(&mut self) {
        while let Some(bytes) = self.take(|name| Role::of(name) == Role::Argument) {
            self.test.args.push(until_zero(&bytes));
        }
        let objects = std::mem::take(&mut self.objects);
        let stat_of = |name: &str| {
            let wanted = format!("{name}-stat");
            let named = |(object, _): &&(&KtestObject, bool)| object.name == wanted.as_bytes();
            objects.iter().find(named).map(|(object, _)| &object.bytes)
        };
        for (object, used) in &objects {
            let name = String::from_utf8_lossy(&object.name).into_owned();
            let bytes = &object.bytes;
            if *used {
                continue;
            }
            match Role::of(&name) {
                Role::Stdin => self.test.stdin = Some(FileOf::new(bytes, stat_of(&name))),
                Role::Variable(variable) => {
                    let pair = (variable.as_bytes().to_vec(), until_zero(bytes));
                    self.test.env.push(pair);
                }
                Role::File(file) => {
                    let file_of = FileOf::new(bytes, stat_of(&name));
                    self.test.files.push((file.to_owned(), file_of));
                }
                Role::Argument | Role::Own => self.test.has_inputs = true,
                Role::ArgumentCount | Role::Stat(_) | Role::Bookkeeping => {}
            }
        }
        // A file of no bytes has no contents object.
        for (object, _) in &objects {
            let name = String::from_utf8_lossy(&object.name).into_owned();
            let Role::Stat(of) = Role::of(&name) else {
                continue;
            };
            let empty = FileOf::new(&[], Some(&object.bytes));
            match Role::of(of) {
                Role::Stdin if self.test.stdin.is_none() => self.test.stdin = Some(empty),
                Role::File(file) if !self.test.files.iter().any(|(known, _)| known == file) => {
                    self.test.files.push((file.to_owned(), empty));
                }
                _ => {}
            }
        }
    }
}

fn known(word: &[u8]) -> Option<(&'static str, usize)> {
    let text = std::str::from_utf8(word).ok()?;
    let name = text.strip_prefix("--").or_else(|| text.strip_prefix('-'))?;
    WORDS.iter().find(|(word, _)| *word == name).copied()
}

fn until_zero(bytes: &[u8]) -> Vec<u8> {
    bytes
        .split(|&byte| byte == 0)
        .next()
        .unwrap_or_default()
        .to_vec()
}

impl FileOf {
    /// The `stat` object is the kernel's structure: 144 bytes on x86-64.
    fn new(bytes: &[u8], stat: Option<&Vec<u8>>) -> FileOf {
        let word = |i: usize| {
            let at = stat?.get(i * 8..i * 8 + 8)?;
            at.try_into().ok().map(i64::from_le_bytes)
        };
        let time = |i: usize| {
            let (seconds, nanoseconds) = (word(i)?, word(i + 1)?);
            let sane = (0..1_000_000_000).contains(&nanoseconds) && (0..1 << 40).contains(&seconds);
            sane.then_some((seconds, nanoseconds))
        };
        FileOf {
            bytes: bytes.to_vec(),
            mode: word(3).map(|mode| mode as u32 & 0o7777),
            times: time(9).zip(time(11)).map(|(a, m)| [a, m]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(name: &str, bytes: &[u8]) -> KtestObject {
        KtestObject {
            name: name.into(),
            bytes: bytes.to_vec(),
        }
    }

    fn test(args: &str, objects: Vec<KtestObject>) -> Test {
        let args = args.split(' ').map(|word| word.as_bytes().to_vec());
        Test::of(&Ktest {
            args: args.collect(),
            objects,
            ..Ktest::default()
        })
    }

    #[test]
    fn symbolic_and_plain_arguments_keep_their_order() {
        let test = test(
            "echo.bc --sym-args 0 1 10 -n -sym-arg 2 --sym-args 0 2 2 end --sym-files 1 8",
            vec![
                object("n_args", &1u32.to_le_bytes()),
                object("arg0", b"one\0\0\0\0\0\0\0\0"),
                object("arg1", b"\0\0\0"),
                object("n_args_1", &0u32.to_le_bytes()),
                object("A-data", b"contents"),
                object("model_version", &1u32.to_le_bytes()),
            ],
        );
        let args: Vec<&[u8]> = test.args.iter().map(Vec::as_slice).collect();
        assert_eq!(args, [&b"one"[..], b"-n", b"", b"end"]);
        assert_eq!(test.files[0].0, "A");
        assert_eq!(test.files[0].1.bytes, b"contents");
        assert!(!test.has_inputs);
    }

    #[test]
    fn a_stat_object_gives_permissions_and_times() {
        let mut stat = vec![0; 144];
        stat[24..28].copy_from_slice(&0o100_604u32.to_le_bytes());
        stat[72..80].copy_from_slice(&1_234_567_890i64.to_le_bytes());
        stat[88..96].copy_from_slice(&1_500_000_000i64.to_le_bytes());
        let test = test(
            "cat --sym-files 1 0 --sym-stdin 2",
            vec![
                object("A-data-stat", &stat),
                object("stdin", b"hi"),
                object("stdin-stat", &stat),
                object("x", b"1234"),
            ],
        );
        let (name, file) = &test.files[0];
        assert_eq!((name.as_str(), file.mode), ("A", Some(0o604)));
        assert_eq!(file.times, Some([(1_234_567_890, 0), (1_500_000_000, 0)]));
        assert_eq!(test.stdin.unwrap().bytes, b"hi");
        assert!(test.has_inputs);
    }

    #[test]
    fn variables_and_arguments_without_words() {
        let test = test(
            "prog --env HOME=/x=y",
            vec![object("env-LANG", b"C\0\0"), object("arg00", b"v\0")],
        );
        assert_eq!(test.env[0], (b"HOME".to_vec(), b"/x=y".to_vec()));
        assert_eq!(test.env[1], (b"LANG".to_vec(), b"C".to_vec()));
        assert_eq!(test.args, [b"v".to_vec()]);
    }
}
