//! Bitcode with some of its bits flipped: pleach loads it or refuses it in one line. LLVM, which
//! trusts what it reads, crashes on some of it.

use crate::campaign::Check;
use crate::process::{self, Ending};
use crate::random::Random;
use crate::{Comparison, Error, Tools};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The check, with the bitcode that is damaged.
#[derive(Debug)]
pub struct Damaged {
    tools: Tools,
    good: Vec<u8>,
    limit: Duration,
}

const PROGRAM: &str = include_str!("damaged.c");

impl Damaged {
    /// `limit` is the time that pleach gets.
    pub fn new(tools: Tools, limit: Duration) -> Result<Damaged, Error> {
        let folder = tempfile::tempdir().map_err(Error::file("a temporary folder"))?;
        let (source, bitcode) = (folder.path().join("good.c"), folder.path().join("good.bc"));
        std::fs::write(&source, PROGRAM).map_err(Error::file(&source))?;
        let mut compile = Command::new(&tools.clang);
        compile.args(["-g", "-O0", "-emit-llvm", "-c"]);
        compile.arg(&source).arg("-o").arg(&bitcode);
        process::run(&mut compile, limit)?;
        let good = std::fs::read(&bitcode).map_err(Error::file(&bitcode))?;
        Ok(Damaged { tools, good, limit })
    }
}

impl Check for Damaged {
    fn check(&self, seed: u64, folder: &Path) -> Result<Comparison, Error> {
        let file = folder.join("damaged.bc");
        std::fs::write(&file, flipped(&self.good, seed)).map_err(Error::file(&file))?;
        let mut load = Command::new(&self.tools.pleach);
        load.args(["run", "--print-ir", "main"]).arg(&file);
        let loaded = process::run(&mut load, self.limit)?;
        let said = loaded.stderr_text();
        Ok(match loaded.ending {
            Ending::Exit(0) => Comparison::Equal,
            Ending::Exit(2) if said.trim_end().lines().count() == 1 => Comparison::Equal,
            ending => Comparison::Different(format!("{ending:?}: {}", said.trim_end())),
        })
    }
}

/// One to eight bits are others, behind the first bytes, which say what it is.
fn flipped(contents: &[u8], seed: u64) -> Vec<u8> {
    const MAGIC: usize = 4;
    let mut random = Random::new(seed);
    let mut damaged = contents.to_vec();
    for _ in 0..1 + random.below(8) {
        let at = MAGIC + random.below(damaged.len() - MAGIC);
        damaged[at] ^= 1 << random.below(8);
    }
    damaged
}
