use super::*;
use proptest::prelude::*;

#[test]
fn ifs_and_loops_control_what_is_inside() {
    let program = Program::new("int f(void) { while (a()) { if (b()) c(); d(); } return e(); }");
    let control = program.control();
    let all = ["a", "b"];
    assert_eq!(program.parents(&control, "c", &all), ["b"]);
    assert_eq!(program.parents(&control, "d", &all), ["a"]);
    assert_eq!(program.parents(&control, "b", &all), ["a"]);
    // The head of a loop decides whether it is come to again.
    assert_eq!(program.parents(&control, "a", &all), ["a"]);
    assert!(program.parents(&control, "e", &all).is_empty());
    let f = program.id("f");
    let head = program.branch(f, "a");
    assert!(control.controls(f, head, head));
    assert!(control.controls(f, head, program.calling(f, "c")));
    assert!(!control.controls(f, head, program.calling(f, "e")));
    let inner = program.branch(f, "b");
    assert!(!control.controls(f, inner, inner));
    assert!(!control.controls(f, inner, program.calling(f, "d")));
    assert!(
        control
            .region(f, inner)
            .any(|b| b == program.calling(f, "c"))
    );
    assert_eq!(control.join(f, inner), Some(program.calling(f, "d")));
}

#[test]
fn ways_that_halt_do_not_count_where_there_are_others() {
    let program = Program::new(
        "void die(void) { putchar(1); exit(1); }
        int f(void) { if (a()) abort(); if (b()) die(); if (c()) { d(); for (;;) putchar(2); } return e(); }",
    );
    let control = program.control();
    let all = ["a", "b", "c"];
    assert!(program.parents(&control, "b", &all).is_empty());
    assert!(program.parents(&control, "e", &all).is_empty());
    assert_eq!(program.parents(&control, "abort", &all), ["a"]);
    assert_eq!(program.parents(&control, "die", &all), ["b"]);
    assert_eq!(program.parents(&control, "d", &all), ["a", "b", "c"]);
    let f = program.id("f");
    let last = control.join(f, program.branch(f, "c"));
    assert_eq!(last, Some(program.calling(f, "e")));
}

#[test]
fn where_all_ways_halt_all_of_them_count() {
    let program = Program::new("void f(void) { if (a()) b(); if (c()) abort(); d(); exit(0); }");
    let control = program.control();
    let all = ["a", "c"];
    assert_eq!(program.parents(&control, "b", &all), ["a"]);
    assert!(program.parents(&control, "c", &all).is_empty());
    assert_eq!(program.parents(&control, "d", &all), ["c"]);
    assert_eq!(program.parents(&control, "exit", &all), ["c"]);
    let f = program.id("f");
    assert_eq!(control.join(f, program.branch(f, "c")), None);
}

#[test]
fn jumps_out_of_functions_are_ways_out() {
    let program = Program::new(
        "char buffer[200];
        void g(void) { if (a()) longjmp(buffer, 1); }
        int f(void) { if (setjmp(buffer)) return b(); g(); c(); return d(); }",
    );
    let control = program.control();
    assert!(control.has_jumps());
    let f = program.id("f");
    let call = program.calling(f, "g");
    assert!(control.is_choice(f, call));
    assert!(control.parents(f, program.calling(f, "c")).contains(&call));
    assert!(!control.parents(f, program.calling(f, "b")).is_empty());
    assert!(
        !Program::new("int f(void) { return a(); }")
            .control()
            .has_jumps()
    );
}

#[test]
fn calls_through_pointers_are_choices() {
    let program = Program::new("int f(int (*p)(void)) { int x = p(); return x + b(); }");
    let control = program.control();
    let f = program.id("f");
    assert!(control.is_choice(f, program.calling(f, "")));
    assert!(!control.is_choice(f, program.calling(f, "b")));
}

/// Some end is reached from a block without stepping on another one, over blocks of the same kind.
fn ends_without(shape: &Shape, kind: &[u8], from: usize, without: usize) -> bool {
    let mut seen = vec![false; shape.next.len()];
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if block == without || kind[block] != kind[from] {
            continue;
        }
        if std::mem::replace(&mut seen[block], true) {
            continue;
        }
        let is_end = match kind[block] {
            0 => shape.leaves[block],
            _ => shape.next[block].is_empty(),
        };
        if is_end {
            return true;
        }
        open.extend(&shape.next[block]);
    }
    false
}

fn reaches(shape: &Shape, from: usize, is_goal: &dyn Fn(usize) -> bool) -> bool {
    let mut seen = vec![false; shape.next.len()];
    let mut open = vec![from];
    while let Some(block) = open.pop() {
        if is_goal(block) {
            return true;
        }
        if !std::mem::replace(&mut seen[block], true) {
            open.extend(&shape.next[block]);
        }
    }
    false
}

/// By the definition.
fn depends(shape: &Shape, kind: &[u8], block: usize, choice: usize) -> bool {
    if kind[block] == 2 {
        return shape.next[choice]
            .iter()
            .any(|to| reaches(shape, *to, &|b| b == block));
    }
    // Whether all ways that count come to the block.
    let is_sure = |from: usize| {
        kind[from] == kind[block] && (from == block || !ends_without(shape, kind, from, block))
    };
    let is_sure_before = choice != block && is_sure(choice);
    shape.next[choice].iter().any(|to| is_sure(*to)) && !is_sure_before
}

fn shapes() -> impl Strategy<Value = Shape> {
    (1usize..10).prop_flat_map(|n| {
        let targets = prop::collection::btree_set(0..n, 0..3);
        let blocks = prop::collection::vec((targets, prop::bool::weighted(0.15)), n);
        blocks.prop_map(|blocks| {
            let next: Vec<Vec<usize>> = blocks
                .iter()
                .map(|(next, _)| next.iter().copied().collect())
                .collect();
            Shape {
                leaves: blocks.iter().map(|(_, leaves)| *leaves).collect(),
                chooses: blocks
                    .iter()
                    .map(|(next, leaves)| next.len() + usize::from(*leaves) > 1)
                    .collect(),
                next,
            }
        })
    })
}

proptest! {
    #[test]
    fn dependence_is_that_of_the_definition(shape in shapes()) {
        let blocks = shape.next.len();
        let kind: Vec<u8> = (0..blocks)
            .map(|b| match b {
                b if reaches(&shape, b, &|b| shape.leaves[b]) => 0,
                b if reaches(&shape, b, &|b| shape.next[b].is_empty()) => 1,
                _ => 2,
            })
            .collect();
        let dependence = Dependence::new(&shape);
        for block in 0..blocks {
            let choosing = (0..blocks as u32).filter(|c| shape.chooses[*c as usize]);
            let expected = choosing.filter(|c| depends(&shape, &kind, block, *c as usize));
            let expected: Vec<BlockId> = expected.map(BlockId).collect();
            prop_assert_eq!(dependence.parents(block), expected);
        }
        // Regions are what depends by way of others.
        for choice in 0..dependence.choosing.len() {
            let from = BlockId(dependence.choosing[choice]);
            for block in 0..blocks {
                let mut open = vec![block];
                let mut seen = vec![false; blocks];
                let mut found = false;
                while let Some(b) = open.pop() {
                    if !std::mem::replace(&mut seen[b], true) {
                        found |= dependence.parents(b).contains(&from);
                        open.extend(dependence.parents(b).iter().map(|p| p.index()));
                    }
                }
                prop_assert_eq!(pleach_ir::bits::has(dependence.region(choice), block), found);
            }
        }
    }
}
