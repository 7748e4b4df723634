use super::*;
use pleach_ir::{OpndKind, Slot};

struct Marked {
    program: Program,
    control: Control,
    f: FuncId,
}

impl Marked {
    fn new(source: &str) -> Marked {
        let program = Program::new(source);
        let control = program.control();
        let f = program.id("f");
        Marked {
            program,
            control,
            f,
        }
    }

    /// What the first branch of `f` may write.
    fn writes(&self) -> &Writes {
        let branch = self.program.first_branch(self.f);
        self.control.may_write(self.f, branch)
    }

    fn writes_global(&self, name: &str) -> bool {
        self.writes().has_global(self.program.global(name))
    }

    fn escapes(&self, name: &str) -> bool {
        self.control.escapes(self.program.global(name))
    }

    fn allocas(&self) -> Vec<u32> {
        let code = self.program.function(self.f).code.iter().zip(0u32..);
        let allocas = code.filter(|(inst, _)| matches!(inst, Inst::Alloca { .. }));
        allocas.map(|(_, at)| at).collect()
    }

    /// The register that is the first argument of a call.
    fn argument(&self, callee: &str) -> Slot {
        let block = self.program.calling(self.f, callee);
        match calls::last(self.program.function(self.f), block.index()) {
            Inst::Call(call) => match call.args[0].value.kind() {
                OpndKind::Slot(slot) => slot,
                OpndKind::Const(_) => panic!("a constant"),
            },
            _ => unreachable!("it was found by its call"),
        }
    }
}

#[test]
fn registers_are_written_by_code_and_on_edges() {
    let m = Marked::new("int f(int x, int y) { if (x) y = y * 3 + 1; putchar(y); return y; }");
    assert!(m.writes().has_register(m.argument("putchar")));
    assert!(!m.writes().anything_escaped);
    assert_eq!(m.writes().globals().count(), 0);
    // Only an edge differs.
    let m = Marked::new("int f(int x) { int y = 1; if (x) y = 2; putchar(y); return y; }");
    assert!(m.writes().has_register(m.argument("putchar")));
    // The result of a call.
    let m = Marked::new("int f(int x) { int y = x; if (x > 3) y = a(); putchar(y); return y; }");
    assert!(m.writes().has_register(m.argument("putchar")));
    assert!(m.writes().anything_escaped, "nobody knows what a() does");
}

#[test]
fn globals_are_written_by_name() {
    let m = Marked::new(
        "static int g, h; static struct { int a[4]; } s;
        int f(int x) { if (x) { g = x; s.a[2] = 1; } h = 5; putchar(h); return g + s.a[2]; }",
    );
    assert!(m.writes_global("g") && m.writes_global("s"));
    assert!(!m.writes_global("h"));
    assert!(!m.writes().anything_escaped);
    assert!(!m.escapes("g") && !m.escapes("h") && !m.escapes("s"));
}

#[test]
fn addresses_that_are_handed_on_escape() {
    let m = Marked::new(
        "static int stored, passed, returned, pointed, indexed[100], chosen, other, plain;
        int *where; int *table[] = { &pointed };
        int *g(void) { return &returned; }
        int f(int x, int *p) {
            where = &stored; use(&passed); indexed[x] = plain;
            int *q = x ? &chosen : &other; *q = 1;
            if (x) *p = 3;
            return *table[x & 0] + plain;
        }",
    );
    for name in ["stored", "passed", "returned", "pointed", "indexed"] {
        assert!(m.escapes(name), "{name}");
    }
    assert!(!m.escapes("plain"));
}

#[test]
fn unknown_addresses_write_what_escaped() {
    let m = Marked::new("int f(int x, int *p) { if (x) *p = 1; return 0; }");
    assert!(m.writes().anything_escaped);
    let m = Marked::new(
        "static int g, h;
        int f(int x, int y, int z) {
            int *p = y ? &g : &h;
            if (x) *p = 1;
            return g + h;
        }",
    );
    let f = m.f;
    let blocks = 0..m.program.function(f).blocks.len() as u32;
    let writes = blocks.map(|b| m.control.may_write(f, BlockId(b)));
    let both =
        |w: &&Writes| w.has_global(m.program.global("g")) && w.has_global(m.program.global("h"));
    let either = |w: &Writes| both(&w) || w.anything_escaped;
    assert!(writes.into_iter().any(either));
}

#[test]
fn locals_are_known_until_they_escape() {
    let m = Marked::new(
        "int f(int x) {
            volatile int kept = 0, shown = 0;
            use((void *)&shown);
            if (x) { kept = 1; }
            return kept + shown;
        }",
    );
    let escapes: Vec<bool> = m
        .allocas()
        .iter()
        .map(|at| m.control.local_escapes(m.f, *at))
        .collect();
    assert_eq!(escapes.iter().filter(|e| **e).count(), 1);
    let branch = m.program.branch(m.f, "use");
    let writes = m.control.may_write(m.f, branch);
    assert_eq!(writes.locals().len(), 1);
    assert!(!m.control.local_escapes(m.f, writes.locals()[0]));
    assert!(!writes.anything_escaped);
    assert!(
        m.control.local_escapes(m.f, u32::MAX),
        "what is no variable may be hit"
    );
}

#[test]
fn calls_do_what_is_called() {
    let m = Marked::new(
        "static int g, h, i;
        static void set_g(void) { g++; }
        static void set_both(int n) { if (n) set_both(n - 1); set_g(); h = 1; }
        int f(int x) { if (x) set_both(x); i = 2; return g + h + i; }",
    );
    assert!(m.writes_global("g") && m.writes_global("h") && !m.writes_global("i"));
    assert!(!m.writes().anything_escaped);
    let m = Marked::new(
        "static int g, h;
        static void even(int);
        static void odd(int n) { g = n; if (n) even(n - 1); }
        static void even(int n) { h = n; if (n) odd(n - 1); }
        int f(int x) { if (x) odd(x); return g + h; }",
    );
    assert!(m.writes_global("g") && m.writes_global("h"));
}

#[test]
fn calls_through_pointers_do_what_any_may_do() {
    let m = Marked::new(
        "static int g, h, k;
        static void one(int n) { g = n; } static void two(int n, int m) { h = n; }
        static void three(int n) { k = n; }
        void (*pointers[])(int) = { one }; void (*wide)(int, int) = two;
        int f(int x) { if (x) pointers[x & 3](x); three(1); return g + h + k; }",
    );
    assert!(m.writes_global("g"));
    assert!(!m.writes_global("h"), "it has another number of parameters");
    assert!(!m.writes_global("k"), "its address is not taken");
    let call = m.program.calling(m.f, "");
    assert!(
        m.control
            .may_write(m.f, call)
            .has_global(m.program.global("g"))
    );
}

#[test]
fn copies_and_allocation() {
    let m = Marked::new(
        "struct s { int a[20]; }; static struct s g, h;
        int f(int x) { if (x) g = h; return g.a[1] + h.a[2]; }",
    );
    assert!(m.writes_global("g") && !m.writes_global("h"));
    assert!(!m.writes().anything_escaped);
    let m = Marked::new(
        "struct s { int a[20]; }; static struct s g;
        int f(int x, struct s *p) { if (x) *p = g; return g.a[1]; }",
    );
    assert!(m.writes().anything_escaped && !m.writes_global("g"));
    let m = Marked::new("int f(int x) { if (x) free(malloc(3)); return 0; }");
    assert!(m.writes().anything_escaped);
    let m = Marked::new("int f(int x) { if (x) putchar(3); return 0; }");
    assert!(!m.writes().anything_escaped);
}

#[test]
fn loops_over_pointers_are_lost_sight_of() {
    let m = Marked::new(
        "static int g[50], h;
        int f(int x) { for (int *p = g; p != g + 50; p++) *p = x; h = 1; return g[3] + h; }",
    );
    assert!(m.escapes("g"));
    assert!(m.writes().anything_escaped);
}

#[test]
fn addresses_lead_to_globals() {
    let m = Marked::new("static int g[5]; int f(int x) { g[1] = x; return g[0]; }");
    let id = m.program.global("g");
    let address = m.program.module().globals[id.index()].address;
    assert_eq!(m.control.global_at(address + 19), Some(id));
    assert_eq!(m.control.global_at(address + 20), None);
    assert_eq!(m.control.global_at(12), None);
}

#[test]
fn a_jump_back_writes_all_registers() {
    let m = Marked::new(
        "static char buffer[200];
        static void jump(int x) { if (x > 5) longjmp(buffer, 1); }
        int f(int x, int y) { setjmp(buffer); if (x) jump(y); putchar(y); return y; }",
    );
    let branch = m.program.branch(m.f, "setjmp");
    let writes = m.control.may_write(m.f, branch);
    let slots = m.program.function(m.f).slots;
    assert!((0..slots).all(|slot| writes.has_register(Slot(slot))));
}

/// Compilers fold the lowest index into the address.
#[test]
fn constants_near_a_variable_may_be_its_address() {
    let m = Marked::new(
        "static int counts[26], plain;
        int f(int x) { *(int *)((char *)counts - 260 + (long)x * 4) = 1; plain = x; return counts[1]; }",
    );
    assert!(m.escapes("counts") && !m.escapes("plain"));
    let address = m.program.module().globals[m.program.global("counts").index()].address;
    let globals = globals::Globals::new(m.program.module());
    let near: Vec<GlobalId> = globals.indexed(address - 260).collect();
    assert!(near.contains(&m.program.global("counts")));
    let far: Vec<GlobalId> = globals.indexed(address + (1 << 20)).collect();
    assert!(!far.contains(&m.program.global("counts")));
}

#[test]
fn tables_are_shared_by_threads() {
    fn check<T: Send + Sync>() {}
    check::<Control>();
}
