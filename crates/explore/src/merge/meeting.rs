//! Where states that part meet again: the immediate post-dominators of blocks.
//!
//! Ways that do not go the usual way out are ignored as long as there is a usual one, so
//! `if (bad) abort();` meets behind the `if`. Usual is, in this order: to return, to pass an exception
//! on, to end the path, to go round for ever. A block's meeting is computed among the ways that are
//! most usual *for it*: a function that ends in `exit` has meetings before that. In a loop there may
//! be meetings before that of all ways: see [`super::rounds`].

use super::rounds::rounds;
use crate::atlas::components;
use crate::dominators::{NONE, post_dominators};
use pleach_ir::{BlockId, FuncId, Function, Inst, Module, Part};

/// Where the ways out of a block come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meeting {
    Block(BlockId),
    /// Only behind the call of this function.
    Return,
    Never,
}

/// The meetings of all blocks of a program.
pub(crate) struct Meetings {
    /// By function and block, the outermost first.
    after: Vec<Box<[Box<[Meeting]>]>>,
    /// Sorted.
    joins: Vec<(FuncId, BlockId)>,
}

impl Meetings {
    pub fn new(module: &Module) -> Meetings {
        let (mut after, mut joins) = (Vec::new(), Vec::new());
        for (i, function) in module.functions.iter().enumerate() {
            let meetings = meetings(function);
            let id = FuncId(i as u32);
            joins.extend(joins_of(function, &meetings).into_iter().map(|b| (id, b)));
            after.push(meetings.into());
        }
        Meetings { after, joins }
    }

    /// Where all ways out of a block come together, and before that those that stay in each of the
    /// loops around it, the outermost first.
    pub fn after(&self, function: FuncId, block: BlockId) -> &[Meeting] {
        &self.after[function.index()][block.index()]
    }

    /// The blocks that are the meeting of some block whose last instruction chooses between ways,
    /// in order.
    pub fn joins(&self) -> impl Iterator<Item = (FuncId, BlockId)> + '_ {
        self.joins.iter().copied()
    }

    #[cfg(test)]
    pub fn is_join(&self, function: FuncId, block: BlockId) -> bool {
        self.joins.binary_search(&(function, block)).is_ok()
    }
}

fn joins_of(function: &Function, meetings: &[Box<[Meeting]>]) -> Vec<BlockId> {
    let mut joins: Vec<BlockId> = Vec::new();
    for (block, meetings) in meetings.iter().enumerate() {
        let chooses = matches!(
            last(function, block),
            Inst::Branch { .. } | Inst::Switch(_) | Inst::IndirectJump { .. }
        );
        for meeting in meetings.iter().filter(|_| chooses) {
            if let Meeting::Block(at) = meeting {
                joins.push(*at);
            }
        }
    }
    joins.sort();
    joins.dedup();
    joins
}

fn meetings(function: &Function) -> Vec<Box<[Meeting]>> {
    let next: Vec<Vec<usize>> = (0..function.blocks.len())
        .map(|b| targets(function, b))
        .collect();
    let after = all_meet(function, &next);
    let block = |meeting: &Meeting| match meeting {
        Meeting::Block(at) => Some(at.index()),
        _ => None,
    };
    let rounds = rounds(&next, &|at| block(&after[at]));
    let with_rounds = |(after, rounds): (&Meeting, Vec<usize>)| {
        let rounds = rounds.iter().map(|at| Meeting::Block(BlockId(*at as u32)));
        std::iter::once(*after).chain(rounds).collect()
    };
    after.iter().zip(rounds).map(with_rounds).collect()
}

/// Where all ways out of each block come together.
fn all_meet(function: &Function, next: &[Vec<usize>]) -> Vec<Meeting> {
    let blocks = 0..function.blocks.len();
    let mut ways = Ways {
        next: next.to_vec(),
        after: vec![None; blocks.len()],
    };
    let returns = |last: &Inst| matches!(last, Inst::Return { .. });
    let passes_on = |last: &Inst| matches!(last, Inst::Resume { .. });
    let ending = |is: &dyn Fn(&Inst) -> bool| -> Vec<usize> {
        let ends = |b: &usize| is(last(function, *b));
        blocks.clone().filter(ends).collect()
    };
    ways.find(&ending(&returns), Meeting::Return);
    ways.find(&ending(&passes_on), Meeting::Never);
    let stops = |b: &usize| ways.next[*b].is_empty();
    let stops: Vec<usize> = blocks.clone().filter(stops).collect();
    ways.find(&stops, Meeting::Never);
    ways.find_endless();
    let found = ways.after.into_iter();
    found.map(|m| m.unwrap_or(Meeting::Never)).collect()
}

/// The control flow of a function, walked from where it ends.
struct Ways {
    next: Vec<Vec<usize>>,
    /// `None` until the block's most usual way out is found.
    after: Vec<Option<Meeting>>,
}

impl Ways {
    /// Finds the meetings of the blocks that lead to these exits and have none yet. Behind an exit
    /// is `out`.
    fn find(&mut self, exits: &[usize], out: Meeting) {
        let blocks = self.next.len();
        let next: Vec<Vec<usize>> = (0..blocks).map(|b| self.unfound(b)).collect();
        let leaves = exits.iter().filter(|exit| self.after[**exit].is_none());
        let above = post_dominators(next, leaves.copied());
        for (block, above) in above[..blocks].iter().enumerate() {
            match *above {
                NONE => {}
                at if at == blocks => self.after[block] = Some(out),
                at => self.after[block] = Some(Meeting::Block(BlockId(at as u32))),
            }
        }
    }

    /// Ways out of a block that has no meeting yet. They lead only to such blocks, or it had one.
    fn unfound(&self, block: usize) -> Vec<usize> {
        match self.after[block] {
            None => self.next[block].clone(),
            Some(_) => Vec::new(),
        }
    }

    /// What is left goes round for ever. Each of these loops is cut where it begins again: there
    /// its ways meet.
    fn find_endless(&mut self) {
        let left: Vec<Vec<usize>> = (0..self.next.len()).map(|b| self.unfound(b)).collect();
        // What leads to a loop comes behind it and is found with it.
        for round in components(&left) {
            let head = *round.iter().min().expect("a component has members");
            if self.after[head].is_some() {
                continue;
            }
            let back = round.iter().copied().filter(|b| left[*b].contains(&head));
            self.cut(&back.collect::<Vec<_>>(), head);
        }
    }

    /// Finds meetings where going back to the head is the way out.
    fn cut(&mut self, back: &[usize], head: usize) {
        let whole: Vec<Vec<usize>> = back
            .iter()
            .map(|b| std::mem::take(&mut self.next[*b]))
            .collect();
        for (b, targets) in back.iter().zip(&whole) {
            self.next[*b] = targets.iter().copied().filter(|to| *to != head).collect();
        }
        self.find(back, Meeting::Block(BlockId(head as u32)));
        for (b, targets) in back.iter().zip(whole) {
            self.next[*b] = targets;
        }
    }
}

fn last(function: &Function, block: usize) -> &Inst {
    let block = function.blocks[block];
    &function.code[(block.first + block.len - 1) as usize]
}

fn targets(function: &Function, block: usize) -> Vec<usize> {
    let mut targets = Vec::new();
    last(function, block).visit(&mut |part| {
        if let Part::Edge(edge) = part {
            targets.push(function.edges[edge.index()].target.index());
        }
    });
    targets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::merge::tests::{find, lower};

    /// The choice behind the call of each function meets where the other one is called, or as said.
    fn check(source: &str, expected: &[(&str, Expected)]) {
        let module = lower(source);
        let meetings = Meetings::new(&module);
        let (id, function) = find(&module, "f");
        for (from, to) in expected {
            let parts = parting(&module, function, from);
            let found = meetings.after(id, parts)[0];
            match to {
                Expected::Calls(name) => {
                    let Meeting::Block(at) = found else {
                        panic!("{from}: {found:?}\n{}", module.text(id));
                    };
                    let called = first_call(&module, function, at);
                    assert_eq!(called, *name, "{from}\n{}", module.text(id));
                    assert!(meetings.is_join(id, at));
                }
                Expected::Is(meeting) => assert_eq!(found, *meeting, "{}", module.text(id)),
            }
        }
    }

    enum Expected {
        Calls(&'static str),
        Is(Meeting),
    }
    use Expected::*;

    fn callee<'m>(module: &'m Module, function: &Function, block: usize) -> &'m str {
        match last(function, block) {
            Inst::Call(call) => match call.callee {
                pleach_ir::Callee::Direct(id) => &module.functions[id.index()].name,
                _ => "",
            },
            _ => "",
        }
    }

    /// The first function that is called from here on, over plain jumps.
    fn first_call<'m>(module: &'m Module, function: &Function, mut block: BlockId) -> &'m str {
        loop {
            match (
                callee(module, function, block.index()),
                targets(function, block.index()),
            ) {
                ("", next) if next.len() == 1 => block = BlockId(next[0] as u32),
                (name, _) => return name,
            }
        }
    }

    /// The block with several ways out that comes next behind the call of this function.
    fn parting(module: &Module, function: &Function, name: &str) -> BlockId {
        let called = |b: &usize| callee(module, function, *b) == name;
        let mut block = (0..function.blocks.len()).find(called).expect("a call");
        loop {
            let next = targets(function, block);
            match next.as_slice() {
                [only] => block = *only,
                [_, ..] => return BlockId(block as u32),
                [] => panic!("nothing parts behind {name}"),
            }
        }
    }

    const NAMES: &str = "
        int a(void); int b(void); int c(void); int d(void);
        void abort(void) __attribute__((noreturn));";

    #[test]
    fn ifs_meet_behind_them() {
        let source = "int f(void) { if (a()) b(); else c(); return d(); }";
        check(&format!("{NAMES}{source}"), &[("a", Calls("d"))]);
    }

    #[test]
    fn ways_that_do_not_return_are_ignored() {
        let source = "int f(void) { if (a()) abort(); b(); if (c()) for (;;) d(); return b(); }";
        let expected = [("a", Calls("b")), ("c", Calls("b"))];
        check(&format!("{NAMES}{source}"), &expected);
    }

    #[test]
    fn returns_meet_behind_the_call() {
        let source = "int f(void) { if (a()) return 1; if (b()) c(); return d(); }";
        let module = lower(&format!("{NAMES}{source}"));
        let meetings = Meetings::new(&module);
        let (id, function) = find(&module, "f");
        let returns = |b: &usize| matches!(last(function, *b), Inst::Return { .. });
        let returns = (0..function.blocks.len()).filter(returns);
        let returns: Vec<BlockId> = returns.map(|b| BlockId(b as u32)).collect();
        assert_eq!(returns.len(), 1, "clang makes one of them");
        assert_eq!(meetings.after(id, returns[0]), [Meeting::Return]);
        let first = meetings.after(id, parting(&module, function, "a"));
        assert_eq!(first, [Meeting::Block(returns[0])]);
        let joins: Vec<_> = meetings.joins().collect();
        assert_eq!(joins.len(), 2);
        assert!(joins.contains(&(id, returns[0])));
    }

    /// The paper's `f1` (figure 2).
    #[test]
    fn functions_that_end_the_program_have_meetings() {
        let source = "void f(void) { if (a()) b(); if (c()) d(); abort(); }";
        let expected = [("a", Calls("c")), ("c", Calls("abort"))];
        check(&format!("{NAMES}{source}"), &expected);
        let source = "void f(void) { if (a()) { b(); abort(); } c(); abort(); }";
        check(&format!("{NAMES}{source}"), &[("a", Is(Meeting::Never))]);
    }

    #[test]
    fn endless_loops_have_meetings() {
        let source = "void f(void) { for (;;) { if (a()) b(); if (c()) continue; d(); } }";
        let expected = [("a", Calls("c")), ("c", Calls("a"))];
        check(&format!("{NAMES}{source}"), &expected);
    }

    #[test]
    fn loops_meet_behind_them() {
        let source = "int f(void) { while (a()) if (b()) c(); return d(); }";
        let expected = [("a", Calls("d")), ("b", Calls("a"))];
        check(&format!("{NAMES}{source}"), &expected);
    }

    /// Where states meet that part behind the call of `from`, the outermost first, by what is called
    /// there.
    fn all_after(source: &str, from: &str) -> Vec<String> {
        let module = lower(&format!("{NAMES}{source}"));
        let meetings = Meetings::new(&module);
        let (id, function) = find(&module, "f");
        let after = meetings.after(id, parting(&module, function, from));
        let name = |meeting: &Meeting| match meeting {
            Meeting::Block(at) => first_call(&module, function, *at).to_owned(),
            other => format!("{other:?}"),
        };
        after.iter().map(name).collect()
    }

    #[test]
    fn states_that_stay_in_a_loop_meet_in_it() {
        let left_early =
            "int f(void) { while (a()) { if (b()) c(); else if (c()) break; } return d(); }";
        assert_eq!(all_after(left_early, "b"), ["d", "a"]);
        let whole =
            "int f(void) { while (a()) { if (b()) c(); d(); if (c()) break; } return a(); }";
        assert_eq!(all_after(whole, "b"), ["d"]);
        let inner = "int f(void) {
            while (a()) { while (b()) { if (c()) d(); else if (d()) return 1; } a(); }
            return b();
        }";
        assert_eq!(all_after(inner, "c"), ["", "b"]);
    }
}
