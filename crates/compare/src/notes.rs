//! What a reader must know to read the figures of a program right, below its table.

use crate::plan::Plan;
use crate::summary::{ProgramRuns, Repeats};
use crate::table::cell;
use std::fmt::Write;

pub fn write(out: &mut String, plan: &Plan, program: &ProgramRuns) {
    let runs = program.engine_runs().count();
    let complete = program.engine_runs().filter(|run| run.complete).count();
    if complete > 0 && complete == runs {
        *out += "Every run explored every path.\n\n";
    }
    for variant in &program.variants {
        let name = cell(&variant.variant);
        let there = variant.runs.len();
        let expected = plan.repeats as usize;
        let ours = plan.variants.iter().any(|v| v.name == variant.variant);
        if ours && there < expected {
            let _ = writeln!(out, "{name}: only {there} of {expected} runs are there.\n");
        }
        let engine = || variant.runs.iter().filter_map(|run| run.engine.as_ref());
        let here = engine().filter(|run| run.complete).count();
        if here > 0 && complete < runs {
            let _ = writeln!(out, "{name}: {here} of {there} runs explored every path.\n");
        }
        broken(out, &name, variant);
        native(out, &name, variant);
    }
}

/// Runs that left results although something gave out.
fn broken(out: &mut String, name: &str, variant: &Repeats) {
    for run in &variant.runs {
        let Some(why) = run.engine.as_ref().and_then(|e| e.broke.as_ref()) else {
            continue;
        };
        let _ = writeln!(
            out,
            "{name}: the run with seed {} broke ({}); its figures are in the table, but may be too low.\n",
            run.seed,
            cell(why)
        );
    }
}

fn native(out: &mut String, name: &str, variant: &Repeats) {
    let replayed = || variant.runs.iter().filter_map(|run| run.native.as_ref());
    let signalled: u64 = replayed().map(|native| native.replayed.signalled).sum();
    let late: u64 = replayed().map(|native| native.replayed.out_of_time).sum();
    if signalled + late > 0 {
        let _ = writeln!(
            out,
            "{name}: natively {signalled} tests ended by a signal and {late} ran out of time; \
             counters are written at exit, so what they cover is not counted.\n"
        );
    }
    let nothing = replayed().filter(|native| native.is_empty()).count();
    if nothing > 0 {
        let _ = writeln!(
            out,
            "{name}: natively nothing was measured in {nothing} of {} runs: no test wrote counters. \
             They are in no figure.\n",
            replayed().count()
        );
    }
    if replayed().any(|native| !native.is_empty() && native.own.is_none()) {
        let _ = writeln!(
            out,
            "{name}: natively no file with `main` was found, so there are no figures of it.\n"
        );
    }
}
