//! `count(x₁, …, xₙ, y) = n`: how many of some views are equal to another one.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the number of views that have the value of `y` is `n` |
//! | Consistency | domain, where `y` is fixed and no variable occurs twice; else `n` lies between the least and the greatest number that a value of `y` allows, and a value of `y` whose numbers miss `n` goes |
//! | Cost | O(n) a run, times the span of `y` while that has several values; see `counter.rs` and `target.rs` |
//! | Same variable | each view is counted by itself: no solution is lost, and full assignments are decided |
//! | Source | Beldiceanu, Carlsson & Rampon, *Global Constraint Catalog*, `count` |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::amount::Amount;
use crate::constraints::counting::condition::{ConditionStatus, CountedCondition};
use crate::constraints::counting::counter::Counter;
use crate::constraints::counting::quota::{LeftCount, Quota, all, becomes, holds_always};
use crate::constraints::counting::reified;
use crate::constraints::counting::target::{FEW, is_close, state};
use crate::constraints::truth::GuardWatch;
use crate::constraints::{Comparator, Constraint, Linear, Operand, Simplified, Statement};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Atom, Domains, Failure};

/// The constraint [`count`]: the number of views that are equal to another one, or to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The views.
    pub views: Vec<IntView>,
    /// The operand that they are compared with.
    pub value: Operand,
    /// The number of views that are equal to it.
    pub count: Amount,
}

/// The number of `views` that are equal to `y` is `n`: `y` is a view or a number, `n` one of these or a range, as in `1..=2` and `3..`.
///
/// ```
/// use residua::constraints::{count, ge};
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=3);
/// let [most, n] = ["most", "n"].map(|name| model.named_var(name, 0..=5));
/// model.post(count(&xs, most, n))?;
/// model.post(ge(n, 2))?;
/// model.post(count(&xs, 1, 2))?;
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// assert_eq!(residual.model.domain(most).to_string(), "1..3");
/// let found: Vec<i32> = model.solutions().map(|solution| solution[most]).collect();
/// assert_eq!(found, [1; 6]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn count<V: Term>(
    views: impl IntoIterator<Item = V>,
    y: impl Into<Operand>,
    n: impl Into<Amount>,
) -> V::Of<Count> {
    V::over(views, |views| Count { views, value: y.into(), count: n.into() })
}

impl Count {
    fn quota(&self) -> Quota {
        Quota::of(self.count)
    }

    fn counter(&self, to: &mut Poster<'_>) -> Counter {
        let limits = self.quota().limits(to);
        let views = to.views(&self.views);
        let (mut parts, mut always) = (Vec::new(), 0);
        let target = match self.value {
            Operand::View(y) => {
                let y = to.view(y);
                for x in views {
                    match CountedCondition::equal(x, y) {
                        ConditionStatus::Open(part) => parts.push(part),
                        ConditionStatus::Always(is_true) => always += i64::from(is_true),
                    }
                }
                Some(y)
            }
            Operand::Constant(value) => {
                let atom = |x: crate::store::View| x.equals(i32::try_from(value).ok()?);
                parts.extend(views.into_iter().filter_map(atom).map(CountedCondition::Atom));
                None
            }
        };
        Counter::new(parts, target, always, limits, to)
    }

    /// Simplifies the count of views that are equal to a number.
    fn simplify_fixed(&self, value: i64, domains: &dyn Domains<IntVar>) -> Simplified {
        let atom = |x: IntView| i32::try_from(value).ok().and_then(|value| x.is(value));
        let is_equal = |x: &&IntView| x.value(domains).map(i64::from) == Some(value);
        let is_true = self.views.iter().filter(is_equal).count();
        let can = |atom: &IntAtom| domains.contains(atom.var(), atom.value());
        let is_open = |x: &&IntView| x.value(domains).is_none() && atom(**x).is_some_and(|atom| can(&atom));
        let open: Vec<IntView> = self.views.iter().filter(is_open).copied().collect();
        match self.quota().left(is_true, open.len(), domains) {
            LeftCount::Decided(decided) => decided,
            LeftCount::All(truth) => all(open.into_iter().filter_map(atom), truth),
            LeftCount::Quota(quota) => {
                becomes(self, Count { views: open, value: Operand::Constant(value), count: quota.count })
            }
        }
    }

    /// Simplifies the count while several values are open.
    fn simplify_open(&self, y: IntView, domains: &dyn Domains<IntVar>) -> Simplified {
        let hull = |x: IntView| Domain::from(x.min(domains)..=x.max(domains));
        let is_few = is_close(y, domains);
        let reach = |x: IntView| if is_few && x.size(domains) <= FEW { x.domain(domains) } else { hull(x) };
        let own = reach(y);
        let meeting: Vec<IntView> =
            self.views.iter().filter(|&&x| !reach(x).is_disjoint(&own)).copied().collect();
        // Of each value: how many have it, and how many can.
        let (mut least, mut greatest) = (0, meeting.len());
        if is_few {
            let range = |value: i32| {
                let states = || meeting.iter().map(|&x| state(x, y, value, domains));
                (states().filter(|state| state.0).count(), states().filter(|state| state.1).count())
            };
            let ranges: Vec<(usize, usize)> = own.iter().map(range).collect();
            least = ranges.iter().map(|range| range.0).min().unwrap_or(0);
            greatest = ranges.iter().map(|range| range.1).max().unwrap_or(0);
        }
        if let LeftCount::Decided(decided) = self.quota().left(least, greatest - least, domains) {
            return decided;
        }
        // Views that are never equal do not count; those that are fixed stay as constants, for `y` may be equal to them.
        let constant = |x: IntView| x.value(domains).map_or(x, |value| y.var * 0 + value);
        let number = self.quota().view().and_then(|n| n.value(domains));
        let count = number.map_or(self.count, Amount::from);
        let views = meeting.into_iter().map(constant).collect();
        becomes(self, Count { views, value: self.value, count })
    }
}

impl Constraint for Count {
    fn name(&self) -> &'static str {
        "count"
    }

    fn scope(&self) -> Vec<IntView> {
        let operand = |operand: Operand| match operand {
            Operand::View(view) => Some(view),
            Operand::Constant(_) => None,
        };
        self.views.iter().copied().chain(operand(self.value)).chain(self.count.view()).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let wanted = self.value.value(value);
        let number = self.views.iter().filter(|&&x| value(x) == wanted).count();
        self.count.is(number as i64, value)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if self.count.is_empty() {
            return to.refuse();
        }
        let counter = self.counter(to);
        to.add(counter);
        Ok(())
    }

    fn post_implied(&self, guard: Atom, watch: GuardWatch, to: &mut Poster<'_>) -> Result<bool, Failure> {
        reified::post_implied(self, &|to| self.counter(to), (guard, watch), to)
    }

    fn post_negated(&self, to: &mut Poster<'_>) -> Result<bool, Failure> {
        Ok(reified::post_negated(self.counter(to), to))
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        match self.value {
            Operand::Constant(value) => self.simplify_fixed(value, domains),
            Operand::View(y) => match y.value(domains) {
                Some(value) => self.simplify_fixed(value.into(), domains),
                None => self.simplify_open(y, domains),
            },
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let operand = |operand: Operand| match operand {
            Operand::View(view) => Operand::View(to(view)),
            constant @ Operand::Constant(_) => constant,
        };
        Arc::new(Count {
            views: self.views.iter().map(|&x| to(x)).collect(),
            value: operand(self.value),
            count: self.count.map(to),
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str("count([")?;
        for (at, &x) in self.views.iter().enumerate() {
            write!(f, "{}{}", if at == 0 { "" } else { ", " }, name(x))?;
        }
        match self.value {
            Operand::View(y) => write!(f, "], {})", name(y))?,
            Operand::Constant(value) => write!(f, "], {value})")?,
        }
        self.quota().write(f, name)
    }

    fn statement(&self) -> Option<Statement> {
        let equal = |&x: &IntView| match self.value {
            Operand::View(y) => Linear::between(x, Comparator::Eq, y, 0).map(Statement::Linear),
            Operand::Constant(value) => Linear::new([x], Comparator::Eq, value).map(Statement::Linear),
        };
        let of = self.views.iter().map(equal).collect::<Option<_>>()?;
        Some(self.quota().statement(of))
    }
}
