//! What a joined state is, seen from outside of the engine.

mod common;

use common::{engine, task};
use parking_lot::Mutex;
use pleach_explore::merge::Decisions;
use pleach_explore::{Observer, Outcome, PathEnd, RunOn};
use pleach_interp::End;
use pleach_term::Term;

/// A path that ended.
struct Found {
    conjuncts: Vec<Term>,
    /// Every input as one word.
    inputs: Vec<Term>,
    result: Term,
}

#[derive(Default)]
struct Results(Mutex<Vec<Found>>);

impl Observer for Results {
    fn path_ended(&self, path: &PathEnd<'_>) -> RunOn {
        // Others are tests of states that are part of another one now.
        if let End::Exit(_) = path.end {
            let (state, terms) = (path.state, path.terms);
            let inputs = state.inputs.iter().map(|object| {
                let bytes: Vec<Term> = object.input.vars().map(|var| terms.var(var)).collect();
                terms.concat_bytes(&bytes)
            });
            self.0.lock().push(Found {
                conjuncts: state.condition().conjuncts(),
                inputs: inputs.collect(),
                result: state.exit_code.to_term(terms, 32),
            });
        }
        RunOn::Yes
    }
}

fn explore(
    engine: &pleach_explore::Engine,
    mode: &str,
    search: &str,
    jobs: usize,
) -> (Outcome, Vec<Found>) {
    let mut task = task(jobs, search);
    task.options.merge.mode = mode.to_owned();
    let results = Results::default();
    let outcome = engine.explore(&task, &[&results]);
    (outcome, results.0.into_inner())
}

/// Figure 1 of Zhang, Yin, Lin 2018: one state is left, its path condition is true, and its result is
/// `ite(n < 0, -n, n)`.
#[test]
fn both_ways_of_abs_become_one_state() {
    let engine = engine(
        "int unknown(void);
         int main(void) {
           int n = unknown();
           if (n < 0) n = -n;
           return n;
         }",
    );
    for mode in ["static", "qce", "dynamic"] {
        let (outcome, found) = explore(&engine, mode, "dfs", 1);
        assert!(outcome.complete());
        assert_eq!((outcome.totals.merge.made, found.len()), (1, 1));
        assert!(found[0].conjuncts.is_empty());
        let (terms, n) = (&engine.setup.terms, found[0].inputs[0]);
        let is_negative = terms.slt(n, terms.constant(32, 0));
        assert_eq!(found[0].result, terms.ite(is_negative, terms.neg(n), n));
    }
}

/// Who runs next, and how many run at once, makes no difference to what is joined.
#[test]
fn every_search_joins_the_same() {
    let engine = engine(
        "int unknown(void);
         int main(void) {
           int n = unknown(), sum = 0;
           for (int i = 0; i < 8; i++) {
             if (n >> i & 1) sum += i;
             if (n == i * 77) break;
           }
           return sum;
         }",
    );
    for search in ["dfs", "bfs", "random-state", "random-path", "nurs:covnew"] {
        for jobs in [1, 2] {
            let (outcome, found) = explore(&engine, "static", search, jobs);
            let totals = &outcome.totals.merge;
            assert!(outcome.complete(), "{search}");
            assert_eq!(found.len(), 1, "{search} with {jobs}");
            assert!(
                totals.refused.is_empty(),
                "{search} with {jobs}: {totals:?}"
            );
        }
    }
}

/// `dynamic` does not join states that are asked about what differs at once; it does behind that.
#[test]
fn states_are_joined_behind_a_question() {
    let engine = engine(
        "int unknown(void);
         int main(void) {
           int n = unknown(), flag = 0, sum = 0;
           if (n < 0) flag = 1;
           if (flag) sum += 7;
           else sum -= n;
           for (int i = 0; i < 3; i++)
             if (n >> i & 1) sum += n;
           return sum;
         }",
    );
    for search in ["dfs", "bfs", "random-state"] {
        let (outcome, found) = explore(&engine, "dynamic", search, 1);
        let totals = &outcome.totals.merge;
        assert!(outcome.complete(), "{search}");
        assert_eq!(found.len(), 1, "{search}: {totals:?}");
        let refused: Vec<(&str, u64)> = totals.refused.iter().map(|(k, v)| (*k, *v)).collect();
        assert_eq!(
            refused,
            [("what differs is asked about soon", 1)],
            "{search}"
        );
        assert_eq!((totals.made, totals.active_forks), (4, 0), "{search}");
    }
}

/// States that are kept apart meet again where all of them come by, and others that are like one of them are
/// joined with it there: each round has as many joins as the one before, not twice as many.
#[test]
fn states_that_are_kept_apart_meet_in_each_round() {
    let joins = |rounds: u64| {
        let engine = engine(&format!(
            "int unknown(void);
             int main(void) {{
               int in_word = 0, words = 0;
               for (int i = 0; i < {rounds}; i++) {{
                 int c = unknown();
                 if (c == 1 || c == 2) in_word = 0;
                 else if (!in_word) {{ in_word = 1; words++; }}
               }}
               return words;
             }}"
        ));
        let (outcome, found) = explore(&engine, "dynamic", "dfs", 1);
        assert!(outcome.complete());
        assert!(found.len() <= 2, "{} states at the end", found.len());
        outcome.totals.merge.made
    };
    let (few, more, most) = (joins(4), joins(8), joins(12));
    assert_eq!(most - more, more - few, "{few}, {more}, {most}");
}

/// What was joined is taken apart right before it is asked about, and nobody has to be asked.
#[test]
fn joined_states_are_taken_apart_with_any_number_of_workers() {
    let bits = |of: char| -> String {
        let bit = |i| format!("if ({of} >> {i} & 1) sum = sum * 3 + n; else sum ^= n;");
        (0..30).map(bit).collect()
    };
    let bits = bits('n') + &bits('m');
    let engine = engine(&format!(
        "int unknown(void);
         int main(void) {{
           int n = unknown(), m = unknown(), flag = 3, sum = 0;
           if (m < 0) flag = 5;
           sum += n;
           {bits}
           flag += 4;
           if (flag == 9) return flag;
           return flag - 6;
         }}"
    ));
    for jobs in [1, 2] {
        let (outcome, found) = explore(&engine, "dynamic", "dfs", jobs);
        let totals = &outcome.totals.merge;
        assert!(outcome.complete());
        assert!(totals.active_forks > 0, "{totals:?}");
        assert!(totals.most_virtual_states > 1, "{totals:?}");
        assert!(!found.is_empty());
    }
}

/// What is asked about soon is joined behind that; what is asked about far ahead is joined until then.
#[test]
fn what_is_asked_about_when_decides() {
    let work = "if (n & 1) n = n >> 1 ^ 77; else n >>= 1;".repeat(40);
    let program = |before: &str, behind: &str| {
        format!(
            "int unknown(void);
             int main(void) {{
               int a = unknown(), b = unknown(), flag = 0;
               unsigned n = unknown();
               if (a == b) flag = 1;
               {before}
               if (flag) a = 1; else b = 1;
               {behind}
               return a + b;
             }}"
        )
    };
    let cases = [
        (
            program("", ""),
            Decisions {
                join: 1,
                after: 1,
                ..Decisions::default()
            },
            0,
        ),
        (
            program("", &work),
            Decisions {
                join: 41,
                after: 1,
                ..Decisions::default()
            },
            0,
        ),
        (
            program(&work, ""),
            Decisions {
                join: 41,
                until: 1,
                ..Decisions::default()
            },
            1,
        ),
    ];
    for (source, decisions, forks) in cases {
        let (outcome, found) = explore(&engine(&source), "dynamic", "dfs", 1);
        assert!(outcome.complete());
        let totals = outcome.totals.merge;
        assert_eq!(found.len(), 1);
        assert_eq!(totals.decisions, decisions);
        assert_eq!(
            (totals.active_forks, totals.forked_actively),
            (forks, forks)
        );
        assert_eq!(totals.made, decisions.join + decisions.until);
    }
}
