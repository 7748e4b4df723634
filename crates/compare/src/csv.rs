//! The table for other programs.

use crate::summary::{Figure, Measure, ProgramRuns};
use std::fmt::Write;

/// One line per program and variant, with mean, least and most of each figure.
pub fn summary(programs: &[ProgramRuns]) -> String {
    let mut out = String::from("program,variant,runs");
    for figure in Figure::ALL {
        let name = figure.form().csv;
        let _ = write!(out, ",{name}_mean,{name}_min,{name}_max");
    }
    out += ",branches_only_here,native_branches_only_here\n";
    for program in programs {
        let common = program.common();
        let only = program.only(Measure::Engine);
        let native = program.only(Measure::Native);
        for (at, variant) in program.variants.iter().enumerate() {
            out += &line_start(&program.program, &variant.variant);
            let _ = write!(out, ",{}", variant.runs.len());
            for figure in Figure::ALL {
                match variant.spread(figure, common) {
                    Some(spread) => {
                        for value in [spread.mean, spread.least, spread.most] {
                            let _ = write!(out, ",{}", number(value));
                        }
                    }
                    None => out += ",,,",
                }
            }
            for only in [&only[at], &native[at]] {
                let count = only.as_ref().map(|only| only.len().to_string());
                let _ = write!(out, ",{}", count.unwrap_or_default());
            }
            out.push('\n');
        }
    }
    out
}

/// One line per run.
pub fn runs(programs: &[ProgramRuns]) -> String {
    let mut out = String::from("program,variant,seed");
    for figure in Figure::ALL {
        let _ = write!(out, ",{}", figure.form().csv);
    }
    out += ",complete,elapsed_seconds,broke\n";
    for program in programs {
        let common = program.common();
        for variant in &program.variants {
            for run in &variant.runs {
                out += &line_start(&program.program, &variant.variant);
                let _ = write!(out, ",{}", run.seed);
                for figure in Figure::ALL {
                    let value = figure.of(run, common).map(number);
                    let _ = write!(out, ",{}", value.unwrap_or_default());
                }
                let _ = match &run.engine {
                    Some(e) => {
                        let broke = e.broke.as_deref().unwrap_or_default();
                        let seconds = number(e.elapsed_seconds);
                        writeln!(out, ",{},{seconds},{}", e.complete, field(broke))
                    }
                    None => writeln!(out, ",,,"),
                };
            }
        }
    }
    out
}

/// One line per branch that one variant alone covers.
pub fn only(programs: &[ProgramRuns]) -> String {
    let mut out = String::from("program,variant,measure,file,line,branch,direction\n");
    for program in programs {
        for (measure, name) in [(Measure::Engine, "engine"), (Measure::Native, "native")] {
            let only = program.only(measure);
            for (variant, only) in program.variants.iter().zip(only) {
                for branch in only.into_iter().flatten() {
                    let _ = writeln!(
                        out,
                        "{},{name},{},{},{},{}",
                        line_start(&program.program, &variant.variant),
                        field(&branch.file),
                        branch.line,
                        branch.number,
                        branch.direction
                    );
                }
            }
        }
    }
    out
}

fn line_start(program: &str, variant: &str) -> String {
    format!("{},{}", field(program), field(variant))
}

/// Quoted where it must be.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// At most three decimals, without needless zeros.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::tests::example;

    #[test]
    fn every_line_has_as_many_fields_as_the_first() {
        let programs = [example()];
        for text in [summary(&programs), runs(&programs), only(&programs)] {
            let fields: Vec<usize> = text.lines().map(|l| l.split(',').count()).collect();
            assert!(fields.iter().all(|count| *count == fields[0]), "{text}");
        }
        assert_eq!(summary(&programs).lines().count(), 4);
        assert_eq!(runs(&programs).lines().count(), 5);
        assert_eq!(only(&programs).lines().count(), 4);
    }

    #[test]
    fn fields_are_quoted_where_needed() {
        assert_eq!(field("a b"), "a b");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(number(12.5), "12.5");
        assert_eq!(number(100.0), "100");
        assert_eq!(number(0.0), "0");
    }
}
