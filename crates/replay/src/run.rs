//! One native run within limits.

use crate::ReplayError;
use crate::files::{Owner, Place};
use crate::sanitizer::{self, Leaks};
use crate::test::Test;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::ffi::{OsStr, OsString};
use std::io::{self, PipeReader, PipeWriter, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, fchown};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What a run may use up.
#[derive(Debug, Clone)]
pub struct Limits {
    pub time: Duration,
    /// Of address space; where a sanitizer needs most of that, of memory in use. `None` is no limit.
    pub memory: Option<u64>,
    /// Of each file that it writes.
    pub file_size: u64,
    /// Bytes of each output that are kept; the rest is read and dropped.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            memory: Some(1 << 30),
            file_size: 64 << 20,
            output: 1 << 20,
        }
    }
}

/// How a native run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Exited(i32),
    Signalled(i32),
    /// Ended by us.
    OutOfTime,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub status: Status,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// A native program, ready to be run many times.
#[derive(Debug)]
pub struct Program {
    path: PathBuf,
    /// Its name as it will see it.
    name: OsString,
    owner: Option<Owner>,
    /// Its runtime reserves terabytes of address space.
    sanitized: bool,
    /// Where it lies when its own place is closed to the user it runs as.
    _copy: Option<TempDir>,
}

/// Nobody's number on every Linux.
const NOBODY: Owner = Owner {
    uid: 65534,
    gid: 65534,
};

impl Program {
    /// As root, programs are run as an unprivileged user.
    pub fn open(path: &Path) -> Result<Program, ReplayError> {
        let unreadable = |source: io::Error| match source.kind() {
            io::ErrorKind::NotFound => ReplayError::Missing {
                path: path.to_owned(),
            },
            _ => ReplayError::Unreadable {
                path: path.to_owned(),
                source,
            },
        };
        let whole = path.canonicalize().map_err(unreadable)?;
        let bytes = std::fs::read(&whole).unwrap_or_default();
        if !(bytes.starts_with(b"\x7fELF") || bytes.starts_with(b"#!")) {
            return Err(ReplayError::NotNative {
                path: path.to_owned(),
            });
        }
        let owner = rustix::process::geteuid().is_root().then_some(NOBODY);
        let mut program = Program {
            name: path.as_os_str().to_owned(),
            path: whole,
            owner,
            sanitized: sanitizer::reserves_address_space(&bytes),
            _copy: None,
        };
        if owner.is_some() && !open_to_all(&program.path) {
            let folder = tempfile::Builder::new()
                .prefix("pleach-replay-")
                .tempdir()
                .map_err(ReplayError::Folder)?;
            let copy = folder.path().join("program");
            let open = |mode| std::fs::Permissions::from_mode(mode);
            std::fs::copy(&program.path, &copy)
                .and_then(|_| std::fs::set_permissions(&copy, open(0o755)))
                .and_then(|()| std::fs::set_permissions(folder.path(), open(0o711)))
                .map_err(ReplayError::Folder)?;
            program.path = copy;
            program._copy = Some(folder);
        }
        Ok(program)
    }
}

/// Whether everybody may execute it and go through all folders above it.
fn open_to_all(path: &Path) -> bool {
    let executable =
        |path: &Path| std::fs::metadata(path).is_ok_and(|m| m.permissions().mode() & 0o001 != 0);
    path.ancestors().all(executable)
        && std::fs::metadata(path).is_ok_and(|m| m.permissions().mode() & 0o004 != 0)
}

/// What a sanitizer in the program needs is in the environment then, and nothing else.
pub fn replay(
    program: &Program,
    test: &Test,
    limits: &Limits,
    leaks: Leaks,
) -> Result<Outcome, ReplayError> {
    let variables = match program.sanitized {
        true => sanitizer::variables(limits.memory, leaks),
        false => Vec::new(),
    };
    replay_with(program, test, limits, &variables)
}

/// With more variables in the environment, for instance those that counters need.
pub fn replay_with(
    program: &Program,
    test: &Test,
    limits: &Limits,
    variables: &[(OsString, OsString)],
) -> Result<Outcome, ReplayError> {
    let place = Place::make(test, program.owner).map_err(ReplayError::Folder)?;
    let mut command = Command::new(&program.path);
    command.arg0(&program.name).env_clear();
    command.args(test.args.iter().map(|arg| OsStr::from_bytes(arg)));
    for (name, value) in &test.env {
        // Names that the system cannot hold are none of the program's business either.
        if !name.is_empty() && !name.contains(&0) && !value.contains(&0) {
            command.env(OsStr::from_bytes(name), OsStr::from_bytes(value));
        }
    }
    if test.has_inputs {
        let whole = test.path.canonicalize();
        command.env("KTEST_FILE", whole.unwrap_or_else(|_| test.path.clone()));
    }
    command.envs(variables.iter().cloned());
    let stdin = place.stdin.try_clone().map_err(ReplayError::Folder)?;
    command.stdin(stdin);
    command.current_dir(place.work()).process_group(0);
    if let Some(Owner { uid, gid }) = program.owner {
        command.uid(uid).gid(gid);
    }
    let bounds = bounds(limits, program);
    // SAFETY: between fork and exec it only calls setrlimit and sigaction, on values made before.
    unsafe {
        command.pre_exec(move || {
            forget_signals();
            set_limits(&bounds)
        });
    }
    let start = |source| ReplayError::Start {
        path: program.path.clone(),
        source,
    };
    let stdout = output(program.owner).map_err(start)?;
    let stderr = output(program.owner).map_err(start)?;
    let child = spawn(command.stdout(stdout.1).stderr(stderr.1));
    // Its ends of the pipes are ours too as long as it is there: reading would not end.
    drop(command);
    watch(child.map_err(start)?, [stdout.0, stderr.0], limits).map_err(start)
}

/// A file that was just written cannot be executed while another thread's child, not yet at its own
/// program, still holds it open for writing: that passes.
fn spawn(command: &mut Command) -> io::Result<Child> {
    const ATTEMPTS: u32 = 200;
    for _ in 0..ATTEMPTS {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                std::thread::sleep(Duration::from_millis(10));
            }
            other => return other,
        }
    }
    command.spawn()
}

/// Where the program prints to: its own, as in the model, so that it may open it by another name
/// and set its times.
fn output(owner: Option<Owner>) -> io::Result<(PipeReader, PipeWriter)> {
    let (from, to) = io::pipe()?;
    if let Some(Owner { uid, gid }) = owner {
        fchown(&to, Some(uid), Some(gid))?;
    }
    Ok((from, to))
}

/// What we ignore, because a shell started us in the background or with nohup, the program would
/// ignore too; the model starts with nothing ignored.
fn forget_signals() {
    // The kernel's own structure (the C library keeps two signals to itself): all zero is the
    // default action, without flags.
    const DEFAULT: [u64; 4] = [0; 4];
    const SIGNALS: libc::c_long = 64;
    for signal in 1..=SIGNALS {
        // SAFETY: the kernel reads no more than `DEFAULT` and writes nothing. It refuses the two
        // signals that nobody can ignore.
        unsafe {
            let nowhere = std::ptr::null_mut::<u64>();
            libc::syscall(
                libc::SYS_rt_sigaction,
                signal,
                DEFAULT.as_ptr(),
                nowhere,
                SIGNALS / 8,
            );
        }
    }
}

type Bounds = [(libc::__rlimit_resource_t, u64); 4];

fn bounds(limits: &Limits, program: &Program) -> Bounds {
    let space = limits.memory.filter(|_| !program.sanitized);
    [
        (libc::RLIMIT_CORE, 0),
        (libc::RLIMIT_AS, space.unwrap_or(libc::RLIM_INFINITY)),
        (libc::RLIMIT_FSIZE, limits.file_size),
        (libc::RLIMIT_CPU, limits.time.as_secs() + 2),
    ]
}

fn set_limits(bounds: &Bounds) -> io::Result<()> {
    // Where there is a lower limit already, that one holds.
    for &(resource, most) in bounds.iter().filter(|bound| bound.1 != libc::RLIM_INFINITY) {
        let limit = libc::rlimit {
            rlim_cur: most,
            rlim_max: most,
        };
        // SAFETY: `limit` outlives the call.
        if unsafe { libc::setrlimit(resource, &limit) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

/// Waits for the end, or makes it; whatever the program started ends with it.
fn watch(
    mut child: Child,
    [stdout, stderr]: [PipeReader; 2],
    limits: &Limits,
) -> io::Result<Outcome> {
    std::thread::scope(|scope| {
        let stdout = scope.spawn(|| collect(stdout, limits.output));
        let stderr = scope.spawn(|| collect(stderr, limits.output));
        let group = Pid::from_child(&child);
        let in_time = ends_within(group, limits.time);
        // The leader is not waited for yet: until then the number is the group's.
        let _ = kill_process_group(group, Signal::KILL);
        let status = child.wait()?;
        let taken = |bytes: std::thread::Result<Vec<u8>>| bytes.unwrap_or_default();
        Ok(Outcome {
            status: match in_time? {
                true => Status::of(status),
                false => Status::OutOfTime,
            },
            stdout: taken(stdout.join()),
            stderr: taken(stderr.join()),
        })
    })
}

fn ends_within(process: Pid, time: Duration) -> io::Result<bool> {
    let handle = pidfd_open(process, PidfdFlags::empty())?;
    let deadline = Instant::now() + time;
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let left = rustix::time::Timespec {
            tv_sec: left.as_secs() as i64,
            tv_nsec: i64::from(left.subsec_nanos()),
        };
        let mut ended = [PollFd::new(&handle, PollFlags::IN)];
        match poll(&mut ended, Some(&left)) {
            Ok(0) => return Ok(false),
            Ok(_) => return Ok(true),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

impl Status {
    fn of(status: ExitStatus) -> Status {
        match (status.code(), status.signal()) {
            (Some(code), _) => Status::Exited(code),
            (None, signal) => Status::Signalled(signal.unwrap_or(0)),
        }
    }
}

/// All of it is read, so that the program never waits; the beginning is kept.
fn collect(mut from: impl Read, most: usize) -> Vec<u8> {
    let mut kept = Vec::new();
    let mut part = [0; 8192];
    while let Ok(n) = from.read(&mut part) {
        if n == 0 {
            break;
        }
        let room = most.saturating_sub(kept.len());
        kept.extend_from_slice(&part[..n.min(room)]);
    }
    kept
}
