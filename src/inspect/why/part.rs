//! Derivations from all constraints, or from those of a conflict.
//!
//! That a model has no solution is shown from a conflict of its constraints; and that something holds in all solutions, where short
//! refutations do not show it, from a conflict with its opposite.

use std::sync::Arc;

use crate::inspect::why::Explanation;
use crate::inspect::why::alone::{Alone, kept};
use crate::inspect::why::derivation::Derivation;
use crate::inspect::why::minimal::minimize;
use crate::inspect::why::refute::Refuter;
use crate::inspect::why::trace::{Trace, Tracer};
use crate::model::{ConstraintId, IntAtom, Model, Options, Solver};
use crate::search::{Deadline, Limit};

/// The number of nodes after which it is left open whether constraints clash: the conflict may then not be minimal.
const NODES_PER_QUESTION: u64 = 20_000;

/// The number of cases tried with all constraints; after that, only those of a conflict are used.
const LITTLE: u64 = 20_000;

/// Some of a model's constraints, as a model of the same variables.
struct Part {
    model: Model,
    /// By constraint of the part: the constraint of the model.
    ids: Vec<ConstraintId>,
}

/// A derivation from a part.
struct Found {
    part: Part,
    derivation: Derivation,
    /// Whether it has a refutation in it.
    is_roundabout: bool,
    /// The limit that came before it was minimal.
    stopped: Option<Limit>,
}

impl Part {
    fn whole(model: &Model) -> Part {
        Part { ids: model.constraints().map(|(id, _)| id).collect(), model: model.clone() }
    }

    /// A conflict of the constraints of `model`, which has no solution if the variables have the domains of `impossible`.
    fn conflict(model: &Model, impossible: &Model, deadline: &Deadline) -> Part {
        let limits = deadline.left();
        let time = limits.time.map(|time| time / 2);
        let ids = impossible.clash_within(&limits.time(time), NODES_PER_QUESTION).members;
        let mut part = model.without_constraints();
        for &id in &ids {
            part.post(Arc::clone(model.constraint(id))).expect("invariant: it was posted before");
        }
        Part { model: part, ids }
    }

    /// The minimised derivation that `derive` finds from these constraints; `None` if it does not come to an end.
    fn derive(
        self,
        deadline: &Deadline,
        derive: impl FnOnce(&mut Refuter<'_>) -> Result<Option<Trace>, Limit>,
    ) -> Result<Option<Found>, Limit> {
        let options = Options { record: true, merge_equal: false, ..Options::default() };
        let alone = Alone::new(&self.model, deadline.interrupt());
        let tracer = Tracer::new(Solver::new(&self.model, options), alone);
        let Some(trace) = derive(&mut Refuter::new(tracer, deadline))? else { return Ok(None) };
        let is_roundabout = trace.len() > trace.steps.len();
        let derivation = Derivation::of(&trace);
        let mut found = Found { part: self, derivation, is_roundabout, stopped: None };
        found.minimize(deadline);
        Ok(Some(found))
    }
}

impl Found {
    fn minimize(&mut self, deadline: &Deadline) {
        let interrupt = deadline.interrupt();
        let mut alone = Alone::new(&self.part.model, interrupt);
        self.stopped = minimize(&mut self.derivation, &mut alone, interrupt).err();
    }

    /// The derivation as an explanation of the whole model.
    fn explain(mut self, model: &Model, deadline: &Deadline) -> Explanation {
        if self.stopped.is_some() && deadline.check().is_ok() {
            self.minimize(deadline);
        }
        self.derivation.rename(&self.part.ids);
        Explanation { stopped: self.stopped, ..model.name_techniques(&self.derivation) }
    }
}

impl Model {
    /// The explanation of there being no solution.
    pub(super) fn explain_none(&self, deadline: &Deadline) -> Result<Explanation, Limit> {
        let found =
            Part::conflict(self, self, deadline).derive(deadline, |refuter| refuter.derive(None, 0, true))?;
        Ok(found.expect("invariant: a conflict has no solution").explain(self, deadline))
    }

    /// The explanation of an atom that holds in all solutions.
    ///
    /// Refutations of single cases may lead to it; if not, or only by many steps, or not soon, refuting its opposite does: with all
    /// constraints, as far as that takes little, and with those of a conflict.
    pub(super) fn explain(&self, goal: IntAtom, deadline: &Deadline) -> Result<Explanation, Limit> {
        let share = |part: u32| deadline.left().time(deadline.left().time.map(|time| time / part));
        let first = share(3).deadline();
        let direct = Part::whole(self).derive(&first, |refuter| refuter.derive(Some(goal), 0, false));
        deadline.check()?;
        let direct = match direct {
            Ok(Some(direct)) if !direct.is_roundabout => return Ok(direct.explain(self, deadline)),
            direct => direct,
        };
        let little =
            share(4).nodes(deadline.limits().nodes.map_or(LITTLE, |nodes| nodes.min(LITTLE))).deadline();
        let by_all = Part::whole(self).derive(&little, |refuter| refuter.derive_by_opposite(goal));
        let mut opposite = self.clone();
        opposite.set_domain(goal.var(), kept(self.domain(goal.var()), !goal));
        let part = Part::conflict(self, &opposite, deadline);
        let by_conflict = part.derive(deadline, |refuter| refuter.derive_by_opposite(goal));
        let limit = by_conflict.as_ref().err().copied();
        let found = [direct, by_all, by_conflict].into_iter().filter_map(|found| found.ok().flatten());
        match (found.min_by_key(|found| found.derivation.nodes.len()), limit) {
            (Some(found), _) => Ok(found.explain(self, deadline)),
            (None, Some(limit)) => Err(limit),
            (None, None) => unreachable!("invariant: what holds in all solutions can be derived"),
        }
    }
}
