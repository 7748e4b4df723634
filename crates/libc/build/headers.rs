//! The headers as `make install-headers` would install them, two of them generated.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Fills `target` and returns a Rust expression that lists names and contents.
pub fn generate(source: &Path, target: &Path) -> Result<String, String> {
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    // Later ones win: the machine's own over the general ones.
    for folder in ["include", "arch/generic", "arch/x86_64"] {
        let base = source.join(folder);
        for name in below(&base)? {
            let installed = folder == "include" || name.starts_with("bits/");
            if installed && name.ends_with(".h") {
                files.insert(name.clone(), read(&base.join(&name))?);
            }
        }
    }
    let machine = source.join("arch/x86_64/bits");
    let types =
        read(&machine.join("alltypes.h.in"))? + &read(&source.join("include/alltypes.h.in"))?;
    files.insert("bits/alltypes.h".into(), all_types(&types));
    let calls = read(&machine.join("syscall.h.in"))?;
    files.insert("bits/syscall.h".into(), system_calls(&calls));
    let _ = fs::remove_dir_all(target);
    let mut list = String::from("&[\n");
    for (name, text) in &files {
        let path = target.join(name);
        let folder = path.parent().unwrap_or(target);
        fs::create_dir_all(folder)
            .map_err(|e| format!("cannot create {}: {e}", folder.display()))?;
        crate::write(&path, text.as_bytes())?;
        let path = path.display().to_string();
        let _ = writeln!(list, "    ({name:?}, include_str!({path:?})),");
    }
    list.push_str("]\n");
    Ok(list)
}

/// All files below a folder, by their names from there, in order.
pub fn below(folder: &Path) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    collect(folder, folder, &mut names)?;
    names.sort();
    Ok(names)
}

fn collect(base: &Path, folder: &Path, names: &mut Vec<String>) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path: PathBuf = entry.map_err(failed)?.path();
        if path.is_dir() {
            collect(base, &path, names)?;
        } else if let Ok(name) = path.strip_prefix(base) {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

/// Each type becomes available once, where `__NEED_` asks for it.
fn all_types(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let entry = line.strip_suffix(';').and_then(|line| {
            let (kind, rest) = line.split_once(' ')?;
            match kind {
                "TYPEDEF" => {
                    let (ty, name) = rest.rsplit_once(' ')?;
                    Some((name.to_owned(), format!("typedef {ty} {name};")))
                }
                "STRUCT" | "UNION" => {
                    let keyword = kind.to_lowercase();
                    let (name, body) = rest.trim_start().split_once(' ')?;
                    let name = name.to_owned();
                    Some((
                        format!("{keyword}_{name}"),
                        format!("{keyword} {name} {body};"),
                    ))
                }
                _ => None,
            }
        });
        match entry {
            Some((guard, definition)) => {
                let _ = writeln!(
                    out,
                    "#if defined(__NEED_{guard}) && !defined(__DEFINED_{guard})\n{definition}\n#define __DEFINED_{guard}\n#endif\n"
                );
            }
            None => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    out
}

/// The numbers under both of their names.
fn system_calls(text: &str) -> String {
    let again = text
        .lines()
        .filter(|line| line.contains("__NR_"))
        .map(|line| line.replace("__NR_", "SYS_") + "\n");
    text.to_owned() + &again.collect::<String>()
}
