//! What the user asked for.

use super::mapped::Mapped;
use pleach_interp::{Extension, Joining, State};
use pleach_term::Term;
use std::any::Any;
use std::collections::BTreeMap;
use std::fs::Metadata;
use std::hash::Hasher;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// One thing that a program's world shall have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorldOption {
    /// An argument as it is.
    Argument(Vec<u8>),
    /// An unknown argument of at most so many bytes.
    SymArg(u32),
    /// Between `least` and `most` unknown arguments.
    SymArgs {
        least: u32,
        most: u32,
        length: u32,
    },
    /// Files A, B, ... with so many unknown bytes each.
    SymFiles {
        count: u32,
        size: u32,
    },
    SymStdin(u32),
    SymStdout,
    /// So many system calls and allocations may fail.
    MaxFail(u32),
    /// `NAME=VALUE`
    Env(Vec<u8>),
    SymEnv {
        name: Vec<u8>,
        length: u32,
    },
    /// A folder or file of the host, and where the program sees it.
    Map {
        host: PathBuf,
        guest: Vec<u8>,
    },
}

/// Where the program's standard input comes from, unless it is symbolic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum HostInput {
    /// The program's standard input is empty.
    #[default]
    Empty,
    /// The program reads this process's own standard input; only for one concrete path.
    Passed,
}

#[derive(Debug, thiserror::Error)]
pub enum WorldError {
    #[error("--map {path}: {reason}")]
    Map {
        path: String,
        reason: std::io::Error,
    },
    #[error("--map {0}: only files and folders can be mapped")]
    Kind(String),
}

/// The world of one run, the same for all its paths.
#[derive(Debug, Default)]
pub struct World {
    words: Vec<WorldOption>,
    input: HostInput,
    pub(crate) mapped: Mapped,
    unmodelled: Mutex<BTreeMap<u64, u64>>,
}

/// The numbers of records, as in `runtime/posix/environment.c`.
mod record {
    pub const END: i64 = 0;
    pub const ARGUMENT: i64 = 1;
    pub const SYM_ARG: i64 = 2;
    pub const SYM_ARGS: i64 = 3;
    pub const SYM_FILES: i64 = 4;
    pub const SYM_STDIN: i64 = 5;
    pub const SYM_STDOUT: i64 = 6;
    pub const MAX_FAIL: i64 = 7;
    pub const ENVIRONMENT: i64 = 8;
    pub const SYM_ENV: i64 = 9;
    pub const MAP: i64 = 10;
    pub const STDIN_STREAM: i64 = 11;
    pub const STDIN_FILE: i64 = 12;
}

impl World {
    pub fn new(words: Vec<WorldOption>, input: HostInput) -> Result<World, WorldError> {
        let mut mapped = Mapped::default();
        for word in &words {
            if let WorldOption::Map { host, .. } = word {
                add_map(&mut mapped, host)?;
            }
        }
        Ok(World {
            words,
            input,
            mapped,
            unmodelled: Mutex::default(),
        })
    }

    /// The plain arguments.
    pub fn arguments(&self) -> impl Iterator<Item = &Vec<u8>> {
        self.words.iter().filter_map(|word| match word {
            WorldOption::Argument(text) => Some(text),
            _ => None,
        })
    }

    /// Whether there is nothing in it beside plain arguments.
    pub fn is_plain(&self) -> bool {
        self.words
            .iter()
            .all(|word| matches!(word, WorldOption::Argument(_)))
    }

    /// System calls that the model does not know, by number, and how often each was called.
    pub fn unmodelled(&self) -> BTreeMap<u64, u64> {
        self.lock_unmodelled().clone()
    }

    pub(crate) fn note_unmodelled(&self, number: u64) {
        *self.lock_unmodelled().entry(number).or_default() += 1;
    }

    fn lock_unmodelled(&self) -> std::sync::MutexGuard<'_, BTreeMap<u64, u64>> {
        self.unmodelled
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// All of it as records, in the order in which KLEE makes its objects.
    pub(crate) fn records(&self) -> Vec<u8> {
        let mut records = Records::default();
        let mut words = self.valid();
        words.sort_by_key(|word| turn(word));
        let mut map = 0;
        for word in &words {
            records.word(word, &self.mapped, &mut map);
        }
        let stdin = words.iter().find_map(|word| match word {
            WorldOption::SymStdin(size) => Some(*size),
            _ => None,
        });
        match stdin {
            Some(size) => records.numbers(&[record::SYM_STDIN, i64::from(size)]),
            None if self.input == HostInput::Passed => records.host_input(),
            None => {}
        }
        for word in words {
            match word {
                WorldOption::SymStdout => records.numbers(&[record::SYM_STDOUT]),
                WorldOption::MaxFail(n) if *n > 0 => {
                    records.numbers(&[record::MAX_FAIL, i64::from(*n)]);
                }
                _ => {}
            }
        }
        records.numbers(&[record::END]);
        records.0
    }

    /// The words without those that a later one replaces.
    fn valid(&self) -> Vec<&WorldOption> {
        let words = self.words.iter().enumerate();
        words
            .filter(|(at, word)| {
                let later = &self.words[at + 1..];
                subject(word)
                    .is_none_or(|it| later.iter().all(|w| subject(w).is_none_or(|w| w != it)))
            })
            .map(|(_, word)| word)
            .collect()
    }

    /// The index under which the host's standard input is read where it is a file.
    pub(crate) const STDIN: i64 = i32::MAX as i64;
}

fn add_map(mapped: &mut Mapped, host: &Path) -> Result<(), WorldError> {
    let failed = |reason| WorldError::Map {
        path: host.display().to_string(),
        reason,
    };
    let canonical = host.canonicalize().map_err(failed)?;
    let metadata = canonical.metadata().map_err(failed)?;
    if !metadata.is_dir() && !metadata.is_file() {
        return Err(WorldError::Kind(host.display().to_string()));
    }
    mapped.add(canonical, metadata);
    Ok(())
}

/// What there is only one of.
#[derive(PartialEq, Eq)]
enum Subject<'a> {
    Files,
    Stdin,
    Stdout,
    Failures,
    Variable(&'a [u8]),
}

/// What a word replaces an earlier one about.
fn subject(word: &WorldOption) -> Option<Subject<'_>> {
    Some(match word {
        WorldOption::Argument(_)
        | WorldOption::SymArg(_)
        | WorldOption::SymArgs { .. }
        | WorldOption::Map { .. } => {
            return None;
        }
        WorldOption::SymFiles { .. } => Subject::Files,
        WorldOption::SymStdin(_) => Subject::Stdin,
        WorldOption::SymStdout => Subject::Stdout,
        WorldOption::MaxFail(_) => Subject::Failures,
        WorldOption::Env(text) => {
            let name = text.split(|b| *b == b'=').next();
            Subject::Variable(name.unwrap_or_default())
        }
        WorldOption::SymEnv { name, .. } => Subject::Variable(name),
    })
}

fn turn(word: &WorldOption) -> u32 {
    match word {
        WorldOption::Argument(_) | WorldOption::SymArg(_) | WorldOption::SymArgs { .. } => 0,
        WorldOption::Env(_) | WorldOption::SymEnv { .. } => 1,
        WorldOption::Map { .. } => 2,
        WorldOption::SymFiles { .. } => 3,
        WorldOption::SymStdin(_) | WorldOption::SymStdout | WorldOption::MaxFail(_) => 4,
    }
}

/// Numbers of eight bytes, and texts with their length before them.
#[derive(Default)]
pub(crate) struct Records(pub Vec<u8>);

impl Records {
    pub fn numbers(&mut self, numbers: &[i64]) {
        numbers
            .iter()
            .for_each(|n| self.0.extend_from_slice(&n.to_le_bytes()));
    }

    pub fn text(&mut self, text: &[u8]) {
        self.numbers(&[text.len() as i64]);
        self.0.extend_from_slice(text);
    }

    pub fn metadata(&mut self, metadata: &Metadata) {
        self.numbers(&[
            i64::from(metadata.mode()),
            metadata.mtime(),
            metadata.mtime_nsec(),
            metadata.size() as i64,
        ]);
    }

    fn word(&mut self, word: &WorldOption, mapped: &Mapped, map: &mut usize) {
        match word {
            WorldOption::Argument(text) => {
                self.numbers(&[record::ARGUMENT]);
                self.text(text);
            }
            WorldOption::SymArg(length) => self.numbers(&[record::SYM_ARG, i64::from(*length)]),
            WorldOption::SymArgs {
                least,
                most,
                length,
            } => self.numbers(&[
                record::SYM_ARGS,
                i64::from(*least),
                i64::from(*most),
                i64::from(*length),
            ]),
            WorldOption::SymFiles { count, size } => {
                self.numbers(&[record::SYM_FILES, i64::from(*count), i64::from(*size)]);
            }
            WorldOption::Env(text) => {
                self.numbers(&[record::ENVIRONMENT]);
                self.text(text);
            }
            WorldOption::SymEnv { name, length } => {
                self.numbers(&[record::SYM_ENV]);
                self.text(name);
                self.numbers(&[i64::from(*length)]);
            }
            WorldOption::Map { guest, .. } => {
                self.numbers(&[record::MAP, *map as i64]);
                self.text(guest);
                if let Some(metadata) = mapped.metadata(*map) {
                    self.metadata(metadata);
                }
                *map += 1;
            }
            WorldOption::SymStdin(_) | WorldOption::SymStdout | WorldOption::MaxFail(_) => {}
        }
    }

    /// A file is seen as a file with its offset, anything else as what it is.
    fn host_input(&mut self) {
        let Some((metadata, offset)) = super::mapped::host_input() else {
            return;
        };
        if metadata.is_file() {
            self.numbers(&[record::STDIN_FILE, World::STDIN, offset]);
            self.metadata(&metadata);
        } else {
            let kind = metadata.mode() & 0o170_000;
            self.numbers(&[record::STDIN_STREAM, i64::from(kind)]);
        }
    }
}

/// Lets a state find its world.
struct WorldOfState(Arc<World>);

impl Extension for WorldOfState {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(WorldOfState(self.0.clone()))
    }

    fn merge(&mut self, _: &dyn Extension, _: Joining<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    /// There is one world in a run.
    fn hash(&self, _: &mut dyn Hasher) {}

    /// A world holds no terms.
    fn terms(&self, _: &mut dyn FnMut(*const ()) -> bool, _: &mut dyn FnMut(Term)) {}

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Gives a state, and those that fork from it, its world.
pub fn set_world(state: &mut State, world: Arc<World>) {
    state.extensions.get_or_insert_with(|| WorldOfState(world));
}

pub(crate) fn world(state: &State) -> Option<Arc<World>> {
    state
        .extensions
        .get::<WorldOfState>()
        .map(|here| here.0.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_come_after_arguments_and_variables() {
        let words = vec![
            WorldOption::SymStdout,
            WorldOption::SymFiles { count: 1, size: 8 },
            WorldOption::Argument(b"x".to_vec()),
            WorldOption::SymStdin(3),
            WorldOption::SymStdin(4),
            WorldOption::Env(b"A=".to_vec()),
        ];
        let records = World::new(words, HostInput::Passed).unwrap().records();
        let mut expected = Records::default();
        expected.numbers(&[record::ARGUMENT]);
        expected.text(b"x");
        expected.numbers(&[record::ENVIRONMENT]);
        expected.text(b"A=");
        expected.numbers(&[record::SYM_FILES, 1, 8, record::SYM_STDIN, 4]);
        expected.numbers(&[record::SYM_STDOUT, record::END]);
        assert_eq!(records, expected.0);
    }

    #[test]
    fn the_last_word_wins() {
        let words = vec![
            WorldOption::SymFiles { count: 3, size: 1 },
            WorldOption::Env(b"A=1".to_vec()),
            WorldOption::Env(b"B=2".to_vec()),
            WorldOption::MaxFail(4),
            WorldOption::SymArg(1),
            WorldOption::SymArg(1),
            WorldOption::SymEnv {
                name: b"A".to_vec(),
                length: 7,
            },
            WorldOption::MaxFail(0),
            WorldOption::SymFiles { count: 1, size: 8 },
        ];
        let records = World::new(words, HostInput::Empty).unwrap().records();
        let mut expected = Records::default();
        expected.numbers(&[record::SYM_ARG, 1, record::SYM_ARG, 1, record::ENVIRONMENT]);
        expected.text(b"B=2");
        expected.numbers(&[record::SYM_ENV]);
        expected.text(b"A");
        expected.numbers(&[7, record::SYM_FILES, 1, 8, record::END]);
        assert_eq!(records, expected.0);
    }

    #[test]
    fn what_cannot_be_mapped_is_an_error() {
        let map = |host: &str| {
            let words = vec![WorldOption::Map {
                host: host.into(),
                guest: b"/x".to_vec(),
            }];
            World::new(words, HostInput::Empty)
                .map(|_| ())
                .map_err(|e| e.to_string())
        };
        assert!(
            map("/no/such/folder")
                .unwrap_err()
                .contains("/no/such/folder")
        );
        assert!(
            map("/dev/null")
                .unwrap_err()
                .contains("only files and folders")
        );
    }
}
