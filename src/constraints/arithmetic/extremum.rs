//! `z = max(x₁, …, xₙ)` and `z = min(x₁, …, xₙ)`
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the value of the result is the greatest, or the least, of those of the terms; there is no solution without terms |
//! | Consistency | domain where it is asked for and the domains have at most 4096 values, else bounds: see `greatest.rs` |
//! | Same variable | as if the views were of different variables, so that less may be found; domain where that is asked for and there are at most 4096 assignments |
//! | Source | Beldiceanu, *Pruning for the minimum Constraint Family and for the number of distinct values Constraint Family*, CP 2001 |

use crate::constraints::Term;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use crate::constraints::arithmetic::assignments::post_if_repeated;
use crate::constraints::arithmetic::cases::{by_cases, open_variables, with_numbers};
use crate::constraints::arithmetic::greatest::{Direction, Greatest};
use crate::constraints::{
    Comparator, Constraint, Linear, Simplified, Statement, clause, eq, ge, le, write_call,
};
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraints [`maximum`] and [`minimum`]: a view that is the greatest or the least of others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extremum {
    /// The terms.
    pub terms: Vec<IntView>,
    /// The greatest or the least of the terms.
    pub result: IntView,
    /// Whether the result is the greatest term, and not the least.
    pub is_maximum: bool,
}

/// `result = max(terms)`; there is no solution without terms.
///
/// ```
/// use residua::constraints::maximum;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=9));
/// model.post(maximum([x + 1, y * 2], z))?;
/// assert_eq!(model.solutions().count(), 45, "for nine values of x and five of y");
/// assert_eq!(model.to_string().lines().last(), Some("maximum(x + 1, 2·y) = z"));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn maximum<V: Term>(terms: impl IntoIterator<Item = V>, result: impl Into<IntView>) -> V::Of<Extremum> {
    V::over(terms, |terms| Extremum { terms, result: result.into(), is_maximum: true })
}

/// `result = min(terms)`; there is no solution without terms.
///
/// ```
/// use residua::constraints::minimum;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=9));
/// model.post(minimum([x, y], z))?;
/// assert_eq!(model.solutions().count(), 81);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn minimum<V: Term>(terms: impl IntoIterator<Item = V>, result: impl Into<IntView>) -> V::Of<Extremum> {
    V::over(terms, |terms| Extremum { terms, result: result.into(), is_maximum: false })
}

impl Extremum {
    fn direction(&self) -> Direction {
        if self.is_maximum { Direction::Up } else { Direction::Down }
    }

    /// `term ≤ bound`, or `≥` of a minimum.
    fn within(&self, term: IntView, bound: impl Into<crate::constraints::Expr>) -> Arc<dyn Constraint> {
        if self.is_maximum { le(term, bound).into_shared() } else { ge(term, bound).into_shared() }
    }

    /// No term is beyond `value`, and one has it.
    fn of_value(&self, value: i32, domains: &dyn Domains<IntVar>) -> Vec<Arc<dyn Constraint>> {
        let direction = self.direction();
        let open = |term: &&IntView| term.value(domains).is_none();
        let beyond = |term: &&IntView| direction.high(**term, domains) > direction.signed(value.into());
        let mut parts: Vec<Arc<dyn Constraint>> = self
            .terms
            .iter()
            .filter(open)
            .filter(beyond)
            .map(|&term| self.within(term, i64::from(value)))
            .collect();
        if !self.terms.iter().any(|term| term.value(domains) == Some(value)) {
            let candidates = self.terms.iter().filter(open).filter(|term| term.contains(domains, value));
            parts.push(clause(candidates.filter_map(|term| term.is(value))).into_shared());
        }
        parts
    }

    /// The terms without those that others are never less than, or that never reach the result; fixed ones as numbers.
    fn needed(&self, anchor: IntVar, domains: &dyn Domains<IntVar>) -> Vec<IntView> {
        let direction = self.direction();
        let base = self.terms.iter().map(|&term| direction.low(term, domains)).max();
        let holder = self.terms.iter().position(|&term| Some(direction.low(term, domains)) == base);
        let least = direction.low(self.result, domains);
        let is_needed = |&(at, &term): &(usize, &IntView)| {
            let high = direction.high(term, domains);
            let is_first = !self.terms[..at].contains(&term);
            is_first && high >= least && (Some(at) == holder || Some(high) > base)
        };
        let kept: Vec<IntView> =
            self.terms.iter().enumerate().filter(is_needed).map(|(_, &term)| term).collect();
        with_numbers(&kept, anchor, domains)
    }
}

impl Constraint for Extremum {
    fn name(&self) -> &'static str {
        if self.is_maximum { "maximum" } else { "minimum" }
    }

    fn scope(&self) -> Vec<IntView> {
        self.terms.iter().copied().chain([self.result]).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let values = self.terms.iter().map(|&term| value(term));
        let extremum = if self.is_maximum { values.max() } else { values.min() };
        extremum == Some(value(self.result))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let mut terms = self.terms.clone();
        // What stands there twice makes no difference.
        let mut seen = BTreeSet::new();
        terms.retain(|term| seen.insert((term.var, term.scale(), term.offset())));
        match terms[..] {
            [] => to.refuse(),
            [only] => eq(only, self.result).post(to),
            _ => {
                let by_values = to.consistency() == Consistency::Domain;
                let (views, result) = (to.views(&terms), to.view(self.result));
                to.add(Greatest::new(views, result, self.direction(), by_values));
                if by_values {
                    post_if_repeated(Extremum { terms, ..self.clone() }, to);
                }
                Ok(())
            }
        }
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if self.terms.is_empty() {
            return Simplified::Violated;
        }
        if let Some(decided) = by_cases(self, domains) {
            return decided;
        }
        let Some(&anchor) = open_variables(&self.scope(), domains).first() else {
            return Simplified::Unchanged;
        };
        if let Some(value) = self.result.value(domains) {
            return Simplified::Into(self.of_value(value, domains));
        }
        if self.terms.contains(&self.result) {
            let others = self.terms.iter().filter(|&&term| term != self.result);
            // A fixed term is a bound of the result.
            let bound = |&term: &IntView| match term.value(domains) {
                Some(value) if self.is_maximum => ge(self.result, value).into_shared(),
                Some(value) => le(self.result, value).into_shared(),
                None => self.within(term, self.result),
            };
            return Simplified::Into(others.map(bound).collect());
        }
        let terms = self.needed(anchor, domains);
        match terms[..] {
            [] => Simplified::Violated,
            [only] if only.scale() == 0 => {
                Simplified::Into(vec![eq(self.result, i64::from(only.offset())).into_shared()])
            }
            [only] => Simplified::Into(vec![eq(only, self.result).into_shared()]),
            _ if terms == self.terms => Simplified::Unchanged,
            _ => Simplified::Into(vec![Arc::new(Extremum { terms, ..self.clone() })]),
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let terms = self.terms.iter().map(|&term| to(term)).collect();
        Arc::new(Extremum { terms, result: to(self.result), ..self.clone() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        match self.terms[..] {
            [only] => f.write_str(&name(only))?,
            _ => write_call(f, self.name(), &self.terms, name)?,
        }
        write!(f, " = {}", name(self.result))
    }

    fn statement(&self) -> Option<Statement> {
        let to_result = |comparator: Comparator| {
            let each = self.terms.iter().map(|&term| Linear::between(term, comparator, self.result, 0));
            each.map(|linear| linear.map(Statement::Linear)).collect::<Option<Vec<_>>>()
        };
        let mut all = to_result(if self.is_maximum { Comparator::Le } else { Comparator::Ge })?;
        all.push(Statement::Any(to_result(Comparator::Eq)?));
        Some(Statement::All(all))
    }
}
