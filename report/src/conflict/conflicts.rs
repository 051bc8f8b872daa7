//! Minimal conflicts (MUS) and minimum corrections (MCS) of a model.

use residua::inspect::{ConflictSet, Smallest};
use residua::model::{ConstraintId, Model};
use residua::search::{Limit, Limits, Status};

use crate::budget::Budget;
use crate::exit_status::ExitStatus;
use crate::question;
use crate::words::came_first;

/// Constraints that clash, or are to go.
pub(crate) type Set = Vec<ConstraintId>;

/// What was found out.
#[derive(Debug, Default)]
pub(crate) struct Conflicts {
    /// Whether there is a solution; `None` if a limit was reached.
    pub(crate) has_solution: Option<bool>,
    pub(crate) sets: Vec<Set>,
    /// Whether there are no more.
    pub(crate) is_all: bool,
    /// Whether a limit was reached before the only one was minimal.
    pub(crate) is_rough: bool,
    /// No conflict has fewer constraints than this, if the smallest was asked for.
    pub(crate) at_least: Option<usize>,
    /// The fewest to take away, as far as they are known, and how few they are at least.
    pub(crate) correction: Option<(Set, usize)>,
    /// The limit that came before all of this was known.
    pub(crate) stopped: Option<Limit>,
}

impl Conflicts {
    /// The conflicts that are asked for; no correction, unless it is found with them.
    pub(crate) fn of(
        model: &Model,
        is_soft: &dyn Fn(ConstraintId) -> bool,
        question: &question::Conflict,
        limits: &Limits,
    ) -> Conflicts {
        let mut found = Conflicts::default();
        let done = if question.is_list() {
            found.find_all(model, is_soft, question.limit, limits)
        } else if question.smallest {
            found.find_smallest(model, is_soft, limits)
        } else {
            found.find_one(model, is_soft, limits)
        };
        found.stopped = done.err();
        found
    }

    /// Finds conflicts, and leaves time for a correction. Whether there is a conflict matters most, and may take all of
    /// it; what more is asked for than one takes half.
    pub(crate) fn before_correction(
        model: &Model,
        is_soft: &dyn Fn(ConstraintId) -> bool,
        question: &question::Conflict,
        budget: &Budget,
    ) -> Conflicts {
        if !question.is_list() && !question.smallest {
            let found = Conflicts::of(model, is_soft, question, &budget.half());
            if found.has_solution.is_some() || budget.is_over() {
                return found;
            }
            return Conflicts::of(model, is_soft, question, &budget.rest());
        }
        let found = Conflicts::of(model, is_soft, question, &budget.half());
        if found.has_solution.is_some() || budget.is_over() {
            return found;
        }
        let mut one = Conflicts::default();
        one.stopped = one.find_one(model, is_soft, &budget.rest()).err();
        if one.has_solution == Some(true) {
            return Conflicts { is_all: true, ..one };
        }
        // Of more than one nothing is known, for the reason that there was.
        Conflicts { stopped: one.stopped.or(found.stopped), ..one }
    }

    /// A conflict that is known.
    pub(crate) fn known(set: Set) -> Conflicts {
        Conflicts { has_solution: Some(false), sets: vec![set], ..Conflicts::default() }
    }

    fn find_one(
        &mut self,
        model: &Model,
        is_soft: &dyn Fn(ConstraintId) -> bool,
        limits: &Limits,
    ) -> Result<(), Limit> {
        let conflict = model.conflict_set(is_soft, limits)?;
        self.has_solution = Some(conflict.is_none());
        let Some(ConflictSet { members, is_minimal }) = conflict else { return Ok(()) };
        self.sets.push(members);
        self.is_rough = !is_minimal;
        if is_minimal { Ok(()) } else { Err(limits.deadline().check().err().unwrap_or(Limit::Time)) }
    }

    fn find_smallest(
        &mut self,
        model: &Model,
        is_soft: &dyn Fn(ConstraintId) -> bool,
        limits: &Limits,
    ) -> Result<(), Limit> {
        let smallest = model.smallest_conflict(is_soft, limits)?;
        self.has_solution = Some(smallest.is_none());
        let Some(Smallest { members, at_least, stopped, .. }) = smallest else { return Ok(()) };
        self.sets.push(members);
        self.at_least = Some(at_least);
        stopped.map_or(Ok(()), Err)
    }

    fn find_all(
        &mut self,
        model: &Model,
        is_soft: &dyn Fn(ConstraintId) -> bool,
        most: Option<u64>,
        limits: &Limits,
    ) -> Result<(), Limit> {
        let wanted = most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        let mut conflicts = model.conflicts(is_soft, limits);
        self.sets.extend(conflicts.by_ref().take(wanted));
        self.has_solution = (!self.sets.is_empty()).then_some(false);
        match conflicts.status() {
            None => Ok(()),
            Some(Status::Stopped(limit)) => Err(limit),
            Some(Status::Exhausted) => {
                self.is_all = true;
                self.has_solution = Some(self.sets.is_empty());
                let fewest = conflicts.corrections().iter().min_by_key(|ids| ids.len());
                self.correction = fewest.map(|ids| (ids.clone(), ids.len()));
                Ok(())
            }
        }
    }

    /// Finds the fewest to take away, in all the time that is left, if some have to be and they are not known.
    pub(crate) fn find_correction(
        &mut self,
        model: &Model,
        is_soft: &dyn Fn(ConstraintId) -> bool,
        budget: &Budget,
    ) {
        if self.has_solution != Some(false) || self.correction.is_some() {
            return;
        }
        match model.smallest_correction(is_soft, &budget.rest()) {
            Ok(Some(smallest)) => {
                self.correction = Some((smallest.members, smallest.at_least.max(1)));
                self.stopped = self.stopped.or(smallest.stopped);
            }
            Ok(None) => {}
            Err(limit) => self.stopped = Some(limit),
        }
    }

    pub(crate) fn end(&self) -> ExitStatus {
        match self.has_solution {
            _ if self.stopped.is_some() => ExitStatus::Stopped,
            None => ExitStatus::Stopped,
            Some(true) => ExitStatus::Answered,
            Some(false) => ExitStatus::Refuted,
        }
    }

    /// What there is to say where no conflict is known, after the place.
    pub(crate) fn without(&self) -> Option<String> {
        match self.sets.first() {
            _ if self.has_solution == Some(true) => Some("no conflict: there is a solution".to_owned()),
            None => Some(format!("unknown: {}", self.reached())),
            Some(_) => None,
        }
    }

    /// Whether there are more, after how many are listed.
    pub(crate) fn more(&self) -> String {
        match self.stopped {
            _ if self.is_all => "there are no more".to_owned(),
            Some(_) => format!("there may be more: {}", self.reached()),
            None => "there may be more".to_owned(),
        }
    }

    /// How small one of that many constraints is, after what it says.
    pub(crate) fn smallness(&self, count: usize) -> String {
        match self.at_least {
            Some(least) if least == count => " (minimum)".to_owned(),
            Some(least) if self.stopped.is_none() => {
                format!(" (not proved minimum, at least {least})")
            }
            Some(least) => {
                format!(" (not proved minimum, at least {least}: {})", self.reached())
            }
            None if self.is_rough => format!(" (not proved minimal: {})", self.reached()),
            None => " (minimal)".to_owned(),
        }
    }

    /// What is to be taken away, by the names of those constraints, and their number; `None` if that is not known.
    pub(crate) fn correction(
        &self,
        names: impl FnOnce(&[ConstraintId]) -> (String, usize),
    ) -> Option<String> {
        let (set, at_least) = self.correction.as_ref()?;
        let (names, count) = names(set);
        let rest = if count == *at_least {
            "minimum".to_owned()
        } else {
            format!("not proved minimum, at least {at_least}")
        };
        Some(format!("removing {names} restores a solution ({rest})"))
    }

    fn reached(&self) -> String {
        self.stopped.map_or_else(String::new, came_first)
    }
}
