//! Shell scripts as programs: what a test gives them, and how they are ended.

use pleach_ktest::{Ktest, KtestObject};
use pleach_replay::{Leaks, Limits, Outcome, Program, Status, Test, replay};
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

fn run(script: &str, test: &Test, limits: &Limits) -> Outcome {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("script");
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    let program = Program::open(&path).expect("a program");
    replay(&program, test, limits, Leaks::Ignored).expect("it runs")
}

fn test(args: &str, objects: &[(&str, &[u8])]) -> Test {
    let object = |(name, bytes): &(&str, &[u8])| KtestObject {
        name: name.as_bytes().to_vec(),
        bytes: bytes.to_vec(),
    };
    Test::of(&Ktest {
        args: args
            .split(' ')
            .map(|word| word.as_bytes().to_vec())
            .collect(),
        objects: objects.iter().map(object).collect(),
        ..Ktest::default()
    })
}

#[test]
fn arguments_variables_files_and_input() {
    let test = test(
        "p --sym-arg 3 end --sym-files 1 2 --sym-stdin 3 --env COLOR=red",
        &[("arg0", b"a b\0"), ("A-data", b"xy"), ("stdin", b"in\n")],
    );
    let script = "echo \"$#:$1:$2:$COLOR:$(ls):$(/bin/cat A):$(/bin/cat)\"; exit 9";
    let outcome = run(script, &test, &Limits::default());
    assert_eq!(
        String::from_utf8_lossy(&outcome.stdout),
        "2:a b:end:red:A:xy:in\n",
        "{}",
        String::from_utf8_lossy(&outcome.stderr)
    );
    assert_eq!(outcome.status, Status::Exited(9));
}

#[test]
fn a_signal_is_told_from_an_exit() {
    let outcome = run("kill -9 $$", &Test::default(), &Limits::default());
    assert_eq!(outcome.status, Status::Signalled(9));
}

#[test]
fn a_program_that_does_not_end_is_ended_with_what_it_started() {
    let limits = Limits {
        time: Duration::from_millis(300),
        ..Limits::default()
    };
    // The child holds the outputs open: reading them ends only when it is gone too.
    let outcome = run("(while :; do :; done) & wait", &Test::default(), &limits);
    assert_eq!(outcome.status, Status::OutOfTime);
}

#[test]
fn what_is_left_behind_goes_with_the_program() {
    let outcome = run(
        "(while :; do :; done) & exit 4",
        &Test::default(),
        &Limits::default(),
    );
    assert_eq!(outcome.status, Status::Exited(4));
}

#[test]
fn output_is_cut_and_files_are_limited() {
    let limits = Limits {
        output: 10,
        file_size: 1 << 16,
        ..Limits::default()
    };
    let script =
        "head -c 100000 /dev/zero; head -c 100000 /dev/zero > big; exit $(($(wc -c < big) / 1024))";
    let outcome = run(script, &Test::default(), &limits);
    assert_eq!(outcome.stdout.len(), 10);
    assert_eq!(outcome.status, Status::Exited(64));
}

#[test]
fn what_is_no_program_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("text");
    std::fs::write(&path, "just text").expect("a file");
    let error = Program::open(&path).expect_err("text").to_string();
    assert!(error.contains("not a native program"), "{error}");
    let error = Program::open(&folder.path().join("nowhere")).expect_err("nothing");
    assert!(error.to_string().contains("no such file"), "{error}");
}

/// Whoever runs the tests may be somebody else than the program.
#[test]
fn the_outputs_belong_to_the_program() {
    let script = "echo out > /dev/stdout && touch - && echo err > /dev/stderr && exit 5";
    let outcome = run(script, &Test::default(), &Limits::default());
    assert_eq!(String::from_utf8_lossy(&outcome.stderr), "err\n");
    assert_eq!(String::from_utf8_lossy(&outcome.stdout), "out\n");
    assert_eq!(outcome.status, Status::Exited(5));
}

/// A shell that starts a run in the background has it ignore SIGINT; the model knows no such past.
#[test]
fn no_signal_is_ignored_or_blocked() {
    // SAFETY: no handler is installed.
    unsafe {
        libc::signal(libc::SIGUSR1, libc::SIG_IGN);
    }
    let script = "while read name value; do case $name in SigIgn:|SigBlk:) echo $value;; esac; \
                  done < /proc/self/status";
    let outcome = run(script, &Test::default(), &Limits::default());
    assert_eq!(
        String::from_utf8_lossy(&outcome.stdout),
        "0000000000000000\n0000000000000000\n"
    );
}

#[test]
fn the_folder_above_can_be_listed() {
    let outcome = run(
        "ls .. > list && exit 5",
        &Test::default(),
        &Limits::default(),
    );
    assert_eq!(String::from_utf8_lossy(&outcome.stderr), "");
    assert_eq!(outcome.status, Status::Exited(5));
}

/// As by a child that another thread is just starting.
#[test]
fn a_program_that_is_still_held_open_is_waited_for() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("script");
    std::fs::write(&path, "#!/bin/sh\nexit 5\n").expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("permissions");
    let program = Program::open(&path).expect("a program");
    let writer = std::fs::OpenOptions::new().append(true).open(&path);
    let outcome = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            drop(writer);
        });
        replay(
            &program,
            &Test::default(),
            &Limits::default(),
            Leaks::Ignored,
        )
    });
    assert_eq!(outcome.expect("it runs").status, Status::Exited(5));
}
