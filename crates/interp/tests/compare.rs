//! What differs between two states, before anybody makes one of them.

mod common;

use common::Pair;
use pleach_interp::{Cell, Difference, Refusal, Variable};
use pleach_ir::address::Segment;
use pleach_memory::Apart;

/// What differs in the two states that come to `meet()`.
fn differences(program: &str) -> Vec<Difference> {
    let mut pair = Pair::new(program);
    let found = pair.joiner.compare(&mut pair.negative, &mut pair.other);
    found.unwrap_or_else(|refusal| panic!("{}", refusal.reason()))
}

fn only(program: &str) -> Difference {
    match differences(program)[..] {
        [only] => only,
        ref all => panic!("{all:?}"),
    }
}

#[test]
fn a_register_differs() {
    let program = "int main(void) { int a = 1; if (unknown() < 0) a = 2; meet(); return a; }";
    let found = only(program);
    let Variable::Register { frame: 0, slot } = found.variable else {
        panic!("{found:?}");
    };
    let expected = Cell::Register {
        depth: 1,
        slot: slot.0,
    };
    assert_eq!((found.cell, found.is_known), (expected, true));
}

#[test]
fn one_that_is_a_number_on_one_side_is_known() {
    let is_known = |value: &str| {
        only(&format!(
            "int main(void) {{ int n = unknown(), a = {value}; if (n < 0) a = n + 1; meet(); return a; }}"
        ))
        .is_known
    };
    assert!(is_known("7"));
    assert!(!is_known("n"));
}

#[test]
fn what_nobody_reads_any_more_does_not_count() {
    let program = "
        int main(void) {
          int x = unknown(), dead[2] = {1, 1};
          if (x < 0) { dead[x & 1] = 2; prefer(dead[0] + unknown()); }
          meet();
          return 10;
        }";
    assert_eq!(differences(program), []);
}

#[test]
fn variables_in_memory_differ_byte_by_byte() {
    let global = "
        int word = 0x01020304;
        int main(void) { if (unknown() < 0) word = 0x01020904; meet(); return word; }";
    let found = only(global);
    let Variable::Object(base) = found.variable else {
        panic!("{found:?}");
    };
    assert_eq!((found.cell, found.is_known), (Cell::Byte(base + 1), true));

    let local = "
        int main(void) {
          int local[3] = {1, 2, 3}, x = unknown();
          if (x < 0) local[1] = 4;
          meet();
          return local[x & 1];
        }";
    let found = only(local);
    assert!(matches!(found.variable, Variable::Local(_)), "{found:?}");
    assert!(matches!(found.cell, Cell::Byte(_)), "{found:?}");
}

/// Frames are counted from the innermost one, cells of registers from the outermost one.
#[test]
fn registers_of_callers_differ() {
    let program = "
        __attribute__((noinline)) static void inside(void) { meet(); }
        int main(void) { int a = 1; if (unknown() < 0) a = 2; inside(); return a; }";
    let found = only(program);
    assert!(matches!(
        found.variable,
        Variable::Register { frame: 1, .. }
    ));
    assert!(matches!(found.cell, Cell::Register { depth: 1, .. }));
}

#[test]
fn why_states_cannot_be_joined_is_said_before() {
    let program = "
        int main(void) { char *made = make(); if (unknown() < 0) destroy(made); meet(); return 0; }";
    let mut pair = Pair::new(program);
    let refused = pair.joiner.compare(&mut pair.negative, &mut pair.other);
    assert_eq!(refused, Err(Refusal::Memory(Apart::Freed(Segment::Heap))));
}
