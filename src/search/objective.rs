//! An objective as a variable of its own, whose bounds cut the search.
//!
//! A variable has 32 bits, where an objective may have more. So what is searched for is how many *steps* the objective is above its least
//! value, the step being the greatest divisor of its factors; and where there are more steps than a variable has values, these are
//! counted in bundles, with a second variable for what is over.

use std::ops::RangeInclusive;

use crate::constraints::{Addends, Comparator, Constraint, Expr, WideSum, gcd};
use crate::domain::Domain;
use crate::model::{IntAtom, IntVar, IntView, Model, ModelError, Solution, Solver};
use crate::store::{Failure, floor};

/// An objective, to be minimised: `offset + step · (bundle · bundles + over)`.
#[derive(Clone, Debug)]
pub(super) struct Objective {
    pub(super) bundles: IntVar,
    /// The number of steps of a bundle, and the variable for what is over, if it has more than one.
    over: Option<(i64, IntVar)>,
    step: i64,
    offset: i64,
}

/// The greatest number of values of a variable whose least value is 0.
const MOST: i64 = (1 << 31) - 2;

/// What a variable of an equation may be: the ends of 32 bits are kept free, also where it stands on the other side.
const ENDS: RangeInclusive<i32> = -(i32::MAX - 1)..=i32::MAX - 1;

impl Objective {
    /// Adds the variables of an objective to a model, and what they are.
    pub(super) fn add(expression: &Expr, model: &mut Model) -> Result<Objective, ModelError> {
        Model::validate_objective(expression)?;
        let is_own = expression.views().iter().all(|view| model.has(view.var));
        let fits = |view: &IntView| {
            let is_empty = model.has(view.var) && model.domain(view.var).is_empty();
            let ends = || [model.domain(view.var).min(), model.domain(view.var).max()];
            let is_inside = |end: &Option<i32>| end.is_none_or(|end| ENDS.contains(&end));
            is_empty || view.fits(model.domains()) && (!model.has(view.var) || ends().iter().all(is_inside))
        };
        let is_narrow = !expression.is_wide() && (!is_own || expression.views().iter().all(fits));
        let addends = match (expression.addends(), model.bounds_within(expression, "the objective")) {
            (_, Ok(range)) if is_narrow && ENDS.contains(range.start()) && ENDS.contains(range.end()) => {
                let bundles = model.named_var("objective", Domain::from(range));
                let _ = model.post(expression.eq(bundles))?;
                return Ok(Objective { bundles, over: None, step: 1, offset: 0 });
            }
            // What is foreign, or overflown.
            (addends, Err(error)) if addends.is_none() || !is_own => return Err(error),
            (addends, _) => addends,
        };
        let Addends { mut vars, calls, constant } = addends.unwrap_or_default();
        for (factor, call) in calls {
            let part = model.named_var(
                "part of the objective",
                Domain::from(model.bounds_within(&call, "the objective")?),
            );
            let _ = model.post(call.eq(part))?;
            vars.push((factor, part));
        }
        vars.retain(|&(factor, _)| factor != 0);
        let step = vars.iter().fold(0, |step, &(factor, _)| gcd(step, factor)).abs().max(1);
        let mut terms: Vec<_> = vars.iter().map(|&(factor, var)| (factor / step, var.view())).collect();
        let ends = model.sum_bounds(&terms);
        let Some((least, steps, offset)) = fitting(ends, step, constant) else {
            let whole = |end: i128| end.saturating_mul(step.into()).saturating_add(constant);
            return Err(Model::too_wide((whole(ends.0), whole(ends.1))));
        };
        let bundle = steps / MOST + 1;
        let bundles = model.named_var("objective", Domain::from(0..=(steps / bundle) as i32));
        terms.push((-bundle, bundles.view()));
        let over = (bundle > 1).then(|| {
            let over = model.named_var("rest of the objective", Domain::from(0..=bundle as i32 - 1));
            terms.push((-1, over.view()));
            (bundle, over)
        });
        let _ = model.post(WideSum { terms, comparator: Comparator::Eq, total: least }.into_shared())?;
        Ok(Objective { bundles, over, step, offset })
    }

    /// The value of the objective, with the values that `of` gives its variables.
    fn whole(&self, of: impl Fn(IntVar) -> i32) -> i64 {
        let bundles = i64::from(of(self.bundles));
        let steps = self.over.map_or(bundles, |(bundle, over)| bundle * bundles + i64::from(of(over)));
        self.offset + self.step * steps
    }

    /// Its value.
    pub(super) fn value(&self, solution: &Solution) -> i64 {
        self.whole(|var| solution[var])
    }

    /// A lower bound of all solutions that the domains leave.
    pub(super) fn least(&self, solver: &Solver) -> i64 {
        self.whole(|var| solver.min(var))
    }

    /// The cut that states that it is at most `most`.
    pub(super) fn at_most(&self, most: i64) -> Cut {
        let steps = floor(most.saturating_sub(self.offset), self.step);
        let cut = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let Some((bundle, over)) = self.over else {
            return self.bundles.at_most(cut(steps)).into();
        };
        let edge = cut(steps.div_euclid(bundle));
        let left = over.at_most(steps.rem_euclid(bundle) as i32);
        Cut { most: self.bundles.at_most(edge), at_edge: Some((self.bundles.at_least(edge), left)) }
    }
}

/// The least sum, the number of steps from it to the greatest, and the value of the least, if all of that fits.
fn fitting((low, high): (i128, i128), step: i64, constant: i128) -> Option<(i64, i64, i64)> {
    const LIMIT: i128 = 1 << 58;
    let whole = [low, high].map(|end| end.saturating_mul(step.into()).saturating_add(constant));
    let fits = [low, high, high - low, constant].iter().chain(&whole).all(|number| number.abs() <= LIMIT);
    fits.then_some((low as i64, (high - low) as i64, whole[0] as i64))
}

/// A cut: an upper bound of the objective that every further solution has to satisfy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    most: IntAtom,
    /// An implication: where the first is true, the second has to be, too.
    at_edge: Option<(IntAtom, IntAtom)>,
}

impl From<IntAtom> for Cut {
    fn from(most: IntAtom) -> Cut {
        Cut { most, at_edge: None }
    }
}

impl Cut {
    /// Assumes what holds without a condition.
    ///
    /// # Errors
    /// [`Failure`] where it contradicts the domains.
    pub(super) fn assume(self, solver: &mut Solver) -> Result<(), Failure> {
        solver.assume(self.most)?;
        self.follow(solver).map(|_| ())
    }

    /// Assumes what the implication gives at a fixpoint; returns whether that is anything.
    ///
    /// # Errors
    /// [`Failure`] where it contradicts the domains.
    #[inline]
    pub(super) fn follow(self, solver: &mut Solver) -> Result<bool, Failure> {
        match self.at_edge {
            Some((edge, left)) if solver.holds(edge) => solver.assume(left),
            _ => Ok(false),
        }
    }

    /// The part that holds without a condition.
    pub(super) fn most(self) -> IntAtom {
        self.most
    }

    /// The implication as a nogood.
    pub(super) fn nogood(self) -> Option<[IntAtom; 2]> {
        self.at_edge.map(|(edge, left)| [edge, !left])
    }
}
