//! Places that the user wants to see reached.

use crate::atlas::distance::NodeId;
use pleach_ir::{Function, LocId, Module, NameError, SourceFile};
use std::collections::BTreeSet;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    #[error("--target {text}: there is no function of that name; write FUNCTION or FILE:LINE")]
    NoFunction { text: String },
    #[error("--target: {0}")]
    SeveralFunctions(NameError),
    #[error("--target {text}: the function is declared only, it has no code")]
    NoCode { text: String },
    #[error("--target {text}: no code of the program comes from such a file")]
    NoFile { text: String },
    #[error("--target {text}: no code stands on that line; the next line with code is {next}")]
    NoLine { text: String, next: u32 },
    #[error("--target {text}: no code stands on that line or behind it")]
    BehindTheEnd { text: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// As the user wrote it.
    pub text: String,
    pub reached: bool,
    /// One of these has to be executed.
    blocks: Vec<NodeId>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Targets(Vec<Target>);

impl Targets {
    pub fn find(module: &Module, texts: &[String]) -> Result<Targets, TargetError> {
        let find = |text: &String| {
            let blocks = match text.rsplit_once(':') {
                Some((file, line)) if line.parse::<u32>().is_ok() => {
                    line_blocks(module, text, file, line.parse().unwrap_or(0))?
                }
                _ => vec![function_block(module, text)?],
            };
            Ok(Target {
                text: text.clone(),
                reached: false,
                blocks,
            })
        };
        texts
            .iter()
            .map(find)
            .collect::<Result<_, _>>()
            .map(Targets)
    }

    pub fn all(&self) -> &[Target] {
        &self.0
    }

    /// There were some, and none is left.
    pub fn all_reached(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|t| t.reached)
    }

    /// Blocks of targets that are not reached yet.
    pub(crate) fn open_blocks(&self) -> BTreeSet<NodeId> {
        let open = self.0.iter().filter(|t| !t.reached);
        open.flat_map(|t| t.blocks.iter().copied()).collect()
    }

    /// Blocks were executed. Gives back the blocks of targets that are reached by that.
    pub(crate) fn reach(&mut self, blocks: &[NodeId]) -> Vec<NodeId> {
        let mut gone = Vec::new();
        for target in self.0.iter_mut().filter(|t| !t.reached) {
            if target.blocks.iter().any(|b| blocks.contains(b)) {
                target.reached = true;
                gone.extend(&target.blocks);
            }
        }
        gone
    }
}

fn function_block(module: &Module, text: &str) -> Result<NodeId, TargetError> {
    let text_of = || text.to_owned();
    let function = module.function_named(text).map_err(|error| match error {
        NameError::Unknown(_) => TargetError::NoFunction { text: text_of() },
        several => TargetError::SeveralFunctions(several),
    })?;
    let function = &module.functions[function.index()];
    if function.is_defined() {
        Ok(function.first_block_number)
    } else {
        Err(TargetError::NoCode { text: text_of() })
    }
}

/// Whether a user means this file: by its path, or by the last parts of it.
fn names(file: &SourceFile, text: &str) -> bool {
    let path = file.path.as_str();
    let whole = format!("{}/{}", file.directory, path);
    [path, whole.as_str()].iter().any(|path| {
        path.strip_suffix(text)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    })
}

/// Lines of an instruction in this file: its own, and those of calls that it was inlined at.
fn lines<'a>(
    module: &'a Module,
    files: &'a [bool],
    function: &Function,
    at: usize,
) -> impl Iterator<Item = u32> + 'a {
    let mut next: Option<LocId> = function.locs.get(at).copied();
    std::iter::from_fn(move || {
        let loc = module.locs.get(next?.index())?;
        next = loc.inlined_at;
        Some(loc)
    })
    .filter(|loc| files.get(loc.file.index()) == Some(&true))
    .map(|loc| loc.line)
    .filter(|line| *line > 0)
}

fn line_blocks(
    module: &Module,
    text: &str,
    file: &str,
    line: u32,
) -> Result<Vec<NodeId>, TargetError> {
    let text_of = || text.to_owned();
    let files: Vec<bool> = module.files.iter().map(|f| names(f, file)).collect();
    let (mut blocks, mut others) = (Vec::new(), BTreeSet::new());
    for function in &module.functions {
        for (b, block) in function.blocks.iter().enumerate() {
            let code = block.first as usize..(block.first + block.len) as usize;
            let here: BTreeSet<u32> = code
                .flat_map(|at| lines(module, &files, function, at))
                .collect();
            if here.contains(&line) {
                blocks.push(function.first_block_number + b as u32);
            }
            others.extend(here);
        }
    }
    if !blocks.is_empty() {
        return Ok(blocks);
    }
    if others.is_empty() {
        return Err(TargetError::NoFile { text: text_of() });
    }
    match others.range(line..).next() {
        Some(next) => Err(TargetError::NoLine {
            text: text_of(),
            next: *next,
        }),
        None => Err(TargetError::BehindTheEnd { text: text_of() }),
    }
}
