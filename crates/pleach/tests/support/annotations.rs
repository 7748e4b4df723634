//! The `//~` comments of test programs; `tests/README.md` says what they mean.

use std::path::Path;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// Kind and line.
    pub errors: Vec<(String, u32)>,
    /// `None`: any number.
    pub paths: Option<u64>,
    pub error_count: Option<usize>,
    pub tests: Option<u64>,
    pub flags: Vec<String>,
    pub inputs: Vec<(String, Input)>,
    /// Why the run cannot be complete; without a reason it must be.
    pub incomplete: Option<String>,
    pub exec: bool,
    pub exit: Option<i32>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Input {
    Integer(i128),
    Bytes(Vec<u8>),
}

impl Input {
    /// Whether these bytes are that input.
    pub fn is(&self, bytes: &[u8]) -> bool {
        match self {
            Input::Bytes(expected) => expected == bytes,
            Input::Integer(value) => {
                bytes.len() <= 16 && value.to_le_bytes()[..bytes.len()] == *bytes
            }
        }
    }
}

/// Reads a program's annotations; a comment that is not understood is an error.
pub fn read(path: &Path) -> Result<Expected, String> {
    let source = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let mut expected = Expected::default();
    for (i, line) in source.lines().enumerate() {
        for annotation in line.split("//~").skip(1) {
            let number = i as u32 + 1;
            one(annotation.trim_end(), number, &mut expected)
                .ok_or_else(|| format!("line {number}: not an annotation: //~{annotation}"))?;
        }
    }
    Ok(expected)
}

fn one(text: &str, line: u32, expected: &mut Expected) -> Option<()> {
    let above = text.chars().take_while(|c| *c == '^').count();
    let text = text[above..].strip_prefix(' ')?;
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "ERROR" => expected.errors.push((rest.to_owned(), line - above as u32)),
        "PATHS:" if rest == "any" => {}
        "PATHS:" => expected.paths = Some(rest.parse().ok()?),
        "ERRORS:" => expected.error_count = Some(rest.parse().ok()?),
        "TESTS:" => expected.tests = Some(rest.parse().ok()?),
        "INCOMPLETE:" if !rest.is_empty() => expected.incomplete = Some(rest.to_owned()),
        "EXIT:" => expected.exit = Some(rest.parse().ok()?),
        "FLAGS:" => expected
            .flags
            .extend(rest.split_whitespace().map(str::to_owned)),
        "EXEC" => expected.exec = true,
        "INPUT" => {
            let (name, value) = rest.split_once(" = ")?;
            expected.inputs.push((name.to_owned(), input(value)?));
        }
        _ => return None,
    }
    Some(())
}

fn input(text: &str) -> Option<Input> {
    match text.strip_prefix("hex ") {
        None => Some(Input::Integer(text.parse().ok()?)),
        Some(hex) => {
            let bytes: Result<Vec<u8>, _> = hex
                .split(' ')
                .map(|byte| u8::from_str_radix(byte, 16))
                .collect();
            Some(Input::Bytes(bytes.ok()?))
        }
    }
}
