//! Where a run spent its work, by line of the source: `profile.json`.

use crate::places::places;
use parking_lot::Mutex;
use pleach_explore::{Interests, Observer, PathEnd, Profile, RunOn};
use pleach_interp::Code;
use pleach_ir::{FuncId, Function, Module, Origin};
use pleach_memory::Site;
use serde::Serialize;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Asks for the profile of a run, and has it by line.
pub struct Profiler {
    module: Arc<Module>,
    code: Arc<Code>,
    lines: Mutex<Vec<ProfiledLine>>,
}

/// A line of the program's own code.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProfiledLine {
    pub file: String,
    pub line: u32,
    /// How often it was executed, by all states.
    pub executions: u64,
    /// What the solver was asked there, or in library functions that it called.
    pub questions: u64,
    pub solver_seconds: f64,
}

type Lines<'m> = BTreeMap<(&'m str, u32), ProfiledLine>;

impl Profiler {
    pub fn new(module: Arc<Module>, code: Arc<Code>) -> Profiler {
        Profiler {
            module,
            code,
            lines: Mutex::default(),
        }
    }

    /// The lines that took the solver longest come first.
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(&*self.lines.lock()).expect("plain data") + "\n"
    }

    fn by_line(&self, profile: &Profile) -> Vec<ProfiledLine> {
        let mut lines = Lines::new();
        for (i, function) in self.module.functions.iter().enumerate() {
            if function.origin == Origin::Program && function.is_defined() {
                self.add_executions(&mut lines, FuncId(i as u32), function, profile);
            }
        }
        for (site, cost) in &profile.questions {
            if let Some(line) = self.line(&mut lines, *site) {
                line.questions += cost.questions;
                line.solver_seconds += cost.time.as_secs_f64();
            }
        }
        let mut lines: Vec<ProfiledLine> = lines.into_values().collect();
        lines.sort_by(|a, b| b.solver_seconds.total_cmp(&a.solver_seconds));
        lines
    }

    /// A line that is in several blocks was executed as often as the first of them. One that is in
    /// several functions (inlined, or of a template) was executed in each.
    fn add_executions<'m>(
        &'m self,
        lines: &mut Lines<'m>,
        id: FuncId,
        function: &Function,
        profile: &Profile,
    ) {
        let entry = self.code.functions[id.index()].entry_number as usize;
        let mut entered = vec![0u64; function.blocks.len()];
        entered[0] = profile.edges[entry];
        for (e, edge) in function.edges.iter().enumerate() {
            entered[edge.target.index()] += profile.edges[entry + 1 + e];
        }
        let mut counted = HashSet::new();
        for at in 0..function.code.len() as u32 {
            let block = function.block_of(at).index();
            if let Some(line) = self.line(lines, Site { function: id, at })
                && counted.insert((line.file.clone(), line.line))
            {
                line.executions += entered[block];
            }
        }
    }

    fn line<'a, 'm>(
        &'m self,
        lines: &'a mut Lines<'m>,
        site: Site,
    ) -> Option<&'a mut ProfiledLine> {
        let place = places(&self.module, site).into_iter().next()?;
        if !place.has_line() {
            return None;
        }
        let new = || ProfiledLine {
            file: place.path.to_owned(),
            line: place.line,
            executions: 0,
            questions: 0,
            solver_seconds: 0.0,
        };
        Some(lines.entry((place.path, place.line)).or_insert_with(new))
    }
}

impl Observer for Profiler {
    fn interests(&self) -> Interests {
        Interests {
            profile: true,
            ..Interests::default()
        }
    }

    fn profile(&self, profile: &Profile) {
        *self.lines.lock() = self.by_line(profile);
    }

    fn path_ended(&self, _: &PathEnd<'_>) -> RunOn {
        RunOn::Yes
    }
}
