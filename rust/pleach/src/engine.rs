//! Inside the engine, which gives these functions.

use std::ffi::{c_char, c_int, c_void, CString};

extern "C" {
    fn klee_make_symbolic(object: *mut c_void, size: usize, name: *const c_char);
    fn __VERIFIER_assume(condition: c_int);
}

/// `bytes` must be a whole object.
pub fn fill(bytes: &mut [u8], name: &str) {
    let name = CString::new(name).unwrap_or_default();
    // SAFETY: the object is ours to write, and the name lives until the call returns.
    unsafe { klee_make_symbolic(bytes.as_mut_ptr().cast(), bytes.len(), name.as_ptr()) }
}

pub fn assume(condition: bool) {
    // Ends a path on which it cannot hold; klee_assume would call that an error.
    // SAFETY: takes a number.
    unsafe { __VERIFIER_assume(c_int::from(condition)) }
}
