//! The programs of a finished build.

use super::{COREUTILS, Common, GAWK, GREP, SED};
use crate::packages::Flavour;
use std::error::Error;
use std::path::PathBuf;

/// A program: its name, and the native binary with `.bc` beside it.
pub struct Program {
    pub name: String,
    pub native: PathBuf,
}

/// Built beside the programs for the build itself.
const NOT_PROGRAMS: [&str; 3] = ["make-prime-list", "libstdbuf.so", "getlimits"];

/// All programs of coreutils that `common` asks for, by name.
pub fn coreutils(common: &Common) -> Result<Vec<Program>, Box<dyn Error>> {
    let folder = common.build(&COREUTILS, Flavour::Bitcode)?.join("src");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let name = entry?.file_name();
        let Some(name) = name.to_str().and_then(|name| name.strip_suffix(".bc")) else {
            continue;
        };
        if !NOT_PROGRAMS.contains(&name) && common.wants(name) {
            found.push(Program {
                name: name.to_owned(),
                native: folder.join(name),
            });
        }
    }
    found.sort_by(|one, other| one.name.cmp(&other.name));
    if found.is_empty() {
        return Err(format!("no program with bitcode in {}", folder.display()).into());
    }
    Ok(found)
}

/// All programs of coreutils, grep, sed and gawk.
pub fn all(common: &Common) -> Result<Vec<Program>, Box<dyn Error>> {
    let everything = Common {
        pleach: Some(common.pleach()?),
        rebuild: common.rebuild,
        programs: Vec::new(),
        at_once: common.at_once,
    };
    let mut found = coreutils(&everything)?;
    for (package, path) in [(&GREP, "src/grep"), (&SED, "sed/sed"), (&GAWK, "gawk")] {
        let native = everything.build(package, Flavour::Bitcode)?.join(path);
        found.push(Program {
            name: package.name.to_owned(),
            native,
        });
    }
    Ok(found)
}
