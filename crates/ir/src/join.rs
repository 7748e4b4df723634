//! Several modules of one program to one, as bitcode.

use std::path::PathBuf;

use crate::llvm::Context;
use crate::{LoadError, link};

/// Links modules that a native linker has already found to fit together.
pub fn join_bitcode(modules: &[Vec<u8>]) -> Result<Vec<u8>, LoadError> {
    // Dropped last: declared first.
    let context = Context::new();
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
    Ok(link::link_inputs(&context, parsed)?.bitcode())
}
