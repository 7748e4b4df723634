//! Running a command with its output kept and its time limited.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What a command came to.
#[derive(Debug)]
pub struct Ran {
    /// `None`: it did not end in time.
    pub status: Option<ExitStatus>,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
}

/// Runs a command to its end, or ends it after `limit`. Output goes through files: nothing can
/// block, and nothing is lost when it is ended.
pub fn run(command: &mut Command, input: &[u8], limit: Duration) -> std::io::Result<Ran> {
    let (mut stdout, mut stderr) = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut child = command
        .stdin(readable(input)?)
        .stdout(stdout.try_clone()?)
        .stderr(stderr.try_clone()?)
        .spawn()?;
    let end = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if Instant::now() > end {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    Ok(Ran {
        status,
        stdout: content(&mut stdout)?,
        stderr: content(&mut stderr)?,
    })
}

fn readable(input: &[u8]) -> std::io::Result<Stdio> {
    let mut file = tempfile::tempfile()?;
    file.write_all(input)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file.into())
}

fn content(file: &mut File) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    file.read_to_end(&mut bytes)?;
    Ok(bytes)
}
