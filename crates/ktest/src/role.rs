//! What an object of a test is, by KLEE's names.

/// What the program gets to see of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role<'a> {
    /// `arg0`; KLEE also writes `arg00`.
    Argument,
    /// `n_args`, `n_args_1`: how many arguments there are.
    ArgumentCount,
    /// `env-NAME`: the value of a variable.
    Variable(&'a str),
    Stdin,
    /// `A-data`: the contents of a file.
    File(&'a str),
    /// `A-data-stat`, `stdin-stat`: what is known about a file, or about the standard input.
    Stat(&'a str),
    /// Says how the rest was made, or stands for something that is no input.
    Bookkeeping,
    /// What the program made unknown itself.
    Own,
}

impl Role<'_> {
    pub fn of(name: &str) -> Role<'_> {
        let number_of = |prefix| name.strip_prefix(prefix);
        if number_of("arg").is_some_and(is_digits) {
            return Role::Argument;
        }
        match number_of("n_args") {
            Some("") => return Role::ArgumentCount,
            Some(rest) if rest.strip_prefix('_').is_some_and(is_digits) => {
                return Role::ArgumentCount;
            }
            _ => {}
        }
        if let Some(variable) = name.strip_prefix("env-") {
            return Role::Variable(variable);
        }
        if let Some(file) = file_name(name) {
            return Role::File(file);
        }
        match name.strip_suffix("-stat") {
            Some("stdin") => return Role::Stat("stdin"),
            Some(of) if file_name(of).is_some() => return Role::Stat(of),
            _ => {}
        }
        match name {
            "stdin" => Role::Stdin,
            "model_version" | "stdout" | "stdout-stat" | "fails" => Role::Bookkeeping,
            _ if name.starts_with("syscall_") => Role::Bookkeeping,
            _ => Role::Own,
        }
    }
}

fn file_name(object: &str) -> Option<&str> {
    let name = object.strip_suffix("-data")?;
    let plain = name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase();
    plain.then_some(name)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_an_object_is() {
        for (name, role) in [
            ("arg0", Role::Argument),
            ("arg00", Role::Argument),
            ("argument", Role::Own),
            ("n_args", Role::ArgumentCount),
            ("n_args_1", Role::ArgumentCount),
            ("n_args_x", Role::Own),
            ("env-HOME", Role::Variable("HOME")),
            ("stdin", Role::Stdin),
            ("stdin-stat", Role::Stat("stdin")),
            ("A-data", Role::File("A")),
            ("A-data-stat", Role::Stat("A-data")),
            ("long-data", Role::Own),
            ("long-data-stat", Role::Own),
            ("model_version", Role::Bookkeeping),
            ("syscall_42", Role::Bookkeeping),
            ("x", Role::Own),
        ] {
            assert_eq!(Role::of(name), role, "{name}");
        }
    }
}
