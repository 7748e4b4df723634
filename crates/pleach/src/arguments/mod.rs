//! The command line as the user typed it, taken apart.

mod compare;
mod merge;
mod options;
mod prune;
mod reduce;
mod search;
mod split;
mod values;
mod world;

pub use compare::CompareArgs;
pub use options::{
    BuildArgs, Checker, Command, ExecArgs, FrontArgs, KtestArgs, ReplayArgs, RunArgs, checks,
};

use crate::failure::Failure;
use clap::{CommandFactory, FromArgMatches};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::process::ExitCode;

/// One call of `pleach`.
pub struct Invocation {
    pub command: Command,
    /// Flags for clang, in order.
    pub clang_args: Vec<String>,
    /// Arguments of the program under test and everything else about its world, in order.
    pub world: Vec<pleach_env::WorldOption>,
    /// The same as a test keeps it.
    pub spelled_args: Vec<Vec<u8>>,
    pub command_line: Vec<String>,
    /// Every option of the subcommand that has a value, defaults included.
    pub options: BTreeMap<String, String>,
}

/// Why there is nothing to do.
pub enum Stop {
    /// What clap says: `--help`, `--version`, or what is wrong with an option.
    Clap(clap::Error),
    Failure(Failure),
}

impl Stop {
    pub fn report(&self) -> ExitCode {
        match self {
            Stop::Clap(error) => {
                // Nobody may be there to read it.
                let _ = error.print();
                ExitCode::from(error.exit_code() as u8)
            }
            Stop::Failure(failure) => failure.report(),
        }
    }

    /// For those who name the mistake inside of a sentence of their own.
    pub fn in_one_line(&self) -> String {
        match self {
            Stop::Clap(error) if error.exit_code() == 0 => "asks for help".to_owned(),
            Stop::Clap(error) => one_line(&error.render().to_string()),
            Stop::Failure(failure) => failure.to_string(),
        }
    }
}

pub fn parse(argv: Vec<OsString>) -> Result<Invocation, Stop> {
    let command_line = argv
        .iter()
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let definition = options::Cli::command();
    let split = split::split(argv, &definition).map_err(Stop::Failure)?;
    let matches = world::document(definition.clone())
        .try_get_matches_from(split.ours)
        .map_err(Stop::Clap)?;
    let cli = options::Cli::from_arg_matches(&matches).map_err(Stop::Clap)?;
    let chosen = matches
        .subcommand()
        .map_or_else(BTreeMap::new, |(name, matches)| {
            chosen(&definition, name, matches)
        });
    Ok(Invocation {
        command: cli.command,
        clang_args: split.clang,
        world: split.world,
        spelled_args: split.spelled,
        command_line,
        options: chosen,
    })
}

fn chosen(
    definition: &clap::Command,
    name: &str,
    matches: &clap::ArgMatches,
) -> BTreeMap<String, String> {
    let mut options = BTreeMap::new();
    for argument in definition
        .find_subcommand(name)
        .into_iter()
        .flat_map(clap::Command::get_arguments)
    {
        let id = argument.get_id().as_str();
        let Ok(Some(values)) = matches.try_get_raw(id) else {
            continue;
        };
        let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
        options.insert(id.replace('_', "-"), values.join(","));
    }
    options
}

/// clap's message without its usage and its pointer to `--help`.
fn one_line(message: &str) -> String {
    let message = message.strip_prefix("error: ").unwrap_or(message);
    let end = |line: &&str| !(line.starts_with("Usage:") || line.starts_with("For more"));
    let lines = message.lines().map(str::trim).take_while(end);
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Invocation, Stop> {
        parse(line.split(' ').map(OsString::from).collect())
    }

    fn run_args(line: &str) -> (RunArgs, Invocation) {
        match parsed(line) {
            Ok(Invocation {
                command: Command::Run(args),
                clang_args,
                world,
                spelled_args,
                command_line,
                options,
            }) => {
                let command = Command::Ktest(KtestArgs { files: Vec::new() });
                (
                    *args,
                    Invocation {
                        command,
                        clang_args,
                        world,
                        spelled_args,
                        command_line,
                        options,
                    },
                )
            }
            Ok(_) => panic!("not a run: {line}"),
            Err(stop) => panic!("{line}: {}", stop.in_one_line()),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        world::document(options::Cli::command()).debug_assert();
    }

    #[test]
    fn flags_for_clang_are_taken_out_wherever_they_stand() {
        let (args, rest) = run_args(
            "pleach run -O2 a.c -I include -DX=1 --seed 7 -std=c11 -include b.h c.bc -- -O3 x",
        );
        assert_eq!(
            rest.clang_args,
            [
                "-O2", "-I", "include", "-DX=1", "-std=c11", "-include", "b.h"
            ]
        );
        assert_eq!(
            args.front.files,
            [std::path::Path::new("a.c"), std::path::Path::new("c.bc")]
        );
        assert_eq!(args.seed, 7);
        assert_eq!(rest.spelled_args, [b"-O3".to_vec(), b"x".to_vec()]);
    }

    #[test]
    fn klee_spellings_are_understood() {
        let (args, rest) = run_args(
            "pleach run -max-time=2min -search=dfs -emit-all-errors --exit-on-error-type=Ptr a.bc",
        );
        assert_eq!(args.max_time, Some(std::time::Duration::from_secs(120)));
        assert_eq!(args.search.search, ["dfs"]);
        assert!(args.emit_all_errors);
        assert!(
            args.exit_on_error()
                .applies_to(pleach_interp::ErrorKind::NullDereference)
        );
        assert!(
            !args
                .exit_on_error()
                .applies_to(pleach_interp::ErrorKind::Assert)
        );
        assert!(rest.clang_args.is_empty());
    }

    #[test]
    fn exit_on_error_alone_is_any_error() {
        let (args, _) = run_args("pleach run --exit-on-error a.c");
        assert_eq!(args.exit_on_error(), pleach_explore::ExitOnError::Any);
        let (args, _) = run_args("pleach run --exit-on-error=assert,abort a.c");
        assert!(
            args.exit_on_error()
                .applies_to(pleach_interp::ErrorKind::Abort)
        );
        assert!(
            !args
                .exit_on_error()
                .applies_to(pleach_interp::ErrorKind::DoubleFree)
        );
    }

    #[test]
    fn everything_after_the_file_belongs_to_the_program_in_exec() {
        let invocation = parsed("pleach exec -O1 --entry go a.c -v --entry x -- y")
            .unwrap_or_else(|s| panic!("{}", s.in_one_line()));
        let Command::Exec(args) = &invocation.command else {
            panic!("not exec")
        };
        assert_eq!(args.front.entry, "go");
        let program: Vec<&[u8]> = invocation.spelled_args.iter().map(Vec::as_slice).collect();
        assert_eq!(program, [&b"-v"[..], b"--entry", b"x", b"--", b"y"]);
        assert_eq!(invocation.clang_args, ["-O1"]);
    }

    #[test]
    fn a_mistake_can_be_named_in_one_line() {
        for line in [
            "pleach run --no-such-option a.c",
            "pleach run",
            "pleach run --undefined maybe a.c",
            "pleach run --max-time soon a.c",
            "pleach run --write-kqueries a.c",
            "pleach run --check everything a.c",
            "pleach frobnicate",
        ] {
            let Err(stop) = parsed(line) else {
                panic!("accepted: {line}")
            };
            let text = stop.in_one_line();
            assert!(!text.contains('\n') && text.len() > 10, "{line}: {text}");
        }
    }

    fn help_of(line: &str) -> String {
        match parsed(line) {
            Err(Stop::Clap(error)) => error.render().to_string(),
            _ => panic!("no help: {line}"),
        }
    }

    #[test]
    fn the_help_names_every_word_about_the_programs_world_under_a_heading() {
        let text = help_of("pleach run --help");
        let (_, world) = text.split_once("The program's world").expect("a heading");
        for word in [
            "--sym-arg <N>",
            "--sym-args <MIN> <MAX> <N>",
            "--sym-files <NUM> <N>",
            "--sym-stdin <N>",
            "--sym-stdout",
            "--sym-env <NAME> <N>",
            "--max-fail <N>",
            "--env <NAME=VALUE>",
            "--map <HOST[:GUEST]>",
        ] {
            assert!(world.contains(word), "{word} is missing: {world}");
        }
        let exec = help_of("pleach exec --help");
        assert!(exec.contains("--map <HOST[:GUEST]>") && !exec.contains("--sym-arg"));
    }

    #[test]
    fn words_about_the_world_are_no_options_of_the_run() {
        let (_, run) = run_args("pleach run a.c --sym-stdout --sym-args 0 1 2");
        assert_eq!(run.world.len(), 2);
        assert!(run.options.keys().all(|name| !name.starts_with("sym-")));
    }
}
