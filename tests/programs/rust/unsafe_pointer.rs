// Unsafe code is checked like C.
#![no_main]
unsafe extern "C" {
    fn klee_make_symbolic(object: *mut u8, size: usize, name: *const u8);
}
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let numbers = [1i32, 2, 3, 4];
    let mut i = 0u8;
    unsafe {
        klee_make_symbolic(&raw mut i, 1, b"i\0".as_ptr());
        if i > 4 {
            return 1;
        }
        *numbers.as_ptr().wrapping_add(i as usize) //~ ERROR out-of-bounds-read
    }
}
//~ PATHS: 3
//~ INPUT i = 4
