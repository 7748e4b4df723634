//! Inline assembly: barriers and the few one-line idioms that C headers use.

use super::Lowered;
use super::function::Body;
use crate::llvm::Value;
use crate::{BinOp, Inst, Opnd, UnOp};

/// What a template does, as far as we know it.
#[derive(Debug, PartialEq)]
enum Idiom {
    /// Changes nothing: results are the inputs tied to them.
    Barrier,
    /// Answers of the machine (cpuid, rdtsc): all results are zero.
    Zero,
    ByteSwap,
    RotateLeft(u32),
    RotateRight(u32),
    Unknown,
}

impl Body<'_, '_> {
    pub fn inline_asm(&mut self, inst: Value, asm: Value) -> Lowered<()> {
        let (text, constraints) = (asm.asm_text(), asm.asm_constraints());
        let widths = self.widths(inst)?;
        let idiom = recognize(&text);
        let tied = match idiom {
            Idiom::Unknown => None,
            Idiom::Zero => Some(widths.iter().map(|&width| self.b.int(width, 0)).collect()),
            _ => self.tied_inputs(inst, &constraints, &widths)?,
        };
        let results = tied.and_then(|tied: Vec<Opnd>| match idiom {
            Idiom::Barrier | Idiom::Zero => Some(tied),
            _ => self.transform(&idiom, &tied, &widths),
        });
        match results {
            Some(results) => self.define(inst, results),
            None => self.b.emit(Inst::Asm {
                text: text.into(),
                constraints: constraints.into(),
            }),
        }
        Ok(())
    }

    /// The input tied to each output; an output without one is undefined.
    fn tied_inputs(
        &mut self,
        inst: Value,
        constraints: &str,
        widths: &[u32],
    ) -> Lowered<Option<Vec<Opnd>>> {
        let mut outputs = 0;
        let mut args = inst.args().into_iter();
        let mut tied: Vec<Option<Value>> = Vec::new();
        for constraint in constraints
            .split(',')
            .filter(|c| !c.is_empty() && !c.starts_with('~'))
        {
            if let Some(output) = constraint.strip_prefix('=') {
                // An indirect output is an address among the inputs.
                if output.trim_start_matches('&').starts_with('*') {
                    args.next();
                } else {
                    outputs += 1;
                }
                tied.push(None);
                continue;
            }
            let Some(arg) = args.next() else {
                return Ok(None);
            };
            if let Ok(output) = constraint.trim_start_matches('%').parse::<usize>() {
                match tied.get_mut(output) {
                    Some(slot) => *slot = Some(arg),
                    None => return Ok(None),
                }
            }
        }
        let direct: Vec<Option<Value>> = constraints
            .split(',')
            .filter(|c| c.starts_with('='))
            .zip(tied)
            .filter(|(c, _)| !c.trim_start_matches(['=', '&']).starts_with('*'))
            .map(|(_, value)| value)
            .collect();
        if outputs != widths.len() {
            return Ok(None);
        }
        let mut results = Vec::with_capacity(outputs);
        for (value, &width) in direct.into_iter().zip(widths) {
            results.push(match value {
                Some(value) if self.width(value)? == width => self.scalar(value)?,
                Some(_) => return Ok(None),
                None => self.b.undef(width),
            });
        }
        Ok(Some(results))
    }

    fn transform(&mut self, idiom: &Idiom, inputs: &[Opnd], widths: &[u32]) -> Option<Vec<Opnd>> {
        let (&[input], &[width]) = (inputs, widths) else {
            return None;
        };
        let rotate = |body: &mut Self, left: u32| {
            let right = (width - left % width) % width;
            let (left, right) = (
                body.b.int(width, u64::from(left % width)),
                body.b.int(width, u64::from(right)),
            );
            let high = body.b.bin(BinOp::Shl, width, input, left);
            let low = body.b.bin(BinOp::LShr, width, input, right);
            body.b.bin(BinOp::Or, width, high, low)
        };
        Some(vec![match idiom {
            Idiom::ByteSwap if width % 16 == 0 => self.b.un(UnOp::ByteSwap, width, input),
            Idiom::RotateLeft(by) => rotate(self, *by),
            Idiom::RotateRight(by) => rotate(self, width - by % width),
            _ => return None,
        }])
    }
}

fn recognize(text: &str) -> Idiom {
    let lines: Vec<String> = text
        .split(['\n', ';'])
        .map(|line| {
            line.split('#')
                .next()
                .unwrap_or_default()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        })
        .filter(|line| !line.is_empty())
        .collect();
    const NOTHING: &[&str] = &[
        "nop",
        "pause",
        "rep nop",
        "rep",
        "mfence",
        "lfence",
        "sfence",
        "lock",
        "cld",
        "emms",
        "endbr64",
        "addl $$0,0(%rsp)",
        "addl $$0, 0(%rsp)",
        "addl $$0,(%rsp)",
        "addl $$0, (%rsp)",
    ];
    if lines.iter().all(|line| NOTHING.contains(&line.as_str())) {
        return Idiom::Barrier;
    }
    // clang's <cpuid.h> saves a register around it.
    if let [save, cpuid, restore] = &lines[..]
        && cpuid == "cpuid"
        && save.starts_with("xchg")
        && save == restore
    {
        return Idiom::Zero;
    }
    let [line] = &lines[..] else {
        return Idiom::Unknown;
    };
    let (name, operands) = line.split_once(' ').unwrap_or((line, ""));
    let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
    match (name, &operands[..]) {
        ("rdtsc" | "rdtscp" | "cpuid", [""]) => Idiom::Zero,
        ("bswap" | "bswapl" | "bswapq", [only]) if is_first_output(only) => Idiom::ByteSwap,
        ("rol" | "rolb" | "rolw" | "roll" | "rolq", [by, only]) if is_first_output(only) => {
            immediate(by).map_or(Idiom::Unknown, Idiom::RotateLeft)
        }
        ("ror" | "rorb" | "rorw" | "rorl" | "rorq", [by, only]) if is_first_output(only) => {
            immediate(by).map_or(Idiom::Unknown, Idiom::RotateRight)
        }
        _ => Idiom::Unknown,
    }
}

/// `$0` or, with a size, `${0:w}`.
fn is_first_output(operand: &str) -> bool {
    operand == "$0" || (operand.starts_with("${0:") && operand.ends_with('}'))
}

fn immediate(operand: &str) -> Option<u32> {
    operand.strip_prefix("$$")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idioms() {
        assert_eq!(recognize(""), Idiom::Barrier);
        assert_eq!(recognize("# only a comment"), Idiom::Barrier);
        assert_eq!(recognize("rep; nop"), Idiom::Barrier);
        assert_eq!(recognize("bswap $0"), Idiom::ByteSwap);
        assert_eq!(recognize("rorw $$8, ${0:w}"), Idiom::RotateRight(8));
        assert_eq!(recognize("cpuid"), Idiom::Zero);
        let saved = "xchg $(%$|$)rbx,${1:q}";
        assert_eq!(
            recognize(&format!("  {saved}\n  cpuid\n  {saved}")),
            Idiom::Zero
        );
        assert_eq!(recognize("syscall"), Idiom::Unknown);
        assert_eq!(recognize("bswap $0\nsyscall"), Idiom::Unknown);
    }
}
