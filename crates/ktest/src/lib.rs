//! KLEE's `.ktest` files: a magic word, then big-endian 32-bit numbers and
//! byte strings that carry their length in front.

mod role;

pub use role::Role;
use thiserror::Error;

/// One test case: the program's arguments and a value for each of its inputs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ktest {
    pub args: Vec<Vec<u8>>,
    /// How many of the arguments KLEE's runtime made symbolic, and how long they may be.
    pub symbolic_args: u32,
    pub symbolic_arg_len: u32,
    pub objects: Vec<KtestObject>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KtestObject {
    pub name: Vec<u8>,
    pub bytes: Vec<u8>,
}

/// Why some bytes are not a test case.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum KtestError {
    #[error("not a .ktest file: it does not begin with KTEST")]
    Magic,
    #[error("a .ktest file of version {0}; known are 1 to 3")]
    Version(u32),
    #[error("a truncated .ktest file: it ends at byte {at}, inside {what}")]
    Truncated { at: usize, what: &'static str },
    #[error("a damaged .ktest file: {0} bytes follow its end")]
    Trailing(usize),
}

const MAGIC: &[u8] = b"KTEST";
/// What KLEE called the format before it had its own name.
const OLD_MAGIC: &[u8] = b"BOUT\n";
const VERSION: u32 = 3;

impl Ktest {
    pub fn to_bytes(&self) -> Vec<u8> {
        let payload: usize = self
            .objects
            .iter()
            .map(|o| o.name.len() + o.bytes.len() + 8)
            .sum();
        let mut out = Vec::with_capacity(payload + 128);
        out.extend_from_slice(MAGIC);
        put_number(&mut out, VERSION);
        put_number(&mut out, length(self.args.len()));
        self.args.iter().for_each(|arg| put_bytes(&mut out, arg));
        put_number(&mut out, self.symbolic_args);
        put_number(&mut out, self.symbolic_arg_len);
        put_number(&mut out, length(self.objects.len()));
        for object in &self.objects {
            put_bytes(&mut out, &object.name);
            put_bytes(&mut out, &object.bytes);
        }
        out
    }

    /// Strict: the bytes must be a whole file and nothing else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Ktest, KtestError> {
        if !bytes.starts_with(MAGIC) && !bytes.starts_with(OLD_MAGIC) {
            return Err(KtestError::Magic);
        }
        let mut reader = Reader {
            bytes,
            at: MAGIC.len(),
        };
        let version = reader.number("the version")?;
        if !(1..=VERSION).contains(&version) {
            return Err(KtestError::Version(version));
        }
        let mut test = Ktest::default();
        for _ in 0..reader.number("the number of arguments")? {
            test.args.push(reader.string("an argument")?);
        }
        if version >= 2 {
            test.symbolic_args = reader.number("the number of symbolic arguments")?;
            test.symbolic_arg_len = reader.number("the length of symbolic arguments")?;
        }
        for _ in 0..reader.number("the number of objects")? {
            let name = reader.string("an object's name")?;
            let bytes = reader.string("an object's bytes")?;
            test.objects.push(KtestObject { name, bytes });
        }
        match bytes.len() - reader.at {
            0 => Ok(test),
            more => Err(KtestError::Trailing(more)),
        }
    }
}

fn length(n: usize) -> u32 {
    u32::try_from(n)
        .expect("an input has fewer than 2^32 bytes: its variables are numbered with 32 bits")
}

fn put_number(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(&number.to_be_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, length(bytes.len()));
    out.extend_from_slice(bytes);
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn take(&mut self, len: usize, what: &'static str) -> Result<&[u8], KtestError> {
        let rest = &self.bytes[self.at..];
        if rest.len() < len {
            return Err(KtestError::Truncated {
                at: self.bytes.len(),
                what,
            });
        }
        self.at += len;
        Ok(&rest[..len])
    }

    fn number(&mut self, what: &'static str) -> Result<u32, KtestError> {
        let bytes = self.take(4, what)?;
        Ok(u32::from_be_bytes(
            bytes.try_into().expect("four bytes were asked for"),
        ))
    }

    fn string(&mut self, what: &'static str) -> Result<Vec<u8>, KtestError> {
        let len = self.number(what)?;
        Ok(self.take(len as usize, what)?.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bytes() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(any::<u8>(), 0..40)
    }

    prop_compose! {
        fn any_ktest()(
            args in prop::collection::vec(bytes(), 0..4),
            symbolic_args in any::<u32>(),
            symbolic_arg_len in any::<u32>(),
            objects in prop::collection::vec((bytes(), bytes()), 0..5),
        ) -> Ktest {
            let objects = objects.into_iter().map(|(name, bytes)| KtestObject { name, bytes }).collect();
            Ktest { args, symbolic_args, symbolic_arg_len, objects }
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(test in any_ktest()) {
            prop_assert_eq!(Ktest::from_bytes(&test.to_bytes()), Ok(test));
        }

        #[test]
        fn every_proper_prefix_is_truncated(test in any_ktest(), cut in any::<prop::sample::Index>()) {
            let whole = test.to_bytes();
            let part = &whole[..cut.index(whole.len())];
            let refused = matches!(Ktest::from_bytes(part), Err(KtestError::Truncated { .. } | KtestError::Magic));
            prop_assert!(refused);
        }

        #[test]
        fn garbage_is_refused_without_panic(garbage in bytes(), with_magic in any::<bool>()) {
            let mut file = if with_magic { b"KTEST".to_vec() } else { Vec::new() };
            file.extend_from_slice(&garbage);
            let _ = Ktest::from_bytes(&file);
        }
    }

    #[test]
    fn bytes_are_those_of_the_format() {
        let test = Ktest {
            args: vec![b"a.bc".to_vec()],
            objects: vec![KtestObject {
                name: b"x".to_vec(),
                bytes: vec![1, 0, 0, 0xff],
            }],
            ..Ktest::default()
        };
        let expected = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x04a.bc\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x04\x01\0\0\xff";
        assert_eq!(test.to_bytes(), expected);
    }

    #[test]
    fn bytes_after_the_end_are_refused() {
        let mut file = Ktest::default().to_bytes();
        file.push(0);
        assert_eq!(Ktest::from_bytes(&file), Err(KtestError::Trailing(1)));
    }
}
