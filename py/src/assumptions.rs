//! Questions under assumptions, which share what their search learns as long as the model stays as it is.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use residua::constraints::{Condition, Connect, Truth};
use residua::model::{IntAtom, Model, Solution};
use residua::search::{AssumptionResult, IncrementalSearch};

use crate::error::{model_error, of_model};
use crate::limits::{Given, interruptible};
use crate::shared::Shared;

/// The search that questions share, and how many variables and constraints its model has.
#[derive(Debug, Default)]
pub(crate) struct Assumptions(Mutex<Option<((usize, usize), IncrementalSearch)>>);

/// What was found under assumptions.
pub(crate) enum Found {
    /// A solution in which they hold.
    Values(Solution),
    /// The numbers of some that cannot hold together.
    Core(Vec<usize>),
    /// A limit was reached.
    Stopped,
}

/// The variables and constraints of a model, whose numbers grow with each change but a return to an earlier state.
fn size(model: &Model) -> (usize, usize) {
    (model.domains().len(), model.constraints().len())
}

impl Assumptions {
    /// Forgets what was learned: the model is another one.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Asks for a solution in which these conditions hold.
    pub(crate) fn ask(
        &self,
        py: Python<'_>,
        shared: &Shared,
        conditions: &[Condition],
        given: Given,
    ) -> PyResult<Found> {
        let own = size(&shared.lock());
        // With literals for conditions that are more than an atom; the model is copied only where it must be.
        let mut extended: Option<Model> = None;
        let mut atoms: Vec<(usize, IntAtom)> = Vec::new();
        for (number, condition) in conditions.iter().enumerate() {
            match condition.inner().as_atom() {
                Some(Truth::Is(atom)) if !shared.lock().has(atom.var()) => {
                    return Err(model_error("an assumption is about a variable of another model"));
                }
                Some(Truth::Is(atom)) => atoms.push((number, atom)),
                Some(Truth::Always) => {}
                Some(Truth::Never) => return Ok(Found::Core(vec![number])),
                None => {
                    let model = extended.get_or_insert_with(|| shared.snapshot());
                    let literal = model.bool_var("").is(1);
                    let stated = condition.clone().reified_by(literal);
                    let _ = model.post(stated).map_err(|error| of_model(&error))?;
                    atoms.push((number, literal));
                }
            }
        }
        let wanted: Vec<IntAtom> = atoms.iter().map(|(_, atom)| *atom).collect();
        let is_own = extended.is_none();
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let kept = kept.filter(|(of, _)| is_own && *of == own).map(|(_, search)| search);
        let (search, result) = interruptible(py, |stop| {
            let limits = given.limits().stop(std::sync::Arc::clone(stop));
            let mut search = kept.unwrap_or_else(|| {
                let model = extended.unwrap_or_else(|| shared.snapshot());
                model.search().limits(limits.clone()).incremental()
            });
            search.limit_to(limits);
            let result = search.satisfy(&wanted);
            (search, result)
        })?;
        if is_own {
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((own, search));
        }
        Ok(match result {
            Ok(AssumptionResult::Solution(solution)) => {
                Found::Values(Solution::new(solution.values().get(..own.0).unwrap_or_default()))
            }
            Ok(AssumptionResult::Core(core)) => {
                let numbers = atoms.iter().filter(|(_, atom)| core.contains(atom));
                Found::Core(numbers.map(|(number, _)| *number).collect())
            }
            Err(_) => Found::Stopped,
        })
    }
}
