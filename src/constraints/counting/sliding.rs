//! `sliding_sum(xs, w, range)`, `sliding_among(xs, S, w, range)`: the sum, or the number of values in a set, of every window.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | for every window of `w` consecutive views, the sum, or the number with a value of the set, is in the range |
//! | Consistency | bounds of the views, by all windows together; domain for `sliding_among`; where no variable occurs twice |
//! | Cost, explains | see `windows.rs` |
//! | Same variable | each occurrence is a view of its own: no solution is lost, and full assignments are decided |
//! | Source | van Hoeve, Pesant, Rousseau & Sabharwal, *Revisiting the Sequence Constraint*, CP 2006 |

use crate::constraints::Term;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::constraints::counting::quota::holds_always;
use crate::constraints::counting::windows::{Step, Windows};
use crate::constraints::{Comparator, Constraint, Linear, Operand, Simplified, Statement};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraints [`sliding_sum`] and [`sliding_among`]: the sum or the count of every window of some views.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sliding {
    /// The views, in their order.
    pub views: Vec<IntView>,
    /// The number of consecutive views in a window.
    pub window: usize,
    /// The set whose values are counted; `None` if the values are added.
    pub counted: Option<Domain>,
    /// The lower end of the range for each window.
    pub low: i64,
    /// The upper end of the range for each window.
    pub high: i64,
}

/// For every window of `window` consecutive views, the sum is in the range.
///
/// ```
/// use residua::constraints::{eq, sliding_sum};
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 5, 0..=9);
/// model.post(sliding_sum(&xs, 2, 8..=10))?;
/// model.post(eq(xs[0], 9))?;
/// // The next one is at most 1, and so the one after it at least 7.
/// let left = model.residual(Consistency::Bounds).expect("there are solutions").model;
/// assert_eq!(left.domain(xs[2]).to_string(), "7..9");
/// assert!(model.post(sliding_sum(&xs, 0, 8..=10)).is_err());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn sliding_sum<V: Term>(
    views: impl IntoIterator<Item = V>,
    window: usize,
    range: RangeInclusive<i64>,
) -> V::Of<Sliding> {
    let (low, high) = range.into_inner();
    V::over(views, |views| Sliding { views, window, counted: None, low, high })
}

/// For every window of `window` consecutive views, the number of those with one of the `values` is in the range.
///
/// ```
/// use residua::constraints::sliding_among;
/// use residua::model::Model;
///
/// // Of any three days, one or two are days of work: 1.
/// let mut model = Model::new();
/// let days = model.int_vars("day", 7, 0..=1);
/// model.post(sliding_among(&days, [1], 3, 1..=2))?;
/// assert_eq!(model.solutions().count(), 42);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn sliding_among<V: Term>(
    views: impl IntoIterator<Item = V>,
    values: impl Into<Domain>,
    window: usize,
    range: RangeInclusive<i64>,
) -> V::Of<Sliding> {
    let (low, high) = range.into_inner();
    V::over(views, |views| Sliding { views, window, counted: Some(values.into()), low, high })
}

impl Sliding {
    /// What a view adds at least and at most.
    fn ends(&self, x: IntView, domains: &dyn Domains<IntVar>) -> (i64, i64) {
        let Some(counted) = &self.counted else { return (x.min(domains).into(), x.max(domains).into()) };
        if x.scale() == 0 {
            let is_in = i64::from(counted.contains(x.offset()));
            return (is_in, is_in);
        }
        let (inside, domain) = (x.preimage(counted), domains.domain(x.var));
        (i64::from(domain.is_subset(&inside)), i64::from(!domain.is_disjoint(&inside)))
    }
}

impl Constraint for Sliding {
    fn name(&self) -> &'static str {
        if self.counted.is_some() { "sliding_among" } else { "sliding_sum" }
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let step = |&x: &IntView| match &self.counted {
            None => value(x),
            Some(counted) => i64::from(i32::try_from(value(x)).is_ok_and(|v| counted.contains(v))),
        };
        let range = self.low..=self.high;
        self.views.windows(self.window).all(|window| range.contains(&window.iter().map(step).sum::<i64>()))
    }

    fn validate(&self) -> Result<(), String> {
        if self.window == 0 {
            return Err("a window has at least one view".to_owned());
        }
        // Differences of sums are added up along a way, which no place is on twice.
        let fits = self.views.len().saturating_mul(self.window) < 1 << 28;
        if fits { Ok(()) } else { Err(format!("windows of {} of {} views", self.window, self.views.len())) }
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if self.views.len() < self.window {
            return Ok(());
        }
        let most = (self.window as i64) << 31;
        let (low, high) = (self.low.clamp(-most - 1, most + 1), self.high.clamp(-most - 1, most + 1));
        if low > high {
            return to.refuse();
        }
        let views = to.views(&self.views);
        let step = |x| self.counted.as_ref().map_or(Step::View(x), |set| Step::within(x, set));
        to.add(Windows::new(views.into_iter().map(step).collect(), self.window, low, high));
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let ends: Vec<(i64, i64)> = self.views.iter().map(|&x| self.ends(x, domains)).collect();
        let mut is_met = true;
        for window in ends.windows(self.window) {
            let low: i64 = window.iter().map(|end| end.0).sum();
            let high: i64 = window.iter().map(|end| end.1).sum();
            if low > self.high || high < self.low || self.low > self.high {
                return Simplified::Violated;
            }
            is_met &= low >= self.low && high <= self.high;
        }
        if is_met || holds_always(self, domains) {
            return Simplified::Entailed;
        }
        // A fixed view stays in its place, as a number.
        let Some(open) = self.views.iter().find(|x| x.value(domains).is_none()) else {
            return Simplified::Unchanged;
        };
        let variable = open.var;
        let views: Vec<IntView> =
            self.views.iter().map(|&x| x.value(domains).map_or(x, |value| variable * 0 + value)).collect();
        if views == self.views {
            return Simplified::Unchanged;
        }
        Simplified::Into(vec![Arc::new(Sliding { views, ..self.clone() })])
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Sliding { views: self.views.iter().map(|&x| to(x)).collect(), ..self.clone() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let views: Vec<String> = self.views.iter().map(|&x| name(x)).collect();
        let counted = self.counted.as_ref().map_or(String::new(), |set| format!(", {{{set}}}"));
        let (called, views, Sliding { window, low, high, .. }) = (self.name(), views.join(", "), self);
        write!(f, "{called}([{views}]{counted}, {window}, {low}..={high})")
    }

    fn statement(&self) -> Option<Statement> {
        let mut all = Vec::new();
        for window in self.views.windows(self.window) {
            for (comparator, end) in [(Comparator::Ge, self.low), (Comparator::Le, self.high)] {
                all.push(match &self.counted {
                    None => Statement::Linear(Linear::new(window.iter().copied(), comparator, end)?),
                    Some(counted) => {
                        let of = window.iter().map(|&x| Statement::Member(x, counted.clone())).collect();
                        Statement::Count { of, comparator, to: Operand::Constant(end) }
                    }
                });
            }
        }
        Some(Statement::All(all))
    }
}
