//! Prints what programs are lowered to:
//! `cargo run --example print_ir -- [--one-per-value] file.c ... [-- clang args]`

use std::path::PathBuf;

use pleach_ir::{FuncId, LoadOptions, SlotUse, load};

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut slots = SlotUse::Shared;
    if args.first().is_some_and(|arg| arg == "--one-per-value") {
        slots = SlotUse::OnePerValue;
        args.remove(0);
    }
    let split = args
        .iter()
        .position(|arg| arg == "--")
        .unwrap_or(args.len());
    let inputs: Vec<PathBuf> = args[..split].iter().map(PathBuf::from).collect();
    let clang_args = args.get(split + 1..).unwrap_or_default().to_vec();
    let options = LoadOptions {
        clang_args,
        slots,
        ..LoadOptions::default()
    };
    match load(&inputs, &options) {
        Ok(module) => {
            for i in 0..module.functions.len() as u32 {
                print!("{}", module.text(FuncId(i)));
            }
            for warning in &module.warnings {
                eprintln!("warning: {warning}");
            }
        }
        Err(error) => {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    }
}
