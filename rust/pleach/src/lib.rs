//! Unknown inputs.
//!
//! Under `pleach run --cargo` each call of [`symbolic`] gives a value that can be anything, and
//! the run explores what the program does with it. In a usual build the same calls take their
//! values from the test case that the environment variable `KTEST_FILE` names.
//!
//! ```no_run
//! let x: u8 = pleach::symbolic();
//! pleach::assume(x < 100);
//! let limits: [u32; 4] = pleach::symbolic_named("limits");
//! assert!(limits[usize::from(x) / 25] < 1000);
//! ```

#[cfg(pleach)]
#[path = "engine.rs"]
mod source;
#[cfg(not(pleach))]
#[path = "replay.rs"]
mod source;
mod values;

pub use values::Symbolic;

/// An unknown value, called `input` in tests.
pub fn symbolic<T: Symbolic>() -> T {
    symbolic_named("input")
}

/// An unknown value with a name. A name that is used again is numbered.
pub fn symbolic_named<T: Symbolic>(name: &str) -> T {
    T::from_unknown(&unknown(T::SIZE, name, std::any::type_name::<T>()))
}

/// So many unknown bytes.
pub fn symbolic_bytes(len: usize, name: &str) -> Vec<u8> {
    unknown(len, name, "u8")
}

fn unknown(len: usize, name: &str, type_name: &str) -> Vec<u8> {
    let mut bytes = vec![0; len];
    if len > 0 {
        source::fill(&mut bytes, name, type_name);
    }
    bytes
}

/// Goes on only with inputs for which the condition holds.
pub fn assume(condition: bool) {
    source::assume(condition);
}
