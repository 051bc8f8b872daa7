//! Equivalence `iff`, and reification: two constraints both hold, or neither does.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the left one holds if and only if the right one does |
//! | Consistency | once the truth of one side is decided, that of the other side, or of its negation |
//! | Cost | for a side that is not an atom: its propagators and those of its negation under guards, and a [watcher](super::watcher) each; an equivalence further in has a literal of its own |
//! | Explains | by what made the other side true or false |
//! | Source | Feydy, Somogyi & Stuckey, *Half Reification and Flattening*, CP 2011 |

use std::fmt;
use std::sync::Arc;

use crate::constraints::logic::imply::imply;
use crate::constraints::logic::literal::{alike, known};
use crate::constraints::logic::{AllOf, AnyOf, decompose_all, write_part};
use crate::constraints::truth::{GuardWatch, Truth};
use crate::constraints::{Auxiliaries, Condition, Constraint, Simplified, Statement, eq, not};
use crate::domain::Domain;
use crate::engine::{Part, Poster};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure};

/// The constraint [`iff`], an equivalence.
#[derive(Clone, Debug)]
pub struct Iff {
    /// One side.
    pub left: Arc<dyn Constraint>,
    /// The other side.
    pub right: Arc<dyn Constraint>,
    /// The depth of nested conditions.
    depth: u32,
}

/// Both hold, or neither does. With a literal on one side it is the reification of the other.
///
/// ```
/// use residua::constraints::{all_different, iff};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// let b = model.named_var("b", 0..=1);
/// model.post(iff(b.is(1), all_different(&xs)))?;
/// assert_eq!(model.solutions().count(), 27);
/// assert_eq!(model.solutions().filter(|solution| solution[b] == 1).count(), 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn iff(left: impl Constraint + 'static, right: impl Constraint + 'static) -> Condition {
    Condition::new(Arc::new(Iff::new(left.into_shared(), right.into_shared())))
}

impl PartialEq for Iff {
    fn eq(&self, other: &Iff) -> bool {
        *self.left == *other.left && *self.right == *other.right
    }
}

impl Iff {
    /// The equivalence of two shared constraints.
    pub fn new(left: Arc<dyn Constraint>, right: Arc<dyn Constraint>) -> Iff {
        let depth = 1 + left.depth().max(right.depth());
        Iff { left, right, depth }
    }
}

/// What a connective connects.
fn parts_of(constraint: &dyn Constraint) -> Vec<&Arc<dyn Constraint>> {
    let any = constraint.as_any();
    if let Some(Iff { left, right, .. }) = any.downcast_ref::<Iff>() {
        return vec![left, right];
    }
    let parts = any.downcast_ref::<AnyOf>().map(|of| &of.parts);
    parts.or_else(|| any.downcast_ref::<AllOf>().map(|of| &of.parts)).into_iter().flatten().collect()
}

fn has_iff(constraint: &dyn Constraint) -> bool {
    constraint.as_any().is::<Iff>() || parts_of(constraint).iter().any(|part| has_iff(&***part))
}

/// Whether there is an [`Iff`] within a side, and not only as the side itself.
fn is_nested(side: &dyn Constraint) -> bool {
    parts_of(side).iter().any(|part| has_iff(&***part))
}

/// A side with literals in the place of those of its parts that have an [`Iff`] in them; `None` if there are none. Each side is propagated
/// together with its opposite: with one within another, there would be twice as many propagators at each level.
fn without_nested(
    side: &Arc<dyn Constraint>,
    to: &mut dyn Auxiliaries,
) -> Result<Option<Arc<dyn Constraint>>, Failure> {
    if !is_nested(&**side) {
        return Ok(None);
    }
    let mut parts: Vec<Arc<dyn Constraint>> = Vec::new();
    for part in parts_of(&**side) {
        let is_deep = has_iff(&**part);
        parts.push(if is_deep { literal_of(part, to)?.eq(1).into_shared() } else { Arc::clone(part) });
    }
    let any = side.as_any();
    Ok(Some(if any.is::<Iff>() {
        Arc::new(Iff::new(Arc::clone(&parts[0]), Arc::clone(&parts[1])))
    } else if let Some(&AnyOf { constructive, .. }) = any.downcast_ref() {
        Arc::new(AnyOf { parts: parts.into(), constructive })
    } else {
        Arc::new(AllOf { parts: parts.into() })
    }))
}

impl Constraint for Iff {
    fn name(&self) -> &'static str {
        "iff"
    }

    fn scope(&self) -> Vec<IntView> {
        [self.left.scope(), self.right.scope()].concat()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.left.check(value) == self.right.check(value)
    }

    fn validate(&self) -> Result<(), String> {
        self.left.validate().and_then(|()| self.right.validate())
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        [&self.left, &self.right].into_iter().try_for_each(|side| side.validate_within(domains, name))
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        let sides = [Arc::clone(&self.left), Arc::clone(&self.right)];
        let simpler = decompose_all(&sides, to)?;
        let mut is_changed = simpler.is_some();
        let mut shallow = Vec::with_capacity(2);
        for side in simpler.as_deref().unwrap_or(&sides) {
            let other = without_nested(side, to)?;
            is_changed |= other.is_some();
            shallow.push(other.unwrap_or_else(|| Arc::clone(side)));
        }
        let [left, right] = [&shallow[0], &shallow[1]].map(Arc::clone);
        Ok(is_changed.then(|| Arc::new(Iff::new(left, right)) as Arc<dyn Constraint>))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if let Some(simpler) = self.decompose(to)? {
            return simpler.post(to);
        }
        if let Some(guard) = to.guard() {
            // Under a guard it is two clauses of literals.
            let parts = [(&self.left, &self.right), (&self.right, &self.left)];
            return parts.into_iter().try_for_each(|(one, other)| {
                let either = not(Arc::clone(one)).into_shared();
                let part: Arc<dyn Constraint> =
                    Arc::new(AnyOf { parts: vec![either, Arc::clone(other)].into(), constructive: None });
                imply(guard, &part, GuardWatch::Refutes, to)
            });
        }
        let is_literal = self.left.as_atom().is_some();
        let (literal, other) = if is_literal { (&self.left, &self.right) } else { (&self.right, &self.left) };
        match equal_literal(literal, to)? {
            Truth::Always => other.post(to),
            Truth::Never => not(Arc::clone(other)).into_shared().post(to),
            Truth::Is(literal) => imply_equal(literal, other, to),
        }
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let (left, right) = (self.left.simplify(domains), self.right.simplify(domains));
        let as_is =
            |truth: bool, side: &Arc<dyn Constraint>, simplified: &Simplified| match (truth, simplified) {
                (true, Simplified::Into(parts)) => parts.clone(),
                (true, _) => vec![Arc::clone(side)],
                (false, Simplified::Into(parts)) => vec![not(AllOf::of(parts.clone())).into_shared()],
                (false, _) => vec![not(Arc::clone(side)).into_shared()],
            };
        let truth = |side: &Simplified| match side {
            Simplified::Entailed => Some(true),
            Simplified::Violated => Some(false),
            _ => None,
        };
        match (truth(&left), truth(&right)) {
            (Some(left), Some(right)) if left == right => Simplified::Entailed,
            (Some(_), Some(_)) => Simplified::Violated,
            (Some(holds), None) => Simplified::Into(as_is(holds, &self.right, &right)),
            (None, Some(holds)) => Simplified::Into(as_is(holds, &self.left, &left)),
            (None, None) => {
                let [left, right] = [(&self.left, &left), (&self.right, &right)]
                    .map(|(side, simplified)| AllOf::of(as_is(true, side, simplified)));
                let simpler = Iff::new(left, right);
                // A conjunction becomes its parts, and those may be as they were.
                if simpler == *self {
                    Simplified::Unchanged
                } else {
                    Simplified::Into(vec![Arc::new(simpler)])
                }
            }
        }
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        Some(self.left.truth(domains)? == self.right.truth(domains)?)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Iff::new(self.left.map(to), self.right.map(to)))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_part(f, &*self.left, name)?;
        f.write_str(" ⇔ ")?;
        write_part(f, &*self.right, name)
    }

    fn statement(&self) -> Option<Statement> {
        // Each side is stated twice. Where that would be twice at each level, it is decomposed first.
        if is_nested(&*self.left) || is_nested(&*self.right) {
            return None;
        }
        let (left, right) = (self.left.statement()?, self.right.statement()?);
        let neither = Statement::All(vec![left.negated()?, right.negated()?]);
        Some(Statement::Any(vec![Statement::All(vec![left, right]), neither]))
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let right = not(Arc::clone(&self.right)).into_shared();
        Some(Arc::new(Iff::new(Arc::clone(&self.left), right)))
    }

    fn refutes_guard(&self, _: Atom, _: &Poster<'_>) -> bool {
        true
    }

    fn depth(&self) -> u32 {
        self.depth
    }
}

/// Posts `guard ⇔ constraint`.
fn imply_equal(guard: Atom, constraint: &Arc<dyn Constraint>, to: &mut Poster<'_>) -> Result<(), Failure> {
    let negated = not(Arc::clone(constraint)).into_shared();
    // Where each of the two finds out that it cannot hold, nothing is left for a watcher.
    let is_known = constraint.refutes_guard(guard, to) && negated.refutes_guard(guard, to);
    let watch = if is_known { GuardWatch::Refutes } else { GuardWatch::Decides };
    imply(guard, constraint, watch, to)?;
    imply(!guard, &negated, GuardWatch::Nothing, to)
}

/// A literal that is true exactly where the constraint holds; where it is false, the negation is propagated.
fn equal_literal(constraint: &Arc<dyn Constraint>, to: &mut Poster<'_>) -> Result<Truth<Atom>, Failure> {
    if let Some(truth) = known(&**constraint, to) {
        return Ok(truth);
    }
    let literal = to.new_literal();
    imply_equal(literal, constraint, to)?;
    Ok(Truth::Is(literal))
}

/// A variable that is 1 where the condition holds, otherwise 0; equal conditions share it.
pub(in crate::constraints) fn literal_of(
    condition: &Arc<dyn Constraint>,
    to: &mut dyn Auxiliaries,
) -> Result<IntVar, Failure> {
    let part = Part::new(Arc::clone(condition), &alike(&**condition));
    if let Some(var) = to.find(&part) {
        return Ok(var);
    }
    let var = to.new_var(Domain::from(0..=1));
    to.define(iff(eq(var, 1), Arc::clone(condition)).into_shared())?;
    to.share(part, var);
    Ok(var)
}
