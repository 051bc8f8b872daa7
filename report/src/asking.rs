//! Context of a question: limits, engine, and the host program.

use std::any::Any;
use std::fmt;

use residua::model::Model;
use residua::search::{EngineChoice, Limits};

use crate::paint::Paint;

/// Host program: shows progress and notes.
pub trait Host: Sync {
    /// Says that long work on what is found at a place begins; it ends when what is returned is dropped. `so_far` tells of its progress,
    /// and is empty where nothing is known of it.
    fn begin(&self, work: &str, place: &str, so_far: Box<dyn Fn() -> String + Send>) -> Box<dyn Any> {
        let _ = (work, place, so_far);
        Box::new(())
    }

    /// Notes that the chosen engine does not apply to a model, so that the general engine searches.
    fn note_misfit(&self, engine: EngineChoice) {
        let _ = engine;
    }

    /// Shows a note, which is not part of the answer.
    fn note(&self, text: &str) {
        let _ = text;
    }

    /// Whether long output is to be truncated now.
    fn is_over(&self) -> bool {
        false
    }
}

/// Host that shows nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Host for Silent {}

/// Context of a question.
#[derive(Clone)]
pub struct Asking<'h> {
    /// Limits of the search.
    pub limits: Limits,
    /// Engine of the search.
    pub engine: EngineChoice,
    /// The colours of text.
    pub paint: Paint,
    /// Host program.
    pub host: &'h dyn Host,
}

impl fmt::Debug for Asking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asking")
            .field("limits", &self.limits)
            .field("engine", &self.engine)
            .finish_non_exhaustive()
    }
}

impl Asking<'_> {
    /// The engine for a model.
    pub(crate) fn engine_for(&self, model: &Model) -> EngineChoice {
        self.note_misfit_unless(|engine| engine.fits(model));
        self.engine
    }

    /// Notes that the chosen form of the dense engine does not apply, unless `serves` accepts it.
    pub fn note_misfit_unless(&self, serves: impl FnOnce(EngineChoice) -> bool) {
        let is_form = !matches!(self.engine, EngineChoice::Auto | EngineChoice::General);
        if is_form && !serves(self.engine) {
            self.host.note_misfit(self.engine);
        }
    }

    /// Announces long work, until the result is dropped.
    pub(crate) fn begin(&self, work: &str, place: &str) -> Box<dyn Any> {
        self.begin_telling(work, place, String::new)
    }

    /// Announces long work, with its progress as `so_far` tells it.
    pub(crate) fn begin_telling(
        &self,
        work: &str,
        place: &str,
        so_far: impl Fn() -> String + Send + 'static,
    ) -> Box<dyn Any> {
        self.host.begin(work, place, Box::new(so_far))
    }
}
