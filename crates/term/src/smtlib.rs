//! SMT-LIB 2 scripts.
//!
//! Booleans are bit-vectors of width 1. Shared and deep subterms are `define-fun`s, so nesting
//! stays shallow. A float operator's result has no direct bit pattern in the theory of floats; it
//! becomes a fresh bit-vector `f<n>` that is asserted to convert to the float result, with the NaN
//! pattern that [`Op`] describes spelled out. For x87 the explicit integer bit is cut off on the
//! way in and derived on the way out, so x87 patterns that no operation produces (pseudo
//! denormals, unnormals) read as their regular neighbours.

use crate::float::Layout;
use crate::{Node, Op, Rounding, Term, Terms};
use hashbrown::HashMap;
use std::fmt::Write;
use std::hash::BuildHasherDefault;

type Hasher = BuildHasherDefault<std::hash::DefaultHasher>;

/// Deeper terms get a name of their own.
const NESTING: u32 = 40;

impl Terms {
    /// A script that asserts all of `assertions` (terms of width 1) and asks `(check-sat)`.
    /// Variables are named `v<id>`.
    pub fn smtlib(&self, assertions: &[Term]) -> String {
        let (order, uses) = self.postorder(assertions);
        let mut script = Script {
            terms: self,
            text: HashMap::default(),
            out: String::new(),
        };
        let floats = order.iter().any(|&t| self.op(t).is_float());
        let logic = if floats { "QF_BVFP" } else { "QF_BV" };
        script.line(format_args!("(set-logic {logic})"));
        for &t in &order {
            script.define(t, uses[&t]);
        }
        for t in assertions {
            let text = script.text[t].0.clone();
            script.line(format_args!("(assert (= {text} #b1))"));
        }
        script.line(format_args!("(check-sat)"));
        script.out
    }
}

struct Script<'a> {
    terms: &'a Terms,
    /// Text and nesting of each term.
    text: HashMap<Term, (String, u32), Hasher>,
    out: String,
}

impl Script<'_> {
    fn line(&mut self, text: std::fmt::Arguments<'_>) {
        writeln!(self.out, "{text}").expect("writing to a string");
    }

    fn define(&mut self, t: Term, uses: u32) {
        let node = self.terms.node(t);
        let depth = node.args().map(|arg| self.text[&arg].1).max().unwrap_or(0) + 1;
        let width = node.width;
        let text = match node.op {
            Op::Var => {
                let name = format!("v{}", node.var().0);
                self.line(format_args!("(declare-const {name} (_ BitVec 8))"));
                self.text.insert(t, (name, 0));
                return;
            }
            Op::Const => self.constant(t),
            op if op.is_float() => self.float(t, &node),
            _ => self.integer(&node),
        };
        if node.op.arity() == 0 || uses == 1 && depth < NESTING {
            self.text.insert(t, (text, depth));
            return;
        }
        let name = format!("t{}", t.index());
        self.line(format_args!(
            "(define-fun {name} () (_ BitVec {width}) {text})"
        ));
        self.text.insert(t, (name, 0));
    }

    fn constant(&self, t: Term) -> String {
        match self.terms.as_bits(t) {
            Some(value) => format!("(_ bv{value} {})", value.width()),
            None => unreachable!("a constant has a value"),
        }
    }

    fn arg(&self, node: &Node, i: usize) -> &str {
        &self.text[&node.arg(i)].0
    }

    fn integer(&self, node: &Node) -> String {
        let arg = |i| self.arg(node, i);
        let grows = || node.width - self.terms.width(node.arg(0));
        let name = match node.op {
            Op::Not => "bvnot",
            Op::Neg => "bvneg",
            Op::Add => "bvadd",
            Op::Sub => "bvsub",
            Op::Mul => "bvmul",
            Op::UDiv => "bvudiv",
            Op::SDiv => "bvsdiv",
            Op::URem => "bvurem",
            Op::SRem => "bvsrem",
            Op::And => "bvand",
            Op::Or => "bvor",
            Op::Xor => "bvxor",
            Op::Shl => "bvshl",
            Op::LShr => "bvlshr",
            Op::AShr => "bvashr",
            Op::Eq => "bvcomp",
            Op::Concat => "concat",
            Op::Ult => return bit(&format!("(bvult {} {})", arg(0), arg(1))),
            Op::Ule => return bit(&format!("(bvule {} {})", arg(0), arg(1))),
            Op::Slt => return bit(&format!("(bvslt {} {})", arg(0), arg(1))),
            Op::Sle => return bit(&format!("(bvsle {} {})", arg(0), arg(1))),
            Op::Ite => return format!("(ite (= {} #b1) {} {})", arg(0), arg(1), arg(2)),
            Op::Extract => {
                let high = node.lo() + node.width - 1;
                return format!("((_ extract {high} {}) {})", node.lo(), arg(0));
            }
            Op::ZExt => return format!("((_ zero_extend {}) {})", grows(), arg(0)),
            Op::SExt => return format!("((_ sign_extend {}) {})", grows(), arg(0)),
            op => unreachable!("{op:?} is not an integer operator"),
        };
        match node.op.arity() {
            1 => format!("({name} {})", arg(0)),
            _ => format!("({name} {} {})", arg(0), arg(1)),
        }
    }

    /// The `i`-th argument as a float.
    fn farg(&self, node: &Node, i: usize) -> String {
        as_float(self.arg(node, i), self.terms.width(node.arg(i)))
    }

    fn float(&mut self, t: Term, node: &Node) -> String {
        // Arguments are repeated in the constraints: name those that are long.
        for arg in node.args() {
            let (text, _) = &self.text[&arg];
            if text.len() > 40 {
                let (name, width) = (format!("t{}", arg.index()), self.terms.width(arg));
                let line = format!("(define-fun {name} () (_ BitVec {width}) {text})");
                self.line(format_args!("{line}"));
                self.text.insert(arg, (name, 0));
            }
        }
        match node.op {
            Op::FEq => bit(&format!(
                "(fp.eq {} {})",
                self.farg(node, 0),
                self.farg(node, 1)
            )),
            Op::FLt => bit(&format!(
                "(fp.lt {} {})",
                self.farg(node, 0),
                self.farg(node, 1)
            )),
            Op::FLe => bit(&format!(
                "(fp.leq {} {})",
                self.farg(node, 0),
                self.farg(node, 1)
            )),
            Op::FUno => {
                let nan = |i| format!("(fp.isNaN {})", self.farg(node, i));
                bit(&format!("(or {} {})", nan(0), nan(1)))
            }
            Op::FToSI | Op::FToUI => self.to_integer(node),
            _ => self.fresh(t, node),
        }
    }

    /// In range: the theory's conversion. Otherwise the value with only the top bit set.
    fn to_integer(&self, node: &Node) -> String {
        let width = node.width;
        let x = format!("(fp.roundToIntegral RTZ {})", self.farg(node, 0));
        let sort = sort_of(self.terms.width(node.arg(0)));
        let power = |n: u32| num_bigint::BigUint::from(1u8) << n;
        let limit = |text: String| format!("((_ to_fp {sort}) RNE {text})");
        let (low, high, name) = match node.op {
            Op::FToSI => {
                let half = power(width - 1);
                (
                    limit(format!("(- {half}.0)")),
                    limit(format!("{half}.0")),
                    "fp.to_sbv",
                )
            }
            _ => (
                limit("0.0".into()),
                limit(format!("{}.0", power(width))),
                "fp.to_ubv",
            ),
        };
        format!(
            "(ite (and (fp.leq {low} {x}) (fp.lt {x} {high}) (not (fp.isInfinite {x}))) \
             ((_ {name} {width}) RTZ {x}) (_ bv{} {width}))",
            power(width - 1)
        )
    }

    /// A fresh bit-vector for a float result.
    fn fresh(&mut self, t: Term, node: &Node) -> String {
        let (name, width) = (format!("f{}", t.index()), node.width);
        let value = self.float_value(node);
        self.line(format_args!("(declare-const {name} (_ BitVec {width}))"));
        self.line(format_args!(
            "(assert (= {} {value}))",
            as_float(&name, width)
        ));
        let nan = self.nan_pattern(node);
        self.line(format_args!(
            "(assert (=> (fp.isNaN {value}) (= {name} {nan})))"
        ));
        if width == 80 {
            // The integer bit is set exactly for a non-zero exponent.
            let exponent = format!("((_ extract 78 64) {name})");
            let integer = format!("((_ extract 63 63) {name})");
            self.line(format_args!(
                "(assert (= (= {exponent} (_ bv0 15)) (= {integer} #b0)))"
            ));
        }
        name
    }

    fn float_value(&self, node: &Node) -> String {
        let f = |i| self.farg(node, i);
        match node.op {
            Op::FAdd => format!("(fp.add RNE {} {})", f(0), f(1)),
            Op::FSub => format!("(fp.sub RNE {} {})", f(0), f(1)),
            Op::FMul => format!("(fp.mul RNE {} {})", f(0), f(1)),
            Op::FDiv => format!("(fp.div RNE {} {})", f(0), f(1)),
            Op::FSqrt => format!("(fp.sqrt RNE {})", f(0)),
            Op::FFma => format!("(fp.fma RNE {} {} {})", f(0), f(1), f(2)),
            Op::FRem => remainder(&f(0), &f(1)),
            Op::FRound => {
                let mode = match node.rounding() {
                    Rounding::NearestEven => "RNE",
                    Rounding::TiesAway => "RNA",
                    Rounding::Floor => "RTN",
                    Rounding::Ceil => "RTP",
                    Rounding::Trunc => "RTZ",
                };
                format!("(fp.roundToIntegral {mode} {})", f(0))
            }
            Op::FConv => format!("((_ to_fp {}) RNE {})", sort_of(node.width), f(0)),
            Op::SIToF => format!(
                "((_ to_fp {}) RNE {})",
                sort_of(node.width),
                self.arg(node, 0)
            ),
            Op::UIToF => {
                format!(
                    "((_ to_fp_unsigned {}) RNE {})",
                    sort_of(node.width),
                    self.arg(node, 0)
                )
            }
            op => unreachable!("{op:?} has no float result"),
        }
    }

    /// The bits of a NaN result: the first NaN argument made quiet, else the default.
    fn nan_pattern(&self, node: &Node) -> String {
        let width = node.width;
        let default = Layout::of(width).map_or(0, Layout::default_nan);
        let default = format!("(_ bv{default} {width})");
        if matches!(node.op, Op::SIToF | Op::UIToF) {
            return default;
        }
        if node.op == Op::FConv {
            return converted_nan(self.arg(node, 0), self.terms.width(node.arg(0)), width);
        }
        let quiet = Layout::of(width).map_or(0, |l| l.default_nan() & !(1 << (width - 1)));
        (0..node.op.arity()).rev().fold(default, |otherwise, i| {
            let raw = self.arg(node, i);
            let nan = self.farg(node, i);
            format!("(ite (fp.isNaN {nan}) (bvor {raw} (_ bv{quiet} {width})) {otherwise})")
        })
    }
}

/// A predicate as a bit-vector of width 1.
fn bit(predicate: &str) -> String {
    format!("(ite {predicate} #b1 #b0)")
}

/// Exponent and significand width of the theory's sort.
fn sort_of(width: u32) -> &'static str {
    match width {
        16 => "5 11",
        32 => "8 24",
        64 => "11 53",
        80 => "15 64",
        _ => "15 113",
    }
}

fn as_float(bits: &str, width: u32) -> String {
    let sort = sort_of(width);
    if width == 80 {
        return format!(
            "((_ to_fp {sort}) (concat ((_ extract 79 64) {bits}) ((_ extract 62 0) {bits})))"
        );
    }
    format!("((_ to_fp {sort}) {bits})")
}

/// C's `fmod` from the theory's remainder, whose quotient is rounded to nearest: on magnitudes
/// it is at most one divisor too low, and adding that is exact.
fn remainder(x: &str, y: &str) -> String {
    let (ax, ay) = (format!("(fp.abs {x})"), format!("(fp.abs {y})"));
    let r = format!("(fp.rem {ax} {ay})");
    let fixed = format!("(ite (fp.lt {r} (fp.sub RNE {r} {r})) (fp.add RNE {r} {ay}) {r})");
    format!("(ite (fp.isNegative {x}) (fp.neg (fp.abs {fixed})) (fp.abs {fixed}))")
}

/// Sign and the top of the payload stay; quiet.
fn converted_nan(bits: &str, from: u32, to: u32) -> String {
    let fraction = |width| Layout::of(width).map_or(0, |l| l.fraction);
    let (f, g) = (fraction(from), fraction(to));
    let sign = format!("((_ extract {} {}) {bits})", from - 1, from - 1);
    let payload = if g >= f {
        format!(
            "(concat ((_ extract {} 0) {bits}) (_ bv0 {}))",
            f - 1,
            g - f
        )
    } else {
        format!("((_ extract {} {}) {bits})", f - 1, f - g)
    };
    let quiet = Layout::of(to).map_or(0, |l| l.default_nan() & !(1 << (to - 1)));
    let rest = to - 1 - g;
    format!("(bvor (concat {sign} (concat (_ bv0 {rest}) {payload})) (_ bv{quiet} {to}))")
}
