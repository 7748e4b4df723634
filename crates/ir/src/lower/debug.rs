//! Source locations.

use std::collections::HashMap;

use crate::llvm::{Context, Meta, Value};
use crate::{FileId, Loc, LocId, Module, SourceFile};

/// Debug nodes that were already turned into table entries.
#[derive(Default)]
pub struct DebugTables {
    locations: HashMap<Meta, LocId>,
    files: HashMap<Meta, FileId>,
    file_names: HashMap<(String, String), FileId>,
    scopes: HashMap<Meta, u32>,
    scope_names: HashMap<String, u32>,
}

impl DebugTables {
    /// Entry 0 of each table is "unknown".
    pub fn new(out: &mut Module) -> DebugTables {
        out.files.push(SourceFile {
            path: String::new(),
            directory: String::new(),
        });
        out.scope_names.push(String::new());
        out.locs.push(Loc {
            file: FileId(0),
            line: 0,
            column: 0,
            scope: 0,
            inlined_at: None,
        });
        let mut tables = DebugTables::default();
        tables.scope_names.insert(String::new(), 0);
        tables
    }

    pub fn of_instruction(&mut self, context: &Context, out: &mut Module, inst: Value) -> LocId {
        inst.location()
            .map_or(LocId(0), |location| self.location(context, out, location))
    }

    /// Inlined-at chains become chains of entries; the outermost is made first.
    fn location(&mut self, context: &Context, out: &mut Module, location: Meta) -> LocId {
        let mut chain = vec![location];
        while let Some(outer) = chain.last().and_then(|at| at.location_inlined_at()) {
            chain.push(outer);
        }
        let mut inlined_at = None;
        let mut id = LocId(0);
        for &node in chain.iter().rev() {
            id = match self.locations.get(&node) {
                Some(&known) => known,
                None => self.add_location(context, out, node, inlined_at),
            };
            inlined_at = Some(id);
        }
        id
    }

    fn add_location(
        &mut self,
        context: &Context,
        out: &mut Module,
        node: Meta,
        inlined_at: Option<LocId>,
    ) -> LocId {
        let scope = node.location_scope();
        let loc = Loc {
            file: self.file(out, scope.and_then(Meta::scope_file)),
            line: node.location_line(),
            column: node.location_column(),
            scope: scope.map_or(0, |scope| self.scope(context, out, scope)),
            inlined_at,
        };
        let id = push(out, loc);
        self.locations.insert(node, id);
        id
    }

    pub fn of_function(
        &mut self,
        context: &Context,
        out: &mut Module,
        function: Value,
    ) -> Option<LocId> {
        let subprogram = function.subprogram()?;
        let loc = Loc {
            file: self.file(out, subprogram.scope_file()),
            line: subprogram.subprogram_line(),
            column: 0,
            scope: self.scope(context, out, subprogram),
            inlined_at: None,
        };
        Some(push(out, loc))
    }

    pub fn of_variable(&mut self, context: &Context, out: &mut Module, global: Value) -> LocId {
        let kind = context.metadata_kind("dbg");
        let Some(variable) = global.metadata(kind).and_then(Meta::global_variable) else {
            return LocId(0);
        };
        let file = self.file(out, variable.variable_file());
        let loc = Loc {
            file,
            line: variable.variable_line(),
            column: 0,
            scope: 0,
            inlined_at: None,
        };
        push(out, loc)
    }

    fn file(&mut self, out: &mut Module, file: Option<Meta>) -> FileId {
        let Some(file) = file else { return FileId(0) };
        if let Some(&known) = self.files.get(&file) {
            return known;
        }
        let key = (file.file_name(), file.file_directory());
        let id = *self
            .file_names
            .entry(key)
            .or_insert_with_key(|(path, directory)| {
                out.files.push(SourceFile {
                    path: path.clone(),
                    directory: directory.clone(),
                });
                FileId(out.files.len() as u32 - 1)
            });
        self.files.insert(file, id);
        id
    }

    fn scope(&mut self, context: &Context, out: &mut Module, scope: Meta) -> u32 {
        if let Some(&known) = self.scopes.get(&scope) {
            return known;
        }
        let name = scope.function_name(context).unwrap_or_default();
        let id = *self.scope_names.entry(name).or_insert_with_key(|name| {
            out.scope_names.push(name.clone());
            out.scope_names.len() as u32 - 1
        });
        self.scopes.insert(scope, id);
        id
    }
}

fn push(out: &mut Module, loc: Loc) -> LocId {
    out.locs.push(loc);
    LocId(out.locs.len() as u32 - 1)
}
