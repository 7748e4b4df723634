//! Errors that are signals natively. Where the program has a handler for the signal, the error is
//! reported as a path that ends, and the path also goes on into the handler: what that prints,
//! covers and breaks is the program's, and it may exit or jump away and never come back.

use crate::{End, Ended, Finding, Machine, State, Value};
use pleach_ir::FuncId;

/// What the model of the operating system says about the handlers of a path.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Handlers {
    /// The model's function that calls a handler. It takes the signal and the address at fault, and
    /// does not return.
    pub entry: Option<FuncId>,
    /// One bit per signal that the program handles, signal 1 lowest.
    pub signals: u64,
    /// Where the mask of blocked signals lies, 0 if nobody said.
    pub mask: u64,
}

impl Machine {
    /// Ends a path with an error beside the running one; a copy goes on if there is a handler.
    pub(crate) fn end_beside(&mut self, mut failed: Box<State>, finding: Finding) {
        if let Some(entry) = handler(&failed, &finding) {
            let path = failed.path.clone();
            let mut other = self.fork(&mut failed, path);
            other.decisions = failed.decisions.clone();
            self.enter_handler(&mut other, entry, &finding);
            // What entering costs is not the running state's.
            self.count_instructions(&mut other);
            self.forked.push(other);
        }
        let end = End::Error(Box::new(finding));
        self.ended.push(Ended { state: failed, end });
    }

    /// The running path came to its end, unless it is an error that has a handler: then a copy ends
    /// and this one goes on there.
    pub(crate) fn or_handled(&mut self, state: &mut State, end: End) -> Option<End> {
        let End::Error(finding) = &end else {
            return Some(end);
        };
        let Some(entry) = handler(state, finding) else {
            return Some(end);
        };
        let path = state.path.clone();
        let failed = self.fork(state, path);
        self.enter_handler(state, entry, finding);
        self.ended.push(Ended { state: failed, end });
        None
    }

    /// The frame below stays at the instruction at fault, which nobody returns to.
    fn enter_handler(&mut self, state: &mut State, entry: FuncId, finding: &Finding) {
        let signal = finding.signal.unwrap_or_default();
        let address = finding.address.unwrap_or_default();
        let args = [u64::from(signal), address].map(Value::concrete);
        self.behind_a_barrier(state, |machine, state| {
            machine.push_frame(state, entry, &args)
        });
    }
}

fn handler(state: &State, finding: &Finding) -> Option<FuncId> {
    let handlers = state.handlers;
    let bit = 1 << (finding.signal?.checked_sub(1)? & 63);
    handlers.entry.filter(|_| handlers.signals & bit != 0)
}
