//! A constraint of expressions: any constraint over views, with an expression in the place of each.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | each expression has a value, and the constraint holds for these values |
//! | Consistency | that of the constraint over an auxiliary variable for each expression that is not a view: see `define.rs` |
//! | Cost | that of the parts |
//! | Overflow | what an expression can be must fit into 32 bits, or posting refuses it |
//! | Source | Frisch & Stuckey, CP 2009, of partial functions |
//!
//! The constraint is stored over *stand-ins*, variables that no model has: number `i` stands for expression `i`. It has no other
//! variables, so that constraints of expressions may nest.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::constraints::arithmetic::by_cases;
use crate::constraints::auxiliaries::Auxiliaries;
use crate::constraints::expression::formula::{Anything, cannot_hold, post_needed};
use crate::constraints::logic::TOO_DEEP;
use crate::constraints::notation::named;
use crate::constraints::{AllOf, Constraint, Expr, Simplified, exact_sum, validate_depth};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// A constraint with expressions in the place of its views, as [`of_expressions`](crate::constraints::of_expressions) makes it.
#[derive(Clone, Debug)]
pub struct Applied {
    /// The constraint over [stand-ins](Applied::stand_in).
    pub constraint: Arc<dyn Constraint>,
    /// What they stand for, by number.
    pub expressions: Vec<Expr>,
}

impl PartialEq for Applied {
    fn eq(&self, other: &Applied) -> bool {
        *self.constraint == *other.constraint && self.expressions == other.expressions
    }
}

impl Applied {
    /// The variable that stands for the expression of that number; no model has it.
    pub fn stand_in(number: usize) -> IntVar {
        IntVar::stand_in(number)
    }

    /// A constraint over some variables, with an expression in the place of each. The `unused` expressions are in no such place, and have to
    /// have values all the same.
    pub(super) fn of(
        constraint: &Arc<dyn Constraint>,
        expression_of: &dyn Fn(IntVar) -> Expr,
        unused: Vec<Expr>,
    ) -> Arc<dyn Constraint> {
        if let Some(mut whole) = Applied::one(constraint, expression_of) {
            whole.expressions.extend(unused);
            return Arc::new(whole);
        }
        // A view that is a constant is no variable's: a simplifier makes some, and a weight of 0.
        let constant = |view: IntView| (view.scale() == 0).then_some(view.offset());
        let key = |view: IntView| (constant(view).is_none().then_some(view.var), constant(view));
        let (mut numbers, mut expressions) = (BTreeMap::new(), Vec::new());
        let mut number = |key, of: Expr| {
            let _ = numbers.entry(key).or_insert_with(|| {
                expressions.push(of.without_offsets());
                expressions.len() - 1
            });
        };
        for view in constraint.scope() {
            let of = expression_of(view.var);
            match constant(view) {
                None => number(key(view), of),
                Some(value) => {
                    number(key(view), Expr::from(value));
                    // It has to have a value all the same.
                    if !of.is_total(&Anything) {
                        number((Some(view.var), None), of);
                    }
                }
            }
        }
        let constraint = constraint.map(&|view| {
            let stand_in = IntVar::stand_in(numbers[&key(view)]).view();
            let over = constant(view).map_or_else(|| view.over(stand_in), |_| Some(stand_in));
            over.expect("invariant: the factors are the same")
        });
        expressions.extend(unused);
        Arc::new(Applied { constraint, expressions })
    }

    /// One constraint of expressions instead of one within another, where the inner one has variables as they are in the place of its terms,
    /// as a constructor with terms of several types makes it.
    fn one(constraint: &Arc<dyn Constraint>, expression_of: &dyn Fn(IntVar) -> Expr) -> Option<Applied> {
        let applied = constraint.as_any().downcast_ref::<Applied>()?;
        let replaced = |of: &Expr| {
            let is_own = |view: &IntView| expression_of(view.var) == Expr::from(view.var);
            match of.as_view() {
                Some(view) if view.is_plain() => Some(expression_of(view.var)),
                _ => of.views().iter().all(is_own).then(|| of.clone()),
            }
        };
        let replaced = |of: &Expr| replaced(of).map(Expr::without_offsets);
        let expressions = applied.expressions.iter().map(replaced).collect::<Option<_>>()?;
        Some(Applied { constraint: Arc::clone(&applied.constraint), expressions })
    }

    /// A part of what is left of it: over views only, if each expression in it is one.
    fn part(&self, constraint: &Arc<dyn Constraint>, domains: &dyn Domains<IntVar>) -> Arc<dyn Constraint> {
        let folded = |var: IntVar| self.expressions[stand_in_of(var)].folded(domains);
        let view = |view: IntView| {
            // What a constant is a view of, an engine knows of constraints as they were posted only.
            let over = view.over(folded(view.var).as_view()?)?;
            (view.scale() != 0 && over.fits(domains)).then_some(over)
        };
        if constraint.scope().iter().all(|&of| view(of).is_some()) {
            return constraint.map(&|of| view(of).expect("invariant: each of them is a view"));
        }
        Applied::of(constraint, &folded, Vec::new())
    }

    /// What is left of it, where that is left of the constraint. Where a simplifier made a constant of an expression with one value only, it
    /// is the same as before.
    fn left(&self, parts: &[Arc<dyn Constraint>], domains: &dyn Domains<IntVar>) -> Simplified {
        let parts: Vec<Arc<dyn Constraint>> = parts.iter().map(|part| self.part(part, domains)).collect();
        match &parts[..] {
            [only] if only.same(self) => Simplified::Unchanged,
            _ => Simplified::Into(parts),
        }
    }

    /// What is left of its expressions. What is left of the constraint may be without an expression that has to have a value, so that it stays
    /// as it is.
    fn folded(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let expressions = self.expressions.iter().map(|expression| expression.folded(domains)).collect();
        let folded = Applied { constraint: Arc::clone(&self.constraint), expressions };
        if folded == *self { Simplified::Unchanged } else { Simplified::Into(vec![Arc::new(folded)]) }
    }

    /// Whether each expression has a value, whichever of these its views have.
    fn is_total(&self, domains: &dyn Domains<IntVar>) -> bool {
        self.expressions.iter().all(|expression| expression.is_total(domains))
    }

    /// By stand-in: a set that contains the values of the expression.
    fn values(&self, domains: &dyn Domains<IntVar>) -> Vec<Domain> {
        self.expressions.iter().map(|expression| values(expression, domains)).collect()
    }
}

/// The number of a stand-in.
fn stand_in_of(var: IntVar) -> usize {
    var.as_stand_in().expect("invariant: the constraint is over stand-ins")
}

/// The values of a view; for any other expression all values between its bounds.
fn values(expression: &Expr, domains: &dyn Domains<IntVar>) -> Domain {
    if let Some(view) = expression.as_view().filter(|view| view.fits(domains)) {
        return view.domain(domains);
    }
    let (low, high) = expression.ends(domains);
    let cut = |end: i128| end.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
    Domain::from(cut(low)..=cut(high))
}

impl Constraint for Applied {
    fn name(&self) -> &'static str {
        self.constraint.name()
    }

    fn scope(&self) -> Vec<IntView> {
        self.expressions.iter().flat_map(Expr::views).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let evaluated = |expression: &Expr| i32::try_from(expression.evaluate(value)?).ok();
        let values: Option<Vec<i32>> = self.expressions.iter().map(evaluated).collect();
        // What stands for no expression is for posting to refuse.
        let of = |values: &[i32], view: IntView| {
            let value = view.var.as_stand_in().and_then(|number| values.get(number));
            value.map_or(0, |&value| view.apply(value))
        };
        values.is_some_and(|values| self.constraint.check(&|view| of(&values, view)))
    }

    fn validate(&self) -> Result<(), String> {
        let is_stand_in =
            |view: &IntView| view.var.as_stand_in().is_some_and(|number| number < self.expressions.len());
        if !self.constraint.scope().iter().all(is_stand_in) {
            return Err("a variable in it stands for none of its expressions".to_owned());
        }
        self.expressions.iter().try_for_each(Expr::validate)?;
        self.constraint.validate()
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        for expression in &self.expressions {
            validate_depth(expression.depth)?;
            expression.examine(domains, name)?;
        }
        let name = |view: IntView| self.name_of(view, name);
        for view in self.constraint.scope() {
            let of = &self.expressions[stand_in_of(view.var)];
            let (low, high) = of.ends(domains);
            let [one, other] =
                [low, high].map(|end| i128::from(view.scale()) * end + i128::from(view.offset()));
            let inside = |end: i128| i128::from(i32::MIN) < end && end < i128::from(i32::MAX);
            if view.is_overflown() || ![low, high, one, other].into_iter().all(inside) {
                let (low, high) = (one.min(other), one.max(other));
                return Err(format!(
                    "{} can be {low} or {high}, which does not fit into 32 bits",
                    name(view)
                ));
            }
        }
        let values = self.values(domains);
        self.constraint.validate_within(&&values[..], &name)
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        let mut parts = Vec::new();
        let mut views = Vec::with_capacity(self.expressions.len());
        let uses = self.constraint.scope();
        for (number, expression) in self.expressions.iter().enumerate() {
            let view = expression.defined_view(to, &mut parts)?;
            let mut own = uses.iter().filter(|of| stand_in_of(of.var) == number);
            let fits = own.all(|of| of.over(view).is_some_and(|over| over.fits(to)));
            views.push(if fits { view } else { equal_var(view, to)?.view() });
        }
        let over = |of: IntView| of.over(views[stand_in_of(of.var)]).expect("invariant: it fits");
        let constraint = self.constraint.map(&over);
        parts.push(constraint.decompose(to)?.unwrap_or(constraint));
        Ok(Some(AllOf::of(parts)))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        post_needed(&self.expressions, to)?;
        match self.decompose(to)? {
            Some(simpler) => simpler.post(to),
            None => Ok(()),
        }
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
        if !self.is_total(domains) {
            return self.folded(domains);
        }
        let values = self.values(domains);
        match self.constraint.simplify(&&values[..]) {
            Simplified::Entailed => Simplified::Entailed,
            Simplified::Violated => Simplified::Violated,
            Simplified::Into(parts) => self.left(&parts, domains),
            Simplified::Unchanged => self.left(std::slice::from_ref(&self.constraint), domains),
        }
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        let is_total = self.is_total(domains);
        let is_undefined = |expression: &Expr| {
            expression.needed(domains).iter().any(|needed| cannot_hold(&**needed, domains))
        };
        if !is_total && self.expressions.iter().any(is_undefined) {
            return Some(false);
        }
        let values = self.values(domains);
        let truth = self.constraint.truth(&&values[..])?;
        (!truth || is_total).then_some(truth)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let expressions = self.expressions.iter().map(|expression| expression.map(to)).collect();
        Arc::new(Applied { constraint: Arc::clone(&self.constraint), expressions })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        self.constraint.write(f, &|view| self.name_of(view, name))
    }

    /// Where an expression may have no value, both the constraint and its opposite are false.
    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        if !self.is_total(&Anything) {
            return None;
        }
        let constraint = self.constraint.negation()?;
        Some(Arc::new(Applied { constraint, expressions: self.expressions.clone() }))
    }

    fn depth(&self) -> u32 {
        let deepest = self.expressions.iter().map(|expression| expression.depth).max().unwrap_or(0);
        (deepest.max(self.constraint.depth()) + 1).min(TOO_DEEP)
    }
}

impl Applied {
    /// A view of a stand-in as it is written: by its expression.
    fn name_of(&self, view: IntView, name: &dyn Fn(IntView) -> String) -> String {
        // One that is put together wrongly is printed, too, as posting refuses it.
        let expression = view.var.as_stand_in().and_then(|number| self.expressions.get(number));
        let Some(expression) = expression else { return named(view, "?") };
        let text = Written { expression, name }.to_string();
        let is_whole = view.is_plain() || expression.is_one_part();
        named(view, &if is_whole { text } else { format!("({text})") })
    }
}

/// An expression as it is written.
struct Written<'a> {
    expression: &'a Expr,
    name: &'a dyn Fn(IntView) -> String,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.expression.write(f, self.name)
    }
}

/// A new variable that is equal to a view, as the factors of views of it stay small.
fn equal_var(view: IntView, to: &mut dyn Auxiliaries) -> Result<IntVar, Failure> {
    let var = to.new_var(view.domain(to));
    to.define(Arc::new(exact_sum([view, -var], 0)))?;
    Ok(var)
}
