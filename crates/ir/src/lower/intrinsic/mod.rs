//! Intrinsics. What is not known becomes [`Inst::Unsupported`] with its name.

mod float;
mod int;
mod masked;
mod memory;
mod reduce;

use super::function::Body;
use super::memory::pick;
use super::{Lowered, Unsupported};
use crate::llvm::Value;
use crate::{Arg, BinOp, Callee, Inst, Opnd, ResultUse};

/// The name without `llvm.` and without the types that overloading appends.
fn base_name(name: &str) -> &str {
    let mut base = name.strip_prefix("llvm.").unwrap_or(name);
    while let Some((front, last)) = base.rsplit_once('.') {
        if !is_type_suffix(last) {
            break;
        }
        base = front;
    }
    base
}

/// `i32`, `f64`, `p0`, `v4i32`, `nxv2f64`, `bf16`, `isVoid`, ...
fn is_type_suffix(part: &str) -> bool {
    let digits_after = |prefix: &str| {
        part.strip_prefix(prefix)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    ["i", "f", "p", "v", "nxv", "bf", "a"]
        .iter()
        .any(|prefix| digits_after(prefix))
        || part.starts_with("sl_")
        || part.starts_with("s_")
        || matches!(part, "isVoid" | "ppcf128")
}

/// Numbers of signals that traps are.
const SIGILL: u8 = 4;
const SIGTRAP: u8 = 5;

/// `llvm.thread.pointer` is a call of this function: only who set up the
/// thread's block knows where it lies.
pub const THREAD_POINTER: &str = "__pleach_thread_pointer";

/// The library function that an intrinsic is lowered to, if it is to one.
pub fn library_function(intrinsic: &str) -> Option<String> {
    if !intrinsic.starts_with("llvm.") {
        return None;
    }
    let base = base_name(intrinsic);
    if base == "thread.pointer" {
        return Some(THREAD_POINTER.to_owned());
    }
    let plain = base
        .strip_prefix("experimental.constrained.")
        .unwrap_or(base);
    let function = float::library_name(plain)?;
    let types = intrinsic
        .strip_prefix("llvm.")?
        .strip_prefix(base)?
        .trim_start_matches('.');
    let first = types.split('.').next()?;
    let scalar = &first[first.find('f')?..];
    let suffix = match scalar {
        "f32" => "f",
        "f64" => "",
        "f80" => "l",
        _ => return None,
    };
    Some(format!("{function}{suffix}"))
}

impl Body<'_, '_> {
    pub fn intrinsic(&mut self, inst: Value, name: &str) -> Lowered<()> {
        let base = base_name(name);
        let done = self.hint(inst, base)?
            || self.memory_intrinsic(inst, base)?
            || self.masked_intrinsic(inst, base)?
            || self.int_intrinsic(inst, base)?
            || self.reduction(inst, base)?
            || self.float_intrinsic(inst, base)?;
        if done {
            Ok(())
        } else {
            Err(Unsupported(format!("intrinsic {name}")))
        }
    }

    /// Intrinsics that say something to compilers, and those that ask one.
    fn hint(&mut self, inst: Value, base: &str) -> Lowered<bool> {
        match base {
            "lifetime.start" => self.lifetime(inst, true)?,
            "lifetime.end" => self.lifetime(inst, false)?,
            "donothing"
            | "sideeffect"
            | "prefetch"
            | "invariant.end"
            | "var.annotation"
            | "codeview.annotation"
            | "pseudoprobe"
            | "experimental.noalias.scope.decl"
            | "pcmarker"
            | "fake.use"
            | "instrprof.increment"
            | "x86.sse2.pause"
            | "x86.sse2.mfence"
            | "x86.sse2.lfence"
            | "x86.sse.sfence"
            | "dbg.declare"
            | "dbg.value"
            | "dbg.label"
            | "dbg.assign"
            | "clear_cache"
            | "eh.actions" => self.define(inst, Vec::new()),
            "assume" => {
                let cond = self.scalar(inst.args()[0])?;
                // Most assumptions only carry operand bundles.
                if self.b.known_int(cond) != Some(1) {
                    self.b.emit(Inst::Assume { cond });
                }
            }
            "expect"
            | "expect.with.probability"
            | "annotation"
            | "ptr.annotation"
            | "launder.invariant.group"
            | "strip.invariant.group"
            | "threadlocal.address"
            | "preserve.array.access.index"
            | "ssa.copy"
            | "arithmetic.fence" => {
                let same = self.value(inst.args()[0])?;
                self.define(inst, same);
            }
            "trap" => self.b.emit(Inst::Trap { signal: SIGILL }),
            "debugtrap" => self.b.emit(Inst::Trap { signal: SIGTRAP }),
            "ubsantrap" => self.sanitizer_trap(inst)?,
            "is.constant" => {
                let known = self
                    .value(inst.args()[0])?
                    .iter()
                    .all(|&o| self.b.known(o).is_some());
                self.define_int(inst, u64::from(known))?;
            }
            "objectsize" => {
                // Not known at compile time: the largest or the smallest answer, as asked for.
                let smallest = inst.args()[1].int_value() != 0;
                let width = self.width(inst)?;
                let answer = self.b.signed(width, if smallest { 0 } else { -1 });
                self.define(inst, vec![answer]);
            }
            "allow.runtime.check" | "allow.ubsan.check" | "public.type.test" | "type.test" => {
                self.define_int(inst, 1)?;
            }
            "readcyclecounter"
            | "readsteadycounter"
            | "invariant.start"
            | "call.preallocated.setup" => self.define_int(inst, 0)?,
            "eh.typeid.for" => {
                let type_info = self.m.constant_address(inst.args()[0])?.unwrap_or(0);
                let id = self.m.type_id(type_info);
                self.define_int(inst, u64::from(id))?;
            }
            _ => return self.frame_intrinsic(inst, base),
        }
        Ok(true)
    }

    /// What asks about frames, or leaves them. The engine answers.
    fn frame_intrinsic(&mut self, inst: Value, base: &str) -> Lowered<bool> {
        let result = match base {
            "returnaddress" => self.about_frame("__pleach_return_address", inst)?,
            "frameaddress" => self.about_frame("__pleach_frame_address", inst)?,
            "addressofreturnaddress" => self.above_frame(8),
            "sponentry" => self.above_frame(16),
            "eh.sjlj.setjmp" => {
                let buffer = self.scalar(inst.args()[0])?;
                self.library_call("__pleach_setjmp", &[(buffer, 64, false)], &[32])
            }
            "eh.sjlj.longjmp" => {
                let buffer = self.scalar(inst.args()[0])?;
                let one = self.b.int(32, 1);
                let args = [(buffer, 64, false), (one, 32, false)];
                self.library_call("__pleach_longjmp", &args, &[])
            }
            _ => return Ok(false),
        };
        self.define(inst, result);
        Ok(true)
    }

    fn about_frame(&mut self, function: &str, inst: Value) -> Lowered<Vec<Opnd>> {
        let level = self.scalar(inst.args()[0])?;
        Ok(self.library_call(function, &[(level, 32, false)], &[64]))
    }

    /// Some bytes above where the saved frame pointer lies natively.
    fn above_frame(&mut self, bytes: u64) -> Vec<Opnd> {
        let level = self.b.int(32, 0);
        let frame = self.library_call("__pleach_frame_address", &[(level, 32, false)], &[64]);
        let bytes = self.b.int(64, bytes);
        vec![self.b.bin(BinOp::Add, 64, frame[0], bytes)]
    }

    fn define_int(&mut self, inst: Value, value: u64) -> Lowered<()> {
        let width = self.width(inst)?;
        let operand = self.b.int(width, value);
        self.define(inst, vec![operand]);
        Ok(())
    }

    /// Defines `inst` element by element; scalar arguments go with every element.
    fn lanewise(
        &mut self,
        inst: Value,
        args: &[Value],
        mut f: impl FnMut(&mut Self, &[Opnd]) -> Lowered<Opnd>,
    ) -> Lowered<()> {
        let lanes = self.m.flat(inst.ty())?.scalars.len();
        let mut columns = Vec::with_capacity(args.len());
        for &arg in args {
            columns.push(self.value(arg)?);
        }
        let mut results = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let row: Vec<Opnd> = columns.iter().map(|column| pick(column, lane)).collect();
            results.push(f(self, &row)?);
        }
        self.define(inst, results);
        Ok(())
    }

    /// Calls a C function of the library.
    pub(in crate::lower) fn library_call(
        &mut self,
        name: &str,
        args: &[(Opnd, u32, bool)],
        result: &[u32],
    ) -> Vec<Opnd> {
        let params: Vec<(u32, bool)> = args
            .iter()
            .map(|&(_, width, float)| (width, float))
            .collect();
        let id = self.m.function_named(name, &params, result);
        let arg = |&(value, width, float): &(Opnd, u32, bool)| Arg {
            value,
            width,
            float,
            by_value: None,
        };
        let args: Vec<Arg> = args.iter().map(arg).collect();
        let fixed = args.len() as u32;
        let unchecked = ResultUse::Unused;
        self.b
            .call(Callee::Direct(id), args, fixed, result, unchecked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_their_types() {
        assert_eq!(base_name("llvm.memcpy.p0.p0.i64"), "memcpy");
        assert_eq!(
            base_name("llvm.vector.reduce.add.v4i32"),
            "vector.reduce.add"
        );
        assert_eq!(
            base_name("llvm.umul.with.overflow.i64"),
            "umul.with.overflow"
        );
        assert_eq!(base_name("llvm.is.fpclass.f80"), "is.fpclass");
        assert_eq!(base_name("llvm.masked.gather.v4i32.v4p0"), "masked.gather");
    }

    #[test]
    fn libm_names() {
        assert_eq!(library_function("llvm.pow.f64").as_deref(), Some("pow"));
        assert_eq!(library_function("llvm.pow.v4f32").as_deref(), Some("powf"));
        assert_eq!(
            library_function("llvm.ldexp.f80.i32").as_deref(),
            Some("ldexpl")
        );
        assert_eq!(library_function("llvm.fabs.f64"), None);
        assert_eq!(library_function("pow"), None);
    }
}
