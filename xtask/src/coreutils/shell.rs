//! Words as in the shell, as far as the list of command lines needs them.

/// A command: environment, words, and what it reads.
#[derive(Debug, PartialEq, Eq, Default)]
pub struct CommandLine {
    pub environment: Vec<(String, String)>,
    pub program: String,
    /// Bytes, because `$'...'` can make any.
    pub arguments: Vec<Vec<u8>>,
    pub input: Input,
    /// As it stands in the list.
    pub text: String,
}

#[derive(Debug, PartialEq, Eq, Default)]
pub enum Input {
    #[default]
    Empty,
    File(String),
    Text(Vec<u8>),
}

/// Takes a line apart.
pub fn parse(line: &str) -> Result<CommandLine, String> {
    let mut words = words(line)?.into_iter();
    let mut command = CommandLine {
        text: line.to_owned(),
        ..CommandLine::default()
    };
    while let Some(word) = words.next() {
        let operator = match word.plain {
            true => word.bytes.as_slice(),
            false => b"",
        };
        if operator == b"<" || operator == b"<<<" {
            let next = words.next().ok_or("nothing after <")?.bytes;
            command.input = match operator {
                b"<" => Input::File(text(next)?),
                _ => Input::Text(next),
            };
        } else if !command.program.is_empty() {
            command.arguments.push(word.bytes);
        } else if let Some((name, value)) = assignment(&word.bytes) {
            command.environment.push((name, value));
        } else {
            command.program = text(word.bytes)?;
        }
    }
    match command.program.is_empty() {
        true => Err("no program".into()),
        false => Ok(command),
    }
}

fn assignment(word: &[u8]) -> Option<(String, String)> {
    let (name, value) = std::str::from_utf8(word).ok()?.split_once('=')?;
    let upper = |c: char| c.is_ascii_uppercase() || c == '_';
    (!name.is_empty() && name.chars().all(upper)).then(|| (name.to_owned(), value.to_owned()))
}

fn text(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|_| "a name that is no text".into())
}

struct Word {
    bytes: Vec<u8>,
    /// Nothing in it was quoted.
    plain: bool,
}

fn words(line: &str) -> Result<Vec<Word>, String> {
    let mut rest = line.trim_start();
    let mut words = Vec::new();
    while !rest.is_empty() {
        let (word, after) = word(rest)?;
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

/// The first word, and what follows it.
fn word(line: &str) -> Result<(Word, &str), String> {
    let mut word = Word {
        bytes: Vec::new(),
        plain: true,
    };
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let quote = ["$'", "'", "\""]
            .into_iter()
            .find(|quote| rest.starts_with(quote));
        let Some(quote) = quote else {
            if first.is_whitespace() {
                break;
            }
            let size = first.len_utf8();
            word.bytes.extend_from_slice(&rest.as_bytes()[..size]);
            rest = &rest[size..];
            continue;
        };
        word.plain = false;
        let inside = &rest[quote.len()..];
        let end = closing(inside, quote).ok_or_else(|| format!("{quote} without its end"))?;
        match quote {
            "$'" => word.bytes.extend(unescape(&inside[..end])?),
            _ => word.bytes.extend_from_slice(&inside.as_bytes()[..end]),
        }
        rest = &inside[end + 1..];
    }
    Ok((word, rest))
}

fn closing(inside: &str, quote: &str) -> Option<usize> {
    let end = match quote {
        "\"" => b'"',
        _ => b'\'',
    };
    let bytes = inside.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quote == "$'" => at += 1,
            byte if byte == end => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Escapes as in C: `\n`, `\t`, `\r`, `\\`, `\'`, `\"`, `\xHH`, three octal digits.
pub fn unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        rest = after;
        if first != b'\\' {
            bytes.push(first);
            continue;
        }
        let (&kind, after) = rest.split_first().ok_or("a backslash at the end")?;
        rest = after;
        match kind {
            b'n' => bytes.push(b'\n'),
            b't' => bytes.push(b'\t'),
            b'r' => bytes.push(b'\r'),
            b'\\' | b'\'' | b'"' => bytes.push(kind),
            b'x' => {
                let digits = rest.get(..2).ok_or("\\x needs two digits")?;
                bytes.push(number(digits, 16)?);
                rest = &rest[2..];
            }
            b'0'..=b'7' => {
                let digits = [
                    kind,
                    *rest.first().unwrap_or(&b'x'),
                    *rest.get(1).unwrap_or(&b'x'),
                ];
                bytes.push(number(&digits, 8)?);
                rest = &rest[2..];
            }
            other => return Err(format!("unknown escape \\{}", other as char)),
        }
    }
    Ok(bytes)
}

fn number(digits: &[u8], radix: u32) -> Result<u8, String> {
    let text = std::str::from_utf8(digits).map_err(|_| "no digits")?;
    u8::from_str_radix(text, radix).map_err(|_| format!("'{text}' is no byte"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes() {
        let command = parse(r#"A=1 sort -t ',' "x y"z '' < f"#).unwrap();
        assert_eq!(command.environment, [("A".into(), "1".into())]);
        assert_eq!(command.program, "sort");
        let arguments: [&[u8]; 4] = [b"-t", b",", b"x yz", b""];
        assert_eq!(command.arguments, arguments);
        assert_eq!(command.input, Input::File("f".into()));
    }

    #[test]
    fn escapes_only_where_they_are_asked_for() {
        let command = parse(r"tr '\n' $'a\tb\000\x41\'' <<< $'x\n'").unwrap();
        let arguments: [&[u8]; 2] = [b"\\n", b"a\tb\0A'"];
        assert_eq!(command.arguments, arguments);
        assert_eq!(command.input, Input::Text(b"x\n".to_vec()));
    }

    #[test]
    fn quoted_operators_are_words() {
        let command = parse("expr 2 '<' 10").unwrap();
        assert_eq!(command.arguments.len(), 3);
        assert!(parse("echo 'open").is_err());
        assert!(parse("A=1").is_err());
    }
}
