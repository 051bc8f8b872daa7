//! Ctrl-C: the stop flag, and truncation of long output.
//!
//! To write what is known may take longer than to find it: a large grid has a hundred megabytes of candidates, and the
//! program that reads them may be slow. So a moment after Ctrl-C long output is cut short: text ends where it is, and an object of
//! JSON is closed by the report. What is short is written whole.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use residua_report::clock::now;

use crate::totals::STOPPED;

/// When Ctrl-C was pressed first.
static PRESSED: OnceLock<Instant> = OnceLock::new();

/// How long after Ctrl-C the output goes on.
const MOMENT: Duration = Duration::from_millis(200);

/// How many bytes of text are written after that.
const SHORT: usize = 1 << 20;

/// A flag that Ctrl-C raises, for an end with what is known so far. A second Ctrl-C does not wait for that: the run may
/// be waiting for its input.
pub(crate) fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = move || {
        let _ = PRESSED.get_or_init(now);
        if flag.swap(true, Ordering::Relaxed) {
            process::exit(i32::from(STOPPED));
        }
    };
    // Without a handler Ctrl-C ends the program at once, as it would by default.
    let _ = ctrlc::set_handler(handler);
    stop
}

/// Whether Ctrl-C was pressed more than a moment ago.
pub(crate) fn is_over() -> bool {
    PRESSED.get().is_some_and(|at| at.elapsed() >= MOMENT)
}

/// Output that fails when Ctrl-C was pressed more than a moment ago, if it is text and not short.
#[derive(Debug)]
pub(crate) struct Until<W> {
    output: W,
    is_text: bool,
    /// How many more bytes are written then.
    left: usize,
}

impl<W> Until<W> {
    pub(crate) fn new(output: W, is_text: bool) -> Until<W> {
        Until { output, is_text, left: SHORT }
    }
}

impl<W: Write> Write for Until<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_text && is_over() {
            self.left = self.left.checked_sub(bytes.len()).ok_or_else(|| io::Error::other(CutShort))?;
        }
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// The output was cut short by Ctrl-C.
#[derive(Debug)]
struct CutShort;

impl fmt::Display for CutShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted; output truncated")
    }
}

impl Error for CutShort {}

/// Whether an output failed because Ctrl-C was pressed.
pub(crate) fn is_cut_short(error: &io::Error) -> bool {
    error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<CutShort>)
}
