//! A few csmith programs; `cargo xtask csmith` runs a thousand.

use pleach_fuzz::Tools;
use pleach_fuzz::campaign::{self, Plan};
use pleach_fuzz::csmith::Csmith;
use std::time::Duration;

#[test]
fn programs_print_and_return_what_they_do_natively() {
    let tools = Tools::with(env!("CARGO_BIN_EXE_pleach"));
    let Some(check) = Csmith::find(tools, Duration::from_secs(120)) else {
        eprintln!("skipped: csmith is not installed");
        return;
    };
    let keep = tempfile::tempdir().expect("a temporary folder");
    let plan = Plan {
        seeds: 3..18,
        jobs: 2,
        keep: keep.path().to_owned(),
    };
    let tally = campaign::run(&plan, &check, &|_, _| {}).expect("the tools are there");
    assert!(
        tally.different.is_empty() && tally.unsupported.is_empty(),
        "{tally}"
    );
    assert!(tally.equal >= 8, "hardly anything was compared:\n{tally}");
}
