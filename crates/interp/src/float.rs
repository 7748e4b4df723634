//! Float instructions. Values are bit patterns; the format is known by its width.

use crate::value::mask;
use crate::{ErrorKind, FloatMode, Machine, State, Step, Value};
use pleach_ir::{FBinOp, FCastOp, FPred, FUnOp, Opnd, Slot};
use pleach_term::{FCmp, Rounding, Term};

impl Machine {
    /// An operand, fixed to one value where floats are not kept symbolic.
    fn float_operand(&mut self, state: &mut State, operand: Opnd, width: u32) -> Step<Value> {
        let value = self.read(state, operand);
        match self.config.float {
            FloatMode::Symbolic => Ok(value),
            FloatMode::Concretize => self.concretize(state, value, width, "a float operand"),
        }
    }

    pub(crate) fn float_bin(
        &mut self,
        state: &mut State,
        op: FBinOp,
        width: u32,
        dst: Slot,
        a: Opnd,
        b: Opnd,
    ) -> Step<()> {
        let (a, b) = (
            self.float_operand(state, a, width)?,
            self.float_operand(state, b, width)?,
        );
        if let (Some(x), Some(y)) = (a.as_concrete(), b.as_concrete())
            && let Some(bits) = native_bin(op, width, x, y)
        {
            self.set(state, dst, Value::concrete(bits));
            return Ok(());
        }
        let (a, b) = (a.to_term(&self.terms, width), b.to_term(&self.terms, width));
        let t = &self.terms;
        let result = match op {
            FBinOp::Add => t.fadd(a, b),
            FBinOp::Sub => t.fsub(a, b),
            FBinOp::Mul => t.fmul(a, b),
            FBinOp::Div => t.fdiv(a, b),
            FBinOp::Rem => t.frem(a, b),
            FBinOp::MinNum => t.fmin(a, b),
            FBinOp::MaxNum => t.fmax(a, b),
            FBinOp::Minimum => self.nan_wins(a, b, t.fmin(a, b), t.or(a, b)),
            FBinOp::Maximum => self.nan_wins(a, b, t.fmax(a, b), t.and(a, b)),
            FBinOp::CopySign => t.fcopysign(a, b),
        };
        self.set_term(state, dst, result);
        Ok(())
    }

    /// `minimum`/`maximum`: a NaN operand is the result; of two zeroes, `zeroes` is.
    fn nan_wins(&self, a: Term, b: Term, number: Term, zeroes: Term) -> Term {
        let t = &self.terms;
        let number = t.ite(t.feq(a, b), zeroes, number);
        t.ite(t.funo(a, b), t.fadd(a, b), number)
    }

    pub(crate) fn float_un(
        &mut self,
        state: &mut State,
        op: FUnOp,
        width: u32,
        dst: Slot,
        a: Opnd,
    ) -> Step<()> {
        let value = self.float_operand(state, a, width)?;
        let a = value.to_term(&self.terms, width);
        let t = &self.terms;
        let result = match op {
            FUnOp::Neg => t.fneg(a),
            FUnOp::Abs => t.fabs(a),
            FUnOp::Sqrt => t.fsqrt(a),
            FUnOp::Floor => t.fround(a, Rounding::Floor),
            FUnOp::Ceil => t.fround(a, Rounding::Ceil),
            FUnOp::Trunc => t.fround(a, Rounding::Trunc),
            FUnOp::Rint | FUnOp::NearbyInt | FUnOp::RoundEven => t.fround(a, Rounding::NearestEven),
            FUnOp::Round => t.fround(a, Rounding::TiesAway),
            _ => return self.transcendental(state, op, width, dst, value),
        };
        self.set_term(state, dst, result);
        Ok(())
    }

    /// Functions that no solver knows: computed for one value of the operand.
    fn transcendental(
        &mut self,
        state: &mut State,
        op: FUnOp,
        width: u32,
        dst: Slot,
        a: Value,
    ) -> Step<()> {
        let a = self
            .concretize(state, a, width, "the operand of a transcendental function")?
            .bits;
        let bits = match width {
            64 => apply_f64(op, f64::from_bits(a)).to_bits(),
            32 => u64::from((apply_f64(op, f64::from(f32::from_bits(a as u32))) as f32).to_bits()),
            _ => {
                let text = format!("{op:?} of a {width}-bit float");
                return self.fail(
                    state,
                    ErrorKind::Unsupported,
                    format!("not supported: {text}"),
                );
            }
        };
        self.set(state, dst, Value::concrete(bits));
        Ok(())
    }

    pub(crate) fn float_fma(
        &mut self,
        state: &mut State,
        width: u32,
        dst: Slot,
        operands: [Opnd; 3],
    ) -> Step<()> {
        let mut terms = [self.terms.constant(1, 0); 3];
        for (term, operand) in terms.iter_mut().zip(operands) {
            *term = self
                .float_operand(state, operand, width)?
                .to_term(&self.terms, width);
        }
        let [a, b, c] = terms;
        self.set_term(state, dst, self.terms.ffma(a, b, c));
        Ok(())
    }

    pub(crate) fn float_cmp(
        &mut self,
        state: &mut State,
        pred: FPred,
        width: u32,
        dst: Slot,
        a: Opnd,
        b: Opnd,
    ) -> Step<()> {
        let (a, b) = (
            self.float_operand(state, a, width)?,
            self.float_operand(state, b, width)?,
        );
        let (a, b) = (a.to_term(&self.terms, width), b.to_term(&self.terms, width));
        let pred = match pred {
            FPred::False => return self.set_bool(state, dst, false),
            FPred::True => return self.set_bool(state, dst, true),
            FPred::Oeq => FCmp::Oeq,
            FPred::Ogt => FCmp::Ogt,
            FPred::Oge => FCmp::Oge,
            FPred::Olt => FCmp::Olt,
            FPred::Ole => FCmp::Ole,
            FPred::One => FCmp::One,
            FPred::Ord => FCmp::Ord,
            FPred::Uno => FCmp::Uno,
            FPred::Ueq => FCmp::Ueq,
            FPred::Ugt => FCmp::Ugt,
            FPred::Uge => FCmp::Uge,
            FPred::Ult => FCmp::Ult,
            FPred::Ule => FCmp::Ule,
            FPred::Une => FCmp::Une,
        };
        self.set_term(state, dst, self.terms.fcmp(pred, a, b));
        Ok(())
    }

    fn set_bool(&mut self, state: &mut State, dst: Slot, value: bool) -> Step<()> {
        self.set(state, dst, Value::concrete(u64::from(value)));
        Ok(())
    }

    pub(crate) fn float_cast(
        &mut self,
        state: &mut State,
        op: FCastOp,
        from: u32,
        to: u32,
        dst: Slot,
        a: Opnd,
    ) -> Step<()> {
        let a = self
            .float_operand(state, a, from)?
            .to_term(&self.terms, from);
        let t = &self.terms;
        let result = match op {
            FCastOp::FConv => t.fconv(a, to),
            FCastOp::FToS => t.f_to_si(a, to),
            FCastOp::FToU => t.f_to_ui(a, to),
            FCastOp::FToSSat => self.saturate(a, from, to, true),
            FCastOp::FToUSat => self.saturate(a, from, to, false),
            FCastOp::SToF => t.si_to_f(a, to),
            FCastOp::UToF => t.ui_to_f(a, to),
        };
        self.set_term(state, dst, result);
        Ok(())
    }

    /// `fptosi.sat`/`fptoui.sat`: the nearest representable value; NaN gives zero.
    fn saturate(&self, a: Term, from: u32, to: u32, signed: bool) -> Term {
        let t = &self.terms;
        let zero = t.constant(to, 0);
        let top = t.shl(t.constant(to, 1), t.constant(to, u64::from(to) - 1));
        let (least, greatest) = if signed {
            (top, t.not(top))
        } else {
            (zero, t.not(zero))
        };
        let float = |x: Term| {
            if signed {
                t.si_to_f(x, from)
            } else {
                t.ui_to_f(x, from)
            }
        };
        let plain = if signed {
            t.f_to_si(a, to)
        } else {
            t.f_to_ui(a, to)
        };
        // The greatest value may round up when made a float: anything at or above that is out of range.
        let result = t.ite(t.fle(float(greatest), a), greatest, plain);
        let result = t.ite(t.fle(a, float(least)), least, result);
        t.ite(t.funo(a, a), zero, result)
    }
}

/// Plain arithmetic of the two common formats, where it cannot give a NaN:
/// the payload of NaNs is the term folder's business.
fn native_bin(op: FBinOp, width: u32, a: u64, b: u64) -> Option<u64> {
    macro_rules! compute {
        ($ty:ty, $a:expr, $b:expr) => {{
            let (x, y) = (<$ty>::from_bits($a), <$ty>::from_bits($b));
            let result = match op {
                FBinOp::Add => x + y,
                FBinOp::Sub => x - y,
                FBinOp::Mul => x * y,
                FBinOp::Div => x / y,
                _ => return None,
            };
            (!result.is_nan()).then(|| u64::from(result.to_bits()))
        }};
    }
    match width {
        64 => compute!(f64, a, b),
        32 => compute!(f32, (a & mask(32)) as u32, (b & mask(32)) as u32),
        _ => None,
    }
}

fn apply_f64(op: FUnOp, x: f64) -> f64 {
    match op {
        FUnOp::Sin => x.sin(),
        FUnOp::Cos => x.cos(),
        FUnOp::Tan => x.tan(),
        FUnOp::Exp => x.exp(),
        FUnOp::Exp2 => x.exp2(),
        FUnOp::Exp10 => 10f64.powf(x),
        FUnOp::Log => x.ln(),
        FUnOp::Log2 => x.log2(),
        _ => x.log10(),
    }
}
