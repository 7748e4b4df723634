use super::*;
use proptest::prelude::*;

/// Additions, where to go, and moves on the way.
type RandomBlock = (Vec<(u32, u32, u32)>, (usize, usize), Vec<(u32, u32)>);

/// A random function: blocks of additions with calls, branches and moves on
/// edges. Reads are made valid afterwards: what is not written on all paths is
/// read from a parameter instead.
fn function(blocks: Vec<RandomBlock>) -> Function {
    const PARAMS: u32 = 2;
    let mut f = Function {
        name: "random".to_owned(),
        slots: 24,
        ..Function::default()
    };
    f.params = vec![
        Param {
            width: 8,
            float: false,
            by_value: None
        };
        PARAMS as usize
    ];
    f.consts.push(Const::Int { width: 8, bits: 0 });
    let count = blocks.len();
    for (i, (code, (yes, no), moves)) in blocks.into_iter().enumerate() {
        let first = f.code.len() as u32;
        for (dst, a, b) in code {
            let (a, b) = (Opnd::slot(Slot(a)), Opnd::slot(Slot(b)));
            f.code.push(Inst::Bin {
                op: BinOp::Add,
                flags: ArithFlags::default(),
                width: 8,
                dst: Slot(dst),
                a,
                b,
            });
        }
        let target = |to: usize| BlockId((to % count) as u32);
        let cond = Opnd::slot(Slot(0));
        if i + 1 == count {
            f.code.push(Inst::Return {
                values: [0, 5, 9].map(|s| Opnd::slot(Slot(s))).into(),
            });
        } else if i % 3 == 2 {
            // Two results in a row, in slots that nothing else writes.
            f.edges.push(Edge {
                target: BlockId(i as u32 + 1),
                moves: Vec::new(),
            });
            f.edges.push(Edge {
                target: target(yes),
                moves: Vec::new(),
            });
            let (next, unwind) = (
                EdgeId(f.edges.len() as u32 - 2),
                Some(EdgeId(f.edges.len() as u32 - 1)),
            );
            let results = Slot(20 + 2 * (i as u32 / 3 % 2));
            let (callee, args, result_widths) = (Callee::Indirect(cond), [].into(), [8, 8].into());
            f.code.push(Inst::Call(Box::new(Call {
                callee,
                args,
                results,
                result_widths,
                next,
                unwind,
                fixed_args: 0,
                result_use: ResultUse::Unused,
            })));
        } else {
            f.edges.push(Edge {
                target: target(yes),
                moves: ordered(moves),
            });
            f.edges.push(Edge {
                target: target(no.max(i + 1)),
                moves: Vec::new(),
            });
            let (then_edge, else_edge) = (
                EdgeId(f.edges.len() as u32 - 2),
                EdgeId(f.edges.len() as u32 - 1),
            );
            f.code.push(Inst::Branch {
                cond,
                then_edge,
                else_edge,
            });
        }
        f.blocks.push(Block {
            first,
            len: f.code.len() as u32 - first,
            head: true,
            is_check: false,
        });
    }
    f
}

/// Moves with distinct targets, none of which is read by a later one.
fn ordered(moves: Vec<(u32, u32)>) -> Vec<(Slot, Opnd)> {
    let mut kept: Vec<(Slot, Opnd)> = Vec::new();
    for (dst, src) in moves {
        let clash = kept
            .iter()
            .any(|&(d, _)| d == Slot(dst) || Opnd::slot(d) == Opnd::slot(Slot(src)));
        if !clash {
            kept.push((Slot(dst), Opnd::slot(Slot(src))));
        }
    }
    kept
}

/// Replaces reads that some path reaches without a write. The checker itself,
/// on the unchanged numbering, finds them one at a time.
fn make_valid(mut f: Function) -> Function {
    let same: Vec<Slot> = (0..f.slots).map(Slot).collect();
    while let Err(lost) = check(&f, &same) {
        let slot: u32 = lost
            .split("slot ")
            .nth(1)
            .unwrap()
            .split(' ')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        let place: usize = lost.split([' ', ':']).nth(1).unwrap().parse().unwrap();
        let zero = |operand: &mut Opnd| {
            if *operand == Opnd::slot(Slot(slot)) {
                *operand = Opnd::constant(0);
            }
        };
        if lost.starts_with("edge") {
            f.edges[place]
                .moves
                .iter_mut()
                .for_each(|(_, src)| zero(src));
        } else {
            match &mut f.code[place] {
                Inst::Bin { a, b, .. } => [a, b].into_iter().for_each(zero),
                Inst::Return { values } => values.iter_mut().for_each(zero),
                other => panic!("{other:?}: {lost}"),
            }
        }
    }
    f
}

fn random_block() -> impl Strategy<Value = RandomBlock> {
    let slot = || 2_u32..20;
    let any = || 0_u32..24;
    (
        prop::collection::vec((slot(), any(), any()), 0..8),
        (0_usize..8, 0_usize..8),
        prop::collection::vec((slot(), any()), 0..5),
    )
}

proptest! {
    #[test]
    fn every_value_survives_until_it_is_read(blocks in prop::collection::vec(random_block(), 2..8)) {
        let f = make_valid(function(blocks));
        let (map, count) = assign(&f, &live(&f));
        prop_assert!(count <= f.slots);
        prop_assert_eq!(check(&f, &map), Ok(()));
        let mut renamed = f.clone();
        rename::rename(&mut renamed, &map, count);
        let registers = live(&f).into_shared_rows(&map, count, f.blocks.len());
        renamed.live = Some(Box::new(Live { registers, variables: Box::default(), contents: Rows::default() }));
        prop_assert_eq!(crate::live::check(&renamed), Ok(()));
        let inside = |slot: Slot| slot.0 < count;
        for inst in &renamed.code {
            inst.visit(&mut |part| match part {
                Part::Read(operand) => if let OpndKind::Slot(slot) = operand.kind() { assert!(inside(slot)) },
                Part::Write(slot) => assert!(inside(slot)),
                Part::Edge(_) => {}
            });
        }
    }
}

fn live(f: &Function) -> Registers {
    Registers::of(f).expect("a small function")
}

#[test]
fn the_checker_sees_a_lost_value() {
    let code = vec![(2, 0, 1), (3, 0, 0), (4, 2, 3)];
    let f = make_valid(function(vec![
        (code, (1, 1), Vec::new()),
        (Vec::new(), (0, 0), Vec::new()),
    ]));
    let mut map: Vec<Slot> = (0..f.slots).map(Slot).collect();
    assert_eq!(check(&f, &map), Ok(()));
    map[3] = Slot(2);
    assert_eq!(
        check(&f, &map),
        Err("instruction 2: slot 2 is lost".to_owned())
    );
}

#[test]
fn values_that_never_meet_share_a_slot() {
    let code = (2..20).map(|dst| (dst, dst - 1, 0)).collect();
    let f = make_valid(function(vec![
        (code, (1, 1), Vec::new()),
        (Vec::new(), (0, 0), Vec::new()),
    ]));
    let (_, count) = assign(&f, &live(&f));
    assert!(count <= 5, "{count}");
}
