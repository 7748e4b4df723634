use crate::{Event, Profile, Totals};
use parking_lot::Mutex;
use pleach_interp::{End, Incomplete, Omission, State};
use pleach_ir::Module;
use pleach_term::Terms;
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// A path that came to its end. Its input is the model in `state.path`.
pub struct PathEnd<'a> {
    pub state: &'a State,
    pub end: &'a End,
    pub module: &'a Module,
    pub terms: &'a Terms,
    /// Since the run began.
    pub elapsed: Duration,
}

/// What an observer says about the run going on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunOn {
    Yes,
    /// End the run; the reason in words ("100 tests are written").
    Halt(String),
}

/// What an observer wants to be told beyond the ends of paths. What nobody wants costs nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Interests {
    /// [`Observer::event`]
    pub events: bool,
    /// [`Observer::profile`]
    pub profile: bool,
}

/// Looks at what happens. Called by the worker threads themselves, several at once.
pub trait Observer: Send + Sync {
    /// Asked once, before anything runs.
    fn interests(&self) -> Interests {
        Interests::default()
    }
    /// Something happened to a state.
    fn event(&self, _event: &Event<'_>) {}
    /// Called once, at the end: how often edges were taken, and what questions took.
    fn profile(&self, _profile: &Profile) {}
    /// Called for every ended path, before its state is dropped.
    fn path_ended(&self, path: &PathEnd<'_>) -> RunOn;
    /// Called about once a second, and once at the end.
    fn progress(&self, _totals: &Totals) {}
    /// Text that the program or the engine has to say (`klee_warning`, …).
    fn warning(&self, _text: &str) {}
}

/// All observers of a run. One that panics does not take the run along: the others are still told,
/// and the run counts the panic.
pub(crate) struct Observers<'a> {
    all: &'a [&'a dyn Observer],
    /// What any of them wants.
    interests: Interests,
    panics: Mutex<BTreeMap<Omission, u64>>,
}

impl<'a> Observers<'a> {
    pub fn new(all: &'a [&'a dyn Observer]) -> Self {
        let any = |wants: fn(Interests) -> bool| all.iter().any(|o| wants(o.interests()));
        Observers {
            all,
            interests: Interests {
                events: any(|interests| interests.events),
                profile: any(|interests| interests.profile),
            },
            panics: Mutex::default(),
        }
    }

    /// What those that want the run to end say.
    pub fn path_ended(&self, path: &PathEnd<'_>) -> Vec<String> {
        let mut reasons = Vec::new();
        self.tell(|observer| {
            if let RunOn::Halt(reason) = observer.path_ended(path) {
                reasons.push(reason);
            }
        });
        reasons
    }

    pub fn interests(&self) -> Interests {
        self.interests
    }

    pub fn event(&self, event: Event<'_>) {
        if self.interests.events {
            self.tell(|observer| observer.event(&event));
        }
    }

    pub fn profile(&self, profile: &Profile) {
        self.tell(|observer| observer.profile(profile));
    }

    pub fn progress(&self, totals: &Totals) {
        self.tell(|observer| observer.progress(totals));
    }

    pub fn warning(&self, text: &str) {
        self.tell(|observer| observer.warning(text));
    }

    /// Panics of observers so far, and how often each happened.
    pub fn panics(&self) -> BTreeMap<Omission, u64> {
        self.panics.lock().clone()
    }

    fn tell(&self, mut what: impl FnMut(&dyn Observer)) {
        for observer in self.all {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| what(*observer))) {
                let why = Incomplete::Internal(panic_text(&*panic));
                *self.panics.lock().entry(why.into()).or_default() += 1;
            }
        }
    }
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()))
        .unwrap_or_else(|| "a panic without a message".to_string())
}
