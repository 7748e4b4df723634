//! Formatted printing.

mod float;
mod hexfloat;
mod integer;
mod layout;
mod source;
mod spec;
#[cfg(test)]
mod tests;

pub(crate) use source::Source;

use crate::args::resized;
use crate::text::{self, Fix, example_bytes, string};
use float::Float;
use pleach_interp::{ErrorKind, Machine, State, Step, Value};
use pleach_memory::Byte;
use spec::{Count, Directive, Length, Piece, Spec};

/// A `%n` that is still to be stored.
pub(crate) struct Store {
    pub address: u64,
    pub width: u32,
    pub count: Value,
}

/// What a formatted print comes to.
pub(crate) struct Formatted {
    pub bytes: Vec<Byte>,
    /// Its length, 64 bits. Differs from that of `bytes` only where these are an example.
    pub length: Value,
    pub stores: Vec<Store>,
}

/// A float as `%g` prints it, from the bits of any type of C's.
pub(crate) fn decimal_float(width: u32, bits: u128) -> String {
    let value = match width {
        16 => Float::from_double(widened_half(bits as u16).to_bits()),
        32 => Float::from_double(f64::from(f32::from_bits(bits as u32)).to_bits()),
        64 => Float::from_double(bits as u64),
        _ => Float::from_extended(bits),
    };
    let spec = Spec {
        flags: spec::Flags::default(),
        width: 0,
        precision: None,
        length: Length::LongDouble,
        conversion: b'g',
    };
    let digits = float::print(&spec, &value).into_iter();
    digits
        .filter_map(|byte| match byte {
            Byte::Concrete(b) => Some(char::from(b)),
            Byte::Symbolic(_) => None,
        })
        .collect()
}

/// `_Float16`: eleven bits of precision.
fn widened_half(bits: u16) -> f64 {
    let (field, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
    let size = match field {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (fraction + 1024.0) * 2_f64.powi(field - 25),
    };
    if bits >> 15 != 0 { -size } else { size }
}

/// Fields wider than this are refused.
const WIDEST: usize = 1 << 26;

/// Formats. Nothing is changed yet; what `fix` says holds for symbolic arguments.
pub(crate) fn format(
    machine: &mut Machine,
    state: &mut State,
    format: Value,
    source: &mut Source<'_>,
    fix: Fix,
) -> Step<Formatted> {
    let text = string(machine, state, format, None, fix)?;
    let format = example_bytes(machine, state, &text.bytes);
    let mut printer = Printer {
        machine,
        state,
        fix,
        done: Formatted {
            bytes: Vec::new(),
            length: Value::ZERO,
            stores: Vec::new(),
        },
    };
    for piece in spec::parse(&format) {
        match piece {
            Piece::Text(text) => printer.put(layout::concrete(text)),
            Piece::Unknown(text) => {
                let message = format!(
                    "the conversion `{}` of a format",
                    String::from_utf8_lossy(text)
                );
                return printer.machine.fail(
                    printer.state,
                    ErrorKind::Unsupported,
                    format!("not supported: {message}"),
                );
            }
            Piece::Convert(directive) => {
                let spec = printer.numbers(&directive, source)?;
                printer.convert(&spec, source)?;
            }
        }
    }
    Ok(printer.done)
}

struct Printer<'a> {
    machine: &'a mut Machine,
    state: &'a mut State,
    fix: Fix,
    done: Formatted,
}

impl Printer<'_> {
    fn put(&mut self, bytes: Vec<Byte>) {
        let length = Value::concrete(bytes.len() as u64);
        self.put_as(bytes, length);
    }

    fn put_as(&mut self, bytes: Vec<Byte>, length: Value) {
        self.done.bytes.extend(bytes);
        self.done.length = match (self.done.length.as_concrete(), length.as_concrete()) {
            (Some(a), Some(b)) => Value::concrete(a + b),
            _ => {
                let t = &self.machine.terms;
                Value::from_term(
                    t,
                    t.add(self.done.length.to_term(t, 64), length.to_term(t, 64)),
                )
            }
        };
    }

    /// Width and precision, which may be arguments.
    fn numbers(&mut self, directive: &Directive, source: &mut Source<'_>) -> Step<Spec> {
        let mut flags = directive.flags;
        let width = match directive.width {
            Count::None => 0,
            Count::Number(n) => n,
            Count::Argument => {
                let n = self.count(source)?;
                flags.left |= n < 0;
                n.unsigned_abs() as usize
            }
        };
        let precision = match directive.precision {
            Count::None => None,
            Count::Number(n) => Some(n),
            Count::Argument => usize::try_from(self.count(source)?).ok(),
        };
        let too_wide =
            width > WIDEST || precision.is_some_and(|p| p > WIDEST && directive.conversion != b's');
        if too_wide {
            let message =
                format!("not supported: a printed field of more than {WIDEST} characters");
            return self
                .machine
                .fail(self.state, ErrorKind::Unsupported, message);
        }
        Ok(Spec {
            flags,
            width,
            precision,
            length: directive.length,
            conversion: directive.conversion,
        })
    }

    fn count(&mut self, source: &mut Source<'_>) -> Step<i32> {
        let n = source.next(self.machine, self.state, 32)?;
        Ok(self.machine.enumerate(self.state, n, 32)?.bits as u32 as i32)
    }

    fn convert(&mut self, spec: &Spec, source: &mut Source<'_>) -> Step<()> {
        match spec.conversion {
            b'd' | b'i' | b'o' | b'u' | b'x' | b'X' => {
                let passed = if spec.length.width() == 64 { 64 } else { 32 };
                let value = source.next(self.machine, self.state, passed)?;
                let value = resized(self.machine, value, spec.length.width());
                self.integer(spec, value)
            }
            b'p' => {
                let value = source.next(self.machine, self.state, 64)?;
                self.pointer(spec, value)
            }
            b'c' => {
                let value = source.next(self.machine, self.state, 32)?;
                self.character(spec, value)
            }
            b's' => {
                let value = source.next(self.machine, self.state, 64)?;
                self.string(spec, value)
            }
            b'n' => {
                let pointer = source.next(self.machine, self.state, 64)?;
                let width = spec.length.width();
                let address = self
                    .machine
                    .writable(self.state, pointer, u64::from(width / 8))?;
                let count = resized(self.machine, self.done.length, width);
                self.done.stores.push(Store {
                    address,
                    width,
                    count,
                });
                Ok(())
            }
            b'm' => {
                self.machine
                    .warn_once("printf's %m prints `error`: which error it was is not known");
                self.put(layout::text(spec, layout::concrete(b"error")));
                Ok(())
            }
            _ => self.float(spec, source),
        }
    }

    fn integer(&mut self, spec: &Spec, value: Value) -> Step<()> {
        match (value.term, self.fix) {
            (None, _) => self.put(integer::print(spec, value.bits)),
            (Some(term), Fix::Every) => {
                let bytes = integer::print_term(self.machine, self.state, spec, term)?;
                self.put(bytes);
            }
            (Some(term), Fix::Example) => {
                let example = self
                    .machine
                    .example(self.state, value, spec.length.width())
                    .low_u64();
                let length = integer::length(&self.machine.terms, spec, term);
                self.put_as(integer::print(spec, example), length);
            }
        }
        Ok(())
    }

    /// `%p` as glibc does it.
    fn pointer(&mut self, spec: &Spec, value: Value) -> Step<()> {
        let some = crate::args::is_nonzero(self.machine, value);
        if !self.machine.decide(self.state, some)? {
            self.put(layout::text(spec, layout::concrete(b"(nil)")));
            return Ok(());
        }
        let mut spec = Spec {
            length: Length::Long,
            ..*spec
        };
        spec.flags.alternate = true;
        self.integer(&spec, value)
    }

    fn character(&mut self, spec: &Spec, value: Value) -> Step<()> {
        if spec.length == Length::Long {
            return self.wide();
        }
        let byte = match resized(self.machine, value, 8) {
            Value { term: Some(t), .. } => Byte::Symbolic(t),
            Value { bits, .. } => Byte::Concrete(bits as u8),
        };
        self.put(layout::text(spec, vec![byte]));
        Ok(())
    }

    fn wide<T>(&mut self) -> Step<T> {
        self.machine.fail(
            self.state,
            ErrorKind::Unsupported,
            "not supported: printing wide characters",
        )
    }

    fn string(&mut self, spec: &Spec, pointer: Value) -> Step<()> {
        if spec.length == Length::Long {
            return self.wide();
        }
        if pointer.as_concrete() == Some(0) {
            let shown: &[u8] = if spec.precision.is_some_and(|p| p < 6) {
                b""
            } else {
                b"(null)"
            };
            self.put(layout::text(spec, layout::concrete(shown)));
            return Ok(());
        }
        let limit = spec.precision.map(|p| p as u64);
        let text = string(self.machine, self.state, pointer, limit, self.fix)?;
        let length = match self.fix {
            Fix::Every => Value::concrete(text.bytes.len().max(spec.width) as u64),
            Fix::Example => {
                let t = &self.machine.terms;
                let length = text::length(self.machine, &text).to_term(t, 64);
                Value::from_term(t, t.umax(length, t.constant(64, spec.width as u64)))
            }
        };
        self.put_as(layout::text(spec, text.bytes), length);
        Ok(())
    }

    fn float(&mut self, spec: &Spec, source: &mut Source<'_>) -> Step<()> {
        let width = if spec.length == Length::LongDouble {
            80
        } else {
            64
        };
        let mut value = source.next_float(self.machine, self.state, width)?;
        let symbolic = value.term.is_some_and(|t| !self.machine.terms.is_const(t));
        match self.fix {
            Fix::Every => {
                value = self.machine.concretize(
                    self.state,
                    value,
                    width,
                    "a float printed into memory",
                )?
            }
            Fix::Example if symbolic => {
                self.machine.warn_once(
                    "the length that a print of a symbolic float returns is that of an example",
                );
            }
            Fix::Example => {}
        }
        let bits = self.machine.example(self.state, value, width);
        let value = match width {
            80 => Float::from_extended(bits.to_u128().unwrap_or(0)),
            _ => Float::from_double(bits.low_u64()),
        };
        self.put(float::print(spec, &value));
        Ok(())
    }
}
