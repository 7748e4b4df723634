//! The programs and what is unknown to them.

/// A program of coreutils with unknown inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    pub program: &'static str,
    /// Words of `pleach run` after the program.
    pub arguments: String,
}

impl Task {
    /// The program and its unknown bytes, such as `wc 4`.
    pub fn name(&self) -> String {
        format!("{} {}", self.program, self.bytes())
    }

    /// How many bytes are unknown, at most.
    pub fn bytes(&self) -> u32 {
        let words: Vec<&str> = self.arguments.split_whitespace().collect();
        let number = |at: usize| -> u32 {
            let word = words.get(at).and_then(|word| word.parse().ok());
            word.unwrap_or(0)
        };
        let of_option = |(at, word): (usize, &&str)| match *word {
            "--sym-arg" | "--sym-stdin" => number(at + 1),
            "--sym-files" => number(at + 1) * number(at + 2),
            "--sym-args" => number(at + 2) * number(at + 3),
            _ => 0,
        };
        words.iter().enumerate().map(of_option).sum()
    }
}

/// A program with one number of its arguments, `N`, in several sizes.
struct Sizes(&'static str, &'static str, &'static [u32]);

/// Sizes are chosen by runs without merging alone, never by what some mode does with them: one that
/// takes some seconds, one that takes up to a minute, and of six programs one that takes longer.
const SIZES: [Sizes; 37] = [
    Sizes("basename", "--sym-args 1 2 N", &[5, 6]),
    Sizes("cat", "--sym-stdin N -- -nE", &[7, 9]),
    Sizes("chmod", "--sym-arg N -- A", &[3]),
    Sizes("comm", "--sym-files 2 N -- A B", &[4, 5]),
    Sizes("csplit", "--sym-arg N --sym-stdin 2 -- -", &[3]),
    Sizes("cut", "--sym-arg N --sym-stdin 4", &[4, 5]),
    Sizes("date", "-- -d --sym-arg N", &[2]),
    Sizes("dircolors", "--sym-stdin N -- -b -", &[4, 6]),
    Sizes("dirname", "--sym-arg N", &[11, 14]),
    Sizes("echo", "--sym-args 0 2 N", &[4, 5, 6]),
    Sizes("expand", "--sym-stdin N", &[8, 9]),
    Sizes("expr", "--sym-args 1 2 N", &[2]),
    Sizes("factor", "--sym-arg N", &[2]),
    Sizes("fmt", "--sym-stdin N", &[4, 5]),
    Sizes("fold", "--sym-stdin N -- -w 3", &[6, 7]),
    Sizes("head", "--sym-arg N", &[3, 4]),
    Sizes("join", "--sym-files 2 N -- A B", &[3, 4, 5]),
    Sizes("kill", "--sym-arg N", &[3]),
    Sizes("nl", "--sym-stdin N", &[11, 13]),
    Sizes("numfmt", "--sym-arg N", &[2, 3]),
    Sizes("od", "--sym-stdin N", &[8, 10]),
    Sizes("paste", "--sym-files 2 N -- A B", &[8, 9]),
    Sizes("pathchk", "--sym-arg N -- -p", &[11, 12]),
    Sizes("printf", "--sym-arg N", &[4]),
    Sizes("ptx", "--sym-stdin N", &[4, 5, 6]),
    Sizes("seq", "--sym-args 1 N 1", &[3]),
    Sizes("sort", "--sym-stdin N", &[9, 11]),
    Sizes("split", "--sym-stdin N -- -l 1", &[14]),
    Sizes("stty", "--sym-arg N", &[3]),
    Sizes("tac", "--sym-stdin N", &[16]),
    Sizes("test", "--sym-args 0 3 N", &[2]),
    Sizes("tr", "--sym-arg N --sym-arg 2 --sym-stdin 2", &[2, 3]),
    Sizes("truncate", "-- A -s --sym-arg N", &[3]),
    Sizes("tsort", "--sym-stdin N", &[8, 10]),
    Sizes("unexpand", "--sym-stdin N", &[8, 9]),
    Sizes("uniq", "--sym-stdin N -- -c", &[12, 14, 16]),
    Sizes("wc", "--sym-stdin N", &[4, 5]),
];

/// All tasks, those of a program from small to large.
pub fn all() -> Vec<Task> {
    let of = |Sizes(program, arguments, sizes): &Sizes| {
        let (program, arguments) = (*program, *arguments);
        sizes.iter().map(move |size| Task {
            program,
            arguments: arguments.replace('N', &size.to_string()),
        })
    };
    SIZES.iter().flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn bytes_are_those_that_are_unknown_at_most() {
        let bytes = |arguments: &str| {
            let arguments = arguments.to_owned();
            let program = "cut";
            Task { program, arguments }.bytes()
        };
        assert_eq!(bytes("--sym-arg 5 --sym-stdin 4 -- -c 3"), 9);
        assert_eq!(bytes("--sym-args 0 2 5 --sym-files 2 10 -- A B"), 30);
    }

    #[test]
    fn tasks_are_many_and_have_names_of_their_own() {
        let tasks = all();
        let names: BTreeSet<String> = tasks.iter().map(Task::name).collect();
        let programs: BTreeSet<&str> = tasks.iter().map(|task| task.program).collect();
        assert_eq!(names.len(), tasks.len());
        assert!(programs.len() >= 20 && tasks.len() >= 45);
        let unnumbered = |task: &Task| task.arguments.contains('N');
        assert!(!tasks.iter().any(unnumbered));
    }

    #[test]
    fn larger_tasks_of_a_program_come_later() {
        let tasks = all();
        let pairs = tasks
            .windows(2)
            .filter(|pair| pair[0].program == pair[1].program);
        for pair in pairs {
            assert!(pair[0].bytes() < pair[1].bytes(), "{}", pair[1].name());
        }
    }
}
