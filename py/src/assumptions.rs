//! Questions under assumptions, which share what their search learns as long as the model stays as it is.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use residua::constraints::{Condition, Connect, Truth};
use residua::model::{IntAtom, Model, Solution};
use residua::search::{AssumptionResult, IncrementalSearch};

use crate::error::{model_error, of_model};
use crate::limits::{Given, interruptible};
use crate::shared::Shared;

/// The search that questions share.
#[derive(Debug, Default)]
pub(crate) struct Assumptions {
    kept: Mutex<Option<(Version, IncrementalSearch)>>,
    /// How often the model has returned to an earlier state.
    returns: AtomicU64,
}

/// A state of a model: how often it has returned to an earlier one, and how many variables and constraints it has, which only grow
/// otherwise.
type Version = (u64, usize, usize);

/// What was found under assumptions.
pub(crate) enum Found {
    /// A solution in which they hold.
    Values(Solution),
    /// The numbers of some that cannot hold together.
    Core(Vec<usize>),
    /// A limit was reached.
    Stopped,
}

impl Assumptions {
    /// Notes that the model was changed to another one: nothing that was learned is of use.
    pub(crate) fn forget(&self) {
        let _ = self.returns.fetch_add(1, Ordering::SeqCst);
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// The state of a model that is locked.
    fn version(&self, model: &Model) -> Version {
        (self.returns.load(Ordering::SeqCst), model.domains().len(), model.constraints().len())
    }

    /// Asks for a solution in which these conditions hold.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        shared: &Shared,
        conditions: &[Condition],
        given: Given,
    ) -> PyResult<Found> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        let is_plain = conditions.iter().all(|condition| condition.inner().as_atom().is_some());
        // One look at the model, which other threads may change: its state, and a copy where no search of that state is kept.
        let (version, mut copy, kept) = {
            let model = shared.lock();
            let version = self.version(&model);
            let kept = kept.filter(|(of, _)| is_plain && *of == version).map(|(_, search)| search);
            let copy = kept.is_none().then(|| model.clone());
            (version, copy, kept)
        };
        let vars = version.1;
        let mut atoms: Vec<(usize, IntAtom)> = Vec::new();
        for (number, condition) in conditions.iter().enumerate() {
            match (condition.inner().as_atom(), &mut copy) {
                (Some(Truth::Is(atom)), copy) => {
                    let is_own = copy
                        .as_ref()
                        .map_or_else(|| shared.lock().has(atom.var()), |copy| copy.has(atom.var()));
                    if !is_own {
                        return Err(model_error("an assumption is about a variable of another model"));
                    }
                    atoms.push((number, atom));
                }
                (Some(Truth::Always), _) => {}
                (Some(Truth::Never), _) => return Ok(Found::Core(vec![number])),
                (None, Some(model)) => {
                    // It is true where a literal of the copy is.
                    let literal = model.bool_var("").is(1);
                    let stated = condition.clone().reified_by(literal);
                    let _ = model.post(stated).map_err(|error| of_model(&error))?;
                    atoms.push((number, literal));
                }
                (None, None) => unreachable!("the model is copied where a condition is more than an atom"),
            }
        }
        let wanted: Vec<IntAtom> = atoms.iter().map(|(_, atom)| *atom).collect();
        let (search, result) = interruptible(py, |stop| {
            let limits = given.limits().stop(Arc::clone(stop));
            let mut search = kept.unwrap_or_else(|| {
                let model = copy.unwrap_or_else(|| shared.snapshot());
                model.search().limits(limits.clone()).incremental()
            });
            search.limit_to(limits);
            let result = search.satisfy(&wanted);
            (search, result)
        })?;
        if is_plain {
            *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((version, search));
        }
        Ok(match result {
            Ok(AssumptionResult::Solution(solution)) => {
                Found::Values(Solution::new(solution.values().get(..vars).unwrap_or_default()))
            }
            Ok(AssumptionResult::Core(core)) => {
                let numbers = atoms.iter().filter(|(_, atom)| core.contains(atom));
                Found::Core(numbers.map(|(number, _)| *number).collect())
            }
            Err(_) => Found::Stopped,
        })
    }
}
