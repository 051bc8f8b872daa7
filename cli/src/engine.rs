//! The engine that the environment pins, and what is told where it does not serve.

use std::io::{Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};

use residua::model::Model;
use residua::search::EngineChoice;

/// The pinned engine, for this model.
pub(crate) fn pinned_for(model: &Model) -> EngineChoice {
    // What is wrong with the variable was told when the program started.
    let engine = EngineChoice::from_environment().unwrap_or_default();
    tell_misfit(engine, || engine.fits(model));
    engine
}

/// Tells, once in a run, that the general engine searches although a form of the dense one is pinned.
pub(crate) fn tell_misfit(engine: EngineChoice, serves: impl FnOnce() -> bool) {
    static IS_TOLD: AtomicBool = AtomicBool::new(false);
    let is_form = !matches!(engine, EngineChoice::Auto | EngineChoice::General);
    if is_form && !IS_TOLD.load(Ordering::Relaxed) && !serves() && !IS_TOLD.swap(true, Ordering::Relaxed) {
        // Nobody is left to tell if standard error cannot be written.
        let _ = writeln!(
            stderr(),
            "note: RESIDUA_DENSE={engine} does not serve here; the general engine searches in its place"
        );
    }
}
