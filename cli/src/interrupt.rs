//! Ctrl-C: end with what is known so far.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::totals::STOPPED;

/// A flag that Ctrl-C raises, for an end with what is known so far. A second Ctrl-C does not wait for that: the run may
/// be waiting for its input.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        if flag.swap(true, Ordering::Relaxed) {
            process::exit(i32::from(STOPPED));
        }
    };
    // Without a handler Ctrl-C ends the program at once, as it would by default.
    let _ = ctrlc::set_handler(handler);
    stop
}
