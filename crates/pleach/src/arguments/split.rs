//! Three command lines in one: ours, clang's and the program's own.
//!
//! KLEE's users write long options with one dash (`-max-time=5`), and so does
//! clang (`-include`): a word that is one of our options is ours.

use super::world::{self, Reading};
use crate::failure::Failure;
use pleach_env::WorldOption;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

#[derive(Debug, Default)]
pub struct Split {
    pub ours: Vec<OsString>,
    pub clang: Vec<String>,
    /// Arguments of the program and everything else about its world, in order.
    pub world: Vec<WorldOption>,
    /// The same as a test keeps it: KLEE's words with their values, and plain arguments.
    pub spelled: Vec<Vec<u8>>,
}

/// Options of KLEE that a user may try here, and what to do instead.
const NOT_OFFERED: &[(&str, &str)] = &[
    ("write-kqueries", "use --write-smt2s"),
    ("write-cvcs", "use --write-smt2s"),
    (
        "write-cov",
        "the coverage of the whole run is in coverage.json and lcov.info",
    ),
    ("write-paths", "the branches of a path are not recorded"),
    ("write-sym-paths", "the branches of a path are not recorded"),
    ("solver-backend", "the solvers are built in"),
];

pub fn split(argv: Vec<OsString>, definition: &clap::Command) -> Result<Split, Failure> {
    let mut split = Split::default();
    let mut words = argv.into_iter();
    split.ours.extend(words.by_ref().take(2));
    let subcommand = split
        .ours
        .get(1)
        .and_then(|word| word.to_str())
        .unwrap_or("")
        .to_owned();
    let known = definition
        .find_subcommand(&subcommand)
        .map(known_options)
        .unwrap_or_default();
    if !matches!(subcommand.as_str(), "run" | "exec") {
        split.ours.extend(words);
        return Ok(split);
    }
    while let Some(word) = words.next() {
        // The names of options are ASCII; what follows may be anything.
        let text = word.to_string_lossy().into_owned();
        let text = text.as_str();
        if text == "--" {
            break;
        }
        if !text.starts_with('-') || text == "-" {
            split.ours.push(word);
            if subcommand == "exec" {
                break;
            }
            continue;
        }
        let reading = match subcommand.as_str() {
            "exec" => Reading::ExecOptions,
            _ => Reading::RunOptions,
        };
        if let Some(taken) = world::take(&word, &mut words, reading)? {
            split.world.push(taken.word);
            split.spelled.extend(taken.spelled);
            continue;
        }
        let dashless = text.trim_start_matches('-');
        let name = dashless.split('=').next().unwrap_or("");
        // What it asks for is there when it is needed.
        if name == "posix-runtime" {
            continue;
        }
        if let Some((_, instead)) = NOT_OFFERED.iter().find(|(not, _)| *not == name) {
            return Err(Failure::BadInput(format!(
                "KLEE's --{name} is not offered: {instead}"
            )));
        }
        if let Some(takes_value) = known.get(name) {
            let separate = *takes_value && !dashless.contains('=');
            let dashes = text.len() - dashless.len();
            let rest = OsStr::from_bytes(&word.as_bytes()[dashes..]);
            split.ours.push(["--".as_ref(), rest].into_iter().collect());
            split
                .ours
                .extend(words.by_ref().take(usize::from(separate)));
        } else if let Some(form) = clang_form(text) {
            let flag = word.to_str().ok_or_else(|| {
                Failure::BadInput(format!("{text}: only UTF-8 is handed on to clang"))
            })?;
            split.clang.push(flag.to_owned());
            if form == Form::WordAndValue {
                let value = words.next().and_then(|value| value.into_string().ok());
                split
                    .clang
                    .push(value.ok_or_else(|| Failure::BadInput(format!("{text} needs a value")))?);
            }
        } else {
            split.ours.push(word);
        }
    }
    arguments(&mut split, words, &subcommand)?;
    Ok(split)
}

/// What follows `--`, or in `pleach exec` the program's name.
fn arguments(
    split: &mut Split,
    mut words: impl Iterator<Item = OsString>,
    subcommand: &str,
) -> Result<(), Failure> {
    while let Some(word) = words.next() {
        let taken = match subcommand {
            "run" => world::take(&word, &mut words, Reading::RunArguments)?,
            _ => None,
        };
        if let Some(taken) = taken {
            split.world.push(taken.word);
            split.spelled.extend(taken.spelled);
            continue;
        }
        let bytes = word.into_vec();
        split.world.push(WorldOption::Argument(bytes.clone()));
        split.spelled.push(bytes);
    }
    Ok(())
}

/// Long names, and whether a value follows as the next word.
fn known_options(command: &clap::Command) -> BTreeMap<String, bool> {
    let mut known = BTreeMap::new();
    for argument in command.get_arguments() {
        let takes_value = argument.get_action().takes_values() && !argument.is_require_equals_set();
        let mut names: Vec<&str> = argument.get_long().into_iter().collect();
        names.extend(argument.get_all_aliases().unwrap_or_default());
        for name in names {
            known.insert(name.to_owned(), takes_value);
        }
    }
    known
}

#[derive(Debug, PartialEq, Eq)]
enum Form {
    Word,
    WordAndValue,
}

/// Whether a word is a flag of clang's that is handed on.
fn clang_form(text: &str) -> Option<Form> {
    match text {
        "-I" | "-D" | "-U" | "-include" | "-isystem" | "-idirafter" | "-iquote" | "-imacros"
        | "-Xclang" | "-x" => {
            return Some(Form::WordAndValue);
        }
        "-w" | "-pthread" | "-ansi" | "-pedantic" | "-nostdinc" | "-undef" => {
            return Some(Form::Word);
        }
        _ => {}
    }
    let joined = [
        "-I", "-D", "-U", "-std=", "-O", "-f", "-m", "-W", "-stdlib=", "-isystem", "-g", "--std=",
        "-x",
    ];
    joined
        .iter()
        .any(|start| text.starts_with(start))
        .then_some(Form::Word)
}
