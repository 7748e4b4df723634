//! One call of the compiler: what it is to make, and clang to make it.

use crate::arguments::{Driver, Item, Mode, Product, Request, is_assembler};
use crate::support::Support;
use crate::tools::{self, Libc, Musl};
use crate::{BuildError, bitcode, link, response};
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// As `pleach run` compiles: paths and lines are the source's, and nothing is left of what
/// makes a program harder to execute without changing what it does.
const FLAGS: &[&str] = &[
    "-g",
    "-fno-pic",
    "-fno-pie",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
    "-ffp-contract=off",
    "-fmath-errno",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-Qunused-arguments",
    // For those who compile with checks of undefined behaviour: one that fails ends a native
    // program as it ends a path. Without such checks these mean nothing.
    "-fno-sanitize-trap=all",
    "-fno-sanitize-recover=all",
    "-fno-sanitize-merge",
];

/// Not optimised, and not marked as never to be optimised.
/// Scopes of variables are marked, which clang does by itself only where it optimises.
const LEVEL: &[&str] = &[
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
];

/// The bitcode goes into the object before any pass of LLVM has seen it.
const EMBED: &[&str] = &["-Xclang", "-fembed-bitcode=bitcode"];

/// `pleach cc` and `pleach c++`: the exit code of what was called.
pub fn cc(driver: Driver, words: Vec<OsString>) -> Result<u8, BuildError> {
    let request = Request::parse(driver, response::expand(words)?)?;
    let compiler = Compiler::new(&request)?;
    match request.mode {
        Mode::Ask => Err(compiler.become_clang(&request)),
        Mode::Compile => {
            warn_of_assembler(&request);
            let status = run(compiler.with_flags(&request.words).args(EMBED))?;
            for object in objects(&request) {
                bitcode::rename_section(&object)?;
            }
            Ok(code(status))
        }
        Mode::Link(product) => make(&request, &compiler, product),
    }
}

/// `pleach ar`, `pleach ranlib`, `pleach nm`: returns only if it cannot be started.
pub fn archiver(name: &'static str, words: Vec<OsString>) -> Result<u8, BuildError> {
    let program = tools::binutil(name)?;
    let source = Command::new(&program).args(words).exec();
    Err(BuildError::Start { program, source })
}

/// clang with the flags that every use of it has.
pub struct Compiler {
    clang: PathBuf,
    driver: Driver,
    pub libc: Libc,
    pub support: Support,
    /// After the user's: his folders are searched first.
    headers: Vec<OsString>,
}

impl Compiler {
    fn new(request: &Request) -> Result<Compiler, BuildError> {
        let libc = Libc::chosen(request)?;
        let support = Support::unpacked()?;
        let mut headers: Vec<OsString> = Vec::new();
        if request.system_headers {
            if libc == Libc::Musl {
                headers.push("-nostdlibinc".into());
                headers.extend(["-isystem".into(), Musl::find()?.include.into()]);
                headers.extend(["-idirafter".into(), support.kernel_headers().into()]);
            }
            headers.extend(["-idirafter".into(), support.headers().into()]);
        }
        Ok(Compiler {
            clang: tools::clang()?,
            driver: request.driver,
            libc,
            support,
            headers,
        })
    }

    pub fn clang(&self) -> Command {
        let mut command = Command::new(&self.clang);
        if self.driver == Driver::Cxx {
            command.arg("--driver-mode=g++");
        }
        command
    }

    fn with_flags(&self, flags: &[OsString]) -> Command {
        let mut command = self.clang();
        command.args(FLAGS).args(flags).args(&self.headers);
        if self.libc == Libc::Musl {
            command.args(pleach_ir::QUIET_MACROS);
        }
        match tools::words_of("PLEACH_CC_OPT") {
            Some(level) => command.args(level),
            None => command.args(LEVEL),
        };
        command.args(tools::words_of("PLEACH_CC_FLAGS").unwrap_or_default());
        command
    }

    /// Returns only if clang cannot be started.
    fn become_clang(&self, request: &Request) -> BuildError {
        let source = self.with_flags(&request.words).exec();
        BuildError::Start {
            program: self.clang.clone(),
            source,
        }
    }

    /// One source of a link, to an object.
    fn compile(
        &self,
        request: &Request,
        source: (&Path, Option<&OsString>),
        object: &Path,
    ) -> Result<ExitStatus, BuildError> {
        let mut command = self.with_flags(&request.flags);
        command.args(EMBED).arg("-c").arg("-o").arg(object);
        if request.unnamed_dependencies {
            let output = request.output.as_deref().unwrap_or(Path::new("a.out"));
            command.arg("-MF").arg(output.with_extension("d"));
        }
        if let Some(language) = source.1 {
            command.arg("-x").arg(language);
        }
        command.arg(source.0);
        let status = run(&mut command)?;
        bitcode::rename_section(object)?;
        Ok(status)
    }
}

/// What `-c` makes.
fn objects(request: &Request) -> Vec<PathBuf> {
    match &request.output {
        Some(output) => vec![output.clone()],
        None => request
            .sources()
            .filter_map(|source| Some(PathBuf::from(source.file_name()?).with_extension("o")))
            .collect(),
    }
}

/// Runs a tool whose output is the user's to read.
pub fn run(command: &mut Command) -> Result<ExitStatus, BuildError> {
    command.status().map_err(|source| BuildError::Start {
        program: command.get_program().into(),
        source,
    })
}

/// As a shell: a tool that a signal ended has no code of its own.
pub fn code(status: ExitStatus) -> u8 {
    status.code().map_or(1, |code| code as u8)
}

fn make(request: &Request, compiler: &Compiler, product: Product) -> Result<u8, BuildError> {
    warn_of_assembler(request);
    let scratch = scratch()?;
    let mut items = Vec::with_capacity(request.items.len());
    for (number, item) in request.items.iter().enumerate() {
        let Item::Source { path, language } = item else {
            items.push(item.clone());
            continue;
        };
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let object = scratch.path().join(format!("{number}-{stem}.o"));
        let status = compiler.compile(request, (path, language.as_ref()), &object)?;
        if !status.success() {
            return Ok(code(status));
        }
        items.push(Item::File(object));
    }
    link::link(request, compiler, product, &items)
}

/// A folder for one link.
pub fn scratch() -> Result<tempfile::TempDir, BuildError> {
    let folder = tempfile::Builder::new().prefix("pleach-cc-").tempdir();
    folder.map_err(|source| BuildError::Unwritable {
        path: std::env::temp_dir(),
        source,
    })
}

fn warn_of_assembler(request: &Request) {
    for path in request.sources().filter(|path| is_assembler(path)) {
        eprintln!(
            "pleach: {}: assembler has no bitcode: a program under test cannot call what it defines",
            path.display()
        );
    }
}
