//! A sum of groups of different variables.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the variables of each group differ, and the sum of all, each times the factor of its group, is in the relation to the total |
//! | Consistency | see `grouped.rs` |

use std::fmt;
use std::sync::Arc;

use crate::constraints::linear::grouped::{Grouped, Member};
use crate::constraints::linear::sums_by_bits::SumsByBits;
use crate::constraints::written::write_linear;
use crate::constraints::{AllDifferent, Comparator, Constraint, LinearSum};
use crate::engine::{Consistency, Poster};
use crate::store::handle::IntView;
use crate::store::{Failure, Store};

/// A linear inequality or equation over groups of different variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GroupedSum {
    /// The factor of each group, not 0, and its views, whose values all differ.
    pub(crate) groups: Vec<(i32, Vec<IntView>)>,
    /// The relation; `≠` says nothing of groups.
    pub(crate) comparator: Comparator,
    /// The number that the sum is compared with.
    pub(crate) total: i64,
    /// Whether something else states the sum and that the views differ: then only the bounds are posted.
    pub(crate) is_implied: bool,
}

impl GroupedSum {
    fn sum(&self) -> LinearSum {
        let of_group = |(factor, views): &(i32, Vec<IntView>)| {
            views.iter().map(|&view| view * *factor).collect::<Vec<IntView>>()
        };
        let terms = self.groups.iter().flat_map(of_group).collect();
        LinearSum { terms, comparator: self.comparator, total: self.total, consistency: Consistency::Bounds }
    }

    /// The groups over the variables of an engine, if no variable is scaled or occurs twice.
    fn members(&self, to: &Poster<'_>) -> Option<Vec<(i64, Vec<Member>)>> {
        let mut seen = Vec::new();
        let mut groups = Vec::new();
        for (factor, views) in &self.groups {
            let inner = to.views(views);
            if inner.iter().any(|view| view.scale() != 1) {
                return None;
            }
            seen.extend(inner.iter().map(|view| view.var));
            let member =
                |view: &crate::store::View<_>| Member { var: view.var, offset: view.offset().into() };
            groups.push((i64::from(*factor), inner.iter().map(member).collect()));
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        (seen.len() == count).then_some(groups)
    }

    /// The sum over these groups by the bits of their domains, if these are narrow.
    fn by_bits(&self, groups: &[(i64, Vec<Member>)], store: &Store) -> Option<SumsByBits> {
        let of_group = |(factor, members): &(i64, Vec<Member>)| {
            let factor = *factor;
            members.clone().into_iter().map(move |member| (factor, member))
        };
        let terms = || groups.iter().flat_map(of_group);
        let offset: i64 = terms().map(|(factor, member)| factor * member.offset).sum();
        let factors = terms().map(|(factor, member)| (factor, member.var));
        SumsByBits::new(factors, self.total - offset, store)
    }
}

impl Constraint for GroupedSum {
    fn name(&self) -> &'static str {
        "grouped_sum"
    }

    fn scope(&self) -> Vec<IntView> {
        self.groups.iter().flat_map(|(_, views)| views.iter().copied()).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let differ = |(_, views): &(i32, Vec<IntView>)| {
            let values: Vec<i64> = views.iter().map(|&view| value(view)).collect();
            (1..values.len()).all(|at| !values[..at].contains(&values[at]))
        };
        self.groups.iter().all(differ) && self.sum().check(value)
    }

    fn validate(&self) -> Result<(), String> {
        self.sum().validate()
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if !self.is_implied {
            for (_, views) in &self.groups {
                AllDifferent { views: views.clone(), consistency: None }.post(to)?;
            }
            self.sum().post(to)?;
        }
        let Some(groups) = self.members(to) else { return Ok(()) };
        if self.comparator == Comparator::Eq
            && let Some(by_bits) = self.by_bits(&groups, to.store())
        {
            let has_reach = by_bits.has_reach(to.store());
            to.add(by_bits);
            // That the values of a single group differ would save fewer nodes than it takes.
            if groups.len() == 1 && has_reach {
                return Ok(());
            }
        }
        let negated = || groups.iter().map(|(factor, members)| (-factor, members.clone()));
        let total = self.total;
        match self.comparator {
            Comparator::Le | Comparator::Eq => to.add(Grouped::new(groups.clone(), total)),
            Comparator::Lt => to.add(Grouped::new(groups.clone(), total - 1)),
            Comparator::Ge | Comparator::Gt | Comparator::Ne => {}
        }
        match self.comparator {
            Comparator::Ge | Comparator::Eq => to.add(Grouped::new(negated(), -total)),
            Comparator::Gt => to.add(Grouped::new(negated(), -total - 1)),
            Comparator::Le | Comparator::Lt | Comparator::Ne => {}
        }
        Ok(())
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let groups =
            self.groups.iter().map(|(factor, views)| (*factor, views.iter().map(|&view| to(view)).collect()));
        Arc::new(GroupedSum { groups: groups.collect(), ..*self })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_linear(f, &self.sum().terms, self.comparator, self.total, name)
    }
}
