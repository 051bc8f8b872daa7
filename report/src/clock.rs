//! The clock of reports: that of the engine, which knows how to read it everywhere.

use std::time::Instant;

use residua::engine::Interrupt;

/// Now.
pub fn now() -> Instant {
    Interrupt::now()
}
