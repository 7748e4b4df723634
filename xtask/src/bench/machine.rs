//! On what, when, and of what the figures were taken.

use crate::build::root;
use std::path::Path;
use std::process::Command;

/// `folder` is where the runs wrote.
pub fn describe(folder: &Path) -> String {
    let lines = [
        ("machine", processor()),
        ("memory", memory()),
        ("load", load()),
        ("output on", crate::scratch::file_system(folder)),
        ("date", output("date", &["-u", "+%Y-%m-%d"])),
        (
            "commit",
            output("git", &["rev-parse", "--short=12", "HEAD"]),
        ),
        (
            "clang",
            output("clang-22", &["--version"])
                .lines()
                .next()
                .unwrap_or("")
                .to_owned(),
        ),
    ];
    lines
        .iter()
        .map(|(name, value)| format!("- {name}: {value}\n"))
        .collect()
}

fn processor() -> String {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    let name = pleach_host::processor();
    format!(
        "{count} × {}",
        name.as_deref().unwrap_or("unknown processor")
    )
}

fn memory() -> String {
    let memory = pleach_host::Memory::of_machine();
    memory.map_or_else(
        || "unknown".into(),
        |memory| format!("{:.0} GB", memory.all as f64 / 1e9),
    )
}

fn load() -> String {
    let averages = pleach_host::load().into_iter().flatten();
    let words: Vec<String> = averages.map(|load| format!("{load:.2}")).collect();
    words.join(" ")
}

fn output(program: &str, args: &[&str]) -> String {
    let run = Command::new(program)
        .args(args)
        .current_dir(root())
        .output();
    run.map_or_else(
        |_| "unknown".into(),
        |run| String::from_utf8_lossy(&run.stdout).trim().to_owned(),
    )
}
