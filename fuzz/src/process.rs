//! Runs programs with limits on time and says what they used.

use crate::Error;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How a program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Exit(i32),
    Signal(i32),
    /// It was killed at the time limit.
    OutOfTime,
}

/// A program that has ended.
#[derive(Debug, Clone)]
pub struct Finished {
    pub ending: Ending,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub wall: Duration,
    /// User and system time of the program and the children it waited for.
    pub cpu: Duration,
    /// Most resident memory, in bytes.
    pub most_memory: u64,
}

impl Finished {
    pub fn succeeded(&self) -> bool {
        self.ending == Ending::Exit(0)
    }

    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }

    /// The last line on standard error that is not empty.
    pub fn last_words(&self) -> String {
        let text = self.stderr_text();
        text.lines()
            .map(str::trim)
            .rfind(|line| !line.is_empty())
            .unwrap_or("")
            .to_owned()
    }
}

/// When a program has to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// CPU time after which it is asked to end (SIGTERM).
    pub cpu: Option<Duration>,
    /// Time after which it is killed.
    pub wall: Duration,
}

/// Runs `command` without input until it ends or `limit` has passed.
pub fn run(command: &mut Command, limit: Duration) -> Result<Finished, Error> {
    let limits = Limits {
        cpu: None,
        wall: limit,
    };
    run_within(command, &limits)
}

/// Runs `command` without input until it ends by itself or because of its limits.
pub fn run_within(command: &mut Command, limits: &Limits) -> Result<Finished, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let started = |source| Error::Start { program, source };
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let start = Instant::now();
    let mut child = command.spawn().map_err(started)?;
    // Pipes fill up: both are read while the program runs.
    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    let (ending, usage) = wait(&mut child, start, limits);
    let wall = start.elapsed();
    Ok(Finished {
        ending,
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
        wall,
        cpu: time(usage.ru_utime) + time(usage.ru_stime),
        most_memory: usage.ru_maxrss as u64 * 1024,
    })
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What was read before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        bytes
    })
}

/// `Child::wait` says nothing about resources, so the system is asked itself.
fn wait(child: &mut Child, start: Instant, limits: &Limits) -> (Ending, libc::rusage) {
    let mut pause = Duration::from_micros(200);
    let mut asked = false;
    let mut killed = false;
    loop {
        let mut status = 0;
        // SAFETY: plain numbers, for which all zeros is a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        let options = if killed { 0 } else { libc::WNOHANG };
        // SAFETY: the pointers are to live variables of the right types.
        let waited =
            unsafe { libc::wait4(child.id() as libc::pid_t, &mut status, options, &mut usage) };
        if waited > 0
            || (waited < 0
                && std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted)
        {
            let ending = match status {
                _ if killed => Ending::OutOfTime,
                status if libc::WIFSIGNALED(status) => Ending::Signal(libc::WTERMSIG(status)),
                status => Ending::Exit(libc::WEXITSTATUS(status)),
            };
            return (ending, usage);
        }
        if !asked && limits.cpu.is_some_and(|most| cpu_so_far(child) >= most) {
            // SAFETY: plain numbers; nobody has waited for the child, so the id is its own.
            unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGTERM) };
            asked = true;
        }
        if start.elapsed() > limits.wall && !killed {
            // It may have ended just now: then there is nothing to kill.
            let _ = child.kill();
            killed = true;
        } else if !killed {
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }
}

/// CPU time of a child that nobody has waited for, without its own children.
fn cpu_so_far(child: &Child) -> Duration {
    let mut clock = 0;
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: the pointers are to live variables of the right types.
    let known = unsafe {
        libc::clock_getcpuclockid(child.id() as libc::pid_t, &mut clock) == 0
            && libc::clock_gettime(clock, &mut time) == 0
    };
    match known {
        true => Duration::new(time.tv_sec as u64, time.tv_nsec as u32),
        false => Duration::ZERO,
    }
}

fn time(value: libc::timeval) -> Duration {
    Duration::from_secs(value.tv_sec as u64) + Duration::from_micros(value.tv_usec as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Finished {
        run(Command::new("sh").args(["-c", script]), limit).expect("sh is there")
    }

    #[test]
    fn output_and_exit_code_come_back() {
        let done = shell("echo out; echo err >&2; exit 3", Duration::from_secs(20));
        assert_eq!(done.ending, Ending::Exit(3));
        assert_eq!(done.stdout, b"out\n");
        assert_eq!(done.last_words(), "err");
    }

    #[test]
    fn more_output_than_a_pipe_holds() {
        let done = shell("head -c 1000000 /dev/zero", Duration::from_secs(20));
        assert_eq!(done.stdout.len(), 1_000_000);
    }

    #[test]
    fn a_signal_and_the_time_limit_are_told_apart() {
        assert_eq!(
            shell("kill -9 $$", Duration::from_secs(20)).ending,
            Ending::Signal(9)
        );
        let endless = run(Command::new("sleep").arg("600"), Duration::from_millis(20))
            .expect("sleep is there");
        assert_eq!(endless.ending, Ending::OutOfTime);
    }

    #[test]
    fn at_its_cpu_limit_a_program_may_end_as_it_likes() {
        let limits = Limits {
            cpu: Some(Duration::from_millis(50)),
            wall: Duration::from_secs(60),
        };
        let script = "trap 'echo last; exit 5' TERM; while :; do :; done";
        let done = run_within(Command::new("sh").args(["-c", script]), &limits).expect("sh");
        assert_eq!(
            (done.ending, done.stdout),
            (Ending::Exit(5), b"last\n".to_vec())
        );
        assert!(done.cpu >= Duration::from_millis(50));
    }

    #[test]
    fn a_missing_program_is_an_error() {
        let error = run(
            &mut Command::new("no-such-program-here"),
            Duration::from_secs(1),
        )
        .expect_err("missing");
        assert!(error.to_string().contains("no-such-program-here"));
    }
}
