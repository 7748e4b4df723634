//! Integer instructions on values that are symbolic, wide, or at fault.

use crate::finding::SIGFPE;
use crate::memo::{Key, Operation};
use crate::value::{mask, signed};
use crate::{ErrorKind, Machine, State, Step, Value};
use pleach_ir::{ArithFlags, BinOp, CastOp, Opnd, Pred, Slot, UnOp};
use pleach_term::{Term, Terms};

impl Machine {
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn bin(
        &mut self,
        state: &mut State,
        op: BinOp,
        flags: ArithFlags,
        width: u32,
        dst: Slot,
        a: Opnd,
        b: Opnd,
    ) -> Step<()> {
        let (va, vb) = (self.read(state, a), self.read(state, b));
        self.check_operands(state, op, flags, width, (va, vb))?;
        let key = Key {
            operation: Operation::Bin(op),
            width,
            a: va,
            b: vb,
        };
        let terms = &self.terms;
        let result = self.memo.get(terms.generation(), key, || {
            let (a, b) = (va.to_term(terms, width), vb.to_term(terms, width));
            Value::from_term(terms, bin_term(terms, op, a, b))
        });
        self.set(state, dst, result);
        Ok(())
    }

    /// What the program must not do with this operation.
    fn check_operands(
        &mut self,
        state: &mut State,
        op: BinOp,
        flags: ArithFlags,
        width: u32,
        (a, b): (Value, Value),
    ) -> Step<()> {
        use BinOp::{AShr, LShr, SDiv, SRem, Shl, UDiv, URem};
        match op {
            UDiv | SDiv | URem | SRem => {
                self.check_divisor(state, b.to_term(&self.terms, width), width)?
            }
            Shl | LShr | AShr if !flags.speculative => {
                self.check_shift(state, b.to_term(&self.terms, width), width)?;
            }
            _ => {}
        }
        let divides = matches!(op, SDiv | SRem);
        let checked = self.config.checks.overflow && !flags.speculative && (flags.nsw || divides);
        if checked || (divides && traps(width)) {
            let (a, b) = (a.to_term(&self.terms, width), b.to_term(&self.terms, width));
            self.check_overflow(state, op, a, b, width)?;
        }
        Ok(())
    }

    fn check_divisor(&mut self, state: &mut State, divisor: Term, width: u32) -> Step<()> {
        let zero = self.terms.constant(width, 0);
        let fine = Value::from_term(&self.terms, self.terms.ne(divisor, zero));
        self.require(state, fine, |m, s| {
            m.finding(s, ErrorKind::DivisionByZero, "division by zero")
        })
    }

    fn check_shift(&mut self, state: &mut State, amount: Term, width: u32) -> Step<()> {
        let limit = self.terms.constant(width, u64::from(width));
        let fine = self.terms.ult(amount, limit);
        let fine = Value::from_term(&self.terms, fine);
        self.require(state, fine, |m, s| {
            m.finding(
                s,
                ErrorKind::Overshift,
                format!("shift by {width} bits or more, which is all that the value has"),
            )
        })
    }

    fn check_overflow(
        &mut self,
        state: &mut State,
        op: BinOp,
        a: Term,
        b: Term,
        width: u32,
    ) -> Step<()> {
        let t = &self.terms;
        let overflow = match op {
            BinOp::Add => t.sadd_overflow(a, b),
            BinOp::Sub => t.ssub_overflow(a, b),
            BinOp::Mul => t.smul_overflow(a, b),
            BinOp::Shl => {
                let shifted = t.shl(a, b);
                t.ne(t.ashr(shifted, b), a)
            }
            BinOp::SDiv | BinOp::SRem => {
                let least = t.shl(
                    t.constant(width, 1),
                    t.constant(width, u64::from(width) - 1),
                );
                t.and(t.eq(a, least), t.eq(b, t.not(t.constant(width, 0))))
            }
            _ => return Ok(()),
        };
        let fine = Value::from_term(&self.terms, self.terms.not(overflow));
        let is_division = matches!(op, BinOp::SDiv | BinOp::SRem);
        let message = format!("signed overflow in {}", operation_name(op));
        self.require(state, fine, |m, s| {
            let mut finding = m.finding(s, ErrorKind::SignedOverflow, message);
            finding.signal = (is_division && traps(width)).then_some(SIGFPE);
            finding
        })
    }

    pub(crate) fn un(
        &mut self,
        state: &mut State,
        op: UnOp,
        width: u32,
        dst: Slot,
        a: Opnd,
    ) -> Step<()> {
        let value = self.read(state, a);
        if let (Some(bits), true) = (value.as_concrete(), width <= 64) {
            self.set(state, dst, Value::concrete(un_concrete(op, bits, width)));
            return Ok(());
        }
        let a = value.to_term(&self.terms, width);
        let t = &self.terms;
        let result = match op {
            UnOp::Popcount => t.ctpop(a),
            UnOp::LeadingZeros => t.ctlz(a),
            UnOp::TrailingZeros => t.cttz(a),
            UnOp::ByteSwap => t.bswap(a),
            UnOp::BitReverse => t.bitreverse(a),
            UnOp::Abs => t.abs(a),
        };
        self.set_term(state, dst, result);
        Ok(())
    }

    pub(crate) fn cmp(
        &mut self,
        state: &mut State,
        pred: Pred,
        width: u32,
        dst: Slot,
        a: Opnd,
        b: Opnd,
    ) -> Step<()> {
        let (a, b) = (self.read(state, a), self.read(state, b));
        let key = Key {
            operation: Operation::Cmp(pred),
            width,
            a,
            b,
        };
        let t = &self.terms;
        let result = self.memo.get(t.generation(), key, || {
            let (a, b) = (a.to_term(t, width), b.to_term(t, width));
            Value::from_term(t, cmp_term(t, pred, a, b))
        });
        self.set(state, dst, result);
        Ok(())
    }

    pub(crate) fn cast(
        &mut self,
        state: &mut State,
        op: CastOp,
        from: u32,
        to: u32,
        dst: Slot,
        a: Opnd,
    ) -> Step<()> {
        let a = self.read(state, a);
        let key = Key {
            operation: Operation::Cast(op, to),
            width: from,
            a,
            b: Value::ZERO,
        };
        let t = &self.terms;
        let result = self.memo.get(t.generation(), key, || {
            let a = a.to_term(t, from);
            let cast = match op {
                CastOp::ZExt => t.zext(a, to),
                CastOp::SExt => t.sext(a, to),
                CastOp::Trunc => t.trunc(a, to),
            };
            Value::from_term(t, cast)
        });
        self.set(state, dst, result);
        Ok(())
    }

    pub(crate) fn select(
        &mut self,
        state: &mut State,
        width: u32,
        dst: Slot,
        cond: Opnd,
        a: Opnd,
        b: Opnd,
    ) -> Step<()> {
        let cond = self.read(state, cond);
        if let Some(bits) = cond.as_concrete() {
            let value = self.read(state, if bits & 1 != 0 { a } else { b });
            self.set(state, dst, value);
            return Ok(());
        }
        let (a, b) = (self.term(state, a, width), self.term(state, b, width));
        let result = self.terms.ite(cond.to_term(&self.terms, 1), a, b);
        self.set_term(state, dst, result);
        Ok(())
    }

    pub(crate) fn concat(
        &mut self,
        state: &mut State,
        dst: Slot,
        part_width: u32,
        parts: &[Opnd],
    ) -> Step<()> {
        let mut whole: Option<Term> = None;
        for part in parts {
            let part = self.term(state, *part, part_width);
            whole = Some(whole.map_or(part, |low| self.terms.concat(part, low)));
        }
        if let Some(whole) = whole {
            self.set_term(state, dst, whole);
        }
        Ok(())
    }

    pub(crate) fn extract(
        &mut self,
        state: &mut State,
        dst: Slot,
        a: Opnd,
        from: u32,
        low: u32,
        width: u32,
    ) -> Step<()> {
        let a = self.term(state, a, from);
        self.set_term(state, dst, self.terms.extract(a, low, width));
        Ok(())
    }

    pub(crate) fn lea(
        &mut self,
        state: &mut State,
        dst: Slot,
        base: Opnd,
        offset: i64,
        (index, index_width): (Opnd, u32),
        scale: i64,
    ) -> Step<()> {
        let base = self.term(state, base, 64);
        let index = self.term(state, index, index_width);
        let t = &self.terms;
        let index = if index_width < 64 {
            t.sext(index, 64)
        } else {
            t.trunc(index, 64)
        };
        let scaled = t.mul(index, t.constant(64, scale as u64));
        let result = t.add(t.add(base, scaled), t.constant(64, offset as u64));
        self.set_term(state, dst, result);
        Ok(())
    }

    pub(crate) fn offset(
        &mut self,
        state: &mut State,
        dst: Slot,
        base: Opnd,
        offset: i64,
    ) -> Step<()> {
        let base = self.term(state, base, 64);
        let result = self.terms.add(base, self.terms.constant(64, offset as u64));
        self.set_term(state, dst, result);
        Ok(())
    }
}

/// Whether the processor divides numbers of this width itself. It then stops the program where the
/// quotient does not fit, as it does for a division by zero; library functions and wider
/// instructions, which divide all others, do not.
fn traps(width: u32) -> bool {
    matches!(width, 8 | 16 | 32 | 64)
}

fn cmp_term(t: &Terms, pred: Pred, a: Term, b: Term) -> Term {
    match pred {
        Pred::Eq => t.eq(a, b),
        Pred::Ne => t.ne(a, b),
        Pred::Ult => t.ult(a, b),
        Pred::Ule => t.ule(a, b),
        Pred::Ugt => t.ugt(a, b),
        Pred::Uge => t.uge(a, b),
        Pred::Slt => t.slt(a, b),
        Pred::Sle => t.sle(a, b),
        Pred::Sgt => t.sgt(a, b),
        Pred::Sge => t.sge(a, b),
    }
}

fn bin_term(t: &Terms, op: BinOp, a: Term, b: Term) -> Term {
    match op {
        BinOp::Add => t.add(a, b),
        BinOp::Sub => t.sub(a, b),
        BinOp::Mul => t.mul(a, b),
        BinOp::UDiv => t.udiv(a, b),
        BinOp::SDiv => t.sdiv(a, b),
        BinOp::URem => t.urem(a, b),
        BinOp::SRem => t.srem(a, b),
        BinOp::Shl => t.shl(a, b),
        BinOp::LShr => t.lshr(a, b),
        BinOp::AShr => t.ashr(a, b),
        BinOp::And => t.and(a, b),
        BinOp::Or => t.or(a, b),
        BinOp::Xor => t.xor(a, b),
        BinOp::UMin => t.umin(a, b),
        BinOp::UMax => t.umax(a, b),
        BinOp::SMin => t.smin(a, b),
        BinOp::SMax => t.smax(a, b),
        BinOp::UAddSat => t.uadd_sat(a, b),
        BinOp::SAddSat => t.sadd_sat(a, b),
        BinOp::USubSat => t.usub_sat(a, b),
        BinOp::SSubSat => t.ssub_sat(a, b),
        BinOp::UShlSat => t.ushl_sat(a, b),
        BinOp::SShlSat => t.sshl_sat(a, b),
        BinOp::UAddOverflow => t.uadd_overflow(a, b),
        BinOp::SAddOverflow => t.sadd_overflow(a, b),
        BinOp::USubOverflow => t.usub_overflow(a, b),
        BinOp::SSubOverflow => t.ssub_overflow(a, b),
        BinOp::UMulOverflow => t.umul_overflow(a, b),
        BinOp::SMulOverflow => t.smul_overflow(a, b),
    }
}

fn un_concrete(op: UnOp, bits: u64, width: u32) -> u64 {
    let unused = 64 - width;
    match op {
        UnOp::Popcount => u64::from(bits.count_ones()),
        UnOp::LeadingZeros => u64::from(bits.leading_zeros() - unused),
        UnOp::TrailingZeros => u64::from(bits.trailing_zeros().min(width)),
        UnOp::ByteSwap => bits.swap_bytes() >> unused,
        UnOp::BitReverse => bits.reverse_bits() >> unused,
        UnOp::Abs => signed(bits, width).unsigned_abs() & mask(width),
    }
}

fn operation_name(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "addition",
        BinOp::Sub => "subtraction",
        BinOp::Mul => "multiplication",
        BinOp::SDiv => "division",
        BinOp::SRem => "remainder",
        _ => "left shift",
    }
}
