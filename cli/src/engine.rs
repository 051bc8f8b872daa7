//! `RESIDUA_DENSE`: the engine set by the environment, and the note where it does not apply.

use std::io::{Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};

use residua::search::EngineChoice;

/// The environment variable that pins an engine.
const VARIABLE: &str = "RESIDUA_DENSE";

/// What the environment says: `auto`, as if it said nothing; `off` for the general engine; or a form of the dense one.
///
/// # Errors
/// What it may say, if it says something else.
pub(crate) fn from_environment() -> Result<EngineChoice, String> {
    match std::env::var_os(VARIABLE) {
        None => Ok(EngineChoice::Auto),
        Some(text) => text.to_string_lossy().parse().map_err(|error| format!("{VARIABLE}: {error}")),
    }
}

/// Notes, once in a run, that the general engine searches although a form of the dense one is pinned.
pub(crate) fn note_misfit(engine: EngineChoice) {
    static IS_NOTED: AtomicBool = AtomicBool::new(false);
    if !IS_NOTED.swap(true, Ordering::Relaxed) {
        // If standard error cannot be written there is no other place to report it.
        let _ = writeln!(
            stderr(),
            "note: {VARIABLE}={engine} does not apply to this input; using the general engine"
        );
    }
}
