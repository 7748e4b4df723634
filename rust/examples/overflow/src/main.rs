//! Adds up a price that may not fit.

fn price(pieces: u16, each: u16) -> u16 {
    if pieces > 100 {
        return pieces * (each - each / 10);
    }
    pieces * each.min(600)
}

fn main() {
    let (pieces, each): (u16, u16) = pleach::symbolic_named("order");
    pleach::assume(each < 1000);
    println!("{}", price(pieces, each));
}
