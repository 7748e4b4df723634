//! From an instruction to the source: file, line, function, inlined calls.

use pleach_interp::{ErrorKind, Finding};
use pleach_ir::{FileId, Loc, Module, Origin, SourceFile};
use pleach_memory::Site;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// One line of a call stack as a person reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'m> {
    pub function: &'m str,
    pub file: Option<FileId>,
    /// As the compiler recorded it; empty if it did not.
    pub path: &'m str,
    /// Zero where the compiler gave none.
    pub line: u32,
    pub column: u32,
    pub origin: Origin,
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.path, self.line, self.column) {
            ("", _, _) | (_, 0, _) => write!(f, "(no source line)"),
            (path, line, 0) => write!(f, "{path}:{line}"),
            (path, line, column) => write!(f, "{path}:{line}:{column}"),
        }
    }
}

/// The frames that an instruction stands for, innermost first: more than one
/// where calls were inlined.
pub fn places(module: &Module, site: Site) -> Vec<Place<'_>> {
    let Some(function) = module.functions.get(site.function.index()) else {
        return Vec::new();
    };
    let at = function
        .locs
        .get(site.at as usize)
        .map(|id| module.locs[id.index()]);
    let known = |loc: &Loc| loc.line != 0;
    // Without a line of its own, an instruction is somewhere in its function.
    let fallback = function.loc.map(|id| Loc {
        column: 0,
        ..module.locs[id.index()]
    });
    let Some(mut loc) = at.filter(known).or(fallback.filter(known)) else {
        let place = Place {
            function: &function.name,
            file: None,
            path: "",
            line: 0,
            column: 0,
            origin: function.origin,
        };
        return vec![place];
    };
    let mut frames = Vec::new();
    loop {
        let scope = module
            .scope_names
            .get(loc.scope as usize)
            .map(String::as_str)
            .filter(|name| !name.is_empty());
        let outermost = loc.inlined_at.is_none();
        frames.push(Place {
            function: scope.unwrap_or(if outermost {
                &function.name
            } else {
                "(inlined)"
            }),
            file: Some(loc.file),
            path: module
                .files
                .get(loc.file.index())
                .map_or("", |f| f.path.as_str()),
            line: loc.line,
            column: loc.column,
            origin: function.origin,
        });
        match loc.inlined_at {
            Some(caller) => loc = module.locs[caller.index()],
            None => return frames,
        }
    }
}

/// The whole call stack of a finding, innermost first.
pub fn stack<'m>(module: &'m Module, finding: &Finding) -> Vec<Place<'m>> {
    finding
        .stack
        .iter()
        .flat_map(|entry| places(module, entry.site))
        .collect()
}

/// Where a person looks for the error: the innermost line of the program itself.
pub fn blamed<'s, 'm>(stack: &'s [Place<'m>]) -> Option<&'s Place<'m>> {
    let own = stack
        .iter()
        .find(|p| p.origin == Origin::Program && p.line != 0);
    own.or_else(|| stack.iter().find(|p| p.line != 0))
        .or(stack.first())
}

/// Errors with the same key are the same error.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ErrorKey {
    kind: ErrorKind,
    file: Option<FileId>,
    line: u32,
    column: u32,
    site: Option<Site>,
    message: Option<String>,
}

impl ErrorKey {
    pub fn of(module: &Module, finding: &Finding) -> ErrorKey {
        let stack = stack(module, finding);
        let place = blamed(&stack).filter(|p| p.line != 0);
        // The program's own reports differ by what they say, not only by where.
        let by_message =
            finding.kind == ErrorKind::ReportError || finding.kind == ErrorKind::Internal;
        ErrorKey {
            kind: finding.kind,
            file: place.and_then(|p| p.file),
            line: place.map_or(0, |p| p.line),
            column: place.map_or(0, |p| p.column),
            site: if place.is_none() {
                finding.stack.first().map(|e| e.site)
            } else {
                None
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
