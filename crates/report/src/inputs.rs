//! The input that leads down a path: the values its model gives.

use crate::{Ktest, KtestObject};
use crate::{stat, values};
use pleach_interp::{InputType, State};
use pleach_ir::Module;
use pleach_ktest::Role;
use pleach_term::Terms;

/// Of a long list of inputs, so many are shown from its start and from its end.
const FIRST_LINES: usize = 30;
const LAST_LINES: usize = 5;
/// Names up to this width stand in one column.
const WIDEST_NAME: usize = 24;
/// KLEE's name for the numbers of system calls that fail.
const FAILURES: &str = "fails";

/// A value for one thing that the program made symbolic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputValue {
    pub name: String,
    pub bytes: Vec<u8>,
    pub ty: InputType,
}

/// All inputs of the state's path, in the order in which the program asked for them.
pub fn inputs(state: &State, terms: &Terms) -> Vec<InputValue> {
    let value = |object: &pleach_interp::SymbolicObject| InputValue {
        name: object.name.to_string(),
        bytes: object
            .input
            .vars()
            .map(|var| state.path.value_of(var))
            .collect(),
        ty: object.ty,
    };
    state.asked_inputs(terms).into_iter().map(value).collect()
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
        let fits = matches!(self.bytes.len(), 1 | 2 | 4 | 8);
        fits.then(|| values::signed(&self.bytes))??.try_into().ok()
    }

    /// What it is to the program. A variable of the program that has one of KLEE's names is still a
    /// variable.
    fn role(&self) -> Role<'_> {
        match self.ty {
            InputType::Unknown => Role::of(&self.name),
            _ => Role::Own,
        }
    }

    fn value(&self, module: &Module) -> String {
        match self.role() {
            Role::Argument | Role::Variable(_) => values::text(&self.bytes),
            Role::Stdin | Role::File(_) => values::contents(&self.bytes),
            _ => values::typed(module, self.ty, &self.bytes)
                .unwrap_or_else(|| values::untyped(&self.bytes)),
        }
    }
}

/// Lines of a finding that show its input; the test has all of it.
pub fn lines(module: &Module, inputs: &[InputValue]) -> Vec<String> {
    let mut pairs = Vec::new();
    let mut notes = Vec::new();
    for input in inputs {
        match input.role() {
            Role::Bookkeeping if input.name != FAILURES => {}
            Role::Bookkeeping => notes.extend(failures(&input.bytes)),
            Role::Stat(of) => notes.extend(about_file(inputs, of, &input.bytes)),
            _ => pairs.push((input.name.as_str(), input.value(module))),
        }
    }
    let width = pairs.iter().map(|(name, _)| name.chars().count());
    let width = width.max().unwrap_or(0).min(WIDEST_NAME);
    let lines = pairs.iter();
    let mut lines: Vec<String> = lines
        .map(|(name, value)| format!("{name:width$} = {value}"))
        .collect();
    if lines.len() > FIRST_LINES + LAST_LINES + 1 {
        let left_out = FIRST_LINES..lines.len() - LAST_LINES;
        let note = format!("… {} more inputs …", left_out.len());
        lines.splice(left_out, [note]);
    }
    lines.extend(notes);
    lines
}

/// What the path has to do with a file other than reading and writing it.
fn about_file(inputs: &[InputValue], of: &str, stat: &[u8]) -> Option<String> {
    let contents = inputs.iter().find(|input| input.name == of);
    let words = stat::in_words(stat, contents.map_or(0, |input| input.bytes.len()))?;
    let name = of.strip_suffix("-data").unwrap_or("the standard input");
    Some(format!("{name} {words}"))
}

/// Numbers of system calls that fail, of those that may (`--max-fail`).
fn failures(bytes: &[u8]) -> Option<String> {
    let numbers = bytes.chunks(4).filter_map(values::signed);
    let failing: Vec<String> = numbers
        .filter(|number| *number > 0)
        .map(|number| number.to_string())
        .collect();
    let calls = failing.join(" and ");
    (!failing.is_empty())
        .then(|| format!("of the system calls that may fail, number {calls} fails"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(name: &str, bytes: &[u8]) -> InputValue {
        InputValue {
            name: name.into(),
            bytes: bytes.to_vec(),
            ty: InputType::Unknown,
        }
    }

    #[test]
    fn integers_are_little_endian_and_signed() {
        let value = |bytes: &[u8]| value("x", bytes).integer();
        assert_eq!(value(&[2, 0, 0, 0]), Some(2));
        assert_eq!(value(&[0xff]), Some(-1));
        assert_eq!(value(&[0, 0x80]), Some(-32768));
        assert_eq!(value(&[1, 2, 3]), None);
        assert_eq!(value(&[0xfe, 255, 255, 255, 255, 255, 255, 255]), Some(-2));
    }

    #[test]
    fn what_is_no_input_of_the_program_is_not_shown() {
        let mut stat = vec![0; 144];
        stat[24..28].copy_from_slice(&0o100_244u32.to_le_bytes());
        stat[28..36].copy_from_slice(&[0xe8, 3, 0, 0, 0xe8, 3, 0, 0]);
        stat[48] = 4;
        for at in [72, 88] {
            stat[at..at + 8].copy_from_slice(&1_000_000_000u64.to_le_bytes());
        }
        let inputs = [
            value("arg0", b"aaa\0"),
            value("A-data", b"hi\0\0"),
            value("A-data-stat", &stat),
            value("env-HOME", b"/\0\0"),
            value("fails", &[2, 0, 0, 0]),
            value("model_version", &[1, 0, 0, 0]),
        ];
        let expected = [
            r#"arg0     = "aaa""#,
            r#"A-data   = "hi\0\0""#,
            r#"env-HOME = "/""#,
            "A cannot be read",
            "of the system calls that may fail, number 2 fails",
        ];
        assert_eq!(lines(&Module::default(), &inputs), expected);
    }

    #[test]
    fn many_inputs_are_shortened() {
        let inputs = vec![value("x", &[1]); 100];
        let lines = lines(&Module::default(), &inputs);
        assert_eq!(lines.len(), FIRST_LINES + 1 + LAST_LINES);
        assert_eq!(lines[FIRST_LINES], "… 65 more inputs …");
    }
}
