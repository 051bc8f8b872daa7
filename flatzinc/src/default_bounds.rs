//! Default bounds for variables without finite bounds of 32 bits, with a note to the reader.
//!
//! Bounds that the constraints imply are found before (`bounds/`). Where there are none, or only beyond 32 bits, values are tried up to a
//! default bound. Then a search that finds nothing, or nothing better, has not proved that there is no such solution.

use std::collections::BTreeMap;
use std::sync::Arc;

use residua::constraints::{Comparison, Constraint, LinearSum, Operand, exact_sum};
use residua::domain::Domain;
use residua::model::{IntVar, IntView, Model};

use crate::bounds::{Bounds, Interval, interval_of, is_unbounded};
use crate::entity::{Entity, Int};
use crate::error::FlatZincError;
use crate::syntax::{Declaration, Goal, Program};
use crate::translate::{Translation, declared};

/// The default bounds of an unbounded variable are minus this and this, as in other solvers of MiniZinc: four of them add up within 32 bits.
const MOST: i32 = 500_000_000;

/// The values that every constraint can take.
const LEAST_OF_ALL: i32 = i32::MIN + 1;
const GREATEST_OF_ALL: i32 = i32::MAX - 1;

/// The bounds of a variable without bounds of its own.
#[derive(Clone, Debug)]
struct Unbounded {
    name: Box<str>,
    /// Whether the file states its values, some of which are beyond 32 bits.
    is_wide: bool,
    /// Whether its least value is a default bound, and its greatest.
    is_default: [bool; 2],
}

/// The variables without bounds of their own, by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct DefaultBounds {
    by_var: BTreeMap<usize, Unbounded>,
}

/// The values of an interval that are tried, and whether the least and the greatest of them are default bounds.
fn values(interval: Interval) -> (Domain, [bool; 2]) {
    let (least, greatest) = (i128::from(LEAST_OF_ALL), i128::from(GREATEST_OF_ALL));
    if interval.low > greatest || interval.high < least {
        return (Domain::empty(), [true; 2]);
    }
    let is_default = [interval.low < least, interval.high > greatest];
    let most = i128::from(MOST);
    let or = |is_near: bool, end: i128| if is_near { if end < 0 { -most } else { most } } else { end };
    let low = if is_default[0] { or(interval.high > -most, least) } else { interval.low };
    let high = if is_default[1] { or(interval.low < most, greatest) } else { interval.high };
    (Domain::from(low as i32..=high as i32), is_default)
}

impl DefaultBounds {
    /// Notes that the variable has no bounds of its own, and which of those that it has now are invented.
    pub(super) fn add(&mut self, var: IntVar, name: &str, is_wide: bool, is_default: [bool; 2]) {
        let _ = self.by_var.insert(var.index(), Unbounded { name: name.into(), is_wide, is_default });
    }

    /// Whether a bound of the variable is invented.
    pub(super) fn has(&self, var: IntVar) -> bool {
        self.by_var.get(&var.index()).is_some_and(|of| of.is_default != [false; 2])
    }

    /// Whether all values within those bounds are tried.
    pub(super) fn is_all_of(&self, bounds: &Bounds<'_>, model: &Model) -> bool {
        bounds.is_contradictory()
            || self.by_var.iter().filter(|(_, of)| of.is_default != [false; 2]).all(|(&var, of)| {
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
        let invented = self.by_var.iter().filter(|(_, of)| of.is_default != [false; 2]);
        let all: Vec<IntVar> = if self.by_var.is_empty() { Vec::new() } else { model.vars().collect() };
        let invented: Vec<(&Unbounded, &Domain, String)> =
            invented.map(|(&var, of)| (of, &model.domains()[var], model.name(all[var]))).collect();
        let tried = |low: Option<i32>, high: Option<i32>| match (low, high) {
            (Some(low), Some(high)) => format!("only values from {low} to {high} are tried"),
            _ => "no value that it can have fits into 32 bits".to_owned(),
        };
        if invented.len() > 4 {
            let names: Vec<&str> = invented[..3].iter().map(|of| &*of.2).collect();
            let low = invented.iter().filter_map(|of| of.1.min()).min();
            let high = invented.iter().filter_map(|of| of.1.max()).max();
            let (names, more) = (names.join(", "), invented.len() - 3);
            return vec![format!("{names} and {more} more have no bounds: {}, or fewer", tried(low, high))];
        }
        let note = |(of, domain, name): &(&Unbounded, &Domain, String)| {
            let what = if of.is_wide { "values beyond 32 bits" } else { "no bounds" };
            format!("{name} has {what}: {}", tried(domain.min(), domain.max()))
        };
        invented.iter().map(note).collect()
    }

    /// Makes fewer values of variables without bounds, of which posting a constraint refuses some; whether there are fewer.
    pub(super) fn shrink(&mut self, constraint: &dyn Constraint, model: &mut Model) -> bool {
        let scope = constraint.scope();
        let fits =
            |view: &IntView, model: &Model| model.domain(view.var).is_empty() || view.fits(model.domains());
        let is_own = |view: &IntView| self.by_var.contains_key(&view.var.index());
        // Where values of others are too many, none of these helps.
        if scope.iter().any(|view| view.is_overflown() || !is_own(view) && !fits(view, model)) {
            return false;
        }
        let inside = Domain::from(LEAST_OF_ALL..=GREATEST_OF_ALL);
        let wide: Vec<&IntView> = scope.iter().filter(|view| !fits(view, model)).collect();
        let mut is_shrunk = false;
        for view in wide {
            let less = model.domain(view.var).intersect(&view.preimage(&inside));
            is_shrunk |= self.replace(view.var, less, model);
        }
        if is_shrunk {
            return true;
        }
        // All views fit, but what is made of them does not.
        let size = |view: &IntView| model.domain(view.var).size();
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
            of.is_default[0] |= domain.min() != before.min();
            of.is_default[1] |= domain.max() != before.max();
        }
        model.set_domain(var, domain);
        true
    }
}

impl<'a> Translation<'a> {
    /// The values of a variable that are tried, and whether the least and the greatest of them are invented.
    pub(super) fn values(&self, item: &Declaration<'a>) -> (Domain, [bool; 2]) {
        let declared = declared(&item.kind);
        if !is_unbounded(item) {
            return (declared, [false; 2]);
        }
        let bounds = self.bounds.as_ref();
        if bounds.is_some_and(|bounds| bounds.is_contradictory() || bounds.is_free(item.name)) {
            // Any value does: none is in a solution, or each is.
            let inside = declared.intersect(&Domain::from(LEAST_OF_ALL..=GREATEST_OF_ALL));
            let any = inside.next_from(0).or(inside.max()).unwrap_or(0);
            return (Domain::from(any), [false; 2]);
        }
        let interval = bounds.and_then(|bounds| bounds.interval(item.name));
        let (values, is_default) = values(interval.unwrap_or(interval_of(&item.kind)));
        (declared.intersect(&values), is_default)
    }

    /// Whether the bounds alone show that there is no solution.
    pub(super) fn is_contradictory(&self) -> bool {
        self.bounds.as_ref().is_some_and(Bounds::is_contradictory)
    }

    /// Whether all solutions are tried in which the objective is as good as the worst value tried, or better. Any that is found is one.
    pub(super) fn tries_all_better(&self, program: &Program<'a>) -> Result<bool, FlatZincError> {
        let (value, is_minimum) = match &program.solve.goal {
            Goal::Satisfy => return Ok(false),
            Goal::Minimize(value) => (value, true),
            Goal::Maximize(value) => (value, false),
        };
        let ends = match self.int(value, program.solve.at)? {
            Int::View(view) if view.is_plain() => {
                let domain = self.model.domain(view.var);
                domain.min().zip(domain.max()).map(|(low, high)| (low.into(), high.into()))
            }
            Int::Wide(wide) => wide
                .ranges(self.model.domains())
                .first()
                .zip(wide.ranges(self.model.domains()).last())
                .map(|(first, last)| (first.0, last.1)),
            _ => None,
        };
        let Some((low, high)) = ends else { return Ok(false) };
        let better = if is_minimum { Interval::up_to(high) } else { Interval::from(low) };
        Ok(self.invented.is_all_of(&Bounds::within(program, Some(better)), &self.model))
    }

    /// Takes from the domains of all variables what the constraints exclude; whether that was not done before.
    pub(super) fn tighten(&mut self, program: &Program<'a>) -> bool {
        if std::mem::replace(&mut self.is_tight, true) {
            return false;
        }
        let bounds = self.bounds.take().unwrap_or_else(|| Bounds::of(program));
        for (name, entity) in &self.entities {
            let (Entity::Int(Int::View(view)), Some(interval)) = (entity, bounds.interval(name)) else {
                continue;
            };
            if view.is_plain() {
                let (values, _) = values(interval);
                let values = self.model.domain(view.var).intersect(&values);
                self.model.set_domain(view.var, values);
            }
        }
        self.bounds = Some(bounds);
        true
    }

    /// Posts a constraint of the model.
    pub(super) fn add(&mut self, constraint: Arc<dyn Constraint>, at: usize) -> Result<(), FlatZincError> {
        let refused = Arc::clone(&constraint);
        let Err(mut error) = self.model.post(constraint) else { return Ok(()) };
        if let Some(sum) = as_sum(&*refused)
            && self.model.post(sum).is_ok()
        {
            return Ok(());
        }
        while self.invented.shrink(&*refused, &mut self.model) {
            match self.model.post(Arc::clone(&refused)) {
                Ok(_) => return Ok(()),
                Err(again) => error = again,
            }
        }
        Err(self.error(at, error.to_string()))
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
fn as_sum(constraint: &dyn Constraint) -> Option<LinearSum> {
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
