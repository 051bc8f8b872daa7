//! Progress callbacks: a function of the caller that is called at intervals while a search runs.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::engine::Interrupt;
use crate::search::limit::Limits;
use crate::search::so_far::{Goal, SearchProgress};
use crate::search::statistics::Statistics;

/// A progress callback, and how often it is called; made by [`Limits::watch`].
#[derive(Clone)]
pub struct Watch {
    every: Duration,
    function: Arc<dyn Fn(&SearchProgress) + Send + Sync>,
    /// When it is called again, whichever search goes on then: many that are short are watched like a long one.
    next: Arc<Mutex<Option<Interrupt>>>,
    /// The statistics of the searches before it for the same answer.
    before: Statistics,
    /// Of an optimisation.
    goal: Option<Arc<Goal>>,
}

impl Limits {
    /// Sets a progress callback: `function` is called about once in `every`, between nodes, with the progress so far: also between two
    /// solutions, and where none is found. To stop the search it may raise the flag of [`stop`](Limits::stop).
    ///
    /// Where an answer takes several searches, as a conflict does, each of them counts from zero.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    /// use std::time::Duration;
    /// use residua::constraints::{all_different, sum};
    /// use residua::model::Model;
    /// use residua::search::{Limit, Limits, Status};
    ///
    /// // Twelve odd numbers with an odd sum.
    /// let mut model = Model::new();
    /// let xs = model.int_vars("x", 12, (1..=99).step_by(2));
    /// model.post(all_different(xs.clone()))?;
    /// model.post(sum(xs.iter().map(|&x| 1 * x)).eq(601))?;
    /// let (seen, stop) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicBool::new(false)));
    /// let (nodes, enough) = (seen.clone(), stop.clone());
    /// let limits = Limits::none().stop(stop).watch(Duration::from_millis(1), move |progress| {
    ///     nodes.store(progress.statistics.nodes, Ordering::Relaxed);
    ///     enough.store(progress.statistics.nodes > 1000, Ordering::Relaxed);
    /// });
    /// let mut solutions = model.search().limits(limits).solutions();
    /// assert_eq!((solutions.next(), solutions.status()), (None, Some(Status::Stopped(Limit::Stop))));
    /// assert!(seen.load(Ordering::Relaxed) > 1000);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn watch(
        self,
        every: Duration,
        function: impl Fn(&SearchProgress) + Send + Sync + 'static,
    ) -> Limits {
        let (function, next) = (Arc::new(function), Arc::default());
        let watch = Watch { every, function, next, before: Statistics::default(), goal: None };
        Limits { watch: Some(watch), ..self }
    }
}

impl Watch {
    /// The callback for a search that continues after a handover from one that has done this.
    pub(super) fn over(self, done: &Statistics) -> Watch {
        Watch { before: self.before.and(done), ..self }
    }

    /// The callback for a search that has done this already, and counts on.
    pub(super) fn on(self, done: &Statistics) -> Watch {
        Watch { before: self.before.without(done), ..self }
    }

    /// Notes how good solutions can be, from now on.
    pub(super) fn aim(&mut self, goal: Arc<Goal>) {
        self.goal = Some(goal);
    }

    /// Calls the function if it is time, with the progress of a search by itself.
    pub(super) fn tell(&self, so_far: impl FnOnce() -> SearchProgress) {
        if self.is_time() {
            (self.function)(&self.whole(so_far()));
        }
    }

    /// Whether it is time; then sets the next time. The first one is not at once.
    fn is_time(&self) -> bool {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        if next.as_ref().is_some_and(|next| next.poll().is_none()) {
            return false;
        }
        next.replace(Interrupt::new(Some(self.every), None)).is_some()
    }
}

impl Watch {
    /// The progress of a search together with those before it.
    fn whole(&self, own: SearchProgress) -> SearchProgress {
        let goal = self.goal.as_ref().and_then(|goal| goal.get());
        SearchProgress {
            statistics: self.before.and(&own.statistics),
            expected_nodes: own.expected_nodes.map(|nodes| nodes + self.before.nodes as f64),
            best: goal.map(|(best, _)| best),
            bound: goal.map(|(_, bound)| bound),
            ..own
        }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("every", &self.every).finish_non_exhaustive()
    }
}
