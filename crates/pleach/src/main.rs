//! The command line: flags to configurations to wiring. Only here is anything
//! printed, and only here does the process end.

#[macro_use]
mod printing;

mod arguments;
mod build;
mod compare;
mod decisions;
mod exec;
mod failure;
mod front;
mod intact;
mod ktest;
mod loading;
mod merging;
mod panics;
mod programs;
mod progress;
mod reducing;
mod replay;
mod run;
mod summary;

use arguments::{Command, Invocation};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let start = loading::Start::now();
    let argv: Vec<_> = std::env::args_os().collect();
    if let Some(code) = build::as_a_tool(&argv) {
        return code;
    }
    let panics = panics::collect();
    let invocation = match arguments::parse(argv) {
        Ok(invocation) => invocation,
        Err(stop) => return stop.report(),
    };
    let result = panics::guard(&panics, || dispatch(&invocation, &start, &panics));
    match result {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn dispatch(
    invocation: &Invocation,
    start: &loading::Start,
    panics: &panics::Panics,
) -> Result<ExitCode, failure::Failure> {
    match &invocation.command {
        Command::Run(args) => run::run(args, invocation, start, panics),
        Command::Exec(args) => exec::exec(args, invocation),
        Command::Ktest(args) => ktest::show(args),
        Command::Compare(args) => compare::compare(args),
        Command::Build(args) => build::build(args),
        Command::Replay(args) => replay::replay(args),
        // Taken care of before the command line is looked at.
        Command::Cc(_) | Command::Cxx(_) | Command::Ar(_) | Command::Ranlib(_) | Command::Nm(_) => {
            unreachable!("see build::as_a_tool")
        }
    }
}
