//! What a question is asked with: limits, an engine, and the program that asks.

use std::any::Any;
use std::fmt;

use residua::model::Model;
use residua::search::{EngineChoice, Limits};

use crate::paint::Paint;

/// The program that asks: it may show how long work goes on.
pub trait Host: Sync {
    /// Says that long work on what is found at a place begins; it ends when what is returned is dropped. `so_far` tells of its progress,
    /// and is empty where nothing is known of it.
    fn begin(&self, work: &str, place: &str, so_far: Box<dyn Fn() -> String + Send>) -> Box<dyn Any> {
        let _ = (work, place, so_far);
        Box::new(())
    }

    /// Says that the engine that was chosen does not serve a model, so that the general one searches in its place.
    fn note_misfit(&self, engine: EngineChoice) {
        let _ = engine;
    }

    /// Says something that is no part of the answer.
    fn note(&self, text: &str) {
        let _ = text;
    }

    /// Whether long output is to be cut short now.
    fn is_over(&self) -> bool {
        false
    }
}

/// A program that shows nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Host for Silent {}

/// What a question is asked with.
#[derive(Clone)]
pub struct Asking<'h> {
    /// When to stop.
    pub limits: Limits,
    /// Which engine searches.
    pub engine: EngineChoice,
    /// The colours of text.
    pub paint: Paint,
    /// Who asks.
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

    /// Says so where a form of the dense engine is chosen and does not serve.
    pub fn note_misfit_unless(&self, serves: impl FnOnce(EngineChoice) -> bool) {
        let is_form = !matches!(self.engine, EngineChoice::Auto | EngineChoice::General);
        if is_form && !serves(self.engine) {
            self.host.note_misfit(self.engine);
        }
    }

    /// Says that long work begins.
    pub(crate) fn begin(&self, work: &str, place: &str) -> Box<dyn Any> {
        self.begin_telling(work, place, String::new)
    }

    /// The same; `so_far` tells of the progress.
    pub(crate) fn begin_telling(
        &self,
        work: &str,
        place: &str,
        so_far: impl Fn() -> String + Send + 'static,
    ) -> Box<dyn Any> {
        self.host.begin(work, place, Box::new(so_far))
    }
}
