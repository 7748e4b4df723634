//! Scopes of local variables. A variable outside of its scope keeps its place, as a freed object
//! does, so that an access to it is seen.

use crate::{Machine, State, Step};
use pleach_ir::Opnd;
use pleach_memory::Kind;

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
}
