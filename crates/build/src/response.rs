//! `@file` words: the file's words stand in its place.

use crate::BuildError;
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// Deeper than this is a file that names itself.
const DEEPEST: u32 = 16;

pub fn expand(words: Vec<OsString>) -> Result<Vec<OsString>, BuildError> {
    let mut out = Vec::with_capacity(words.len());
    for word in words {
        expand_word(word, 0, &mut out)?;
    }
    Ok(out)
}

fn expand_word(word: OsString, depth: u32, out: &mut Vec<OsString>) -> Result<(), BuildError> {
    let bytes = word.as_bytes();
    let path = match bytes.strip_prefix(b"@") {
        Some(name) if depth < DEEPEST => Path::new(std::ffi::OsStr::from_bytes(name)),
        _ => {
            out.push(word);
            return Ok(());
        }
    };
    // As the compilers do: `@name` without such a file is the word itself.
    if !path.is_file() {
        out.push(word);
        return Ok(());
    }
    let text = std::fs::read(path).map_err(|source| BuildError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    for word in split(&text) {
        expand_word(OsString::from_vec(word), depth + 1, out)?;
    }
    Ok(())
}

/// Words between white space; quotes of both kinds and backslashes keep it.
fn split(text: &[u8]) -> Vec<Vec<u8>> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (quote, byte) {
            (_, b'\\') => word.get_or_insert_default().extend(bytes.next()),
            (Some(open), _) if byte == open => quote = None,
            (None, b'\'' | b'"') => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (None, _) if byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_backslashes_keep_white_space() {
        let words = split(b"-c 'a b.c'\n\"x\\\"y\" one\\ word '' -o\tz");
        let words: Vec<&str> = words
            .iter()
            .map(|w| std::str::from_utf8(w).unwrap())
            .collect();
        assert_eq!(words, ["-c", "a b.c", "x\"y", "one word", "", "-o", "z"]);
    }

    #[test]
    fn files_name_files_and_missing_ones_are_words() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        let outer = folder.path().join("outer");
        std::fs::write(&inner, "-DX -c").unwrap();
        std::fs::write(&outer, format!("-g @{}", inner.display())).unwrap();
        let words = expand(vec![
            format!("@{}", outer.display()).into(),
            "@nowhere/at/all".into(),
        ]);
        assert_eq!(words.unwrap(), ["-g", "-DX", "-c", "@nowhere/at/all"]);
    }
}
