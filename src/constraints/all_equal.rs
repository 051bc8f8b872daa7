//! `all_equal(x₁, …, xₙ)`
//!
//! | Promise | |
//! |---|---|
//! | Meaning | all views have the same value |
//! | Consistency | domain, where no variable occurs twice: the equalities of the first view to each other one share that view only |
//! | Cost, explains | as equalities do |
//! | Same variable | two views of one variable are equal at one value at most, which is a fact; otherwise each equality is filtered by itself |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::{
    Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement, any_of, ne, write_call,
};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`all_equal`](all_equal()): views that all have the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllEqual {
    /// The scope.
    pub views: Vec<IntView>,
}

/// All `views` have the same value; true for less than two.
///
/// ```
/// use residua::constraints::all_equal;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [a, b, c] = [("a", 0..=5), ("b", 3..=9), ("c", 2..=8)].map(|(name, values)| model.named_var(name, values));
/// model.post(all_equal([a.view(), b.view(), c + 1]))?;
/// let left = model.residual(Consistency::Domain).expect("there are solutions").model;
/// assert_eq!(left.domain(c).to_string(), "2..4");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn all_equal<V: Term>(views: impl IntoIterator<Item = V>) -> V::Of<AllEqual> {
    V::over(views, |views| AllEqual { views })
}

fn equal(left: IntView, right: impl Into<Operand>) -> Comparison {
    Comparison { left, comparator: Comparator::Eq, right: right.into() }
}

impl AllEqual {
    /// The first view with each other one.
    fn pairs(&self) -> impl Iterator<Item = (IntView, IntView)> + '_ {
        self.views.iter().skip(1).map(|&other| (self.views[0], other))
    }
}

impl Constraint for AllEqual {
    fn name(&self) -> &'static str {
        "all_equal"
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.views.windows(2).all(|pair| value(pair[0]) == value(pair[1]))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        self.pairs().try_for_each(|(x, y)| equal(x, y).post(to))
    }

    /// Equalities, which are recognised as aliases.
    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let known = self.views.iter().find_map(|x| x.value(domains));
        let mut left: Vec<Arc<dyn Constraint>> = Vec::new();
        let equals: Vec<Comparison> = match known {
            Some(value) => self.views.iter().map(|&x| equal(x, value)).collect(),
            None => self.pairs().map(|(x, y)| equal(x, y)).collect(),
        };
        for part in equals {
            match part.simplify(domains) {
                Simplified::Entailed => {}
                Simplified::Violated => return Simplified::Violated,
                Simplified::Unchanged => left.push(part.into_shared()),
                Simplified::Into(parts) => left.extend(parts),
            }
        }
        if left.is_empty() { Simplified::Entailed } else { Simplified::Into(left) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(AllEqual { views: self.views.iter().map(|&x| to(x)).collect() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, "all_equal", &self.views, name)
    }

    fn statement(&self) -> Option<Statement> {
        let equal = |(x, y)| Linear::between(x, Comparator::Eq, y, 0).map(Statement::Linear);
        self.pairs().map(equal).collect::<Option<_>>().map(Statement::All)
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(any_of(self.pairs().map(|(x, y)| ne(x, y))).into_shared())
    }
}
