//! Reads all runs that are there and writes the table and the plots.

use crate::CompareError;
use crate::data::EngineRun;
use crate::plan::{Plan, file_name};
use crate::record::{Record, write_whole};
use crate::summary::{OneRun, ProgramRuns, Repeats};
use crate::{csv, plot, table};
use std::path::PathBuf;

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub files: Vec<PathBuf>,
    /// The table, to be shown.
    pub table: String,
}

/// The runs of the plan that are finished.
fn read(plan: &Plan) -> Result<Vec<ProgramRuns>, CompareError> {
    let repeats = |variant: &crate::Variant| Repeats {
        variant: variant.name.clone(),
        runs: Vec::new(),
    };
    let mut programs: Vec<ProgramRuns> = plan
        .programs
        .iter()
        .map(|program| ProgramRuns {
            program: program.name.clone(),
            variants: plan.variants.iter().map(repeats).collect(),
        })
        .collect();
    for (run, configuration) in plan.configurations()? {
        let folder = plan.folder(run, &configuration);
        if let Some(record) = Record::read(&folder, &configuration) {
            let one = OneRun {
                seed: run.repeat,
                engine: Some(EngineRun::read(&folder, &record)?),
                native: None,
            };
            programs[run.program].variants[run.variant].runs.push(one);
        }
    }
    Ok(programs)
}

/// Writes `table.md`, `table.csv`, `runs.csv`, `only.csv` and one SVG per program.
pub fn write_results(plan: &Plan) -> Result<Written, CompareError> {
    let programs = read(plan)?;
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
    })
}
