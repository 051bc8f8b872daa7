//! Test oracle for reification: under a guard, a constraint agrees with its checker, as an atom, reified, and implied.

use std::sync::Arc;

use crate::constraints::{Condition, Connect, Truth, iff};
use crate::model::{IntVar, Model};
use crate::search::Learning;
use crate::testing::Checked;

/// The most assignments that are enumerated by a search that learns, which adds a nogood for each solution it finds.
const MOST_LEARNED: usize = 256;

impl Checked {
    pub(super) fn reified(&self, all: &[Vec<i32>]) -> Result<(), String> {
        if let Some(truth) = self.constraint.as_atom() {
            for assignment in all {
                let says = match truth {
                    Truth::Always => true,
                    Truth::Never => false,
                    Truth::Is(atom) => atom.allows(assignment[atom.var().index()]),
                };
                if says != self.holds(assignment) {
                    return Err(format!(
                        "it is no atom that holds where it does: {} tells them apart",
                        self.shown(assignment)
                    ));
                }
            }
        }
        let both = |guard: IntVar, condition| iff(guard.is(1), condition);
        let implied = |guard: IntVar, condition| guard.is(1).implies(condition);
        self.under_guard(all, "reified", both, |guard, holds| guard == holds)?;
        self.under_guard(all, "implied", implied, |guard, holds| !guard || holds)
    }

    fn under_guard(
        &self,
        all: &[Vec<i32>],
        how: &str,
        connect: impl Fn(IntVar, Condition) -> Condition,
        is_right: impl Fn(bool, bool) -> bool,
    ) -> Result<(), String> {
        let mut model: Model = self.model.without_constraints();
        let guard = model.int_var(0..=1);
        let condition = connect(guard, Condition::new(Arc::clone(&self.constraint)));
        if let Err(error) = model.post(condition) {
            return Err(format!("it cannot be {how}: {error}"));
        }
        let count = |assignment: &Vec<i32>| {
            [false, true].into_iter().filter(|&guard| is_right(guard, self.holds(assignment))).count()
        };
        let expected: usize = all.iter().map(count).sum();
        let learning = (expected <= MOST_LEARNED).then_some(Learning::On);
        for learning in [Learning::Off].into_iter().chain(learning) {
            let mut found = 0;
            for solution in model.search().learn(learning).solutions() {
                found += 1;
                let assignment = &solution.values()[..self.model.domains().len()];
                if !is_right(solution[guard] == 1, self.holds(assignment)) {
                    return Err(format!("{how}, it has the wrong truth where {}", self.shown(assignment)));
                }
            }
            if found != expected {
                return Err(format!("{how}, it leaves {found} assignments, not {expected}"));
            }
        }
        Ok(())
    }
}
