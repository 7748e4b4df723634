//! What this process and its machine use and have. The only place where the kernel's /proc is read.

mod machine;
mod memory;
mod process;

pub use machine::{load, processor};
pub use memory::Memory;
pub use process::{cpu_time, resident_bytes};
