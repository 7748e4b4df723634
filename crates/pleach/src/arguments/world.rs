//! Words about the program's world: symbolic arguments and files in KLEE's spelling, variables,
//! folders of the host.

use crate::failure::Failure;
use clap::{Arg, ArgAction};
use pleach_env::WorldOption;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

const MOST_FILES: u32 = 26;
const MOST_BYTES: u32 = 1 << 20;
const MOST_ARGUMENTS: u32 = 100;
const MOST_FAILURES: u32 = 1000;

/// Who may use a word, and what follows it.
struct Known {
    name: &'static str,
    usage: &'static str,
    place: Place,
    /// For `--help`; empty for spellings that are only KLEE's.
    help: &'static str,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In `pleach run`, also among the program's own arguments, as KLEE's users write them.
    Run,
    /// In `pleach run` and `pleach exec`, before the program's own arguments.
    Options,
}

const WORDS: &[Known] = &[
    known(
        "sym-arg",
        "N",
        Place::Run,
        "An unknown argument of at most N bytes",
    ),
    known(
        "sym-args",
        "MIN MAX N",
        Place::Run,
        "At least MIN, at most MAX unknown arguments of at most N bytes",
    ),
    known(
        "sym-files",
        "NUM N",
        Place::Run,
        "Files A, B, ... in the working folder with N unknown bytes each",
    ),
    known(
        "sym-stdin",
        "N",
        Place::Run,
        "N unknown bytes as standard input",
    ),
    known(
        "sym-stdout",
        "",
        Place::Run,
        "KLEE's objects `stdout` and `stdout-stat` in each test; nothing else changes",
    ),
    known(
        "sym-env",
        "NAME N",
        Place::Run,
        "A variable with an unknown value of at most N bytes",
    ),
    known(
        "max-fail",
        "N",
        Place::Run,
        "At most N system calls and allocations may fail; each that does is a path of its own",
    ),
    known("fd-fail", "", Place::Run, ""),
    known(
        "env",
        "NAME=VALUE",
        Place::Options,
        "A variable; without these words the environment is empty",
    ),
    known(
        "map",
        "HOST[:GUEST]",
        Place::Options,
        "A folder or file of the host that the program may read, under this name",
    ),
];

const fn known(name: &'static str, usage: &'static str, place: Place, help: &'static str) -> Known {
    Known {
        name,
        usage,
        place,
        help,
    }
}

impl Known {
    /// How many words follow.
    fn values(&self) -> usize {
        self.usage.split_whitespace().count()
    }

    /// Only to be shown by `--help`: the word itself never gets to clap.
    fn documented(&self) -> Arg {
        let argument = Arg::new(self.name)
            .long(self.name)
            .help(self.help)
            .help_heading(HEADING);
        match self.values() {
            0 => argument.action(ArgAction::SetTrue),
            values => argument
                .num_args(values)
                .value_names(self.usage.split_whitespace()),
        }
    }
}

const HEADING: &str = "The program's world (before or after `--`, except --env and --map)";

/// The subcommands with the words that each takes about the world, for `--help` and for what is
/// like a misspelt option.
pub fn document(definition: clap::Command) -> clap::Command {
    let shown = |wanted: fn(&Known) -> bool| {
        let shown = move |known: &&Known| !known.help.is_empty() && wanted(known);
        WORDS.iter().filter(shown).map(Known::documented)
    };
    definition
        .mut_subcommand("run", |run| run.args(shown(|_| true)))
        .mut_subcommand("exec", |exec| {
            exec.args(shown(|known| known.place == Place::Options))
        })
}

/// Where words are being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    RunOptions,
    ExecOptions,
    /// After `--` in `pleach run`.
    RunArguments,
}

/// One word with what follows it, if it is one of ours; also as KLEE keeps it in a test.
pub struct Taken {
    pub word: WorldOption,
    pub spelled: Vec<Vec<u8>>,
}

/// Takes `text` and its values, which need not be UTF-8, or says that it is not about the world.
pub fn take(
    text: &OsStr,
    rest: &mut impl Iterator<Item = OsString>,
    reading: Reading,
) -> Result<Option<Taken>, Failure> {
    let text = text.as_bytes();
    let dashes = text.iter().take_while(|b| **b == b'-').count();
    if !(1..=2).contains(&dashes) {
        return Ok(None);
    }
    let mut parts = text[dashes..].splitn(2, |b| *b == b'=');
    let name = parts.next().unwrap_or_default();
    let inline = parts.next().map(|value| OsString::from_vec(value.to_vec()));
    let Some(known) = WORDS.iter().find(|known| known.name.as_bytes() == name) else {
        return Ok(None);
    };
    match (reading, known.place) {
        (Reading::RunArguments, Place::Options) => return Ok(None),
        (Reading::ExecOptions, Place::Run) => {
            return Err(wrong(
                known,
                "is for pleach run: in pleach exec nothing is unknown",
            ));
        }
        _ => {}
    }
    if inline.is_some() && known.values() == 0 {
        return Err(wrong(known, "takes no value"));
    }
    let values: Vec<OsString> = inline
        .into_iter()
        .chain(rest)
        .take(known.values())
        .collect();
    if values.len() < known.values() {
        return Err(wrong(known, &format!("needs {}", known.usage)));
    }
    let mut spelled = vec![format!("--{}", known.name).into_bytes()];
    spelled.extend(values.iter().map(|value| value.as_bytes().to_vec()));
    Ok(Some(Taken {
        word: word(known, &values)?,
        spelled,
    }))
}

fn wrong(known: &Known, what: &str) -> Failure {
    Failure::BadInput(format!("--{} {what}", known.name))
}

fn word(known: &Known, values: &[OsString]) -> Result<WorldOption, Failure> {
    let number = |i: usize, most: u32| number(known, &values[i], most);
    Ok(match known.name {
        "sym-arg" => WorldOption::SymArg(number(0, MOST_BYTES)?),
        "sym-args" => {
            let (least, most) = (number(0, MOST_ARGUMENTS)?, number(1, MOST_ARGUMENTS)?);
            if least > most {
                return Err(wrong(known, &format!("{least} {most}: MIN is above MAX")));
            }
            WorldOption::SymArgs {
                least,
                most,
                length: number(2, MOST_BYTES)?,
            }
        }
        "sym-files" => WorldOption::SymFiles {
            count: number(0, MOST_FILES)?,
            size: number(1, MOST_BYTES)?,
        },
        "sym-stdin" => WorldOption::SymStdin(number(0, MOST_BYTES)?),
        "sym-stdout" => WorldOption::SymStdout,
        "sym-env" => WorldOption::SymEnv {
            name: variable(known, &values[0])?,
            length: number(1, MOST_BYTES)?,
        },
        "max-fail" => WorldOption::MaxFail(number(0, MOST_FAILURES)?),
        "fd-fail" => WorldOption::MaxFail(1),
        "env" => {
            let text = values[0].as_bytes();
            if !text.contains(&b'=') || text.starts_with(b"=") || text.contains(&0) {
                let text = values[0].to_string_lossy();
                return Err(wrong(known, &format!("{text}: write NAME=VALUE")));
            }
            WorldOption::Env(text.to_vec())
        }
        _ => map(known, &values[0])?,
    })
}

fn number(known: &Known, value: &OsString, most: u32) -> Result<u32, Failure> {
    let text = value.to_string_lossy();
    let number: Option<u32> = text.parse().ok();
    number.filter(|n| *n <= most).ok_or_else(|| {
        wrong(
            known,
            &format!("{}: `{text}` is not a number from 0 to {most}", known.usage),
        )
    })
}

fn variable(known: &Known, value: &OsString) -> Result<Vec<u8>, Failure> {
    let name = value.as_bytes();
    if name.is_empty() || name.contains(&b'=') {
        let name = value.to_string_lossy();
        return Err(wrong(
            known,
            &format!("`{name}` is not the name of a variable"),
        ));
    }
    Ok(name.to_vec())
}

/// `HOST:GUEST`; without GUEST the program sees it where it is.
fn map(known: &Known, value: &OsString) -> Result<WorldOption, Failure> {
    let text = value.as_bytes();
    let colon = text.iter().rposition(|b| *b == b':');
    let (host, guest) = match colon {
        Some(at) => (&text[..at], Some(text[at + 1..].to_vec())),
        None => (text, None),
    };
    let host = PathBuf::from(OsString::from_vec(host.to_vec()));
    let whole = host
        .canonicalize()
        .map_err(|error| wrong(known, &format!("{}: {error}", host.display())))?;
    let guest = match guest {
        Some(guest) if guest.is_empty() => {
            return Err(wrong(
                known,
                &format!("{}: the part after `:` is empty", value.to_string_lossy()),
            ));
        }
        Some(guest) if guest.split(|b| *b == b'/').any(|part| part == b"..") => {
            return Err(wrong(
                known,
                &format!("{}: `..` is not allowed there", value.to_string_lossy()),
            ));
        }
        Some(guest) => guest,
        None => whole.into_os_string().into_vec(),
    };
    Ok(WorldOption::Map { host, guest })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(line: &str, reading: Reading) -> Result<Option<WorldOption>, String> {
        let mut words = line.split(' ').map(OsString::from);
        let first = words.next().unwrap();
        take(&first, &mut words, reading)
            .map(|taken| taken.map(|t| t.word))
            .map_err(|failure| failure.to_string())
    }

    #[test]
    fn klee_spellings() {
        let run = |line| taken(line, Reading::RunArguments).unwrap();
        assert_eq!(run("--sym-arg 3"), Some(WorldOption::SymArg(3)));
        assert_eq!(run("-sym-arg=3"), Some(WorldOption::SymArg(3)));
        let args = WorldOption::SymArgs {
            least: 0,
            most: 2,
            length: 10,
        };
        assert_eq!(run("-sym-args 0 2 10"), Some(args));
        assert_eq!(run("--sym-stdout"), Some(WorldOption::SymStdout));
        assert_eq!(run("--fd-fail"), Some(WorldOption::MaxFail(1)));
        assert_eq!(run("---sym-arg 3"), None);
        assert_eq!(run("--env X=1"), None);
        assert_eq!(run("x"), None);
    }

    #[test]
    fn mistakes_are_one_line() {
        for line in [
            "--sym-arg",
            "--sym-arg many",
            "--sym-arg -1",
            "--sym-args 2 1 3",
            "--sym-args 0 1",
            "--sym-files 27 1",
            "--sym-files 1 99999999999",
            "--sym-env A=B 3",
            "--env novalue",
            "--env =x",
            "--map /no/such/place",
            "--map /:",
            "--map /:../x",
            "--sym-stdout=1",
        ] {
            let message = taken(line, Reading::RunOptions).expect_err(line);
            assert!(
                !message.contains('\n') && message.len() > 10,
                "{line}: {message}"
            );
        }
        assert!(taken("--sym-arg 3", Reading::ExecOptions).is_err());
    }

    #[test]
    fn values_need_not_be_utf8() {
        let word = OsString::from_vec(b"--env=A=\xff".to_vec());
        let taken = take(&word, &mut std::iter::empty(), Reading::ExecOptions);
        let word = taken.ok().flatten().map(|taken| taken.word);
        assert_eq!(word, Some(WorldOption::Env(b"A=\xff".to_vec())));
    }
}
