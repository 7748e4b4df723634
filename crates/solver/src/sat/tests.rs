//! Our answers against batsat's, on random clauses and on random circuits with cones.

use batsat::{BasicSolver, SolverInterface, lbool};
use proptest::prelude::*;

use super::{Limits, Lit, Outcome, Solver, Var};

fn lit(code: i32) -> Lit {
    let var = Var(code.unsigned_abs() - 1);
    var.positive().flip_if(code < 0)
}

/// The other solver, fed with the same clauses.
struct Oracle(BasicSolver);

impl Oracle {
    fn new(vars: usize) -> Oracle {
        let mut solver = BasicSolver::default();
        for _ in 0..vars {
            solver.new_var_default();
        }
        Oracle(solver)
    }

    fn convert(l: Lit) -> batsat::Lit {
        batsat::Lit::new(batsat::Var::unsafe_from_idx(l.var().0), !l.is_negative())
    }

    fn add(&mut self, clause: &[Lit]) {
        let mut clause: Vec<_> = clause.iter().copied().map(Self::convert).collect();
        self.0.add_clause_reuse(&mut clause);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> bool {
        let assumptions: Vec<_> = assumptions.iter().copied().map(Self::convert).collect();
        self.0.solve_limited(&assumptions) == lbool::TRUE
    }
}

fn literal(vars: i32) -> impl Strategy<Value = Lit> {
    (1..=vars, any::<bool>()).prop_map(|(v, negative)| lit(if negative { -v } else { v }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_clauses_and_assumptions(
        clauses in prop::collection::vec(prop::collection::vec(literal(30), 1..4), 20..140),
        queries in prop::collection::vec(prop::collection::vec(literal(30), 0..6), 1..8),
    ) {
        let cone: Vec<Var> = (0..30).map(Var).collect();
        let mut ours = Solver::new();
        cone.iter().for_each(|_| { ours.new_var(); });
        let mut oracle = Oracle::new(30);
        for clause in &clauses {
            ours.add_clause(clause);
            oracle.add(clause);
        }
        for assumptions in &queries {
            match ours.solve(assumptions, &cone, Limits::default()) {
                Outcome::Satisfiable => {
                    prop_assert!(oracle.solve(assumptions));
                    let holds = |l: &Lit| ours.value(l.var()) != l.is_negative();
                    prop_assert!(assumptions.iter().all(holds));
                    prop_assert!(clauses.iter().all(|c| c.iter().any(holds)));
                }
                Outcome::Unsatisfiable(core) => {
                    prop_assert!(!oracle.solve(assumptions));
                    prop_assert!(core.iter().all(|l| assumptions.contains(l)));
                    prop_assert!(!oracle.solve(&core));
                }
                other => prop_assert!(false, "{other:?} without limits"),
            }
        }
    }

    #[test]
    fn random_circuits_solved_by_cone(
        gates in prop::collection::vec((any::<u32>(), any::<u32>(), 0..2u8), 5..200),
        queries in prop::collection::vec(prop::collection::vec(any::<u32>(), 1..5), 1..20),
    ) {
        const INPUTS: usize = 8;
        let total = INPUTS + gates.len();
        let mut ours = Solver::new();
        let mut oracle = Oracle::new(total);
        (0..total).for_each(|_| { ours.new_var(); });
        let mut inputs = vec![Vec::new(); total];
        for (i, (a, b, kind)) in gates.iter().enumerate() {
            let out = Var((INPUTS + i) as u32);
            let pick = |code: u32| Lit::from_code(code % (2 * out.0));
            let (a, b) = (pick(*a), pick(*b));
            inputs[out.index()] = vec![a.var(), b.var()];
            for clause in gate_clauses(out.positive(), a, b, *kind) {
                ours.add_clause(&clause);
                oracle.add(&clause);
            }
        }
        for query in &queries {
            let assumptions: Vec<Lit> =
                query.iter().map(|c| Lit::from_code(c % (2 * total as u32))).collect();
            let cone = closure(&assumptions, &inputs);
            let satisfiable = oracle.solve(&assumptions);
            match ours.solve(&assumptions, &cone, Limits::default()) {
                Outcome::Satisfiable => prop_assert!(satisfiable),
                Outcome::Unsatisfiable(core) => {
                    prop_assert!(!satisfiable);
                    prop_assert!(!oracle.solve(&core));
                }
                other => prop_assert!(false, "{other:?} without limits"),
            }
        }
    }
}

fn gate_clauses(out: Lit, a: Lit, b: Lit, kind: u8) -> Vec<Vec<Lit>> {
    match kind {
        0 => vec![vec![!out, a], vec![!out, b], vec![out, !a, !b]],
        _ => vec![
            vec![!out, a, b],
            vec![!out, !a, !b],
            vec![out, !a, b],
            vec![out, a, !b],
        ],
    }
}

fn closure(roots: &[Lit], inputs: &[Vec<Var>]) -> Vec<Var> {
    let mut stack: Vec<Var> = roots.iter().map(|l| l.var()).collect();
    let mut found = Vec::new();
    while let Some(var) = stack.pop() {
        if !found.contains(&var) {
            found.push(var);
            stack.extend(&inputs[var.index()]);
        }
    }
    found
}

/// Pigeons into one hole fewer: unsatisfiable and exponential for resolution.
fn pigeons(holes: u32) -> (Solver, Vec<Var>) {
    let mut solver = Solver::new();
    let at = |pigeon: u32, hole: u32| Var(pigeon * holes + hole);
    let cone: Vec<Var> = (0..(holes + 1) * holes).map(|_| solver.new_var()).collect();
    for pigeon in 0..=holes {
        let clause: Vec<Lit> = (0..holes).map(|h| at(pigeon, h).positive()).collect();
        solver.add_clause(&clause);
        for other in 0..pigeon {
            for hole in 0..holes {
                solver.add_clause(&[at(pigeon, hole).negative(), at(other, hole).negative()]);
            }
        }
    }
    (solver, cone)
}

#[test]
fn restarts_and_reductions_keep_the_answer() {
    let (mut solver, cone) = pigeons(7);
    assert_eq!(
        solver.solve(&[], &cone, Limits::default()),
        Outcome::Unsatisfiable(vec![])
    );
    assert!(solver.statistics().conflicts > 1000);
}

#[test]
fn limits_end_the_search() {
    let (mut solver, cone) = pigeons(10);
    let limits = Limits {
        conflicts: Some(500),
        ..Limits::default()
    };
    assert_eq!(solver.solve(&[], &cone, limits), Outcome::WorkLimit);
    let few = Limits {
        propagations: Some(100),
        ..Limits::default()
    };
    assert_eq!(solver.solve(&[], &cone, few), Outcome::WorkLimit);
    let late = Limits {
        deadline: Some(std::time::Instant::now()),
        ..Limits::default()
    };
    assert_eq!(solver.solve(&[], &cone, late), Outcome::DeadlinePassed);
    let halt = crate::Halt::default();
    halt.raise();
    let halted = Limits {
        halt: Some(&halt),
        ..Limits::default()
    };
    assert_eq!(solver.solve(&[], &cone, halted), Outcome::DeadlinePassed);
}
