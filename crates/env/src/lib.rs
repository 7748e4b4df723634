//! The outside: engine intrinsics, C library functions, symbolic inputs.
