//! `sort(xs, ys)`: the values of `xs`, in ascending order, are those of `ys`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | `ys[0] ≤ ys[1] ≤ …`, and each value is that of as many views of `xs` as of `ys` |
//! | Consistency | bounds; where a variable occurs twice, once it has few values |
//! | Cost, explains | see `places.rs` |
//! | Same variable | each occurrence is a view of its own: no solution is lost, and full assignments are decided |
//! | Source | Mehlhorn & Thiel, *Faster Algorithms for Bound-Consistency of the Sortedness and the Alldifferent Constraint*, CP 2000 |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::holds_always;
use crate::constraints::ordering::places::Places;
use crate::constraints::{
    Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement, global_cardinality,
};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`sort`](sort()): a list of views, and their values sorted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The list, in any order.
    pub xs: Vec<IntView>,
    /// The values of the list in ascending order, equally many.
    pub ys: Vec<IntView>,
}

/// `ys` are the values of `xs`, in ascending order, each as often.
///
/// ```
/// use residua::constraints::sort;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = [model.named_var("a", 1..=9), model.named_var("b", 5..=6), model.named_var("c", 5..=6)];
/// let ys = model.int_vars("y", 3, 0..=9);
/// model.post(sort(xs, &ys))?;
/// model.post(ys[2].ge(7))?;
/// // Of `b` and `c` neither is the greatest, so `a` is, and the other two are from 5 on.
/// let left = model.residual(Consistency::Bounds).expect("there are solutions").model;
/// assert_eq!((left.domain(xs[0]).to_string(), left.domain(ys[0]).to_string()), ("7..9".into(), "5 6".into()));
/// assert_eq!(model.solutions().count(), 12);
/// assert!(model.post(sort(xs, [ys[0]])).is_err());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn sort<X: Term, Y: Term>(
    xs: impl IntoIterator<Item = X>,
    ys: impl IntoIterator<Item = Y>,
) -> X::Of<Y::Of<Sort>> {
    X::over(xs, |xs| Y::over(ys, |ys| Sort { xs, ys }))
}

fn equal(left: IntView, right: Operand) -> Arc<dyn Constraint> {
    Comparison { left, comparator: Comparator::Eq, right }.into_shared()
}

impl Sort {
    /// Whether no assignment within the bounds can satisfy it, as each place shows by itself.
    fn is_out_of_reach(&self, domains: &dyn Domains<IntVar>) -> bool {
        let ends = |views: &[IntView]| -> [Vec<i32>; 2] {
            [views.iter().map(|x| x.min(domains)).collect(), views.iter().map(|x| x.max(domains)).collect()]
        };
        let ([mut lows, mut highs], [mut least, mut most]) = (ends(&self.xs), ends(&self.ys));
        lows.sort_unstable();
        highs.sort_unstable();
        for at in 1..least.len() {
            least[at] = least[at].max(least[at - 1]);
        }
        for at in (1..most.len()).rev() {
            most[at - 1] = most[at - 1].min(most[at]);
        }
        (0..least.len()).any(|at| least[at].max(lows[at]) > most[at].min(highs[at]))
    }

    /// Simplifies it where all views of the list are fixed, to these values: the places have them.
    fn with_known_values(&self, mut known: Vec<i32>, domains: &dyn Domains<IntVar>) -> Simplified {
        known.sort_unstable();
        let mut left = Vec::new();
        for (&y, &value) in self.ys.iter().zip(&known) {
            match y.value(domains) {
                Some(is) if is == value => {}
                Some(_) => return Simplified::Violated,
                None => left.push(equal(y, Operand::Constant(value.into()))),
            }
        }
        if left.is_empty() { Simplified::Entailed } else { Simplified::Into(left) }
    }

    /// Simplifies it where all places are fixed, to these values: the views have each as often.
    fn with_known_places(&self, mut known: Vec<i32>, domains: &dyn Domains<IntVar>) -> Simplified {
        if !known.is_sorted() {
            return Simplified::Violated;
        }
        let mut open = Vec::new();
        for &x in &self.xs {
            match x.value(domains) {
                None => open.push(x),
                Some(value) => match known.iter().position(|&is| is == value) {
                    Some(at) => {
                        known.remove(at);
                    }
                    None => return Simplified::Violated,
                },
            }
        }
        let counts: Vec<i64> =
            known.chunk_by(|value, next| value == next).map(|equal| equal.len() as i64).collect();
        known.dedup();
        Simplified::Into(vec![global_cardinality(open, known, counts).closed().into_shared()])
    }

    /// Leaves out a place with its value and a view that has it, where the places beside it keep the order without it; whether there
    /// was one.
    fn leave_out_known(&mut self, domains: &dyn Domains<IntVar>) -> bool {
        for at in 0..self.ys.len() {
            let Some(value) = self.ys[at].value(domains) else { continue };
            let is_between = self.ys[..at].last().is_none_or(|y| y.max(domains) <= value)
                && self.ys.get(at + 1).is_none_or(|y| y.min(domains) >= value);
            let has_it = |x: &IntView| x.value(domains) == Some(value);
            if let (true, Some(from)) = (is_between, self.xs.iter().position(has_it)) {
                self.ys.remove(at);
                self.xs.remove(from);
                return true;
            }
        }
        false
    }
}

impl Constraint for Sort {
    fn name(&self) -> &'static str {
        "sort"
    }

    fn scope(&self) -> Vec<IntView> {
        [&self.xs[..], &self.ys[..]].concat()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let mut sorted: Vec<i64> = self.xs.iter().map(|&x| value(x)).collect();
        sorted.sort_unstable();
        sorted == self.ys.iter().map(|&y| value(y)).collect::<Vec<i64>>()
    }

    fn validate(&self) -> Result<(), String> {
        if self.xs.len() == self.ys.len() {
            Ok(())
        } else {
            Err(format!("{} views have no {} values in order", self.xs.len(), self.ys.len()))
        }
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if !self.xs.is_empty() {
            to.add(Places::new(to.views(&self.xs), to.views(&self.ys)));
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        if self.is_out_of_reach(domains) {
            return Simplified::Violated;
        }
        let values = |views: &[IntView]| views.iter().map(|x| x.value(domains)).collect::<Option<Vec<i32>>>();
        if let Some(known) = values(&self.xs) {
            return self.with_known_values(known, domains);
        }
        if let Some(known) = values(&self.ys) {
            return self.with_known_places(known, domains);
        }
        let mut left = self.clone();
        while left.leave_out_known(domains) {}
        if let (&[x], &[y]) = (&left.xs[..], &left.ys[..]) {
            return Simplified::Into(vec![equal(x, Operand::View(y))]);
        }
        // Fixed views are numbers, which need a variable behind them that is not.
        let is_open = |x: &&IntView| x.value(domains).is_none();
        if let Some(open) = left.xs.iter().find(is_open).map(|x| x.var) {
            for x in left.xs.iter_mut().chain(&mut left.ys) {
                if let Some(value) = x.value(domains) {
                    *x = open * 0 + value;
                }
            }
        }
        if left == *self { Simplified::Unchanged } else { Simplified::Into(vec![Arc::new(left)]) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let map = |views: &[IntView]| views.iter().map(|&x| to(x)).collect();
        Arc::new(Sort { xs: map(&self.xs), ys: map(&self.ys) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let list = |views: &[IntView]| views.iter().map(|&x| name(x)).collect::<Vec<String>>().join(", ");
        write!(f, "sort([{}], [{}])", list(&self.xs), list(&self.ys))
    }

    /// Fewer views are less than that of a place, or as many, as there are places before it; and more than these are no greater.
    fn statement(&self) -> Option<Statement> {
        let mut all = Vec::new();
        for (&y, before) in self.ys.iter().zip(0..) {
            let number = |which: Comparator, comparator| {
                let each = self.xs.iter().map(|&x| Linear::between(x, which, y, 0).map(Statement::Linear));
                let of = each.collect::<Option<Vec<_>>>()?;
                Some(Statement::Count { of, comparator, to: Operand::Constant(before) })
            };
            all.push(number(Comparator::Lt, Comparator::Le)?);
            all.push(number(Comparator::Le, Comparator::Gt)?);
        }
        Some(Statement::All(all))
    }
}
