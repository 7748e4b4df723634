//! Makes the runs that are not there yet, as many at once as there is room for.

use crate::CompareError;
use crate::child::{Child, Signal, Status, Usage};
use crate::claim::claim;
use crate::data::EngineRun;
use crate::machine::Room;
use crate::plan::{Configuration, Plan, RunId, Runs};
use crate::record::{Record, last_words, log_file, run_folder};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// How often children are looked at.
const EVERY: Duration = Duration::from_millis(20);
/// How long a child that is asked to end may take.
const GRACE: Duration = Duration::from_secs(3);

/// What happens, for who wants to tell the user.
#[derive(Debug)]
pub enum Event {
    Starting {
        runs: usize,
        already_there: usize,
    },
    /// The run needs more than there is; it is made with nothing beside it.
    TooLarge {
        title: String,
    },
    /// A finished run whose files cannot be read; it is made again.
    Unreadable {
        title: String,
        problem: String,
    },
    Ended {
        title: String,
        ended: usize,
        runs: usize,
        usage: Usage,
        /// Why its results may not be all, if something gave out on the way.
        broke: Option<String>,
    },
    Failed {
        title: String,
        reason: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// Every run was made; so many of them failed and have no result.
    All {
        failed: usize,
    },
    Interrupted,
}

/// Makes what is missing. When `halt` is set, running children are ended, and what had finished
/// before stays valid.
pub fn make_runs(
    plan: &Plan,
    runs: &Runs,
    halt: &AtomicBool,
    tell: &mut dyn FnMut(Event),
) -> Result<Finish, CompareError> {
    plan.check()?;
    let Runs(all) = runs;
    let _lock = claim(&plan.output)?;
    let missing = missing(plan, all, tell);
    tell(Event::Starting {
        runs: all.len(),
        already_there: all.len() - missing.len(),
    });
    let mut schedule = Schedule {
        plan,
        tell,
        room: Room::of_machine(plan),
        running: Vec::new(),
        runs: all.len(),
        ended: all.len() - missing.len(),
        failed: 0,
    };
    let result = schedule.work(missing, halt);
    // Also after an error nothing goes on behind our back.
    schedule.end_all();
    result
}

/// The runs that have no result that can be read.
fn missing(
    plan: &Plan,
    all: &[(RunId, Configuration)],
    tell: &mut dyn FnMut(Event),
) -> Vec<Pending> {
    let mut missing = Vec::new();
    for (run, configuration) in all {
        let folder = plan.folder(*run, configuration);
        if let Some(record) = Record::read(&folder, configuration) {
            match EngineRun::read(&folder, &record) {
                Ok(_) => continue,
                Err(error) => tell(Event::Unreadable {
                    title: plan.title(*run),
                    problem: error.to_string(),
                }),
            }
        }
        missing.push(Pending {
            run: *run,
            folder,
            configuration: configuration.clone(),
        });
    }
    missing
}

struct Pending {
    run: RunId,
    configuration: Configuration,
    folder: PathBuf,
}

struct Running {
    pending: Pending,
    child: Child,
    end: Ending,
}

/// Whether a child was told to end, and when.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    No,
    Asked(Instant),
    Killed,
}

struct Schedule<'a> {
    plan: &'a Plan,
    tell: &'a mut dyn FnMut(Event),
    room: Room,
    running: Vec<Running>,
    runs: usize,
    ended: usize,
    failed: usize,
}

impl Schedule<'_> {
    fn work(&mut self, missing: Vec<Pending>, halt: &AtomicBool) -> Result<Finish, CompareError> {
        let mut missing = missing.into_iter().peekable();
        loop {
            if halt.load(SeqCst) {
                return Ok(Finish::Interrupted);
            }
            // In order: a large run at the front is not overtaken for ever by small ones.
            while let Some(next) = missing.next_if(|next| self.has_room(next)) {
                self.start(next)?;
            }
            if self.running.is_empty() && missing.peek().is_none() {
                return Ok(Finish::All {
                    failed: self.failed,
                });
            }
            std::thread::sleep(EVERY);
            self.look()?;
        }
    }

    fn has_room(&mut self, next: &Pending) -> bool {
        let jobs = self.plan.variants[next.run.variant].jobs;
        if self.room.minus(jobs, self.plan.memory).is_some() {
            return true;
        }
        if self.running.is_empty() {
            (self.tell)(Event::TooLarge {
                title: self.plan.title(next.run),
            });
            return true;
        }
        false
    }

    fn start(&mut self, pending: Pending) -> Result<(), CompareError> {
        if let Err(reason) = self.check_program(&pending) {
            self.ended += 1;
            self.fail(pending.run, reason);
            return Ok(());
        }
        let unwritable = |source| CompareError::Unwritable {
            path: pending.folder.clone(),
            source,
        };
        match fs::remove_dir_all(&pending.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(unwritable(error)),
            _ => {}
        }
        fs::create_dir_all(&pending.folder).map_err(unwritable)?;
        let mut words = pending.configuration.words.clone();
        let output = run_folder(&pending.folder);
        words.splice(
            1..1,
            [
                "--output-dir".to_owned(),
                output.to_string_lossy().into_owned(),
            ],
        );
        let log = log_file(&pending.folder);
        let child = Child::start(&self.plan.pleach, &words, &log).map_err(CompareError::Start)?;
        let jobs = self.plan.variants[pending.run.variant].jobs;
        // A run that is too large for the machine takes all that is there.
        self.room = self.room.minus(jobs, self.plan.memory).unwrap_or(Room {
            cores: 0,
            memory: 0,
            runs: 0,
        });
        self.running.push(Running {
            pending,
            child,
            end: Ending::No,
        });
        Ok(())
    }

    /// Looks at every child once.
    fn look(&mut self) -> Result<(), CompareError> {
        let mut at = 0;
        while at < self.running.len() {
            match self.running[at].child.look().map_err(CompareError::Start)? {
                Some((status, usage)) => {
                    let ended = self.running.remove(at);
                    self.give_back(&ended);
                    self.finish(&ended, status, usage)?;
                }
                None => {
                    self.keep_time(at);
                    at += 1;
                }
            }
        }
        Ok(())
    }

    fn give_back(&mut self, ended: &Running) {
        let jobs = self.plan.variants[ended.pending.run.variant].jobs;
        self.room = if self.running.is_empty() {
            Room::of_machine(self.plan)
        } else {
            self.room.plus(jobs, self.plan.memory)
        };
    }

    /// A child that goes on long after its time is ended.
    fn keep_time(&mut self, at: usize) {
        let limit = longest(self.plan.time);
        let running = &mut self.running[at];
        match running.end {
            Ending::No if running.child.elapsed() > limit => {
                running.child.signal(Signal::Terminate);
                running.end = Ending::Asked(Instant::now());
            }
            Ending::Asked(when) if when.elapsed() > GRACE => {
                running.child.signal(Signal::Kill);
                running.end = Ending::Killed;
            }
            _ => {}
        }
    }

    fn finish(
        &mut self,
        ended: &Running,
        status: Status,
        usage: Usage,
    ) -> Result<(), CompareError> {
        let Pending { run, folder, .. } = &ended.pending;
        self.ended += 1;
        let reason = match status {
            Status::Exited(2) => {
                return Err(CompareError::Refused {
                    program: self.plan.programs[run.program].name.clone(),
                    variant: self.plan.variants[run.variant].name.clone(),
                    message: last_words(folder),
                });
            }
            _ if ended.end != Ending::No => "it did not end in time".to_owned(),
            Status::Signalled(number) => format!("signal {number}"),
            Status::Exited(code) if run_folder(folder).join("run.json").is_file() => {
                let pending = &ended.pending;
                let record = Record::new(pending.configuration.clone(), &usage, code);
                match self.judge(pending, &record) {
                    Ok(result) => return self.accept(pending, &record, usage, result.broke),
                    Err(reason) => reason,
                }
            }
            Status::Exited(code) => format!("exit code {code}: {}", last_words(folder)),
        };
        self.fail(*run, reason);
        Ok(())
    }

    /// What a run that came to its end has to show, or why it does not count.
    fn judge(&self, pending: &Pending, record: &Record) -> Result<EngineRun, String> {
        // It read the program at some time between its start and now.
        self.check_program(pending)?;
        EngineRun::read(&pending.folder, record).map_err(|error| error.to_string())
    }

    fn accept(
        &mut self,
        pending: &Pending,
        record: &Record,
        usage: Usage,
        broke: Option<String>,
    ) -> Result<(), CompareError> {
        record.write(&pending.folder)?;
        (self.tell)(Event::Ended {
            title: self.plan.title(pending.run),
            ended: self.ended,
            runs: self.runs,
            usage,
            broke,
        });
        Ok(())
    }

    /// A result under the name of another program would be worse than none.
    fn check_program(&self, pending: &Pending) -> Result<(), String> {
        self.plan.check_program(pending.run, &pending.configuration)
    }

    fn fail(&mut self, run: RunId, reason: String) {
        self.failed += 1;
        let title = self.plan.title(run);
        (self.tell)(Event::Failed { title, reason });
    }

    /// Ends what still runs; none of it counts.
    fn end_all(&mut self) {
        for running in &self.running {
            running.child.signal(Signal::Terminate);
        }
        let asked = Instant::now();
        let mut killed = Ending::No;
        while !self.running.is_empty() {
            if asked.elapsed() > GRACE && killed == Ending::No {
                self.running
                    .iter()
                    .for_each(|running| running.child.signal(Signal::Kill));
                killed = Ending::Killed;
            }
            std::thread::sleep(EVERY);
            self.running
                .retain_mut(|running| matches!(running.child.look(), Ok(None)));
        }
    }
}

/// After this time a run hangs.
fn longest(time: Duration) -> Duration {
    time.saturating_mul(2)
        .saturating_add(Duration::from_secs(120))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_time_can_be_asked_for() {
        assert_eq!(longest(Duration::from_secs(60)), Duration::from_secs(240));
        assert_eq!(longest(Duration::MAX), Duration::MAX);
    }
}
