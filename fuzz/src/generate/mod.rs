//! Random C programs with unknown inputs and without undefined behaviour.
//!
//! At every decision a program calls `trace(n)` with a number of its own, so that the numbers
//! tell which path was taken. The same text is built for the engine, where `trace` prints, and
//! natively (`NATIVE`), where the replay harness brings `trace`, `klee_make_symbolic` and
//! `klee_assume`.

mod builder;
mod expression;
mod flags;
mod scope;
mod statement;
mod types;

pub use flags::flags;

use crate::random::Random;
use builder::Builder;
use scope::{Array, Function, Scalar, Table, Writable};
use types::Int;

/// A program and what is known about it.
#[derive(Debug, Clone)]
pub struct Program {
    pub source: String,
    /// Bytes of unknown input.
    pub input_bytes: usize,
    /// Whether the trace tells any two paths apart.
    pub traces: Traces,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Traces {
    TellPathsApart,
    MayCoincide,
}

/// Fields of `struct record`.
const RECORD: [(&str, Int); 4] = [
    ("a", Int::U8),
    (
        "b",
        Int {
            bits: 32,
            signed: true,
        },
    ),
    (
        "c[1]",
        Int {
            bits: 16,
            signed: false,
        },
    ),
    (
        "d",
        Int {
            bits: 64,
            signed: false,
        },
    ),
];

const PRELUDE: &str = "\
#include <stdint.h>
#include <string.h>
#ifdef NATIVE
void trace(int id);
void klee_make_symbolic(void *object, size_t size, const char *name);
void klee_assume(uintptr_t condition);
/* The harness puts everything in this section back before each run. */
#define GLOBAL __attribute__((section(\"program_data\")))
#define main program_main
#else
#include <klee/klee.h>
#include <stdio.h>
#define GLOBAL
/* Else an optimiser makes one call of two and decides only about its argument. */
__attribute__((nomerge, noinline)) static void trace(int id) { printf(\"%d \", id); }
#endif
struct record { uint8_t a; int32_t b; uint16_t c[2]; uint64_t d; };
";

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    // Most programs have so little input that all of it can be tried.
    let small = random.chance(65);
    let most_ways = if small { 4096 } else { 512 };
    let mut builder = Builder::new(random, most_ways);
    builder.floats = builder.random.chance(12);
    builder.line(PRELUDE);
    globals(&mut builder);
    functions(&mut builder);
    let mut input_bytes = 0;
    builder.block("int main(void)", |b| {
        input_bytes = inputs(b, small);
        locals(b);
        let count = 6 + b.random.below(8);
        b.statements(count, 3);
        ending(b);
        b.line("return 0;");
    });
    let traces = if builder.silent_forks {
        Traces::MayCoincide
    } else {
        Traces::TellPathsApart
    };
    Program {
        source: builder.finish(),
        input_bytes,
        traces,
    }
}

fn globals(b: &mut Builder) {
    for _ in 0..1 + b.random.below(3) {
        let (int, name) = (Int::any(&mut b.random), b.name("g"));
        let value = int.constant(&mut b.random);
        b.line(format!("GLOBAL {} {name} = {value};", int.name()));
        b.declare(name, int);
    }
    for _ in 0..1 + b.random.below(2) {
        let storage = *b.random.pick(&["GLOBAL ", "GLOBAL static "]);
        array(b, storage);
    }
}

fn array(b: &mut Builder, storage: &str) {
    let (int, len, name) = (Int::any(&mut b.random), 2 << b.random.below(3), b.name("a"));
    let values: Vec<String> = (0..len).map(|_| int.constant(&mut b.random)).collect();
    b.line(format!(
        "{storage}{} {name}[{len}] = {{{}}};",
        int.name(),
        values.join(", ")
    ));
    b.scope.arrays.push(Array { name, int, len });
}

/// Functions that return `uint32_t`, and perhaps a table of those with equal parameters.
fn functions(b: &mut Builder) {
    let parameters: Vec<Int> = (0..1 + b.random.below(3))
        .map(|_| Int::any(&mut b.random))
        .collect();
    for number in 0..b.random.below(4) {
        // The first ones share their parameters, so that they can stand in one table.
        let parameters = match number {
            0..=1 => parameters.clone(),
            _ => (0..b.random.below(5))
                .map(|_| Int::any(&mut b.random))
                .collect(),
        };
        function(b, parameters);
    }
    let same: Vec<Function> = b
        .scope
        .functions
        .iter()
        .filter(|f| f.parameters == parameters)
        .cloned()
        .collect();
    if same.len() >= 2 {
        let name = b.name("t");
        let types: Vec<String> = parameters.iter().map(|int| int.name()).collect();
        b.line(format!(
            "static uint32_t (*{name}[2])({}) = {{{}, {}}};",
            types.join(", "),
            same[0].name,
            same[1].name
        ));
        let ways = same.iter().map(|f| f.ways).max().unwrap_or(1);
        b.scope.tables.push(Table {
            name,
            len: 2,
            parameters,
            ways,
        });
    }
}

fn function(b: &mut Builder, parameters: Vec<Int>) {
    let name = b.name("f");
    let named: Vec<(String, Int)> = parameters.iter().map(|int| (b.name("x"), *int)).collect();
    let list: Vec<String> = named
        .iter()
        .map(|(name, int)| format!("{} {name}", int.name()))
        .collect();
    let list = if list.is_empty() {
        "void".to_owned()
    } else {
        list.join(", ")
    };
    // A function is short, and its ways are counted where it is called.
    let (ways, most) = (b.ways, b.most_ways);
    (b.ways, b.most_ways) = (1, 4);
    b.block(format!("static uint32_t {name}({list})"), |b| {
        named
            .iter()
            .for_each(|(name, int)| b.declare(name.clone(), *int));
        b.trace_line();
        let count = 1 + b.random.below(4);
        b.statements(count, 1);
        let result = b.value(Int::U32, 2);
        b.line(format!("return {result};"));
    });
    let function = Function {
        name,
        parameters,
        ways: b.ways,
    };
    (b.ways, b.most_ways) = (ways, most);
    b.scope.functions.push(function);
}

/// Makes the inputs and says how many bytes they have.
fn inputs(b: &mut Builder, small: bool) -> usize {
    let wanted = if small {
        1 + b.random.below(2)
    } else {
        3 + b.random.below(6)
    };
    let mut bytes = 0;
    while bytes < wanted {
        let left = wanted - bytes;
        let (int, name) = (Int::any(&mut b.random), b.name("in"));
        if left >= 2 && b.random.chance(25) {
            b.line(format!("uint8_t {name}[2];"));
            b.line(format!(
                "klee_make_symbolic({name}, sizeof {name}, \"{name}\");"
            ));
            b.scope.arrays.push(Array {
                name,
                int: Int::U8,
                len: 2,
            });
            bytes += 2;
        } else if int.bytes() <= left {
            b.line(format!("{} {name};", int.name()));
            b.line(format!(
                "klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"
            ));
            if b.random.chance(15) {
                let most = int.literal(40 + b.random.next_u64() % 80);
                b.line(format!("klee_assume({name} <= {most});"));
            }
            b.scope.inputs.push(Scalar {
                place: name.clone(),
                int,
                writable: Writable::Yes,
            });
            b.declare(name, int);
            bytes += int.bytes();
        }
    }
    bytes
}

/// Arrays, and a global or two that depends on the input, so that functions see some of it.
fn locals(b: &mut Builder) {
    for global in b
        .scope
        .scalars
        .clone()
        .iter()
        .filter(|scalar| scalar.place.starts_with('g'))
        .take(2)
    {
        let value = b.value(global.int, 1);
        b.line(format!("{} = {value};", global.place));
    }
    for _ in 0..1 + b.random.below(2) {
        array(b, "");
    }
}

/// Looks at a few bits of everything that is left, so that wrong values show as wrong paths.
fn ending(b: &mut Builder) {
    let places: Vec<String> = b
        .scope
        .scalars
        .iter()
        .map(|scalar| scalar.place.clone())
        .collect();
    b.line("uint32_t sum = 0;");
    for place in places {
        let by = 1 + b.random.below(31);
        b.line(format!(
            "sum = (sum << {by} | sum >> {}) ^ (uint32_t){place};",
            32 - by
        ));
    }
    for array in b.scope.arrays.clone() {
        b.line(format!(
            "for (int i = 0; i < {}; i++) sum += (uint32_t){}[i];",
            array.len, array.name
        ));
    }
    for bit in 0..3 {
        let (yes, no) = (b.trace(), b.trace());
        b.line(format!("if (sum >> {} & 1) {yes}; else {no};", bit * 9));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        assert_eq!(program(3).source, program(3).source);
        assert_ne!(program(3).source, program(4).source);
    }

    #[test]
    fn inputs_are_of_all_sizes() {
        let sizes: Vec<usize> = (0..200).map(|seed| program(seed).input_bytes).collect();
        assert!((1..=8).all(|size| sizes.contains(&size)), "{sizes:?}");
    }

    #[test]
    fn everything_occurs_somewhere() {
        let all: String = (0..200).map(|seed| program(seed).source).collect();
        for part in [
            "switch",
            "memcpy",
            "memset",
            "struct record s",
            "double",
            "for (",
            "? (trace",
            "klee_assume(in",
            "*p",
            "*q",
        ] {
            assert!(all.contains(part), "{part}");
        }
    }
}
