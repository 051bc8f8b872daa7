//! `among(x₁, …, xₙ, S) = n`: how many of some views have a value of a set.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the number of views with a value of the set is `n` |
//! | Consistency | domain, where no variable occurs twice |
//! | Cost | O(n) a run for a range of values, otherwise the runs of the domains; see `counter.rs` |
//! | Same variable | each view is counted by itself: no solution is lost, and full assignments are decided |
//! | Source | Beldiceanu & Contejean, *Introducing Global Constraints in CHIP*, Math. Comput. Modelling 20(12), 1994 |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::amount::Amount;
use crate::constraints::counting::condition::{ConditionStatus, CountedCondition};
use crate::constraints::counting::counter::Counter;
use crate::constraints::counting::quota::{LeftCount, Quota, becomes, holds_always};
use crate::constraints::counting::reified;
use crate::constraints::truth::GuardWatch;
use crate::constraints::{Constraint, InSet, Simplified, Statement, write_call};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure};

/// The constraint [`among`]: the number of views with a value of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Among {
    /// The views.
    pub views: Vec<IntView>,
    /// The set.
    pub values: Domain,
    /// The number of views with a value of the set.
    pub count: Amount,
}

/// The number of `views` with a value of `values` is `n`: a view, a number, or a range.
///
/// ```
/// use residua::constraints::{among, le};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let days = model.int_vars("day", 3, 0..=4);
/// let busy = model.named_var("busy", 0..=3);
/// model.post(among(&days, [1, 3], busy))?;
/// model.post(le(busy, 1))?;
/// assert_eq!(model.solutions().count(), 27 + 3 * 2 * 9);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn among<V: Term>(
    views: impl IntoIterator<Item = V>,
    values: impl Into<Domain>,
    n: impl Into<Amount>,
) -> V::Of<Among> {
    V::over(views, |views| Among { views, values: values.into(), count: n.into() })
}

impl Among {
    fn quota(&self) -> Quota {
        Quota::of(self.count)
    }

    fn counter(&self, to: &mut Poster<'_>) -> Counter {
        let mut always = 0;
        let mut parts = Vec::new();
        for &x in &self.views {
            match CountedCondition::within(to.view(x), &self.values) {
                ConditionStatus::Open(part) => parts.push(part),
                ConditionStatus::Always(is_true) => always += i64::from(is_true),
            }
        }
        let limits = self.quota().limits(to);
        Counter::new(parts, None, always, limits, to)
    }
}

impl Constraint for Among {
    fn name(&self) -> &'static str {
        "among"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.iter().copied().chain(self.quota().view()).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let is_met = |x: &&IntView| i32::try_from(value(**x)).is_ok_and(|v| self.values.contains(v));
        self.count.is(self.views.iter().filter(is_met).count() as i64, value)
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
        let mut is_true = 0;
        let mut open = Vec::new();
        for &x in &self.views {
            let allowed = x.preimage(&self.values);
            let domain = domains.domain(x.var);
            if domain.is_subset(&allowed) {
                is_true += 1;
            } else if !domain.is_disjoint(&allowed) {
                open.push(x);
            }
        }
        match self.quota().left(is_true, open.len(), domains) {
            LeftCount::Decided(decided) => decided,
            LeftCount::All(truth) => {
                let values = if truth {
                    self.values.clone()
                } else {
                    Domain::from(i32::MIN..=i32::MAX).difference(&self.values)
                };
                let member = |view| InSet { view, values: values.clone() }.into_shared();
                Simplified::Into(open.into_iter().map(member).collect())
            }
            LeftCount::Quota(quota) => {
                becomes(self, Among { views: open, values: self.values.clone(), count: quota.count })
            }
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Among {
            views: self.views.iter().map(|&x| to(x)).collect(),
            values: self.values.clone(),
            count: self.quota().map(to).count,
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, "among", &self.views, name)?;
        write!(f, " in {}", self.values)?;
        self.quota().write(f, name)
    }

    fn statement(&self) -> Option<Statement> {
        let member = |&x: &IntView| Statement::Member(x, self.values.clone());
        let of = self.views.iter().map(member).collect();
        Some(self.quota().statement(of))
    }
}
