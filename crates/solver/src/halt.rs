//! Ending all work on questions, from another thread.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

/// Raised when nobody waits for answers any longer. Whoever works on a question gives it up then,
/// and later ones are not begun.
#[derive(Default)]
pub struct Halt {
    raised: AtomicBool,
    working: Mutex<Working>,
}

/// Back ends that cannot look at the flag themselves, while they work.
#[derive(Default)]
struct Working {
    interrupts: BTreeMap<u64, Box<dyn Fn() + Send>>,
    next: u64,
}

impl Halt {
    pub fn is_raised(&self) -> bool {
        self.raised.load(Relaxed)
    }

    /// To be called again and again until everyone has stopped: who begins at the same moment may
    /// not hear of it the first time.
    pub fn raise(&self) {
        self.raised.store(true, Relaxed);
        self.lock().interrupts.values().for_each(|stop| stop());
    }

    /// Works on something that `stop`, called on another thread, makes an end of. It is not called
    /// any more when this returns.
    pub(crate) fn during<T>(
        &self,
        stop: impl Fn() + Send + 'static,
        work: impl FnOnce() -> T,
    ) -> T {
        let id = {
            let mut working = self.lock();
            working.next += 1;
            let id = working.next;
            working.interrupts.insert(id, Box::new(stop));
            id
        };
        let _end = EndOfWork { halt: self, id };
        work()
    }

    fn lock(&self) -> MutexGuard<'_, Working> {
        self.working
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

/// Also when the work panics.
struct EndOfWork<'a> {
    halt: &'a Halt,
    id: u64,
}

impl Drop for EndOfWork<'_> {
    fn drop(&mut self) {
        self.halt.lock().interrupts.remove(&self.id);
    }
}

impl fmt::Debug for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Halt")
            .field("raised", &self.is_raised())
            .finish_non_exhaustive()
    }
}
