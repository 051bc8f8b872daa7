//! Progress callbacks: a function of the caller that is called at intervals while a search runs.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::engine::Interrupt;
use crate::search::limit::Limits;
use crate::search::statistics::Statistics;

/// A progress callback, and how often it is called; made by [`Limits::watch`].
#[derive(Clone)]
pub struct Watch {
    every: Duration,
    function: Arc<dyn Fn(&Statistics) + Send + Sync>,
    /// The statistics of the searches before it for the same answer.
    before: Statistics,
}

impl Limits {
    /// Sets a progress callback: `function` is called about once in `every`, between nodes, with the statistics so far: also between two
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
    /// let limits = Limits::none().stop(stop).watch(Duration::from_millis(1), move |statistics| {
    ///     nodes.store(statistics.nodes, Ordering::Relaxed);
    ///     enough.store(statistics.nodes > 1000, Ordering::Relaxed);
    /// });
    /// let mut solutions = model.search().limits(limits).solutions();
    /// assert_eq!((solutions.next(), solutions.status()), (None, Some(Status::Stopped(Limit::Stop))));
    /// assert!(seen.load(Ordering::Relaxed) > 1000);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn watch(self, every: Duration, function: impl Fn(&Statistics) + Send + Sync + 'static) -> Limits {
        let watch = Watch { every, function: Arc::new(function), before: Statistics::default() };
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

    /// Calls the function if `next` triggers, and sets the next time.
    pub(super) fn tell(&self, next: &mut Option<Interrupt>, so_far: &Statistics) {
        match next {
            Some(next) if next.poll().is_none() => return,
            Some(_) => (self.function)(&self.before.and(so_far)),
            None => {}
        }
        *next = Some(Interrupt::new(Some(self.every), None));
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("every", &self.every).finish_non_exhaustive()
    }
}
