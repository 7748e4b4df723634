//! Reads all runs that are there and writes the table and the plots.

use crate::CompareError;
use crate::data::EngineRun;
use crate::native::NativeCoverage;
use crate::plan::{Plan, Runs, file_name};
use crate::record::{Record, run_folder, write_whole};
use crate::replays::{Folder, NativePlan};
use crate::summary::{OneRun, ProgramRuns, Repeats};
use crate::{csv, plot, table};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub files: Vec<PathBuf>,
    /// The table, to be shown.
    pub table: String,
    /// Finished runs that cannot be read, each with the reason. They are not in the table.
    pub unreadable: Vec<String>,
}

/// What there is of the runs of a plan.
struct Found {
    programs: Vec<ProgramRuns>,
    /// Where the tests are.
    folders: Vec<Folder>,
    unreadable: Vec<String>,
}

/// The runs of the plan that are finished.
fn read(plan: &Plan, Runs(runs): &Runs) -> Found {
    let repeats = |variant: &crate::Variant| Repeats {
        variant: variant.name.clone(),
        runs: Vec::new(),
    };
    let programs = plan
        .programs
        .iter()
        .map(|program| ProgramRuns {
            program: program.name.clone(),
            variants: plan.variants.iter().map(repeats).collect(),
        })
        .collect();
    let mut found = Found {
        programs,
        folders: Vec::new(),
        unreadable: Vec::new(),
    };
    for (run, configuration) in runs {
        let folder = plan.folder(*run, configuration);
        let Some(record) = Record::read(&folder, configuration) else {
            continue;
        };
        let engine = match EngineRun::read(&folder, &record) {
            Ok(engine) => engine,
            Err(error) => {
                let title = plan.title(*run);
                found.unreadable.push(format!("{title}: {error}"));
                continue;
            }
        };
        let one = OneRun {
            seed: run.repeat,
            engine: Some(engine),
            native: None,
        };
        found.programs[run.program].variants[run.variant]
            .runs
            .push(one);
        found.folders.push(Folder {
            program: run.program,
            row: plan.variants[run.variant].name.clone(),
            repeat: run.repeat,
            path: run_folder(&folder),
        });
    }
    found
}

/// Puts what was measured natively beside what the engine says.
fn add_native(programs: &mut [ProgramRuns], folder: &Folder, native: NativeCoverage) {
    let rows = &mut programs[folder.program].variants;
    let Some(row) = rows.iter_mut().find(|row| row.variant == folder.row) else {
        return;
    };
    match row.runs.iter_mut().find(|run| run.seed == folder.repeat) {
        Some(run) => run.native = Some(native),
        None => row.runs.push(OneRun {
            seed: folder.repeat,
            engine: None,
            native: Some(native),
        }),
    }
}

/// Measures natively what is to be, and adds the rows of other engines.
fn replay(
    plan: &Plan,
    native: &NativePlan,
    programs: &mut [ProgramRuns],
    mut folders: Vec<Folder>,
    halt: &AtomicBool,
    tell: &(dyn Fn(&Folder, &NativeCoverage) + Sync),
) -> Result<(), CompareError> {
    for program in programs.iter_mut() {
        for other in &native.others {
            program.variants.push(Repeats {
                variant: other.name.clone(),
                runs: Vec::new(),
            });
        }
    }
    folders.extend(native.other_folders(plan)?);
    let measured = native.measure_all(plan, &folders, halt, tell)?;
    for (folder, coverage) in folders.iter().zip(measured) {
        if let Some(coverage) = coverage {
            add_native(programs, folder, coverage);
        }
    }
    Ok(())
}

/// Writes `table.md`, `table.csv`, `runs.csv`, `only.csv` and one SVG per program.
pub fn write_results(
    plan: &Plan,
    runs: &Runs,
    native: Option<&NativePlan>,
    halt: &AtomicBool,
    tell: &(dyn Fn(&Folder, &NativeCoverage) + Sync),
) -> Result<Written, CompareError> {
    let Found {
        mut programs,
        folders,
        unreadable,
    } = read(plan, runs);
    if let Some(native) = native {
        replay(plan, native, &mut programs, folders, halt, tell)?;
    }
    let text = table::markdown(plan, &programs);
    let mut files = vec![
        ("table.md".to_owned(), text.clone()),
        ("table.csv".to_owned(), csv::summary(&programs)),
        ("runs.csv".to_owned(), csv::runs(&programs)),
        ("only.csv".to_owned(), csv::only(&programs)),
    ];
    for program in &programs {
        if program.engine_runs().next().is_some() {
            let chart = plot::chart(program, plan.time.as_secs_f64());
            files.push((format!("{}.svg", file_name(&program.program)), chart.svg()));
        }
    }
    let mut written = Vec::new();
    for (name, text) in files {
        let path = plan.output.join(name);
        write_whole(&path, &text)?;
        written.push(path);
    }
    Ok(Written {
        files: written,
        table: text,
        unreadable,
    })
}
