//! Digits of integers, concrete and symbolic.

use super::layout;
use super::spec::Spec;
use pleach_interp::{Machine, State, Step, Value};
use pleach_memory::Byte;
use pleach_term::{Term, Terms};

/// What `d i u o x X p` make of an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Notation {
    pub base: u64,
    pub upper: bool,
    pub signed: bool,
}

impl Notation {
    pub fn of(conversion: u8) -> Notation {
        let base = match conversion {
            b'o' => 8,
            b'x' | b'X' | b'p' => 16,
            _ => 10,
        };
        Notation {
            base,
            upper: conversion == b'X',
            signed: matches!(conversion, b'd' | b'i'),
        }
    }

    fn digit(self, value: u64) -> u8 {
        let digit =
            char::from_digit(value as u32, self.base as u32).expect("it is below the base") as u8;
        if self.upper {
            digit.to_ascii_uppercase()
        } else {
            digit
        }
    }
}

/// A concrete integer of the spec's width.
pub(crate) fn print(spec: &Spec, bits: u64) -> Vec<Byte> {
    let notation = Notation::of(spec.conversion);
    let shift = 64 - spec.length.width();
    let negative = notation.signed && ((bits << shift) as i64) < 0;
    let magnitude = if negative {
        (((bits << shift) as i64) >> shift).unsigned_abs()
    } else {
        bits
    };
    let mut digits = Vec::new();
    let mut rest = magnitude;
    while rest > 0 {
        digits.push(Byte::Concrete(notation.digit(rest % notation.base)));
        rest /= notation.base;
    }
    digits.reverse();
    finish(spec, notation, negative, digits)
}

/// A symbolic integer: forks over its sign and number of digits, then the digits are terms.
pub(crate) fn print_term(
    machine: &mut Machine,
    state: &mut State,
    spec: &Spec,
    value: Term,
) -> Step<Vec<Byte>> {
    let notation = Notation::of(spec.conversion);
    let t = machine.terms.clone();
    let width = t.width(value);
    let negative = notation.signed && {
        let below = t.slt(value, t.zero(width));
        machine.decide_term(state, below)?
    };
    let magnitude = if negative { t.neg(value) } else { value };
    let mut count = 0;
    let mut power: u128 = 1;
    while power < 1 << width {
        let below = t.ult(magnitude, t.constant(width, power as u64));
        if machine.decide_term(state, below)? {
            break;
        }
        count += 1;
        power *= u128::from(notation.base);
    }
    let digits = (0..count)
        .rev()
        .map(|i| Byte::Symbolic(digit_term(&t, magnitude, notation, i)))
        .collect();
    let mut digits: Vec<Byte> = digits;
    for digit in &mut digits {
        if let Byte::Symbolic(term) = *digit
            && let Some(bits) = t.as_const(term)
        {
            *digit = Byte::Concrete(bits as u8);
        }
    }
    Ok(finish(spec, notation, negative, digits))
}

/// The character of the digit at place `i`, the lowest being 0.
fn digit_term(t: &Terms, magnitude: Term, notation: Notation, i: u32) -> Term {
    let width = t.width(magnitude);
    let power = t.constant(width, notation.base.pow(i));
    let digit = t.urem(t.udiv(magnitude, power), t.constant(width, notation.base));
    let digit = t.resize(digit, 8);
    let decimal = t.add(digit, t.constant(8, u64::from(b'0')));
    if notation.base <= 10 {
        return decimal;
    }
    let letter = if notation.upper { b'A' } else { b'a' };
    let letter = t.add(digit, t.constant(8, u64::from(letter) - 10));
    t.ite(t.ult(digit, t.constant(8, 10)), decimal, letter)
}

/// Sign, prefix and padding. No digits means zero.
fn finish(spec: &Spec, notation: Notation, negative: bool, mut digits: Vec<Byte>) -> Vec<Byte> {
    let zero = digits.is_empty();
    if zero && spec.precision != Some(0) {
        digits.push(Byte::Concrete(b'0'));
    }
    let lead: &[u8] = match (notation.signed, notation.base, spec.flags.alternate) {
        (true, ..) => layout::sign(spec.flags, negative),
        (_, 16, true) if !zero => {
            if notation.upper {
                b"0X"
            } else {
                b"0x"
            }
        }
        _ => b"",
    };
    if notation.base == 8 && spec.flags.alternate {
        let filled = digits.len() < spec.precision.unwrap_or(0);
        if !filled && digits.first() != Some(&Byte::Concrete(b'0')) {
            digits.insert(0, Byte::Concrete(b'0'));
        }
    }
    layout::integer(spec, lead, digits)
}

/// The number of characters that a symbolic integer takes, as a 64-bit value.
pub(crate) fn length(t: &Terms, spec: &Spec, value: Term) -> Value {
    let notation = Notation::of(spec.conversion);
    let width = t.width(value);
    let number = |n: usize| t.constant(64, n as u64);
    let negative = if notation.signed {
        t.slt(value, t.zero(width))
    } else {
        t.fls()
    };
    let magnitude = t.ite(negative, t.neg(value), value);
    let zero = t.eq(value, t.zero(width));
    let mut count = t.zero(64);
    let mut power: u128 = 1;
    while power < 1 << width {
        let more = t.uge(magnitude, t.constant(width, power as u64));
        count = t.add(count, t.zext(more, 64));
        power *= u128::from(notation.base);
    }
    if notation.base == 8 && spec.flags.alternate {
        count = t.ite(zero, count, t.add(count, number(1)));
    }
    let least = spec.precision.unwrap_or(1);
    let least = if notation.base == 8 && spec.flags.alternate {
        least.max(1)
    } else {
        least
    };
    count = t.umax(count, number(least));
    let lead = if notation.signed {
        let plain = layout::sign(spec.flags, false).len();
        t.ite(negative, number(1), number(plain))
    } else if notation.base == 16 && spec.flags.alternate {
        t.ite(zero, number(0), number(2))
    } else {
        number(0)
    };
    Value::from_term(t, t.umax(t.add(count, lead), number(spec.width)))
}
