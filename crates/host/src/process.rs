use procfs::process::Process;
use std::time::Duration;

/// Memory that this process has now; 0 where the system does not tell.
pub fn resident_bytes() -> u64 {
    let pages = Process::myself().and_then(|this| this.statm());
    pages.map_or(0, |pages| pages.resident * setting(libc::_SC_PAGESIZE))
}

/// User and system time of this process.
pub fn cpu_time() -> Duration {
    let Ok(stat) = Process::myself().and_then(|this| this.stat()) else {
        return Duration::ZERO;
    };
    let ticks = stat.utime + stat.stime;
    Duration::from_millis(ticks * 1000 / setting(libc::_SC_CLK_TCK))
}

/// Asked of the C library: what `procfs` does for it crashes under valgrind.
fn setting(name: libc::c_int) -> u64 {
    // SAFETY: it only reads, and knows every name.
    unsafe { libc::sysconf(name) as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_has_memory_and_uses_time() {
        let megabytes = std::hint::black_box(vec![1u8; 64 << 20]);
        assert!(resident_bytes() > megabytes.len() as u64);
        let mut work = 1u64;
        while cpu_time() < Duration::from_millis(30) {
            work = std::hint::black_box(work.wrapping_mul(3));
        }
    }
}
