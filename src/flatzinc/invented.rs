//! Values for variables that the file gives more of than a model has: as many as the engine can take, and a note.
//!
//! What bounds the constraints imply is found before (`bounds/`). Where there is none, or one beyond 32 bits, values are tried up to an
//! end that is invented. Then a search that finds nothing, or nothing better, has not shown that there is nothing.

use std::collections::BTreeMap;

use crate::constraints::{Comparison, Constraint, LinearSum, Operand, exact_sum};
use crate::domain::Domain;
use crate::flatzinc::bounds::{Bounds, Interval};
use crate::model::{IntVar, Model};

/// Where nothing is known, from minus this to this.
const MOST: i32 = 1 << 30;

/// The values that every constraint can take.
const LEAST_OF_ALL: i32 = i32::MIN + 1;
const GREATEST_OF_ALL: i32 = i32::MAX - 1;

/// What is known of a variable without bounds of its own.
#[derive(Clone, Debug)]
struct Unbounded {
    name: Box<str>,
    /// Whether the file says which values it has, of which some are beyond 32 bits.
    is_wide: bool,
    /// Whether its least value is invented, and its greatest.
    is_invented: [bool; 2],
}

/// The variables without bounds of their own, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Invented {
    by_var: BTreeMap<usize, Unbounded>,
}

/// The values of an interval that are tried, and whether the least and the greatest of them are invented.
pub(super) fn values(interval: Interval) -> (Domain, [bool; 2]) {
    let (least, greatest) = (i128::from(LEAST_OF_ALL), i128::from(GREATEST_OF_ALL));
    if interval.low > greatest || interval.high < least {
        return (Domain::empty(), [true; 2]);
    }
    let is_invented = [interval.low < least, interval.high > greatest];
    let most = i128::from(MOST);
    let or = |is_near: bool, end: i128| if is_near { if end < 0 { -most } else { most } } else { end };
    let low = if is_invented[0] { or(interval.high > -most, least) } else { interval.low };
    let high = if is_invented[1] { or(interval.low < most, greatest) } else { interval.high };
    (Domain::from(low as i32..=high as i32), is_invented)
}

impl Invented {
    /// Notes that the variable has no bounds of its own, and which of those that it has now are invented.
    pub(super) fn add(&mut self, var: IntVar, name: &str, is_wide: bool, is_invented: [bool; 2]) {
        let _ = self.by_var.insert(var.index(), Unbounded { name: name.into(), is_wide, is_invented });
    }

    /// Whether no bound is invented.
    pub(super) fn is_empty(&self) -> bool {
        self.by_var.values().all(|of| of.is_invented == [false; 2])
    }

    /// Whether all values within those bounds are tried.
    pub(super) fn is_all_of(&self, bounds: &Bounds<'_>, model: &Model) -> bool {
        bounds.is_contradictory()
            || self.by_var.iter().filter(|(_, of)| of.is_invented != [false; 2]).all(|(&var, of)| {
                let tried = &model.domains()[var];
                let ends = tried.min().zip(tried.max());
                let needed = bounds.interval(&of.name);
                ends.zip(needed).is_some_and(|((low, high), needed)| {
                    i128::from(low) <= needed.low && needed.high <= i128::from(high)
                })
            })
    }

    /// What a reader should know of it.
    pub(super) fn notes(&self, model: &Model) -> Vec<String> {
        let invented = self.by_var.iter().filter(|(_, of)| of.is_invented != [false; 2]);
        let invented: Vec<(&Unbounded, &Domain)> =
            invented.map(|(&var, of)| (of, &model.domains()[var])).collect();
        let tried = |low: Option<i32>, high: Option<i32>| match (low, high) {
            (Some(low), Some(high)) => format!("only values from {low} to {high} are tried"),
            _ => "no value that it can have fits into 32 bits".to_owned(),
        };
        if invented.len() > 4 {
            let names: Vec<&str> = invented[..3].iter().map(|of| &*of.0.name).collect();
            let low = invented.iter().filter_map(|of| of.1.min()).min();
            let high = invented.iter().filter_map(|of| of.1.max()).max();
            let (names, more) = (names.join(", "), invented.len() - 3);
            return vec![format!("{names} and {more} more have no bounds: {}, or fewer", tried(low, high))];
        }
        let note = |(of, domain): &(&Unbounded, &Domain)| {
            let what = if of.is_wide { "values beyond 32 bits" } else { "no bounds" };
            format!("{} has {what}: {}", of.name, tried(domain.min(), domain.max()))
        };
        invented.iter().map(note).collect()
    }

    /// Makes fewer values of variables without bounds, of which posting a constraint refuses some; whether there are fewer.
    pub(super) fn shrink(&mut self, constraint: &dyn Constraint, model: &mut Model) -> bool {
        let scope = constraint.scope();
        if scope.iter().any(|view| view.is_overflown()) {
            return false;
        }
        let inside = Domain::from(LEAST_OF_ALL..=GREATEST_OF_ALL);
        let mut is_shrunk = false;
        for view in &scope {
            let domain = model.domain(view.var);
            if !self.by_var.contains_key(&view.var.index()) || domain.is_empty() || view.fits(model.domains())
            {
                continue;
            }
            let less = domain.intersect(&view.preimage(&inside));
            is_shrunk |= self.replace(view.var, less, model);
        }
        if is_shrunk {
            return true;
        }
        // All views fit, but what is made of them does not.
        let size = |view: &crate::model::IntView| model.domain(view.var).size();
        let own = scope.into_iter().filter(|view| self.by_var.contains_key(&view.var.index()));
        match own.max_by_key(size) {
            Some(view) => self.replace(view.var, halved(model.domain(view.var)), model),
            None => false,
        }
    }

    fn replace(&mut self, var: IntVar, domain: Domain, model: &mut Model) -> bool {
        let before = model.domain(var);
        if domain.is_empty() || domain == *before {
            return false;
        }
        if let Some(of) = self.by_var.get_mut(&var.index()) {
            of.is_invented[0] |= domain.min() != before.min();
            of.is_invented[1] |= domain.max() != before.max();
        }
        model.set_domain(var, domain);
        true
    }
}

/// The half of the values that is nearer to 0; all of those that are few.
fn halved(domain: &Domain) -> Domain {
    const FEW: i64 = 64;
    let (Some(low), Some(high)) = (domain.min(), domain.max()) else { return domain.clone() };
    let (low, high) = (i64::from(low), i64::from(high));
    let (low, high) = match (low, high) {
        _ if high - low <= FEW => (low, high),
        (1.., _) => (low, low + (high - low) / 2),
        (_, ..=-1) => (high - (high - low) / 2, high),
        _ => (low / 2, high / 2),
    };
    domain.intersect(&Domain::from(low as i32..=high as i32))
}

/// A comparison of two views as a sum, which may leave 32 bits where the views must not.
pub(super) fn as_sum(constraint: &dyn Constraint) -> Option<LinearSum> {
    let &Comparison { left, comparator, right: Operand::View(right) } = constraint.as_any().downcast_ref()?
    else {
        return None;
    };
    if left.is_overflown() || right.is_overflown() {
        return None;
    }
    let total = i64::from(right.offset()) - i64::from(left.offset());
    let terms = [left.then(1, 0)? - left.offset(), -(right - right.offset())];
    Some(LinearSum { comparator, ..exact_sum(terms, total) })
}
