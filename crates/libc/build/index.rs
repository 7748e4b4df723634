//! One block of bitcode and a table of who defines and needs which symbol.

use crate::compile::Library;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

pub struct Modules {
    pub bitcode: Vec<u8>,
    /// A Rust expression.
    pub table: String,
    /// Another: all defined symbols, sorted.
    pub symbols: String,
}

#[derive(Default)]
struct Symbols {
    defines: Vec<String>,
    needs: Vec<String>,
}

pub fn index(library: &Library) -> Result<Modules, String> {
    let symbols = symbols(library)?;
    let nothing = Symbols::default();
    let mut bitcode = Vec::new();
    let mut table = String::from("&[\n");
    let mut all = BTreeSet::new();
    for (name, path) in &library.modules {
        let symbols = symbols.get(path).unwrap_or(&nothing);
        if symbols.defines.is_empty() {
            continue;
        }
        all.extend(&symbols.defines);
        let bytes = fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        let start = bitcode.len();
        bitcode.extend_from_slice(&bytes);
        // The reader wants whole words.
        bitcode.resize(bitcode.len().next_multiple_of(4), 0);
        let _ = writeln!(
            table,
            "    Entry {{ name: {name:?}, start: {start}, len: {}, defines: &{:?}, needs: &{:?} }},",
            bytes.len(),
            symbols.defines,
            symbols.needs
        );
    }
    table.push_str("]\n");
    let symbols = format!("&{:?}\n", all.iter().collect::<Vec<_>>());
    Ok(Modules {
        bitcode,
        table,
        symbols,
    })
}

/// Asks llvm-nm, which comes with clang.
fn symbols(library: &Library) -> Result<BTreeMap<PathBuf, Symbols>, String> {
    let found = Command::new(&library.clang)
        .arg("-print-prog-name=llvm-nm")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let nm = found.unwrap_or_else(|_| "llvm-nm-22".to_owned());
    let output = Command::new(&nm)
        .args(["-A", "-P"])
        .args(library.modules.iter().map(|(_, path)| path))
        .output()
        .map_err(|e| format!("`{nm}` (Debian package llvm-22) cannot be started: {e}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "`{nm}`: {}",
            errors.lines().next().unwrap_or("failed")
        ));
    }
    let mut all: BTreeMap<PathBuf, Symbols> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((file, rest)) = line.split_once(": ") else {
            continue;
        };
        let mut words = rest.split(' ');
        let (Some(name), Some(kind)) = (words.next(), words.next()) else {
            continue;
        };
        let symbols = all.entry(PathBuf::from(file)).or_default();
        match kind {
            "U" => symbols.needs.push(name.to_owned()),
            // Needed only if it is there anyway.
            "w" | "v" => {}
            _ if kind.chars().all(|c| c.is_ascii_uppercase()) => {
                symbols.defines.push(name.to_owned());
            }
            _ => {}
        }
    }
    Ok(all)
}
