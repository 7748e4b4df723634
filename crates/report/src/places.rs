//! From an instruction to the source: file, line, function, inlined calls.

use pleach_interp::{ErrorKind, Finding};
use pleach_ir::{FileId, Function, Loc, LocId, Module, Origin, SourceFile, readable};
use pleach_memory::Site;
use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// One line of a call stack as a person reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place<'m> {
    /// Of the function.
    pub symbol: &'m str,
    pub file: Option<FileId>,
    /// As the compiler recorded it; empty if it did not.
    pub path: &'m str,
    /// Zero where the compiler gave none.
    pub line: u32,
    pub column: u32,
    pub origin: Origin,
    /// Where the compiler gave it no line of its own: `line` is then that of the function or of a
    /// call in it, or not known either.
    pub instruction: Option<Instruction>,
}

/// An instruction by its number in its function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    pub site: Site,
    /// What it does, in a word or two.
    pub operation: String,
}

impl std::fmt::Display for Instruction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "instruction {} ({})", self.site.at, self.operation)
    }
}

impl<'m> Place<'m> {
    /// The function as the source calls it.
    pub fn function(&self) -> Cow<'m, str> {
        readable(self.symbol)
    }

    pub fn has_line(&self) -> bool {
        self.line != 0 && !self.path.is_empty()
    }
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.has_line(), self.column, &self.instruction) {
            (false, _, None) => write!(f, "(no source line)"),
            (false, _, Some(instruction)) => write!(f, "{instruction}"),
            (true, _, Some(instruction)) => {
                write!(f, "{}:{}, {instruction}", self.path, self.line)
            }
            (true, 0, None) => write!(f, "{}:{}", self.path, self.line),
            (true, column, None) => write!(f, "{}:{}:{column}", self.path, self.line),
        }
    }
}

/// The frames that an instruction stands for, innermost first: more than one
/// where calls were inlined.
pub fn places(module: &Module, site: Site) -> Vec<Place<'_>> {
    let Some(function) = module.functions.get(site.function.index()) else {
        return Vec::new();
    };
    let at = function.locs.get(site.at as usize).copied();
    let at = at.map(|id| out_of_made_up_function(module, id));
    let known = |id: &LocId| module.locs[id.index()].line != 0;
    let exact = at.filter(known);
    // Without a line of its own, an instruction is somewhere in the call that it was inlined from, or
    // in its function.
    let around = at.and_then(|id| callers(module, id).find(known));
    let nearest = exact.or(around).or(function.loc.filter(known));
    let instruction = exact.is_none().then(|| Instruction {
        site,
        operation: module.operation(site.function, site.at),
    });
    let mut frames = match nearest {
        Some(id) => inlined_frames(module, function, id),
        None => vec![Place {
            symbol: &function.name,
            file: None,
            path: "",
            line: 0,
            column: 0,
            origin: function.origin,
            instruction: None,
        }],
    };
    if instruction.is_some() {
        frames[0].column = 0;
        frames[0].instruction = instruction;
    }
    frames
}

/// The calls that code was inlined at, from the inside out.
fn callers(module: &Module, id: LocId) -> impl Iterator<Item = LocId> {
    let above = |id: &LocId| module.locs[id.index()].inlined_at;
    std::iter::successors(above(&id), above)
}

fn inlined_frames<'m>(module: &'m Module, function: &'m Function, id: LocId) -> Vec<Place<'m>> {
    let frame = |id: LocId| {
        let loc = module.locs[id.index()];
        let scope = module.scope_names.get(loc.scope as usize);
        let scope = scope.map(String::as_str).filter(|name| !name.is_empty());
        let otherwise = match loc.inlined_at {
            Some(_) => "(inlined)",
            None => &function.name,
        };
        let file = module.files.get(loc.file.index());
        Place {
            symbol: scope.unwrap_or(otherwise),
            file: Some(loc.file),
            path: file.map_or("", |f| f.path.as_str()),
            line: loc.line,
            column: loc.column,
            // A library's function that was inlined is still the library's.
            origin: match file.is_some_and(SourceFile::is_of_rust) {
                true => Origin::Runtime,
                false => function.origin,
            },
            instruction: None,
        }
    };
    std::iter::once(id)
        .chain(callers(module, id))
        .map(frame)
        .collect()
}

/// clang makes up functions without lines to say something in their names. What they are "inlined"
/// into is where the instruction stands.
fn out_of_made_up_function(module: &Module, mut id: LocId) -> LocId {
    let is_made_up = |loc: Loc| {
        let name = module.scope_names.get(loc.scope as usize);
        name.is_some_and(|name| MADE_UP.iter().any(|start| name.starts_with(start)))
    };
    while let Some(caller) = module.locs[id.index()].inlined_at
        && is_made_up(module.locs[id.index()])
    {
        id = caller;
    }
    id
}

const MADE_UP: [&str; 2] = ["__clang_trap_msg", "__ubsan_check_"];

/// The whole call stack of a finding, innermost first.
pub fn stack<'m>(module: &'m Module, finding: &'m Finding) -> Vec<Place<'m>> {
    let mut stack: Vec<Place<'m>> = finding
        .stack
        .iter()
        .flat_map(|entry| places(module, entry.site))
        .collect();
    if let (Some(innermost), Some(named)) = (stack.first_mut(), &finding.place) {
        let is_it = |file: &SourceFile| file.path == named.file;
        let file = module.files.iter().position(is_it);
        // The same file may be spelled in two ways.
        let spelled_otherwise =
            Path::new(innermost.path).file_name() == Path::new(&named.file).file_name();
        *innermost = Place {
            file: file
                .map(|i| FileId(i as u32))
                .or(innermost.file.filter(|_| spelled_otherwise)),
            path: &named.file,
            line: named.line,
            column: named.column,
            instruction: None,
            ..*innermost
        };
    }
    stack
}

/// Where a person looks for the error: the innermost place in the program itself, whether its line is
/// known or not. Nobody else's stands for it.
pub fn blamed<'s, 'm>(stack: &'s [Place<'m>]) -> Option<&'s Place<'m>> {
    let own = stack.iter().find(|p| p.origin == Origin::Program);
    own.or_else(|| stack.iter().find(|p| p.has_line()))
        .or(stack.first())
}

/// Errors with the same key are the same error.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ErrorKey {
    kind: ErrorKind,
    file: Option<FileId>,
    line: u32,
    column: u32,
    /// Where these do not tell instructions apart.
    site: Option<Site>,
    message: Option<String>,
}

impl ErrorKey {
    pub fn of(module: &Module, finding: &Finding) -> ErrorKey {
        let stack = stack(module, finding);
        let place = blamed(&stack);
        // The program's own reports differ by what they say, not only by where.
        let by_message =
            finding.kind == ErrorKind::ReportError || finding.kind == ErrorKind::Internal;
        ErrorKey {
            kind: finding.kind,
            file: place.and_then(|p| p.file),
            line: place.map_or(0, |p| p.line),
            column: place.map_or(0, |p| p.column),
            site: match place {
                Some(Place {
                    instruction: Some(instruction),
                    ..
                }) => Some(instruction.site),
                Some(place) if place.file.is_some() => None,
                _ => finding.stack.first().map(|entry| entry.site),
            },
            message: by_message.then(|| finding.message.clone()),
        }
    }
}

/// Source files, read when a line of them is quoted.
#[derive(Default)]
pub struct Sources {
    files: Mutex<HashMap<PathBuf, Option<Arc<str>>>>,
}

impl Sources {
    /// The text of a line, if the file is still there.
    pub fn line(&self, module: &Module, place: &Place<'_>) -> Option<String> {
        let file = module.files.get(place.file?.index())?;
        let mut files = self
            .files
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        let text = files
            .entry(full_path(file))
            .or_insert_with_key(|path| read(path))
            .clone()?;
        drop(files);
        let index = usize::try_from(place.line).ok()?.checked_sub(1)?;
        text.lines().nth(index).map(str::to_owned)
    }
}

fn read(path: &Path) -> Option<Arc<str>> {
    let bytes = std::fs::read(path).ok()?;
    Some(String::from_utf8_lossy(&bytes).into())
}

pub(crate) fn full_path(file: &SourceFile) -> PathBuf {
    Path::new(&file.directory).join(&file.path)
}
