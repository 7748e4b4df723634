//! The command line: flags to configurations to wiring. Only here is anything
//! printed, and only here does the process end.

mod arguments;
mod exec;
mod failure;
mod front;
mod ktest;
mod panics;
mod progress;
mod run;
mod summary;

use arguments::{Command, Invocation};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let panics = panics::collect();
    let argv: Vec<_> = std::env::args_os().collect();
    let invocation = match arguments::parse(argv) {
        Ok(invocation) => invocation,
        Err(stop) => return stop.report(),
    };
    let result = panics::guard(&panics, || dispatch(&invocation, &panics));
    match result {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn dispatch(
    invocation: &Invocation,
    panics: &panics::Panics,
) -> Result<ExitCode, failure::Failure> {
    match &invocation.command {
        Command::Run(args) => run::run(args, invocation, panics),
        Command::Exec(args) => exec::exec(args, invocation),
        Command::Ktest(args) => ktest::show(args),
    }
}
