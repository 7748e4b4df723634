// Debug builds check additions.
#![no_main]
unsafe extern "C" {
    fn klee_int(name: *const u8) -> i32;
}
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let x = unsafe { klee_int(b"x\0".as_ptr()) };
    x + 1 //~ ERROR panic
}
//~ PATHS: 2
//~ INPUT x = 2147483647
