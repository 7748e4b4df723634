//! In a usual build: values of a test case.

use std::sync::Mutex;

/// Exit code when a test does not belong to the program, or breaks an assumption.
const DOES_NOT_FIT: i32 = 125;

/// Name and value of each input that was not used yet.
static INPUTS: Mutex<Option<Vec<(String, Vec<u8>)>>> = Mutex::new(None);

pub fn fill(bytes: &mut [u8], name: &str, _type_name: &str) {
    let mut inputs = INPUTS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let inputs = inputs.get_or_insert_with(load);
    match inputs.iter().position(|(known, _)| is_called(known, name)) {
        Some(at) => {
            let (_, value) = inputs.remove(at);
            if value.len() != bytes.len() {
                refuse(&format!("the test has another size for {name}"));
            }
            bytes.copy_from_slice(&value);
        }
        None => eprintln!("pleach: the test has no value for this input, it is zero: {name}"),
    }
}

pub fn assume(condition: bool) {
    if !condition {
        refuse("the test breaks an assumption");
    }
}

fn refuse(why: &str) -> ! {
    eprintln!("pleach: {why}");
    std::process::exit(DOES_NOT_FIT)
}

/// `x`, and `x_1` when the name was used again.
fn is_called(known: &str, name: &str) -> bool {
    match known.strip_prefix(name) {
        Some("") => true,
        Some(rest) => rest
            .strip_prefix('_')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())),
        None => false,
    }
}

fn load() -> Vec<(String, Vec<u8>)> {
    let Some(path) = std::env::var_os("KTEST_FILE") else {
        refuse("this program takes its inputs from a test: set KTEST_FILE to a .ktest file, or explore it with pleach run --cargo");
    };
    let shown = path.to_string_lossy().into_owned();
    match std::fs::read(&path) {
        Ok(bytes) => objects(&bytes).unwrap_or_else(|| refuse(&format!("{shown}: not a test"))),
        Err(error) => refuse(&format!("{shown}: {error}")),
    }
}

/// A magic word, then big-endian numbers and byte strings with their length in front.
fn objects(bytes: &[u8]) -> Option<Vec<(String, Vec<u8>)>> {
    let mut rest = bytes.strip_prefix(b"KTEST")?;
    let version = number(&mut rest)?;
    for _ in 0..number(&mut rest)? {
        string(&mut rest)?;
    }
    if version >= 2 {
        rest = rest.get(8..)?;
    }
    let mut objects = Vec::new();
    for _ in 0..number(&mut rest)? {
        let name = string(&mut rest)?;
        let value = string(&mut rest)?;
        objects.push((String::from_utf8_lossy(name).into_owned(), value.to_vec()));
    }
    Some(objects)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (head, tail) = rest.split_first_chunk::<4>()?;
    *rest = tail;
    Some(u32::from_be_bytes(*head))
}

fn string<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let len = number(rest)? as usize;
    let (head, tail) = rest.split_at_checked(len)?;
    *rest = tail;
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_taken_apart() {
        let test = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x01p\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x02ab";
        assert_eq!(objects(test), Some(vec![("x".to_owned(), b"ab".to_vec())]));
        assert_eq!(objects(&test[..test.len() - 1]), None);
        assert_eq!(objects(b"something"), None);
    }

    #[test]
    fn names_are_numbered() {
        assert!(is_called("x", "x") && is_called("x_12", "x"));
        assert!(!is_called("xy", "x") && !is_called("x_", "x") && !is_called("x_y", "x"));
    }
}
