//! The table for people: Markdown, one section per program.

use crate::plan::{Plan, file_name};
use crate::spread::Spread;
use crate::summary::{Figure, Form, Measure, ProgramRuns, Repeats};
use std::fmt::Write;

pub fn markdown(plan: &Plan, programs: &[ProgramRuns]) -> String {
    let mut out = String::from("# Comparison\n\n");
    let _ = writeln!(
        out,
        "{} s per run, {} MB of memory, {} {} (seeds 1 to {}). Figures are means, with the range over \
         the repeats in parentheses. *Only here* are branches that this variant covers in some repeat \
         and no other variant in any. *Time to common* is when a run had covered as many instructions \
         as every run of this program covers in the end.\n",
        plan.time.as_secs_f64(),
        plan.memory >> 20,
        plan.repeats,
        if plan.repeats == 1 {
            "repeat"
        } else {
            "repeats"
        },
        plan.repeats,
    );
    variants(&mut out, plan);
    if programs.len() > 1 {
        overall(&mut out, programs);
    }
    for program in programs {
        section(&mut out, plan, program);
    }
    out
}

fn variants(out: &mut String, plan: &Plan) {
    let code = |words: &[String]| {
        let text = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
        if text.is_empty() {
            String::new()
        } else {
            format!("`{}`", cell(&text))
        }
    };
    *out += "| variant | options |\n|---|---|\n";
    for variant in &plan.variants {
        let _ = writeln!(
            out,
            "| {} | {} |",
            cell(&variant.name),
            code(&variant.options)
        );
    }
    out.push('\n');
    if !plan.args.is_empty() {
        let _ = writeln!(out, "Arguments of every program: {}\n", code(&plan.args));
    }
}

/// Means over the programs, each counting the same.
fn overall(out: &mut String, programs: &[ProgramRuns]) {
    let figures: Vec<Figure> = [
        Figure::Instructions,
        Figure::Branches,
        Figure::NativeOwnBranches,
        Figure::NativeBranches,
    ]
    .into_iter()
    .filter(|figure| programs.iter().any(|program| program.has(*figure)))
    .collect();
    let headings: Vec<&str> = figures.iter().map(|f| f.form().heading).collect();
    let _ = writeln!(
        out,
        "## All programs\n\n| variant | {} | best at | only here |\n|---|{}--:|--:|",
        headings.join(" | "),
        "--:|".repeat(headings.len())
    );
    for (at, row) in programs[0].variants.iter().enumerate() {
        let mut cells = vec![cell(&row.variant)];
        for figure in &figures {
            let spread = |p: &ProgramRuns| p.variants[at].spread(*figure, None).map(|s| s.mean);
            let mean = Spread::of(programs.iter().filter_map(spread));
            cells.push(mean.map_or(String::new(), |s| format!("{:.1}", s.mean)));
        }
        let measured = programs
            .iter()
            .any(|p| p.variants[at].spread(Figure::Branches, None).is_some());
        let best = programs
            .iter()
            .filter(|program| best(program, Figure::Branches).contains(&at))
            .count();
        let only: Option<usize> = programs
            .iter()
            .map(|p| p.only(Measure::Engine)[at].as_ref().map(|only| only.len()))
            .sum();
        cells.push(if measured {
            best.to_string()
        } else {
            String::new()
        });
        cells.push(only.map(|count| count.to_string()).unwrap_or_default());
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    *out += "\n*Best at* counts the programs where this variant covers the most branches, but not those \
             where all cover the same.\n\n";
}

fn section(out: &mut String, plan: &Plan, program: &ProgramRuns) {
    let _ = writeln!(out, "## {}\n", cell(&program.program));
    if let (Some(run), Some(common)) = (program.engine_runs().next(), program.common()) {
        let _ = writeln!(
            out,
            "{} instructions, {} branches; every run covers at least {} instructions ({:.1} %).\n",
            run.instructions.total,
            run.branches.total,
            common,
            crate::data::percent(common, run.instructions.total)
        );
    }
    let figures: Vec<Figure> = Figure::ALL
        .into_iter()
        .filter(|figure| program.has(*figure))
        .collect();
    let only = program.only(Measure::Engine);
    let native = program.only(Measure::Native);
    let has = |only: &[Option<_>]| only.iter().any(Option::is_some);
    let mut headings = vec!["variant".to_owned()];
    for figure in &figures {
        headings.push(figure.form().heading.to_owned());
        if *figure == Figure::Branches && has(&only) {
            headings.push("only here".to_owned());
        }
        if *figure == Figure::NativeBranches && has(&native) {
            headings.push("native, only here".to_owned());
        }
    }
    let _ = writeln!(out, "| {} |", headings.join(" | "));
    let _ = writeln!(out, "|---|{}", "--:|".repeat(headings.len() - 1));
    let count = |only: &Option<std::collections::BTreeSet<_>>| {
        only.as_ref().map_or(String::new(), |o| o.len().to_string())
    };
    for (at, variant) in program.variants.iter().enumerate() {
        let mut cells = vec![cell(&variant.variant)];
        for figure in &figures {
            let text = variant
                .spread(*figure, program.common())
                .map_or(String::new(), |spread| spread_text(spread, figure.form()));
            let bold = matches!(figure, Figure::Instructions | Figure::Branches)
                && best(program, *figure).contains(&at);
            cells.push(if bold { format!("**{text}**") } else { text });
            if *figure == Figure::Branches && has(&only) {
                cells.push(count(&only[at]));
            }
            if *figure == Figure::NativeBranches && has(&native) {
                cells.push(count(&native[at]));
            }
        }
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out.push('\n');
    notes(out, plan, program);
    if program.engine_runs().next().is_some() {
        let _ = writeln!(
            out,
            "![Coverage and live states of {} over time]({}.svg)\n",
            cell(&program.program),
            file_name(&program.program)
        );
    }
}

/// What a reader must know to read the figures right.
fn notes(out: &mut String, plan: &Plan, program: &ProgramRuns) {
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
        native_notes(out, &name, variant);
    }
}

fn native_notes(out: &mut String, name: &str, variant: &Repeats) {
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
}

/// The variants with the largest mean, as it is shown; none where all are the same.
fn best(program: &ProgramRuns, figure: Figure) -> Vec<usize> {
    let means: Vec<Option<f64>> = program
        .variants
        .iter()
        .map(|v| v.spread(figure, None).map(|s| (s.mean * 10.0).round()))
        .collect();
    let most = means.iter().flatten().copied().fold(f64::MIN, f64::max);
    let best: Vec<usize> = (0..means.len())
        .filter(|at| means[*at] == Some(most))
        .collect();
    if best.len() == means.iter().flatten().count() {
        Vec::new()
    } else {
        best
    }
}

fn spread_text(spread: Spread, form: Form) -> String {
    let number = |value: f64| grouped(&format!("{value:.*}", form.decimals));
    let (mean, least, most) = (
        number(spread.mean),
        number(spread.least),
        number(spread.most),
    );
    if least == most {
        mean
    } else {
        format!("{mean} ({least}–{most})")
    }
}

/// `1234567.8` as `1,234,567.8`.
fn grouped(number: &str) -> String {
    let (whole, rest) = match number.find('.') {
        Some(at) => number.split_at(at),
        None => (number, ""),
    };
    let mut out = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) && !out.ends_with('-') {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

/// Text that stays inside its cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Variant;
    use crate::summary::tests::example;
    use std::path::PathBuf;
    use std::time::Duration;

    fn plan() -> Plan {
        let variants = ["default:", "beam | wide: --search beam", "late:"];
        Plan {
            pleach: PathBuf::from("pleach"),
            programs: Vec::new(),
            variants: variants.map(|v| Variant::parse(v).unwrap()).into(),
            args: vec!["--sym-arg".to_owned(), "3".to_owned()],
            time: Duration::from_secs(10),
            memory: 1 << 30,
            repeats: 2,
            output: PathBuf::new(),
            at_once: None,
        }
    }

    #[test]
    fn every_row_has_all_columns() {
        let text = markdown(&plan(), &[example(), example()]);
        let mut columns = None;
        for line in text.lines() {
            let bars = line.matches('|').count() - line.matches("\\|").count();
            match (line.starts_with('|'), columns) {
                (true, Some(expected)) => assert_eq!(bars, expected, "{line}"),
                (true, None) => columns = Some(bars),
                (false, _) => columns = None,
            }
        }
        assert!(text.contains("late: only 0 of 2 runs are there."), "{text}");
        assert!(text.contains("55.0 (50.0–60.0)"), "{text}");
        assert!(text.contains("**60.0 (40.0–80.0)**"), "{text}");
        assert!(text.contains("](printf.svg)"), "{text}");
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(grouped("1234567.8"), "1,234,567.8");
        assert_eq!(grouped("999"), "999");
        assert_eq!(grouped("-1000"), "-1,000");
        assert_eq!(grouped("-100"), "-100");
    }
}
