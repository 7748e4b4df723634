//! The folder of a comparison belongs to one process at a time.

use crate::CompareError;
use std::fs::{self, File};
use std::path::Path;
use std::time::Duration;

/// In every folder of a comparison, so that it is known as one.
const MARKER: &str = "comparison.json";
/// A child that another thread is just starting holds our files, and with them the lock of a
/// comparison that is over, until its program is loaded: a lock is tried for a while.
const LOCK_TRIES: u32 = 40;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Makes the folder ours, for as long as the file is open.
pub fn claim(output: &Path) -> Result<File, CompareError> {
    let unwritable = |source| CompareError::Unwritable {
        path: output.to_owned(),
        source,
    };
    fs::create_dir_all(output).map_err(unwritable)?;
    let marker = output.join(MARKER);
    let empty = fs::read_dir(output).map_err(unwritable)?.next().is_none();
    if !empty && !marker.is_file() {
        return Err(CompareError::NotOurs {
            path: output.to_owned(),
        });
    }
    let file = File::options()
        .create(true)
        .append(true)
        .open(&marker)
        .map_err(unwritable)?;
    let locked = (0..LOCK_TRIES).any(|_| {
        let locked = file.try_lock().is_ok();
        if !locked {
            std::thread::sleep(LOCK_PAUSE);
        }
        locked
    });
    if !locked {
        return Err(CompareError::InUse {
            path: output.to_owned(),
        });
    }
    if empty {
        fs::write(&marker, "{\"format\": 1}\n").map_err(unwritable)?;
    }
    Ok(file)
}
