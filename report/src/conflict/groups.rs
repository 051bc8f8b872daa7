//! Constraint groups for conflicts: definitions of the compiler's variables are hard, and constraints of one item
//! of the model are removed together, where the file names the item.

use std::collections::BTreeMap;
use std::sync::Arc;

use residua::constraints::{Constraint, all_of};
use residua::model::{ConstraintId, Model};

use crate::models::names::Named;
use crate::models::path::Origin;
use crate::subject::Subject;

/// A model in which each constraint may be taken away, or may not.
#[derive(Debug)]
pub(crate) struct Groups {
    pub(crate) model: Model,
    /// By constraint of `model`: the constraints of the subject's model that it is, in their order.
    members: Vec<Vec<ConstraintId>>,
    /// By constraint of `model`: whether it may be taken away.
    is_soft: Vec<bool>,
}

impl Groups {
    pub(crate) fn of(subject: &Subject) -> Groups {
        let mut members: Vec<Vec<ConstraintId>> = Vec::new();
        let mut is_soft = Vec::new();
        let all_soft = subject.soft();
        let mut by_origin: BTreeMap<Origin, usize> = BTreeMap::new();
        for (id, _) in subject.model.constraints() {
            let statement = subject.statement(id);
            let soft = subject.number(id).is_some_and(|number| all_soft.contains(&number));
            // What is assumed together is taken away one by one.
            let of_one = statement.filter(|statement| statement.name != "fzn_assume");
            let origin = of_one.and_then(|statement| Origin::of(statement.path.as_deref()?));
            // What the parts of one item say is taken away at once, but for the instances of a conjunction.
            let item =
                subject.source.as_deref().zip(origin.as_ref()).and_then(|(source, of)| source.item(of));
            let origin = match (origin, item) {
                (Some(origin), Some(item)) => Some(origin.in_item(item.begin)),
                (origin, _) => origin,
            };
            let next = members.len();
            let group = match origin.filter(|_| soft) {
                Some(origin) => *by_origin.entry(origin).or_insert(next),
                None => next,
            };
            if group == next {
                members.push(Vec::new());
                is_soft.push(soft);
            }
            members[group].push(id);
        }
        let mut model = subject.model.without_constraints();
        for group in &members {
            let constraint = |id: ConstraintId| Arc::clone(subject.model.constraint(id));
            let all: Arc<dyn Constraint> = match group[..] {
                [only] => constraint(only),
                _ => all_of(group.iter().map(|&id| constraint(id))).into_shared(),
            };
            let _ = model.post(all).expect("invariant: each was posted before");
        }
        Groups { model, members, is_soft }
    }

    /// Whether a constraint of the model may be taken away.
    pub(crate) fn is_soft(&self, id: ConstraintId) -> bool {
        self.is_soft[id.index()]
    }

    /// Makes every constraint soft: what declared domains alone contradict has no conflict among the others.
    pub(crate) fn all_soft(self) -> Groups {
        let is_soft = vec![true; self.is_soft.len()];
        Groups { is_soft, ..self }
    }

    /// The lines in the file of what is never taken away.
    pub(crate) fn kept(&self, subject: &Subject) -> Vec<usize> {
        let hard = self.members.iter().zip(&self.is_soft).filter(|(_, soft)| !**soft);
        hard.flat_map(|(group, _)| group).filter_map(|&id| Some(subject.statement(id)?.line)).collect()
    }

    /// The constraints of the subject's model that one of this model is.
    pub(crate) fn members(&self, id: ConstraintId) -> &[ConstraintId] {
        &self.members[id.index()]
    }

    /// How many may be.
    pub(crate) fn count(&self) -> usize {
        self.is_soft.iter().filter(|&&soft| soft).count()
    }

    /// A group, by its first constraint, with how many more it has.
    pub(crate) fn named(&self, subject: &Subject, id: ConstraintId) -> (Named, usize) {
        let members = &self.members[id.index()];
        (subject.named(members[0]), members.len() - 1)
    }
}
