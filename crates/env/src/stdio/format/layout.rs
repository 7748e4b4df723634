//! Padding, signs and prefixes. Digits may be symbolic; how many there are is not.

use super::spec::{Flags, Spec};
use pleach_memory::Byte;

pub(crate) fn concrete(text: &[u8]) -> Vec<Byte> {
    text.iter().map(|b| Byte::Concrete(*b)).collect()
}

/// The sign to print for a signed number.
pub(crate) fn sign(flags: Flags, negative: bool) -> &'static [u8] {
    match (negative, flags.plus, flags.space) {
        (true, ..) => b"-",
        (false, true, _) => b"+",
        (false, false, true) => b" ",
        (false, false, false) => b"",
    }
}

/// Spaces around a text that is no number.
pub(crate) fn text(spec: &Spec, text: Vec<Byte>) -> Vec<Byte> {
    let pad = spec.width.saturating_sub(text.len());
    let spaces = vec![Byte::Concrete(b' '); pad];
    if spec.flags.left {
        [text, spaces].concat()
    } else {
        [spaces, text].concat()
    }
}

/// An integer: `lead` is its sign or base prefix, `digits` are without leading zeroes.
pub(crate) fn integer(spec: &Spec, lead: &[u8], digits: Vec<Byte>) -> Vec<Byte> {
    let mut zeroes = spec.precision.unwrap_or(0).saturating_sub(digits.len());
    if spec.precision.is_none() && spec.flags.zero && !spec.flags.left {
        zeroes = spec.width.saturating_sub(lead.len() + digits.len());
    }
    number(spec, lead, zeroes, digits)
}

/// A float: zeroes fill the field between sign and digits if asked for.
pub(crate) fn float(spec: &Spec, lead: &[u8], digits: &[u8]) -> Vec<Byte> {
    let fill = spec.flags.zero && !spec.flags.left;
    let zeroes = if fill {
        spec.width.saturating_sub(lead.len() + digits.len())
    } else {
        0
    };
    number(spec, lead, zeroes, concrete(digits))
}

fn number(spec: &Spec, lead: &[u8], zeroes: usize, digits: Vec<Byte>) -> Vec<Byte> {
    let mut all = concrete(lead);
    all.resize(lead.len() + zeroes, Byte::Concrete(b'0'));
    all.extend(digits);
    text(spec, all)
}
