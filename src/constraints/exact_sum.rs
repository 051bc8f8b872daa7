//! `Σ xᵢ = s`
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the values of the views add up to the total |
//! | Consistency | bounds, see `linear.rs`, which has the propagator |
//! | Same variable | its factors are added up at posting |

use std::fmt;
use std::sync::Arc;

use crate::constraints::linear;
use crate::constraints::{Comparator, Constraint, Linear, Simplified, Statement, gcd, write_call};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure, View};

/// A sum of views that is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactSum {
    /// What is added.
    pub terms: Vec<IntView>,
    /// What it comes to.
    pub total: i64,
}

/// `Σ terms = total`; factors come as views (`x * 3`). The sum of nothing is 0.
///
/// The total is any number that fits into 61 bits; one that does not is refused when the sum is posted.
///
/// ```
/// use residua::constraints::exact_sum;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 0..=2);
/// model.post(exact_sum(&xs, xs.len()))?;
/// model.post(exact_sum([xs[0].into(), xs[1] * 2, xs[2] * 0 + 1], 5))?;
/// assert_eq!(model.solutions().map(|found| found.values().to_vec()).collect::<Vec<_>>(), [[2, 1, 0], [0, 2, 1]]);
/// assert!(model.post(exact_sum(&xs, u64::MAX)).is_err());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn exact_sum<V: Into<IntView>>(terms: impl IntoIterator<Item = V>, total: impl TryInto<i64>) -> ExactSum {
    ExactSum {
        terms: terms.into_iter().map(Into::into).collect(),
        total: total.try_into().unwrap_or(i64::MAX),
    }
}

impl Constraint for ExactSum {
    fn name(&self) -> &'static str {
        "exact_sum"
    }

    fn scope(&self) -> Vec<IntView> {
        self.terms.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.terms.iter().map(|&x| value(x)).sum::<i64>() == self.total
    }

    fn validate(&self) -> Result<(), String> {
        // Any sum of as many i32 as there are variables fits into 61 bits; so must the rest after subtracting it.
        let limit = i64::MAX / 4;
        if (-limit..=limit).contains(&self.total) {
            Ok(())
        } else {
            Err(format!("the total {} is beyond ±2⁶¹", self.total))
        }
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let (constants, terms): (Vec<IntView>, Vec<IntView>) =
            self.terms.iter().partition(|term| term.scale() == 0);
        let known: i64 = constants.iter().map(|constant| i64::from(constant.offset())).sum();
        let (terms, total) = collect(&to.views(&terms), self.total - known);
        match terms.as_slice() {
            [] if total == 0 => Ok(()),
            [] => to.refuse(),
            &[(factor, var)] => match i32::try_from(total / factor) {
                Ok(value) if total % factor == 0 => to.state(Atom::eq(var, value)),
                _ => to.refuse(),
            },
            // Bounds would move past each other one step at a time.
            terms if total % terms.iter().fold(0, |divisor, &(factor, _)| gcd(divisor, factor)) != 0 => {
                to.refuse()
            }
            _ => {
                linear::post(&terms, total, to);
                Ok(())
            }
        }
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let (fixed, open): (Vec<IntView>, Vec<IntView>) =
            self.terms.iter().partition(|x| x.value(domains).is_some());
        let known: i64 = fixed.iter().filter_map(|x| x.value(domains)).map(i64::from).sum();
        let total = self.total - known;
        let low: i64 = open.iter().map(|x| i64::from(x.min(domains))).sum();
        let high: i64 = open.iter().map(|x| i64::from(x.max(domains))).sum();
        if total < low || total > high {
            return Simplified::Violated;
        }
        if collect(&open, total).0.is_empty() {
            let zero = collect(&open, total).1 == 0;
            return if zero { Simplified::Entailed } else { Simplified::Violated };
        }
        if fixed.is_empty() && open.iter().all(|term| term.offset() == 0) {
            return Simplified::Unchanged;
        }
        let offsets: i64 = open.iter().map(|term| i64::from(term.offset())).sum();
        let terms = open.into_iter().map(|term| term - term.offset()).collect();
        Simplified::Into(vec![Arc::new(ExactSum { terms, total: total - offsets })])
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(ExactSum { terms: self.terms.iter().map(|&x| to(x)).collect(), total: self.total })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, "sum", &self.terms, name)?;
        write!(f, " = {}", self.total)
    }

    fn statement(&self) -> Option<Statement> {
        Linear::new(self.terms.iter().copied(), Comparator::Eq, self.total).map(Statement::Linear)
    }
}

/// The sum as factors of distinct variables, and the total that is left for them.
fn collect<V: Copy + Ord>(views: &[View<V>], total: i64) -> (Vec<(i64, V)>, i64) {
    let mut terms: Vec<(i64, V)> = views.iter().map(|x| (i64::from(x.scale()), x.var)).collect();
    terms.sort_by_key(|&(_, var)| var);
    terms.dedup_by(|next, first| {
        let same = next.1 == first.1;
        first.0 += if same { next.0 } else { 0 };
        same
    });
    terms.retain(|&(factor, _)| factor != 0);
    (terms, total - views.iter().map(|x| i64::from(x.offset())).sum::<i64>())
}
