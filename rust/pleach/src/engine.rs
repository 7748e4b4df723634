//! Inside the engine, which gives these functions.

use std::ffi::{c_char, c_int, c_void, CString};

extern "C" {
    fn __pleach_typed_input(
        object: *mut c_void,
        size: usize,
        name: *const c_char,
        type_name: *const c_char,
    );
    fn __VERIFIER_assume(condition: c_int);
}

/// `bytes` must be a whole object. They are shown as a value of the type.
pub fn fill(bytes: &mut [u8], name: &str, type_name: &str) {
    let name = CString::new(name).unwrap_or_default();
    let type_name = CString::new(type_name).unwrap_or_default();
    let (object, size) = (bytes.as_mut_ptr().cast(), bytes.len());
    // SAFETY: the object is ours to write, and the names live until the call returns.
    unsafe { __pleach_typed_input(object, size, name.as_ptr(), type_name.as_ptr()) }
}

pub fn assume(condition: bool) {
    // Ends a path on which it cannot hold; klee_assume would call that an error.
    // SAFETY: takes a number.
    unsafe { __VERIFIER_assume(c_int::from(condition)) }
}
