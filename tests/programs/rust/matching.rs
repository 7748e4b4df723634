// An enum with data and a match over it.
#![no_main]
unsafe extern "C" {
    fn klee_int(name: *const u8) -> i32;
}
enum Shape {
    Circle(i32),
    Box { width: i32, height: i32 },
    Point,
}
fn size(shape: &Shape) -> i32 {
    match shape {
        Shape::Circle(r) => *r,
        Shape::Box { width, height } => width.wrapping_mul(*height),
        Shape::Point => 0,
    }
}
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let x = unsafe { klee_int(b"x\0".as_ptr()) };
    let shape = match x {
        0 => Shape::Point,
        1 => Shape::Circle(5),
        _ => Shape::Box { width: 2, height: 3 },
    };
    size(&shape)
}
//~ PATHS: 3
