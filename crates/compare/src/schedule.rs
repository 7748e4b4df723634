//! Makes the runs that are not there yet, as many at once as there is room for.

use crate::CompareError;
use crate::child::{Child, Signal, Status, Usage};
use crate::machine::Room;
use crate::plan::{Configuration, Plan, RunId};
use crate::record::{Record, run_folder};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// How often children are looked at.
const EVERY: Duration = Duration::from_millis(20);
/// How long a child that is asked to end may take.
const GRACE: Duration = Duration::from_secs(3);
/// In every folder of a comparison, so that it is known as one.
const MARKER: &str = "comparison.json";

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
    Ended {
        title: String,
        ended: usize,
        runs: usize,
        usage: Usage,
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
    halt: &AtomicBool,
    tell: &mut dyn FnMut(Event),
) -> Result<Finish, CompareError> {
    plan.check()?;
    let all = plan.configurations()?;
    let _lock = claim(&plan.output)?;
    let missing: Vec<Pending> = all
        .iter()
        .map(|(run, configuration)| Pending {
            run: *run,
            folder: plan.folder(*run, configuration),
            configuration: configuration.clone(),
        })
        .filter(|pending| Record::read(&pending.folder, &pending.configuration).is_none())
        .collect();
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

/// Makes the folder ours, for as long as the file is open.
fn claim(output: &Path) -> Result<File, CompareError> {
    let unwritable = |source| CompareError::Unwritable {
        path: output.to_owned(),
        source,
    };
    fs::create_dir_all(output).map_err(unwritable)?;
    let marker = output.join(MARKER);
    let empty = fs::read_dir(output).map_err(unwritable)?.next().is_none();
    if !empty && !marker.is_file() {
        return Err(CompareError::NotOurs {
            path: output.to_owned(),
        });
    }
    let file = File::options()
        .create(true)
        .append(true)
        .open(&marker)
        .map_err(unwritable)?;
    let locked = (0..LOCK_TRIES).any(|_| {
        let locked = file.try_lock().is_ok();
        if !locked {
            std::thread::sleep(LOCK_PAUSE);
        }
        locked
    });
    if !locked {
        return Err(CompareError::InUse {
            path: output.to_owned(),
        });
    }
    if empty {
        fs::write(&marker, "{\"format\": 1}\n").map_err(unwritable)?;
    }
    Ok(file)
}

/// A child that another thread is just starting holds our files, and with them the lock of a
/// comparison that is over, until its program is loaded: a lock is tried for a while.
const LOCK_TRIES: u32 = 40;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

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
        let limit = self.plan.time * 2 + Duration::from_secs(120);
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
        let Pending {
            run,
            configuration,
            folder,
        } = &ended.pending;
        self.ended += 1;
        let title = self.plan.title(*run);
        let complaint = || last_line(&log_file(folder));
        let reason = match status {
            Status::Exited(2) => {
                return Err(CompareError::Refused {
                    program: self.plan.programs[run.program].name.clone(),
                    variant: self.plan.variants[run.variant].name.clone(),
                    message: complaint(),
                });
            }
            _ if ended.end != Ending::No => "it did not end in time".to_owned(),
            Status::Signalled(number) => format!("signal {number}"),
            Status::Exited(code) if run_folder(folder).join("run.json").is_file() => {
                Record::new(configuration.clone(), &usage, code).write(folder)?;
                (self.tell)(Event::Ended {
                    title,
                    ended: self.ended,
                    runs: self.runs,
                    usage,
                });
                return Ok(());
            }
            Status::Exited(code) => format!("exit code {code}: {}", complaint()),
        };
        self.failed += 1;
        (self.tell)(Event::Failed { title, reason });
        Ok(())
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

fn log_file(folder: &Path) -> PathBuf {
    folder.join("log.txt")
}

fn last_line(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let line = text.lines().rfind(|line| !line.trim().is_empty());
    let line = line.unwrap_or("it said nothing");
    line.strip_prefix("pleach: ").unwrap_or(line).to_owned()
}
