//! One build of one package.

use super::{Flavour, Package, System, require_tools};
use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Written last: a folder with it is a finished build.
const STAMP: &str = ".pleach-built";

/// Where Debian's package musl-dev puts the library.
const MUSL: &str = "/usr/lib/x86_64-linux-musl";

const TOOLS: [(&str, &str); 5] = [
    ("make", "make"),
    ("gcc", "gcc"),
    ("clang-22", "clang-22"),
    ("ld.lld-22", "lld-22"),
    ("/usr/lib/x86_64-linux-musl/libc.a", "musl-dev"),
];

/// Builds `package`, or finds that it is built, and answers the build folder.
pub fn build(
    package: &Package,
    flavour: Flavour,
    pleach: &Path,
    again: Again,
) -> Result<PathBuf, Box<dyn Error>> {
    let folder = package.folder(flavour);
    if again == Again::No && folder.join(STAMP).exists() {
        return Ok(folder);
    }
    require_tools(&TOOLS)?;
    let source = package.source()?;
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    eprintln!("building {} ({})", package.name, flavour.name());
    let builder = Builder {
        package,
        flavour,
        pleach,
        folder: &folder,
    };
    match package.system {
        System::Autotools => builder.autotools(&source)?,
        System::InTree(steps) => builder.in_tree(&source, steps)?,
    }
    fs::write(folder.join(STAMP), "")?;
    Ok(folder)
}

/// Whether a finished build is made again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Again {
    No,
    Yes,
}

struct Builder<'a> {
    package: &'a Package,
    flavour: Flavour,
    pleach: &'a Path,
    folder: &'a Path,
}

impl Builder<'_> {
    fn autotools(&self, source: &Path) -> Result<(), Box<dyn Error>> {
        let mut configure = Command::new(source.join("configure"));
        configure.args(self.package.configure);
        self.step(&mut configure, "configure")?;
        self.switch_off()?;
        // Debian's patches touch the inputs of generated files, which are up to date all the same.
        let mut words = vec![
            "ACLOCAL=:",
            "AUTOCONF=:",
            "AUTOMAKE=:",
            "AUTOHEADER=:",
            "MAKEINFO=:",
        ];
        words.extend(self.package.make);
        self.make(&words)
    }

    fn in_tree(&self, source: &Path, steps: &[&[&str]]) -> Result<(), Box<dyn Error>> {
        let mut copy = Command::new("cp");
        copy.arg("-a").arg(source.join(".")).arg(self.folder);
        self.step(&mut copy, "copy")?;
        for words in steps {
            let [program, arguments @ ..] = words else {
                continue;
            };
            if *program == "make" {
                self.make(arguments)?;
            } else {
                // A script of the package itself, which the copy has as well.
                let mut command = Command::new(self.folder.join(program));
                command.args(arguments);
                self.step(&mut command, "configure")?;
            }
        }
        Ok(())
    }

    fn make(&self, arguments: &[&str]) -> Result<(), Box<dyn Error>> {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let mut make = Command::new("make");
        make.arg(format!("-j{jobs}"));
        for argument in arguments {
            // `CC` and its relatives of a makefile that sets them itself.
            make.arg(match *argument {
                "CC" => format!("CC={}", self.compiler()),
                "AR" => format!("AR={}", self.archiver()),
                other => other.to_owned(),
            });
        }
        self.step(&mut make, "make")
    }

    fn compiler(&self) -> String {
        match self.flavour {
            Flavour::Bitcode => format!("{} cc", self.pleach.display()),
            Flavour::Gcov => "gcc".into(),
            Flavour::GcovMusl => format!("gcc -specs={MUSL}/musl-gcc.specs -static"),
        }
    }

    fn archiver(&self) -> String {
        match self.flavour {
            Flavour::Bitcode => format!("{} ar", self.pleach.display()),
            Flavour::Gcov | Flavour::GcovMusl => "ar".into(),
        }
    }

    /// Runs a step with its output in a file of the build folder.
    fn step(&self, command: &mut Command, name: &str) -> Result<(), Box<dyn Error>> {
        let path = self.folder.join(format!("{name}.log"));
        let log = File::create(&path)?;
        command
            .current_dir(self.folder)
            .env("CC", self.compiler())
            // Refused otherwise when configure runs as root.
            .env("FORCE_UNSAFE_CONFIGURE", "1")
            .stdin(std::process::Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        if !self.package.cppflags.is_empty() {
            command.env("CPPFLAGS", self.package.cppflags);
        }
        let mut cflags = self.package.cflags.to_owned();
        match self.flavour {
            Flavour::Bitcode => {
                command.env("AR", self.archiver());
                command.env("RANLIB", "llvm-ranlib-22");
                command.env("NM", "llvm-nm-22");
            }
            Flavour::Gcov | Flavour::GcovMusl => cflags += " -O0 --coverage",
        }
        if !cflags.is_empty() {
            command.env("CFLAGS", cflags);
        }
        let status = command.status()?;
        if !status.success() {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let last: Vec<&str> = text.lines().rev().take(5).collect();
            let last: Vec<&str> = last.into_iter().rev().collect();
            return Err(format!(
                "{} of {} failed ({status}), see {}:\n{}",
                name,
                self.package.name,
                path.display(),
                last.join("\n")
            )
            .into());
        }
        Ok(())
    }

    /// Takes definitions out of generated headers: code with inline assembly, for which no
    /// configure option exists.
    fn switch_off(&self) -> Result<(), Box<dyn Error>> {
        for (header, name) in self.package.switched_off {
            let path = self.folder.join(header);
            let definition = format!("#define {name} ");
            let lines: Vec<String> = fs::read_to_string(&path)?
                .lines()
                .map(|line| match line.starts_with(&definition) {
                    true => format!("/* {name} is off */"),
                    false => line.to_owned(),
                })
                .collect();
            fs::write(&path, lines.join("\n") + "\n")?;
        }
        Ok(())
    }
}
