//! Thin handles on LLVM's C interface.
//!
//! Handles are plain pointers into a [`Context`]; they are used only inside
//! `load`, which drops the context last. No handle leaves this crate.

mod context;
mod meta;
mod ty;
mod value;

pub use context::{Context, Layout, Module, attribute_kind};
pub use meta::Meta;
pub use ty::Type;
pub use value::{Attribute, Block, Value};

use std::ffi::CStr;

/// Takes over a string that LLVM allocated.
fn take_message(text: *mut std::ffi::c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: LLVM hands out a NUL-terminated string that we now own.
    unsafe {
        let owned = CStr::from_ptr(text).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(text);
        owned
    }
}

/// Copies a string that LLVM keeps.
fn borrowed(text: *const std::ffi::c_char, len: usize) -> String {
    if text.is_null() || len == 0 {
        return String::new();
    }
    // SAFETY: LLVM says that `len` bytes start at `text`.
    let bytes = unsafe { std::slice::from_raw_parts(text.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}
