//! What is compared with what.

use crate::CompareError;
use crate::fingerprint::{self, Fingerprint};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A program under test.
#[derive(Debug, Clone)]
pub struct Program {
    pub name: String,
    pub path: PathBuf,
}

/// A set of options of `pleach run`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    pub name: String,
    pub options: Vec<String>,
    /// Threads of each of its runs.
    pub jobs: usize,
}

/// Everything that decides what runs are made.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The executable that makes a run. It must stay what it is while runs are made, as
    /// `/proc/self/exe` does: that is the file we were started from, also when another has its name.
    pub pleach: PathBuf,
    pub programs: Vec<Program>,
    pub variants: Vec<Variant>,
    /// What follows the program on the command line, the same for all.
    pub args: Vec<String>,
    pub time: Duration,
    /// Bytes for each run.
    pub memory: u64,
    pub repeats: u32,
    pub output: PathBuf,
    /// Runs at the same time, at most; the machine may allow fewer.
    pub at_once: Option<usize>,
}

/// One run of the plan. Its seed is the number of the repeat, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct RunId {
    pub repeat: u32,
    pub program: usize,
    pub variant: usize,
}

/// All that a run's result depends on. Two runs are the same run when this is equal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configuration {
    pub variant: String,
    /// Content of the executable, and of the program.
    pub pleach: String,
    pub program: String,
    pub words: Vec<String>,
}

/// The runs of a plan, each with what it depends on as that was at one time. Whoever makes them and
/// whoever reads them has the same.
#[derive(Debug, Clone)]
pub struct Runs(pub(crate) Vec<(RunId, Configuration)>);

/// What the plan sets itself, so that all variants are measured by the same rule.
const SET_BY_US: &[(&str, &str)] = &[
    ("output-dir", "--output"),
    ("no-output", "--output"),
    ("seed", "--repeat"),
    ("max-time", "--time"),
    ("max-memory", "--memory"),
    ("print-ir", "pleach run"),
];

impl Program {
    /// `FILE` or `NAME=FILE`; without a name, the file's name up to its ending.
    pub fn parse(text: &str) -> Result<Program, CompareError> {
        let (name, path) = match text.split_once('=') {
            Some((name, path)) if is_name(name) => (name.to_owned(), PathBuf::from(path)),
            _ => {
                let path = PathBuf::from(text);
                let name = path.file_stem().unwrap_or_default();
                (name.to_string_lossy().into_owned(), path)
            }
        };
        if !path.is_file() {
            return Err(CompareError::BadValue(format!(
                "{}: no such file",
                path.display()
            )));
        }
        Ok(Program { name, path })
    }
}

impl Variant {
    /// `NAME: OPTIONS`, with quotes as in a shell.
    pub fn parse(text: &str) -> Result<Variant, CompareError> {
        let wrong = |why: &str| CompareError::BadValue(format!("--variant `{text}`: {why}"));
        // The first colon that ends a word: names such as `nurs:covnew` have one inside.
        let end = text
            .match_indices(':')
            .map(|(at, _)| at)
            .find(|at| {
                text[at + 1..]
                    .chars()
                    .next()
                    .is_none_or(char::is_whitespace)
            })
            .ok_or_else(|| wrong("write NAME: OPTIONS, for example `beam: --search beam`"))?;
        let name = text[..end].trim();
        if name.is_empty() {
            return Err(wrong("the name is missing"));
        }
        let options = words(&text[end + 1..]).ok_or_else(|| wrong("a quote is not closed"))?;
        if options.iter().any(|word| word == "--") {
            return Err(wrong("arguments of the program belong into --args"));
        }
        for word in &options {
            let option = option_name(word);
            if let Some((_, instead)) = SET_BY_US.iter().find(|(name, _)| Some(*name) == option) {
                return Err(wrong(&format!("{word} is the same for all: use {instead}")));
            }
        }
        let jobs = jobs(&options).map_err(|word| wrong(&format!("`{word}` is not a number")))?;
        Ok(Variant {
            name: name.to_owned(),
            options,
            jobs,
        })
    }

    fn names_jobs(&self) -> bool {
        self.options.iter().any(|word| is_jobs(word))
    }
}

/// Splits as a shell would; none when a quote is not closed.
pub fn words(text: &str) -> Option<Vec<String>> {
    shlex::split(text)
}

fn option_name(word: &str) -> Option<&str> {
    let name = word.strip_prefix('-')?.trim_start_matches('-');
    name.split('=').next()
}

fn is_jobs(word: &str) -> bool {
    option_name(word) == Some("jobs") || (word.starts_with("-j") && !word.starts_with("--"))
}

/// Threads that the options ask for; without any, one, so that equal runs are equal.
fn jobs(options: &[String]) -> Result<usize, String> {
    let Some(at) = options.iter().rposition(|word| is_jobs(word)) else {
        return Ok(1);
    };
    let word = &options[at];
    let value = match word.split_once('=') {
        Some((_, value)) => value,
        None if word.starts_with("-j") && !word.starts_with("-jobs") && word.len() > 2 => {
            &word[2..]
        }
        None => options.get(at + 1).map_or("", String::as_str),
    };
    match value.parse() {
        Ok(0) | Err(_) => Err(value.to_owned()),
        Ok(jobs) => Ok(jobs),
    }
}

fn is_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._+-[]".contains(c);
    !text.is_empty() && text.chars().all(plain)
}

impl Plan {
    pub fn check(&self) -> Result<(), CompareError> {
        let bad = |text: String| Err(CompareError::BadValue(text));
        if self.programs.is_empty() {
            return bad("name at least one program with --program".to_owned());
        }
        if self.repeats == 0 {
            return bad("--repeat must be at least 1".to_owned());
        }
        if self.time.is_zero() {
            return bad("--time must be longer than 0".to_owned());
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = self.programs.iter().find(|p| !seen.insert(&p.name)) {
            return bad(format!(
                "two programs are called {}: write NAME=FILE",
                twice.name
            ));
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = self.variants.iter().find(|v| !seen.insert(&v.name)) {
            return bad(format!("two variants are called {}", twice.name));
        }
        Ok(())
    }

    /// All runs in the order in which they are made: a comparison that is interrupted has the
    /// same number of repeats of everything, give or take one.
    pub fn runs(&self) -> Vec<RunId> {
        let mut runs = Vec::new();
        for repeat in 1..=self.repeats {
            for program in 0..self.programs.len() {
                for variant in 0..self.variants.len() {
                    runs.push(RunId {
                        repeat,
                        program,
                        variant,
                    });
                }
            }
        }
        runs
    }

    /// What a run is called in messages.
    pub fn title(&self, run: RunId) -> String {
        format!(
            "{}, {}, seed {}",
            self.programs[run.program].name, self.variants[run.variant].name, run.repeat
        )
    }

    /// The command line after the executable's name, but for the output folder.
    pub fn words(&self, run: RunId) -> Vec<String> {
        let variant = &self.variants[run.variant];
        // Errors that a run finds are results here: its exit code says whether it came to its end.
        let mut words = vec!["run".to_owned(), "--no-fail".to_owned()];
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        option("--seed", run.repeat.to_string());
        option("--max-time", format!("{}s", self.time.as_secs_f64()));
        option("--max-memory", format!("{}K", self.memory.div_ceil(1024)));
        if !variant.names_jobs() {
            option("--jobs", "1".to_owned());
        }
        words.extend(variant.options.iter().cloned());
        let program = &self.programs[run.program].path;
        words.push(program.to_string_lossy().into_owned());
        words.extend(self.args.iter().cloned());
        words
    }

    /// All runs and their configurations. Reads every program and the executable.
    pub fn prepare(&self) -> Result<Runs, CompareError> {
        let pleach = file(&self.pleach)?;
        let programs: Result<Vec<String>, CompareError> =
            self.programs.iter().map(|p| program(&p.path)).collect();
        let programs = programs?;
        let configuration = |run: RunId| {
            let configuration = Configuration {
                variant: self.variants[run.variant].name.clone(),
                pleach: pleach.clone(),
                program: programs[run.program].clone(),
                words: self.words(run),
            };
            (run, configuration)
        };
        Ok(Runs(self.runs().into_iter().map(configuration).collect()))
    }

    /// Whether the program is still what the configuration says, or why not.
    pub fn check_program(&self, run: RunId, configuration: &Configuration) -> Result<(), String> {
        let path = &self.programs[run.program].path;
        match program(path) {
            Ok(now) if now == configuration.program => Ok(()),
            Ok(_) => Err(format!("{} has changed since the start", path.display())),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Where a run's files are. The configuration is part of the name: runs with other options
    /// lie beside it and are never overwritten.
    pub fn folder(&self, run: RunId, configuration: &Configuration) -> PathBuf {
        let hash = configuration.hash();
        self.output
            .join("runs")
            .join(file_name(&self.programs[run.program].name))
            .join(file_name(&self.variants[run.variant].name))
            .join(format!("{}-{}", run.repeat, &hash[..8]))
    }
}

impl Configuration {
    pub fn hash(&self) -> String {
        fingerprint::of_text(&serde_json::to_string(self).expect("plain data"))
    }
}

/// A name with nothing in it that a file system or a Markdown link could mind.
pub fn file_name(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "._-".contains(c) {
            c
        } else {
            '_'
        }
    };
    let name: String = name.chars().map(plain).collect();
    match name.as_str() {
        "" | "." | ".." => format!("_{name}"),
        _ => name,
    }
}

fn file(path: &Path) -> Result<String, CompareError> {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add_file(path)?;
    Ok(fingerprint.text())
}

/// A native program stands for the bitcode beside it.
fn program(path: &Path) -> Result<String, CompareError> {
    let mut fingerprint = Fingerprint::default();
    fingerprint.add_file(path)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".bc");
    let beside = PathBuf::from(beside);
    if beside.is_file() {
        fingerprint.add_file(&beside)?;
    }
    Ok(fingerprint.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan() -> Plan {
        let program = |name: &str| Program {
            name: name.to_owned(),
            path: PathBuf::from(name).with_extension("bc"),
        };
        Plan {
            pleach: PathBuf::from("pleach"),
            programs: vec![program("printf"), program("sort")],
            variants: ["beam: --search beam", "wide: -j 4"]
                .map(|text| Variant::parse(text).unwrap())
                .into(),
            args: vec!["--sym-arg".to_owned(), "3".to_owned()],
            time: Duration::from_millis(1500),
            memory: 1 << 30,
            repeats: 2,
            output: PathBuf::from("out"),
            at_once: None,
        }
    }

    #[test]
    fn a_variant_has_a_name_and_options() {
        let variant = Variant::parse("nurs:covnew, 4: --search nurs:covnew -j4 --x 'a b'").unwrap();
        assert_eq!(variant.name, "nurs:covnew, 4");
        assert_eq!(
            variant.options,
            ["--search", "nurs:covnew", "-j4", "--x", "a b"]
        );
        assert_eq!(variant.jobs, 4);
        assert_eq!(Variant::parse("default:").unwrap().jobs, 1);
        assert_eq!(Variant::parse("a: --jobs=3").unwrap().jobs, 3);
        assert_eq!(Variant::parse("a: -jobs 2").unwrap().jobs, 2);
    }

    #[test]
    fn mistakes_in_variants_are_named() {
        for (text, why) in [
            ("beam", "write NAME: OPTIONS"),
            (": --search dfs", "the name is missing"),
            ("a: --x 'b", "a quote is not closed"),
            ("a: --max-time=3", "use --time"),
            ("a: -seed 3", "use --repeat"),
            ("a: --output-dir x", "use --output"),
            ("a: -- x", "belong into --args"),
            ("a: --jobs many", "`many` is not a number"),
            ("a: -j0", "`0` is not a number"),
        ] {
            let error = Variant::parse(text).unwrap_err();
            assert!(
                error.is_bad_input() && error.to_string().contains(why),
                "{error}"
            );
        }
    }

    #[test]
    fn repeats_come_one_after_the_other() {
        let repeats: Vec<u32> = plan().runs().iter().map(|run| run.repeat).collect();
        assert_eq!(repeats, [1, 1, 1, 1, 2, 2, 2, 2]);
    }

    #[test]
    fn the_command_line_of_a_run() {
        let plan = plan();
        let words = plan.words(plan.runs()[6]).join(" ");
        assert_eq!(
            words,
            "run --no-fail --seed 2 --max-time 1.5s --max-memory 1048576K --jobs 1 --search beam sort.bc --sym-arg 3"
        );
        let words = plan.words(plan.runs()[1]).join(" ");
        assert!(
            words.contains(" -j 4 ") && !words.contains("--jobs"),
            "{words}"
        );
    }

    #[test]
    fn another_configuration_is_another_folder() {
        let plan = plan();
        let run = plan.runs()[0];
        let mut configuration = Configuration {
            variant: "beam".to_owned(),
            pleach: "1".to_owned(),
            program: "2".to_owned(),
            words: plan.words(run),
        };
        let first = plan.folder(run, &configuration);
        configuration.program = "3".to_owned();
        assert_ne!(first, plan.folder(run, &configuration));
        assert!(first.starts_with("out/runs/printf/beam"));
    }

    #[test]
    fn names_are_given_once() {
        let mut twice = plan();
        twice.programs[1].name = "printf".to_owned();
        assert!(twice.check().unwrap_err().to_string().contains("NAME=FILE"));
        let mut twice = plan();
        twice.variants[1].name = "beam".to_owned();
        assert!(twice.check().is_err());
        assert!(plan().check().is_ok());
        assert_eq!(file_name("nurs:covnew"), "nurs_covnew");
        assert_eq!(file_name(".."), "_..");
    }
}
