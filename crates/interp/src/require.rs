//! Conditions that the lowering has put before instructions: what the program must not do.

use crate::{ErrorKind, Machine, State, Step, Value};
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
            let (kind, message) = m.violation(s, subject, width, violation);
            m.finding(s, kind, message)
        })
    }

    fn violation(
        &mut self,
        state: &State,
        subject: Value,
        width: u32,
        violation: Violation,
    ) -> (ErrorKind, String) {
        let value = self.example(state, subject, width);
        let number = value.low_u64();
        match violation {
            Violation::Misaligned(align) => (
                ErrorKind::Misaligned,
                format!("access at {number:#x}, which is no multiple of {align}"),
            ),
            Violation::PointerOverflow => (
                ErrorKind::PointerOverflow,
                format!("pointer arithmetic that starts at {number:#x} leaves the address space"),
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
}
