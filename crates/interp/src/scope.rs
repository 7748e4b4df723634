//! Scopes of local variables. A variable outside of its scope keeps its place, as a freed object
//! does, so that an access to it is seen.

use crate::{Machine, State, Step};
use pleach_ir::{Inst, Opnd};
use pleach_memory::{Kind, Object};

impl Machine {
    pub(crate) fn scope(&mut self, state: &mut State, variable: Opnd, begins: bool) -> Step<()> {
        let Some(base) = self.read(state, variable).as_concrete() else {
            return Ok(());
        };
        let Some(object) = state.memory.find(base) else {
            return Ok(());
        };
        if object.kind != Kind::Stack || object.base != base {
            return Ok(());
        }
        let size = object.size;
        if begins {
            let contents = self.fresh_contents(state, size);
            self.begin_scope(state, base, contents);
        } else {
            let site = self.site(state);
            self.end_scope(state, base, site);
        }
        Ok(())
    }

    /// Begins all scopes of the top frame that have ended: a jump back to `setjmp` may lead into
    /// any of them again.
    pub(crate) fn revive_scopes(&mut self, state: &mut State) {
        let dead: Vec<(u64, u64)> = state
            .stack
            .top()
            .allocas
            .iter()
            .filter_map(|base| state.memory.find(*base))
            .filter(|object| object.freed.is_some())
            .map(|object| (object.base, object.size))
            .collect();
        for (base, size) in dead {
            let contents = self.fresh_contents(state, size);
            self.begin_scope(state, base, contents);
        }
    }

    /// "local variable", with the source's name where it is known.
    pub(crate) fn variable(&self, object: &Object) -> String {
        let inst = object.site.and_then(|site| {
            let code = &self.module.functions[site.function.index()].code;
            code.get(site.at as usize)
        });
        let name = match inst {
            Some(Inst::Alloca { name, .. }) => &self.module.variable_names[*name as usize],
            _ => "",
        };
        match name {
            "" => "local variable".to_string(),
            name => format!("local variable `{name}`"),
        }
    }
}
