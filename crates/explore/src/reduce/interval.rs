//! What a branch or a check decided about a plain number, where the number itself does not matter: that it
//! lies between two others. `bytes_read = 5` and `7` go the same way at `bytes_read <= 0`.

use pleach_ir::{CastOp, Pred};

/// Numbers of so many bits from `low` up to `high`, over zero if that is smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Interval {
    pub low: u64,
    pub high: u64,
    pub width: u32,
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

impl Interval {
    pub fn new(low: u64, high: u64, width: u32) -> Interval {
        let mask = mask(width);
        Interval {
            low: low & mask,
            high: high & mask,
            width,
        }
    }

    pub fn only(value: u64, width: u32) -> Interval {
        Interval::new(value, value, width)
    }

    fn is_over_zero(&self) -> bool {
        self.low > self.high
    }

    pub fn contains(&self, value: u64) -> bool {
        match self.is_over_zero() {
            false => self.low <= value && value <= self.high,
            true => value >= self.low || value <= self.high,
        }
    }

    fn includes(&self, other: &Interval) -> bool {
        let length = |i: &Interval| i.high.wrapping_sub(i.low) & mask(i.width);
        self.contains(other.low)
            && self.contains(other.high)
            && length(other) <= length(self)
            && other.low.wrapping_sub(self.low) & mask(self.width) <= length(self)
            && (other.low.wrapping_sub(self.low) & mask(self.width)) <= length(self) - length(other)
    }

    /// What lies in both, if that is one interval.
    pub fn both(&self, other: &Interval) -> Option<Interval> {
        if self.width != other.width {
            return None;
        }
        if self.includes(other) {
            return Some(*other);
        }
        if other.includes(self) {
            return Some(*self);
        }
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        let is_plain = !self.is_over_zero() && !other.is_over_zero();
        (is_plain && low <= high).then_some(Interval { low, high, ..*self })
    }

    /// Numbers that lie here once this is added to them.
    pub fn before_adding(&self, number: u64) -> Interval {
        let moved = |end: u64| end.wrapping_sub(number);
        Interval::new(moved(self.low), moved(self.high), self.width)
    }

    /// Numbers of `from` bits that lie here once they are cast.
    pub fn before_cast(&self, op: CastOp, from: u32) -> Option<Interval> {
        match op {
            CastOp::ZExt => self.before_extending(from),
            CastOp::SExt => {
                let sign = 1u64 << (from - 1);
                let extended = |end: u64| {
                    let low = end & mask(from);
                    (low ^ sign).wrapping_sub(sign) & mask(self.width) == end
                };
                let fits = extended(self.low) && extended(self.high);
                fits.then(|| Interval::new(self.low, self.high, from))
            }
            CastOp::Trunc => None,
        }
    }

    fn before_extending(&self, from: u32) -> Option<Interval> {
        let most = mask(from);
        match (self.is_over_zero(), self.low <= most) {
            (false, true) => Some(Interval::new(self.low, self.high.min(most), from)),
            (true, false) => Some(Interval::new(0, self.high.min(most), from)),
            (true, true) => Some(Interval::new(self.low, self.high, from)),
            (false, false) => None,
        }
    }

    /// Numbers that compare so with a constant, or do not.
    pub fn compared(pred: Pred, constant: u64, width: u32, holds: bool) -> Option<Interval> {
        let (pred, holds) = match pred {
            Pred::Ne => (Pred::Eq, !holds),
            Pred::Uge => (Pred::Ult, !holds),
            Pred::Ugt => (Pred::Ule, !holds),
            Pred::Sge => (Pred::Slt, !holds),
            Pred::Sgt => (Pred::Sle, !holds),
            other => (other, holds),
        };
        let (least, most) = match pred {
            Pred::Slt | Pred::Sle => (1u64 << (width - 1), mask(width) >> 1),
            _ => (0, mask(width)),
        };
        let constant = constant & mask(width);
        let (low, high) = match (pred, holds) {
            (Pred::Eq, true) => (constant, constant),
            (Pred::Eq, false) => (constant.wrapping_add(1), constant.wrapping_sub(1)),
            (Pred::Ult | Pred::Slt, true) if constant == least => return None,
            (Pred::Ult | Pred::Slt, true) => (least, constant.wrapping_sub(1)),
            (Pred::Ult | Pred::Slt, false) => (constant, most),
            (_, true) => (least, constant),
            (_, false) if constant == most => return None,
            (_, false) => (constant.wrapping_add(1), most),
        };
        Some(Interval::new(low, high, width))
    }
}

/// The comparison with its sides exchanged.
pub(super) fn swapped(pred: Pred) -> Pred {
    match pred {
        Pred::Eq | Pred::Ne => pred,
        Pred::Ult => Pred::Ugt,
        Pred::Ule => Pred::Uge,
        Pred::Ugt => Pred::Ult,
        Pred::Uge => Pred::Ule,
        Pred::Slt => Pred::Sgt,
        Pred::Sle => Pred::Sge,
        Pred::Sgt => Pred::Slt,
        Pred::Sge => Pred::Sle,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: u32 = 4;

    fn all() -> impl Iterator<Item = Interval> {
        (0..16).flat_map(|low| (0..16).map(move |high| Interval::new(low, high, WIDTH)))
    }

    fn members(interval: Interval) -> Vec<u64> {
        (0..16).filter(|n| interval.contains(*n)).collect()
    }

    fn compares(pred: Pred, a: u64, b: u64) -> bool {
        let signed = |n: u64| (n as i64) << 60 >> 60;
        match pred {
            Pred::Eq => a == b,
            Pred::Ne => a != b,
            Pred::Ult => a < b,
            Pred::Ule => a <= b,
            Pred::Ugt => a > b,
            Pred::Uge => a >= b,
            Pred::Slt => signed(a) < signed(b),
            Pred::Sle => signed(a) <= signed(b),
            Pred::Sgt => signed(a) > signed(b),
            Pred::Sge => signed(a) >= signed(b),
        }
    }

    const PREDS: [Pred; 10] = [
        Pred::Eq,
        Pred::Ne,
        Pred::Ult,
        Pred::Ule,
        Pred::Ugt,
        Pred::Uge,
        Pred::Slt,
        Pred::Sle,
        Pred::Sgt,
        Pred::Sge,
    ];

    #[test]
    fn comparisons_are_intervals() {
        for pred in PREDS {
            for constant in 0..16 {
                for holds in [false, true] {
                    let wanted: Vec<u64> = (0..16)
                        .filter(|n| compares(pred, *n, constant) == holds)
                        .collect();
                    let found = Interval::compared(pred, constant, WIDTH, holds);
                    assert_eq!(
                        found.map_or(Vec::new(), members),
                        wanted,
                        "{pred:?} {constant} {holds}"
                    );
                }
                for n in 0..16 {
                    assert_eq!(
                        compares(pred, n, constant),
                        compares(swapped(pred), constant, n)
                    );
                }
            }
        }
    }

    #[test]
    fn what_lies_in_both_lies_in_each() {
        for a in all() {
            for b in all() {
                if let Some(both) = a.both(&b) {
                    let wanted: Vec<u64> = (0..16)
                        .filter(|n| a.contains(*n) && b.contains(*n))
                        .collect();
                    let found = members(both);
                    assert!(found.iter().all(|n| wanted.contains(n)), "{a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn sums_and_casts_go_back() {
        for interval in all() {
            for number in 0..16 {
                let before = interval.before_adding(number);
                let wanted = |n: &u64| interval.contains((n + number) & 15);
                assert_eq!(members(before), (0..16).filter(wanted).collect::<Vec<_>>());
            }
            for op in [CastOp::ZExt, CastOp::SExt] {
                let cast = |n: u64| match op {
                    CastOp::ZExt => n,
                    _ => ((n ^ 4).wrapping_sub(4)) & 15,
                };
                if let Some(before) = interval.before_cast(op, 3) {
                    for n in (0..8).filter(|n| before.contains(*n)) {
                        assert!(interval.contains(cast(n)), "{interval:?} {op:?} {n}");
                    }
                }
            }
        }
    }
}
