//! Solving techniques: the names that people who solve by hand give to steps. They are added afterwards; no step depends on its name.

use std::fmt;

use crate::constraints::{AllDifferent, Comparator, Comparison, Operand};
use crate::domain::Domain;
use crate::inspect::why::alone::kept;
use crate::inspect::why::{Explanation, Justification};
use crate::model::{ConstraintId, IntAtom, IntView, Model};
use crate::store::Relation;

/// A technique: how a line follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Technique {
    /// The constraint involves one variable only, and states it outright: a given.
    Given,
    /// One variable has the value; another cannot.
    Value,
    /// Only one value is left of the variable's domain.
    NakedSingle,
    /// Only one variable can still have the value.
    HiddenSingle,
    /// N unfixed variables have N values left together: no other variable can have these.
    Naked(usize),
    /// N values have N unfixed variables left together: these can have no other value.
    Hidden(usize),
    /// A pigeonhole: more variables than values for them.
    Crowd,
    /// Two variables with one value.
    Clash,
    /// No variable is left for this value, though there are as many values as variables.
    NoPlace(i32),
    /// A bound of a domain moves.
    Bound,
    /// What is left of the variable's domain implies it.
    Domain,
    /// Any other inference by one constraint.
    Inference,
    /// It is assumed, to be refuted.
    Assumption,
    /// A value is confined to the variables that two constraints share; the other one loses it elsewhere.
    LockedCandidates,
    /// Assuming the opposite leads to a contradiction.
    Refutation,
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |f: &mut fmt::Formatter<'_>, kind: &str, k: &usize| match k {
            1 => write!(f, "{kind} single"),
            2 => write!(f, "{kind} pair"),
            3 => write!(f, "{kind} triple"),
            4 => write!(f, "{kind} quadruple"),
            k => write!(f, "{kind} set of {k}"),
        };
        match self {
            Technique::Given => f.write_str("given"),
            Technique::Value => f.write_str("value"),
            Technique::NakedSingle => f.write_str("naked single"),
            Technique::HiddenSingle => f.write_str("hidden single"),
            Technique::Naked(k) => of(f, "naked", k),
            Technique::Hidden(k) => of(f, "hidden", k),
            Technique::Clash => f.write_str("twice the same value"),
            Technique::Crowd => f.write_str("too few values"),
            Technique::NoPlace(value) => write!(f, "no place for {value}"),
            Technique::Bound => f.write_str("bound"),
            Technique::Domain => f.write_str("domain"),
            Technique::Assumption => f.write_str("supposed"),
            Technique::Inference => f.write_str("inference"),
            Technique::LockedCandidates => f.write_str("locked candidates"),
            Technique::Refutation => f.write_str("refutation"),
        }
    }
}

impl Technique {
    /// The name of a step of one constraint.
    pub(super) fn of_constraint(
        model: &Model,
        id: ConstraintId,
        premises: &[IntAtom],
        conclusion: Option<IntAtom>,
    ) -> Technique {
        let constraint = &**model.constraint(id);
        let scope = constraint.scope();
        let relation = conclusion.map(IntAtom::relation);
        if scope.iter().all(|view| view.var == scope[0].var) {
            return Technique::Given;
        }
        let is_taken = |premise: &IntAtom| premise.relation() == Relation::Eq;
        if constraint.as_any().is::<AllDifferent>() {
            Subset::new(model, &scope, premises, conclusion).name(premises, conclusion)
        } else if matches!(relation, Some(Relation::Le | Relation::Ge)) {
            Technique::Bound
        } else if premises.iter().all(is_taken) {
            Technique::Value
        } else {
            Technique::Inference
        }
    }
}

/// An `all_different` as the premises leave it.
struct Subset {
    /// The views that the premises are about, with what these leave of them.
    members: Vec<(IntView, Domain)>,
    /// The other views, including that of the conclusion.
    others: Vec<IntView>,
    /// The values of the members together.
    values: Domain,
    /// The values that all views had together at the start.
    all: Domain,
}

impl Subset {
    fn new(model: &Model, scope: &[IntView], premises: &[IntAtom], conclusion: Option<IntAtom>) -> Subset {
        let made = model.domains();
        let all = scope.iter().fold(Domain::empty(), |all, view| all.union(&view.domain(made)));
        let about = |view: &&IntView| {
            let is_concluded = conclusion.is_some_and(|atom| atom.var() == view.var);
            !is_concluded && premises.iter().any(|premise| premise.var() == view.var)
        };
        let left = |view: &IntView| {
            let own = premises.iter().filter(|premise| premise.var() == view.var);
            let domain = own.fold(made[view.var.index()].clone(), |domain, &atom| kept(&domain, atom));
            (*view, domain.map_affine(view.scale(), view.offset()).unwrap_or(domain))
        };
        let (inside, outside): (Vec<&IntView>, Vec<&IntView>) = scope.iter().partition(about);
        let members: Vec<(IntView, Domain)> = inside.into_iter().map(left).collect();
        let values = members.iter().fold(Domain::empty(), |values, (_, domain)| values.union(domain));
        Subset { members, others: outside.into_iter().copied().collect(), values, all }
    }

    fn open(&self) -> impl Iterator<Item = &(IntView, Domain)> {
        self.members.iter().filter(|(_, domain)| !domain.is_fixed())
    }

    /// Whether there are as many values as views.
    fn is_permutation(&self) -> bool {
        self.all.size() == (self.members.len() + self.others.len()) as u64
    }

    fn name(&self, premises: &[IntAtom], conclusion: Option<IntAtom>) -> Technique {
        let open = self.open().count();
        let is_full = self.values.size() == self.members.len() as u64;
        match conclusion.map(IntAtom::relation) {
            None if self.is_permutation()
                && self.others.is_empty()
                && self.values.size() == self.all.size() - 1 =>
            {
                let missing = self.all.difference(&self.values).min();
                missing.map_or(Technique::Crowd, Technique::NoPlace)
            }
            None if open == 0 && premises.len() == 2 => Technique::Clash,
            None => Technique::Crowd,
            Some(Relation::Eq) => Technique::HiddenSingle,
            Some(Relation::Le | Relation::Ge) => Technique::Bound,
            Some(Relation::Ne) if open == 0 && !self.takes(conclusion) => Technique::Inference,
            Some(Relation::Ne) if open == 0 && premises.len() == 1 => Technique::Value,
            Some(Relation::Ne) if is_full && self.is_permutation() && self.others.len() < open => {
                Technique::Hidden(self.others.len())
            }
            Some(Relation::Ne) if is_full => Technique::Naked(open.max(1)),
            Some(Relation::Ne) => Technique::Inference,
        }
    }

    /// Whether a view of the conclusion would have a value that a member has.
    fn takes(&self, conclusion: Option<IntAtom>) -> bool {
        let lost = |view: &IntView, atom: IntAtom| i32::try_from(view.apply(atom.value())).ok();
        conclusion.is_some_and(|atom| {
            let own = self.others.iter().filter(|view| view.var == atom.var());
            own.filter_map(|view| lost(view, atom)).any(|value| self.values.contains(value))
        })
    }

    /// The values that the fixed members do not take, and the views that have them.
    fn naked(&self) -> (Vec<IntView>, Domain) {
        let taken: Domain = self.members.iter().filter_map(|(_, domain)| domain.value()).collect();
        let open: Vec<IntView> = self.open().map(|&(view, _)| view).collect();
        if open.is_empty() {
            return (self.members.iter().map(|&(view, _)| view).collect(), self.values.clone());
        }
        (open, self.values.difference(&taken))
    }
}

/// Whether it is obvious what follows by a constraint from the value of a variable: that no other one has it, or the value at a fixed
/// distance from it. A sum, `x + y ≠ 1`, has to be worked out.
fn goes_without_saying(model: &Model, id: ConstraintId) -> bool {
    let constraint = (**model.constraint(id)).as_any();
    let is_difference = constraint.downcast_ref::<Comparison>().is_some_and(|comparison| {
        comparison.comparator == Comparator::Ne
            && matches!(comparison.right, Operand::View(right) if right.scale() == comparison.left.scale())
    });
    constraint.is::<AllDifferent>() || (is_difference && model.given_name(id).is_none())
}

impl Explanation {
    /// The views of a naked or hidden subset, and its values; `None` for a line that is neither.
    ///
    /// # Panics
    /// If there is no such line.
    pub fn subset(&self, model: &Model, line: usize) -> Option<(Vec<IntView>, Domain)> {
        let line = &self.lines[line];
        let (id, is_naked) = match line.justification {
            Justification::Constraint(id, Technique::Naked(_)) => (id, true),
            Justification::Constraint(id, Technique::Hidden(_)) => (id, false),
            _ => return None,
        };
        let premises: Vec<IntAtom> =
            line.premises.iter().filter_map(|&premise| self.lines[premise].conclusion).collect();
        let subset = Subset::new(model, &model.constraint(id).scope(), &premises, line.conclusion);
        Some(if is_naked {
            subset.naked()
        } else {
            (subset.others.clone(), subset.all.difference(&subset.values))
        })
    }

    /// Marks the obvious lines. Where one rests on another, the first is printed, so that no two steps in a row are left out. One without
    /// premises is printed, too: it differs from a constant, whose value no line shows.
    pub(super) fn mark_tacit(&mut self, model: &Model) {
        for number in 0..self.lines.len() {
            let line = &self.lines[number];
            let is_loss = line.conclusion.is_some_and(|atom| atom.relation() == Relation::Ne);
            let is_tacit = match line.justification {
                Justification::Constraint(id, Technique::Value) => is_loss && goes_without_saying(model, id),
                _ => false,
            };
            let is_shown = |&premise: &usize| !self.lines[premise].is_tacit;
            self.lines[number].is_tacit =
                is_tacit && !line.premises.is_empty() && line.premises.iter().all(is_shown);
        }
    }

    /// Distinguishes locked candidates from other refutations: assuming a value removes it, by one constraint, from
    /// all the variables where another constraint needs it.
    pub(super) fn name_refutations(&mut self) {
        for number in 0..self.lines.len() {
            if let Justification::Refutation(assumption, _) = self.lines[number].justification
                && self.is_locked(assumption, number)
            {
                self.lines[number].justification =
                    Justification::Refutation(assumption, Technique::LockedCandidates);
            }
        }
    }

    fn is_locked(&self, assumption: usize, end: usize) -> bool {
        let Some((last, inner)) = self.lines[assumption + 1..end].split_last() else { return false };
        let mut by = None;
        let is_value = |line: &crate::inspect::why::Line| match line.justification {
            Justification::Constraint(id, Technique::Value) => {
                line.premises == [assumption] && *by.get_or_insert(id) == id
            }
            _ => false,
        };
        matches!(last.justification, Justification::Constraint(_, Technique::NoPlace(_)))
            && inner.iter().all(is_value)
    }
}
