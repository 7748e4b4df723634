//! The rule that makes retrying right, checked for tests ([`Config::check_retries`]): no instruction and
//! no host function changes its state before its last decision. What it changed earlier would be in
//! the copy that executes the instruction again, and be changed twice.
//!
//! [`Config::check_retries`]: crate::Config::check_retries

use crate::{Machine, State};

impl Machine {
    /// Keeps a copy of a state that is about to execute an instruction.
    pub(crate) fn remember_beginning(&mut self, state: &mut State) {
        if self.config.check_retries {
            // Both share their pages now.
            self.tlb.clear();
            state.stack.freeze();
            self.beginning = Some(Box::new(state.copy(state.id)));
        }
    }

    /// Panics if a copy that forks off now, and will execute the instruction again, is not what the
    /// running state was at the instruction's beginning.
    pub(crate) fn check_retry(&mut self, copy: &State) {
        let Some(beginning) = &self.beginning else {
            return;
        };
        if let Some(what) = difference(beginning, copy) {
            let function = &self.module.functions[copy.stack.top().function.index()];
            let inst = &function.code[copy.stack.top().pc as usize];
            panic!("changed before its last decision: {what}, by {inst:?}");
        }
    }
}

/// What is not as it was. Left out is what a fork changes (id, depth, the path, coverage, the count of
/// instructions) and how many objects an address was tried against, which goes on counting on purpose.
fn difference(before: &State, after: &State) -> Option<&'static str> {
    let preferences = |state: &State| {
        state
            .preferences
            .oldest_first()
            .copied()
            .collect::<Vec<_>>()
    };
    let parts = [
        ("extensions", before.extensions.is_same(&after.extensions)),
        ("the stack", before.stack.is_same(&after.stack)),
        ("memory", before.memory.is_same(&after.memory)),
        ("the inputs", before.inputs.is_same(&after.inputs)),
        ("forking", before.forking == after.forking),
        ("what was refused", before.refused == after.refused),
        ("what is left to do", before.agenda == after.agenda),
        ("functions to call at exit", before.at_exit == after.at_exit),
        ("the exit code", before.exit_code == after.exit_code),
        ("bytes of stack", before.stack_bytes == after.stack_bytes),
        ("exceptions", before.exceptions == after.exceptions),
        ("the landing", before.landing == after.landing),
        ("the arguments of main", before.main_args == after.main_args),
        ("names of fresh bytes", before.fresh == after.fresh),
        ("preferences", preferences(before) == preferences(after)),
        ("aliases", before.aliases == after.aliases),
        ("handlers", before.handlers == after.handlers),
    ];
    let mut changed = parts.iter().filter(|(_, same)| !same);
    changed.next().map(|(what, _)| *what)
}
