//! Runs a small program to the end of all its paths.
#![allow(dead_code)] // each test file uses a part of it

use pleach_env::{Library, OutputMode, names, output, runtime_modules, set_output_mode};
use pleach_interp::{Budget, Code, Config, CoverageMap, End, Machine, State, Stop};
use pleach_ir::{LoadError, LoadOptions, load};
use pleach_solver::{Chain, SharedCache, SolverConfig};
use pleach_term::Terms;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;

pub struct Path {
    pub end: End,
    pub printed: String,
}

impl Path {
    fn of(state: &State, end: End) -> Path {
        let bytes: Vec<u8> = output(state)
            .into_iter()
            .flat_map(|(_, bytes)| bytes)
            .collect();
        Path {
            end,
            printed: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    /// `exit 0`, or the error's kind and message.
    pub fn outcome(&self) -> String {
        match &self.end {
            End::Exit(code) => format!("exit {code}"),
            End::Error(finding) => format!("{}: {}", finding.kind.name(), finding.message),
            End::Silent => "silent".to_string(),
            End::Incomplete(why) => format!("incomplete: {why:?}"),
        }
    }
}

/// A machine for a program, with the engine's own small library.
pub fn machine_for(file: &FilePath, config: Config) -> Result<Machine, LoadError> {
    let headers = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../runtime/include");
    let options = LoadOptions {
        runtime: runtime_modules(),
        provided: names().map(str::to_owned).collect(),
        include_dirs: vec![headers],
        ..LoadOptions::default()
    };
    let module = Arc::new(load(&[file.to_owned()], &options)?);
    let terms = Arc::new(Terms::new());
    let config = Arc::new(config);
    let code = Arc::new(Code::new(&module, &Library, &config, &terms));
    let coverage = Arc::new(CoverageMap::new(code.coverage_points as usize));
    let solver = Chain::new(
        terms.clone(),
        Arc::new(SharedCache::default()),
        SolverConfig::default(),
    );
    Ok(Machine::new(module, code, solver, terms, config, coverage))
}

/// All paths of a program, sorted by how they end.
pub fn run_as(source: &str, extension: &str) -> Vec<Path> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("program.{extension}"));
    std::fs::write(&file, source).unwrap();
    let mut machine = machine_for(&file, Config::default()).unwrap();
    let mut first = machine.initial_state(&[b"program".to_vec()], &[]).unwrap();
    set_output_mode(&mut first, OutputMode::Keep);
    let (mut open, mut paths) = (vec![first], Vec::new());
    while let Some(mut state) = open.pop() {
        match machine.run(&mut state, Budget::instructions(1_000_000)) {
            Stop::Ended(end) => paths.push(Path::of(&state, end)),
            Stop::Infeasible => {}
            _ => open.push(state),
        }
        open.append(&mut machine.forked);
        paths.extend(machine.ended.drain(..).map(|e| Path::of(&e.state, e.end)));
        assert!(paths.len() + open.len() < 1000, "too many paths");
    }
    paths.sort_by_key(|p| (p.outcome(), p.printed.clone()));
    paths
}

pub fn outcomes(source: &str) -> Vec<String> {
    run_as(source, "c").iter().map(Path::outcome).collect()
}

/// What the only path of a program prints before it exits with 0.
pub fn printed(source: &str) -> String {
    let paths = run_as(source, "c");
    assert_eq!(
        paths.iter().map(Path::outcome).collect::<Vec<_>>(),
        ["exit 0"]
    );
    paths[0].printed.clone()
}

/// The annotated programs in C.
pub fn programs() -> Vec<PathBuf> {
    let tests = FilePath::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let mut found = Vec::new();
    let mut folders = vec![tests];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
