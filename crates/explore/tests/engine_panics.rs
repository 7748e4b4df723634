//! A panic inside the engine is our fault: it ends one path, with a report, and no other.

use pleach_explore::{Observer, Options, PathEnd, Setup, Verdict, WhyEnded, explore};
use pleach_interp::{
    Code, Config, CoverageMap, End, ErrorKind, Host, HostCall, HostFn, Machine, Returned, State,
    Step, Value,
};
use pleach_ir::{Function, LoadOptions, load};
use pleach_term::Terms;
use std::sync::{Arc, Mutex};

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
            _ => None,
        }
    }
}

fn unknown(machine: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    let input = machine.new_input(state, "x", 4);
    let bytes: Vec<_> = input.vars().map(|v| machine.terms.var(v)).collect();
    let whole = machine.terms.concat_bytes(&bytes);
    Ok(Returned::One(Value::from_term(&machine.terms, whole)))
}

fn crash(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    panic!("a broken invariant")
}

#[derive(Default)]
struct Ends(Mutex<Vec<End>>);

impl Observer for Ends {
    fn path_ended(&self, path: &PathEnd<'_>) -> Verdict {
        self.0.lock().unwrap().push(path.end.clone());
        Verdict::GoOn
    }
}

fn setup(jobs: usize) -> Setup {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("crash.c");
    std::fs::write(&source, PROGRAM).unwrap();
    let module = Arc::new(load(&[source], &LoadOptions::default()).unwrap());
    let (terms, config) = (Arc::new(Terms::new()), Arc::new(Config::default()));
    let code = Arc::new(Code::new(&module, &Crashing, &config, &terms));
    let coverage = Arc::new(CoverageMap::new(code.coverage_points as usize));
    Setup {
        module,
        code,
        terms,
        coverage,
        config,
        solver: Default::default(),
        options: Options {
            jobs,
            ..Options::default()
        },
        args: vec![b"crash".to_vec()],
        env: Vec::new(),
        tests: Vec::new(),
        release_memory: || {},
        prepare: Box::new(|_| {}),
        halt: Arc::default(),
    }
}

#[test]
fn a_panic_ends_one_path_and_no_other() {
    for jobs in [1, 2] {
        let ends = Ends::default();
        let outcome = explore(&setup(jobs), &[&ends]);
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
