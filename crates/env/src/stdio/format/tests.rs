//! Against the C library of the host.

use super::float::{self, Float};
use super::integer;
use super::spec::{Count, Length, Piece, Spec, parse};
use pleach_memory::Byte;
use proptest::prelude::*;
use std::ffi::CString;

fn spec(format: &str) -> Spec {
    let pieces = parse(format.as_bytes());
    let [Piece::Convert(d)] = pieces[..] else {
        panic!("one conversion: {format}")
    };
    let number = |c: Count| match c {
        Count::Number(n) => Some(n),
        _ => None,
    };
    Spec {
        flags: d.flags,
        width: number(d.width).unwrap_or(0),
        precision: number(d.precision),
        length: d.length,
        conversion: d.conversion,
    }
}

fn text(bytes: Vec<Byte>) -> String {
    let plain = bytes.into_iter().map(|b| match b {
        Byte::Concrete(b) => b as char,
        Byte::Symbolic(_) => panic!("nothing is symbolic here"),
    });
    plain.collect()
}

enum Argument {
    Int(i64),
    Double(f64),
}

fn libc_text(format: &str, argument: Argument) -> String {
    let format = CString::new(format).unwrap();
    let mut buffer = vec![0u8; 20_000];
    let room = buffer.len();
    let out = buffer.as_mut_ptr().cast();
    // SAFETY: the buffer has the room that is said, and the format takes just this argument.
    let len = unsafe {
        match argument {
            Argument::Int(x) => libc::snprintf(out, room, format.as_ptr(), x),
            Argument::Double(x) => libc::snprintf(out, room, format.as_ptr(), x),
        }
    };
    buffer.truncate(len as usize);
    String::from_utf8(buffer).unwrap()
}

fn check_double(format: &str, x: f64) {
    let ours = text(float::print(
        &spec(format),
        &Float::from_double(x.to_bits()),
    ));
    let theirs = libc_text(format, Argument::Double(x));
    // Some versions of glibc lose the zeroes that `#` asks for when `%g` rounds up to a power of ten.
    let bare = |s: &str| s.to_ascii_lowercase().replace([' ', '0'], "");
    if format.contains('#') && bare(&theirs).contains("1.e") && bare(&ours) == bare(&theirs) {
        return;
    }
    assert_eq!(ours, theirs, "{format} of {x:e}");
}

fn check_int(format: &str, x: i64) {
    let spec = spec(format);
    let bits = x as u64 & (u64::MAX >> (64 - spec.length.width()));
    assert_eq!(
        text(integer::print(&spec, bits)),
        libc_text(format, Argument::Int(x)),
        "{format} of {x}"
    );
}

fn flags() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![Just('-'), Just('+'), Just(' '), Just('#'), Just('0')],
        0..4,
    )
    .prop_map(|f| f.into_iter().collect())
}

fn field() -> impl Strategy<Value = String> {
    (
        flags(),
        proptest::option::of(1..30u32),
        proptest::option::of(0..25u32),
    )
        .prop_map(|(flags, width, precision)| {
            let width = width.map_or(String::new(), |w| w.to_string());
            let precision = precision.map_or(String::new(), |p| format!(".{p}"));
            format!("%{flags}{width}{precision}")
        })
}

fn doubles() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        any::<f64>(),
        (-1_000_000i64..1_000_000, 0..8u32).prop_map(|(n, p)| n as f64 / f64::from(10u32.pow(p))),
        (any::<u32>(), -70..70i32).prop_map(|(m, e)| f64::from(m) * 2f64.powi(e)),
        Just(0.0),
        Just(-0.0),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
        Just(5e-324),
        Just(f64::MAX),
        Just(0.5),
        Just(1.5),
        Just(2.5),
        Just(9.5),
        Just(999_999.5),
        Just(0.000_099_999_95),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6000))]

    #[test]
    fn doubles_print_as_in_c(field in field(), kind in "[fFeEgGaA]", x in doubles()) {
        check_double(&format!("{field}{kind}"), x);
    }

    #[test]
    fn integers_print_as_in_c(
        field in field(),
        length in prop_oneof![Just("hh"), Just("h"), Just(""), Just("l"), Just("ll"), Just("z"), Just("j")],
        kind in "[diuoxX]",
        x in prop_oneof![any::<i64>(), any::<i32>().prop_map(i64::from), -300..300i64, Just(0)],
    ) {
        check_int(&format!("{field}{length}{kind}"), x);
    }
}

#[test]
fn large_precisions_are_exact() {
    for x in [0.1, 1.0 / 3.0, 1e22, 1e23, 5e-324, 1.7976931348623157e308] {
        for format in ["%.1100f", "%.1200e", "%.1300g", "%#.1300g"] {
            check_double(format, x);
        }
    }
}

/// What glibc prints for some x87 numbers.
#[test]
fn extended_numbers_print_as_in_c() {
    let one = 0x3fff_8000_0000_0000_0000u128;
    let third = 0x3ffd_aaaa_aaaa_aaaa_aaab;
    let show = |format: &str, bits| text(float::print(&spec(format), &Float::from_extended(bits)));
    assert_eq!(show("%Lf", one), "1.000000");
    assert_eq!(show("%.25Lf", third), "0.3333333333333333333423684");
    assert_eq!(show("%Lg", 0x7fff_8000_0000_0000_0000), "inf");
    assert_eq!(show("%La", one), "0x8p-3");
    assert_eq!(show("%La", third), "0xa.aaaaaaaaaaaaaabp-5");
    assert_eq!(spec("%Lf").length, Length::LongDouble);
}
