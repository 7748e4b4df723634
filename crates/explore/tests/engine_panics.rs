//! A panic inside the engine is our fault: it ends one path, with a report, and no other.

mod common;

use common::{Ends, setup, task, unknown};
use pleach_explore::{Engine, Observer, Outcome, PathEnd, RunOn, Setup, Totals, WhyEnded};
use pleach_interp::{
    Config, End, ErrorKind, Extension, Host, HostCall, HostFn, Incomplete, Joining, Machine,
    Returned, State, Step,
};
use pleach_ir::Function;
use pleach_term::Term;
use std::any::Any;
use std::hash::Hasher;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

const PROGRAM: &str = "
    int unknown(void);
    void crash(void);
    int main(void) {
      int x = unknown();
      if (x == 7) crash();
      if (x > 7) return 1;
      return 0;
    }";

struct Crashing;

impl Host for Crashing {
    fn resolve(&self, function: &Function) -> Option<HostFn> {
        match function.name.as_str() {
            "unknown" => Some(unknown),
            "crash" => Some(crash),
            "say" => Some(say),
            _ => None,
        }
    }
}

fn crash(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    panic!("a broken invariant")
}

fn say(machine: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    machine.warn_once("a word");
    Ok(Returned::Nothing)
}

fn crashing(program: &str) -> Setup {
    setup(program, &Crashing, Config::default())
}

#[test]
fn a_panic_ends_one_path_and_no_other() {
    for jobs in [1, 2] {
        let ends = Ends::default();
        let outcome = Engine::new(crashing(PROGRAM)).explore(&task(jobs, "dfs"), &[&ends]);
        assert_eq!(outcome.why, WhyEnded::NothingLeft);
        assert_eq!((outcome.totals.paths, outcome.totals.errors), (3, 1));
        assert!(
            !outcome.complete(),
            "a path that we lost makes the run incomplete"
        );
        let ends = ends.0.into_inner().unwrap();
        assert_eq!(ends.iter().filter(|e| matches!(e, End::Exit(_))).count(), 2);
        let internal = ends.iter().find_map(|e| match e {
            End::Error(finding) if finding.kind == ErrorKind::Internal => Some(finding),
            _ => None,
        });
        let internal = internal.expect("the panic is reported");
        assert!(
            internal.message.contains("a broken invariant"),
            "{}",
            internal.message
        );
        assert!(
            !internal.stack.is_empty(),
            "with the place where the program was"
        );
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Callback {
    PathEnded,
    Progress,
    Warning,
}

/// An observer that is wrong about one thing.
struct Panicking(Callback);

impl Panicking {
    fn called(&self, callback: Callback) {
        assert!(self.0 != callback, "an observer is wrong");
    }
}

impl Observer for Panicking {
    fn path_ended(&self, _: &PathEnd<'_>) -> RunOn {
        self.called(Callback::PathEnded);
        RunOn::Yes
    }

    fn progress(&self, _: &Totals) {
        self.called(Callback::Progress);
    }

    fn warning(&self, _: &str) {
        self.called(Callback::Warning);
    }
}

const TALKATIVE: &str = "
    int unknown(void);
    void say(void);
    int main(void) {
      int x = unknown();
      say();
      if (x == 7) return 2;
      if (x > 7) return 1;
      return 0;
    }";

/// A run that hangs is a failure, not a test that never ends.
fn within_a_minute(run: impl FnOnce() -> Outcome + Send + 'static) -> Outcome {
    let (send, receive) = channel();
    std::thread::spawn(move || drop(send.send(run())));
    let outcome = receive.recv_timeout(Duration::from_secs(60));
    outcome.expect("the run ends, and is not ended by a panic")
}

fn internal_errors(outcome: &Outcome) -> Vec<&str> {
    let all = outcome.totals.incomplete.keys();
    all.filter_map(|what| match &what.why {
        Incomplete::Internal(text) => Some(text.as_str()),
        _ => None,
    })
    .collect()
}

#[test]
fn a_run_survives_an_observer_that_panics() {
    for callback in [Callback::PathEnded, Callback::Progress, Callback::Warning] {
        for jobs in [1, 2] {
            let ends = Arc::new(Ends::default());
            let seen = ends.clone();
            let outcome = within_a_minute(move || {
                let engine = Engine::new(crashing(TALKATIVE));
                engine.explore(&task(jobs, "dfs"), &[&Panicking(callback), &*seen])
            });
            assert_eq!(outcome.why, WhyEnded::NothingLeft, "{callback:?}");
            assert_eq!(outcome.totals.paths, 3);
            let ends = ends.0.lock().unwrap();
            assert_eq!(ends.len(), 3, "other observers see every path");
            let errors = internal_errors(&outcome);
            assert_eq!(errors.len(), 1, "{errors:?}");
            assert!(errors[0].contains("an observer is wrong"), "{errors:?}");
            assert!(!outcome.complete());
        }
    }
}

/// Panics where no path is run: in a sweep, which asks every state for its terms.
struct Unsweepable;

impl Extension for Unsweepable {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(Unsweepable)
    }

    fn merge(&mut self, _: &dyn Extension, _: Joining<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    fn hash(&self, _: &mut dyn Hasher) {}

    fn terms(&self, _: &mut dyn FnMut(*const ()) -> bool, _: &mut dyn FnMut(Term)) {
        panic!("not to be swept")
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

#[test]
fn a_panic_outside_of_all_paths_ends_the_run() {
    for jobs in [1, 2] {
        let outcome = within_a_minute(move || {
            let (mut setup, mut task) = (crashing(TALKATIVE), task(jobs, "dfs"));
            task.options.sweep_at = 0;
            setup.prepare = Box::new(|state| {
                state.extensions.get_or_insert_with(|| Unsweepable);
            });
            Engine::new(setup).explore(&task, &[])
        });
        let WhyEnded::InternalError(text) = &outcome.why else {
            panic!("ended by {:?}", outcome.why)
        };
        assert!(text.contains("not to be swept"), "{text}");
        assert!(!outcome.complete());
    }
}
