//! libm. What has an exact meaning stays symbolic; the rest is computed by the
//! host's own library, for one value of a symbolic operand.

use crate::args::number;
use pleach_interp::{FloatMode, HostCall, Machine, Returned, State, Step, Value};
use pleach_term::{Rounding, Term, Terms};

/// The name without the suffix that says which float it is for.
fn plain(name: &str, table: impl Fn(&str) -> bool) -> &str {
    if table(name) {
        return name;
    }
    name.strip_suffix(['f', 'l']).unwrap_or(name)
}

/// An argument, fixed to one value where floats are not kept symbolic.
fn operand(machine: &mut Machine, state: &mut State, call: &HostCall<'_>, i: usize) -> Step<Term> {
    let width = width_of(call, i);
    let value = match machine.config.float {
        FloatMode::Symbolic => call.arg(i),
        FloatMode::Concretize => {
            machine.concretize(state, call.arg(i), width, "the operand of a math function")?
        }
    };
    Ok(value.to_term(&machine.terms, width))
}

fn width_of(call: &HostCall<'_>, i: usize) -> u32 {
    call.arg_widths.get(i).copied().unwrap_or(64)
}

type Exact = fn(&Terms, Term, Term) -> Term;

/// Functions that are exact on terms; those of one argument ignore the second.
const EXACT: &[(&str, Exact)] = &[
    ("ceil", |t, a, _| t.fround(a, Rounding::Ceil)),
    ("copysign", |t, a, b| t.fcopysign(a, b)),
    ("fabs", |t, a, _| t.fabs(a)),
    ("floor", |t, a, _| t.fround(a, Rounding::Floor)),
    ("fmax", |t, a, b| t.fmax(a, b)),
    ("fmin", |t, a, b| t.fmin(a, b)),
    ("fmod", |t, a, b| t.frem(a, b)),
    ("nearbyint", |t, a, _| t.fround(a, Rounding::NearestEven)),
    ("rint", |t, a, _| t.fround(a, Rounding::NearestEven)),
    ("round", |t, a, _| t.fround(a, Rounding::TiesAway)),
    ("roundeven", |t, a, _| t.fround(a, Rounding::NearestEven)),
    ("sqrt", |t, a, _| t.fsqrt(a)),
    ("trunc", |t, a, _| t.fround(a, Rounding::Trunc)),
];

pub(crate) fn exact(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let known = |name: &str| EXACT.iter().find(|(n, _)| *n == name);
    let name = plain(call.name, |n| known(n).is_some());
    let Some((_, function)) = known(name) else {
        unreachable!("registered, so in the table: {name}")
    };
    let a = operand(machine, state, call, 0)?;
    let b = if call.args.len() > 1 {
        operand(machine, state, call, 1)?
    } else {
        a
    };
    Ok(Returned::One(Value::from_term(
        &machine.terms,
        function(&machine.terms, a, b),
    )))
}

/// `lround`, `lrint` and their like: rounded to an integer.
pub(crate) fn to_integer(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let rounding = if call.name.contains("rint") {
        Rounding::NearestEven
    } else {
        Rounding::TiesAway
    };
    let a = operand(machine, state, call, 0)?;
    let t = &machine.terms;
    Ok(Returned::One(Value::from_term(
        t,
        t.f_to_si(t.fround(a, rounding), 64),
    )))
}

/// One value of a float argument.
fn fixed(machine: &mut Machine, state: &mut State, call: &HostCall<'_>, i: usize) -> Step<u64> {
    let width = width_of(call, i);
    Ok(machine
        .concretize(state, call.arg(i), width, "the operand of a math function")?
        .bits)
}

/// Looks up functions of the host's library by name.
macro_rules! host_functions {
    ($lookup:ident, $library:ident, fn($x:ident: $float:ident) { $($name:ident)* }) => {
        mod $library {
            unsafe extern "C" {
                $(pub safe fn $name($x: $float) -> $float;)*
            }
        }
        fn $lookup(name: &str) -> Option<extern "C" fn($float) -> $float> {
            match name {
                $(stringify!($name) => Some($library::$name),)*
                _ => None,
            }
        }
    };
    ($lookup:ident, $library:ident, fn($x:ident: $float:ident, $y:ident) { $($name:ident)* }) => {
        mod $library {
            unsafe extern "C" {
                $(pub safe fn $name($x: $float, $y: $float) -> $float;)*
            }
        }
        fn $lookup(name: &str) -> Option<extern "C" fn($float, $float) -> $float> {
            match name {
                $(stringify!($name) => Some($library::$name),)*
                _ => None,
            }
        }
    };
}

host_functions! { unary, of_double, fn(x: f64) {
    acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 lgamma log log10 log1p log2 logb
    sin sinh tan tanh tgamma
} }
host_functions! { unary_f, of_float, fn(x: f32) {
    acosf acoshf asinf asinhf atanf atanhf cbrtf cosf coshf erff erfcf expf exp10f exp2f expm1f lgammaf logf
    log10f log1pf log2f logbf sinf sinhf tanf tanhf tgammaf
} }
host_functions! { binary, of_doubles, fn(x: f64, y) { atan2 hypot nextafter pow } }
host_functions! { binary_f, of_floats, fn(x: f32, y) { atan2f hypotf nextafterf powf } }

/// Functions of one or two floats that the host's library computes.
pub(crate) fn computed(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let a = fixed(machine, state, call, 0)?;
    let b = if call.args.len() > 1 {
        fixed(machine, state, call, 1)?
    } else {
        0
    };
    let (x, y) = (f64::from_bits(a), f64::from_bits(b));
    let (xf, yf) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    let name = call.name;
    let bits = unary(name)
        .map(|f| f(x).to_bits())
        .or_else(|| binary(name).map(|f| f(x, y).to_bits()))
        .or_else(|| unary_f(name).map(|f| u64::from(f(xf).to_bits())))
        .or_else(|| binary_f(name).map(|f| u64::from(f(xf, yf).to_bits())));
    match bits {
        Some(bits) => number(bits),
        None => unreachable!("registered, so in the table: {name}"),
    }
}

/// `nan(tag)`
pub(crate) fn nan(_: &mut Machine, _: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    number(if call.result_width() == 32 {
        u64::from(f32::NAN.to_bits())
    } else {
        f64::NAN.to_bits()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_to_their_functions() {
        assert_eq!(unary("sin").unwrap()(0.0), 0.0);
        assert_eq!(binary("pow").unwrap()(2.0, 10.0), 1024.0);
        assert_eq!(unary_f("cbrtf").unwrap()(27.0), 3.0);
        assert!(unary("sqrt").is_none());
        assert_eq!(plain("ceilf", |n| n == "ceil"), "ceil");
        assert_eq!(plain("ceil", |n| n == "ceil"), "ceil");
    }

    /// Every registered name has an implementation in these tables.
    #[test]
    fn registered_names_are_known() {
        let known = |name: &str| EXACT.iter().any(|(n, _)| *n == name);
        for (name, function) in crate::registry::table() {
            if std::ptr::fn_addr_eq(*function, exact as pleach_interp::HostFn) {
                assert!(known(plain(name, known)), "{name}");
            }
            if std::ptr::fn_addr_eq(*function, computed as pleach_interp::HostFn) {
                let any = unary(name).is_some()
                    || binary(name).is_some()
                    || unary_f(name).is_some()
                    || binary_f(name).is_some();
                assert!(any, "{name}");
            }
        }
    }
}
