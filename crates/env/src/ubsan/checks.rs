//! The sanitizer's checks: what each is called, and which error it is.

use super::messages as say;
use super::messages::Said;
use super::record::{Given, Record};
use pleach_interp::{ErrorKind, Step};

pub(super) struct Check {
    /// As in the name of its handler.
    pub name: &'static str,
    /// The error, where the check tells nothing more.
    pub kind: ErrorKind,
    /// What its trap is about, in the compiler's words.
    pub trap: &'static str,
    /// What the full runtime says, from the check's record and values.
    pub describe: fn(&mut Record<'_>) -> Step<Said>,
    pub place: Given,
}

impl Check {
    const fn at(self, place: Given) -> Check {
        Check { place, ..self }
    }
}

impl Check {
    /// What the minimal runtime says. Of a pointer it is told the address.
    pub fn briefly(&self, record: &mut Record<'_>) -> Said {
        let kind = match (self.name, record.arguments()) {
            ("type_mismatch", 1..) if record.address(0) != 0 => ErrorKind::Misaligned,
            _ => self.kind,
        };
        Said::new(kind, self.name.replace('_', "-"))
    }
}

pub(super) fn named(name: &str) -> Option<&'static Check> {
    CHECKS.iter().find(|check| check.name == name)
}

/// The check behind `llvm.ubsantrap` with this number.
pub(super) fn numbered(number: u64) -> Option<&'static Check> {
    CHECKS.get(usize::try_from(number).ok()?)
}

const fn check(
    name: &'static str,
    kind: ErrorKind,
    trap: &'static str,
    describe: fn(&mut Record<'_>) -> Step<Said>,
) -> Check {
    Check {
        name,
        kind,
        trap,
        describe,
        place: Given::InRecord(0),
    }
}

/// In the order of the numbers that traps have.
static CHECKS: &[Check] = {
    use ErrorKind::*;
    &[
        check(
            "add_overflow",
            SignedOverflow,
            "Integer addition overflowed",
            say::addition,
        ),
        check(
            "builtin_unreachable",
            Unreachable,
            "Unreachable code",
            say::unreachable,
        ),
        check(
            "cfi_check_fail",
            WrongFunctionType,
            "Control flow integrity check failed",
            say::control_flow,
        )
        .at(Given::InRecord(8)),
        check(
            "divrem_overflow",
            DivisionByZero,
            "Integer divide or remainder overflowed",
            say::division,
        ),
        check(
            "dynamic_type_cache_miss",
            Unsupported,
            "Dynamic type cache miss, member call made on an object whose dynamic type differs from the expected type",
            say::nothing,
        ),
        check(
            "float_cast_overflow",
            FloatConversion,
            "Floating-point to integer conversion overflowed",
            say::float_conversion,
        ),
        check(
            "function_type_mismatch",
            WrongFunctionType,
            "Function called with mismatched signature",
            say::function_type,
        ),
        check(
            "implicit_conversion",
            ImplicitConversion,
            "Implicit integer conversion overflowed or lost data",
            say::implicit_conversion,
        ),
        check(
            "invalid_builtin",
            InvalidBuiltin,
            "Invalid use of builtin function",
            say::builtin,
        ),
        check(
            "invalid_objc_cast",
            InvalidValue,
            "Invalid Objective-C cast",
            say::objc_cast,
        ),
        check(
            "load_invalid_value",
            InvalidValue,
            "Loaded an invalid or uninitialized value for the type",
            say::invalid_value,
        ),
        check(
            "missing_return",
            MissingReturn,
            "Execution reached the end of a value-returning function without returning a value",
            say::missing_return,
        ),
        check(
            "mul_overflow",
            SignedOverflow,
            "Integer multiplication overflowed",
            say::multiplication,
        ),
        check(
            "negate_overflow",
            SignedOverflow,
            "Integer negation overflowed",
            say::negation,
        ),
        check(
            "nullability_arg",
            NullArgument,
            "Passing null as an argument which is annotated with _Nonnull",
            say::null_argument,
        ),
        check(
            "nullability_return",
            NullArgument,
            "Returning null from a function with a return type annotated with _Nonnull",
            say::null_result,
        )
        .at(Given::InArgument(1)),
        check(
            "nonnull_arg",
            NullArgument,
            "Passing null pointer as an argument which is declared to never be null",
            say::null_argument,
        ),
        check(
            "nonnull_return",
            NullArgument,
            "Returning null pointer from a function which is declared to never return null",
            say::null_result,
        )
        .at(Given::InArgument(1)),
        check(
            "out_of_bounds",
            IndexOutOfBounds,
            "Array index out of bounds",
            say::index,
        ),
        check(
            "pointer_overflow",
            PointerOverflow,
            "Pointer arithmetic overflowed bounds",
            say::pointer,
        ),
        check(
            "shift_out_of_bounds",
            Overshift,
            "Shift exponent is too large for the type",
            say::shift,
        ),
        check(
            "sub_overflow",
            SignedOverflow,
            "Integer subtraction overflowed",
            say::subtraction,
        ),
        check(
            "type_mismatch",
            NullDereference,
            "Type mismatch in operation",
            say::access,
        ),
        check(
            "alignment_assumption",
            Misaligned,
            "Alignment assumption violated",
            say::alignment,
        ),
        check(
            "vla_bound_not_positive",
            NegativeArraySize,
            "Variable length array bound evaluates to non-positive value",
            say::array_size,
        ),
        check(
            "bounds_safety",
            IndexOutOfBounds,
            "Bounds safety check failed",
            say::nothing,
        )
        .at(Given::Nowhere),
        check(
            "local_out_of_bounds",
            IndexOutOfBounds,
            "Access out of bounds",
            say::local_bounds,
        )
        .at(Given::Nowhere),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The lowering of traps uses this number for the check that has none.
    #[test]
    fn the_optimisers_check_has_its_number() {
        assert_eq!(
            numbered(26).map(|check| check.name),
            Some("local_out_of_bounds")
        );
    }

    #[test]
    fn names_are_unique() {
        for (i, check) in CHECKS.iter().enumerate() {
            assert!(
                !CHECKS[..i].iter().any(|other| other.name == check.name),
                "{}",
                check.name
            );
        }
    }
}
