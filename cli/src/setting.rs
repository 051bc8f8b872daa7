//! Global settings of a run: engine, threads and colour.

use residua::search::{EngineChoice, Limits};
use residua_report::{Asking, Paint};

use crate::colour::{When, paint};
use crate::engine;
use crate::host::Terminal;

/// What the environment, and the options of all subcommands, say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) engine: EngineChoice,
    /// The number of threads for one question.
    pub(crate) threads: usize,
    pub(crate) paint: Paint,
}

impl Setting {
    /// # Errors
    /// What is wrong with the environment.
    pub(crate) fn new(colour: When, threads: usize) -> Result<Setting, String> {
        Ok(Setting { engine: engine::from_environment()?, threads, paint: paint(colour) })
    }

    /// What questions are asked with, within these limits.
    pub(crate) fn asking(self, limits: &Limits) -> Asking<'static> {
        let Setting { engine, threads, paint } = self;
        Asking { limits: limits.clone(), engine, threads, paint, host: &Terminal }
    }
}
