// Division by zero is a panic in Rust, not a trap.
#![no_main]
unsafe extern "C" {
    fn klee_int(name: *const u8) -> i32;
}
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let x = unsafe { klee_int(b"x\0".as_ptr()) };
    if x == -1 {
        return 1;
    }
    1000 / x //~ ERROR panic
}
//~ PATHS: 3
//~ INPUT x = 0
