//! Ownership of variables: the marks by which a model recognises its own.
//!
//! A variable is a number and a mark. Each model has a mark of its own for the variables that it adds; a clone has those of its
//! original too, and from then on each adds variables under another mark. So a variable of another model is recognised
//! wherever it is passed in, also where clones were extended differently.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::model::IntVar;

/// The marks of variables, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks(Arc<Vec<Run>>);

/// From this number on, until the next run, variables have that mark.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: u32,
    mark: u32,
}

impl Marks {
    /// A mark that no model has.
    pub(super) fn fresh() -> u32 {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        NEXT.fetch_add(1, Ordering::Relaxed)
    }

    /// Notes that the variable of number `first` has been added under that mark.
    pub(super) fn add(&mut self, first: usize, mark: u32) {
        if self.0.last().is_none_or(|run| run.mark != mark) {
            Arc::make_mut(&mut self.0).push(Run { first: first as u32, mark });
        }
    }

    /// The mark of the variable of that number.
    #[inline]
    pub(super) fn of(&self, index: usize) -> u32 {
        match self.0.as_slice() {
            [] => 0,
            [only] => only.mark,
            runs => {
                let after = runs.partition_point(|run| run.first as usize <= index);
                after.checked_sub(1).map_or(0, |at| runs[at].mark)
            }
        }
    }

    /// The number of a variable of a model that has `count` of them.
    ///
    /// # Panics
    /// If it is a variable of another model.
    #[inline]
    pub(super) fn index_of(&self, var: IntVar, count: usize) -> usize {
        let index = var.index();
        if index >= count || self.of(index) != var.mark() {
            foreign(var);
        }
        index
    }
}

#[cold]
fn foreign(var: IntVar) -> ! {
    panic!("variable number {} is a variable of another model", var.index())
}
