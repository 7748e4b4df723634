// An unknown number in Rust: three paths.
#![no_main]
unsafe extern "C" {
    fn klee_int(name: *const u8) -> i32;
}
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let x = unsafe { klee_int(b"x\0".as_ptr()) };
    if x == 0 {
        0
    } else if x < 0 {
        1
    } else {
        2
    }
}
//~ PATHS: 3
