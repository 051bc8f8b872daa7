//! Monotonic lists `x₁ ≤ x₂ ≤ … ≤ xₙ`, also with `<`, `≥`, `>`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | each view is in the relation to the next one |
//! | Consistency | domain, where no variable occurs twice: least values grow along the chain, greatest ones shrink against it |
//! | Cost | O(n) a run: two sweeps |
//! | Wakes on | a least value, but the last; a greatest one, but the first |
//! | Explains | by one atom, the weakest bound of the neighbour that suffices |
//! | Same variable | what two occurrences say of it alone is a fact, stated once |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::{
    Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement, write_call,
};
use crate::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure, Past, Store, VarId, View, ceil, floor};

/// The constraints [`increasing`], [`strictly_increasing`], [`decreasing`] and [`strictly_decreasing`]: views in an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// The views.
    pub views: Vec<IntView>,
    /// The relation of each view to the next one: `≤`, `<`, `≥` or `>`.
    pub comparator: Comparator,
}

/// `x₁ ≤ x₂ ≤ … ≤ xₙ`
///
/// ```
/// use residua::constraints::increasing;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=4);
/// model.post(increasing(&xs))?;
/// assert_eq!(model.solutions().count(), 20);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn increasing<V: Term>(views: impl IntoIterator<Item = V>) -> V::Of<Ordered> {
    V::over(views, |views| Ordered { views, comparator: Comparator::Le })
}

/// `x₁ < x₂ < … < xₙ`
///
/// ```
/// use residua::constraints::strictly_increasing;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=4);
/// model.post(strictly_increasing(&xs))?;
/// assert_eq!(model.solutions().count(), 4);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn strictly_increasing<V: Term>(views: impl IntoIterator<Item = V>) -> V::Of<Ordered> {
    V::over(views, |views| Ordered { views, comparator: Comparator::Lt })
}

/// `x₁ ≥ x₂ ≥ … ≥ xₙ`
///
/// ```
/// use residua::constraints::decreasing;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 2, 1..=2);
/// model.post(decreasing(&xs))?;
/// assert_eq!(model.solutions().count(), 3);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn decreasing<V: Term>(views: impl IntoIterator<Item = V>) -> V::Of<Ordered> {
    V::over(views, |views| Ordered { views, comparator: Comparator::Ge })
}

/// `x₁ > x₂ > … > xₙ`
///
/// ```
/// use residua::constraints::strictly_decreasing;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 2, 1..=2);
/// model.post(strictly_decreasing(&xs))?;
/// assert_eq!(model.solutions().count(), 1);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn strictly_decreasing<V: Term>(views: impl IntoIterator<Item = V>) -> V::Of<Ordered> {
    V::over(views, |views| Ordered { views, comparator: Comparator::Gt })
}

impl Ordered {
    fn links(&self) -> impl Iterator<Item = Comparison> + '_ {
        self.views.windows(2).map(|pair| Comparison {
            left: pair[0],
            comparator: self.comparator,
            right: Operand::View(pair[1]),
        })
    }

    /// A part of the list, of two views at least; over the variables themselves, where all views have the same scale and offset.
    fn part(&self, views: &[IntView]) -> Arc<dyn Constraint> {
        let (scale, offset) = (views[0].scale(), views[0].offset());
        let is_alike = scale > 0 && views.iter().all(|x| (x.scale(), x.offset()) == (scale, offset));
        let plain = |x: &IntView| if is_alike { x.var.view() } else { *x };
        let views: Vec<IntView> = views.iter().map(plain).collect();
        match views[..] {
            [left, right] => {
                Comparison { left, comparator: self.comparator, right: Operand::View(right) }.into_shared()
            }
            _ => Ordered { views, comparator: self.comparator }.into_shared(),
        }
    }
}

impl Constraint for Ordered {
    fn name(&self) -> &'static str {
        match self.comparator {
            Comparator::Lt => "strictly_increasing",
            Comparator::Ge => "decreasing",
            Comparator::Gt => "strictly_decreasing",
            _ => "increasing",
        }
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.views.windows(2).all(|pair| self.comparator.holds(value(pair[0]), value(pair[1])))
    }

    fn validate(&self) -> Result<(), String> {
        match self.comparator {
            Comparator::Eq | Comparator::Ne => Err("a chain is ordered by <, ≤, > or ≥".to_owned()),
            _ => Ok(()),
        }
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let mut views = to.views(&self.views);
        if matches!(self.comparator, Comparator::Ge | Comparator::Gt) {
            views.reverse();
        }
        let gap = i32::from(matches!(self.comparator, Comparator::Lt | Comparator::Gt));
        // In steps of the chain the bounds of one variable could chase each other for long.
        let mut places: Vec<(VarId, usize)> = views.iter().zip(0..).map(|(x, at)| (x.var, at)).collect();
        places.sort_unstable();
        let mut has_repeats = false;
        for pair in places.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
            has_repeats = true;
            let [x, y] = [views[pair[0].1], views[pair[1].1]];
            same_variable(x, i64::from(gap) * (pair[1].1 - pair[0].1) as i64, y, to)?;
        }
        if views.len() > 1 {
            to.add(Chain { views: views.into(), gap, has_repeats });
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let mut left: Vec<Arc<dyn Constraint>> = Vec::new();
        let mut from = 0;
        for (at, link) in self.links().enumerate() {
            let says = link.simplify(domains);
            let is_fixed = |x: IntView| x.value(domains).is_some();
            let [x, y] = [self.views[at], self.views[at + 1]];
            let is_unary = x.var == y.var || is_fixed(x) || is_fixed(y);
            match says {
                Simplified::Violated => return Simplified::Violated,
                Simplified::Unchanged | Simplified::Into(_) if !is_unary => continue,
                Simplified::Into(parts) => left.extend(parts),
                // A view and a number, or one that is entailed.
                Simplified::Unchanged => left.push(link.into_shared()),
                Simplified::Entailed => {}
            }
            if from < at {
                left.push(self.part(&self.views[from..=at]));
            }
            from = at + 1;
        }
        if from + 1 < self.views.len() {
            left.push(self.part(&self.views[from..]));
        }
        match left[..] {
            [] => Simplified::Entailed,
            [ref only] if only.as_any().downcast_ref() == Some(self) => Simplified::Unchanged,
            _ => Simplified::Into(left),
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Ordered { views: self.views.iter().map(|&x| to(x)).collect(), ..*self })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, self.name(), &self.views, name)
    }

    fn statement(&self) -> Option<Statement> {
        let link =
            |pair: &[IntView]| Linear::between(pair[0], self.comparator, pair[1], 0).map(Statement::Linear);
        self.views.windows(2).map(link).collect::<Option<_>>().map(Statement::All)
    }
}

/// `x + gap ≤ y`, of two views of one variable.
fn same_variable(x: View, gap: i64, y: View, to: &mut Poster<'_>) -> Result<(), Failure> {
    let factor = i64::from(x.scale()) - i64::from(y.scale());
    let rest = i64::from(y.offset()) - i64::from(x.offset()) - gap;
    let var = View::from(x.var);
    let atom = match factor.signum() {
        0 if rest < 0 => return to.refuse(),
        0 => None,
        1 => var.at_most(floor(rest, factor)),
        _ => var.at_least(ceil(rest, factor)),
    };
    atom.map_or(Ok(()), |atom| to.state(atom))
}

/// `views[i] + gap ≤ views[i + 1]`
#[derive(Clone, Debug)]
struct Chain {
    views: Box<[View]>,
    gap: i32,
    has_repeats: bool,
}

impl Propagator for Chain {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        let last = self.views.len() - 1;
        self.views[..last].iter().for_each(|&x| events.on_min(x));
        self.views[1..].iter().for_each(|&x| events.on_max(x));
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let gap = i64::from(self.gap);
        let mut is_changed = false;
        // The payload is the position that changes, and whether from below or from above.
        for at in 1..self.views.len() {
            let low = i64::from(self.views[at - 1].min(store)) + gap;
            if i64::from(self.views[at].min(store)) < low
                && let Some(atom) = self.views[at].at_least(low)
            {
                is_changed |= store.apply(atom, store.because(at as u32 * 2))?;
            }
        }
        for at in (0..self.views.len() - 1).rev() {
            let high = i64::from(self.views[at + 1].max(store)) - gap;
            if i64::from(self.views[at].max(store)) > high
                && let Some(atom) = self.views[at].at_most(high)
            {
                is_changed |= store.apply(atom, store.because(at as u32 * 2 + 1))?;
            }
        }
        if is_changed && self.has_repeats {
            return Ok(Outcome::Again);
        }
        let is_met = |pair: &[View]| i64::from(pair[0].max(store)) + gap <= pair[1].min(store).into();
        Ok(if self.views.windows(2).all(is_met) { Outcome::Entailed } else { Outcome::Fixpoint })
    }

    fn explain(&self, request: ExplainRequest, payload: u32, _: &Past<'_>, out: &mut Vec<Atom>) {
        let ExplainRequest::Atom(atom) = request else { return };
        let (at, gap) = (payload as usize / 2, i64::from(self.gap));
        out.extend(if payload.is_multiple_of(2) {
            self.views[at].low_implying(atom).and_then(|low| self.views[at - 1].at_least(low - gap))
        } else {
            self.views[at].high_implying(atom).and_then(|high| self.views[at + 1].at_most(high + gap))
        });
    }
}
