//! `nvalue(x₁, …, xₙ) = n`: how many different values some views have.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the views have `n` values together, each counted once |
//! | Consistency | bounds of `n`, the lower one by the ends of the domains; see `distinct.rs` for what follows for the views |
//! | Cost | see `distinct.rs` |
//! | Same variable | each occurrence is a view of its own: no solution is lost, and full assignments are decided |
//! | Source | Bessiere, Hebrard, Hnich, Kiziltan & Walsh, *Filtering Algorithms for the NValue Constraint*, Constraints 11(4), 2006 |

use crate::constraints::Term;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::amount::Amount;
use crate::constraints::counting::distinct::Distinct;
use crate::constraints::counting::quota::{LeftCount, Quota, becomes, holds_for_all};
use crate::constraints::{
    Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement, all_different, walkable,
    write_call,
};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`nvalue`]: how many different values some views have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NValue {
    /// The views.
    pub views: Vec<IntView>,
    /// The number of different values.
    pub count: Amount,
}

/// The number of different values of `views` is `n`: a view, a number, or a range.
///
/// ```
/// use residua::constraints::nvalue;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 1..=4);
/// model.post(nvalue(&xs, 2))?;
/// assert_eq!(model.solutions().count(), 3 * 4 * 3);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn nvalue<V: Term>(views: impl IntoIterator<Item = V>, n: impl Into<Amount>) -> V::Of<NValue> {
    V::over(views, |views| NValue { views, count: n.into() })
}

impl NValue {
    fn quota(&self) -> Quota {
        Quota::of(self.count)
    }
}

impl Constraint for NValue {
    fn name(&self) -> &'static str {
        "nvalue"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.iter().copied().chain(self.quota().view()).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let mut values: Vec<i64> = self.views.iter().map(|&x| value(x)).collect();
        values.sort_unstable();
        values.dedup();
        self.count.is(values.len() as i64, value)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if self.count.is_empty() {
            return to.refuse();
        }
        let count = self.count.limit(to);
        let mut views = to.views(&self.views);
        let mut known = BTreeSet::new();
        views.retain(|x| known.insert((x.var, x.scale(), x.offset())));
        to.add(Distinct::new(views, count));
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_for_all(self, domains) {
            return Simplified::Entailed;
        }
        let hull = |x: IntView| Domain::from(x.min(domains)..=x.max(domains));
        let reach = |x: IntView| walkable(x, domains).unwrap_or_else(|| hull(x));
        let taken: Domain = self.views.iter().filter_map(|x| x.value(domains)).collect();
        // A value that is taken counts once, and views that only have such values do not.
        let mut open: Vec<(IntView, Domain)> = Vec::new();
        for &x in &self.views {
            let domain = reach(x);
            let is_new = x.value(domains).is_none() && !open.iter().any(|(y, _)| *y == x);
            if is_new && !domain.is_subset(&taken) {
                open.push((x, domain));
            }
        }
        let variable = open.first().map(|(x, _)| x.var);
        if let Some(variable) = variable {
            open.extend(taken.iter().map(|value| (variable * 0 + value, Domain::from(value))));
        }
        // Views whose range no other one meets count by themselves.
        let ends = |at: usize| (open[at].0.min(domains), open[at].0.max(domains));
        let meets = |a: (i32, i32), b: (i32, i32)| a.0 <= b.1 && b.0 <= a.1;
        let is_apart =
            |&at: &usize| (0..open.len()).all(|other| other == at || !meets(ends(at), ends(other)));
        let apart: Vec<usize> = (0..open.len()).filter(is_apart).collect();
        let alone = if variable.is_none() { taken.size() as usize } else { apart.len() };
        let views: Vec<IntView> =
            (0..open.len()).filter(|at| !apart.contains(at)).map(|at| open[at].0).collect();
        let quota = match self.quota().left(alone, views.len(), domains) {
            LeftCount::Decided(decided) => return decided,
            LeftCount::All(true) => return Simplified::Into(vec![all_different(views).into_shared()]),
            // Those that are left have a value at least.
            LeftCount::All(false) => return Simplified::Violated,
            LeftCount::Quota(quota) => quota,
        };
        if quota.count == Amount::from(1) {
            let equal = |&right: &IntView| {
                let right = Operand::View(right);
                Comparison { left: views[0], comparator: Comparator::Eq, right }.into_shared()
            };
            return Simplified::Into(views[1..].iter().map(equal).collect());
        }
        becomes(self, NValue { views, count: quota.count })
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let views = self.views.iter().map(|&x| to(x)).collect();
        Arc::new(NValue { views, count: self.quota().map(to).count })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, "nvalue", &self.views, name)?;
        self.quota().write(f, name)
    }

    fn statement(&self) -> Option<Statement> {
        // Each view that differs from all before it has a new value.
        let is_new = |(at, &x): (usize, &IntView)| {
            let differs = |&y: &IntView| Linear::between(y, Comparator::Ne, x, 0).map(Statement::Linear);
            self.views[..at].iter().map(differs).collect::<Option<_>>().map(Statement::All)
        };
        let of = self.views.iter().enumerate().map(is_new).collect::<Option<_>>()?;
        Some(self.quota().statement(of))
    }
}
