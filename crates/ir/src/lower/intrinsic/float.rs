//! Floats: what has an operation of its own, and what the C library does.

use super::super::function::Body;
use super::super::types::Kind;
use super::super::{Lowered, Unsupported};
use crate::llvm::Value;
use crate::*;

/// The C function (for double) that stands for an intrinsic.
pub(super) fn library_name(base: &str) -> Option<&'static str> {
    Some(match base {
        "pow" | "powi" => "pow",
        "atan2" => "atan2",
        "asin" => "asin",
        "acos" => "acos",
        "atan" => "atan",
        "sinh" => "sinh",
        "cosh" => "cosh",
        "tanh" => "tanh",
        "ldexp" => "ldexp",
        "frexp" => "frexp",
        _ => return None,
    })
}

impl Body<'_, '_> {
    pub(super) fn float_intrinsic(&mut self, inst: Value, base: &str) -> Lowered<bool> {
        // Rounding is always to nearest here, so the strict forms mean the same.
        if let Some(plain) = base.strip_prefix("experimental.constrained.") {
            return Ok(self.constrained(inst, plain)? || self.float_intrinsic(inst, plain)?);
        }
        let args = inst.args();
        if let Some(op) = unary(base) {
            let width = self.float_width(inst)?;
            self.lanewise(inst, &args[..1], |body, row| {
                Ok(body.b.fun(op, width, row[0]))
            })?;
            return Ok(true);
        }
        if let Some(op) = binary(base) {
            let width = self.float_width(inst)?;
            self.lanewise(inst, &args[..2], |body, row| {
                Ok(body.b.fbin(op, width, row[0], row[1]))
            })?;
            return Ok(true);
        }
        match base {
            "fma" => self.fused(inst, &args)?,
            // Not fused: what the program computes where the hardware cannot fuse.
            "fmuladd" => self.multiply_add(inst, &args)?,
            "lround" | "llround" => self.round_to_int(inst, &args, FUnOp::Round)?,
            "lrint" | "llrint" => self.round_to_int(inst, &args, FUnOp::Rint)?,
            "fptosi.sat" => self.convert(inst, &args, FCastOp::FToSSat)?,
            "fptoui.sat" => self.convert(inst, &args, FCastOp::FToUSat)?,
            "canonicalize" => {
                let same = self.value(args[0])?;
                self.define(inst, same);
            }
            "is.fpclass" => self.float_class(inst, &args)?,
            "convert.to.fp16" | "convert.from.fp16" => self.convert(inst, &args, FCastOp::FConv)?,
            "sincos" => {
                let width = self.float_width(args[0])?;
                let lanes = self.value(args[0])?;
                let mut results = Vec::new();
                for op in [FUnOp::Sin, FUnOp::Cos] {
                    results.extend(lanes.iter().map(|&a| self.b.fun(op, width, a)));
                }
                self.define(inst, results);
            }
            "get.rounding" => {
                let width = self.width(inst)?;
                let nearest = self.b.int(width, 1);
                self.define(inst, vec![nearest]);
            }
            "powi" => self.integer_power(inst, &args)?,
            "frexp" => self.frexp(inst, &args)?,
            "modf" => self.modf(inst, &args)?,
            _ => return self.by_library(inst, base, &args),
        }
        Ok(true)
    }

    fn fused(&mut self, inst: Value, args: &[Value]) -> Lowered<()> {
        let width = self.float_width(inst)?;
        self.lanewise(inst, &args[..3], |body, row| {
            let dst = body.b.slot();
            body.b.emit(Inst::FFma {
                width,
                dst,
                a: row[0],
                b: row[1],
                c: row[2],
            });
            Ok(Opnd::slot(dst))
        })
    }

    fn multiply_add(&mut self, inst: Value, args: &[Value]) -> Lowered<()> {
        let width = self.float_width(inst)?;
        self.lanewise(inst, &args[..3], |body, row| {
            let product = body.b.fbin(FBinOp::Mul, width, row[0], row[1]);
            Ok(body.b.fbin(FBinOp::Add, width, product, row[2]))
        })
    }

    fn round_to_int(&mut self, inst: Value, args: &[Value], op: FUnOp) -> Lowered<()> {
        let (from, to) = (self.float_width(args[0])?, self.width(inst)?);
        self.lanewise(inst, &args[..1], |body, row| {
            let rounded = body.b.fun(op, from, row[0]);
            Ok(body.b.fcast(FCastOp::FToS, from, to, rounded))
        })
    }

    fn convert(&mut self, inst: Value, args: &[Value], op: FCastOp) -> Lowered<()> {
        let (from, to) = (self.float_width(args[0])?, self.float_width(inst)?);
        self.lanewise(inst, &args[..1], |body, row| {
            Ok(body.b.fcast(op, from, to, row[0]))
        })
    }

    /// Name of the C function for a width, as long double is on x86.
    fn library_for(&self, base: &str, width: u32) -> Lowered<String> {
        let plain =
            library_name(base).ok_or_else(|| Unsupported(format!("intrinsic llvm.{base}")))?;
        match width {
            32 => Ok(format!("{plain}f")),
            64 => Ok(plain.to_owned()),
            80 => Ok(format!("{plain}l")),
            _ => Err(Unsupported(format!("intrinsic llvm.{base}.f{width}"))),
        }
    }

    fn by_library(&mut self, inst: Value, base: &str, args: &[Value]) -> Lowered<bool> {
        if library_name(base).is_none() {
            return Ok(false);
        }
        let args: Vec<Value> = args
            .iter()
            .copied()
            .filter(|arg| !arg.ty().is_metadata())
            .collect();
        let width = self.float_width(inst)?;
        let name = self.library_for(base, width)?;
        let mut kinds = Vec::new();
        for &arg in &args {
            let scalar = self.m.flat(arg.ty())?.scalars[0];
            kinds.push((scalar.width, scalar.kind == Kind::Float));
        }
        self.lanewise(inst, &args, |body, row| {
            let list: Vec<(Opnd, u32, bool)> = row
                .iter()
                .zip(&kinds)
                .map(|(&value, &(width, float))| (value, width, float))
                .collect();
            Ok(body.library_call(&name, &list, &[width])[0])
        })?;
        Ok(true)
    }

    fn integer_power(&mut self, inst: Value, args: &[Value]) -> Lowered<()> {
        let width = self.float_width(inst)?;
        let from = self.width(args[1])?;
        let name = self.library_for("powi", width)?;
        self.lanewise(inst, &args[..2], |body, row| {
            let exponent = body.b.fcast(FCastOp::SToF, from, width, row[1]);
            Ok(body.library_call(
                &name,
                &[(row[0], width, true), (exponent, width, true)],
                &[width],
            )[0])
        })
    }

    /// The C function writes the exponent through a pointer.
    fn frexp(&mut self, inst: Value, args: &[Value]) -> Lowered<()> {
        let width = self.float_width(args[0])?;
        let name = self.library_for("frexp", width)?;
        let exponent_width = *self.widths(inst)?.last().unwrap_or(&32);
        let lanes = self.value(args[0])?;
        let (mut fractions, mut exponents) = (Vec::new(), Vec::new());
        let one = self.b.int(32, 1);
        let at = self.b.slot();
        self.b.emit(Inst::Alloca {
            dst: at,
            size: 4,
            count: one,
            count_width: 32,
            align: 4,
            variable: 0,
        });
        for lane in lanes {
            let pointer = (Opnd::slot(at), 64, false);
            fractions.extend(self.library_call(&name, &[(lane, width, true), pointer], &[width]));
            let exponent = self.b.load(32, Opnd::slot(at));
            exponents.push(self.b.resize(CastOp::SExt, 32, exponent_width, exponent));
        }
        fractions.extend(exponents);
        self.define(inst, fractions);
        Ok(())
    }

    /// The part behind the point and the whole part, both with the sign of the number; nothing is
    /// behind the point of an infinite one.
    fn modf(&mut self, inst: Value, args: &[Value]) -> Lowered<()> {
        let width = self.float_width(args[0])?;
        let lanes = self.value(args[0])?;
        let (mut fractions, mut wholes) = (Vec::new(), Vec::new());
        for x in lanes {
            let whole = self.b.fun(FUnOp::Trunc, width, x);
            let difference = self.b.fbin(FBinOp::Sub, width, x, whole);
            let is_whole = self.b.fcmp(FPred::Oeq, width, x, whole);
            let zero = self.b.int(width, 0);
            let fraction = self.b.select(width, is_whole, zero, difference);
            fractions.push(self.b.fbin(FBinOp::CopySign, width, fraction, x));
            wholes.push(whole);
        }
        fractions.extend(wholes);
        self.define(inst, fractions);
        Ok(())
    }

    fn constrained(&mut self, inst: Value, plain: &str) -> Lowered<bool> {
        let args = inst.args();
        let arithmetic = match plain {
            "fadd" => Some(FBinOp::Add),
            "fsub" => Some(FBinOp::Sub),
            "fmul" => Some(FBinOp::Mul),
            "fdiv" => Some(FBinOp::Div),
            "frem" => Some(FBinOp::Rem),
            _ => None,
        };
        if let Some(op) = arithmetic {
            let width = self.float_width(inst)?;
            self.lanewise(inst, &args[..2], |body, row| {
                Ok(body.b.fbin(op, width, row[0], row[1]))
            })?;
            return Ok(true);
        }
        match plain {
            "fptosi" => self.convert(inst, &args, FCastOp::FToS)?,
            "fptoui" => self.convert(inst, &args, FCastOp::FToU)?,
            "sitofp" => self.convert(inst, &args, FCastOp::SToF)?,
            "uitofp" => self.convert(inst, &args, FCastOp::UToF)?,
            "fptrunc" | "fpext" => self.convert(inst, &args, FCastOp::FConv)?,
            "fcmp" | "fcmps" => {
                let name = args[2].metadata_string().unwrap_or_default();
                let pred = pred_named(&name)
                    .ok_or_else(|| Unsupported(format!("float comparison {name}")))?;
                let width = self.float_width(args[0])?;
                self.lanewise(inst, &args[..2], |body, row| {
                    Ok(body.b.fcmp(pred, width, row[0], row[1]))
                })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// `llvm.is.fpclass`, by comparing the bits without the sign.
impl Body<'_, '_> {
    fn float_class(&mut self, inst: Value, args: &[Value]) -> Lowered<()> {
        let width = self.float_width(args[0])?;
        let mask = args[1].int_value();
        let format =
            Format::of(width).ok_or_else(|| Unsupported(format!("llvm.is.fpclass.f{width}")))?;
        self.lanewise(inst, &args[..1], |body, row| {
            Ok(body.in_class(row[0], mask, &format))
        })
    }

    fn in_class(&mut self, value: Opnd, mask: u64, format: &Format) -> Opnd {
        let width = format.width;
        let magnitude = self.b.constant(format.magnitude());
        let magnitude = self.b.bin(BinOp::And, width, value, magnitude);
        let zero = self.b.int(width, 0);
        let negative = self.b.cmp(Pred::Slt, width, value, zero);
        let one = self.b.int(1, 1);
        let positive = self.b.bin(BinOp::Xor, 1, negative, one);
        // Ranges of magnitudes, and the mask's bits for either sign.
        let ranges = [
            (zero, None, 5, 6),
            (self.b.int(width, 1), Some(format.smallest_normal()), 4, 7),
            (
                self.b.constant(format.smallest_normal()),
                Some(format.infinity()),
                3,
                8,
            ),
            (self.b.constant(format.infinity()), None, 2, 9),
            (
                self.b.constant(format.first_nan()),
                Some(format.quiet()),
                0,
                0,
            ),
            (self.b.constant(format.quiet()), Some(format.end()), 1, 1),
        ];
        let mut result = self.b.int(1, 0);
        for (low, high, if_negative, if_positive) in ranges {
            let wanted = (mask >> if_negative & 1 == 1, mask >> if_positive & 1 == 1);
            if wanted == (false, false) {
                continue;
            }
            let mut inside = match high {
                None => self.b.cmp(Pred::Eq, width, magnitude, low),
                Some(high) => {
                    let high = self.b.constant(high);
                    let above = self.b.cmp(Pred::Uge, width, magnitude, low);
                    let below = self.b.cmp(Pred::Ult, width, magnitude, high);
                    self.b.bin(BinOp::And, 1, above, below)
                }
            };
            match wanted {
                (true, false) => inside = self.b.bin(BinOp::And, 1, inside, negative),
                (false, true) => inside = self.b.bin(BinOp::And, 1, inside, positive),
                _ => {}
            }
            result = self.b.bin(BinOp::Or, 1, result, inside);
        }
        result
    }
}

/// Where the parts of a float format lie.
struct Format {
    width: u32,
    /// Bits below the exponent; for x87 the explicit leading bit is one of them.
    fraction: u32,
    explicit: bool,
}

impl Format {
    fn of(width: u32) -> Option<Format> {
        let (fraction, explicit) = match width {
            16 => (10, false),
            32 => (23, false),
            64 => (52, false),
            80 => (64, true),
            128 => (112, false),
            _ => return None,
        };
        Some(Format {
            width,
            fraction,
            explicit,
        })
    }

    fn bits(&self, value: u128) -> Const {
        super::super::bits::from_limbs(self.width, vec![value as u64, (value >> 64) as u64])
    }

    fn end_value(&self) -> u128 {
        1 << (self.width - 1)
    }

    fn infinity_value(&self) -> u128 {
        let exponent = self.end_value() - (1 << self.fraction);
        if self.explicit {
            exponent | 1 << (self.fraction - 1)
        } else {
            exponent
        }
    }

    fn magnitude(&self) -> Const {
        self.bits(self.end_value() - 1)
    }

    fn smallest_normal(&self) -> Const {
        self.bits(1 << self.fraction)
    }

    fn infinity(&self) -> Const {
        self.bits(self.infinity_value())
    }

    fn first_nan(&self) -> Const {
        self.bits(self.infinity_value() + 1)
    }

    fn quiet(&self) -> Const {
        let bit = if self.explicit {
            self.fraction - 2
        } else {
            self.fraction - 1
        };
        self.bits(self.infinity_value() | 1 << bit)
    }

    fn end(&self) -> Const {
        self.bits(self.end_value())
    }
}

fn unary(base: &str) -> Option<FUnOp> {
    Some(match base {
        "fabs" => FUnOp::Abs,
        "sqrt" => FUnOp::Sqrt,
        "floor" => FUnOp::Floor,
        "ceil" => FUnOp::Ceil,
        "trunc" => FUnOp::Trunc,
        "rint" => FUnOp::Rint,
        "nearbyint" => FUnOp::NearbyInt,
        "round" => FUnOp::Round,
        "roundeven" => FUnOp::RoundEven,
        "sin" => FUnOp::Sin,
        "cos" => FUnOp::Cos,
        "tan" => FUnOp::Tan,
        "exp" => FUnOp::Exp,
        "exp2" => FUnOp::Exp2,
        "exp10" => FUnOp::Exp10,
        "log" => FUnOp::Log,
        "log2" => FUnOp::Log2,
        "log10" => FUnOp::Log10,
        _ => return None,
    })
}

fn binary(base: &str) -> Option<FBinOp> {
    Some(match base {
        "minnum" | "minimumnum" => FBinOp::MinNum,
        "maxnum" | "maximumnum" => FBinOp::MaxNum,
        "minimum" => FBinOp::Minimum,
        "maximum" => FBinOp::Maximum,
        "copysign" => FBinOp::CopySign,
        _ => return None,
    })
}

fn pred_named(name: &str) -> Option<FPred> {
    Some(match name {
        "oeq" => FPred::Oeq,
        "ogt" => FPred::Ogt,
        "oge" => FPred::Oge,
        "olt" => FPred::Olt,
        "ole" => FPred::Ole,
        "one" => FPred::One,
        "ord" => FPred::Ord,
        "uno" => FPred::Uno,
        "ueq" => FPred::Ueq,
        "ugt" => FPred::Ugt,
        "uge" => FPred::Uge,
        "ult" => FPred::Ult,
        "ule" => FPred::Ule,
        "une" => FPred::Une,
        _ => return None,
    })
}
