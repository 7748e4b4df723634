//! What the sanitizer's runtime says about each check that failed. The layout of each record is
//! in the offsets: places and types as in [`super::record`], then small numbers.

use super::record::{PLACE, POINTER, Record};
use super::value::Type;
use pleach_interp::{ErrorKind, Step};
use pleach_term::{Term, Terms};

/// An error in words.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub kind: ErrorKind,
    pub message: String,
}

impl Said {
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Said {
        Said {
            kind,
            message: message.into(),
        }
    }
}

fn say(kind: ErrorKind, message: impl Into<String>) -> Step<Said> {
    Ok(Said::new(kind, message))
}

/// Overflow of integers is undefined where they are signed.
fn overflow_of(ty: &Type) -> ErrorKind {
    match ty.is_signed() {
        true => ErrorKind::SignedOverflow,
        false => ErrorKind::UnsignedOverflow,
    }
}

fn arithmetic(record: &mut Record<'_>, sign: char) -> Step<Said> {
    let ty = record.ty(PLACE)?;
    let (left, right) = (record.number(1, &ty)?, record.number(2, &ty)?);
    let signed = match ty.is_signed() {
        true => "signed",
        false => "unsigned",
    };
    let name = &ty.name;
    let text = format!(
        "{signed} integer overflow: {left} {sign} {right} cannot be represented in type {name}"
    );
    say(overflow_of(&ty), text)
}

pub(super) fn addition(record: &mut Record<'_>) -> Step<Said> {
    arithmetic(record, '+')
}

pub(super) fn subtraction(record: &mut Record<'_>) -> Step<Said> {
    arithmetic(record, '-')
}

pub(super) fn multiplication(record: &mut Record<'_>) -> Step<Said> {
    arithmetic(record, '*')
}

pub(super) fn negation(record: &mut Record<'_>) -> Step<Said> {
    let ty = record.ty(PLACE)?;
    let value = record.number(1, &ty)?;
    let instead = match ty.is_signed() {
        true => "; cast to an unsigned type to negate this value to itself",
        false => "",
    };
    let name = &ty.name;
    let text = format!("negation of {value} cannot be represented in type {name}{instead}");
    say(overflow_of(&ty), text)
}

pub(super) fn division(record: &mut Record<'_>) -> Step<Said> {
    let ty = record.ty(PLACE)?;
    if ty.is_signed() && record.decide(2, &ty, is_minus_one)? {
        let left = record.number(1, &ty)?;
        let name = &ty.name;
        let text = format!("division of {left} by -1 cannot be represented in type {name}");
        return say(ErrorKind::SignedOverflow, text);
    }
    say(ErrorKind::DivisionByZero, "division by zero")
}

fn is_minus_one(t: &Terms, value: Term) -> Term {
    t.eq(value, t.ones(t.width(value)))
}

fn is_negative(t: &Terms, value: Term) -> Term {
    t.slt(value, t.zero(t.width(value)))
}

pub(super) fn shift(record: &mut Record<'_>) -> Step<Said> {
    let (ty, exponent_ty) = (record.ty(PLACE)?, record.ty(PLACE + POINTER)?);
    let (bits, name) = (ty.bits(), &ty.name);
    if exponent_ty.is_signed() && record.decide(2, &exponent_ty, is_negative)? {
        let exponent = record.number(2, &exponent_ty)?;
        let text = format!("shift exponent {exponent} is negative");
        return say(ErrorKind::Overshift, text);
    }
    let too_large = |t: &Terms, exponent: Term| {
        let width = t.width(exponent);
        match bits.checked_ilog2() {
            // No value of so small a type is as large.
            Some(log) if log >= width => t.fls(),
            _ => t.ule(t.constant(width, u64::from(bits)), exponent),
        }
    };
    if record.decide(2, &exponent_ty, too_large)? {
        let exponent = record.number(2, &exponent_ty)?;
        let text = format!("shift exponent {exponent} is too large for {bits}-bit type {name}");
        return say(ErrorKind::Overshift, text);
    }
    if ty.is_signed() && record.decide(1, &ty, is_negative)? {
        let value = record.number(1, &ty)?;
        let text = format!("left shift of negative value {value}");
        return say(ErrorKind::ShiftOfNegative, text);
    }
    let kind = match ty.is_signed() {
        true => ErrorKind::ShiftOfNegative,
        false => ErrorKind::UnsignedOverflow,
    };
    let (value, exponent) = (record.number(1, &ty)?, record.number(2, &exponent_ty)?);
    let text =
        format!("left shift of {value} by {exponent} places cannot be represented in type {name}");
    say(kind, text)
}

pub(super) fn index(record: &mut Record<'_>) -> Step<Said> {
    let (array, index_ty) = (record.ty(PLACE)?, record.ty(PLACE + POINTER)?);
    let index = record.number(1, &index_ty)?;
    let text = format!("index {index} out of bounds for type {}", array.name);
    say(ErrorKind::IndexOutOfBounds, text)
}

pub(super) fn local_bounds(_: &mut Record<'_>) -> Step<Said> {
    say(ErrorKind::IndexOutOfBounds, "access out of bounds")
}

pub(super) fn unreachable(_: &mut Record<'_>) -> Step<Said> {
    let text = "execution reached an unreachable program point";
    say(ErrorKind::Unreachable, text)
}

pub(super) fn missing_return(_: &mut Record<'_>) -> Step<Said> {
    let text = "execution reached the end of a value-returning function without returning a value";
    say(ErrorKind::MissingReturn, text)
}

pub(super) fn array_size(record: &mut Record<'_>) -> Step<Said> {
    let ty = record.ty(PLACE)?;
    let bound = record.number(1, &ty)?;
    let text = format!("variable length array bound evaluates to non-positive value {bound}");
    say(ErrorKind::NegativeArraySize, text)
}

pub(super) fn float_conversion(record: &mut Record<'_>) -> Step<Said> {
    let (from, to) = (record.ty(PLACE)?, record.ty(PLACE + POINTER)?);
    let value = record.number(1, &from)?;
    let name = &to.name;
    let text = format!("{value} is outside the range of representable values of type {name}");
    say(ErrorKind::FloatConversion, text)
}

pub(super) fn invalid_value(record: &mut Record<'_>) -> Step<Said> {
    let ty = record.ty(PLACE)?;
    let value = record.number(1, &ty)?;
    let name = &ty.name;
    let text = format!("load of value {value}, which is not a valid value for type {name}");
    say(ErrorKind::InvalidValue, text)
}

pub(super) fn implicit_conversion(record: &mut Record<'_>) -> Step<Said> {
    let (from, to) = (record.ty(PLACE)?, record.ty(PLACE + POINTER)?);
    let field_bits = record.field(PLACE + 2 * POINTER + 4, 32)?;
    let (before, after) = (record.number(1, &from)?, record.number(2, &to)?);
    let signed = |ty: &Type| match ty.is_signed() {
        true => "signed",
        false => "unsigned",
    };
    let into = match field_bits {
        0 => format!("{}-bit", to.bits()),
        bits => format!("{bits}-bit bitfield"),
    };
    let text = format!(
        "implicit conversion from type {} of value {before} ({}-bit, {}) to type {} changed the value to {after} ({into}, {})",
        from.name,
        from.bits(),
        signed(&from),
        to.name,
        signed(&to),
    );
    say(ErrorKind::ImplicitConversion, text)
}

pub(super) fn builtin(record: &mut Record<'_>) -> Step<Said> {
    let text = match record.field(PLACE, 8)? {
        0 => "passing zero to __builtin_ctz(), which is not a valid argument",
        1 => "passing zero to __builtin_clz(), which is not a valid argument",
        _ => "assumption is violated during execution",
    };
    say(ErrorKind::InvalidBuiltin, text)
}

pub(super) fn null_argument(record: &mut Record<'_>) -> Step<Said> {
    let position = record.field(2 * PLACE, 32)? as i32;
    let text =
        format!("null pointer passed as argument {position}, which is declared to never be null");
    say(ErrorKind::NullArgument, text)
}

pub(super) fn null_result(_: &mut Record<'_>) -> Step<Said> {
    let text = "null pointer returned from function declared to never return null";
    say(ErrorKind::NullArgument, text)
}

pub(super) fn pointer(record: &mut Record<'_>) -> Step<Said> {
    let (base, result) = (record.address(1), record.address(2));
    let text = match (base, result) {
        (0, 0) => "applying zero offset to null pointer".to_owned(),
        (0, _) => format!("applying non-zero offset {result} to null pointer"),
        (_, 0) => format!(
            "applying non-zero offset to non-null pointer {base:#014x} produced null pointer"
        ),
        _ if (base as i64 >= 0) != (result as i64 >= 0) => {
            format!("pointer index expression with base {base:#014x} overflowed to {result:#014x}")
        }
        _ if base > result => {
            format!("addition of unsigned offset to {base:#014x} overflowed to {result:#014x}")
        }
        _ => {
            format!("subtraction of unsigned offset from {base:#014x} overflowed to {result:#014x}")
        }
    };
    say(ErrorKind::PointerOverflow, text)
}

/// What was done with a pointer, by the number in the record.
const ACCESSES: &[&str] = &[
    "load of",
    "store to",
    "reference binding to",
    "member access within",
    "member call on",
    "constructor call on",
    "downcast of",
    "downcast of",
    "upcast of",
    "cast to virtual base of",
    "_Nonnull binding to",
    "dynamic operation on",
];
const STORE: u64 = 1;
const BINDING: u64 = 10;

fn access_word(number: u64) -> &'static str {
    let index = usize::try_from(number).unwrap_or(usize::MAX);
    ACCESSES.get(index).copied().unwrap_or("access to")
}

/// A pointer that is null, misaligned or points to too little.
pub(super) fn access(record: &mut Record<'_>) -> Step<Said> {
    let ty = record.ty(PLACE)?;
    let align = 1_u64 << record.field(PLACE + POINTER, 8)?.min(63);
    let kind = record.field(PLACE + POINTER + 1, 8)?;
    let (what, name) = (access_word(kind), &ty.name);
    if record.decide_address(1, |t, address| t.eq(address, t.zero(64)))? {
        let text = format!("{what} null pointer of type {name}");
        let error = match kind {
            BINDING => ErrorKind::NullArgument,
            _ => ErrorKind::NullDereference,
        };
        return say(error, text);
    }
    let low_bits = |t: &Terms, address: Term| t.and(address, t.constant(64, align - 1));
    let misaligned = |t: &Terms, address: Term| t.ne(low_bits(t, address), t.zero(64));
    let is_misaligned = record.decide_address(1, misaligned)?;
    let address = record.address(1);
    if is_misaligned {
        let text = format!(
            "{what} misaligned address {address:#014x} for type {name}, which requires {align} byte alignment"
        );
        return say(ErrorKind::Misaligned, text);
    }
    let text = format!(
        "{what} address {address:#014x} with insufficient space for an object of type {name}"
    );
    let error = match kind {
        STORE => ErrorKind::OutOfBoundsWrite,
        _ => ErrorKind::OutOfBoundsRead,
    };
    say(error, text)
}

pub(super) fn alignment(record: &mut Record<'_>) -> Step<Said> {
    let ty = record.ty(2 * PLACE)?;
    let (align, offset) = (record.address(2), record.address(3));
    let offset = match offset {
        0 => String::new(),
        by => format!(" (with offset of {by} byte)"),
    };
    let name = &ty.name;
    let text =
        format!("assumption of {align} byte alignment{offset} for pointer of type {name} failed");
    say(ErrorKind::Misaligned, text)
}

pub(super) fn function_type(record: &mut Record<'_>) -> Step<Said> {
    let ty = record.ty(PLACE)?;
    let address = record.address(1);
    let functions = &record.machine.module.functions;
    let called = functions.iter().find(|f| f.address == address);
    let called = called.map_or("(unknown)".into(), |f| pleach_ir::signature(&f.name));
    let text = format!(
        "call to function {called} through pointer to incorrect function type {}",
        ty.name
    );
    say(ErrorKind::WrongFunctionType, text)
}

/// The record begins with the number of the check.
pub(super) fn control_flow(record: &mut Record<'_>) -> Step<Said> {
    const CHECKED: &[&str] = &[
        "virtual call",
        "non-virtual call",
        "base-to-derived cast",
        "cast to unrelated type",
        "indirect function call",
        "non-virtual pointer to member function call",
        "virtual pointer to member function call",
    ];
    let number = record.field(0, 8)?;
    let checked = CHECKED.get(number as usize).copied().unwrap_or("call");
    let ty = record.ty(8 + PLACE)?;
    let text = format!(
        "control flow integrity check for type {} failed during {checked}",
        ty.name
    );
    say(ErrorKind::WrongFunctionType, text)
}

pub(super) fn objc_cast(record: &mut Record<'_>) -> Step<Said> {
    let ty = record.ty(PLACE)?;
    let text = format!("invalid ObjC cast, expected a {}", ty.name);
    say(ErrorKind::InvalidValue, text)
}

/// A check that has only a trap, or is not made here.
pub(super) fn nothing(_: &mut Record<'_>) -> Step<Said> {
    say(ErrorKind::Unsupported, "a check of a sanitizer failed")
}
