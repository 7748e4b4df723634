//! Bounds of a term as an unsigned number, from its structure.

use crate::fold::{mask, signed};
use crate::{Op, Term, Terms};

/// How far down the search goes, and how many nodes it looks at in all.
const DEPTH: u32 = 6;
const NODES: u32 = 16;

/// All values lie in `lo..=hi`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub lo: u64,
    pub hi: u64,
}

impl Terms {
    /// Bounds that hold under every model. `None` for terms of more than 64 bits.
    pub fn range(&self, t: Term) -> Option<Range> {
        let width = self.width(t);
        (width <= 64).then(|| self.range_at(t, DEPTH, &mut NODES.clone()))
    }

    /// Whether the sign bit is always 0.
    pub(crate) fn never_negative(&self, t: Term) -> bool {
        self.never_negative_in(t, self.range(t))
    }

    /// The same, when the range is known already.
    pub(crate) fn never_negative_in(&self, t: Term, range: Option<Range>) -> bool {
        let node = self.node(t);
        match range {
            Some(range) => range.hi <= mask(node.width) >> 1,
            None => match node.op {
                Op::ZExt => true,
                Op::Concat => self.is_zero(node.arg(0)),
                Op::Const => self.as_bits(t).is_some_and(|v| !v.sign()),
                _ => false,
            },
        }
    }

    fn range_at(&self, t: Term, depth: u32, nodes: &mut u32) -> Range {
        let node = self.node(t);
        let full = Range {
            lo: 0,
            hi: mask(node.width),
        };
        if let Some(value) = node.small_const() {
            return Range {
                lo: value,
                hi: value,
            };
        }
        *nodes = nodes.saturating_sub(1);
        if depth == 0 || *nodes == 0 || node.width == 1 || node.op == Op::Var || node.op.is_float()
        {
            return full;
        }
        let mut arg = |i: usize| {
            let arg = node.arg(i);
            if self.width(arg) > 64 {
                None
            } else {
                Some(self.range_at(arg, depth - 1, nodes))
            }
        };
        let bounds = match node.op {
            Op::Ite => arg(1).zip(arg(2)).map(|(a, b)| union(a, b)),
            Op::ZExt => arg(0),
            Op::Not => arg(0).map(|a| Range {
                lo: full.hi - a.hi,
                hi: full.hi - a.lo,
            }),
            Op::SExt => arg(0).map(|a| sign_extended(a, self.width(node.arg(0)), full)),
            Op::Extract => arg(0).map(|a| sliced(a, node.lo(), full)),
            Op::Concat => {
                let k = self.width(node.arg(1));
                let high = arg(0);
                // A high part that can be anything makes the low one's bounds worth little.
                let bounded = high.filter(|h| {
                    *h != Range {
                        lo: 0,
                        hi: full.hi >> k,
                    }
                });
                let bounded = bounded.and_then(|h| Some((h, arg(1)?)));
                bounded.map(|(h, l)| Range {
                    lo: h.lo << k | l.lo,
                    hi: h.hi << k | l.hi,
                })
            }
            _ if node.op.arity() == 2 => {
                arg(0).zip(arg(1)).map(|(a, b)| binary(node.op, a, b, full))
            }
            _ => None,
        };
        bounds.unwrap_or(full)
    }
}

fn union(a: Range, b: Range) -> Range {
    Range {
        lo: a.lo.min(b.lo),
        hi: a.hi.max(b.hi),
    }
}

/// The least `2^n - 1` that is not below `value`.
fn fill(value: u64) -> u64 {
    u64::MAX.checked_shr(value.leading_zeros()).unwrap_or(0)
}

fn sign_extended(a: Range, from: u32, full: Range) -> Range {
    let (lo, hi) = (signed(a.lo, from), signed(a.hi, from));
    // Order is kept unless the range contains both the largest and the smallest number.
    if lo <= hi {
        Range {
            lo: lo as u64 & full.hi,
            hi: hi as u64 & full.hi,
        }
    } else {
        full
    }
}

fn sliced(a: Range, lo: u32, full: Range) -> Range {
    let shifted = Range {
        lo: a.lo >> lo,
        hi: a.hi >> lo,
    };
    if shifted.hi <= full.hi { shifted } else { full }
}

fn binary(op: Op, a: Range, b: Range, full: Range) -> Range {
    let checked = |lo: Option<u64>, hi: Option<u64>| match (lo, hi) {
        (Some(lo), Some(hi)) if hi <= full.hi => Range { lo, hi },
        _ => full,
    };
    match op {
        Op::And => Range {
            lo: 0,
            hi: a.hi.min(b.hi),
        },
        Op::Or => Range {
            lo: a.lo.max(b.lo),
            hi: fill(a.hi | b.hi),
        },
        Op::Xor => Range {
            lo: 0,
            hi: fill(a.hi | b.hi),
        },
        Op::Add => checked(a.lo.checked_add(b.lo), a.hi.checked_add(b.hi)),
        Op::Sub => checked(a.lo.checked_sub(b.hi), a.hi.checked_sub(b.lo)),
        Op::Mul => checked(a.lo.checked_mul(b.lo), a.hi.checked_mul(b.hi)),
        Op::UDiv if b.lo > 0 => Range {
            lo: a.lo / b.hi,
            hi: a.hi / b.lo,
        },
        Op::URem if b.lo > 0 => Range {
            lo: 0,
            hi: a.hi.min(b.hi - 1),
        },
        Op::URem => Range { lo: 0, hi: a.hi },
        Op::LShr => Range {
            lo: 0,
            hi: a.hi >> b.lo.min(63),
        },
        _ => full,
    }
}
