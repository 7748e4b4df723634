//! A child process that is looked at now and then, with what it used.

use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a process and all that it waited for used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    pub elapsed: Duration,
    pub cpu: Duration,
    pub most_memory: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Exited(i32),
    Signalled(i32),
}

/// A running process, in a process group of its own: a Ctrl-C in the terminal is for us alone,
/// and what the child starts can be ended with it.
///
/// Invariant: the process is not waited for until `look` has seen its end, so its id is its own.
#[derive(Debug)]
pub struct Child {
    id: libc::pid_t,
    started: Instant,
}

impl Child {
    /// Starts it with its output in the file.
    pub fn start(program: &Path, words: &[String], log: &Path) -> io::Result<Child> {
        let log = File::create(log)?;
        // The name is for lists of processes and for what the run writes about itself.
        let child = Command::new(program)
            .arg0("pleach")
            .args(words)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log)
            .process_group(0)
            .spawn()?;
        Ok(Child {
            id: child.id() as libc::pid_t,
            started: Instant::now(),
        })
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether it has ended; then it must not be used any more.
    pub fn look(&mut self) -> io::Result<Option<(Status, Usage)>> {
        let mut status = 0;
        // SAFETY: plain numbers, for which all zeros is a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live locals of the right types.
        let got = unsafe { libc::wait4(self.id, &raw mut status, libc::WNOHANG, &raw mut usage) };
        match got {
            0 => Ok(None),
            -1 => match io::Error::last_os_error() {
                error if error.kind() == io::ErrorKind::Interrupted => Ok(None),
                error => Err(error),
            },
            _ => {
                let status = if libc::WIFEXITED(status) {
                    Status::Exited(libc::WEXITSTATUS(status))
                } else {
                    Status::Signalled(libc::WTERMSIG(status))
                };
                let usage = Usage {
                    elapsed: self.elapsed(),
                    cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
                    most_memory: usage.ru_maxrss.max(0) as u64 * 1024,
                };
                Ok(Some((status, usage)))
            }
        }
    }

    /// Asks it to end, or ends it.
    pub fn signal(&self, signal: Signal) {
        let number = match signal {
            Signal::Terminate => libc::SIGTERM,
            Signal::Kill => libc::SIGKILL,
        };
        // SAFETY: plain numbers; the group is the child's, which nobody has waited for.
        unsafe { libc::kill(-self.id, number) };
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    Terminate,
    Kill,
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(time.tv_sec.max(0) as u64)
        + Duration::from_micros(time.tv_usec.max(0) as u64)
}
