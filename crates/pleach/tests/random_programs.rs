//! A few generated programs with unknown inputs; `cargo xtask random` runs as many as wished.

use pleach_fuzz::Tools;
use pleach_fuzz::campaign::{self, Plan};
use pleach_fuzz::symbolic::Symbolic;
use std::ops::Range;
use std::time::Duration;

#[test]
fn every_test_takes_its_path_natively_and_no_path_is_missing() {
    compare(0..40, Vec::new());
}

#[test]
fn paths_are_the_same_with_dead_values_overwritten() {
    compare(40..52, vec!["--overwrite-dead".to_owned()]);
}

fn compare(seeds: Range<u64>, flags: Vec<String>) {
    let tools = Tools::with(env!("CARGO_BIN_EXE_pleach"));
    let check = Symbolic::new(tools, Duration::from_secs(20), flags);
    let keep = tempfile::tempdir().expect("a temporary folder");
    let wanted = (seeds.end - seeds.start) * 3 / 4;
    let plan = Plan {
        seeds,
        jobs: 2,
        keep: keep.path().to_owned(),
    };
    let tally = campaign::run(&plan, &check, &|_, _| {}).expect("the tools are there");
    assert!(
        tally.different.is_empty() && tally.unsupported.is_empty(),
        "{tally}"
    );
    assert!(
        tally.equal >= wanted,
        "hardly anything was compared:\n{tally}"
    );
}
