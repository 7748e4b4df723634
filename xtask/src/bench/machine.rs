//! On what, when, and of what the figures were taken.

use super::measure::Bench;
use crate::build::root;
use std::process::Command;

pub fn describe(bench: &Bench) -> String {
    let lines = [
        ("machine", processor()),
        ("memory", memory()),
        (
            "load",
            read("/proc/loadavg")
                .split(' ')
                .take(3)
                .collect::<Vec<_>>()
                .join(" "),
        ),
        ("output on", crate::scratch::file_system(bench.folder())),
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

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

fn processor() -> String {
    let info = read("/proc/cpuinfo");
    let field = |name: &str| {
        let line = info.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{count} × {}",
        field("model name").unwrap_or_else(|| "unknown processor".into())
    )
}

fn memory() -> String {
    let info = read("/proc/meminfo");
    let total = info.lines().find_map(|line| {
        line.strip_prefix("MemTotal:")?
            .trim()
            .strip_suffix("kB")?
            .trim()
            .parse::<u64>()
            .ok()
    });
    total.map_or_else(
        || "unknown".into(),
        |kilobytes| format!("{:.0} GB", kilobytes as f64 / 1e6),
    )
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
