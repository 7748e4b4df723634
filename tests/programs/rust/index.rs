// An index is checked by the language.
#![no_main]
unsafe extern "C" {
    fn klee_make_symbolic(object: *mut u8, size: usize, name: *const u8);
}
static TABLE: [i32; 4] = [10, 20, 30, 40];
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let mut i = 0usize;
    unsafe { klee_make_symbolic((&raw mut i).cast(), 8, b"i\0".as_ptr()) };
    if i > 4 {
        return 1;
    }
    TABLE[i] //~ ERROR panic
}
//~ PATHS: 3
//~ INPUT i = 4
