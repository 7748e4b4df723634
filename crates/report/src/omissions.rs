//! What a run did not explore: reasons, with the places of the program where they came up.

use crate::finding::SourcePlace;
use crate::places::{blamed, places};
use pleach_explore::Totals;
use pleach_interp::Incomplete;
use pleach_ir::Module;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// One reason at one line of the program.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Omitted {
    pub what: String,
    pub count: u64,
    /// None where the reason is about the whole run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<SourcePlace>,
}

impl Omitted {
    /// All of them, the most frequent first.
    pub fn all(module: &Module, totals: &Totals) -> Vec<Omitted> {
        let mut by_place: BTreeMap<(String, Option<String>), Omitted> = BTreeMap::new();
        for (omission, count) in &totals.incomplete {
            let what = incomplete_text(&omission.why);
            let site = omission.site;
            let place = site.and_then(|site| Some(blamed(&places(module, site))?.into()));
            let key = (what.clone(), place.as_ref().map(SourcePlace::short));
            let one = by_place.entry(key).or_insert(Omitted {
                what,
                count: 0,
                place,
            });
            one.count += count;
        }
        let mut all: Vec<Omitted> = by_place.into_values().collect();
        all.sort_by_key(|one| Reverse(one.count));
        all
    }
}

impl std::fmt::Display for Omitted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let times = if self.count == 1 { "time" } else { "times" };
        write!(f, "{} {times}: {}", self.count, self.what)?;
        match &self.place {
            Some(place) => write!(f, ", at {}", place.short()),
            None => Ok(()),
        }
    }
}

/// A reason for being incomplete, in words.
pub fn incomplete_text(why: &Incomplete) -> String {
    match why {
        Incomplete::SolverUnknown(reason) => format!("the solver did not know: {reason}"),
        Incomplete::TooManyObjects => {
            "a symbolic address could point to more objects than are tried".to_owned()
        }
        Incomplete::Concretized(what) => format!("{what} was fixed to one of its values"),
        Incomplete::MaxDepth => "a path reached --max-depth".to_owned(),
        Incomplete::NotForked(reason) => format!("a fork was not followed: {reason}"),
        Incomplete::Refused(what) => what.clone(),
        Incomplete::Dropped(reason) => format!("a state was dropped: {reason}"),
        Incomplete::Internal(panic) => format!("internal error of pleach: {panic}"),
    }
}
