//! What is decided once, when the program starts, and holds for all of a run.

use residua::search::EngineChoice;

use crate::colour::{Paint, When};
use crate::engine;

/// What the environment, and the options of all subcommands, say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) engine: EngineChoice,
    pub(crate) paint: Paint,
}

impl Setting {
    /// # Errors
    /// What is wrong with the environment.
    pub(crate) fn new(colour: When) -> Result<Setting, String> {
        Ok(Setting { engine: engine::from_environment()?, paint: Paint::new(colour) })
    }
}
