//! A search as a Python iterator: turn after turn, with signals and progress between.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use residua::search::{Statistics, Status};

use crate::limits::{Resumable, Turn, Turns};

/// A search that Python iterates over.
#[derive(Debug)]
pub(crate) struct Iterated<S> {
    turns: Mutex<Turns<S>>,
    /// Called with the statistics between the turns of a long search.
    progress: Mutex<Option<Py<PyAny>>>,
}

impl<S: Resumable + Send> Iterated<S>
where
    S::Item: Send,
{
    pub(crate) fn lock(&self) -> MutexGuard<'_, Turns<S>> {
        self.turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next item, and what `read` reads of the search at that place.
    pub(crate) fn next<T: Send>(
        &self,
        py: Python<'_>,
        read: impl Fn(&S, S::Item) -> T + Sync + Send,
    ) -> PyResult<Option<T>> {
        loop {
            let turn = py.detach(|| {
                let mut turns = self.lock();
                match turns.turn() {
                    Turn::Found(item) => Turn::Found(read(&turns.search, item)),
                    Turn::End => Turn::End,
                    Turn::Pause => Turn::Pause,
                }
            });
            match turn {
                Turn::Found(found) => return Ok(Some(found)),
                Turn::End => return Ok(None),
                Turn::Pause => self.pause(py)?,
            }
        }
    }

    /// Between two turns: signals, and progress.
    pub(crate) fn pause(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        let progress = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = progress.as_ref().map(|progress| progress.clone_ref(py));
        if let Some(progress) = progress {
            let statistics = py.detach(|| self.lock().search.statistics());
            progress.call1(py, (statistics_of(py, &statistics)?,))?;
        }
        Ok(())
    }
}

impl<S> Iterated<S> {
    pub(crate) fn new(turns: Turns<S>, progress: Option<Py<PyAny>>) -> Iterated<S> {
        Iterated { turns: Mutex::new(turns), progress: Mutex::new(progress) }
    }
}

/// What Python asks of every search, whatever it finds.
pub(crate) trait Running {
    /// Tells the garbage collector of what is referred to.
    fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError>;

    /// Drops what the garbage collector was told of.
    fn clear(&self);

    /// Ends the search.
    fn close(&self, py: Python<'_>);

    /// Why the search ended, as a word; `None` while it goes on.
    fn outcome(&self, py: Python<'_>) -> Option<String>;

    /// Why the search ended, by itself or at a limit.
    fn status(&self, py: Python<'_>) -> Option<Status>;

    /// Statistics so far.
    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>>;
}

impl<S: Resumable + Send> Running for Iterated<S>
where
    S::Item: Send,
{
    fn visit(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A thread that holds the lock is at work, so this is not garbage.
        match self.progress.try_lock() {
            Ok(progress) => progress.as_ref().map_or(Ok(()), |progress| visit.call(progress)),
            Err(_) => Ok(()),
        }
    }

    fn clear(&self) {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn close(&self, py: Python<'_>) {
        py.detach(|| self.lock().close());
    }

    fn outcome(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.lock().outcome())
    }

    fn status(&self, py: Python<'_>) -> Option<Status> {
        py.detach(|| self.lock().search.status())
    }

    fn statistics<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let statistics = py.detach(|| self.lock().search.statistics());
        statistics_of(py, &statistics)
    }
}

/// Statistics as a dictionary.
fn statistics_of<'py>(py: Python<'py>, of: &Statistics) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("nodes", of.nodes)?;
    dict.set_item("decisions", of.decisions)?;
    dict.set_item("failures", of.failures)?;
    dict.set_item("propagations", of.propagations)?;
    dict.set_item("solutions", of.solutions)?;
    dict.set_item("depth", of.depth)?;
    dict.set_item("restarts", of.restarts)?;
    dict.set_item("nogoods", of.nogoods)?;
    Ok(dict)
}
