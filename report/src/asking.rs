//! Context of a question: limits, engine, and the host program.

use std::any::Any;
use std::fmt;

use residua::inspect::Inspect;
use residua::model::Model;
use residua::search::{EngineChoice, Limits, Search};

use crate::paint::Paint;
use crate::watched::Watched;

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

    /// Whether [progress](Self::begin) is shown, so that searches are to be watched.
    fn shows_progress(&self) -> bool {
        false
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
    /// The number of threads for one question; 1 where the library has none.
    pub threads: usize,
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
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}

impl Asking<'_> {
    /// The engine for a model.
    pub(crate) fn engine_for(&self, model: &Model) -> EngineChoice {
        self.note_misfit_unless(|engine| engine.fits(model));
        self.engine
    }

    /// An inspection of a model, by as many threads as the question may take.
    pub(crate) fn inspect<'m>(&self, model: &'m Model) -> Inspect<'m> {
        #[cfg(feature = "threads")]
        return model.inspect().threads(self.threads);
        #[cfg(not(feature = "threads"))]
        return model.inspect();
    }

    /// A search by as many threads as the question may take. Its solutions come in an order that does not depend on who is faster.
    pub(crate) fn by_threads<'m>(&self, search: Search<'m>) -> Search<'m> {
        #[cfg(feature = "threads")]
        return search.threads(self.threads).in_order();
        #[cfg(not(feature = "threads"))]
        return search;
    }

    /// Notes that the chosen form of the dense engine does not apply, unless `serves` accepts it.
    pub fn note_misfit_unless(&self, serves: impl FnOnce(EngineChoice) -> bool) {
        let is_form = !matches!(self.engine, EngineChoice::Auto | EngineChoice::General);
        if is_form && !serves(self.engine) {
            self.host.note_misfit(self.engine);
        }
    }

    /// Announces a search, which is watched within these limits, if the host shows it.
    pub(crate) fn begin_search(&self, work: &str, place: &str, limits: Limits) -> (Limits, Box<dyn Any>) {
        if !self.host.shows_progress() {
            return (limits, Box::new(()));
        }
        let watched = Watched::default();
        let limits = watched.limits(limits);
        (limits, self.begin_telling(work, place, move || watched.text(|value| value.to_string())))
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
