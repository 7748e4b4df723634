//! The ways to reduce that are compared.

use std::fmt;
use std::str::FromStr;

/// `none`, `rwset`, `relevant`, and with `:coverage` behind it what `--reduce-keeps` is to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mode {
    reduce: String,
    keeps: Option<String>,
}

impl Mode {
    /// The one that others are compared with.
    pub fn plain() -> Mode {
        Mode {
            reduce: "none".to_owned(),
            keeps: None,
        }
    }

    /// Whether an exploration that is complete has found every error, and not only covered all.
    pub fn keeps_errors(&self) -> bool {
        self.keeps.as_deref() != Some("coverage")
    }

    /// For `pleach run`.
    pub fn flags(&self) -> Vec<String> {
        let mut words = Vec::new();
        if *self != Mode::plain() {
            words.extend(["--reduce".to_owned(), self.reduce.clone()]);
        }
        if let Some(keeps) = &self.keeps {
            words.extend(["--reduce-keeps".to_owned(), keeps.clone()]);
        }
        words
    }

    /// Part of the name of a file.
    pub fn file(&self) -> String {
        self.to_string().replace(':', "-")
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Mode, String> {
        let (reduce, keeps) = match text.split_once(':') {
            Some((reduce, keeps)) => (reduce, Some(keeps)),
            None => (text, None),
        };
        if reduce.is_empty() || keeps == Some("") {
            return Err("write a mode such as `relevant` or `relevant:coverage`".to_owned());
        }
        Ok(Mode {
            reduce: reduce.to_owned(),
            keeps: keeps.map(str::to_owned),
        })
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reduce)?;
        match &self.keeps {
            Some(keeps) => write!(f, ":{keeps}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_says_what_is_kept() {
        let mode: Mode = "relevant:coverage".parse().unwrap();
        let flags = ["--reduce", "relevant", "--reduce-keeps", "coverage"];
        assert_eq!(mode.flags(), flags);
        assert_eq!(mode.to_string(), "relevant:coverage");
        assert_eq!(mode.file(), "relevant-coverage");
        assert!(!mode.keeps_errors());
        let mode: Mode = "rwset".parse().unwrap();
        assert_eq!(mode.flags(), ["--reduce", "rwset"]);
        assert!(mode.keeps_errors());
        assert!(Mode::plain().flags().is_empty());
        assert!("".parse::<Mode>().is_err() && "relevant:".parse::<Mode>().is_err());
    }
}
