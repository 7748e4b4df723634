//! What a function says about registers and variables that are still needed.

mod common;

use common::{file, find, load_files, load_ll};
use pleach_ir::*;

fn slots(set: SlotSet<'_>) -> Vec<u32> {
    set.iter().map(|slot| slot.0).collect()
}

/// The parts of a function's text that begin blocks.
fn heads(module: &Module, name: &str) -> Vec<String> {
    let text = module.text(find(module, name).0).to_string();
    let heads = text.lines().filter(|line| line.starts_with('b'));
    heads.map(str::to_owned).collect()
}

/// Where an instruction is in the code of a function.
fn position(function: &Function, is_it: impl Fn(&Inst) -> bool) -> u32 {
    function.code.iter().position(is_it).expect("it is there") as u32
}

const LOOP: &str = "
    declare i32 @g(i32)
    define i32 @f(i32 %n, i32 %unused) {
    entry:
      br label %head
    head:
      %i = phi i32 [ %n, %entry ], [ %less, %body ]
      %sum = phi i32 [ 0, %entry ], [ %more, %body ]
      %done = icmp eq i32 %i, 0
      br i1 %done, label %end, label %body
    body:
      %got = call i32 @g(i32 %i)
      %more = add i32 %sum, %got
      %less = sub i32 %i, 1
      br label %head
    end:
      ret i32 %sum
    }";

#[test]
fn a_register_is_live_from_its_value_to_the_last_read() {
    let module = load_ll("live_loop", LOOP);
    assert_eq!(
        heads(&module, "f"),
        [
            "b0:  ; live r0",
            "b1:  ; live r2-r3",
            "b2:  ; live r3",
            "b3:  ; live r2-r3",
            "b4: (goes on)  ; live r2-r3 r5"
        ]
    );
}

#[test]
fn while_a_call_runs_its_result_and_its_last_arguments_are_dead() {
    let module = load_ll("live_call", LOOP);
    let f = find(&module, "f").1;
    let call = position(f, |inst| matches!(inst, Inst::Call(_)));
    assert_eq!(slots(f.live_before(call)), [2, 3]);
    assert_eq!(slots(f.live_during(call)), [2, 3]);
    let result = position(f, |inst| matches!(inst, Inst::Bin { op: BinOp::Sub, .. }));
    assert_eq!(slots(f.live_before(result)), [2, 6]);
    let passed = load_ll(
        "live_argument",
        "declare i32 @g(i32)
         define i32 @f(i32 %x, i32 %y) {
           %got = call i32 @g(i32 %x)
           %sum = add i32 %got, %y
           ret i32 %sum
         }",
    );
    let f = find(&passed, "f").1;
    assert_eq!(slots(f.live_before(0)), [0, 1]);
    assert_eq!(slots(f.live_during(0)), [1]);
}

#[test]
fn what_only_a_landing_pad_reads_is_live_in_the_call() {
    let module = load_ll(
        "live_unwind",
        "declare void @g()
         declare i32 @__gxx_personality_v0(...)
         define i32 @f(i32 %caught, i32 %returned) personality ptr @__gxx_personality_v0 {
           invoke void @g() to label %on unwind label %pad
         on:
           ret i32 %returned
         pad:
           %e = landingpad { ptr, i32 } catch ptr null
           ret i32 %caught
         }",
    );
    let f = find(&module, "f").1;
    let call = position(f, |inst| matches!(inst, Inst::Call(_)));
    assert_eq!(slots(f.live_during(call)), [0, 1]);
    assert_eq!(slots(f.live_at(BlockId(1))), [1]);
    assert_eq!(slots(f.live_at(BlockId(2))), [0]);
}

/// The names of variables that are dead where each block but the first begins.
fn dead(module: &Module, name: &str) -> Vec<String> {
    let dead = |head: String| match head.split_once("dead ") {
        Some((_, names)) => names.to_owned(),
        None => String::new(),
    };
    heads(module, name).into_iter().skip(1).map(dead).collect()
}

fn load_c(test: &str, source: &str, clang_args: &[&str]) -> Module {
    let path = file(test, "input.c", source);
    load_files(
        &[path],
        &LoadOptions {
            entry: "f".to_owned(),
            clang_args: clang_args.iter().map(|arg| arg.to_string()).collect(),
            ..LoadOptions::default()
        },
    )
}

#[test]
fn a_variable_whose_address_stays_here_is_dead_after_its_last_read() {
    let module = load_c(
        "dead_local",
        "void g(void);
         int f(int i) {
           int mine[4] = {1, 2, 3, 4};
           int read = mine[i & 3];
           g();
           return read;
         }",
        &[],
    );
    assert_eq!(dead(&module, "f"), ["mine"]);
}

#[test]
fn a_variable_whose_address_others_know_is_live_to_the_end() {
    let module = load_c(
        "live_local",
        "void g(void);
         void keep(int *);
         int f(int i) {
           int shared[4] = {1, 2, 3, 4};
           keep(shared);
           g();
           return i;
         }",
        &[],
    );
    assert_eq!(dead(&module, "f"), ["", ""]);
}

#[test]
fn a_variable_is_dead_outside_of_its_scope() {
    let module = load_c(
        "dead_scope",
        "void g(void);
         void keep(int *);
         int f(int i) {
           g();
           if (i) {
             int inner[4];
             keep(inner);
           }
           g();
           return i;
         }",
        &[
            "-fsanitize-address-use-after-scope",
            "-Xclang",
            "-disable-llvm-passes",
            "-O1",
        ],
    );
    let dead = dead(&module, "f");
    assert!(dead.iter().any(|names| names == "inner"), "{dead:?}");
    assert!(dead.iter().any(|names| names.is_empty()), "{dead:?}");
}

#[test]
fn where_something_returns_twice_everything_is_live() {
    let module = load_c(
        "live_twice",
        "#include <setjmp.h>
         void g(void);
         jmp_buf back;
         int f(int i) {
           int mine[4] = {1, 2, 3, 4};
           int read = mine[i & 3];
           if (setjmp(back)) return read;
           g();
           return i;
         }",
        &[],
    );
    let f = find(&module, "f").1;
    assert!(dead(&module, "f").iter().all(|names| names.is_empty()));
    let blocks = (0..f.blocks.len() as u32).map(BlockId);
    blocks.for_each(|b| assert_eq!(f.live_at(b).iter().count(), f.slots as usize));
    assert_eq!(f.live_during(0).iter().count(), f.slots as usize);
}

#[test]
fn a_table_that_leaves_a_live_register_out_is_refused() {
    let mut module = load_ll("live_refused", LOOP);
    let at = find(&module, "f").0.index();
    let without_reads = load_ll(
        "live_nothing",
        "define i32 @f(i32 %n, i32 %unused) { ret i32 0 }",
    );
    module.functions[at].live = Live::of(find(&without_reads, "f").1);
    let fault = verify(&module).expect_err("the table is another function's");
    assert!(fault.what.contains("another size"), "{fault}");
    let mut less = module.functions[at].clone();
    let end = position(&less, |inst| matches!(inst, Inst::Return { .. }));
    less.code[end as usize] = Inst::Return {
        values: [Opnd::constant(0)].into(),
    };
    module.functions[at].live = Live::of(&less);
    let fault = verify(&module).expect_err("a read is left out");
    assert_eq!(fault.what, "r3 is live in b2, but not listed");
}
