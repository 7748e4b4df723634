//! `pleach build`, and the compilers that a build calls.

use crate::arguments::BuildArgs;
use crate::failure::Failure;
use pleach_build::{BuildError, Driver};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

/// Runs as a compiler or archiver if that is what we are called for: `pleach cc ...`, or
/// under the name of a compiler. First thing of all, since a build calls them by the hundred.
pub fn as_a_tool(argv: &[OsString]) -> Option<ExitCode> {
    let (own, words) = argv.split_first()?;
    let (name, words) = match driver_called(own) {
        Some(driver) => return Some(ended("cc", pleach_build::cc(driver, words.to_vec()))),
        None => words.split_first()?,
    };
    let words = words.to_vec();
    let done = match name.to_str()? {
        "cc" => pleach_build::cc(Driver::C, words),
        "c++" => pleach_build::cc(Driver::Cxx, words),
        "ar" => pleach_build::archiver("ar", words),
        "ranlib" => pleach_build::archiver("ranlib", words),
        "nm" => pleach_build::archiver("nm", words),
        _ => return None,
    };
    Some(ended(name.to_str()?, done))
}

fn driver_called(own: &OsStr) -> Option<Driver> {
    match Path::new(own).file_name()?.to_str()? {
        "cc" | "gcc" | "clang" | "pleach-cc" => Some(Driver::C),
        "c++" | "g++" | "clang++" | "pleach-c++" => Some(Driver::Cxx),
        _ => None,
    }
}

/// A compiler that cannot go on ends with 1, as compilers do.
fn ended(tool: &str, done: Result<u8, BuildError>) -> ExitCode {
    match done {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            eprintln!("pleach {tool}: {error}");
            ExitCode::FAILURE
        }
    }
}

pub fn build(args: &BuildArgs) -> Result<ExitCode, Failure> {
    let pleach = std::env::current_exe().map_err(Failure::broken)?;
    let built = pleach_build::build(&pleach, &args.command).map_err(Failure::bad_input)?;
    if !built.programs.is_empty() {
        eprintln!("pleach: programs with bitcode beside them:");
    }
    let here = std::env::current_dir().unwrap_or_default();
    for program in &built.programs {
        let shown = program.strip_prefix(&here).unwrap_or(program);
        eprintln!("  {}", shown.display());
    }
    Ok(ExitCode::from(
        built.status.code().map_or(1, |code| code as u8),
    ))
}
