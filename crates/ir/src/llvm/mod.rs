//! Thin handles on LLVM's C interface.
//!
//! Handles are plain pointers into a [`Context`]; they are used only inside
//! `load`, which drops the context last. No handle leaves this crate.
//!
//! A handle is *live*: it is made only of a pointer that LLVM has just given, not null, to something
//! of a context that is still there; who erases something forgets its handles. What is required
//! beyond that (that a value is a call, that it has so many operands) is said at each call of LLVM,
//! and is for the method's caller to know: the module was verified before anybody looks at it.

mod context;
mod instruction;
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
