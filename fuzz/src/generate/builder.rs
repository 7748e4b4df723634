//! The program being written: text, scope, and how much branching is still allowed.

use super::scope::{Scalar, Scope, Writable};
use super::types::Int;
use crate::random::Random;
use std::fmt::Write;

/// How much a program may grow in different directions.
pub struct Builder {
    pub random: Random,
    pub scope: Scope,
    /// Whether floats may occur.
    pub floats: bool,
    /// Whether some fork leaves no trace, so that two paths may look alike.
    pub silent_forks: bool,
    /// Ways through the program so far, about; kept below `most_ways`.
    pub ways: u64,
    pub most_ways: u64,
    /// How often the statement being written is executed.
    pub repeats: u32,
    text: String,
    indent: usize,
    traces: u32,
    names: u32,
}

impl Builder {
    pub fn new(random: Random, most_ways: u64) -> Builder {
        Builder {
            random,
            scope: Scope::default(),
            floats: false,
            silent_forks: false,
            ways: 1,
            most_ways,
            repeats: 1,
            text: String::new(),
            indent: 0,
            traces: 0,
            names: 0,
        }
    }

    pub fn line(&mut self, line: impl AsRef<str>) {
        let _ = writeln!(self.text, "{:1$}{2}", "", self.indent * 2, line.as_ref());
    }

    /// Writes `head {`, what `body` writes, and `}`; what `body` declares is forgotten.
    pub fn block(&mut self, head: impl AsRef<str>, body: impl FnOnce(&mut Builder)) {
        self.line(format!("{} {{", head.as_ref()));
        self.indent += 1;
        let outer = self.scope.clone();
        body(self);
        self.scope = outer;
        self.indent -= 1;
        self.line("}");
    }

    pub fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// A call that records that this place was passed.
    pub fn trace(&mut self) -> String {
        self.traces += 1;
        format!("trace({})", self.traces)
    }

    pub fn trace_line(&mut self) {
        let trace = self.trace();
        self.line(format!("{trace};"));
    }

    /// Takes a decision with `ways` ways into account, or refuses it when there would be too many.
    pub fn afford(&mut self, ways: u64) -> bool {
        let total = (0..self.repeats).try_fold(self.ways, |sum, _| sum.checked_mul(ways));
        match total {
            Some(total) if total <= self.most_ways => {
                self.ways = total;
                true
            }
            _ => false,
        }
    }

    pub fn declare(&mut self, place: String, int: Int) {
        self.scope.scalars.push(Scalar {
            place,
            int,
            writable: Writable::Yes,
        });
    }

    pub fn finish(self) -> String {
        self.text
    }
}
