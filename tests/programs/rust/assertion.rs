// A failed assert! is a panic at its line.
#![no_main]
unsafe extern "C" {
    fn klee_int(name: *const u8) -> i32;
}
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let x = unsafe { klee_int(b"x\0".as_ptr()) };
    assert!(x.wrapping_mul(3) != 9 || x < 0); //~ ERROR panic
    0
}
//~ PATHS: 2
//~ INPUT x = 3
