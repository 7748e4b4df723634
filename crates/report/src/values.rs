//! Values as the source would write them.

use pleach_interp::InputType;
use pleach_ir::{Field, Module, Scalar, SourceType, TypeId};
use std::fmt::Write;

/// Bytes of a text beyond which it is cut, and elements of a list.
const SHOWN_BYTES: usize = 64;
const SHOWN_ELEMENTS: usize = 16;

/// Bytes of this type; none where the type says nothing about them.
pub fn typed(module: &Module, ty: InputType, bytes: &[u8]) -> Option<String> {
    match ty {
        InputType::Unknown => None,
        InputType::Declared(ty) => declared(module, ty, bytes),
        InputType::Scalars { scalar, each } if each as usize == bytes.len() => one(scalar, bytes),
        InputType::Scalars { scalar, each } => list(scalar, each as usize, bytes),
    }
}

fn declared(module: &Module, ty: TypeId, bytes: &[u8]) -> Option<String> {
    match &module.types[ty.index()] {
        SourceType::Unknown => None,
        SourceType::Scalar { scalar, .. } => one(*scalar, bytes),
        SourceType::Array { element, .. } => match module.types[element.index()] {
            SourceType::Scalar {
                scalar,
                bytes: each,
            } => list(scalar, each as usize, bytes),
            _ => {
                let each = usize::try_from(module.size_of(*element)?).ok()?;
                let show = |part: &[u8]| declared(module, *element, part);
                elements(each, bytes, show)
            }
        },
        SourceType::Record { fields, .. } => record(module, fields, bytes),
    }
}

fn record(module: &Module, fields: &[Field], bytes: &[u8]) -> Option<String> {
    let mut out = String::from("{");
    for (i, field) in fields.iter().enumerate() {
        if i == SHOWN_ELEMENTS {
            let _ = write!(out, ", … ({} fields in all)", fields.len());
            break;
        }
        let start = usize::try_from(field.offset).ok()?;
        let len = usize::try_from(module.size_of(field.ty)?).ok()?;
        let value = declared(module, field.ty, bytes.get(start..start.checked_add(len)?)?)?;
        let comma = if i == 0 { "" } else { ", " };
        let _ = write!(out, "{comma}{}: {value}", field.name);
    }
    out.push('}');
    Some(out)
}

/// Characters are a text, and so are small numbers that look like one.
fn list(scalar: Scalar, each: usize, bytes: &[u8]) -> Option<String> {
    let is_text = match scalar {
        Scalar::Character => true,
        Scalar::Signed | Scalar::Unsigned => is_printable(bytes),
        Scalar::Float | Scalar::Boolean | Scalar::Pointer => false,
    };
    if each == 1 && is_text {
        return Some(contents(bytes));
    }
    elements(each, bytes, |part| one(scalar, part))
}

fn elements(each: usize, bytes: &[u8], show: impl Fn(&[u8]) -> Option<String>) -> Option<String> {
    if each == 0 || !bytes.len().is_multiple_of(each) {
        return None;
    }
    let count = bytes.len() / each;
    let shown: Option<Vec<String>> = bytes.chunks(each).take(SHOWN_ELEMENTS).map(show).collect();
    let more = match count {
        0..=SHOWN_ELEMENTS => String::new(),
        _ => format!(", … ({count} in all)"),
    };
    Some(format!("{{{}{more}}}", shown?.join(", ")))
}

fn one(scalar: Scalar, bytes: &[u8]) -> Option<String> {
    let bits = unsigned(bytes)?;
    Some(match scalar {
        Scalar::Signed => signed(bytes)?.to_string(),
        Scalar::Unsigned => bits.to_string(),
        Scalar::Pointer => format!("{bits:#x}"),
        Scalar::Boolean => match bits {
            0 => "false".to_owned(),
            1 => "true".to_owned(),
            other => other.to_string(),
        },
        Scalar::Character => character(bytes)?,
        Scalar::Float => match bytes.len() {
            4 => format!("{:?}", f32::from_bits(bits as u32)),
            8 => format!("{:?}", f64::from_bits(bits as u64)),
            _ => return None,
        },
    })
}

/// `'a' (97)`, as C writes it.
fn character(bytes: &[u8]) -> Option<String> {
    let number = signed(bytes)?;
    let code = u32::try_from(unsigned(bytes)?).ok();
    match code.and_then(char::from_u32) {
        Some(c) if c.is_ascii_graphic() || c == ' ' || bytes.len() > 1 && !c.is_control() => {
            Some(format!("'{c}' ({number})"))
        }
        _ => Some(number.to_string()),
    }
}

/// Least significant byte first.
pub fn unsigned(bytes: &[u8]) -> Option<u128> {
    let mut wide = [0; 16];
    wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(u128::from_le_bytes(wide))
}

pub fn signed(bytes: &[u8]) -> Option<i128> {
    let unused = 128 - 8 * bytes.len() as u32;
    let wide = unsigned(bytes)? as i128;
    Some(wide.checked_shl(unused)? >> unused)
}

/// Text, and zeros behind it.
fn is_printable(bytes: &[u8]) -> bool {
    let text = without_last_zeros(bytes);
    !text.is_empty()
        && text
            .iter()
            .all(|b| b.is_ascii_graphic() || b" \n\t".contains(b))
}

fn without_last_zeros(bytes: &[u8]) -> &[u8] {
    let used = bytes
        .iter()
        .rposition(|b| *b != 0)
        .map_or(0, |last| last + 1);
    &bytes[..used]
}

/// What a program sees of a text: what stands before the first zero.
pub fn text(bytes: &[u8]) -> String {
    quoted(bytes.split(|b| *b == 0).next().unwrap_or_default())
}

/// All bytes of an array of characters, or of a file. Many zeros at the end are counted instead.
pub fn contents(bytes: &[u8]) -> String {
    let text = without_last_zeros(bytes);
    match bytes.len() - text.len() {
        0..=4 => quoted(bytes),
        zeros if text.is_empty() => format!("{zeros} zero bytes"),
        zeros => format!("{} and {zeros} zero bytes", quoted(text)),
    }
}

fn quoted(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(SHOWN_BYTES)];
    let text = shown.escape_ascii().to_string().replace("\\x00", "\\0");
    match bytes.len() {
        0..=SHOWN_BYTES => format!("\"{text}\""),
        all => format!("\"{text}\" … ({all} bytes in all)"),
    }
}

/// Bytes of which nothing is known: the integer if they may be one, the characters, the bytes.
pub fn untyped(bytes: &[u8]) -> String {
    let mut out = String::new();
    if matches!(bytes.len(), 1 | 2 | 4 | 8)
        && let (Some(value), Some(unsigned)) = (signed(bytes), unsigned(bytes))
    {
        let _ = write!(out, "{value}");
        if value < 0 {
            let _ = write!(out, " (unsigned {unsigned})");
        }
        out.push_str("  ");
    }
    let shown = &bytes[..bytes.len().min(SHOWN_BYTES)];
    if is_printable(shown) {
        let _ = write!(out, "\"{}\"  ", shown.escape_ascii());
    }
    out.push_str("hex");
    for byte in shown {
        let _ = write!(out, " {byte:02x}");
    }
    if shown.len() < bytes.len() {
        let _ = write!(out, " … ({} bytes in all)", bytes.len());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scalars(scalar: Scalar, each: u32, bytes: &[u8]) -> String {
        let ty = InputType::Scalars { scalar, each };
        typed(&Module::default(), ty, bytes).expect("these can be shown")
    }

    #[test]
    fn numbers_are_shown_as_their_type_has_them() {
        assert_eq!(scalars(Scalar::Signed, 4, &[0xff; 4]), "-1");
        assert_eq!(scalars(Scalar::Unsigned, 4, &[0xff; 4]), "4294967295");
        assert_eq!(scalars(Scalar::Float, 4, &1.5f32.to_le_bytes()), "1.5");
        assert_eq!(scalars(Scalar::Float, 8, &f64::NAN.to_le_bytes()), "NaN");
        assert_eq!(scalars(Scalar::Boolean, 1, &[1]), "true");
        assert_eq!(scalars(Scalar::Character, 1, b"a"), "'a' (97)");
        assert_eq!(scalars(Scalar::Character, 1, &[0xff]), "-1");
        let two = [1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff];
        assert_eq!(scalars(Scalar::Signed, 4, &two), "{1, -2}");
        assert_eq!(
            scalars(Scalar::Unsigned, 1, &[200; 20]),
            format!("{{{}, … (20 in all)}}", vec!["200"; 16].join(", "))
        );
        let max = [0xff; 16];
        assert_eq!(scalars(Scalar::Unsigned, 16, &max), u128::MAX.to_string());
        assert_eq!(scalars(Scalar::Signed, 16, &max), "-1");
    }

    #[test]
    fn texts_are_shown_as_texts() {
        assert_eq!(scalars(Scalar::Character, 1, b"abc\0\0"), r#""abc\0\0""#);
        assert_eq!(scalars(Scalar::Unsigned, 1, b"abc\0"), r#""abc\0""#);
        assert_eq!(text(b"ab\0cd\0"), r#""ab""#);
        assert_eq!(contents(b"hi\0\0"), r#""hi\0\0""#);
        assert_eq!(contents(b"hi\0\0\0\0\0\0"), r#""hi" and 6 zero bytes"#);
        assert_eq!(contents(&[0; 9]), "9 zero bytes");
        assert!(contents(&[b'x'; 100]).ends_with("x\" … (100 bytes in all)"));
    }

    #[test]
    fn bytes_of_no_type_are_shown_in_all_their_readings() {
        assert_eq!(untyped(&[0xff, 0xff]), "-1 (unsigned 65535)  hex ff ff");
        assert_eq!(untyped(b"abc"), r#""abc"  hex 61 62 63"#);
        assert!(untyped(&[0; 100]).ends_with("00 … (100 bytes in all)"));
    }
}
