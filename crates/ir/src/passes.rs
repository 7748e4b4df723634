//! The few LLVM passes that run before lowering.

use std::ffi::{CStr, CString};

use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::transforms::pass_builder::*;

use crate::llvm::{Module, attribute_kind};
use crate::{LoadError, Locals, Paths};

/// Variables to registers, nothing else: branches stay the source's. `sroa` is
/// left out on purpose, it deletes accesses outside of an object, which are
/// errors to be found.
const PLAIN: &str = "function(mem2reg)";
/// As KLEE prepares a program: short conditions joined by `&&` and `||` become
/// one branch, so that there are fewer paths than the source has.
const SIMPLIFIED: &str = "function(simplifycfg,mem2reg)";
const OPTIMIZED: &str = "default<O1>";

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
    run(
        module,
        match (paths, locals) {
            (Paths::Source, Locals::InMemory) => return Ok(()),
            (Paths::Source, Locals::InRegisters) => PLAIN,
            (Paths::Simplified, _) => SIMPLIFIED,
            (Paths::Optimized, _) => OPTIMIZED,
        },
    )
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
