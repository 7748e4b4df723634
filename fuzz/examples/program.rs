//! Prints the generated program of a seed: `cargo run -p pleach-fuzz --example program -- 42`.

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    match seed {
        Some(seed) => print!("{}", pleach_fuzz::generate::program(seed).source),
        None => eprintln!("usage: program SEED"),
    }
}
