//! Several modules of one program to one, as bitcode.

use std::path::PathBuf;

use llvm_sys::{LLVMLinkage, LLVMVisibility};

use crate::llvm::{Context, Module};
use crate::{LoadError, link};

/// Links modules that a native linker has already found to fit together.
pub fn join_bitcode(modules: &[Vec<u8>]) -> Result<Vec<u8>, LoadError> {
    // Dropped last: declared first.
    let context = Context::new();
    Ok(join(&context, modules)?.bitcode())
}

/// The same for a shared library, which becomes part of a program: what the program or an earlier
/// library defines under the same name wins, as a dynamic linker has it, and nobody sees what is
/// hidden in it.
pub fn join_library(modules: &[Vec<u8>]) -> Result<Vec<u8>, LoadError> {
    let context = Context::new();
    let whole = join(&context, modules)?;
    let public = |global: &crate::llvm::Value| link::is_public(*global);
    for global in link::definitions(&whole).filter(public) {
        if global.visibility() == LLVMVisibility::LLVMHiddenVisibility {
            global.set_default_visibility();
            global.set_linkage(LLVMLinkage::LLVMInternalLinkage);
        } else if global.linkage() == LLVMLinkage::LLVMExternalLinkage {
            global.set_linkage(LLVMLinkage::LLVMWeakAnyLinkage);
        }
    }
    Ok(whole.bitcode())
}

fn join(context: &Context, modules: &[Vec<u8>]) -> Result<Module, LoadError> {
    let mut parsed = Vec::with_capacity(modules.len());
    for (number, bytes) in modules.iter().enumerate() {
        let name = format!("module {}", number + 1);
        let module = context
            .parse(&name, bytes)
            .map_err(|message| LoadError::Malformed {
                path: PathBuf::from(&name),
                message: message.trim().to_owned(),
            })?;
        parsed.push((PathBuf::from(name), module));
    }
    link::link_inputs(context, parsed)
}
