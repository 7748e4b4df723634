//! The input that leads down a path: the values its model gives.

use crate::{Ktest, KtestObject};
use pleach_interp::State;
use std::fmt::Write;

/// Bytes of an input beyond which the readable form is cut.
const SHOWN: usize = 64;

/// A value for one thing that the program made symbolic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputValue {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// All inputs of the state's path, in the order in which the program asked for them.
pub fn inputs(state: &State) -> Vec<InputValue> {
    let value = |object: &pleach_interp::SymbolicObject| InputValue {
        name: object.name.to_string(),
        bytes: object
            .input
            .vars()
            .map(|var| state.path.value_of(var))
            .collect(),
    };
    state.inputs.iter().map(value).collect()
}

/// The same as a test case.
pub fn ktest(args: &[Vec<u8>], inputs: &[InputValue]) -> Ktest {
    let object = |input: &InputValue| KtestObject {
        name: input.name.as_bytes().to_vec(),
        bytes: input.bytes.clone(),
    };
    Ktest {
        args: args.to_vec(),
        objects: inputs.iter().map(object).collect(),
        ..Ktest::default()
    }
}

impl InputValue {
    /// As an integer, where the size is that of one.
    pub fn integer(&self) -> Option<i64> {
        let mut wide = [0; 8];
        let len = self.bytes.len();
        if !matches!(len, 1 | 2 | 4 | 8) {
            return None;
        }
        wide[..len].copy_from_slice(&self.bytes);
        let unused = 64 - 8 * len as u32;
        Some(i64::from_le_bytes(wide) << unused >> unused)
    }

    /// One line: the integer if it may be one, the characters, the bytes.
    pub fn describe(&self) -> String {
        let shown = &self.bytes[..self.bytes.len().min(SHOWN)];
        let mut text = String::new();
        if let Some(value) = self.integer() {
            let _ = write!(text, "{value}");
            let len = self.bytes.len() as u32;
            if value < 0 {
                let unsigned = value as u64 & (u64::MAX >> (64 - 8 * len));
                let _ = write!(text, " (unsigned {unsigned})");
            }
            text.push_str("  ");
        }
        let _ = write!(text, "\"{}\"  hex", shown.escape_ascii());
        for byte in shown {
            let _ = write!(text, " {byte:02x}");
        }
        if shown.len() < self.bytes.len() {
            let _ = write!(text, " … ({} bytes in all)", self.bytes.len());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(bytes: &[u8]) -> InputValue {
        InputValue {
            name: "x".into(),
            bytes: bytes.to_vec(),
        }
    }

    #[test]
    fn integers_are_little_endian_and_signed() {
        assert_eq!(value(&[2, 0, 0, 0]).integer(), Some(2));
        assert_eq!(value(&[0xff]).integer(), Some(-1));
        assert_eq!(value(&[0, 0x80]).integer(), Some(-32768));
        assert_eq!(value(&[1, 2, 3]).integer(), None);
        assert_eq!(
            value(&[0xfe, 255, 255, 255, 255, 255, 255, 255]).integer(),
            Some(-2)
        );
    }

    #[test]
    fn a_value_is_shown_in_all_its_readings() {
        assert_eq!(
            value(&[0xff, 0xff]).describe(),
            r#"-1 (unsigned 65535)  "\xff\xff"  hex ff ff"#
        );
        assert_eq!(value(b"abc").describe(), r#""abc"  hex 61 62 63"#);
        assert!(
            value(&[0; 100])
                .describe()
                .ends_with("00 … (100 bytes in all)")
        );
    }
}
