//! Formulas: comparisons of expressions with functions, such as `x·y + |z| ≤ 9`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | both sides have a value, and these are in the relation |
//! | Consistency | what follows from the constraints of the parts one by one: see `define.rs` |
//! | Cost | that of the parts |
//! | Overflow | the values of each part must fit into 32 bits, or posting refuses it |
//! | Source | Frisch & Stuckey, CP 2009, of partial functions |

use std::fmt;
use std::sync::Arc;

use crate::constraints::arithmetic::by_cases;
use crate::constraints::auxiliaries::Auxiliaries;
use crate::constraints::expression::compare::compare_within;
use crate::constraints::{AllOf, AnyOf, Comparator, Constraint, Expr, Simplified};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// A comparison of two expressions that is not another constraint of the catalogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula {
    /// The left side.
    pub left: Expr,
    /// The relation.
    pub comparator: Comparator,
    /// The right side.
    pub right: Expr,
}

impl Formula {
    fn sides(&self) -> [&Expr; 2] {
        [&self.left, &self.right]
    }

    /// Whether both sides have a value, whichever of these their views have.
    fn is_total(&self, domains: &dyn Domains<IntVar>) -> bool {
        self.sides().iter().all(|side| side.is_total(domains))
    }

    /// Whether a side cannot have a value.
    fn is_undefined(&self, domains: &dyn Domains<IntVar>) -> bool {
        let needed = self.sides().into_iter().flat_map(|side| side.needed(domains));
        needed.into_iter().any(|part| cannot_hold(&*part, domains))
    }

    /// Whether the values of both sides, where they have any, are always in the relation, or never; `None` if neither is shown.
    fn compared(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        let (left, right) = (self.left.ends(domains), self.right.ends(domains));
        let cut = |end: i128| end.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        self.comparator.over(cut(left.0 - right.1)..=cut(left.1 - right.0), 0)
    }

    /// The sides as they are written: what has a negative factor stands on the other side.
    fn written(&self) -> (Expr, Comparator, Expr) {
        let [(left, from_left), (right, from_right)] = self.sides().map(Expr::by_sign);
        if from_left.is_constant() && from_right.is_constant() {
            return (self.left.clone(), self.comparator, self.right.clone());
        }
        let (left, right) = (left.plus(from_right), right.plus(from_left));
        let (mut left, comparator, mut right) = if left.is_constant() {
            (right, self.comparator.mirrored(), left)
        } else {
            (left, self.comparator, right)
        };
        if right.is_constant() {
            right.constant -= std::mem::take(&mut left.constant);
        }
        (left, comparator, right)
    }

    /// Posts it where what its sides need to have a value was posted before.
    fn post_relation(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        match self.decompose(to)? {
            Some(simpler) => simpler.post(to),
            None => Ok(()),
        }
    }
}

impl Constraint for Formula {
    fn name(&self) -> &'static str {
        "formula"
    }

    fn scope(&self) -> Vec<IntView> {
        let mut views = Vec::new();
        self.sides().iter().for_each(|side| side.collect(&mut views));
        views
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let [left, right] = self.sides().map(|side| side.evaluate(value));
        left.zip(right).is_some_and(|(left, right)| self.comparator.holds(left, right))
    }

    fn validate(&self) -> Result<(), String> {
        self.sides().into_iter().try_for_each(Expr::validate)
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        self.sides().iter().try_for_each(|side| side.examine(domains, name))
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        let mut parts = Vec::new();
        let left = self.left.flattened(to, &mut parts)?;
        let right = self.right.flattened(to, &mut parts)?;
        parts.push(compare_within(left, self.comparator, right, to));
        Ok(Some(AllOf::of(parts)))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        post_needed(self.sides(), to)?;
        self.post_relation(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        match self.truth(domains) {
            Some(true) => return Simplified::Entailed,
            Some(false) => return Simplified::Violated,
            None => {}
        }
        if let Some(decided) = by_cases(self, domains) {
            return decided;
        }
        let (left, right) = (self.left.folded(domains), self.right.folded(domains));
        if left == self.left && right == self.right {
            return Simplified::Unchanged;
        }
        Simplified::Into(vec![compare_within(left, self.comparator, right, domains)])
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        let is_total = self.is_total(domains);
        if !is_total && self.is_undefined(domains) {
            return Some(false);
        }
        let truth = self.compared(domains)?;
        (!truth || is_total).then_some(truth)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Formula { left: self.left.map(to), right: self.right.map(to), ..*self })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let (left, comparator, right) = self.written();
        left.write(f, name)?;
        write!(f, " {comparator} ")?;
        right.write(f, name)
    }

    /// Where a side may have no value, both the comparison and its opposite are false.
    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let comparator = self.comparator.negated();
        self.is_total(&Anything)
            .then(|| Arc::new(Formula { comparator, ..self.clone() }) as Arc<dyn Constraint>)
    }

    fn depth(&self) -> u32 {
        self.left.depth.max(self.right.depth) + 1
    }
}

/// Where a constraint is posted without a guard, posts what its expressions need to have a value: then no part has to be made total.
pub(super) fn post_needed<'a>(
    expressions: impl IntoIterator<Item = &'a Expr>,
    to: &mut Poster<'_>,
) -> Result<(), Failure> {
    if to.guard().is_some() {
        return Ok(());
    }
    for expression in expressions {
        // The innermost first: then those around need not ask for it again, which were twice as much at each level.
        expression.needed(to).iter().rev().try_for_each(|part| {
            match part.as_any().downcast_ref::<Formula>() {
                Some(formula) => formula.post_relation(to),
                None => part.post(to),
            }
        })?;
    }
    Ok(())
}

/// Whether what an expression needs to have a value is known not to hold. What that needs itself is asked of the same expression.
pub(super) fn cannot_hold(needed: &dyn Constraint, domains: &dyn Domains<IntVar>) -> bool {
    let any = needed.as_any();
    if let Some(formula) = any.downcast_ref::<Formula>() {
        return formula.compared(domains) == Some(false);
    }
    match any.downcast_ref::<AnyOf>() {
        Some(of) => of.parts.iter().all(|part| cannot_hold(&**part, domains)),
        None => needed.truth(domains) == Some(false),
    }
}

/// Every variable has every value.
pub(super) struct Anything;

impl Domains<IntVar> for Anything {
    fn min(&self, _: IntVar) -> i32 {
        i32::MIN
    }

    fn max(&self, _: IntVar) -> i32 {
        i32::MAX
    }

    fn size(&self, _: IntVar) -> u64 {
        1 << 32
    }

    fn contains(&self, _: IntVar, _: i32) -> bool {
        true
    }

    fn domain(&self, _: IntVar) -> Domain {
        Domain::from(i32::MIN..=i32::MAX)
    }
}
