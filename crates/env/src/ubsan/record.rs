//! What a handler was called with: the record that describes its check, and values.
//!
//! A record lies in the program's data. It begins with a place in the source (a pointer to the
//! file's name, line and column), and pointers to types and small numbers follow.

use super::value::{Number, Type};
use crate::args::word;
use crate::text::words;
use pleach_interp::{HostCall, Machine, NamedPlace, State, Step, Value};
use pleach_term::{Bits, Term, Terms};

/// Bytes of a place in the source.
pub(super) const PLACE: u64 = 16;
/// Bytes of a pointer to a type.
pub(super) const POINTER: u64 = 8;

/// Where the place of a check is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Given {
    /// At this offset.
    InRecord(u64),
    /// A pointer to it is this argument.
    InArgument(usize),
    Nowhere,
}

pub(super) struct Record<'a> {
    pub machine: &'a mut Machine,
    pub state: &'a mut State,
    call: &'a HostCall<'a>,
    /// Where the record lies.
    base: u64,
    /// Values were shown: nothing may be decided any more.
    is_shown: bool,
}

impl<'a> Record<'a> {
    pub fn open(
        machine: &'a mut Machine,
        state: &'a mut State,
        call: &'a HostCall<'a>,
    ) -> Step<Record<'a>> {
        let base = match call.args {
            [] => 0,
            _ => machine.enumerate(state, word(machine, call, 0), 64)?.bits,
        };
        Ok(Record {
            machine,
            state,
            call,
            base,
            is_shown: false,
        })
    }

    pub fn arguments(&self) -> usize {
        self.call.args.len()
    }

    /// An argument that is an address or a plain number, under the path's model.
    pub fn address(&mut self, argument: usize) -> u64 {
        let value = word(self.machine, self.call, argument);
        self.show();
        self.example(value, 64).low_u64()
    }

    /// An argument of this type, under the path's model.
    pub fn number(&mut self, argument: usize, ty: &Type) -> Step<Number> {
        let (value, width) = self.value(argument, ty)?;
        self.show();
        let bits = self.example(value, width);
        Ok(ty.number(&bits))
    }

    /// The path ends here, so its model is narrowed now to what its test will show: a message
    /// with values must agree with that.
    fn show(&mut self) {
        if !self.is_shown {
            self.machine.prefer(self.state);
        }
        self.is_shown = true;
    }

    /// An argument of this type with the width that it comes in.
    fn value(&mut self, argument: usize, ty: &Type) -> Step<(Value, u32)> {
        let handle = word(self.machine, self.call, argument);
        match ty.width() {
            // Too wide for an argument: that is a pointer to it.
            Some(width) if width > 64 => {
                let value = self.machine.load_value(self.state, handle, width)?;
                Ok((value, width))
            }
            _ => Ok((handle, 64)),
        }
    }

    /// Whether something holds for an integer argument. Where both answers are possible they are
    /// different errors, each a path of its own.
    pub fn decide(
        &mut self,
        argument: usize,
        ty: &Type,
        condition: impl FnOnce(&Terms, Term) -> Term,
    ) -> Step<bool> {
        debug_assert!(!self.is_shown, "decisions come first");
        let (value, width) = self.value(argument, ty)?;
        let t = &self.machine.terms;
        let value = t.trunc(value.to_term(t, width), ty.bits());
        let condition = condition(t, value);
        self.machine.decide_term(self.state, condition)
    }

    /// The same for an address.
    pub fn decide_address(
        &mut self,
        argument: usize,
        condition: impl FnOnce(&Terms, Term) -> Term,
    ) -> Step<bool> {
        let value = word(self.machine, self.call, argument);
        let t = &self.machine.terms;
        let condition = condition(t, value.to_term(t, 64));
        self.machine.decide_term(self.state, condition)
    }

    /// Where in the source the check stands.
    pub fn place(&mut self, given: Given) -> Step<Option<NamedPlace>> {
        let at = match given {
            Given::InRecord(offset) => self.base + offset,
            Given::InArgument(argument) => self.address(argument),
            Given::Nowhere => return Ok(None),
        };
        let file = self.read(at, 64)?;
        let (line, column) = (
            self.read(at + 8, 32)? as u32,
            self.read(at + 12, 32)? as u32,
        );
        if file == 0 || line == 0 {
            return Ok(None);
        }
        let file = words(self.machine, self.state, Value::concrete(file))?;
        Ok(Some(NamedPlace { file, line, column }))
    }

    /// The type that the pointer at this offset of the record points to.
    pub fn ty(&mut self, offset: u64) -> Step<Type> {
        let at = self.read(self.base + offset, 64)?;
        let kind = self.read(at, 16)? as u16;
        let info = self.read(at + 2, 16)? as u16;
        let name = words(self.machine, self.state, Value::concrete(at + 4))?;
        let behind_name = at + 4 + name.len() as u64 + 1;
        match kind {
            Type::BIT_INT => {
                let width = self.read(behind_name, 32)? as u32;
                Ok(Type::bit_int(info, width, name))
            }
            _ => Ok(Type::new(kind, info, name)),
        }
    }

    /// A small number of the record.
    pub fn field(&mut self, offset: u64, width: u32) -> Step<u64> {
        self.read(self.base + offset, width)
    }

    fn read(&mut self, address: u64, width: u32) -> Step<u64> {
        let value = self
            .machine
            .load_value(self.state, Value::concrete(address), width)?;
        Ok(self.example(value, width).low_u64())
    }

    fn example(&mut self, value: Value, width: u32) -> Bits {
        self.machine.example(self.state, value, width)
    }
}
