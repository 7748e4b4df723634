//! A panic is our own fault. Users get a line about it, not a backtrace; on a
//! single state it only ends that state.

use crate::failure::Failure;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

/// What panicked so far: message and place.
pub type Panics = Arc<Mutex<Vec<String>>>;

/// Keeps the messages instead of printing them. With `RUST_BACKTRACE` set, developers see all.
pub fn collect() -> Panics {
    let panics = Panics::default();
    if std::env::var_os("RUST_BACKTRACE").is_none_or(|value| value == "0") {
        let collected = panics.clone();
        std::panic::set_hook(Box::new(move |info| {
            let payload = info.payload();
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text
                .or_else(|| payload.downcast_ref::<&str>().copied())
                .unwrap_or("no message");
            let place = info
                .location()
                .map_or_else(String::new, |l| format!("{}:{}: ", l.file(), l.line()));
            if let Ok(mut all) = collected.lock() {
                all.push(format!("{place}{text}"));
            }
        }));
    }
    panics
}

/// Runs the command; a panic outside of any state ends it with one line.
pub fn guard<T>(
    panics: &Panics,
    command: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|_| {
        let last = panics.lock().ok().and_then(|all| all.last().cloned());
        let what = last.unwrap_or_else(|| "see above".to_owned());
        Err(Failure::Broken(format!("internal error: {what}; this is a bug of pleach: please report it with the program and the command line")))
    })
}
