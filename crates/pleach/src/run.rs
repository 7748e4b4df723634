//! `pleach run`: load, explore, write down, sum up.

use crate::arguments::{Checker, Invocation, RunArgs, checks};
use crate::failure::Failure;
use crate::front::{self, Program};
use crate::loading::Start;
use crate::panics::Panics;
use crate::progress::{Progress, Voice};
use crate::summary::Summary;
use pleach_env::{HostInput, OutputMode, World};
use pleach_explore::search::SearchOptions;
use pleach_explore::{
    DumpStates, Engine, Limits, MemoryAtEnd, Observer, Options, Outcome, Setup, Targets, Task,
    TestInputs, WhyEnded,
};
use pleach_interp::{Config, ErrorKind, Incomplete, Omission};
use pleach_report::{
    Coverage, CoverageCounter, KtestObject, Loading, Omitted, OnFinding, Profiler, Reported,
    RunFolder, RunRecord, StatisticsWriter, TestOptions, TestWriter,
};
use pleach_solver::{CheckWith, SolverConfig};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

pub fn run(
    args: &RunArgs,
    invocation: &Invocation,
    start: &Start,
    panics: &Panics,
) -> Result<ExitCode, Failure> {
    let search = args.search.options()?;
    args.on_memory_cap.chosen()?;
    args.merge.options()?;
    args.prune.options()?;
    let leaks = config(args).checks.leak;
    args.reduce.check(&args.merge.merge, leaks, &search)?;
    without_huge_pages();
    let world = World::new(invocation.world.clone(), HostInput::Empty);
    let world = world.map_err(Failure::bad_input)?;
    let program = front::load(&args.front, &invocation.clang_args, world, config(args))?;
    if args.front.load_only {
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(name) = &args.print_ir {
        return print_ir(&program, name);
    }
    let voice = voice(args, &program);
    Targets::find(&program.module, &search.targets).map_err(Failure::bad_input)?;
    let solver = solver_config(args)?;
    let engine = Engine::new(setup(args, &program, solver));
    let mut task = task(args, search)?;
    if let Some(states) = args.check_decisions {
        return crate::decisions::check(&engine.setup, &task.options, states);
    }
    if args.merge.check_merging {
        return crate::merging::check(&engine, task);
    }
    if args.reduce.check_reducing {
        return crate::reducing::check(&engine, task);
    }
    let folder = output_folder(args)?.map(Arc::new);
    let progress = Arc::new(Progress::new(voice));
    let tests = TestWriter::new(
        folder.clone().filter(|_| !args.write.write_no_tests),
        TestOptions {
            on_finding: Some(on_finding(&progress)),
            ..test_options(args, &program, invocation)
        },
    );
    let statistics = folder
        .as_deref()
        .map(|folder| StatisticsWriter::new(folder, coverage_counter(&program)))
        .transpose()
        .map_err(Failure::broken)?;
    let loading = start.loaded();
    // What is left of the time since the command was started.
    let limit = &mut task.options.limits.time;
    *limit = limit.map(|limit| limit.saturating_sub(loading.elapsed));
    stop_on_signals(task.halt.clone())?;

    let mut observers: Vec<&dyn Observer> = vec![&tests, &*progress];
    observers.extend(statistics.as_ref().map(|s| s as &dyn Observer));
    let profiler = args
        .write
        .write_profile
        .then(|| Profiler::new(program.module.clone(), program.code.clone()));
    observers.extend(profiler.as_ref().map(|p| p as &dyn Observer));
    let outcome = engine.explore(&task, &observers);

    if let WhyEnded::NoStart(reason) = &outcome.why {
        return Err(Failure::BadInput(reason.clone()));
    }
    let jobs = task.options.jobs;
    let finished = Finished {
        args,
        invocation,
        program: &program,
        outcome: &outcome,
        tests: &tests,
        progress: &progress,
        loading,
        jobs,
    };
    if let (Some(profiler), Some(folder)) = (&profiler, &folder) {
        let written = folder.write("profile.json", profiler.json().as_bytes());
        written.map_err(|e| Failure::Broken(format!("profile.json cannot be written: {e}")))?;
    }
    finished.write_and_show(folder.as_deref())?;
    let end = end(args, &tests, &outcome, panics);
    // The process ends now: nobody needs the memory of a large program back.
    std::mem::forget((engine, program));
    end
}

/// How much is printed; what loading has to say is printed now.
fn voice(args: &RunArgs, program: &Program) -> Voice {
    if args.quiet {
        return Voice::Quiet;
    }
    let warnings = program.module.warnings.iter();
    warnings.for_each(|warning| eprintln!("{warning}"));
    Voice::Normal
}

fn on_finding(progress: &Arc<Progress>) -> OnFinding {
    let progress = progress.clone();
    Arc::new(move |found| progress.finding(found))
}

fn coverage_counter(program: &Program) -> CoverageCounter {
    CoverageCounter::new(&program.module, &program.code, program.coverage.clone())
}

/// What scripts go by when nothing gave out: errors were found, or none.
const ERRORS_FOUND: u8 = 1;

/// Failures that happened on the way without ending the run, or the run's exit code.
fn end(
    args: &RunArgs,
    tests: &TestWriter,
    outcome: &Outcome,
    panics: &Panics,
) -> Result<ExitCode, Failure> {
    if let Some(reason) = tests.failure() {
        return Err(Failure::Broken(reason));
    }
    let Some(what) = internal_errors(tests, outcome) else {
        let failed = !tests.reported().is_empty() && !args.no_fail;
        return Ok(ExitCode::from(if failed { ERRORS_FOUND } else { 0 }));
    };
    let panics = panics
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    let first = panics
        .first()
        .map(|text| format!(", the first at {text}"))
        .unwrap_or_default();
    Err(Failure::Broken(format!(
        "{what}{first}; this is a bug of pleach: please report it with the program and the command line"
    )))
}

/// What went wrong inside of pleach.
fn internal_errors(tests: &TestWriter, outcome: &Outcome) -> Option<String> {
    let is_internal = |r: &&Reported| r.finding.kind == ErrorKind::Internal;
    let reported = tests.reported();
    let paths: u64 = reported.iter().filter(is_internal).map(|r| r.paths).sum();
    let elsewhere = |what: &Omission| matches!(what.why, Incomplete::Internal(_));
    match &outcome.why {
        WhyEnded::InternalError(_) => Some("an internal error ended the run".to_owned()),
        _ if paths > 0 => Some(format!("{paths} paths ended in an internal error")),
        _ if outcome.totals.incomplete.keys().any(elsewhere) => {
            Some("an internal error kept something from being reported".to_owned())
        }
        _ => None,
    }
}

fn config(args: &RunArgs) -> Config {
    let default = Config::default();
    Config {
        checks: checks(&args.check),
        undefined: args.undefined.into(),
        float: args.float.into(),
        max_stack: args.max_stack,
        dead_values: args.front.dead_values(),
        max_depth: args.max_depth.unwrap_or(default.max_depth),
        fast_loop: !args.no_fast_loop,
        check_retries: args.check_invariants,
        ..default
    }
}

fn solver_config(args: &RunArgs) -> Result<SolverConfig, Failure> {
    if let Some(path) = &args.log_queries {
        let create = std::fs::File::create(path);
        create.map_err(|error| {
            Failure::BadInput(format!("{}: cannot be written: {error}", path.display()))
        })?;
    }
    Ok(SolverConfig {
        time_limit: Some(args.max_solver_time).filter(|limit| !limit.is_zero()),
        check_with: args.check_solver.map(|Checker::Z3| CheckWith::Z3),
        check_models: args.check_invariants,
        log: args.log_queries.clone(),
        ..SolverConfig::default()
    })
}

fn output_folder(args: &RunArgs) -> Result<Option<RunFolder>, Failure> {
    let folder = match &args.write.output_dir {
        _ if args.write.no_output => return Ok(None),
        Some(path) => RunFolder::named(path),
        None => RunFolder::numbered(Path::new(".")),
    };
    folder.map(Some).map_err(Failure::bad_input)
}

fn test_options(args: &RunArgs, program: &Program, invocation: &Invocation) -> TestOptions {
    let name = program.args[..1].iter().cloned();
    TestOptions {
        args: name.chain(invocation.spelled_args.clone()).collect(),
        only_covering_new: args.only_output_states_covering_new,
        emit_all_errors: args.emit_all_errors,
        max_tests: args.max_tests,
        smt2: args.write.write_smt2s,
        info: args.write.write_test_info,
        output: args.write.write_output.then_some(pleach_env::output),
        on_finding: None,
    }
}

fn setup(args: &RunArgs, program: &Program, solver: SolverConfig) -> Setup {
    // What a path printed is compared as well.
    let is_compared =
        args.check_decisions.is_some() || args.merge.check_merging || args.reduce.check_reducing;
    let output = if args.write.write_output || is_compared {
        OutputMode::Keep
    } else {
        OutputMode::Discard
    };
    let world = program.world.clone();
    Setup {
        module: program.module.clone(),
        code: program.code.clone(),
        terms: program.terms.clone(),
        coverage: program.coverage.clone(),
        config: program.config.clone(),
        solver,
        args: program.args.clone(),
        env: Vec::new(),
        prepare: Box::new(move |state| {
            pleach_env::set_output_mode(state, output);
            pleach_env::set_world(state, world.clone());
        }),
        // SAFETY: it may be called by any thread at any time.
        release_memory: || unsafe { libmimalloc_sys::mi_collect(true) },
    }
}

/// States take memory in small pieces, all of it once: on many machines, virtual ones above all, it takes
/// longer to clear a huge page than is won by having it.
fn without_huge_pages() {
    // SAFETY: it concerns memory that comes to be later, and nothing that is read or written.
    unsafe { libc::prctl(libc::PR_SET_THP_DISABLE, 1, 0, 0, 0) };
}

fn task(args: &RunArgs, search: SearchOptions) -> Result<Task, Failure> {
    let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
    Ok(Task {
        options: Options {
            search,
            merge: args.merge.options()?,
            reduce: args.reduce.options()?,
            prune: args.prune.options()?,
            seed: args.seed,
            jobs: args.jobs.map_or_else(cores, usize::from),
            limits: Limits {
                time: args.max_time,
                instructions: args.max_instructions,
                forks: args.max_forks,
                states: args.max_states,
                memory: args.max_memory.or_else(most_memory),
                on_memory_cap: args.on_memory_cap.chosen()?,
                solver_time: None,
                exit_on_error: args.exit_on_error(),
            },
            batch_instructions: args.batch.batch_instructions,
            batch_time: args.batch.batch_time,
            dump_states: if args.dump_states_on_halt {
                DumpStates::All
            } else {
                DumpStates::CoveringNew
            },
            sweep_at: args.sweep_at.unwrap_or(Options::default().sweep_at),
            memory_at_end: MemoryAtEnd::LeftToTheSystem,
        },
        tests: tests_to_replay(&args.replay_ktest)?,
        ..Task::default()
    })
}

/// The inputs of each test.
fn tests_to_replay(paths: &[PathBuf]) -> Result<Vec<TestInputs>, Failure> {
    let inputs = |path: &PathBuf| {
        let objects = crate::ktest::read(path)?.objects.into_iter();
        let input = |object: KtestObject| {
            let name = String::from_utf8_lossy(&object.name).into_owned();
            (name, object.bytes)
        };
        Ok(objects.map(input).collect())
    };
    crate::replay::tests(paths)?.iter().map(inputs).collect()
}

/// Half of the machine's (or of our control group's), but not more than two thirds of what is
/// free: states can come faster than they are dropped, and the rest is room for that.
fn most_memory() -> Option<u64> {
    let memory = pleach_host::Memory::of_machine()?;
    Some((memory.all / 2).min(memory.free / 3 * 2))
}

/// The first signal ends the run with all its results, the second ends it at once.
fn stop_on_signals(halt: Arc<AtomicBool>) -> Result<(), Failure> {
    let handler = move || {
        if halt.swap(true, SeqCst) {
            // SAFETY: ends the process. Nothing is tidied up first: other threads are still at work.
            unsafe { libc::_exit(130) };
        }
        eprintln!("pleach: ending the run; once more to end at once");
    };
    ctrlc::set_handler(handler).map_err(Failure::broken)
}

fn print_ir(program: &Program, name: &str) -> Result<ExitCode, Failure> {
    let function = program.module.function_named(name);
    let function = function.map_err(Failure::bad_input)?;
    print!("{}", program.module.text(function));
    Ok(ExitCode::SUCCESS)
}

/// A run that is over, and what is known about it.
struct Finished<'a> {
    args: &'a RunArgs,
    invocation: &'a Invocation,
    program: &'a Program,
    outcome: &'a Outcome,
    tests: &'a TestWriter,
    progress: &'a Progress,
    loading: Loading,
    jobs: usize,
}

impl Finished<'_> {
    /// System calls without a model, by name.
    fn unmodelled(&self) -> BTreeMap<String, u64> {
        let counts = self.program.world.unmodelled();
        let named = |(number, count)| (pleach_env::syscall_name(number), count);
        counts.into_iter().map(named).collect()
    }

    fn write_and_show(&self, folder: Option<&RunFolder>) -> Result<(), Failure> {
        let Program {
            module,
            code,
            coverage,
            ..
        } = self.program;
        let mut coverage = Coverage::new(module, code, coverage);
        coverage.uncovered_is_unreachable = self.outcome.complete();
        let reported = self.tests.reported();
        let omitted = Omitted::all(module, &self.outcome.totals);
        if let Some(folder) = folder {
            let inputs: Vec<String> = self
                .args
                .front
                .files
                .iter()
                .map(|f| f.display().to_string())
                .collect();
            let record = RunRecord {
                loading: self.loading,
                command_line: &self.invocation.command_line,
                options: self.invocation.options.clone(),
                inputs: &inputs,
                module_hash: module.hash,
                seed: self.args.seed,
                outcome: self.outcome,
                omitted: &omitted,
                tests: self.tests.tests(),
                reported: &reported,
                coverage: coverage.totals,
                warnings: &self.progress.warnings(),
                unmodelled: self.unmodelled(),
            };
            let files = [
                ("coverage.json", coverage.json()),
                ("lcov.info", coverage.lcov()),
                // Last: where it is, the run came to its end.
                ("run.json", record.json()),
            ];
            for (name, text) in files {
                let failed = |error| Failure::Broken(format!("{name} cannot be written: {error}"));
                folder.write(name, text.as_bytes()).map_err(failed)?;
            }
        }
        let summary = Summary {
            outcome: self.outcome,
            omitted: &omitted,
            reported: &reported,
            tests: self.tests.tests(),
            coverage: &coverage,
            folder: folder.map(RunFolder::path),
            jobs: self.jobs,
            loading: self.loading,
            unmodelled: self.unmodelled(),
        };
        if !self.args.quiet {
            print!("{}", summary.text());
        }
        Ok(())
    }
}
