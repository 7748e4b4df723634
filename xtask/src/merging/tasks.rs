//! The programs and what is unknown to them.

/// A program of coreutils with unknown inputs.
pub struct Task {
    pub program: &'static str,
    /// Words of `pleach run` after the program.
    pub arguments: &'static str,
}

const fn task(program: &'static str, arguments: &'static str) -> Task {
    Task { program, arguments }
}

/// Chosen by runs without merging alone, which explore all but the last three whole within a
/// minute; about in the order of the time that they take.
pub const TASKS: [Task; 23] = [
    task("uniq", "--sym-stdin 12 -- -c"),
    task("numfmt", "--sym-arg 2"),
    task("tr", "--sym-arg 2 --sym-arg 2 --sym-stdin 2"),
    task("ptx", "--sym-stdin 4"),
    task("tsort", "--sym-stdin 8"),
    task("head", "--sym-arg 3"),
    task("wc", "--sym-stdin 4"),
    task("test", "--sym-args 0 3 2"),
    task("join", "--sym-files 2 4 -- A B"),
    task("comm", "--sym-files 2 5 -- A B"),
    task("cut", "--sym-arg 5 --sym-stdin 4"),
    task("expr", "--sym-args 1 2 2"),
    task("cat", "--sym-stdin 8 -- -nE"),
    task("basename", "--sym-args 1 2 6"),
    task("fold", "--sym-stdin 7 -- -w 3"),
    task("sort", "--sym-stdin 10"),
    task("nl", "--sym-stdin 13"),
    task("echo", "--sym-args 0 2 5"),
    task("dirname", "--sym-arg 14"),
    task("od", "--sym-stdin 10"),
    task("expand", "--sym-stdin 10"),
    task("paste", "--sym-files 2 10 -- A B"),
    task("printf", "--sym-args 1 2 2"),
];
