//! Loops whose number of rounds is plain to see: a register that begins with a constant, grows by one
//! in the only block that leads back, and is compared with a constant where the loop begins.

use pleach_ir::{BinOp, Const, EdgeId, Function, Inst, Opnd, OpndKind, Part, Pred, Slot};

/// How often the head of a loop is executed, up to `most`; none where that cannot be seen.
pub(super) fn known_rounds(
    function: &Function,
    next: &[Vec<usize>],
    members: &[usize],
    head: usize,
    most: u32,
) -> Option<u32> {
    let mut back = members.iter().copied().filter(|b| next[*b].contains(&head));
    let (latch, None) = (back.next()?, back.next()) else {
        return None;
    };
    let inside = Loop {
        function,
        members,
        head,
        latch,
    };
    let test = inside.test()?;
    let (mut value, step) = (inside.begins_with(test.counter)?, inside.step(&test)?);
    let mut rounds = 1;
    while rounds < most && test.stays(value) {
        value = value.wrapping_add(step);
        rounds += 1;
    }
    Some(rounds)
}

struct Loop<'f> {
    function: &'f Function,
    members: &'f [usize],
    head: usize,
    /// The only block that leads back.
    latch: usize,
}

/// The comparison at the head.
struct Test {
    counter: Slot,
    pred: Pred,
    width: u32,
    limit: u64,
    /// The answer with which the loop goes on.
    stays_if: bool,
}

impl Test {
    fn stays(&self, value: u64) -> bool {
        let unused = 64 - self.width;
        let (a, b) = (value << unused, self.limit << unused);
        let (signed_a, signed_b) = (a as i64, b as i64);
        let answer = match self.pred {
            Pred::Eq => a == b,
            Pred::Ne => a != b,
            Pred::Ult => a < b,
            Pred::Ule => a <= b,
            Pred::Ugt => a > b,
            Pred::Uge => a >= b,
            Pred::Slt => signed_a < signed_b,
            Pred::Sle => signed_a <= signed_b,
            Pred::Sgt => signed_a > signed_b,
            Pred::Sge => signed_a >= signed_b,
        };
        answer == self.stays_if
    }
}

impl Loop<'_> {
    fn code(&self, block: usize) -> &[Inst] {
        let block = self.function.blocks[block];
        &self.function.code[block.first as usize..(block.first + block.len) as usize]
    }

    fn target(&self, edge: EdgeId) -> usize {
        self.function.edges[edge.index()].target.index()
    }

    fn test(&self) -> Option<Test> {
        let (last, before) = self.code(self.head).split_last()?;
        let Inst::Branch {
            cond,
            then_edge,
            else_edge,
        } = last
        else {
            return None;
        };
        let stays = |edge: EdgeId| self.members.contains(&self.target(edge));
        let stays_if = match (stays(*then_edge), stays(*else_edge)) {
            (true, false) => true,
            (false, true) => false,
            _ => return None,
        };
        match last_write(before, register(*cond)?)? {
            Inst::Cmp {
                pred, width, a, b, ..
            } if *width <= 64 => Some(Test {
                counter: register(*a)?,
                pred: *pred,
                width: *width,
                limit: self.number(*b)?,
                stays_if,
            }),
            _ => None,
        }
    }

    /// The constant that all ways into the loop put into the register.
    fn begins_with(&self, counter: Slot) -> Option<u64> {
        let mut value = None;
        for (block, _) in self.function.blocks.iter().enumerate() {
            if self.members.contains(&block) {
                continue;
            }
            for edge in self.edges_to_head(block) {
                let number = self.number(moved(self.function, edge, counter)?)?;
                if value.is_some_and(|before| before != number) {
                    return None;
                }
                value = Some(number);
            }
        }
        value
    }

    /// What is added to the register per round, where nothing else writes it.
    fn step(&self, test: &Test) -> Option<u64> {
        let mut back = self.edges_to_head(self.latch);
        let (edge, None) = (back.pop()?, back.pop()) else {
            return None;
        };
        let moved = moved(self.function, edge, test.counter);
        let stepped = match moved {
            Some(operand) => register(operand)?,
            None => test.counter,
        };
        let Inst::Bin {
            op: op @ (BinOp::Add | BinOp::Sub),
            a,
            b,
            ..
        } = last_write(self.code(self.latch), stepped)?
        else {
            return None;
        };
        let step = self.number(*b)?;
        let is_counter = register(*a) == Some(test.counter) && self.writes(test.counter) == 1;
        is_counter.then_some(match op {
            BinOp::Sub => step.wrapping_neg(),
            _ => step,
        })
    }

    fn edges_to_head(&self, block: usize) -> Vec<EdgeId> {
        let mut edges = Vec::new();
        if let Some(last) = self.code(block).last() {
            last.visit(&mut |part| match part {
                Part::Edge(edge) if self.target(edge) == self.head => edges.push(edge),
                _ => {}
            });
        }
        edges
    }

    /// How many instructions and moves of the loop write a register.
    fn writes(&self, slot: Slot) -> usize {
        let mut writes = 0;
        let code = self.members.iter().flat_map(|b| self.code(*b));
        code.for_each(|inst| {
            inst.visit(&mut |part| match part {
                Part::Write(written) => writes += usize::from(written == slot),
                Part::Edge(edge) if self.members.contains(&self.target(edge)) => {
                    let moves = &self.function.edges[edge.index()].moves;
                    writes += moves.iter().filter(|(dst, _)| *dst == slot).count();
                }
                _ => {}
            })
        });
        writes
    }

    fn number(&self, operand: Opnd) -> Option<u64> {
        match operand.kind() {
            OpndKind::Slot(_) => None,
            OpndKind::Const(index) => match self.function.consts[index as usize] {
                Const::Int { bits, .. } => Some(bits),
                _ => None,
            },
        }
    }
}

fn register(operand: Opnd) -> Option<Slot> {
    match operand.kind() {
        OpndKind::Slot(slot) => Some(slot),
        OpndKind::Const(_) => None,
    }
}

/// What an edge moves into a register.
fn moved(function: &Function, edge: EdgeId, to: Slot) -> Option<Opnd> {
    let moves = &function.edges[edge.index()].moves;
    let last = moves.iter().rev().find(|(dst, _)| *dst == to);
    last.map(|(_, src)| *src)
}

fn last_write(code: &[Inst], slot: Slot) -> Option<&Inst> {
    code.iter().rev().find(|inst| {
        let mut writes = false;
        inst.visit(&mut |part| writes |= part == Part::Write(slot));
        writes
    })
}
