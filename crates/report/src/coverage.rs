//! What of the program's own code was executed: instructions, branches, lines.

use pleach_interp::{Code, CoverageMap};
use pleach_ir::{
    Block, Callee, EdgeId, FileId, FuncId, Function, Inst, Module, Origin, is_sanitizer,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How many of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Share {
    pub covered: u64,
    pub total: u64,
}

impl Share {
    fn count(&mut self, covered: bool) {
        self.total += 1;
        self.covered += u64::from(covered);
    }

    fn add(&mut self, other: Share) {
        self.total += other.total;
        self.covered += other.covered;
    }

    /// Nothing to cover counts as all covered.
    pub fn percent(self) -> f64 {
        if self.total == 0 {
            100.0
        } else {
            100.0 * self.covered as f64 / self.total as f64
        }
    }
}

/// The three shares of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Shares {
    pub instructions: Share,
    /// Directions of conditional branches and of switches.
    pub branches: Share,
    pub lines: Share,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FunctionCoverage {
    /// Its symbol.
    pub name: String,
    /// The source's name, where that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub readable: Option<String>,
    pub file: String,
    pub line: u32,
    pub entered: bool,
    pub instructions: Share,
    pub branches: Share,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileCoverage {
    pub path: String,
    pub lines: Share,
    pub uncovered_lines: Vec<u32>,
    #[serde(skip)]
    all_lines: BTreeMap<u32, bool>,
    #[serde(skip)]
    branches: Vec<BranchCoverage>,
}

/// One branch of the source with its directions.
#[derive(Debug, Clone, PartialEq, Eq)]
struct BranchCoverage {
    line: u32,
    reached: bool,
    directions: Vec<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    pub totals: Shares,
    /// Everything was explored: what is not covered cannot be reached in the modelled world.
    pub uncovered_is_unreachable: bool,
    pub files: Vec<FileCoverage>,
    pub functions: Vec<FunctionCoverage>,
}

#[derive(Default)]
struct FileLines {
    lines: BTreeMap<u32, bool>,
    branches: Vec<BranchCoverage>,
}

impl Coverage {
    pub fn new(module: &Module, code: &Code, map: &CoverageMap) -> Coverage {
        let mut totals = Shares::default();
        let mut functions = Vec::new();
        // By path, because every module that includes a header has its own entry for it.
        let mut files: BTreeMap<&str, FileLines> = BTreeMap::new();
        for (i, function) in module.functions.iter().enumerate() {
            if function.origin != Origin::Program || !function.is_defined() {
                continue;
            }
            let seen = Seen {
                id: FuncId(i as u32),
                function,
                module,
                code,
                map,
            };
            let blocks = seen.blocks();
            let counted = seen.function(&blocks, &mut files);
            totals.instructions.add(counted.instructions);
            totals.branches.add(counted.branches);
            functions.push(counted);
        }
        let files: Vec<FileCoverage> = files
            .into_iter()
            .map(|(path, file)| finish_file(path, file))
            .collect();
        files.iter().for_each(|file| totals.lines.add(file.lines));
        Coverage {
            totals,
            uncovered_is_unreachable: false,
            files,
            functions,
        }
    }

    /// The lines that are not covered, by file.
    pub fn uncovered_lines(&self) -> impl Iterator<Item = (&str, &[u32])> {
        let files = self
            .files
            .iter()
            .map(|file| (&*file.path, &*file.uncovered_lines));
        files.filter(|(_, lines)| !lines.is_empty())
    }

    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data") + "\n"
    }

    /// The format of the `lcov` tools, which take symbols apart themselves. Counts are 0 or 1: only whether is known, not how often.
    pub fn lcov(&self) -> String {
        let mut out = String::from("TN:\n");
        for file in &self.files {
            let _ = writeln!(out, "SF:{}", file.path);
            let functions = || self.functions.iter().filter(|f| f.file == file.path);
            for f in functions() {
                let _ = writeln!(out, "FN:{},{}", f.line, f.name);
            }
            for f in functions() {
                let _ = writeln!(out, "FNDA:{},{}", u8::from(f.entered), f.name);
            }
            let entered = functions().filter(|f| f.entered).count();
            let _ = write!(out, "FNF:{}\nFNH:{entered}\n", functions().count());
            lcov_branches(&mut out, &file.branches);
            for (line, covered) in &file.all_lines {
                let _ = writeln!(out, "DA:{line},{}", u8::from(*covered));
            }
            let _ = write!(
                out,
                "LF:{}\nLH:{}\nend_of_record\n",
                file.lines.total, file.lines.covered
            );
        }
        out
    }
}

fn lcov_branches(out: &mut String, branches: &[BranchCoverage]) {
    let mut share = Share::default();
    for (number, branch) in branches.iter().enumerate() {
        for (direction, taken) in branch.directions.iter().enumerate() {
            share.count(*taken);
            let taken = match (branch.reached, taken) {
                (false, _) => "-",
                (true, false) => "0",
                (true, true) => "1",
            };
            let _ = writeln!(out, "BRDA:{},{number},{direction},{taken}", branch.line);
        }
    }
    let _ = write!(out, "BRF:{}\nBRH:{}\n", share.total, share.covered);
}

fn finish_file(path: &str, file: FileLines) -> FileCoverage {
    let mut lines = Share::default();
    file.lines
        .values()
        .for_each(|covered| lines.count(*covered));
    FileCoverage {
        path: path.to_owned(),
        lines,
        uncovered_lines: file
            .lines
            .iter()
            .filter(|(_, covered)| !**covered)
            .map(|(line, _)| *line)
            .collect(),
        all_lines: file.lines,
        branches: file.branches,
    }
}

/// One function and what the map knows about it.
struct Seen<'a> {
    id: FuncId,
    function: &'a Function,
    module: &'a Module,
    code: &'a Code,
    map: &'a CoverageMap,
}

impl<'a> Seen<'a> {
    fn edge(&self, edge: EdgeId) -> bool {
        self.map.is_covered(self.code.edge_number(self.id, edge))
    }

    fn entered(&self) -> bool {
        self.map
            .is_covered(self.code.functions[self.id.index()].entry_number)
    }

    /// Which blocks were entered: by an edge, or as the function's first.
    fn blocks(&self) -> Vec<bool> {
        let mut blocks = vec![false; self.function.blocks.len()];
        blocks[0] = self.entered();
        for (i, edge) in self.function.edges.iter().enumerate() {
            blocks[edge.target.index()] |= self.edge(EdgeId(i as u32));
        }
        blocks
    }

    fn path(&self, file: FileId) -> &'a str {
        self.module
            .files
            .get(file.index())
            .map_or("", |f| f.path.as_str())
    }

    fn function(
        &self,
        blocks: &[bool],
        files: &mut BTreeMap<&'a str, FileLines>,
    ) -> FunctionCoverage {
        let loc = self.function.loc.map(|id| self.module.locs[id.index()]);
        let mut counted = FunctionCoverage {
            name: self.function.name.clone(),
            readable: match pleach_ir::readable(&self.function.name) {
                name if name == self.function.name => None,
                name => Some(name.into_owned()),
            },
            file: loc.map_or("", |loc| self.path(loc.file)).to_owned(),
            line: loc.map_or(0, |loc| loc.line),
            entered: self.entered(),
            instructions: Share::default(),
            branches: Share::default(),
        };
        for (block, &reached) in self.function.blocks.iter().zip(blocks) {
            if self.is_report(block) {
                continue;
            }
            for at in block.first..block.first + block.len {
                // What stands behind a call that never returns is not there to be covered.
                if matches!(self.function.code[at as usize], Inst::Unreachable) {
                    continue;
                }
                counted.instructions.count(reached);
                let loc = self.module.locs[self.function.locs[at as usize].index()];
                let directions = match block.is_check {
                    true => Vec::new(),
                    false => self.directions(&self.function.code[at as usize]),
                };
                directions
                    .iter()
                    .for_each(|taken| counted.branches.count(*taken));
                if loc.line == 0 {
                    continue;
                }
                let file = files.entry(self.path(loc.file)).or_default();
                *file.lines.entry(loc.line).or_default() |= reached;
                if !directions.is_empty() {
                    file.branches.push(BranchCoverage {
                        line: loc.line,
                        reached,
                        directions,
                    });
                }
            }
        }
        counted
    }

    /// Whether a block only tells a sanitizer's runtime that a check failed: the compiler's, not
    /// the source's.
    fn is_report(&self, block: &Block) -> bool {
        let code = &self.function.code[block.first as usize..][..block.len as usize];
        let Some(Inst::Call(call)) = code.last() else {
            return false;
        };
        let Callee::Direct(callee) = call.callee else {
            return false;
        };
        is_sanitizer(&self.module.functions[callee.index()].name)
    }

    /// For an instruction that chooses: which of its ways were taken.
    fn directions(&self, inst: &Inst) -> Vec<bool> {
        match inst {
            Inst::Branch {
                then_edge,
                else_edge,
                ..
            } => vec![self.edge(*then_edge), self.edge(*else_edge)],
            Inst::Switch(switch) => {
                let edges = switch
                    .cases
                    .iter()
                    .map(|(_, edge)| *edge)
                    .chain([switch.default]);
                self.by_target(edges)
            }
            Inst::IndirectJump { targets, .. } => self.by_target(targets.iter().copied()),
            _ => Vec::new(),
        }
    }

    /// Several cases that go to the same place are one direction.
    fn by_target(&self, edges: impl Iterator<Item = EdgeId>) -> Vec<bool> {
        let mut order = Vec::new();
        let mut known = BTreeSet::new();
        let mut taken: BTreeMap<u32, bool> = BTreeMap::new();
        for edge in edges {
            let target = self.function.edges[edge.index()].target.0;
            if known.insert(target) {
                order.push(target);
            }
            *taken.entry(target).or_default() |= self.edge(edge);
        }
        order.into_iter().map(|target| taken[&target]).collect()
    }
}
