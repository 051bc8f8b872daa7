//! `global_cardinality(xs, values, counts)`: how many views have each of some values.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | for each value, the number of views that have it is its count, or within its range; closed, no view has another value |
//! | Consistency | domain of the views, where no variable occurs twice, by the bounds of the counts; bounds of the counts |
//! | Cost | see `flow.rs` |
//! | Explains | by a cut of the flow |
//! | Same variable | each occurrence is a view of its own: no solution is lost, and full assignments are decided |
//! | Source | Régin, *Generalized Arc Consistency for Global Cardinality Constraint*, AAAI 1996 |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::amount::Amount;
use crate::constraints::counting::flow::Flow;
use crate::constraints::counting::quota::{becomes, holds_always};
use crate::constraints::{
    Comparator, Comparison, Constraint, Count, InSet, Linear, Number, NumberOf, Operand, Simplified,
    Statement, listed_once, number,
};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`global_cardinality`]: how many views have each of some values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalCardinality {
    /// The views.
    pub views: Vec<IntView>,
    /// The values, none of them twice.
    pub values: Vec<i32>,
    /// By value: the number of views that have it.
    pub counts: Vec<Amount>,
    /// Whether no view has another value.
    pub is_closed: bool,
}

/// For each of the `values`, which are pairwise different, the number of `views` that have it is the one of `counts` at its position: a
/// view, a number, or a range of numbers. Other values are free, unless it is [closed](GlobalCardinality::closed).
///
/// ```
/// use residua::constraints::{Amount, global_cardinality};
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 1..=3);
/// let n = model.named_var("n", 0..=4);
/// model.post(global_cardinality(&xs, [1, 3], [Amount::from(n), 2.into()]))?;
/// assert_eq!(model.solutions().count(), 6 * 4);
/// let left = model.residual(Consistency::Domain).expect("there are solutions").model;
/// assert_eq!(left.domain(n).to_string(), "0..2");
/// // Numbers that are too few leave no other value.
/// model.post(global_cardinality(&xs, [1, 2, 3], [1, 1, 2]).closed())?;
/// assert_eq!(model.solutions().count(), 12);
/// model.post(global_cardinality(&xs[..3], [3], [1..=1]))?;
/// assert_eq!(model.solutions().count(), 6);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn global_cardinality<V: Term, N: Into<Amount>>(
    views: impl IntoIterator<Item = V>,
    values: impl IntoIterator<Item = impl Number>,
    counts: impl IntoIterator<Item = N>,
) -> V::Of<GlobalCardinality> {
    V::over(views, |views| GlobalCardinality {
        views,
        values: number::values(values).collect(),
        counts: counts.into_iter().map(Into::into).collect(),
        is_closed: false,
    })
}

impl GlobalCardinality {
    /// Closes the constraint: no view may have another value than these.
    #[must_use]
    pub fn closed(self) -> GlobalCardinality {
        GlobalCardinality { is_closed: true, ..self }
    }

    /// What is left for one value: the number of open views that have it. `None` if that is decided, as `left` then says.
    fn reduced(
        count: Amount,
        (fixed, open): (i64, usize),
        domains: &dyn Domains<IntVar>,
        left: &mut Vec<Arc<dyn Constraint>>,
    ) -> Result<Option<Amount>, Simplified> {
        let (low, high) = count.bounds(domains);
        if high < fixed || low > fixed + open as i64 || low > high {
            return Err(Simplified::Violated);
        }
        match count {
            Amount::Equal(Operand::View(view)) if low < high => {
                let shifted = i32::try_from(fixed).map_or(view, |fixed| view - fixed);
                if shifted.is_overflown() {
                    return Err(Simplified::Unchanged);
                }
                if open == 0 {
                    let right = Operand::Constant(fixed);
                    left.push(Comparison { left: view, comparator: Comparator::Eq, right }.into_shared());
                    return Ok(None);
                }
                Ok(Some(Amount::Equal(Operand::View(shifted))))
            }
            Amount::Between(..) if low <= fixed && fixed + open as i64 <= high => Ok(None),
            Amount::Between(..) if low < high => Ok(Some(Amount::Between(low - fixed, high - fixed))),
            _ => Ok((open > 0).then_some(Amount::Equal(Operand::Constant(low - fixed)))),
        }
    }

    /// The number of open views that have one value, as a constraint of its own.
    fn of_one(views: Vec<IntView>, value: i32, count: Amount, open: i64) -> Vec<Arc<dyn Constraint>> {
        let (low, high) = match count {
            Amount::Equal(count) => {
                let value = Operand::Constant(value.into());
                return vec![Count { views, value, count: count.into() }.into_shared()];
            }
            Amount::Between(low, high) => (low, high),
        };
        let literals: Box<[_]> = views.into_iter().filter_map(|view| view.is(value)).collect();
        let number = |comparator, count| {
            NumberOf { literals: literals.clone(), comparator, count: Operand::Constant(count).into() }
                .into_shared()
        };
        let from_below = (low > 0).then(|| number(Comparator::Ge, low));
        let from_above = (high < open).then(|| number(Comparator::Le, high));
        from_below.into_iter().chain(from_above).collect()
    }

    fn simplified(&self, domains: &dyn Domains<IntVar>) -> Result<Simplified, Simplified> {
        let mut left: Vec<Arc<dyn Constraint>> = Vec::new();
        if self.is_closed {
            let values: Domain = self.values.iter().copied().collect();
            for &view in &self.views {
                let member = InSet { view, values: values.clone() };
                match member.simplify(domains) {
                    Simplified::Violated => return Err(Simplified::Violated),
                    Simplified::Entailed => {}
                    _ => left.push(member.into_shared()),
                }
            }
        }
        let is_open = |x: &&IntView| {
            x.value(domains).is_none() && self.values.iter().any(|&value| x.contains(domains, value))
        };
        let views: Vec<IntView> = self.views.iter().filter(is_open).copied().collect();
        let (mut values, mut counts) = (Vec::new(), Vec::new());
        for (&value, &count) in self.values.iter().zip(&self.counts) {
            let fixed = self.views.iter().filter(|x| x.value(domains) == Some(value)).count() as i64;
            let open = views.iter().filter(|x| x.contains(domains, value)).count();
            if let Some(count) = Self::reduced(count, (fixed, open), domains, &mut left)? {
                values.push(value);
                counts.push(count);
            }
        }
        let rest = GlobalCardinality { views, values, counts, is_closed: false };
        match (&rest.values[..], &rest.counts[..]) {
            ([], _) => {}
            (&[value], &[count]) => {
                let open = rest.views.len() as i64;
                left.extend(Self::of_one(rest.views, value, count, open));
            }
            _ if left.is_empty() => return Ok(becomes(self, rest)),
            _ => left.push(rest.into_shared()),
        }
        Ok(if left.is_empty() { Simplified::Entailed } else { Simplified::Into(left) })
    }
}

impl Constraint for GlobalCardinality {
    fn name(&self) -> &'static str {
        "global_cardinality"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.iter().copied().chain(self.counts.iter().filter_map(|count| count.view())).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let found: Vec<i64> = self.views.iter().map(|&x| value(x)).collect();
        let has = |wanted: i32| found.iter().filter(|&&v| v == i64::from(wanted)).count() as i64;
        let is_listed = |v: &i64| self.values.iter().any(|&listed| i64::from(listed) == *v);
        self.values.iter().zip(&self.counts).all(|(&wanted, count)| count.is(has(wanted), value))
            && (!self.is_closed || found.iter().all(is_listed))
    }

    fn validate(&self) -> Result<(), String> {
        if self.values.len() != self.counts.len() {
            return Err(format!("{} values have {} counts", self.values.len(), self.counts.len()));
        }
        listed_once(&self.values)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if self.counts.iter().any(|count| count.is_empty()) {
            return to.refuse();
        }
        let values: Domain = self.values.iter().copied().collect();
        let views = to.views(&self.views);
        for &x in views.iter().filter(|_| self.is_closed) {
            to.restrict(x, &values)?;
        }
        let counts = self.counts.iter().map(|count| count.limit(to)).collect();
        to.add(Flow::new(views, &self.values, counts, self.is_closed));
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        self.simplified(domains).unwrap_or_else(|early| early)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(GlobalCardinality {
            views: self.views.iter().map(|&x| to(x)).collect(),
            values: self.values.clone(),
            counts: self.counts.iter().map(|count| count.map(to)).collect(),
            is_closed: self.is_closed,
        })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let views: Vec<String> = self.views.iter().map(|&x| name(x)).collect();
        let values: Vec<String> = self.values.iter().map(i32::to_string).collect();
        let closed = if self.is_closed { "_closed" } else { "" };
        write!(f, "global_cardinality{closed}([{}], [{}], [", views.join(", "), values.join(", "))?;
        for (at, count) in self.counts.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            count.write(f, name)?;
        }
        f.write_str("])")
    }

    fn statement(&self) -> Option<Statement> {
        let mut all = Vec::new();
        for (&value, &to) in self.values.iter().zip(&self.counts) {
            let equal = |&x: &IntView| Linear::new([x], Comparator::Eq, value.into()).map(Statement::Linear);
            let of: Vec<Statement> = self.views.iter().map(equal).collect::<Option<_>>()?;
            let compared = to.comparisons().into_iter();
            all.extend(compared.map(|(comparator, to)| Statement::Count { of: of.clone(), comparator, to }));
        }
        if self.is_closed {
            let values: Domain = self.values.iter().copied().collect();
            all.extend(self.views.iter().map(|&x| Statement::Member(x, values.clone())));
        }
        Some(Statement::All(all))
    }
}
