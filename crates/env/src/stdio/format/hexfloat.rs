//! `%a`: the mantissa in hexadecimal, with the leading digits that glibc gives.

use super::float::Format;
use super::spec::Spec;

/// Digits behind the `0x`, exponent included.
pub(crate) fn digits(spec: &Spec, mantissa: u64, exponent: i32, format: Format) -> Vec<u8> {
    // The point is behind the first bit of a double and behind the first four of an x87 number.
    let (whole_bits, fraction_bits) = match format {
        Format::Double => (1, 52),
        Format::Extended => (4, 60),
    };
    let exponent = if mantissa == 0 {
        0
    } else {
        exponent + fraction_bits as i32
    };
    let mut whole = mantissa >> fraction_bits;
    let mut fraction = mantissa & ((1 << fraction_bits) - 1);
    let mut exponent = exponent;
    let mut count = fraction_bits / 4;
    match spec.precision {
        Some(p) if p < count => {
            let dropped = (count - p) * 4;
            (whole, fraction) = rounded(whole, fraction, fraction_bits, dropped);
            count = p;
            if whole >> whole_bits > 1 || (format == Format::Extended && whole >> whole_bits != 0) {
                // Only the x87's leading digit can run over: 0xf.f... becomes 0x1.0, four bits on.
                whole >>= 4;
                exponent += 4;
            }
        }
        Some(_) => {}
        None => {
            while count > 0 && fraction & 15 == 0 {
                fraction >>= 4;
                count -= 1;
            }
        }
    }
    let upper = spec.conversion == b'A';
    let mut text = format!("{whole:x}");
    let wanted = spec.precision.unwrap_or(count);
    if wanted > 0 || spec.flags.alternate {
        text.push('.');
    }
    if count > 0 {
        text.push_str(&format!("{fraction:0count$x}"));
    }
    text.extend(std::iter::repeat_n('0', wanted - count));
    let sign = if exponent < 0 { '-' } else { '+' };
    text.push_str(&format!("p{sign}{}", exponent.unsigned_abs()));
    if upper {
        text.to_ascii_uppercase().into_bytes()
    } else {
        text.into_bytes()
    }
}

/// Drops the lowest `dropped` bits of the fraction, to nearest, ties to even.
fn rounded(whole: u64, fraction: u64, bits: usize, dropped: usize) -> (u64, u64) {
    let all = u128::from(whole) << bits | u128::from(fraction);
    let kept = all >> dropped;
    let rest = all & ((1 << dropped) - 1);
    let half = 1u128 << (dropped - 1);
    let kept = if rest > half || (rest == half && kept & 1 == 1) {
        kept + 1
    } else {
        kept
    };
    let left = bits - dropped;
    ((kept >> left) as u64, (kept & ((1 << left) - 1)) as u64)
}
