//! Terminal host: spinner, notes on standard error, and interruption by Ctrl-C.

use std::any::Any;
use std::io::{IsTerminal, Write, stderr};

use residua::search::EngineChoice;
use residua_report::Host;

use crate::engine::note_misfit;
use crate::interrupt;
use crate::progress::Waiting;

/// The terminal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terminal;

impl Host for Terminal {
    fn begin(&self, work: &str, place: &str, so_far: Box<dyn Fn() -> String + Send>) -> Box<dyn Any> {
        Box::new(Waiting::with_message(work, place, so_far))
    }

    fn note_misfit(&self, engine: EngineChoice) {
        note_misfit(engine);
    }

    fn note(&self, text: &str) {
        // If standard error cannot be written there is no other place to report it.
        let _ = writeln!(stderr(), "note: {text}");
    }

    fn shows_progress(&self) -> bool {
        stderr().is_terminal()
    }

    fn is_over(&self) -> bool {
        interrupt::is_over()
    }
}
