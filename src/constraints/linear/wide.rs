//! Linear constraints `Σ fᵢ·xᵢ ∘ s` whose products leave 32 bits.
//!
//! A view has 32 bits, and with it a term of a [`LinearSum`](crate::constraints::LinearSum); here factor and variable stay apart, and
//! only the sum as a whole has to fit into 64 bits.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the sum of the values of the views, each times its factor, is in the relation to the total |
//! | Consistency | that of a sum: see `bounds.rs` and `different.rs` |
//! | Overflow | the greatest values of all terms together must fit into 60 bits, or posting refuses it |

use std::fmt;
use std::sync::Arc;

use crate::constraints::auxiliaries::Auxiliaries;
use crate::constraints::linear::{Collected, merged};
use crate::constraints::truth::GuardWatch;
use crate::constraints::written::write_weighted;
use crate::constraints::{Comparator, Comparison, Constraint, Operand, Simplified};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure, VarId};

/// A linear constraint with factors of 64 bits: a sum of views in a relation to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WideSum {
    /// The terms, each with its factor.
    pub terms: Vec<(i64, IntView)>,
    /// The relation.
    pub comparator: Comparator,
    /// The number that the sum is compared with.
    pub total: i64,
}

/// What all terms together may reach, and the total.
const LIMIT: i128 = 1 << 59;

impl WideSum {
    /// The least and the greatest that the sum can be.
    fn ends(&self, domains: &dyn Domains<IntVar>) -> (i128, i128) {
        self.terms.iter().fold((0, 0), |(low, high), &(factor, view)| {
            let ends = [view.min(domains), view.max(domains)].map(|end| i128::from(factor) * i128::from(end));
            (low + ends[0].min(ends[1]), high + ends[0].max(ends[1]))
        })
    }

    /// The sum in the form that is posted.
    fn collected(&self, to: &mut Poster<'_>) -> Result<Collected, Failure> {
        let mut total = self.total;
        let mut terms: Vec<(i64, VarId)> = Vec::with_capacity(self.terms.len());
        // A variable may be another one and a number in the engine, which the factor would take beyond 64 bits.
        let shift = |of: &(i64, IntView), to: &Poster<'_>| {
            let offset = if of.1.scale() == 0 { 0 } else { to.view(of.1).offset() };
            (i128::from(of.0) * i128::from(offset)).abs()
        };
        let is_far = self.terms.iter().map(|term| shift(term, to)).sum::<i128>() > LIMIT;
        for &(factor, view) in &self.terms {
            if view.scale() == 0 {
                total -= factor * i64::from(view.offset());
                continue;
            }
            let mut inner = to.view(view);
            if is_far && !inner.is_plain() {
                let values = inner.domain(to.store());
                let plain = to.new_auxiliary(&values).view();
                let same = Comparison { left: plain, comparator: Comparator::Eq, right: Operand::View(view) };
                to.define(same.into_shared())?;
                inner = to.view(plain);
            }
            total -= factor * i64::from(inner.offset());
            terms.push((factor * i64::from(inner.scale()), inner.var));
        }
        Ok(Collected::new(merged(terms), self.comparator, total))
    }
}

impl Constraint for WideSum {
    fn name(&self) -> &'static str {
        "linear"
    }

    fn scope(&self) -> Vec<IntView> {
        self.terms.iter().map(|&(_, view)| view).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let products = self.terms.iter().map(|&(factor, view)| i128::from(factor) * i128::from(value(view)));
        self.comparator.holds(products.sum::<i128>(), self.total.into())
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        _: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        let greatest = |&(factor, view): &(i64, IntView)| {
            let reach = view.min(domains).unsigned_abs().max(view.max(domains).unsigned_abs());
            i128::from(factor).abs() * i128::from(reach)
        };
        let reach: i128 = self.terms.iter().map(greatest).sum();
        if reach.max(i128::from(self.total).abs()) <= LIMIT {
            return Ok(());
        }
        let (low, high) = self.ends(domains);
        Err(format!("the sum can be {low} or {high}, and its terms more, which does not fit into 60 bits"))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        self.collected(to)?.post(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if let Some(truth) = self.truth(domains) {
            return if truth { Simplified::Entailed } else { Simplified::Violated };
        }
        let (mut terms, mut total) = (Vec::new(), self.total);
        for &(factor, view) in &self.terms {
            match view.value(domains) {
                Some(value) => total -= factor * i64::from(value),
                None => terms.push((factor, view)),
            }
        }
        if terms.len() == self.terms.len() {
            return Simplified::Unchanged;
        }
        Simplified::Into(vec![Arc::new(WideSum { terms, total, ..*self })])
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        let (low, high) = self.ends(domains);
        let cut = |end: i128| end.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        self.comparator.over(cut(low)..=cut(high), self.total)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let terms = self.terms.iter().map(|&(factor, view)| (factor, to(view))).collect();
        Arc::new(WideSum { terms, ..*self })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_weighted(f, &self.terms, self.comparator, self.total, name)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(WideSum { comparator: self.comparator.negated(), ..self.clone() }))
    }

    fn post_implied(&self, guard: Atom, watch: GuardWatch, to: &mut Poster<'_>) -> Result<bool, Failure> {
        if self.comparator == Comparator::Ne || watch == GuardWatch::Nothing {
            return Ok(false);
        }
        Ok(self.collected(to)?.post_implied(guard, watch == GuardWatch::Decides, to))
    }
}
