//! Conditions that the lowering has put before instructions: what the program must not do.

use crate::resolve::bytes;
use crate::{ErrorKind, Machine, State, Step};
use pleach_ir::{Opnd, Violation};

impl Machine {
    pub(crate) fn require_inst(
        &mut self,
        state: &mut State,
        cond: Opnd,
        (subject, width): (Opnd, u32),
        violation: Violation,
    ) -> Step<()> {
        let (cond, subject) = (self.read(state, cond), self.read(state, subject));
        if let Some(term) = cond.term {
            // A byte that nobody has written may hold anything; that it does is another error.
            if self.config.checks.uninit && !self.uninitialised_in(term).is_empty() {
                return Ok(());
            }
        }
        self.require(state, cond, |m, s| {
            let number = m.example(s, subject, width).low_u64();
            let (kind, message) = describe(number, width, violation);
            let mut finding = m.finding(s, kind, message);
            if matches!(kind, ErrorKind::Misaligned | ErrorKind::PointerOverflow) {
                finding.address = Some(number);
            }
            finding
        })
    }
}

/// What a person reads. `number` is an example of what the condition is about.
fn describe(number: u64, width: u32, violation: Violation) -> (ErrorKind, String) {
    match violation {
        Violation::Misaligned(align) => (
            ErrorKind::Misaligned,
            format!(
                "access {} behind a multiple of {align}, which its type asks for",
                bytes(number % align)
            ),
        ),
        Violation::PointerOverflow => (
            ErrorKind::PointerOverflow,
            "pointer arithmetic leaves the address space".to_string(),
        ),
        Violation::NullPointerOffset => (
            ErrorKind::PointerOverflow,
            "an offset is applied to a null pointer".to_string(),
        ),
        Violation::InvalidValue => (
            ErrorKind::InvalidValue,
            format!("a load gives {number}, which its type does not have"),
        ),
        Violation::CountOfZero => (
            ErrorKind::InvalidBuiltin,
            "zero has no first and no last bit: the result is not defined".to_string(),
        ),
        Violation::FloatConversion(to) => {
            let float = match width {
                32 => format!("{:e}", f32::from_bits(number as u32)),
                64 => format!("{:e}", f64::from_bits(number)),
                _ => "a float".to_string(),
            };
            let message = format!("{float} does not fit an integer of {to} bits");
            (ErrorKind::FloatConversion, message)
        }
        Violation::NegativeSize => (
            ErrorKind::NegativeArraySize,
            "a variable-length array of a negative size".to_string(),
        ),
    }
}
