//! Reduction finds what is found without it: the same errors by kind and place, and the same edges of the
//! program's own code (`--check-reducing`).

mod support;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use support::{annotations, check_all, output_of, pleach, text};

/// Solving may take longer than anybody wants to wait.
const LIMIT: &str = "20s";

const RELEVANT: &[&str] = &["--reduce", "relevant"];

/// The others: each is tried on some of the programs, to save time, and on half of them none.
const OTHERS: &[&[&str]] = &[
    &["--reduce", "rwset"],
    &["--reduce", "relevant", "--reduce-keeps", "coverage"],
    &["--reduce", "relevant", "--search", "dfs"],
    &["--reduce", "relevant", "--jobs", "2", "--sweep-at", "0"],
    &["--reduce", "relevant", "--search", "reduce"],
];

/// How many states were pruned; none if there was not the time to explore the program completely.
fn check(file: &Path, mode: &[&str], flags: &[String]) -> Result<Option<u64>, String> {
    let mut command = pleach();
    command.args(["run", "--quiet", "--check-reducing", "--max-time", LIMIT]);
    command.args(mode);
    if !mode.contains(&"--jobs") && !flags.iter().any(|flag| flag == "--jobs") {
        command.args(["--jobs", "1"]);
    }
    let run = output_of(command.args(flags).arg(file));
    match run.status.success() {
        true => Ok(pruned(&text(&run.stdout))),
        false => Err(format!("{mode:?}: {}", text(&run.stderr))),
    }
}

/// From what `--check-reducing` says: "...; 7 pruned of 30".
fn pruned(said: &str) -> Option<u64> {
    let counted = said.split("; ").nth(1)?;
    counted.split(' ').next()?.parse().ok()
}

/// Checks all of these, of which nearly all must be explored completely; how many states were pruned.
fn check_each(files: &[PathBuf], flags: impl Fn(&Path) -> Vec<String> + Sync) -> u64 {
    let all = AtomicU64::new(0);
    let compared = AtomicU64::new(0);
    let numbered: Vec<(usize, &PathBuf)> = files.iter().enumerate().collect();
    let other = |file: &Path| {
        let number = numbered.iter().find(|(_, known)| *known == file);
        let (n, _) = number.expect("it is one of them");
        n.is_multiple_of(2).then(|| OTHERS[n / 2 % OTHERS.len()])
    };
    check_all(files, |file| {
        for mode in std::iter::once(RELEVANT).chain(other(file)) {
            if let Some(pruned) = check(file, mode, &flags(file))? {
                all.fetch_add(pruned, Relaxed);
                compared.fetch_add(u64::from(mode == RELEVANT), Relaxed);
            }
        }
        Ok(())
    });
    let (all, compared) = (all.into_inner(), compared.into_inner());
    println!("{compared} of {} compared, {all} pruned", files.len());
    assert!(compared * 10 >= files.len() as u64 * 9, "{compared}");
    all
}

/// Random programs from this seed on.
fn random(first: u64, count: u64, folder: &Path) -> Vec<PathBuf> {
    let write = |seed| {
        let file = folder.join(format!("seed-{seed}.c"));
        let program = pleach_fuzz::generate::program(seed);
        std::fs::write(&file, program.source).expect("a file in it");
        file
    };
    (first..first + count).map(write).collect()
}

const RANDOM: u64 = 300;

#[test]
fn random_programs_are_the_same_with_reduction() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = random(0, RANDOM, folder.path());
    assert!(check_each(&files, |_| Vec::new()) > RANDOM);
}

/// The flags that a program asks for, without those that reduction cannot be combined with.
fn flags_of(file: &Path) -> Vec<String> {
    let flags = annotations::read(file).map_or_else(|_| Vec::new(), |e| e.flags);
    let mut flags = flags.into_iter();
    let mut others = Vec::new();
    while let Some(flag) = flags.next() {
        match flag.as_str() {
            "--merge" | "--max-forks" | "--jobs" => drop(flags.next()),
            _ => others.push(flag),
        }
    }
    others
}

#[test]
fn annotated_programs_are_the_same_with_reduction() {
    let mut files = support::programs("");
    files.retain(|file| !flags_of(file).iter().any(|flag| flag.contains("leak")));
    assert!(check_each(&files, flags_of) > 100);
}

/// Where a dependence is left out, states are taken for covered that are not.
#[test]
fn a_forgotten_dependence_is_noticed() {
    let file = support::root().join("tests/programs/reduce/classify.c");
    let mode = ["--reduce", "relevant", "--search", "dfs"];
    assert_eq!(check(&file, &mode, &[]), Ok(Some(5)));
    for forgotten in ["control", "memory"] {
        let mode = [&mode[..], &["--reduce-forgets", forgotten]].concat();
        let said = check(&file, &mode, &[]).expect_err(forgotten);
        assert!(said.contains("edges are not covered"), "{said}");
    }
}

/// The same on random programs whose ends hang on numbers that were set long before; with all dependences
/// they are the same with reduction.
#[test]
fn forgotten_dependences_are_noticed_on_random_programs() {
    const PROGRAMS: u64 = 60;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |seed| {
        let file = folder.path().join(format!("flags-{seed}.c"));
        std::fs::write(&file, pleach_fuzz::generate::flags(seed)).expect("a file in it");
        file
    };
    let files: Vec<PathBuf> = (0..PROGRAMS).map(write).collect();
    assert!(check_each(&files, |_| Vec::new()) > PROGRAMS);
    for forgotten in ["control", "memory", "potential"] {
        let mode = ["--reduce", "relevant", "--search", "dfs"];
        let mode = [&mode[..], &["--reduce-forgets", forgotten]].concat();
        let noticed = |file: &&PathBuf| check(file, &mode, &[]).is_err();
        let noticed = files.iter().filter(noticed).count();
        println!("{forgotten}: noticed on {noticed} of {PROGRAMS}");
        assert!(noticed > 0, "{forgotten}");
    }
}

/// Programs in which two states differ in something that is easily overlooked: the size of an object that a path
/// failed on, how deep a recursion is, what is called at the end. Each was once pruned wrongly.
#[test]
fn what_was_overlooked_once_is_seen() {
    let folder = support::root().join("crates/pleach/tests/reducing");
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    assert!(files.len() >= 34);
    let ways = [
        &["--reduce", "relevant"][..],
        &["--reduce", "rwset"],
        &["--reduce", "relevant", "--reduce-keeps", "coverage"],
    ];
    check_all(&files, |file| {
        for way in ways {
            check(file, way, &[])?;
            check(file, &[way, &["--search", "dfs"]].concat(), &[])?;
        }
        check(file, &["--reduce", "relevant", "--jobs", "2"], &[])?;
        Ok(())
    });
}

/// What a run says, and which variables were needed where blocks of `main` begin, by line, in the order in
/// which that was found.
fn explained(program: &str) -> (String, Vec<(u32, String)>) {
    let file = support::root().join("tests/programs/reduce").join(program);
    let mut command = pleach();
    command.args(["run", "--jobs", "1", "--search", "dfs", "--no-output"]);
    command.args(["--reduce", "relevant", "--reduce-keeps", "coverage"]);
    let run = output_of(command.arg("--reduce-explains").arg(file));
    let said = text(&run.stdout);
    let needed = |line: &str| {
        let (line, variables) = line
            .trim()
            .strip_prefix("needed in main:")?
            .split_once(':')?;
        Some((line.parse().ok()?, variables.trim().to_owned()))
    };
    let needed = said.lines().filter_map(needed).collect();
    (said, needed)
}

fn lines(expected: &[(u32, &str)]) -> Vec<(u32, String)> {
    let owned = |(line, variables): &(u32, &str)| (*line, (*variables).to_owned());
    expected.iter().map(owned).collect()
}

/// Section 2 of the paper, and the sets of its figure 2: of four states, two have nothing new ahead of
/// them. Its lines 1, 2, 4, 5 and 8 are 14, 15, 17, 18 and 19 here.
#[test]
fn the_papers_first_example() {
    let (said, needed) = explained("section2.c");
    assert!(said.contains("paths:    2\n"), "{said}");
    assert!(said.contains("reduced:  2 states"), "{said}");
    assert!(said.contains("complete: yes"), "{said}");
    // A runs to its end.
    let a = [
        (18, ""),
        (18, "m"),
        (18, "m"),
        (17, "m"),
        (14, "m w"),
        (12, ""),
    ];
    // B has covered line 15, and the sets of A are refined.
    let refined = [
        (18, ""),
        (18, "m"),
        (18, "m"),
        (17, "m"),
        (14, "m"),
        (12, ""),
    ];
    // B is pruned at the second branch, C at the first.
    let b = [(18, "m"), (15, "m"), (15, "m"), (14, "m"), (11, "")];
    let c = [(14, "m"), (10, "")];
    // D runs to its end.
    let d = [
        (19, ""),
        (18, "m"),
        (15, "m"),
        (15, "m"),
        (14, "m"),
        (9, ""),
    ];
    let start = [(7, ""), (7, "")];
    let all = [&a[..], &refined, &b, &c, &d, &start].concat();
    assert_eq!(needed, lines(&all));
}

/// Section 3.2: what is relevant at each line of a part of chown. The paper's lines 1 to 6 are 20 to 24 here,
/// 9 to 12 are 26 to 28, and 19, 22 and 23 are 33, 36 and 37.
#[test]
fn the_papers_second_example() {
    let (_, needed) = explained("chown.c");
    let last = needed.iter().rposition(|(line, _)| *line == 37);
    let path = &needed[last.expect("it comes to its end")..];
    let table = [
        (37, ""),
        (36, ""),
        (33, "recurse"),
        (28, "recurse"),
        (27, "recurse"),
        (27, "recurse"),
        (26, "recurse"),
        (24, "recurse"),
        (24, "recurse second[0]"),
        (23, "TRUE second[0]"),
        (22, "TRUE second[0]"),
        (20, "TRUE first second[0]"),
    ];
    assert_eq!(path[..table.len()], lines(&table));
}

/// Two of the four states of the first example are pruned after they have covered something.
#[test]
fn a_pruned_state_leaves_its_test() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let output = folder.path().join("out");
    let file = support::root().join("tests/programs/reduce/section2.c");
    let mut command = pleach();
    command.args(["run", "--jobs", "1", "--search", "dfs", "--quiet"]);
    command.args(["--reduce", "relevant", "--output-dir"]);
    output_of(command.arg(&output).arg(&file));
    let tests = std::fs::read_to_string(output.join("tests.jsonl")).expect("a list of tests");
    let pruned: Vec<&str> = tests
        .lines()
        .filter(|test| test.contains("dropped"))
        .collect();
    assert_eq!(pruned.len(), 2, "{tests}");
    assert!(
        pruned
            .iter()
            .all(|test| test.contains("\"covered_new\":true"))
    );
    let early = std::fs::read_to_string(output.join("test000002.early")).expect("its reason");
    assert!(
        early.contains("another state did all that it can do"),
        "{early}"
    );
    assert!(output.join("test000002.ktest").exists());
}

#[test]
fn what_cannot_be_combined_is_refused() {
    let file = support::root().join("tests/programs/reduce/section2.c");
    for flags in [
        ["--reduce", "relevant", "--merge", "static"],
        ["--reduce", "relevant", "--check", "leak"],
        ["--reduce", "some", "--jobs", "1"],
        ["--search", "reduce", "--jobs", "1"],
        ["--reduce", "relevant", "--reduce-keeps", "all"],
    ] {
        let run = output_of(pleach().args(["run", "--no-output"]).args(flags).arg(&file));
        assert_eq!(run.status.code(), Some(2), "{flags:?}");
        assert_eq!(text(&run.stderr).lines().count(), 1, "{flags:?}");
    }
}
