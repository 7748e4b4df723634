//! The few LLVM passes that run before lowering.

use std::ffi::{CStr, CString};

use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::transforms::pass_builder::*;
use llvm_sys::{LLVMOpcode, LLVMValueKind};

use crate::llvm::{Module, Value, attribute_kind};
use crate::{LoadError, Locals, Paths};

/// Variables to registers, nothing else: branches stay the source's. `sroa` is
/// left out on purpose, it deletes accesses outside of an object, which are
/// errors to be found.
const PLAIN: &str = "function(mem2reg)";
/// As KLEE prepares a program: short conditions joined by `&&` and `||` become
/// one branch, so that there are fewer paths than the source has.
const SIMPLIFIED: &str = "function(simplifycfg,mem2reg)";
const OPTIMIZED: &str = "default<O1>";
const ANSWERS: &str = "function(lower-constant-intrinsics)";

/// Runs on the program's own code, before libraries are linked to it: an
/// optimiser may make new calls to libraries.
pub fn prepare_program(module: &Module, paths: Paths, locals: Locals) -> Result<(), LoadError> {
    let optnone = attribute_kind("optnone");
    let noinline = attribute_kind("noinline");
    for function in module.functions() {
        function.remove_function_attribute(optnone);
        // clang -O0 marks everything; it would make the pipeline useless.
        if paths == Paths::Optimized {
            function.remove_function_attribute(noinline);
        }
    }
    match (paths, locals) {
        (Paths::Source, Locals::InMemory) => {}
        (Paths::Source, Locals::InRegisters) => run(module, PLAIN)?,
        (Paths::Simplified, _) => run(module, SIMPLIFIED)?,
        (Paths::Optimized, _) => run(module, OPTIMIZED)?,
    }
    answer_compiler_questions(module)
}

/// `llvm.objectsize` and `llvm.is.constant` ask what a compiler knows: LLVM's own pass says what it
/// does. Before that, what only feeds such a question goes: nobody executes it natively, so that
/// nothing that happens in it is an error.
fn answer_compiler_questions(module: &Module) -> Result<(), LoadError> {
    let mut asked = false;
    for function in module.functions() {
        let name = function.name();
        let is_constant = name.starts_with("llvm.is.constant.");
        if !is_constant && !name.starts_with("llvm.objectsize.") {
            continue;
        }
        asked |= function.has_uses();
        let open = |call: &Value| is_constant && !call.args()[0].is_constant();
        for call in function.users().into_iter().filter(open) {
            let subject = call.args()[0];
            call.replace_all_uses_with(call.ty().zero());
            call.erase();
            drop_unused(subject);
        }
    }
    if asked { run(module, ANSWERS) } else { Ok(()) }
}

/// Erases an instruction that has no use and no effect, and then what only it used.
fn drop_unused(value: Value) {
    if value.kind() != LLVMValueKind::LLVMInstructionValueKind
        || value.has_uses()
        || !is_without_effect(value)
    {
        return;
    }
    let operands: Vec<Value> = value.operands().collect();
    value.erase();
    operands.into_iter().for_each(drop_unused);
}

fn is_without_effect(inst: Value) -> bool {
    use LLVMOpcode::*;
    match inst.opcode() {
        LLVMLoad => !inst.is_volatile(),
        LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl
        | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor | LLVMFAdd | LLVMFSub | LLVMFMul
        | LLVMFDiv | LLVMFRem | LLVMFNeg | LLVMICmp | LLVMFCmp | LLVMSelect | LLVMTrunc
        | LLVMZExt | LLVMSExt | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP | LLVMFPTrunc
        | LLVMFPExt | LLVMPtrToInt | LLVMIntToPtr | LLVMBitCast | LLVMGetElementPtr
        | LLVMExtractValue | LLVMInsertValue | LLVMExtractElement | LLVMInsertElement
        | LLVMShuffleVector | LLVMFreeze => true,
        _ => false,
    }
}

/// Runs on the linked whole. The runtime was optimised when it was compiled.
pub fn prepare_whole(module: &Module) -> Result<(), LoadError> {
    run(module, "globaldce")
}

fn run(module: &Module, pipeline: &str) -> Result<(), LoadError> {
    let pipeline = CString::new(pipeline).unwrap_or_default();
    // SAFETY: module and options are live; without a target machine the passes
    // use target-independent cost models.
    let error = unsafe {
        let options = LLVMCreatePassBuilderOptions();
        LLVMPassBuilderOptionsSetLoopVectorization(options, 0);
        LLVMPassBuilderOptionsSetSLPVectorization(options, 0);
        LLVMPassBuilderOptionsSetLoopInterleaving(options, 0);
        LLVMPassBuilderOptionsSetLoopUnrolling(options, 0);
        let error = LLVMRunPasses(
            module.raw(),
            pipeline.as_ptr(),
            std::ptr::null_mut(),
            options,
        );
        LLVMDisposePassBuilderOptions(options);
        error
    };
    if error.is_null() {
        return Ok(());
    }
    // SAFETY: a non-null error owns a message, which we free once.
    let message = unsafe {
        let text = LLVMGetErrorMessage(error);
        let message = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(text);
        message
    };
    Err(LoadError::Passes { message })
}
