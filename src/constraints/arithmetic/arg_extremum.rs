//! `arg_max(xs, i)`, `arg_min(xs, i)`: `i` is the first position of the greatest, or of the least, of `x₀, …, xₙ₋₁`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the term of that number, from 0, is greater than those before it, and no less than those after it; or, of the least, the other way round |
//! | Consistency | domain: see `first_greatest.rs` |
//! | Same variable | as if the views were of different variables, so that less may be found; domain where that is asked for and there are at most 4096 assignments |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::arithmetic::assignments::post_if_repeated;
use crate::constraints::arithmetic::cases::{by_cases, open_variables, with_numbers};
use crate::constraints::arithmetic::first_greatest::FirstGreatest;
use crate::constraints::arithmetic::greatest::Direction;
use crate::constraints::{
    Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement, write_call,
};
use crate::domain::Domain;
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraints [`arg_max`] and [`arg_min`]: the first position of the greatest or of the least term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgExtremum {
    /// The terms that are compared.
    pub terms: Vec<IntView>,
    /// The number of one of the terms, from 0.
    pub index: IntView,
    /// Whether the index is that of the greatest term, and not of the least.
    pub is_maximum: bool,
}

/// `index` is the number, from 0, of the first of the greatest `terms`.
///
/// ```
/// use residua::constraints::arg_max;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.int_vars("x", 2, 1..=3);
/// let first = model.named_var("first", 0..=1);
/// model.post(arg_max(&x, first))?;
/// let second_is_greater = model.solutions().filter(|solution| solution[first] == 1).count();
/// assert_eq!((model.solutions().count(), second_is_greater), (9, 3));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn arg_max<V: Term>(terms: impl IntoIterator<Item = V>, index: impl Into<IntView>) -> V::Of<ArgExtremum> {
    V::over(terms, |terms| ArgExtremum { terms, index: index.into(), is_maximum: true })
}

/// `index` is the number, from 0, of the first of the least `terms`.
///
/// ```
/// use residua::constraints::arg_min;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, [1, 7]));
/// let place = model.named_var("place", 1..=4);
/// // The first place counts, here from 1.
/// model.post(arg_min([x, y, x], place - 1))?;
/// let found: Vec<_> = model.solutions().map(|solution| (solution[x], solution[y], solution[place])).collect();
/// assert_eq!(found, [(1, 1, 1), (1, 7, 1), (7, 1, 2), (7, 7, 1)]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn arg_min<V: Term>(terms: impl IntoIterator<Item = V>, index: impl Into<IntView>) -> V::Of<ArgExtremum> {
    V::over(terms, |terms| ArgExtremum { terms, index: index.into(), is_maximum: false })
}

impl ArgExtremum {
    /// How term `other` stands to term `at`, if that is the first of the greatest.
    fn relation(&self, other: usize, at: usize) -> Comparator {
        match (self.is_maximum, other < at) {
            (true, true) => Comparator::Lt,
            (true, false) => Comparator::Le,
            (false, true) => Comparator::Gt,
            (false, false) => Comparator::Ge,
        }
    }

    fn others(&self, at: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.terms.len()).filter(move |&other| other != at)
    }

    /// The simplified constraint if the index is that number.
    fn with_index(&self, at: usize, domains: &dyn Domains<IntVar>) -> Simplified {
        let mut parts: Vec<Arc<dyn Constraint>> = Vec::new();
        for other in self.others(at) {
            let (comparator, left, right) = (self.relation(other, at), self.terms[other], self.terms[at]);
            let right = match right.value(domains) {
                Some(value) => Operand::Constant(value.into()),
                None => Operand::View(right),
            };
            let comparison = Comparison { left, comparator, right };
            match comparison.simplify(domains) {
                Simplified::Entailed => {}
                Simplified::Violated => return Simplified::Violated,
                Simplified::Unchanged => parts.push(comparison.into_shared()),
                Simplified::Into(simpler) => parts.extend(simpler),
            }
        }
        if parts.is_empty() { Simplified::Entailed } else { Simplified::Into(parts) }
    }
}

impl Constraint for ArgExtremum {
    fn name(&self) -> &'static str {
        if self.is_maximum { "arg_max" } else { "arg_min" }
    }

    fn scope(&self) -> Vec<IntView> {
        self.terms.iter().copied().chain([self.index]).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let at = usize::try_from(value(self.index)).ok().filter(|&at| at < self.terms.len());
        at.is_some_and(|at| {
            let chosen = value(self.terms[at]);
            self.terms.iter().map(|&term| value(term)).enumerate().all(|(other, value)| {
                let (less, greater) = if self.is_maximum { (value, chosen) } else { (chosen, value) };
                if other < at { less < greater } else { less <= greater }
            })
        })
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let (terms, index) = (to.views(&self.terms), to.view(self.index));
        let Some(last) = i32::try_from(terms.len()).ok().and_then(|count| count.checked_sub(1)) else {
            return to.refuse();
        };
        to.restrict(index, &Domain::from_ranges([0..=last]))?;
        let direction = if self.is_maximum { Direction::Up } else { Direction::Down };
        to.add(FirstGreatest::new(terms, index, direction));
        if to.consistency() == Consistency::Domain {
            post_if_repeated(self.clone(), to);
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if let Some(decided) = by_cases(self, domains) {
            return decided;
        }
        let scope = self.scope();
        if let Some(index) = self.index.value(domains) {
            let at = usize::try_from(index).ok().filter(|&at| at < self.terms.len());
            return at.map_or(Simplified::Violated, |at| self.with_index(at, domains));
        }
        let Some(&anchor) = open_variables(&scope, domains).first() else { return Simplified::Unchanged };
        let terms = with_numbers(&self.terms, anchor, domains);
        if terms == self.terms {
            return Simplified::Unchanged;
        }
        Simplified::Into(vec![Arc::new(ArgExtremum { terms, ..self.clone() })])
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let terms = self.terms.iter().map(|&term| to(term)).collect();
        Arc::new(ArgExtremum { terms, index: to(self.index), ..self.clone() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, self.name(), &self.terms, name)?;
        write!(f, " = {}", name(self.index))
    }

    fn statement(&self) -> Option<Statement> {
        let case = |at: usize| {
            let against = |other: usize| {
                let linear = Linear::between(self.terms[other], self.relation(other, at), self.terms[at], 0);
                linear.map(Statement::Linear)
            };
            let is_at = Statement::Member(self.index, Domain::from(i32::try_from(at).ok()?));
            let parts = [Some(is_at)].into_iter().chain(self.others(at).map(against));
            parts.collect::<Option<Vec<_>>>().map(Statement::All)
        };
        (0..self.terms.len()).map(case).collect::<Option<_>>().map(Statement::Any)
    }
}
