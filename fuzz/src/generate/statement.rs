//! Statements. Whatever can go two ways leaves a different trace on each.

use super::builder::Builder;
use super::scope::{Scalar, Writable};
use super::types::Int;

impl Builder {
    pub fn statements(&mut self, count: usize, depth: u32) {
        for _ in 0..count {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.random.below(24) {
            0..3 => self.new_scalar(),
            3..6 => self.assignment(),
            6..8 => self.store_element(),
            8 => self.new_pointer(),
            9 => self.store_through_pointer(),
            10 => self.structure(),
            11 => self.block_memory(),
            12..17 if depth > 0 => self.branch(depth),
            17 if depth > 0 => self.switch(depth),
            18 if depth > 0 => self.counted_loop(depth),
            19 if depth > 0 => self.bounded_loop(depth),
            20 => self.call(),
            21 => self.call_through_table(),
            22 => self.choice(),
            23 if self.random.chance(30) => self.pointer_table(),
            _ => self.assignment(),
        }
    }

    fn new_scalar(&mut self) {
        let int = Int::any(&mut self.random);
        let value = self.value(int, 3);
        let name = self.name("x");
        self.line(format!("{} {name} = {value};", int.name()));
        self.declare(name, int);
    }

    fn assignment(&mut self) {
        let Some(target) = self.scope.writable(&mut self.random).cloned() else {
            return self.new_scalar();
        };
        let value = self.value(target.int, 3);
        self.line(format!("{} = {value};", target.place));
    }

    fn store_element(&mut self) {
        let Some(array) = self.scope.array(&mut self.random).cloned() else {
            return self.assignment();
        };
        let (index, value) = (self.index(array.len, 2), self.value(array.int, 2));
        self.line(format!("{}[{index}] = {value};", array.name));
    }

    fn new_pointer(&mut self) {
        let Some(array) = self.scope.array(&mut self.random).cloned() else {
            return self.assignment();
        };
        let (index, name) = (self.index(array.len, 2), self.name("p"));
        let same = self.scope.arrays_of(array.int);
        let other = self.random.pick(&same).name.clone();
        let target = if other != array.name && self.afford(2) {
            let (test, here, there) = (self.comparison(2), self.trace(), self.trace());
            format!(
                "{test} ? ({here}, &{}[{index}]) : ({there}, &{other}[0])",
                array.name
            )
        } else {
            format!("&{}[{index}]", array.name)
        };
        self.line(format!("{} *{name} = {target};", array.int.name()));
        self.scope.pointers.push(super::scope::Pointer {
            name,
            int: array.int,
        });
    }

    fn store_through_pointer(&mut self) {
        if self.scope.pointers.is_empty() {
            return self.new_pointer();
        }
        let pointer = self.random.pick(&self.scope.pointers).clone();
        let value = self.value(pointer.int, 2);
        self.line(format!("*{} = {value};", pointer.name));
    }

    /// A structure of its own, a copy, or a change of one.
    fn structure(&mut self) {
        let name = self.name("s");
        if let Some(other) = self.scope.structs.last().cloned() {
            self.line(format!("struct record {name} = {other};"));
        } else {
            let (a, b) = (
                self.value(Int::U8, 2),
                self.value(
                    Int {
                        bits: 32,
                        signed: true,
                    },
                    2,
                ),
            );
            self.line(format!("struct record {name} = {{{a}, {b}, {{1, 2}}, 5}};"));
        }
        super::RECORD
            .iter()
            .for_each(|(field, int)| self.declare(format!("{name}.{field}"), *int));
        self.scope.structs.push(name);
    }

    /// memcpy, memmove or memset, with a length that may be unknown but is never 0: an engine
    /// may take "nothing" as a case of its own.
    fn block_memory(&mut self) {
        let Some(to) = self.scope.array(&mut self.random).cloned() else {
            return self.assignment();
        };
        let Some(from) = self.scope.array(&mut self.random).cloned() else {
            return self.assignment();
        };
        let most = to.bytes().min(from.bytes()).min(8);
        let length = match self.random.chance(50) {
            true => (1 + self.random.below(most)).to_string(),
            false => format!("1 + ({} & {})", self.any_value(1), most - 1),
        };
        match self.random.below(3) {
            0 => {
                let byte = self.value(Int::U8, 1);
                self.line(format!("memset({}, {byte}, {length});", to.name));
            }
            1 if to.name != from.name => {
                self.line(format!("memcpy({}, {}, {length});", to.name, from.name))
            }
            _ => self.line(format!("memmove({}, {}, {length});", to.name, from.name)),
        }
    }

    /// A condition; `&&` and `||` leave a trace where their right side is asked.
    fn condition(&mut self) -> String {
        let first = self.comparison(3);
        if !self.random.chance(25) || !self.afford(2) {
            return first;
        }
        let (operator, trace, second) = (
            *self.random.pick(&["&&", "||"]),
            self.trace(),
            self.comparison(2),
        );
        format!("{first} {operator} ({trace}, {second})")
    }

    fn branch(&mut self, depth: u32) {
        if !self.afford(2) {
            return self.assignment();
        }
        let (condition, count) = (self.condition(), 1 + self.random.below(3));
        self.block(format!("if ({condition})"), |b| {
            b.trace_line();
            b.statements(count, depth - 1);
        });
        self.block("else", |b| {
            b.trace_line();
            if b.random.chance(50) {
                b.statements(count, depth - 1);
            }
        });
    }

    fn switch(&mut self, depth: u32) {
        let cases = 2 + self.random.below(3);
        if !self.afford(cases as u64 + 1) {
            return self.assignment();
        }
        let int = Int {
            bits: *self.random.pick(&[8, 16, 32]),
            signed: self.random.chance(50),
        };
        let value = self.value(int, 2);
        let start = self.random.below(4);
        self.block(format!("switch ({value} & 7)"), |b| {
            for case in start..start + cases {
                let shared = b.random.chance(20);
                let label = if shared {
                    format!("case {}: case {case}:", case + 8)
                } else {
                    format!("case {case}:")
                };
                b.block(label, |b| {
                    b.trace_line();
                    b.statement(depth - 1);
                    // Falling through is told apart by the trace of this case.
                    if b.random.chance(80) {
                        b.line("break;");
                    }
                });
            }
            b.block("default:", Builder::trace_line);
        });
    }

    fn counted_loop(&mut self, depth: u32) {
        let times = 2 + self.random.below(3) as u32;
        self.repeated(times, |b, counter| {
            b.block(
                format!("for (uint32_t {counter} = 0; {counter} < {times}; {counter}++)"),
                |b| {
                    b.counter(counter);
                    b.statements(1 + depth as usize / 2, depth - 1);
                },
            );
        });
    }

    /// A loop whose number of rounds is unknown, but below 4.
    fn bounded_loop(&mut self, depth: u32) {
        if !self.afford(4) {
            return self.assignment();
        }
        let bound = self.any_value(2);
        self.repeated(3, |b, counter| {
            b.block(
                format!("for (uint32_t {counter} = 0; {counter} < ({bound} & 3); {counter}++)"),
                |b| {
                    b.counter(counter);
                    b.trace_line();
                    b.statements(1, depth - 1);
                    if b.afford(2) {
                        let (test, trace) = (b.comparison(2), b.trace());
                        b.line(format!("if ({test}) {{ {trace}; break; }}"));
                    }
                },
            );
        });
    }

    fn repeated(&mut self, times: u32, body: impl FnOnce(&mut Builder, &str)) {
        let (counter, before) = (self.name("i"), self.repeats);
        self.repeats *= times;
        body(self, &counter);
        self.repeats = before;
    }

    fn counter(&mut self, name: &str) {
        self.scope.scalars.push(Scalar {
            place: name.to_owned(),
            int: Int::U32,
            writable: Writable::No,
        });
    }

    fn arguments(&mut self, parameters: &[Int]) -> String {
        let values: Vec<String> = parameters.iter().map(|int| self.value(*int, 2)).collect();
        values.join(", ")
    }

    fn call(&mut self) {
        if self.scope.functions.is_empty() {
            return self.assignment();
        }
        let function = self.random.pick(&self.scope.functions).clone();
        if !self.afford(function.ways) {
            return self.assignment();
        }
        let (arguments, name) = (self.arguments(&function.parameters), self.name("x"));
        self.line(format!("uint32_t {name} = {}({arguments});", function.name));
        self.declare(name, Int::U32);
    }

    /// Every function leaves a trace when it is entered, so an unknown target shows.
    fn call_through_table(&mut self) {
        if self.scope.tables.is_empty() {
            return self.call();
        }
        let table = self.random.pick(&self.scope.tables).clone();
        if !self.afford(table.ways * table.len as u64) {
            return self.assignment();
        }
        let (index, arguments) = (self.index(table.len, 2), self.arguments(&table.parameters));
        let name = self.name("x");
        self.line(format!(
            "uint32_t {name} = {}[{index}]({arguments});",
            table.name
        ));
        self.declare(name, Int::U32);
    }

    /// `?:` with a trace on both sides.
    fn choice(&mut self) {
        if !self.afford(2) {
            return self.assignment();
        }
        let (int, name) = (Int::any(&mut self.random), self.name("x"));
        let (test, yes, no) = (self.comparison(3), self.value(int, 2), self.value(int, 2));
        let (here, there) = (self.trace(), self.trace());
        self.line(format!(
            "{} {name} = {test} ? ({here}, {yes}) : ({there}, {no});",
            int.name()
        ));
        self.declare(name, int);
    }

    /// A pointer read from a table at an unknown index: the object is unknown, and an engine
    /// may take one path for each without a trace.
    fn pointer_table(&mut self) {
        let Some(array) = self.scope.array(&mut self.random).cloned() else {
            return self.assignment();
        };
        let same: Vec<String> = self
            .scope
            .arrays_of(array.int)
            .iter()
            .map(|array| array.name.clone())
            .collect();
        if same.len() < 2 || !self.afford(2) {
            return self.assignment();
        }
        self.silent_forks = true;
        let (table, value, int) = (self.name("q"), self.name("x"), array.int);
        let targets = [
            self.random.pick(&same).clone(),
            self.random.pick(&same).clone(),
        ];
        let (index, stored) = (self.index(2, 2), self.value(int, 1));
        self.line(format!(
            "{} *{table}[2] = {{{}, {} + 1}};",
            int.name(),
            targets[0],
            targets[1]
        ));
        self.line(format!("*{table}[{index}] = {stored};"));
        self.line(format!("{} {value} = *{table}[{index}];", int.name()));
        self.declare(value, int);
    }
}
