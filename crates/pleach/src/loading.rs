//! What came before the exploration: compiling, linking, lowering.

use pleach_report::Loading;
use std::time::{Duration, Instant};

/// The start of the command; limits of time count from here.
pub struct Start {
    at: Instant,
    /// Of children that the process had before: the launcher, which builds pleach, becomes it.
    children_cpu: Duration,
}

impl Start {
    pub fn now() -> Start {
        Start {
            at: Instant::now(),
            children_cpu: cpu_of(libc::RUSAGE_CHILDREN),
        }
    }

    /// When the program is ready to run.
    pub fn loaded(&self) -> Loading {
        Loading {
            elapsed: self.at.elapsed(),
            own_cpu: cpu_of(libc::RUSAGE_SELF),
            children_cpu: cpu_of(libc::RUSAGE_CHILDREN).saturating_sub(self.children_cpu),
        }
    }
}

fn cpu_of(who: libc::c_int) -> Duration {
    // SAFETY: all zero is a valid `rusage`, and the pointer is to a local.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &raw mut usage);
        usage
    };
    let duration = |time: libc::timeval| {
        Duration::from_secs(time.tv_sec.max(0) as u64)
            + Duration::from_micros(time.tv_usec.max(0) as u64)
    };
    duration(usage.ru_utime) + duration(usage.ru_stime)
}
