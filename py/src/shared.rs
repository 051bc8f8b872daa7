//! The model that variables, expressions and solutions belong to.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use residua::model::Model;

/// A model, shared by the Python objects that refer to it.
#[derive(Debug, Default)]
pub(crate) struct Shared(Mutex<Model>);

impl Shared {
    pub(crate) fn new(model: Model) -> Shared {
        Shared(Mutex::new(model))
    }

    /// The model. Never keep this while Python code runs: that code may want the same model.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Model> {
        // A panic is a bug of ours, and leaves the model as it was before or after the change.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A copy of the model as it is now, to be searched without the lock.
    pub(crate) fn snapshot(&self) -> Model {
        self.lock().clone()
    }
}

/// The model of one of two operands, if one of them has a model. Posting reports operands of different models.
pub(crate) fn either(one: Option<&Arc<Shared>>, other: Option<&Arc<Shared>>) -> Option<Arc<Shared>> {
    one.or(other).cloned()
}
