use super::*;
use proptest::prelude::*;

/// What has to be found when all is covered but what leads to these calls of `f`.
fn all_but(program: &Program, calls: &[&str]) -> Vec<EdgeNumber> {
    let f = program.id("f");
    let first = program.function(f).first_block_number;
    let blocks: Vec<u32> = calls
        .iter()
        .map(|c| first + program.calling(f, c).0)
        .collect();
    program.tables.edges_into(|block| !blocks.contains(&block))
}

/// The example of the paper's section 3.1.
#[test]
fn branches_that_control_uncovered_lines_are_relevant() {
    let program = Program::new(
        "int reference_file(void), stat(void), parse_user_spec(void), recurse(void), preserve(void);
        void error(void), error2(void), last(void);
        void f(void) {
            if (reference_file()) {
                if (stat()) error();
                a();
            } else {
                if (parse_user_spec()) error2();
                b();
            }
            if (recurse() & preserve()) last();
        }",
    );
    let mut control = program.control();
    let f = program.id("f");
    assert_eq!(control.relevant_choices(), 4);
    control.covered(&all_but(&program, &["error", "last"]));
    let is_relevant = |call| control.is_relevant(f, program.branch(f, call));
    assert!(is_relevant("reference_file") && is_relevant("stat") && is_relevant("preserve"));
    assert!(!is_relevant("parse_user_spec"));
    assert_eq!(control.relevant_choices(), 3);
    assert_eq!(control.relevant().count(), 3);
    assert!(control.epoch() > 0);
    let epoch = control.epoch();
    let all: Vec<EdgeNumber> = (0..program.coverage.len() as u32).collect();
    control.covered(&all);
    assert_eq!(control.relevant_choices(), 0);
    assert!(control.epoch() > epoch);
    assert!(control.time() > Duration::ZERO);
}

#[test]
fn calls_lead_to_uncovered_code() {
    let program = Program::new(
        "int deep(int x) { if (x) a(); return 1; }
        int between(int x) { return deep(x); }
        int (*pointer)(int) = between;
        int f(int x) { if (b()) between(x); if (c()) d(); if (e()) pointer(x); return 0; }",
    );
    let mut control = program.control();
    let (f, deep) = (program.id("f"), program.id("deep"));
    let first = program.function(deep).first_block_number;
    let inside = first + program.calling(deep, "a").0;
    let others = program.tables.edges_into(|block| block != inside);
    control.covered(&others);
    let branch = |call| program.branch(f, call);
    assert!(control.is_relevant(f, branch("b")), "by way of a call");
    assert!(!control.is_relevant(f, branch("c")));
    assert!(control.is_relevant(f, branch("e")), "by way of a pointer");
    assert!(control.is_relevant(f, program.calling(f, "")));
    assert!(control.is_relevant(deep, program.first_branch(deep)));
    control.covered(&program.tables.edges_into(|block| block == inside));
    assert_eq!(control.relevant_choices(), 0);
}

/// There is nothing behind a call that never comes back.
#[test]
fn what_cannot_be_reached_is_no_goal() {
    let program = Program::new("int f(void) { if (a()) exit(1); return 0; }");
    let mut control = program.control();
    let f = program.id("f");
    let first = program.function(f).first_block_number;
    let stop = program.calling(f, "exit");
    let behind: Vec<u32> = program
        .targets(f, stop.index())
        .iter()
        .map(|b| first + *b as u32)
        .collect();
    control.covered(&program.tables.edges_into(|block| !behind.contains(&block)));
    assert_eq!(control.relevant_choices(), 0);
}

#[test]
fn errors_are_goals_if_asked_for() {
    let goal = Goal::CoverageAndErrors(Checks::default());
    let all = |control: &mut Control, program: &Program| {
        let all: Vec<EdgeNumber> = (0..program.coverage.len() as u32).collect();
        control.covered(&all);
    };
    let program = Program::new(
        "static int g[3]; int f(int x, int *p) { if (x) *p = 1; else g[2] = 1; return g[0]; }",
    );
    let f = program.id("f");
    let mut control = program.control_for(goal);
    all(&mut control, &program);
    let branch = program.first_branch(f);
    assert!(control.is_relevant(f, branch));
    let stores = |pc: &u32| matches!(program.function(f).code[*pc as usize], Inst::Store { .. });
    let pcs = (0..program.function(f).code.len() as u32).filter(stores);
    let epoch = control.epoch();
    pcs.for_each(|pc| control.error_found(f, pc));
    assert!(!control.is_relevant(f, branch));
    assert!(control.epoch() > epoch);
    for (source, fails) in [
        ("int f(int x) { if (x > 2) return 10 / x; return 1; }", true),
        (
            "int f(int x) { if (x > 2) return x / 10; return 1; }",
            false,
        ),
        ("int f(int x) { if (x > 2) return 1 << x; return 1; }", true),
        (
            "int f(int x) { if (x > 2) return x << 3; return 1; }",
            false,
        ),
        ("int f(int x) { if (x > 2) abort(); return 1; }", true),
        ("int f(int x) { if (x > 2) exit(3); return 1; }", false),
        (
            "static int g; int f(int x) { if (x > 2) g = x; return g; }",
            false,
        ),
        (
            "static const int g = 3; int f(int x) { if (x > 2) *(int *)&g = x; return g; }",
            true,
        ),
    ] {
        let program = Program::new(source);
        let mut control = program.control_for(goal);
        all(&mut control, &program);
        let f = program.id("f");
        assert_eq!(
            control.is_relevant(f, program.first_branch(f)),
            fails,
            "{source}"
        );
    }
}

const MANY: &str = "
    int rest(int n); int (*pointer)(int) = rest;
    int first(int n) { while (n--) { if (a()) b(); else if (c()) return pointer(n); } return d(); }
    int second(int n) { switch (n) { case 1: a(); break; case 2: case 5: b(); case 3: return first(n); default: exit(3); } return 2; }
    int rest(int n) { if (n > 3) return second(n - 1); if (e()) for (;;) putchar(1); return n; }
    int f(int n) { if (a()) first(n); if (b()) second(n); do { if (c()) d(); } while (e()); return rest(2); }";

/// From the definition: something not covered in what depends, or in whatever that calls.
fn is_relevant(
    program: &Program,
    control: &Control,
    covered: &[bool],
    f: FuncId,
    choice: BlockId,
) -> bool {
    let is_open = |id: FuncId, edge: pleach_ir::EdgeId| {
        !covered[program.tables.code().edge_number(id, edge) as usize]
    };
    let mut called = Vec::new();
    let mut open = false;
    let mut look = |id: FuncId, block: usize, is_choice: bool, called: &mut Vec<FuncId>| {
        let last = calls::last(program.function(id), block);
        let mut never = None;
        if let Inst::Call(call) = last {
            let targets = match call.callee {
                Callee::Direct(id) => vec![id],
                Callee::Indirect(_) => vec![program.id("rest")],
            };
            let by_pointer = matches!(call.callee, Callee::Indirect(_));
            let exits = targets
                .iter()
                .any(|id| program.function(*id).name == "exit");
            never = exits.then_some(call.next);
            if !is_choice || by_pointer {
                called.extend(targets);
            }
        }
        let number = program.function(id).first_block_number + block as u32;
        if control.calls.is_reached(number) {
            last.visit(&mut |part| match part {
                pleach_ir::Part::Edge(edge) if Some(edge) != never => open |= is_open(id, edge),
                _ => {}
            });
        }
    };
    look(f, choice.index(), true, &mut called);
    let region: Vec<BlockId> = control.region(f, choice).collect();
    region
        .iter()
        .for_each(|block| look(f, block.index(), false, &mut called));
    let mut seen = std::collections::BTreeSet::new();
    let mut entered = Vec::new();
    while let Some(id) = called.pop() {
        if seen.insert(id) && program.function(id).is_defined() {
            entered.push(id);
            let blocks = 0..program.function(id).blocks.len();
            blocks.for_each(|block| look(id, block, false, &mut called));
        }
    }
    let entry = |id: &FuncId| program.tables.code().functions[id.index()].entry_number;
    open || entered.iter().any(|id| !covered[entry(id) as usize])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Kept current, computed anew and by the definition: all say the same.
    #[test]
    fn relevance_is_kept_current(order in prop::collection::vec(any::<prop::sample::Index>(), 1..120)) {
        let program = Program::new(MANY);
        let mut control = program.control();
        let mut covered = vec![false; program.coverage.len()];
        let mut left = control.relevant_choices();
        for (step, batch) in order.chunks(5).enumerate() {
            let edges: Vec<u32> = batch.iter().map(|i| i.index(covered.len()) as u32).collect();
            for edge in &edges {
                covered[*edge as usize] = true;
                program.coverage.cover(*edge);
            }
            let epoch = control.epoch();
            control.covered(&edges);
            prop_assert!(control.relevant_choices() <= left);
            prop_assert_eq!(control.epoch() > epoch, control.relevant_choices() < left);
            left = control.relevant_choices();
            let kept: Vec<_> = control.relevant().collect();
            prop_assert_eq!(kept.len(), left);
            let anew = program.control();
            prop_assert_eq!(&kept, &anew.relevant().collect::<Vec<_>>());
            if step % 6 == 0 {
                for (f, function) in program.module().functions.iter().enumerate() {
                    for block in 0..function.blocks.len() as u32 {
                        let (f, block) = (FuncId(f as u32), BlockId(block));
                        if control.is_choice(f, block) {
                            let expected = is_relevant(&program, &control, &covered, f, block);
                            prop_assert_eq!(control.is_relevant(f, block), expected, "{:?} {:?}", f, block);
                        }
                    }
                }
            }
        }
    }
}

/// `cargo test --release -p pleach-explore reduce -- --ignored --nocapture` says how long it takes.
#[test]
#[ignore = "a measurement"]
fn start_up_takes_little() {
    let body = "{ int s = 0, t[20]; for (int i = 0; i < n; i++) {
        if (g[i & 63] > i) s += a(); else if (i % 3 == 0) { t[i % 20] = s; s -= t[0]; }
        switch (s & 7) { case 0: k++; break; case 1: g[i & 63] = s; break; case 2: b(); break;
            case 3: if (p) p(i); break; default: s ^= i; }
        if (s > 1000 && n > 5) { use(t); if (s > 2000) exit(1); } }\n";
    let mut source = String::from("static int g[64], k; int (*p)(int);\n");
    for i in 0..3000 {
        let calls = match i {
            0 => "return s;".to_owned(),
            _ => format!(
                "p = f{}; return s + f{}(n - 1) + f{}(s);",
                i / 3,
                i - 1,
                i / 2
            ),
        };
        source += &format!("int f{i}(int n) {body} {calls} }}\n");
    }
    source += "int f(int n) { return f2999(n); }\n";
    let program = Program::new(&source);
    let blocks: usize = program
        .module()
        .functions
        .iter()
        .map(|f| f.blocks.len())
        .sum();
    let mut control = program.control();
    println!(
        "{blocks} blocks, {} choices: {:?}",
        control.relevant_choices(),
        control.time()
    );
    let before = control.time();
    (0..program.coverage.len() as u32).for_each(|edge| control.covered(&[edge]));
    println!(
        "{} edges one by one: {:?}",
        program.coverage.len(),
        control.time() - before
    );
}
