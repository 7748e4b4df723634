//! Integer arithmetic.

use super::super::Lowered;
use super::super::function::Body;
use crate::llvm::Value;
use crate::{ArithFlags, BinOp, Opnd, Pred, UnOp};

#[derive(Copy, Clone, PartialEq)]
enum Direction {
    Left,
    Right,
}

impl Body<'_, '_> {
    /// An absolute value that the smallest number does not have: the larger of the number and its
    /// negative, whose subtraction overflows for that one alone.
    fn checked_abs(&mut self, inst: Value) -> Lowered<()> {
        let width = self.width(inst)?;
        let flags = ArithFlags {
            nsw: true,
            speculative: self.is_speculative(inst),
            ..ArithFlags::default()
        };
        self.lanewise(inst, &inst.args()[..1], |body, row| {
            let zero = body.b.int(width, 0);
            let negative = body.b.bin_flags(BinOp::Sub, flags, width, zero, row[0]);
            Ok(body.b.bin(BinOp::SMax, width, row[0], negative))
        })
    }

    pub(super) fn int_intrinsic(&mut self, inst: Value, base: &str) -> Lowered<bool> {
        if let Some(op) = binary(base) {
            let width = self.width(inst)?;
            self.lanewise(inst, &inst.args()[..2], |body, row| {
                Ok(body.b.bin(op, width, row[0], row[1]))
            })?;
            return Ok(true);
        }
        if base == "abs" && inst.args()[1].int_value() != 0 {
            self.checked_abs(inst)?;
            return Ok(true);
        }
        if let Some(op) = unary(base) {
            let width = self.width(inst)?;
            let is_count = matches!(op, UnOp::LeadingZeros | UnOp::TrailingZeros);
            self.lanewise(inst, &inst.args()[..1], |body, row| {
                if is_count {
                    body.check_count(inst, row[0], width);
                }
                Ok(body.b.un(op, width, row[0]))
            })?;
            return Ok(true);
        }
        if let Some((op, overflow)) = with_overflow(base) {
            self.with_overflow(inst, op, overflow)?;
            return Ok(true);
        }
        match base {
            "scmp" => self.three_way(inst, Pred::Slt, Pred::Sgt)?,
            "ucmp" => self.three_way(inst, Pred::Ult, Pred::Ugt)?,
            "fshl" => self.funnel(inst, Direction::Left)?,
            "fshr" => self.funnel(inst, Direction::Right)?,
            "vector.reverse" | "experimental.vector.reverse" => {
                let mut lanes = self.value(inst.args()[0])?;
                lanes.reverse();
                self.define(inst, lanes);
            }
            "stepvector" | "experimental.stepvector" => {
                let width = self.width(inst)?;
                let lanes = (0..inst.ty().count())
                    .map(|i| self.b.int(width, i))
                    .collect();
                self.define(inst, lanes);
            }
            "vector.insert" => self.insert_subvector(inst)?,
            "vector.extract" => self.extract_subvector(inst)?,
            "vector.interleave2" => {
                let (a, b) = (self.value(inst.args()[0])?, self.value(inst.args()[1])?);
                self.define(
                    inst,
                    a.into_iter().zip(b).flat_map(|(a, b)| [a, b]).collect(),
                );
            }
            "vector.deinterleave2" => {
                let all = self.value(inst.args()[0])?;
                let every_other = |from: usize| all.iter().copied().skip(from).step_by(2);
                let lanes = every_other(0).chain(every_other(1)).collect();
                self.define(inst, lanes);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// All values, then all overflow bits, as the struct of two vectors has them.
    fn with_overflow(&mut self, inst: Value, op: BinOp, overflow: BinOp) -> Lowered<()> {
        let args = inst.args();
        let width = self.width(args[0])?;
        let (a, b) = (self.value(args[0])?, self.value(args[1])?);
        let mut results = Vec::new();
        for which in [op, overflow] {
            for (&a, &b) in a.iter().zip(&b) {
                results.push(self.b.bin(which, width, a, b));
            }
        }
        self.define(inst, results);
        Ok(())
    }

    fn three_way(&mut self, inst: Value, less: Pred, greater: Pred) -> Lowered<()> {
        let args = inst.args();
        let (from, to) = (self.width(args[0])?, self.width(inst)?);
        self.lanewise(inst, &args, |body, row| {
            let is_less = body.b.cmp(less, from, row[0], row[1]);
            let is_greater = body.b.cmp(greater, from, row[0], row[1]);
            let (minus, zero, one) = (body.b.signed(to, -1), body.b.int(to, 0), body.b.int(to, 1));
            let rest = body.b.select(to, is_greater, one, zero);
            Ok(body.b.select(to, is_less, minus, rest))
        })
    }

    fn funnel(&mut self, inst: Value, direction: Direction) -> Lowered<()> {
        let width = self.width(inst)?;
        self.lanewise(inst, &inst.args(), |body, row| {
            let by = match body.b.known_int(row[2]) {
                Some(by) => (by % u64::from(width)) as u32,
                None => return Ok(body.funnel_by_unknown(direction, width, row)),
            };
            let left = if direction == Direction::Left {
                by
            } else {
                (width - by) % width
            };
            Ok(match (left, direction) {
                (0, Direction::Left) => row[0],
                (0, Direction::Right) => row[1],
                _ => {
                    let (l, r) = (
                        body.b.int(width, u64::from(left)),
                        body.b.int(width, u64::from(width - left)),
                    );
                    let high = body.b.bin(BinOp::Shl, width, row[0], l);
                    let low = body.b.bin(BinOp::LShr, width, row[1], r);
                    body.b.bin(BinOp::Or, width, high, low)
                }
            })
        })
    }

    /// `(a << s) | (b >> 1 >> (w - 1 - s))` and its mirror image: no shift
    /// reaches the width, also for `s == 0`.
    fn funnel_by_unknown(&mut self, direction: Direction, width: u32, row: &[Opnd]) -> Opnd {
        if width == 1 {
            return if direction == Direction::Left {
                row[0]
            } else {
                row[1]
            };
        }
        let bits = self.b.int(width, u64::from(width));
        let by = self.b.bin(BinOp::URem, width, row[2], bits);
        let most = self.b.int(width, u64::from(width - 1));
        let rest = self.b.bin(BinOp::Sub, width, most, by);
        let one = self.b.int(width, 1);
        let (high, low) = match direction {
            Direction::Left => {
                let high = self.b.bin(BinOp::Shl, width, row[0], by);
                let low = self.b.bin(BinOp::LShr, width, row[1], one);
                (high, self.b.bin(BinOp::LShr, width, low, rest))
            }
            Direction::Right => {
                let high = self.b.bin(BinOp::Shl, width, row[0], one);
                let high = self.b.bin(BinOp::Shl, width, high, rest);
                (high, self.b.bin(BinOp::LShr, width, row[1], by))
            }
        };
        self.b.bin(BinOp::Or, width, high, low)
    }

    fn insert_subvector(&mut self, inst: Value) -> Lowered<()> {
        let args = inst.args();
        let (mut whole, part) = (self.value(args[0])?, self.value(args[1])?);
        let at = args[2].int_value() as usize;
        for (i, element) in part.into_iter().enumerate() {
            if let Some(slot) = whole.get_mut(at + i) {
                *slot = element;
            }
        }
        self.define(inst, whole);
        Ok(())
    }

    fn extract_subvector(&mut self, inst: Value) -> Lowered<()> {
        let args = inst.args();
        let whole = self.value(args[0])?;
        let (at, count) = (args[1].int_value() as usize, inst.ty().count() as usize);
        let width = self.width(inst)?;
        let undefined = self.b.undef(width);
        let part = (at..at + count)
            .map(|i| whole.get(i).copied().unwrap_or(undefined))
            .collect();
        self.define(inst, part);
        Ok(())
    }
}

fn binary(base: &str) -> Option<BinOp> {
    Some(match base {
        "smin" => BinOp::SMin,
        "smax" => BinOp::SMax,
        "umin" => BinOp::UMin,
        "umax" => BinOp::UMax,
        "uadd.sat" => BinOp::UAddSat,
        "sadd.sat" => BinOp::SAddSat,
        "usub.sat" => BinOp::USubSat,
        "ssub.sat" => BinOp::SSubSat,
        "ushl.sat" => BinOp::UShlSat,
        "sshl.sat" => BinOp::SShlSat,
        _ => return None,
    })
}

/// The second argument of some (what is poison) does not matter.
fn unary(base: &str) -> Option<UnOp> {
    Some(match base {
        "abs" => UnOp::Abs,
        "ctpop" => UnOp::Popcount,
        "ctlz" => UnOp::LeadingZeros,
        "cttz" => UnOp::TrailingZeros,
        "bswap" => UnOp::ByteSwap,
        "bitreverse" => UnOp::BitReverse,
        _ => return None,
    })
}

fn with_overflow(base: &str) -> Option<(BinOp, BinOp)> {
    Some(match base {
        "uadd.with.overflow" => (BinOp::Add, BinOp::UAddOverflow),
        "sadd.with.overflow" => (BinOp::Add, BinOp::SAddOverflow),
        "usub.with.overflow" => (BinOp::Sub, BinOp::USubOverflow),
        "ssub.with.overflow" => (BinOp::Sub, BinOp::SSubOverflow),
        "umul.with.overflow" => (BinOp::Mul, BinOp::UMulOverflow),
        "smul.with.overflow" => (BinOp::Mul, BinOp::SMulOverflow),
        _ => return None,
    })
}
