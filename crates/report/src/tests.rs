//! Writes a test case the moment a path ends, and remembers the errors.

use crate::finding::{Describe, SourcePlace, blamed_place, innermost_frames};
use crate::places::{ErrorKey, Sources};
use crate::{InputValue, RunFolder, inputs, ktest};
use pleach_explore::{Observer, PathEnd, RunOn};
use pleach_interp::{End, ErrorKind, Finding, Incomplete, State};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs::File;
use std::io::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};

/// What the program printed on a path: descriptors and bytes, in order.
pub type OutputOf = fn(&State) -> Vec<(i32, Vec<u8>)>;

/// Told of each error that was not known before, by the worker that found it and once its test is
/// there; several workers may call at once.
pub type OnFinding = Arc<dyn Fn(&Reported) + Send + Sync>;

/// Which paths get a test, and what is written beside it.
#[derive(Clone, Default)]
pub struct TestOptions {
    /// The program's arguments, its name first; part of every test.
    pub args: Vec<Vec<u8>>,
    /// Only paths that covered something new, and errors.
    pub only_covering_new: bool,
    /// Also errors of a kind and place that is already reported.
    pub emit_all_errors: bool,
    /// End the run after so many tests.
    pub max_tests: Option<u64>,
    /// `testNNNNNN.smt2`: the path condition.
    pub smt2: bool,
    /// `testNNNNNN.info`: how the path went.
    pub info: bool,
    /// `testNNNNNN.stdout` and `.stderr`: what the program printed.
    pub output: Option<OutputOf>,
    pub on_finding: Option<OnFinding>,
}

/// An error of the program, reported once however many paths run into it.
#[derive(Debug, Clone)]
pub struct Reported {
    pub finding: Finding,
    pub place: Option<SourcePlace>,
    /// The innermost frames of its stack.
    pub stack: Vec<SourcePlace>,
    pub inputs: Vec<InputValue>,
    /// The number of its test, where one was written.
    pub test: Option<u64>,
    /// Paths that ended in it.
    pub paths: u64,
    pub text: String,
}

#[derive(Default)]
struct Errors {
    reported: Vec<Reported>,
    by_key: HashMap<ErrorKey, usize>,
}

/// The observer that writes tests. Without a folder it only counts and remembers.
pub struct TestWriter {
    folder: Option<Arc<RunFolder>>,
    options: TestOptions,
    sources: Sources,
    /// The number of the last test, written or not.
    numbers: AtomicU64,
    errors: Mutex<Errors>,
    /// `tests.jsonl`, open from the first test on.
    predictions: Mutex<Option<File>>,
    failure: Mutex<Option<String>>,
}

/// A test to be written.
struct Plan<'a> {
    number: u64,
    inputs: &'a [InputValue],
    path: &'a PathEnd<'a>,
}

impl TestWriter {
    pub fn new(folder: Option<Arc<RunFolder>>, options: TestOptions) -> TestWriter {
        TestWriter {
            folder,
            options,
            sources: Sources::default(),
            numbers: AtomicU64::new(0),
            errors: Mutex::default(),
            predictions: Mutex::default(),
            failure: Mutex::default(),
        }
    }

    /// Tests written so far.
    pub fn tests(&self) -> u64 {
        if self.folder.is_some() {
            self.numbers.load(Relaxed)
        } else {
            0
        }
    }

    /// Every different error so far, in the order in which they were found.
    pub fn reported(&self) -> Vec<Reported> {
        lock(&self.errors).reported.clone()
    }

    /// Why a file could not be written, if one could not.
    pub fn failure(&self) -> Option<String> {
        lock(&self.failure).clone()
    }

    /// The number of the next test of an error: one that is found is told, whatever the limit.
    fn number(&self) -> u64 {
        self.numbers.fetch_add(1, Relaxed) + 1
    }

    /// The number of the next other test, unless there are enough: paths of
    /// several workers may end at once.
    fn number_within_limit(&self) -> Option<u64> {
        let max = self.options.max_tests.unwrap_or(u64::MAX);
        let last = self
            .numbers
            .fetch_update(Relaxed, Relaxed, |n| (n < max).then_some(n + 1));
        last.ok().map(|n| n + 1)
    }

    /// Whether a path gets a test that does not end in a new error. Without the test of a path that
    /// covered something new that coverage would be lost, whatever its end.
    fn wants(&self, path: &PathEnd<'_>) -> bool {
        let for_its_end = match path.end {
            End::Exit(_) | End::Incomplete(Incomplete::Dropped(_)) => {
                !self.options.only_covering_new
            }
            End::Error(_) => self.options.emit_all_errors,
            End::Silent | End::Incomplete(_) => false,
        };
        for_its_end || path.state.standing.covers_new
    }

    fn error(&self, path: &PathEnd<'_>, finding: &Finding) -> io::Result<()> {
        let key = ErrorKey::of(path.module, finding);
        let mut errors = lock(&self.errors);
        if let Some(&known) = errors.by_key.get(&key) {
            errors.reported[known].paths += 1;
            drop(errors);
            return self.known_error(path, finding);
        }
        let inputs = inputs(path.state, path.terms);
        let plan = Plan {
            number: self.number(),
            inputs: &inputs,
            path,
        };
        let test = self.folder.as_ref().map(|_| name(plan.number, "ktest"));
        let describe = Describe {
            test: test.as_deref(),
            ..self.describe(&plan, finding)
        };
        let reported = Reported {
            finding: finding.clone(),
            place: blamed_place(path.module, finding),
            stack: innermost_frames(path.module, finding),
            inputs: inputs.clone(),
            test: test.as_ref().map(|_| plan.number),
            paths: 1,
            text: describe.readable(),
        };
        let index = errors.reported.len();
        errors.by_key.insert(key, index);
        errors.reported.push(reported.clone());
        drop(errors);
        let written = self.write(&plan, Some((error_suffix(finding), describe.klee())));
        if let Some(tell) = &self.options.on_finding {
            tell(&reported);
        }
        written
    }

    /// A path that ends in an error that has its test already.
    fn known_error(&self, path: &PathEnd<'_>, finding: &Finding) -> io::Result<()> {
        if !self.wants(path) {
            return Ok(());
        }
        let Some(number) = self.number_within_limit() else {
            return Ok(());
        };
        let inputs = inputs(path.state, path.terms);
        let plan = Plan {
            number,
            inputs: &inputs,
            path,
        };
        let text = self.describe(&plan, finding).klee();
        self.write(&plan, Some((error_suffix(finding), text)))
    }

    fn describe<'a>(&'a self, plan: &Plan<'a>, finding: &'a Finding) -> Describe<'a> {
        let module = plan.path.module;
        Describe {
            module,
            sources: &self.sources,
            finding,
            inputs: plan.inputs,
            test: None,
        }
    }

    /// Everything beside the `.ktest` first: who sees a test finds the rest already there.
    fn write(&self, plan: &Plan<'_>, beside: Option<(String, String)>) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let PathEnd { state, terms, .. } = *plan.path;
        if let Some((suffix, text)) = beside {
            folder.write(&name(plan.number, &suffix), text.as_bytes())?;
        }
        if self.options.smt2 {
            folder.write(
                &name(plan.number, "smt2"),
                terms.smtlib(&state.condition().conjuncts()).as_bytes(),
            )?;
        }
        if self.options.info {
            folder.write(&name(plan.number, "info"), info(plan.path).as_bytes())?;
        }
        if let Some(output_of) = self.options.output {
            let mut whole: BTreeMap<i32, Vec<u8>> = BTreeMap::new();
            for (descriptor, mut bytes) in output_of(state) {
                whole.entry(descriptor).or_default().append(&mut bytes);
            }
            for (descriptor, bytes) in whole {
                let suffix = match descriptor {
                    1 => "stdout".to_owned(),
                    2 => "stderr".to_owned(),
                    other => format!("fd{other}"),
                };
                folder.write(&name(plan.number, &suffix), &bytes)?;
            }
        }
        self.predict(folder, plan)?;
        folder.write(
            &name(plan.number, "ktest"),
            &ktest(&self.options.args, plan.inputs).to_bytes(),
        )
    }

    /// One line about how the path ended, for those who run the test natively.
    fn predict(&self, folder: &RunFolder, plan: &Plan<'_>) -> io::Result<()> {
        let mut line = serde_json::json!({ "test": format!("test{:06}", plan.number) });
        match plan.path.end {
            End::Exit(code) => {
                line["end"] = "exit".into();
                line["exit_code"] = (*code).into();
            }
            End::Error(finding) => {
                line["end"] = "error".into();
                line["kind"] = finding.kind.name().into();
                let place = blamed_place(plan.path.module, finding);
                if let Some(place) = place.filter(|place| place.line > 0) {
                    line["file"] = place.file.into();
                    line["line"] = place.line.into();
                }
            }
            End::Silent => line["end"] = "silent".into(),
            End::Incomplete(_) => line["end"] = "dropped".into(),
        }
        // Who replays only some of many tests begins with these.
        if plan.path.state.standing.covers_new {
            line["covered_new"] = true.into();
        }
        let mut file = lock(&self.predictions);
        let file = match &mut *file {
            Some(file) => file,
            none => none.insert(folder.append_to("tests.jsonl")?),
        };
        // One call: a line is there whole or not at all.
        file.write_all(format!("{line}\n").as_bytes())
    }

    fn observe(&self, path: &PathEnd<'_>) -> io::Result<()> {
        if let End::Error(finding) = path.end {
            return self.error(path, finding);
        }
        if !self.wants(path) {
            return Ok(());
        }
        let Some(number) = self.number_within_limit() else {
            return Ok(());
        };
        let inputs = inputs(path.state, path.terms);
        let plan = Plan {
            number,
            inputs: &inputs,
            path,
        };
        let early = match path.end {
            End::Incomplete(why) => Some(crate::incomplete_text(why)),
            End::Silent => Some(SILENT.to_owned()),
            End::Exit(_) | End::Error(_) => None,
        };
        let beside = early.map(|text| ("early".to_owned(), text + "\n"));
        self.write(&plan, beside)
    }
}

impl Observer for TestWriter {
    fn path_ended(&self, path: &PathEnd<'_>) -> RunOn {
        if let Err(error) = self.observe(path) {
            let reason = format!("a test cannot be written: {error}");
            lock(&self.failure).get_or_insert_with(|| reason.clone());
            return RunOn::Halt(reason);
        }
        match self.options.max_tests {
            Some(max) if self.numbers.load(Relaxed) >= max => {
                RunOn::Halt(format!("{max} tests are there (--max-tests)"))
            }
            _ => RunOn::Yes,
        }
    }
}

/// Beside the test of a path that ended without a word.
const SILENT: &str = "the path ended silently: an assumption does not hold on it, or klee_silent_exit was called; the test covers something that no other test does";

/// A panic elsewhere does not make these counters wrong.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn name(number: u64, suffix: &str) -> String {
    format!("test{number:06}.{suffix}")
}

/// `KIND.err`; what the program chose as suffix may hold anything, a file name may not.
fn error_suffix(finding: &Finding) -> String {
    let own = finding
        .suffix
        .as_deref()
        .filter(|_| finding.kind == ErrorKind::ReportError);
    let safe = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') {
            c
        } else {
            '_'
        }
    };
    match own {
        Some(suffix) if !suffix.is_empty() => {
            let suffix = suffix.strip_suffix(".err").unwrap_or(suffix);
            let word: String = suffix.chars().take(64).map(safe).collect();
            format!("{word}.err")
        }
        _ => format!("{}.err", finding.kind.klee_suffix()),
    }
}

fn info(path: &PathEnd<'_>) -> String {
    let mut out = String::new();
    let end = match path.end {
        End::Exit(code) => format!("exit {code}"),
        End::Error(finding) => format!("error {}", finding.kind.name()),
        End::Silent => "silent exit".to_owned(),
        End::Incomplete(why) => format!("given up: {}", crate::incomplete_text(why)),
    };
    let state = path.state;
    let _ = writeln!(out, "end: {end}");
    let _ = writeln!(out, "forks: {}", state.depth);
    let _ = writeln!(out, "instructions: {}", state.instructions);
    let _ = writeln!(out, "constraints: {}", state.condition().len());
    let _ = writeln!(
        out,
        "covered something new: {}",
        if state.standing.covers_new {
            "yes"
        } else {
            "no"
        }
    );
    let _ = writeln!(
        out,
        "seconds since the start: {:.6}",
        path.elapsed.as_secs_f64()
    );
    out
}
