//! `pleach compare`: variants side by side.

use crate::arguments::{self, Command, CompareArgs, Invocation};
use crate::failure::Failure;
use pleach_compare::native::{Limits, NativeCoverage};
use pleach_compare::{
    CompareError, Event, Finish, Folder, NativePlan, OtherTests, Plan, Program, Variant,
};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// As a shell has it for a process that Ctrl-C ended.
const INTERRUPTED: u8 = 130;
/// This very executable, also when it is built anew while runs are made. In a child that does not
/// run yet it is ours too.
const OURSELVES: &str = "/proc/self/exe";

pub fn compare(args: &CompareArgs) -> Result<ExitCode, Failure> {
    let plan = plan(args)?;
    plan.check().map_err(failure)?;
    check_variants(&plan)?;
    let native = native(args, &plan)?;
    let halt = Arc::new(AtomicBool::new(false));
    stop_on_signals(halt.clone())?;
    let runs = plan.prepare().map_err(failure)?;
    let finish = pleach_compare::make_runs(&plan, &runs, &halt, &mut |event| tell(&event))
        .map_err(failure)?;
    let tell_replay = |folder: &Folder, coverage: &_| replayed(&plan, folder, coverage);
    let written = pleach_compare::write_results(&plan, &runs, native.as_ref(), &halt, &tell_replay)
        .map_err(failure)?;
    print!("{}", written.table);
    for problem in &written.unreadable {
        eprintln!("pleach: {problem}; not in the table, the same command makes it again");
    }
    eprintln!(
        "pleach: the table and the plots are in {}",
        args.output.display()
    );
    // Also while tests are replayed.
    if halt.load(SeqCst) {
        eprintln!("pleach: interrupted; the same command goes on from here");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(match finish {
        Finish::All { failed: 0 } if written.unreadable.is_empty() => ExitCode::SUCCESS,
        Finish::All { .. } | Finish::Interrupted => ExitCode::FAILURE,
    })
}

fn plan(args: &CompareArgs) -> Result<Plan, Failure> {
    let programs: Result<Vec<Program>, CompareError> = args
        .programs
        .iter()
        .map(|text| Program::parse(text))
        .collect();
    let mut variants = Vec::new();
    for text in &args.variants {
        variants.push(Variant::parse(text).map_err(failure)?);
    }
    if variants.is_empty() {
        variants.push(Variant::parse("default:").map_err(failure)?);
    }
    let words = pleach_compare::words(&args.args).ok_or_else(|| {
        Failure::BadInput(format!("--args `{}`: a quote is not closed", args.args))
    })?;
    Ok(Plan {
        pleach: PathBuf::from(OURSELVES),
        programs: programs.map_err(failure)?,
        variants,
        args: words,
        time: args.time,
        memory: args.memory,
        repeats: args.repeat,
        output: args.output.clone(),
        at_once: args.jobs_at_once.map(usize::from),
    })
}

/// What is measured natively. Also here mistakes are told before anything runs.
fn native(args: &CompareArgs, plan: &Plan) -> Result<Option<NativePlan>, Failure> {
    if args.coverage.is_none() {
        return Ok(None);
    }
    let others: Result<Vec<OtherTests>, CompareError> = args
        .tests
        .iter()
        .map(|text| OtherTests::parse(text))
        .collect();
    let native = NativePlan {
        builds: NativePlan::builds(plan, &args.binary).map_err(failure)?,
        others: others.map_err(failure)?,
        limits: Limits::default(),
    };
    native.other_folders(plan).map_err(failure)?;
    Ok(Some(native))
}

fn replayed(plan: &Plan, folder: &Folder, coverage: &NativeCoverage) {
    eprintln!(
        "{}, {}, repeat {}: {} tests replayed",
        plan.programs[folder.program].name, folder.row, folder.repeat, coverage.replayed.tests
    );
}

/// A mistake in a variant is told before anything runs.
fn check_variants(plan: &Plan) -> Result<(), Failure> {
    let first = plan.runs().into_iter().take(plan.variants.len());
    for run in first {
        let words = plan.words(run).into_iter().map(OsString::from);
        let argv = std::iter::once(OsString::from("pleach")).chain(words);
        let message = match arguments::parse(argv.collect()) {
            Ok(invocation) => match check_run(&invocation) {
                Ok(()) => continue,
                Err(failure) => failure.to_string(),
            },
            Err(stop) => stop.in_one_line(),
        };
        return Err(Failure::BadInput(format!(
            "variant {}: {message}",
            plan.variants[run.variant].name
        )));
    }
    Ok(())
}

/// What `pleach run` would refuse before it looks at the program.
fn check_run(invocation: &Invocation) -> Result<(), Failure> {
    if let Command::Run(args) = &invocation.command {
        args.search.options()?;
        args.on_memory_cap.chosen()?;
    }
    Ok(())
}

fn tell(event: &Event) {
    match event {
        Event::Starting {
            runs,
            already_there,
        } => eprintln!("{runs} runs, {already_there} of them already there"),
        Event::TooLarge { title } => eprintln!(
            "{title}: wants more cores or memory than are free; it runs with nothing beside it"
        ),
        Event::Ended {
            title,
            ended,
            runs,
            usage,
            broke,
        } => eprintln!(
            "[{ended}/{runs}] {title}: {:.1} s, {:.1} s of CPU, {} MB{}",
            usage.elapsed.as_secs_f64(),
            usage.cpu.as_secs_f64(),
            usage.most_memory >> 20,
            broke
                .as_ref()
                .map_or(String::new(), |why| format!("; it broke: {why}"))
        ),
        Event::Unreadable { title, problem } => {
            eprintln!("{title}: is there, but cannot be read, and is made again: {problem}");
        }
        Event::Failed { title, reason } => eprintln!("{title}: failed: {reason}"),
    }
}

/// The first signal ends the children and writes what is there, the second ends everything.
fn stop_on_signals(halt: Arc<AtomicBool>) -> Result<(), Failure> {
    let handler = move || {
        if halt.swap(true, SeqCst) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        eprintln!("pleach: ending the runs");
    };
    ctrlc::set_handler(handler).map_err(Failure::broken)
}

fn failure(error: CompareError) -> Failure {
    if error.is_bad_input() {
        Failure::bad_input(error)
    } else {
        Failure::broken(error)
    }
}
