//! Relaxations of a subject: without soft constraints, or without assumed bounds.

use std::collections::BTreeSet;

use residua::inspect::{Count, Natural};
use residua::model::{ConstraintId, IntVar};
use residua::search::Limits;
use residua_flatzinc::Problem;

use crate::models::definitions::definitions;
use crate::models::path::Origin;
use crate::subject::{BEYOND, Subject};

impl Subject {
    /// Which constraints may be taken away, by their numbers in the file.
    pub(crate) fn soft(&self) -> BTreeSet<usize> {
        self.soft.clone().unwrap_or_else(|| {
            let kept = definitions(self);
            // Where others have a path, what has none is of a declaration.
            let has_paths = self.trace.statements().iter().any(|statement| statement.path.is_some());
            let is_of_item = |id: &ConstraintId| {
                let Some(source) = &self.source else { return true };
                let path = self.statement(*id).and_then(|statement| statement.path.as_deref());
                path.and_then(Origin::of).map_or(!has_paths, |origin| source.item(&origin).is_some())
            };
            let soft = self.model.constraints().map(|(id, _)| id).filter(|id| !kept[id.index()]);
            let soft = soft.filter(is_of_item);
            soft.filter_map(|id| self.trace.number(id)).collect()
        })
    }

    /// The subject with domains that follow from what is never taken away; `None` if all are as
    /// declared, or the file cannot be read without them.
    pub(crate) fn relaxed(&self) -> Option<Subject> {
        let soft = self.soft();
        let stays = (0..self.trace.statements().len()).filter(|number| !soft.contains(number)).collect();
        let subject = self.with_only(&stays)?;
        Some(Subject { soft: Some(soft), ..subject })
    }

    /// Where values were left out: the input without what it says of variables that have others. What holds there is proved.
    pub(crate) fn certain(&self) -> Option<Subject> {
        let model = (!self.invented.is_empty()).then(|| self.model.forgetting(&self.invented))?;
        Some(Subject { model, ..self.clone() })
    }

    /// Whether values of the variable were left out.
    pub(crate) fn is_invented(&self, var: IntVar) -> bool {
        self.invented.contains(&var)
    }

    /// Why it is not proved that there are no more solutions than this number, of those that are told apart: `None` where no value was left
    /// out, or does not matter.
    pub(crate) fn unproved(&self, number: &Natural, limits: &Limits) -> Option<&'static str> {
        let certain = self.certain()?;
        let is_told = self.asked.iter().all(|&var| !self.is_invented(var));
        let count = || certain.model.inspect().over(&self.asked).limits(limits).counter().count();
        let is_proved = (is_told || number.is_zero()) && count() == Count::Exact(number.clone());
        (!is_proved).then_some(BEYOND)
    }

    /// The input with the domains that follow from those of its constraints that stay, by their numbers in the file.
    pub(crate) fn with_only(&self, stays: &BTreeSet<usize>) -> Option<Subject> {
        let text = self.text.clone()?;
        let read = |text: &str| Problem::read_to_relax(text, |number| stays.contains(&number));
        Subject::of(&self.file, text, self.bounds, self.source.clone(), read).ok()
    }
}
