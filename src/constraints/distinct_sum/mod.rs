//! `exact_sum(xs, s).distinct()`: a sum of views that all differ, the cage of a killer Sudoku.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | no two views have the same value, and the sum of the values is in the relation to the total |
//! | Consistency | domain, whatever is asked for, where no variable occurs twice and the views start with at most 16 values between them; otherwise that of an `all_different` and of a sum, and domain once the open views have at most 16 values within a range of 4096 |
//! | Explains | where there were at most 16 values, by values lost, none of which can be left out; see `completions.rs` |
//! | Same variable | each view of it is filtered as if it were of another one: no solution is lost, and full assignments are decided |
//! | Source | Beldiceanu, Carlsson, Petit & Régin, *An O(n log n) Bound Consistency Algorithm for the Conjunction of an alldifferent and an Inequality Between a Sum of Variables and a Constant*, ECAI 2012, for the constraint; the filtering of few values is our own |

mod completions;
mod families;

use std::fmt;
use std::sync::Arc;

use crate::constraints::distinct_sum::completions::Completions;
use crate::constraints::{AllDifferent, Constraint, LinearSum, Simplified, Statement};
use crate::constraints::{ne, write_call};
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`LinearSum::distinct`]: a sum of views that all differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctSum {
    /// The sum.
    pub sum: LinearSum,
}

impl LinearSum {
    /// The sum of terms that are pairwise different: a cage of a killer Sudoku.
    ///
    /// Where all views together have at most 16 values, each value left is in a solution: an `all_different` and a sum, posted apart,
    /// leave more. What differs are the views as they are added: of `x * 2`, twice the value of `x`.
    ///
    /// ```
    /// use residua::constraints::exact_sum;
    /// use residua::engine::Consistency;
    /// use residua::model::Model;
    ///
    /// // 1 + 2 + 3 is the only way to make 6; of four different digits that make 12, none is 8 or 9.
    /// let mut model = Model::new();
    /// let [a, b] = ["a", "b"].map(|name| model.int_vars(name, 4, 1..=9));
    /// model.post(exact_sum(&a[..3], 6).distinct())?;
    /// model.post(exact_sum(&b, 12).distinct())?;
    /// let left = model.residual(Consistency::Domain).expect("there are solutions").model;
    /// assert_eq!((left.domain(a[0]).to_string(), left.domain(b[0]).to_string()), ("1..3".into(), "1..6".into()));
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn distinct(self) -> DistinctSum {
        DistinctSum { sum: self }
    }
}

impl DistinctSum {
    fn all_different(&self) -> AllDifferent {
        AllDifferent { views: self.sum.terms.clone(), consistency: None }
    }

    /// Its parts, where a search does better with these: of terms of both signs, such as a sum that is equal to another one, the sets
    /// of many values cost more than they exclude. Zipper lines take a tenth of the time so, arrows the same.
    pub(crate) fn apart(&self, domains: &dyn Domains<IntVar>) -> Option<(AllDifferent, &LinearSum)> {
        let has = |sign: i32| self.sum.terms.iter().any(|term| term.scale().signum() == sign);
        let is_apart = has(1) && has(-1) && completions::has_many_values(&self.sum.terms, domains);
        is_apart.then(|| {
            let views = self.sum.terms.clone();
            (AllDifferent { views, consistency: Some(Consistency::Value) }, &self.sum)
        })
    }
}

/// What is left of a constraint of which a part is left.
fn what_is_left(part: Arc<dyn Constraint>, domains: &dyn Domains<IntVar>) -> Simplified {
    match part.simplify(domains) {
        Simplified::Unchanged => Simplified::Into(vec![part]),
        other => other,
    }
}

impl Constraint for DistinctSum {
    fn name(&self) -> &'static str {
        "distinct_sum"
    }

    fn scope(&self) -> Vec<IntView> {
        self.sum.terms.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let values: Vec<i64> = self.sum.terms.iter().map(|&x| value(x)).collect();
        let is_new = |(i, v): (usize, &i64)| !values[..i].contains(v);
        values.iter().enumerate().all(is_new)
            && self.sum.comparator.holds(values.iter().sum(), self.sum.total)
    }

    fn validate(&self) -> Result<(), String> {
        self.sum.validate()
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let views = to.views(&self.sum.terms);
        if views.len() > 1 {
            self.all_different().state_of_repeats(&views, to)?;
        }
        let completions = Completions::new(views, self.sum.comparator, self.sum.total, to.store());
        if !completions.is_listed() {
            self.all_different().post(to)?;
            self.sum.post(to)?;
        }
        to.add(completions);
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        // Where one part says nothing any more, the other one is left.
        match self.sum.simplify(domains) {
            Simplified::Entailed => return what_is_left(Arc::new(self.all_different()), domains),
            Simplified::Violated => return Simplified::Violated,
            _ => {}
        }
        match self.all_different().simplify(domains) {
            Simplified::Entailed => return what_is_left(Arc::new(self.sum.clone()), domains),
            Simplified::Violated => return Simplified::Violated,
            _ => {}
        }
        let (mut open, mut taken, mut total) = (Vec::new(), Vec::new(), self.sum.total);
        for &x in &self.sum.terms {
            match x.value(domains) {
                Some(value) => {
                    total -= i64::from(value);
                    taken.push(value);
                }
                None => open.push(x),
            }
        }
        let alike = |x: &IntView| x.scale() == 1 && x.offset() == open[0].offset();
        if open.iter().all(alike) {
            total -= open.iter().map(|x| i64::from(x.offset())).sum::<i64>();
            for x in &mut open {
                *x = x.var.view();
            }
        }
        let mut left: Vec<Arc<dyn Constraint>> = Vec::new();
        for &value in &taken {
            let has = self.sum.terms.iter().filter(|x| x.value(domains).is_none());
            let has = has.filter(|x| x.contains(domains, value));
            left.extend(has.map(|&x| ne(x, value).into_shared()));
        }
        let rest = LinearSum { terms: open, total, ..self.sum };
        left.push(match rest.terms.len() {
            1 => rest.into_shared(),
            _ => DistinctSum { sum: rest }.into_shared(),
        });
        if left.len() == 1 && *left[0] == *(self as &dyn Constraint) {
            return Simplified::Unchanged;
        }
        Simplified::Into(left)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let terms = self.sum.terms.iter().map(|&x| to(x)).collect();
        Arc::new(DistinctSum { sum: LinearSum { terms, ..self.sum } })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, "distinct_sum", &self.sum.terms, name)?;
        write!(f, " {} {}", self.sum.comparator, self.sum.total)
    }

    fn statement(&self) -> Option<Statement> {
        Some(Statement::All(vec![self.all_different().statement()?, self.sum.statement()?]))
    }
}
