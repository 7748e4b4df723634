//! A Rust crate to bitcode, with the toolchain that is installed.

use crate::BuildError;
use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which part of a package is to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CargoTarget {
    /// Its program, if it has one.
    Program,
    Bin(String),
    /// A test function, as `cargo test` names it, or only the end of its name.
    Test(String),
}

/// A package as bitcode.
#[derive(Debug)]
pub struct CargoBuilt {
    /// Whole programs, the standard library included. Of a test several, one per file of tests.
    pub bitcode: Vec<PathBuf>,
    /// The name of the program.
    pub name: String,
}

/// What is in a `Cargo.toml`.
struct Package {
    manifest: PathBuf,
    target_dir: PathBuf,
    default_run: Option<String>,
    /// Kind and name.
    targets: Vec<(String, String)>,
}

/// Profiles: one program with everything in it, all checks on, nothing optimised.
const PROFILE: &[&str] = &[
    "profile.dev.lto=\"fat\"",
    "profile.dev.panic=\"abort\"",
    "profile.dev.codegen-units=1",
    "profile.dev.opt-level=0",
    "profile.dev.debug=2",
    "profile.dev.incremental=false",
    "profile.dev.overflow-checks=true",
    "profile.dev.debug-assertions=true",
];

/// What the linker would have got. It is not run: the engine's functions are nowhere to be found.
const WHOLE_PROGRAM: &str = ".lto.after-restriction.bc";

/// Builds the package at `path`, a folder or a `Cargo.toml`. What cargo says goes to the user.
pub fn cargo(path: &Path, target: &CargoTarget) -> Result<CargoBuilt, BuildError> {
    let package = Package::read(path)?;
    let (selections, name) = package.select(target)?;
    let triple = host_triple()?;
    let folder = package.target_dir.join("pleach");
    let mut bitcode = Vec::new();
    for (words, crate_name) in selections {
        let mut command = Command::new("cargo");
        command.args(["rustc", "--quiet", "--manifest-path"]);
        command.arg(&package.manifest).args(&words);
        command.arg("--target").arg(&triple);
        command.arg("--target-dir").arg(&folder);
        for setting in PROFILE {
            command.arg("--config").arg(setting);
        }
        command.env("CARGO_ENCODED_RUSTFLAGS", rustflags());
        command.args(["--", "-C", "save-temps"]);
        let status = command.status().map_err(no_cargo)?;
        if !status.success() {
            return Err(BuildError::CargoFailed);
        }
        let deps = folder.join(&triple).join("debug/deps");
        bitcode.push(newest(&deps, &crate_name)?);
    }
    Ok(CargoBuilt { bitcode, name })
}

/// For the package and everything it depends on, but not for build scripts and macros, which
/// run here: those are built for the host, everything else for a target that is named.
fn rustflags() -> OsString {
    let user = std::env::var("RUSTFLAGS").unwrap_or_default();
    let mut flags: Vec<&str> = user.split_whitespace().collect();
    flags.extend(["-Clinker=true", "--cfg=pleach", "--check-cfg=cfg(pleach)"]);
    flags.join("\x1f").into()
}

fn no_cargo(source: std::io::Error) -> BuildError {
    BuildError::Start {
        program: "cargo".into(),
        source,
    }
}

fn host_triple() -> Result<String, BuildError> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|source| BuildError::Start {
        program: "rustc".into(),
        source,
    })?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let triple = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(triple.unwrap_or("x86_64-unknown-linux-gnu").to_owned())
}

/// The bitcode of the crate as it was compiled last.
fn newest(deps: &Path, crate_name: &str) -> Result<PathBuf, BuildError> {
    let start = format!("{}-", crate_name.replace('-', "_"));
    let entries = std::fs::read_dir(deps).into_iter().flatten().flatten();
    let found = entries.filter(|entry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // A hash follows: `name-0123456789abcdef.`, not another crate with a longer name.
        let hash = name
            .strip_prefix(&start)
            .and_then(|rest| rest.split('.').next());
        hash.is_some_and(|hash| hash.bytes().all(|b| b.is_ascii_hexdigit()))
            && name.ends_with(WHOLE_PROGRAM)
    });
    found
        .max_by_key(|entry| entry.metadata().and_then(|m| m.modified()).ok())
        .map(|entry| entry.path())
        .ok_or_else(|| BuildError::NoCrateBitcode(crate_name.to_owned()))
}

/// Words for cargo, and the name of the crate that they build.
type Selection = (Vec<String>, String);

impl Package {
    fn read(path: &Path) -> Result<Package, BuildError> {
        let manifest = if path.is_dir() {
            path.join("Cargo.toml")
        } else {
            path.to_owned()
        };
        if !manifest.is_file() {
            return Err(BuildError::NoManifest(manifest));
        }
        let output = Command::new("cargo")
            .args([
                "metadata",
                "--no-deps",
                "--format-version=1",
                "--manifest-path",
            ])
            .arg(&manifest)
            .output()
            .map_err(no_cargo)?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(BuildError::Cargo(said.trim().to_owned()));
        }
        let whole: Value = serde_json::from_slice(&output.stdout)
            .map_err(|error| BuildError::Cargo(error.to_string()))?;
        let same = |package: &&Value| {
            let there = package["manifest_path"].as_str().map(PathBuf::from);
            there.and_then(|p| p.canonicalize().ok()) == manifest.canonicalize().ok()
        };
        let packages = whole["packages"].as_array().into_iter().flatten();
        let Some(package) = packages.clone().find(same) else {
            let names: Vec<&str> = packages.filter_map(|p| p["name"].as_str()).collect();
            return Err(BuildError::Workspace(names.join(", ")));
        };
        let target = |target: &Value| {
            let kind = target["kind"].as_array()?.first()?.as_str()?.to_owned();
            Some((kind, target["name"].as_str()?.to_owned()))
        };
        let targets = package["targets"].as_array().into_iter().flatten();
        Ok(Package {
            target_dir: whole["target_directory"]
                .as_str()
                .unwrap_or("target")
                .into(),
            default_run: package["default_run"].as_str().map(str::to_owned),
            targets: targets.filter_map(target).collect(),
            manifest,
        })
    }

    fn named(&self, kinds: &[&str]) -> Vec<String> {
        let wanted = |(kind, _): &&(String, String)| kinds.contains(&kind.as_str());
        let found = self.targets.iter().filter(wanted);
        found.map(|(_, name)| name.clone()).collect()
    }

    fn select(&self, target: &CargoTarget) -> Result<(Vec<Selection>, String), BuildError> {
        let bins = self.named(&["bin"]);
        let bin = |name: &String| {
            let words = vec!["--bin".to_owned(), name.clone()];
            (vec![(words, name.clone())], name.clone())
        };
        match target {
            CargoTarget::Bin(name) if bins.contains(name) => Ok(bin(name)),
            CargoTarget::Bin(name) => Err(BuildError::NoBin {
                wanted: name.clone(),
                there: bins.join(", "),
            }),
            CargoTarget::Program => match (&self.default_run, bins.as_slice()) {
                (Some(name), _) => Ok(bin(name)),
                (None, [only]) => Ok(bin(only)),
                (None, []) => Err(BuildError::NoProgram),
                (None, _) => Err(BuildError::WhichBin(bins.join(", "))),
            },
            CargoTarget::Test(name) => Ok((self.tests(), name.clone())),
        }
    }

    /// Everything that holds tests: the library, programs, files in `tests`.
    fn tests(&self) -> Vec<Selection> {
        let mut all = Vec::new();
        for name in self.named(&["lib", "rlib", "dylib", "cdylib", "staticlib", "proc-macro"]) {
            all.push((vec!["--lib".to_owned()], name));
        }
        for (kind, flag) in [("bin", "--bin"), ("test", "--test")] {
            for name in self.named(&[kind]) {
                all.push((vec![flag.to_owned(), name.clone()], name));
            }
        }
        for (words, _) in &mut all {
            words.extend(["--profile".to_owned(), "test".to_owned()]);
        }
        all
    }
}
