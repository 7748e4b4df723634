//! Values of options: durations, sizes, kinds of errors.

use pleach_build::Sanitizer;
use pleach_interp::ErrorKind;
use std::time::Duration;

/// `30s`, `5m` or `5min`, `1h`, `250ms`, sums of these, plain seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a time: write 90, 30s, 5m, 1h30m");
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|_| wrong());
    }
    let mut rest = text;
    let mut total = 0.0;
    while !rest.is_empty() {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .ok_or_else(wrong)?;
        let number: f64 = rest[..digits].parse().map_err(|_| wrong())?;
        rest = &rest[digits..];
        let letters = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let unit = match &rest[..letters] {
            "ms" => 0.001,
            "s" | "sec" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            "d" => 86400.0,
            _ => return Err(wrong()),
        };
        total += number * unit;
        rest = &rest[letters..];
    }
    if text.is_empty() {
        Err(wrong())
    } else {
        Duration::try_from_secs_f64(total).map_err(|_| wrong())
    }
}

/// `2G`, `500M`, `64K`, plain megabytes; in bytes.
pub fn megabytes(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size: write 500 (megabytes), 64K, 500M, 2G");
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
    let shift = match text[digits..].to_ascii_lowercase().as_str() {
        "k" | "kb" | "kib" => 10,
        "" | "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(wrong()),
    };
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

/// Kinds of errors by our name, or all those that KLEE files under one word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kinds {
    Any,
    These(Vec<ErrorKind>),
}

pub fn kinds(text: &str) -> Result<Kinds, String> {
    if text == "any" {
        return Ok(Kinds::Any);
    }
    let mut all = Vec::new();
    for word in text.split(',') {
        let lower = word.to_ascii_lowercase();
        let klee = match lower.as_str() {
            "badvectoraccess" => "ptr",
            "external" | "overflow" | "readonly" => lower.as_str(),
            "reporterror" => "report-error",
            other => other,
        };
        let named = |kind: &ErrorKind| kind.name() == klee || kind.klee_suffix() == klee;
        let before = all.len();
        all.extend(ErrorKind::ALL.into_iter().filter(named));
        if all.len() == before {
            let names: Vec<&str> = ErrorKind::ALL.into_iter().map(ErrorKind::name).collect();
            return Err(format!(
                "there is no kind of error `{word}`; the kinds are: {}",
                names.join(", ")
            ));
        }
    }
    Ok(Kinds::These(all))
}

/// A group of checks or a single one, as clang's `-fsanitize=` names it.
pub fn sanitizer(name: &str) -> Result<String, String> {
    match pleach_build::sanitizer(name) {
        Sanitizer::Understood => Ok(name.to_owned()),
        Sanitizer::Instead(why) => Err(format!("`{name}` is not compiled in: {why}")),
        Sanitizer::Unknown => Err(format!(
            "there is no check `{name}`; the checks are: {}",
            pleach_build::SANITIZERS.join(", ")
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations() {
        let seconds = |text: &str| duration(text).map(|d| d.as_secs_f64());
        assert_eq!(seconds("90"), Ok(90.0));
        assert_eq!(seconds("30s"), Ok(30.0));
        assert_eq!(seconds("5min"), Ok(300.0));
        assert_eq!(seconds("1h30m"), Ok(5400.0));
        assert_eq!(seconds("250ms"), Ok(0.25));
        for wrong in ["", "s", "5x", "-1", "1h30", "inf", "1e300h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(megabytes("2G"), Ok(2 << 30));
        assert_eq!(megabytes("500"), Ok(500 << 20));
        assert_eq!(megabytes("64k"), Ok(64 << 10));
        for wrong in ["", "G", "-1", "5X", "99999999999T"] {
            assert!(megabytes(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn kinds_by_either_name() {
        assert_eq!(
            kinds("double-free"),
            Ok(Kinds::These(vec![ErrorKind::DoubleFree]))
        );
        let Ok(Kinds::These(free)) = kinds("Free") else {
            panic!("KLEE's word")
        };
        assert_eq!(free, [ErrorKind::DoubleFree, ErrorKind::InvalidFree]);
        assert!(kinds("nonsense").is_err());
    }
}
