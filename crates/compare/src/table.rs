//! The table for people: Markdown, one section per program.

use crate::data::Share;
use crate::notes;
use crate::plan::{Plan, file_name};
use crate::spread::Spread;
use crate::summary::{Figure, Form, Measure, ProgramRuns};
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
    let mut partial = false;
    for (at, row) in programs[0].variants.iter().enumerate() {
        let mut cells = vec![cell(&row.variant)];
        for figure in &figures {
            let means = means(programs, *figure, at);
            partial |= means.as_ref().is_err_and(|there| *there > 0);
            let mean = means.ok().and_then(Spread::of);
            cells.push(mean.map_or(String::new(), |s| format!("{:.1}", s.mean)));
        }
        let best = programs
            .iter()
            .filter(|program| best(program, Figure::Branches).contains(&at))
            .count();
        let only: Option<usize> = programs
            .iter()
            .map(|p| p.only(Measure::Engine)[at].as_ref().map(|only| only.len()))
            .sum();
        let everywhere = means(programs, Figure::Branches, at).is_ok();
        cells.push(match everywhere {
            true => best.to_string(),
            false => String::new(),
        });
        cells.push(only.map(|count| count.to_string()).unwrap_or_default());
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    *out += "\n*Best at* counts the programs where this variant covers the most branches, but not those \
             where all cover the same.\n\n";
    if partial {
        *out += "A cell is empty where the variant has no figure for some of the programs: a mean over \
                 the others would not compare.\n\n";
    }
}

/// The means of a figure, one for each program that has it at all. Where the variant lacks some of
/// them, the number of those that it has.
fn means(programs: &[ProgramRuns], figure: Figure, variant: usize) -> Result<Vec<f64>, usize> {
    let all = programs.iter().filter(|program| program.has(figure));
    let mean = |p: &ProgramRuns| p.variants[variant].spread(figure, None).map(|s| s.mean);
    let means: Vec<Option<f64>> = all.map(mean).collect();
    let there: Vec<f64> = means.iter().copied().flatten().collect();
    if there.is_empty() || there.len() < means.len() {
        return Err(there.len());
    }
    Ok(there)
}

fn section(out: &mut String, plan: &Plan, program: &ProgramRuns) {
    let _ = writeln!(out, "## {}\n", cell(&program.program));
    if let (Some(run), Some(common)) = (program.engine_runs().next(), program.common()) {
        let share = Share {
            covered: common,
            total: run.instructions.total,
        };
        let share = share.percent();
        let _ = writeln!(
            out,
            "{} instructions, {} branches; every run covers at least {} instructions{}.\n",
            run.instructions.total,
            run.branches.total,
            common,
            share.map_or(String::new(), |percent| format!(" ({percent:.1} %)"))
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
    notes::write(out, plan, program);
    if program.engine_runs().next().is_some() {
        let _ = writeln!(
            out,
            "![Coverage and live states of {} over time]({}.svg)\n",
            cell(&program.program),
            file_name(&program.program)
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
pub fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Variant;
    use crate::summary::tests::{example, replayed};
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

    /// The row of a variant in a section.
    fn row<'a>(text: &'a str, section: &str, variant: &str) -> &'a str {
        let at = text.find(&format!("## {section}\n")).unwrap();
        let start = format!("| {variant} |");
        let found = text[at..].lines().find(|line| line.starts_with(&start));
        found.unwrap_or_else(|| panic!("no {variant} in {section}: {text}"))
    }

    #[test]
    fn a_mean_over_all_programs_is_over_all() {
        let mut second = example();
        second.program = "sort".to_owned();
        second.variants[0].runs.clear();
        let text = markdown(&plan(), &[example(), second]);
        assert_eq!(
            row(&text, "All programs", "default"),
            "| default |  |  |  |  |"
        );
        let wide = row(&text, "All programs", "beam \\| wide");
        assert!(
            wide.starts_with("| beam \\| wide | 60.0 | 7.5 | "),
            "{wide}"
        );
        assert!(text.contains("would not compare"), "{text}");
        // A variant that was not run at all is told below each program.
        let text = markdown(&plan(), &[example(), example()]);
        assert!(!text.contains("would not compare"), "{text}");
    }

    #[test]
    fn a_program_without_branches_takes_no_mean_away() {
        let mut second = example();
        for run in second.variants.iter_mut().flat_map(|v| &mut v.runs) {
            run.engine.as_mut().unwrap().branches = Share::default();
        }
        let text = markdown(&plan(), &[example(), second]);
        let row = row(&text, "All programs", "default");
        assert!(row.starts_with("| default | 55.0 | 10.0 | "), "{row}");
    }

    #[test]
    fn nothing_measured_natively_is_nothing_in_the_table() {
        let mut program = example();
        program.variants[0].runs = vec![replayed(1, None), replayed(2, None)];
        program.variants[1].runs = vec![replayed(1, Some(1)), replayed(2, None)];
        let text = markdown(&plan(), &[program]);
        let cells: Vec<&str> = row(&text, "printf", "default").split(" | ").collect();
        assert_eq!(cells[5..9], [""; 4], "{text}");
        assert!(
            text.contains("default: natively nothing was measured in 2 of 2 runs"),
            "{text}"
        );
        assert!(
            text.contains("beam \\| wide: natively nothing was measured in 1 of 2 runs"),
            "{text}"
        );
    }

    #[test]
    fn a_run_that_broke_is_told() {
        let mut program = example();
        let broken = &mut program.variants[0].runs[1];
        broken.engine.as_mut().unwrap().broke = Some("exit code 1: the disk | is full".to_owned());
        let text = markdown(&plan(), &[program]);
        assert!(
            text.contains("default: the run with seed 2 broke (exit code 1: the disk \\| is full)"),
            "{text}"
        );
        assert!(!markdown(&plan(), &[example()]).contains("broke"));
    }

    #[test]
    fn large_numbers_are_grouped() {
        assert_eq!(grouped("1234567.8"), "1,234,567.8");
        assert_eq!(grouped("999"), "999");
        assert_eq!(grouped("-1000"), "-1,000");
        assert_eq!(grouped("-100"), "-100");
    }
}
