//! A few generated programs with unknown inputs; `cargo xtask random` runs as many as wished.

use pleach_fuzz::Tools;
use pleach_fuzz::campaign::{self, Plan};
use pleach_fuzz::symbolic::Symbolic;
use std::time::Duration;

#[test]
fn every_test_takes_its_path_natively_and_no_path_is_missing() {
    let tools = Tools::with(env!("CARGO_BIN_EXE_pleach"));
    let check = Symbolic::new(tools, Duration::from_secs(20), Vec::new());
    let keep = tempfile::tempdir().expect("a temporary folder");
    let plan = Plan {
        seeds: 0..40,
        jobs: 2,
        keep: keep.path().to_owned(),
    };
    let tally = campaign::run(&plan, &check, &|_, _| {}).expect("the tools are there");
    assert!(
        tally.different.is_empty() && tally.unsupported.is_empty(),
        "{tally}"
    );
    assert!(tally.equal >= 30, "hardly anything was compared:\n{tally}");
}
