//! What can be unknown.

use crate::source;

/// Types of which there is an unknown value. It is one input, of `SIZE` bytes.
pub trait Symbolic: Sized {
    const SIZE: usize;

    /// The value that these bytes stand for; exactly `SIZE` of them.
    fn from_unknown(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Symbolic for $number {
            const SIZE: usize = std::mem::size_of::<Self>();

            fn from_unknown(bytes: &[u8]) -> Self {
                let mut own = [0; std::mem::size_of::<Self>()];
                own.copy_from_slice(bytes);
                Self::from_ne_bytes(own)
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

impl Symbolic for bool {
    const SIZE: usize = 1;

    fn from_unknown(bytes: &[u8]) -> bool {
        source::assume(bytes[0] < 2);
        bytes[0] == 1
    }
}

impl Symbolic for char {
    const SIZE: usize = 4;

    fn from_unknown(bytes: &[u8]) -> char {
        let code = u32::from_unknown(bytes);
        source::assume(code < 0xD800 || (code > 0xDFFF && code < 0x11_0000));
        // SAFETY: just assumed; asking again would only be another branch.
        unsafe { char::from_u32_unchecked(code) }
    }
}

impl<T: Symbolic, const N: usize> Symbolic for [T; N] {
    const SIZE: usize = N * T::SIZE;

    fn from_unknown(bytes: &[u8]) -> [T; N] {
        std::array::from_fn(|i| T::from_unknown(&bytes[i * T::SIZE..(i + 1) * T::SIZE]))
    }
}

impl<T: Symbolic> Symbolic for Option<T> {
    const SIZE: usize = 1 + T::SIZE;

    fn from_unknown(bytes: &[u8]) -> Option<T> {
        bool::from_unknown(&bytes[..1]).then(|| T::from_unknown(&bytes[1..]))
    }
}

fn next<T: Symbolic>(rest: &mut &[u8]) -> T {
    let (own, others) = rest.split_at(T::SIZE);
    *rest = others;
    T::from_unknown(own)
}

macro_rules! tuples {
    ($(($($part:ident)*))*) => {$(
        impl<$($part: Symbolic),*> Symbolic for ($($part,)*) {
            const SIZE: usize = 0 $(+ $part::SIZE)*;

            fn from_unknown(bytes: &[u8]) -> Self {
                let mut rest = bytes;
                ($(next::<$part>(&mut rest),)*)
            }
        }
    )*};
}

tuples!((A B) (A B C) (A B C D));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_lie_behind_each_other() {
        assert_eq!(<(u8, [u16; 2], Option<bool>)>::SIZE, 7);
        let value = <(u8, [i16; 2])>::from_unknown(&[1, 255, 255, 2, 0]);
        assert_eq!(value, (1, [-1, 2]));
        assert_eq!(Option::<u8>::from_unknown(&[0, 9]), None);
        assert_eq!(char::from_unknown(&[0x41, 0, 0, 0]), 'A');
    }
}
