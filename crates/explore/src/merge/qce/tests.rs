use super::hot::HotFrame;
use super::*;
use crate::merge::flow::Carrier;
use crate::merge::tests::{find, lower};
use pleach_ir::{LoadOptions, Opnd, OpndKind, Slot, load};
use std::path::{Path, PathBuf};

/// Functions that nobody defines. `here` marks a place and shows where variables are.
const NAMES: &str = "
    void here(int, ...); void there(int, ...);
    int a(void); int b(void); int c(void); int unknown(void); void fill(int *);
    void exit(int) __attribute__((noreturn));\n";

struct Program {
    module: Arc<Module>,
    estimate: Estimate,
}

/// Behind the call of a marker.
struct Marked<'p> {
    program: &'p Program,
    function: FuncId,
    block: BlockId,
    arguments: Vec<Opnd>,
}

impl Program {
    fn new(source: &str) -> Program {
        Program::with(source, QceOptions::default())
    }

    fn with(source: &str, options: QceOptions) -> Program {
        let module = Arc::new(lower(&format!("{NAMES}{source}")));
        let estimate = Estimate::new(&module, options);
        Program { module, estimate }
    }

    /// The only call of `callee` in a function: its place, and what is behind it.
    fn call(&self, function: &str, callee: &str) -> (u32, Marked<'_>) {
        let (id, function) = find(&self.module, function);
        let (callee, _) = find(&self.module, callee);
        let is_call = |inst: &Inst| match inst {
            Inst::Call(call) => call.callee == Callee::Direct(callee),
            _ => false,
        };
        let pc = function.code.iter().position(is_call).expect("a call");
        let Inst::Call(call) = &function.code[pc] else {
            unreachable!("found as a call")
        };
        let marked = Marked {
            program: self,
            function: id,
            block: function.edges[call.next.index()].target,
            arguments: call.args.iter().map(|arg| arg.value).collect(),
        };
        (pc as u32, marked)
    }

    fn here(&self) -> Marked<'_> {
        self.call("f", "here").1
    }

    fn there(&self) -> Marked<'_> {
        self.call("f", "there").1
    }

    fn global(&self, name: &str) -> Carrier {
        let at = self.module.globals.iter().position(|g| g.name == name);
        Carrier::Global(pleach_ir::GlobalId(at.expect("a global") as u32))
    }

    /// The only local variable in memory.
    fn local(&self) -> u32 {
        let (_, function) = find(&self.module, "f");
        let is_alloca = |inst: &Inst| matches!(inst, Inst::Alloca { .. });
        let at = function.code.iter().position(is_alloca);
        at.expect("a local variable in memory") as u32
    }
}

impl Marked<'_> {
    fn counts(&self) -> &Counts {
        self.program.estimate.at(self.function, self.block)
    }

    fn slot(&self, argument: usize) -> Slot {
        match self.arguments[argument].kind() {
            OpndKind::Slot(slot) => slot,
            OpndKind::Const(_) => panic!("a constant"),
        }
    }

    fn hot(&self) -> Hot {
        let top = (self.function, self.block);
        self.program.estimate.hot(top, std::iter::empty())
    }

    fn is_hot(&self, argument: usize) -> bool {
        self.hot().frames[0]
            .registers
            .contains(&self.slot(argument))
    }

    /// The total, and what depends on each of the marker's arguments.
    fn check(&self, total: f64, shares: &[f64]) {
        let text = self.program.module.text(self.function);
        let near = |found: f64, expected: f64| {
            assert!(
                (found - expected).abs() < 1e-9 * expected.max(1.0),
                "{found}, not {expected}, at b{}\n{text}",
                self.block.0
            );
        };
        near(self.counts().total(), total);
        for (argument, expected) in shares.iter().enumerate() {
            let register = Carrier::Register(self.slot(argument));
            near(self.counts().of(register), *expected);
        }
    }
}

/// Questions of a loop without other questions whose head is executed so often.
fn rounds(count: i32) -> f64 {
    (1.0 - 0.8f64.powi(count)) / 0.2
}

#[test]
fn an_if_is_one_question() {
    let program = Program::new("int f(int x, int y) { here(x, y); if (x) a(); return y; }");
    program.here().check(1.0, &[1.0, 0.0]);
}

#[test]
fn what_is_behind_a_branch_counts_on_both_sides() {
    let program = Program::new(
        "int f(int x, int y) {
           here(x, y); if (y) a();
           there(x, y); if (x + 1 > 5) b();
           return y; }",
    );
    program.here().check(1.0 + 2.0 * 0.8, &[1.6, 1.0]);
    program.there().check(1.0, &[1.0, 0.0]);
}

#[test]
fn sides_have_their_own_questions() {
    let program =
        Program::new("int f(int x, int y) { here(x, y); if (x) { if (y) a(); } return y; }");
    program.here().check(1.8, &[1.0, 0.8]);
}

#[test]
fn a_switch_is_a_tree_of_branches_that_asks_once() {
    let program = Program::new(
        "int f(int x, int y) {
           here(x, y);
           switch (x) { case 1: a(); break; case 2: b(); break; case 3: c(); break; }
           if (y) a();
           return y; }",
    );
    let weight = 4.0 * 0.8 * 0.8;
    program.here().check(1.0 + weight, &[1.0, weight]);
}

#[test]
fn loops_are_unrolled() {
    let source = "void f(int n) { here(n); for (int i = 0; i < n; i++) a(); }";
    let ten = Program::new(source);
    ten.here().check(rounds(10), &[rounds(10)]);
    let options = QceOptions {
        kappa: 3,
        ..QceOptions::default()
    };
    let three = Program::with(source, options);
    three.here().check(2.44, &[2.44]);
}

#[test]
fn loops_are_left_in_the_end() {
    let options = QceOptions {
        kappa: 2,
        ..QceOptions::default()
    };
    let source = "int f(int n, int x) {
        here(n, x); for (int i = 0; i < n; i++) a(); if (x) b(); return x; }";
    // Behind the second round: 1. Before it, with a question more: 1 + 1.6. Before the first one:
    // 1 + 0.8 * 1 + 0.8 * 2.6.
    let program = Program::with(source, options);
    program.here().check(3.88, &[1.8, 0.8 + 0.8 * 1.6]);
}

#[test]
fn loops_with_a_known_bound_are_unrolled_so_often() {
    let up = "int f(int x) { here(x); for (int i = 0; i < 4; i++) a(); return x; }";
    Program::new(up).here().check(rounds(5), &[0.0]);
    let down = "int f(int x) { here(x); for (int i = 20; i > 5; i -= 5) a(); return x; }";
    Program::new(down).here().check(rounds(4), &[0.0]);
    let unsigned = "int f(int x) { here(x); for (unsigned char i = 250; i; i++) a(); return x; }";
    Program::new(unsigned).here().check(rounds(7), &[0.0]);
}

#[test]
fn calls_add_what_their_callees_ask() {
    let program = Program::new(
        "static void g(int p, int q) { if (p) a(); if (q) b(); }
         int f(int x, int y) { here(x, y); g(y, x); if (x) c(); return y; }",
    );
    program.here().check(2.6 + 1.0, &[1.6 + 1.0, 1.0]);
}

#[test]
fn results_depend_on_what_flows_into_them() {
    let program = Program::new(
        "static int first(int p, int q) { here(p, q); return p + 1; }
         int f(int x, int y) { there(x, y); if (first(x, y)) c(); return x + y; }",
    );
    program.there().check(1.0, &[1.0, 0.0]);
}

#[test]
fn recursion_is_unrolled() {
    let program = Program::new(
        "static int g(int n, int x) { if (n < 2) return x; return g(n - 1, x); }
         int f(int n, int x) { here(n, x); if (g(n, x)) a(); return n + x; }",
    );
    program.here().check(rounds(10) + 1.0, &[rounds(10), 1.0]);
}

#[test]
fn computed_addresses_and_divisors_are_questions() {
    let program = Program::new(
        "int table[8]; int flag;
         int f(int x, int y, int z) {
           here(x, y, z); flag = table[x]; return z / y + x; }",
    );
    program.here().check(2.0, &[1.0, 1.0, 0.0]);
}

#[test]
fn variables_in_memory_are_carriers() {
    let program = Program::new(
        "int flag; const int fixed = 3;
         int f(int x) {
           int n = 0; fill(&n);
           here(x); if (n) a();
           if (flag) b();
           there(x); flag = x; n = x;
           if (flag + n + fixed) c();
           return x; }",
    );
    let local = Carrier::Local(program.local());
    let (here, there) = (program.here(), program.there());
    assert_eq!(here.counts().of(local), 1.0);
    assert_eq!(here.counts().of(program.global("flag")), 1.6);
    there.check(1.0, &[1.0]);
    assert_eq!(there.counts().of(local), 0.0, "it is written as a whole");
    assert_eq!(there.counts().of(program.global("flag")), 0.0);
    let hot = here.hot();
    assert_eq!(hot.frames[0].allocas, [program.local()]);
    assert_eq!(hot.globals.len(), 1);
}

#[test]
fn what_is_pointed_to_counts_with_the_pointer() {
    let program = Program::new(
        "static void g(int *p) { if (*p) a(); if (*p > 3) b(); }
         void f(void) { int n; fill(&n); here(0); g(&n); }",
    );
    let local = Carrier::Local(program.local());
    let counts = program.here();
    // Two loads and two branches; of the second ones 1.6.
    assert_eq!(counts.counts().total(), 2.0 + 2.0 * 1.6);
    assert!(counts.counts().of(local) > 0.0);
}

/// Figure 2 of Zhang, Yin and Lin 2018.
const FIGURE_2: &str = "
    static void g3(int p, int q) { if (p > q) a(); if (p + q > 7) b(); }
    ";

#[test]
fn the_flag_of_f1_is_hot_before_it_is_asked_about() {
    let program = Program::new(&format!(
        "{FIGURE_2} void f(int x, int y) {{
           int flag = 0; if (x == y) flag = 1;
           here(flag, x, y); if (flag) a(); else b();
           exit(0); }}",
    ));
    let here = program.here();
    here.check(1.0, &[1.0]);
    assert!(here.is_hot(0));
    assert_eq!(here.hot().frames[0].registers.len(), 1, "not x and y");
}

#[test]
fn the_flag_of_f2_is_not_hot_behind_the_second_if() {
    let program = Program::new(&format!(
        "{FIGURE_2} void f(int x, int y) {{
           int flag = 0; if (x == y) flag = 1;
           here(flag, x, y); if (flag) a(); else b();
           there(flag, x, y); g3(x, y); }}",
    ));
    // Of g3: 1 + 1.6, and all of it depends on both.
    program
        .here()
        .check(1.0 + 1.6 * 2.6, &[1.0, 1.6 * 2.6, 1.6 * 2.6]);
    assert!(program.here().is_hot(0));
    let there = program.there();
    assert!(!there.is_hot(0) && there.is_hot(1) && there.is_hot(2));
}

#[test]
fn the_flag_of_f3_is_hot_over_the_call_in_between() {
    let program = Program::new(&format!(
        "{FIGURE_2} void f(int x, int y) {{
           int flag = 0; if (x == y) flag = 1;
           here(flag, x, y); g3(x, y);
           there(flag); if (flag) a(); else b(); }}",
    ));
    program.here().check(2.6 + 1.0, &[1.0, 2.6, 2.6]);
    assert!(program.here().is_hot(0) && program.there().is_hot(0));
}

#[test]
fn what_is_returned_is_hot_if_callers_ask_about_it() {
    let program = Program::new(
        "static int is_one(int x) { int r = 0; if (x == 1) r = 1; here(r); return r; }
         int f(int x, int y) { if (is_one(x)) a(); if (y) b(); return x; }",
    );
    let (_, inner) = program.call("is_one", "here");
    let (pc, outer) = program.call("f", "is_one");
    assert!(!inner.is_hot(0), "nothing is asked in the function itself");
    let callers = [(outer.function, pc)].into_iter();
    let hot = program.estimate.hot((inner.function, inner.block), callers);
    assert_eq!(hot.frames[0].registers, [inner.slot(0)]);
    let y = HotFrame {
        registers: vec![Slot(1)],
        allocas: Vec::new(),
    };
    assert_eq!(hot.frames[1], y);
    let code = &find(&program.module, "f").1.code;
    let not_at_a_call = [(outer.function, code.len() as u32 - 1)].into_iter();
    let hot = program
        .estimate
        .hot((inner.function, inner.block), not_at_a_call);
    assert_eq!(hot.frames[0].registers, [], "its result goes nowhere");
}

#[test]
fn what_callers_gave_away_is_hot_while_it_is_used() {
    let program = Program::new(
        "static void g(int *p) { here(0); if (*p) a(); }
         void f(void) { int n; fill(&n); g(&n); }",
    );
    let (_, inner) = program.call("g", "here");
    let (pc, outer) = program.call("f", "g");
    let callers = [(outer.function, pc)].into_iter();
    let hot = program.estimate.hot((inner.function, inner.block), callers);
    assert_eq!(hot.frames[1].allocas, [program.local()]);
}

#[test]
fn a_variable_is_cold_where_much_else_lies_ahead() {
    let asks = "if (unknown()) a(); ".repeat(80);
    let program = Program::new(&format!(
        "int f(int x, int y) {{ here(x, y); if (x) a(); {asks} if (y) a(); return 0; }}",
    ));
    // 1 of more than 1.6 to the power of 80.
    assert!(!program.here().is_hot(0));
    assert!(
        program.here().is_hot(1),
        "it is asked about on each of the ways"
    );
}

#[test]
fn numbers_beyond_floats_keep_their_order() {
    let asks = "if (unknown()) a(); ".repeat(40);
    let program = Program::new(&format!(
        "int f(int x, int y) {{
           here(x, y);
           while (unknown()) while (unknown()) {{ {asks} }}
           if (x) a();
           return y; }}",
    ));
    let here = program.here();
    assert_eq!(here.counts().total(), f64::INFINITY);
    assert!(here.is_hot(0), "it is asked about behind each of the ways");
    assert!(!here.is_hot(1));
}

/// Everywhere: shares are within the total, and only what is live has any.
fn check_all(module: Module) {
    let module = Arc::new(module);
    let estimate = Estimate::new(&module, QceOptions::default());
    for (f, function) in module.functions.iter().enumerate() {
        for b in 0..function.blocks.len() {
            let (id, block) = (FuncId(f as u32), BlockId(b as u32));
            let (counts, live) = (estimate.at(id, block), function.live_at(block));
            assert!(counts.whole().is_sound(counts.whole()));
            for (carrier, share) in counts.shares() {
                assert!(counts.amount(share.count).is_sound(counts.whole()));
                if let Carrier::Register(slot) = carrier {
                    assert!(
                        live.contains(*slot),
                        "r{} of b{b}\n{}",
                        slot.0,
                        module.text(id)
                    );
                }
            }
        }
    }
}

#[test]
fn shares_are_within_the_total_in_all_programs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let options = LoadOptions {
        include_dirs: vec![root.join("runtime/include")],
        ..LoadOptions::default()
    };
    let mut count = 0;
    for folder in ["calls", "control", "switch"] {
        let files = std::fs::read_dir(root.join("tests/programs").join(folder));
        let paths = files
            .expect("a folder")
            .map(|file| file.expect("a file").path());
        let is_c = |path: &PathBuf| path.extension().is_some_and(|end| end == "c");
        for path in paths.filter(is_c) {
            // Some need flags that are in their annotations.
            if let Ok(module) = load(&[path], &options) {
                check_all(module);
                count += 1;
            }
        }
    }
    assert!(count > 40, "{count}");
}
