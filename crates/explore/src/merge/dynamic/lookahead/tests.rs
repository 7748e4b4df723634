use super::*;
use crate::merge::tests::{find, lower};
use pleach_ir::{Callee, Inst, OpndKind};

/// Functions that nobody defines. `here` marks a place and shows where variables are.
const NAMES: &str = "
    void here(int, ...);
    int a(void); int b(void); int c(void); void ask(int);\n";

/// A program, and the code behind the call of `here` in one of its functions.
struct Program {
    module: Arc<Module>,
    lookahead: Lookahead,
    frames: Frames,
    /// The arguments of `here`.
    slots: Vec<Slot>,
}

/// The only call of a function in another one.
fn call(module: &Module, function: &str, callee: &str) -> (FuncId, u32) {
    let (id, function) = find(module, function);
    let (callee, _) = find(module, callee);
    let is_call = |inst: &Inst| match inst {
        Inst::Call(call) => call.callee == Callee::Direct(callee),
        _ => false,
    };
    let pc = function.code.iter().position(is_call).expect("a call");
    (id, pc as u32)
}

impl Program {
    fn new(source: &str) -> Program {
        Program::called(source, &["f"])
    }

    /// Where `here` is called in the first of these, which the second one calls, and so on.
    fn called(source: &str, functions: &[&str]) -> Program {
        let module = Arc::new(lower(&format!("{NAMES}{source}")));
        let (id, at) = call(&module, functions[0], "here");
        let function = &module.functions[id.index()];
        let Inst::Call(here) = &function.code[at as usize] else {
            unreachable!("found as a call")
        };
        let slot = |kind: OpndKind| match kind {
            OpndKind::Slot(slot) => slot,
            OpndKind::Const(_) => panic!("a constant"),
        };
        let slots = here.args.iter().map(|arg| slot(arg.value.kind()));
        let slots = slots.collect();
        let block = function.edges[here.next.index()].target;
        let mut frames = vec![(id, function.blocks[block.index()].first)];
        frames.extend(
            functions
                .windows(2)
                .map(|pair| call(&module, pair[1], pair[0])),
        );
        Program {
            lookahead: Lookahead::new(&module, 1_000),
            slots,
            frames,
            module,
        }
    }

    fn piece(&mut self) -> Piece {
        let frames = self.frames.clone();
        self.lookahead.walk(&frames)
    }

    /// The nearest question about an argument of `here`.
    fn asked(&mut self, argument: usize) -> Option<Ask> {
        let carrier = Carrier::Register(self.slots[argument]);
        self.piece()
            .first(std::iter::once(Source { frame: 0, carrier }))
    }

    fn are_asked(&mut self) -> Vec<bool> {
        (0..self.slots.len())
            .map(|i| self.asked(i).is_some())
            .collect()
    }
}

fn are_asked(body: &str) -> Vec<bool> {
    Program::new(&format!("int f(void) {{ {body} }}")).are_asked()
}

#[test]
fn variables_that_branches_depend_on_are_asked_about() {
    let body = "int x = a(), y = b(); here(x, y); if (x) b(); c(); return y;";
    assert_eq!(are_asked(body), [true, false]);
    let body = "int x = a(), y = b(); here(x, y); switch (y) { case 1: a(); } return x;";
    assert_eq!(are_asked(body), [false, true]);
}

#[test]
fn values_are_followed_through_assignments() {
    let body = "int x = a(), y = b(); here(x, y); int z = 2 * x + 1; if (z > 7) b(); return y;";
    assert_eq!(are_asked(body), [true, false]);
    let body = "int x = a(), y = b(); here(x, y); x = c(); if (x + y) b(); return x;";
    assert_eq!(are_asked(body), [false, true], "x is another one by then");
}

#[test]
fn values_are_followed_through_memory() {
    let local = "int x = a(), y = b(), t[2]; here(x, y); t[y & 1] = x; if (t[0]) b(); return 0;";
    assert_eq!(
        are_asked(local),
        [true, true],
        "an address is a question as well"
    );
    let global = "int g; int f(void) { int x = a(); here(x); g = x; if (g) b(); return 0; }";
    assert_eq!(Program::new(global).are_asked(), [true]);
    let asked = |source: &str| {
        let mut program = Program::new(source);
        let at = program.module.globals.iter().position(|g| g.name == "g");
        let global = pleach_ir::GlobalId(at.expect("a global") as u32);
        let source = Source::anywhere(Carrier::Global(global));
        program.piece().first(std::iter::once(source)).is_some()
    };
    assert!(asked(
        "int g; int f(void) { int x = a(); here(x); if (g) b(); return g; }"
    ));
    assert!(!asked(
        "int g; int f(void) { int x = a(); here(x); g = 3; if (g) b(); return x; }"
    ));
}

/// Both sides of a branch, and the next round of a loop.
#[test]
fn values_are_followed_on_all_ways() {
    let body = "int x = a(), y = b(), z = 0; here(x, y); if (c()) z = x; if (z) b(); return y;";
    assert_eq!(are_asked(body), [true, false]);
    let body = "
        int x = a(), y = b(), z = 1; here(x, y);
        for (int i = 0; i < 9; i++) { if (z) b(); z = x; }
        return y;";
    assert_eq!(are_asked(body), [true, false]);
}

#[test]
fn the_nearest_question_counts() {
    let source = "
        int f(void) {
          int x = a(), y = b(); here(x, y);
          if (y) a();
          if (x) b();
          if (y) c();
          return 0;
        }";
    let mut program = Program::new(source);
    let (x, y) = (program.asked(0).unwrap(), program.asked(1).unwrap());
    assert!(y.distance < x.distance);
    assert_eq!(y.distance, 0, "in the first block of the piece");
    assert!(x.distance > QUESTION, "behind the question about y");
    let sources = program.slots.clone().into_iter().map(|slot| Source {
        frame: 0,
        carrier: Carrier::Register(slot),
    });
    assert_eq!(program.piece().first(sources), Some(y));
}

#[test]
fn callees_ask_about_what_they_are_given() {
    let callees = "
        static int asks(int p) { if (p) return a(); return 2; }
        static int passes(int p, int q) { return q; }\n";
    let are_asked =
        |body: &str| Program::new(&format!("{callees} int f(void) {{ {body} }}")).are_asked();
    let body = "int x = a(), y = b(); here(x, y); asks(y); return x;";
    assert_eq!(are_asked(body), [false, true]);
    let body = "int x = a(), y = b(); here(x, y); return passes(x, y);";
    assert_eq!(are_asked(body), [false, false]);
    let body = "int x = a(), y = b(); here(x, y); if (passes(x, y)) a(); return 0;";
    assert_eq!(are_asked(body), [false, true]);
    let body = "int x = a(), y = b(); here(x, y); ask(x); return y;";
    assert_eq!(are_asked(body), [true, false], "nobody knows what it does");
}

#[test]
fn callers_ask_about_what_is_returned() {
    let source = "
        static int g(void) { int x = a(), y = b(); here(x, y); return y; }
        int f(void) { int r = g(); if (r) b(); return 0; }";
    let mut program = Program::called(source, &["g", "f"]);
    assert_eq!(program.are_asked(), [false, true]);
    let ask = program.asked(1).unwrap();
    assert_eq!((ask.frame, ask.function), (1, find(&program.module, "f").0));
}

/// What belongs to the caller's frame is asked about there.
#[test]
fn variables_of_callers_are_asked_about() {
    let source = "
        static void g(int x) { here(x); }
        int f(void) { int r = a(), s = b(); g(r); if (s) b(); return r; }";
    let mut program = Program::called(source, &["g", "f"]);
    let registers = program.piece().registers().to_vec();
    let (f, function) = find(&program.module, "f");
    let live = function.live_during(program.frames[1].1);
    let [(1, slot)] = registers[..] else {
        panic!("{registers:?}\n{}", program.module.text(f));
    };
    assert!(live.contains(slot));
    assert_eq!(program.are_asked(), [false]);
}

/// So many questions about something else.
fn others(count: usize) -> String {
    "if (c()) b();".repeat(count)
}

#[test]
fn what_is_asked_behind_the_piece_does_not_count() {
    let asked_behind = |between: &str| {
        are_asked(&format!(
            "int x = a(); here(x); {between} if (x) a(); return 0;"
        ))
    };
    assert_eq!(asked_behind(&others(3)), [true]);
    assert_eq!(asked_behind(&others(60)), [false]);
}

#[test]
fn pieces_are_as_long_as_wanted() {
    let mut program = Program::new("int f(void) { int x = a(); here(x); if (x) b(); return 0; }");
    assert_eq!(program.are_asked(), [true]);
    program.lookahead = Lookahead::new(&program.module, 0);
    assert_eq!(program.are_asked(), [false], "there is nothing in it");
}

/// The paper's `f3`: a call that is long, by its code or by its questions, is a piece of its own.
#[test]
fn what_is_asked_behind_a_long_call_does_not_count() {
    let asked_behind = |body: &str| {
        let source = format!(
            "static void g(void) {{ {body} }}
             int f(void) {{ int x = a(); here(x); g(); if (x) a(); return 0; }}"
        );
        Program::new(&source).are_asked()
    };
    assert_eq!(asked_behind("a();"), [true]);
    assert_eq!(asked_behind(&others(60)), [false]);
    assert_eq!(asked_behind(&"a();".repeat(1_100)), [false]);
}

/// Values that come from each other, round by round.
#[test]
fn a_loop_with_many_ways_is_walked_to_an_end() {
    let ways = "if (c()) x += y; else y -= x;".repeat(30);
    let body = format!("int x = a(), y = b(); here(x, y); while (c()) {{ {ways} }} return x + y;");
    assert_eq!(are_asked(&body), [false, false]);
}
