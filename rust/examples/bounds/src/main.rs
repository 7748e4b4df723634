fn main() {
    let day: u8 = pleach::symbolic_named("day");
    println!("{}", bounds::name(day).unwrap_or("no day"));
}
