//! Global settings of a run: engine and colour.

use residua::search::{EngineChoice, Limits};
use residua_report::{Asking, Paint};

use crate::colour::{When, paint};
use crate::engine;
use crate::host::Terminal;

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
        Ok(Setting { engine: engine::from_environment()?, paint: paint(colour) })
    }

    /// What questions are asked with, within these limits.
    pub(crate) fn asking(self, limits: &Limits) -> Asking<'static> {
        Asking { limits: limits.clone(), engine: self.engine, paint: self.paint, host: &Terminal }
    }
}
