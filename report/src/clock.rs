//! Monotonic clock: that of the engine, which works on every platform.

use std::time::Instant;

use residua::engine::Interrupt;

/// Now.
pub fn now() -> Instant {
    Interrupt::now()
}
