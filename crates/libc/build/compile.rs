//! musl's files to bitcode, several at a time, kept in the cache folder.

use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs, thread};

const FLAGS: &[&str] = &[
    "-target",
    "x86_64-unknown-linux-musl",
    "-std=c99",
    "-O1",
    "-gline-tables-only",
    "-ffreestanding",
    "-nostdinc",
    "-D_XOPEN_SOURCE=700",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-ffp-contract=off",
    "-fno-ident",
    "-w",
    "-emit-llvm",
    "-c",
];

/// Left out because the engine owns it, or because it is the machine's own and `runtime/musl`
/// has what stands for it.
const LEFT_OUT: &[&str] = &[
    "src/malloc/",
    "src/setjmp/",
    "src/env/__init_tls.c",
    "src/fcntl/fcntl.c",
    "src/linux/prctl.c",
    "src/misc/ioctl.c",
    "src/misc/syscall.c",
    "src/thread/__set_thread_area.c",
    "src/thread/__unmapself.c",
    "src/thread/clone.c",
    "src/thread/pthread_cancel.c",
    "src/signal/sigsetjmp.c",
    "src/temp/__randname.c",
    "src/time/clock_gettime.c",
];

/// A folder of modules, and what they are called.
pub struct Library {
    pub clang: String,
    pub modules: Vec<(String, PathBuf)>,
}

struct Job {
    file: PathBuf,
    name: String,
    target: PathBuf,
    flags: Vec<String>,
}

pub fn library(
    source: &Path,
    overlay: &Path,
    include: &Path,
    out: &Path,
) -> Result<Library, String> {
    let clang = env::var("PLEACH_CLANG").unwrap_or_else(|_| "clang-22".to_string());
    let version = version(&clang)?;
    let names = sources(source)?;
    let mut includes: Vec<PathBuf> = vec![overlay.join("arch")];
    includes.extend(["arch/x86_64", "arch/generic"].map(|d| source.join(d)));
    includes.push(out.join("internal"));
    includes.extend(["src/include", "src/internal"].map(|d| source.join(d)));
    includes.push(include.to_owned());
    fs::create_dir_all(out.join("internal")).map_err(|e| format!("cannot create a folder: {e}"))?;
    let musl_version = fs::read_to_string(source.join("VERSION")).unwrap_or_default();
    crate::write(
        &out.join("internal/version.h"),
        format!("#define VERSION \"{}\"\n", musl_version.trim()).as_bytes(),
    )?;

    let kept = crate::cache_folder(out).join(format!(
        "libc-{:016x}",
        key(source, overlay, &version, &names)?
    ));
    let lock = File::create(kept.with_extension("lock"))
        .and_then(|file| file.lock().map(|()| file))
        .map_err(|e| format!("cannot lock {}: {e}", kept.display()))?;
    let mut modules = Vec::new();
    let mut jobs = Vec::new();
    for name in &names {
        let target = kept.join(name.replace('/', "-")).with_extension("bc");
        modules.push((name.trim_start_matches("src/").to_owned(), target.clone()));
        jobs.push(job(source, name, target, &includes));
    }
    if !kept.join("complete").is_file() {
        fs::create_dir_all(&kept).map_err(|e| format!("cannot create {}: {e}", kept.display()))?;
        compile_all(&clang, jobs)?;
        crate::write(&kept.join("complete"), b"")?;
    }
    drop(lock);
    let mut own = Vec::new();
    for name in own_sources(overlay)? {
        let target = out.join(name.replace('/', "-")).with_extension("bc");
        own.push(job(overlay, &name, target.clone(), &includes));
        modules.push((format!("pleach/{name}"), target));
    }
    compile_all(&clang, own)?;
    Ok(Library { clang, modules })
}

fn job(root: &Path, name: &str, target: PathBuf, includes: &[PathBuf]) -> Job {
    let mut flags: Vec<String> = FLAGS.iter().map(|f| (*f).to_owned()).collect();
    flags.extend(includes.iter().map(|dir| format!("-I{}", dir.display())));
    // Paths of this machine say nothing to the user of the program.
    let elsewhere = includes.iter().filter(|dir| !dir.starts_with(root));
    for folder in elsewhere.map(PathBuf::as_path).chain([root]) {
        flags.push(format!("-ffile-prefix-map={}=musl", folder.display()));
    }
    flags.push("-fdebug-compilation-dir=musl".to_owned());
    flags.extend(own_flag(name).map(str::to_owned));
    Job {
        file: root.join(name),
        name: name.to_owned(),
        target,
        flags,
    }
}

/// What this file needs besides.
fn own_flag(name: &str) -> Option<&'static str> {
    let has_words = name.starts_with("src/string/") || name == "src/multibyte/mbsrtowcs.c";
    // Byte by byte: the faster ways with words read behind the ends of objects.
    has_words.then_some("-U__GNUC__")
}

/// musl's own list: every file one folder below `src`, but for what is left out.
fn sources(source: &Path) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    for folder in entries(&source.join("src"))? {
        for file in entries(&source.join("src").join(&folder)).unwrap_or_default() {
            let name = format!("src/{folder}/{file}");
            if file.ends_with(".c") && !LEFT_OUT.iter().any(|out| name.starts_with(out)) {
                names.push(name);
            }
        }
    }
    names.sort();
    Ok(names)
}

/// Our own files beside musl's, among them names that only glibc has.
fn own_sources(overlay: &Path) -> Result<Vec<String>, String> {
    let mut names = entries(overlay)?;
    let others = entries(&overlay.join("glibc"))?;
    names.extend(others.iter().map(|name| format!("glibc/{name}")));
    names.retain(|name| name.ends_with(".c"));
    names.sort();
    Ok(names)
}

fn entries(folder: &Path) -> Result<Vec<String>, String> {
    let failed = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        names.push(
            entry
                .map_err(failed)?
                .file_name()
                .to_string_lossy()
                .into_owned(),
        );
    }
    Ok(names)
}

/// What the compiled files depend on.
fn key(source: &Path, overlay: &Path, version: &str, names: &[String]) -> Result<u64, String> {
    let mut parts: Vec<Vec<u8>> = vec![version.into(), FLAGS.concat().into(), b"6".to_vec()];
    for name in entries(&overlay.join("arch"))? {
        parts.push(fs::read(overlay.join("arch").join(&name)).unwrap_or_default());
    }
    parts.sort();
    let headers = [
        "src/internal",
        "src/include",
        "include",
        "arch/generic",
        "arch/x86_64",
    ];
    for name in names {
        parts.push(own_flag(name).unwrap_or_default().into());
    }
    let mut files: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
    for folder in headers {
        for file in crate::headers::below(&source.join(folder))? {
            files.push(Path::new(folder).join(file));
        }
    }
    for name in files {
        parts.push(name.as_os_str().as_encoded_bytes().to_vec());
        let file = source.join(name);
        parts.push(fs::read(&file).map_err(|e| format!("cannot read {}: {e}", file.display()))?);
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    Ok(crate::hash(&parts))
}

fn version(clang: &str) -> Result<String, String> {
    let output = Command::new(clang).arg("--version").output().map_err(|e| {
        format!("the C library is compiled with `{clang}`, which cannot be started: {e} (install Debian's clang-22, or set PLEACH_CLANG)")
    })?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn compile_all(clang: &str, jobs: Vec<Job>) -> Result<(), String> {
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let waiting = Mutex::new(VecDeque::from(jobs));
    let next = || waiting.lock().ok().and_then(|mut jobs| jobs.pop_front());
    let work = || -> Result<(), String> {
        while let Some(job) = next() {
            compile(clang, &job)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            worker
                .join()
                .map_err(|_| "a compiling thread failed".to_owned())??;
        }
        Ok(())
    })
}

fn compile(clang: &str, job: &Job) -> Result<(), String> {
    let output = Command::new(clang)
        .args(&job.flags)
        .arg(&job.file)
        .arg("-o")
        .arg(&job.target)
        .output()
        .map_err(|e| format!("`{clang}` cannot be started: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "`{clang}` cannot compile {} of the C library: {}",
        job.name,
        errors.lines().next().unwrap_or("no message")
    ))
}
