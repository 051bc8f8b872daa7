//! Linear constraints: `Σ xᵢ ∘ s` for `=`, `≠`, `<`, `≤`, `>`, `≥`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the sum of the values of the views is in the relation to the total |
//! | Consistency | for `=`: bounds, see `bounds.rs`, or [domain](LinearSum::at) on request, where at most 16,384 arcs lead from one partial sum to the next; for inequalities: domain, by `bounds.rs`, too; for `≠`: domain, see `different.rs` |
//! | Same variable | its factors are added up at posting |
//! | Source | for partial sums: Trick, *A Dynamic Programming Approach for Consistency and Propagation for Knapsack Constraints*, Annals of OR 118, 2003 |

mod addend;
mod bounds;
mod different;
mod grouped;
mod grouped_sum;
mod implied;
mod layer;
mod long;
mod sums_by_bits;
mod wide;

use std::fmt;
use std::sync::Arc;

use crate::constraints::gcd;
use crate::constraints::linear::different::Different;
use crate::constraints::packing::by_partial_sums;
use crate::constraints::truth::GuardWatch;
use crate::constraints::written::write_linear;
use crate::constraints::{Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement};
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Atom, Domains, Failure, Relation, VarId, View, floor};

pub(crate) use crate::constraints::linear::grouped_sum::GroupedSum;
pub use crate::constraints::linear::wide::WideSum;

/// A linear constraint: a sum of views in a relation to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearSum {
    /// The terms.
    pub terms: Vec<IntView>,
    /// The relation.
    pub comparator: Comparator,
    /// The number that the sum is compared with.
    pub total: i64,
    /// The consistency of propagation of `=`, as far as it is feasible: bounds, or domain where that is asked for.
    pub consistency: Consistency,
}

/// `Σ terms = total`; factors come as views (`x * 3`). The sum without terms is 0.
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
pub fn exact_sum<V: Into<IntView>>(
    terms: impl IntoIterator<Item = V>,
    total: impl TryInto<i64>,
) -> LinearSum {
    LinearSum {
        terms: terms.into_iter().map(Into::into).collect(),
        comparator: Comparator::Eq,
        total: total.try_into().unwrap_or(i64::MAX),
        consistency: Consistency::Bounds,
    }
}

impl LinearSum {
    /// Sets the consistency, whatever the solver asks for: for `=`, bounds is the default, and domain leaves only
    /// values that are in a solution of it, holes included. That takes a walk through all partial sums, term by term, at each change, so
    /// it is for few terms or few values: beyond 16,384 arcs it is bounds. Inequalities and `≠` are domain consistent anyway.
    ///
    /// ```
    /// use residua::constraints::exact_sum;
    /// use residua::engine::Consistency;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=20));
    /// // No 6, although the bounds of the three would allow it.
    /// model.post(exact_sum([x * 2, y * 3, -z], 0).at(Consistency::Domain))?;
    /// for bound in [z.le(7), x.ge(1), y.ge(1)] {
    ///     model.post(bound)?;
    /// }
    /// let left = model.residual(Consistency::Domain).expect("there are solutions").model;
    /// assert_eq!((left.domain(z).to_string(), left.domain(y).to_string()), ("5 7".into(), "1".into()));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn at(self, consistency: Consistency) -> LinearSum {
        LinearSum { consistency, ..self }
    }

    /// The sum in the form that is posted.
    fn collected(&self, to: &Poster<'_>) -> Collected {
        let (constants, terms): (Vec<IntView>, Vec<IntView>) =
            self.terms.iter().partition(|term| term.scale() == 0);
        let known: i64 = constants.iter().map(|constant| i64::from(constant.offset())).sum();
        let (terms, total) = collect(&to.views(&terms), self.total - known);
        Collected::new(terms, self.comparator, total)
    }
}

/// A sum over distinct variables of an engine, with factors that are not 0. Of an order, it is at most the total.
struct Collected {
    terms: Vec<(i64, VarId)>,
    comparator: Comparator,
    /// The greatest divisor of the factors.
    divisor: i64,
    total: i64,
}

impl Collected {
    fn new(mut terms: Vec<(i64, VarId)>, comparator: Comparator, total: i64) -> Collected {
        let divisor = terms.iter().fold(0, |divisor, &(factor, _)| gcd(divisor, factor)).abs();
        // At most: the others are negated.
        let (sign, slack) = match comparator {
            Comparator::Ge => (-1, 0),
            Comparator::Gt => (-1, -1),
            Comparator::Lt => (1, -1),
            Comparator::Eq | Comparator::Ne | Comparator::Le => (1, 0),
        };
        for term in &mut terms {
            term.0 *= sign;
        }
        Collected { terms, comparator, divisor, total: sign * total + slack }
    }

    fn post_implied(&self, guard: Atom, decides: bool, to: &mut Poster<'_>) -> bool {
        let is_exact = self.comparator == Comparator::Eq;
        if self.terms.len() < 2 || is_exact && self.total % self.divisor != 0 {
            return false;
        }
        bounds::post_implied((guard, decides), &self.terms, is_exact, self.total, to);
        true
    }

    fn post(self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let Collected { terms, comparator, divisor, total } = self;
        match comparator {
            Comparator::Eq if divisor == 0 && total == 0 => Ok(()),
            Comparator::Ne if divisor == 0 && total != 0 => Ok(()),
            Comparator::Le | Comparator::Lt | Comparator::Ge | Comparator::Gt
                if divisor == 0 && total >= 0 =>
            {
                Ok(())
            }
            _ if divisor == 0 => to.refuse(),
            // Bounds would move past each other one step at a time.
            Comparator::Eq if total % divisor != 0 => to.refuse(),
            Comparator::Ne if total % divisor != 0 => Ok(()),
            Comparator::Ne if terms.len() > 1 => {
                to.add(Different::new(terms, total));
                Ok(())
            }
            _ if terms.len() == 1 => state(to, comparator, terms[0], total),
            Comparator::Eq => {
                bounds::post(&terms, true, total, to);
                Ok(())
            }
            _ => {
                bounds::post(&terms, false, total, to);
                Ok(())
            }
        }
    }
}

impl Constraint for LinearSum {
    fn name(&self) -> &'static str {
        if self.comparator == Comparator::Eq { "exact_sum" } else { "linear" }
    }

    fn scope(&self) -> Vec<IntView> {
        self.terms.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.comparator.holds(self.terms.iter().map(|&x| value(x)).sum::<i64>(), self.total)
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
        if self.comparator == Comparator::Eq
            && self.consistency == Consistency::Domain
            && let Some(by_partial_sums) = by_partial_sums(self, to)
        {
            return by_partial_sums.post(to);
        }
        self.collected(to).post(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let (fixed, open): (Vec<IntView>, Vec<IntView>) =
            self.terms.iter().partition(|x| x.value(domains).is_some());
        let known: i64 = fixed.iter().filter_map(|x| x.value(domains)).map(i64::from).sum();
        let total = self.total - known;
        // Terms of one variable are added up first: apart, they would reach farther.
        let (factors, rest) = collect(&open, total);
        let (mut low, mut high) = (0, 0);
        for &(factor, var) in &factors {
            let ends = [domains.min(var), domains.max(var)].map(|end| factor * i64::from(end));
            (low, high) = (low + ends[0].min(ends[1]), high + ends[0].max(ends[1]));
        }
        if let Some(truth) = self.comparator.over(low..=high, rest) {
            return if truth { Simplified::Entailed } else { Simplified::Violated };
        }
        if self.comparator == Comparator::Ne && !may_reach(&factors, rest, domains) {
            return Simplified::Entailed;
        }
        // An order, or ≠, of two variables is filtered better, and known to other simplifiers.
        if self.comparator != Comparator::Eq
            && let Some(comparison) = as_comparison(&factors, self.comparator, rest, domains)
        {
            return Simplified::Into(vec![comparison.into_shared()]);
        }
        if fixed.is_empty() && open.iter().all(|term| term.offset() == 0) {
            return Simplified::Unchanged;
        }
        let offsets: i64 = open.iter().map(|term| i64::from(term.offset())).sum();
        let terms = open.into_iter().map(|term| term - term.offset()).collect();
        Simplified::Into(vec![Arc::new(LinearSum { terms, total: total - offsets, ..*self })])
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        let ends = self.terms.iter().map(|x| (i64::from(x.min(domains)), i64::from(x.max(domains))));
        let (low, high) = ends.fold((0, 0), |(low, high), (min, max)| (low + min, high + max));
        self.comparator.over(low..=high, self.total)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(LinearSum { terms: self.terms.iter().map(|&x| to(x)).collect(), ..*self })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_linear(f, &self.terms, self.comparator, self.total, name)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(LinearSum { comparator: self.comparator.negated(), ..self.clone() }))
    }

    fn statement(&self) -> Option<Statement> {
        Linear::new(self.terms.iter().copied(), self.comparator, self.total).map(Statement::Linear)
    }

    /// One propagator with the guard: one wake-up for both directions, and half of the time of a reified order.
    fn post_implied(&self, guard: Atom, watch: GuardWatch, to: &mut Poster<'_>) -> Result<bool, Failure> {
        let by_bounds = match self.comparator {
            Comparator::Eq => self.consistency == Consistency::Bounds,
            Comparator::Ne => false,
            _ => true,
        };
        Ok(watch != GuardWatch::Nothing
            && by_bounds
            && self.collected(to).post_implied(guard, watch == GuardWatch::Decides, to))
    }
}

/// The sum as factors of distinct variables, and the total that is left for them.
fn collect<V: Copy + Ord>(views: &[View<V>], total: i64) -> (Vec<(i64, V)>, i64) {
    let terms = views.iter().map(|x| (i64::from(x.scale()), x.var)).collect();
    (merged(terms), total - views.iter().map(|x| i64::from(x.offset())).sum::<i64>())
}

/// The terms, in the order of their variables, with those of one variable added up; none with factor 0.
fn merged<V: Copy + Ord>(mut terms: Vec<(i64, V)>) -> Vec<(i64, V)> {
    terms.sort_by_key(|&(_, var)| var);
    terms.dedup_by(|next, first| {
        let same = next.1 == first.1;
        first.0 += if same { next.0 } else { 0 };
        same
    });
    terms.retain(|&(factor, _)| factor != 0);
    terms
}

/// Whether some values add up to the total, or there are too many to say.
fn may_reach(terms: &[(i64, IntVar)], total: i64, domains: &dyn Domains<IntVar>) -> bool {
    const MOST: u64 = 1 << 12;
    let mut sums = vec![0];
    for &(factor, var) in terms {
        if domains.size(var).saturating_mul(sums.len() as u64) > MOST {
            return true;
        }
        let values = domains.domain(var);
        let plus =
            |sum: &i64| values.iter().map(|value| sum + factor * i64::from(value)).collect::<Vec<i64>>();
        sums = sums.iter().flat_map(plus).collect();
        sums.sort_unstable();
        sums.dedup();
    }
    sums.binary_search(&total).is_ok()
}

/// A sum of one or two variables as a comparison of views, if it fits into one.
fn as_comparison(
    terms: &[(i64, IntVar)],
    comparator: Comparator,
    total: i64,
    domains: &dyn Domains<IntVar>,
) -> Option<Comparison> {
    let view = |(factor, var): (i64, IntVar), offset: i64| {
        let (scale, offset) = (i32::try_from(factor).ok()?, i32::try_from(offset).ok()?);
        var.view().then(scale, offset).filter(|view| view.fits(domains))
    };
    match *terms {
        [only] => Some(Comparison { left: view(only, 0)?, comparator, right: Operand::Constant(total) }),
        [one, (factor, other)] => {
            let right = Operand::View(view((-factor, other), total)?);
            Some(Comparison { left: view(one, 0)?, comparator, right })
        }
        _ => None,
    }
}

/// States `factor · var ∘ total`, an order being `≤`.
fn state(
    to: &mut Poster<'_>,
    comparator: Comparator,
    (factor, var): (i64, VarId),
    total: i64,
) -> Result<(), Failure> {
    let (relation, bound) = match comparator {
        Comparator::Eq => (Relation::Eq, total / factor),
        Comparator::Ne => (Relation::Ne, total / factor),
        _ if factor > 0 => (Relation::Le, floor(total, factor)),
        _ => (Relation::Ge, crate::store::ceil(total, factor)),
    };
    match (relation, i32::try_from(bound)) {
        (relation, Ok(value)) => to.state(Atom::new(var, relation, value)),
        (Relation::Ne, _) => Ok(()),
        (Relation::Le, _) if bound > 0 => Ok(()),
        (Relation::Ge, _) if bound < 0 => Ok(()),
        _ => to.refuse(),
    }
}
