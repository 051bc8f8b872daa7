//! `same_values(xs, ys)`: two lists of views have the same values, each as often.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | each value is that of as many views of the one list as of the other |
//! | Consistency | domain, where no variable occurs twice, each domain has at most 4096 values, and each list at most 1024 views; bounds for larger ones |
//! | Cost, explains | see `pairing.rs`; for longer lists as `sort` does: both have the same sorted list |
//! | Same variable | each occurrence is a view of its own: no solution is lost, and full assignments are decided; a view that is in both lists is left out |
//! | Source | Beldiceanu, Katriel & Thiel, *Filtering Algorithms for the Same Constraint*, CPAIOR 2004 |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::counting::pairing::Pairing;
use crate::constraints::counting::quota::{becomes, holds_always};
use crate::constraints::{
    Comparator, Comparison, Constraint, Linear, Operand, Simplified, Statement, global_cardinality, sort,
};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`same_values`]: two lists of views with the same values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameValues {
    /// The first list.
    pub xs: Vec<IntView>,
    /// The second list, of the same length.
    pub ys: Vec<IntView>,
}

/// The values of `xs` are those of `ys`, each as often, in whatever order.
///
/// ```
/// use residua::constraints::same_values;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 2, 0..=2);
/// let (a, b) = (model.named_var("a", [1, 5]), model.named_var("b", [2, 4]));
/// model.post(same_values(&xs, [a, b]))?;
/// let left = model.residual(Consistency::Domain).expect("there are solutions").model;
/// assert_eq!((left.domain(a).to_string(), left.domain(xs[0]).to_string()), ("1".into(), "1 2".into()));
/// assert_eq!(model.solutions().count(), 2);
/// assert!(model.post(same_values(&xs, [a])).is_err());
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn same_values<X: Term, Y: Term>(
    xs: impl IntoIterator<Item = X>,
    ys: impl IntoIterator<Item = Y>,
) -> X::Of<Y::Of<SameValues>> {
    X::over(xs, |xs| Y::over(ys, |ys| SameValues { xs, ys }))
}

/// The values, and how often each of them is there.
fn counted(mut values: Vec<i32>) -> (Vec<i32>, Vec<i64>) {
    values.sort_unstable();
    let runs = values.chunk_by(|a, b| a == b);
    let counts = runs.map(|run| run.len() as i64).collect();
    values.dedup();
    (values, counts)
}

/// Longer lists are not paired: who can be whose partner takes too much memory, and time.
const MOST_PAIRED: usize = 1024;

impl SameValues {
    /// The values in order are those of both lists.
    fn post_in_order(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let ends = |views: &[IntView], to: &Poster<'_>| {
            let views = to.views(views);
            let low = views.iter().map(|x| x.min(to.store())).min()?;
            let high = views.iter().map(|x| x.max(to.store())).max()?;
            Some((low, high))
        };
        let (Some(a), Some(b)) = (ends(&self.xs, to), ends(&self.ys, to)) else { return Ok(()) };
        let (low, high) = (a.0.min(b.0), a.1.max(b.1));
        let values = Domain::from(low..=high);
        let places: Vec<IntVar> = self.xs.iter().map(|_| to.new_auxiliary(&values)).collect();
        if let Some(guard) = to.guard() {
            // They have a value whether the constraint is to hold or not.
            for place in &places {
                let place = to.view(place.view());
                to.unguarded().under(!guard).restrict(place, &Domain::from(low))?;
            }
        }
        sort(&self.xs, &places).post(to)?;
        sort(&self.ys, &places).post(to)
    }
}

impl Constraint for SameValues {
    fn name(&self) -> &'static str {
        "same_values"
    }

    fn scope(&self) -> Vec<IntView> {
        [&self.xs[..], &self.ys[..]].concat()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let values = |views: &[IntView]| {
            let mut values: Vec<i64> = views.iter().map(|&x| value(x)).collect();
            values.sort_unstable();
            values
        };
        values(&self.xs) == values(&self.ys)
    }

    fn validate(&self) -> Result<(), String> {
        if self.xs.len() == self.ys.len() {
            Ok(())
        } else {
            Err(format!(
                "lists of {} and of {} views never have the same values",
                self.xs.len(),
                self.ys.len()
            ))
        }
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if self.xs.len() > MOST_PAIRED {
            return self.post_in_order(to);
        }
        to.add(Pairing::new(to.views(&self.xs), to.views(&self.ys)));
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        // What both lists have is left out: views, and values of fixed ones.
        let open = |views: &[IntView]| -> Vec<IntView> {
            views.iter().copied().filter(|x| x.value(domains).is_none()).collect()
        };
        let fixed =
            |views: &[IntView]| -> Vec<i32> { views.iter().filter_map(|x| x.value(domains)).collect() };
        let (mut xs, mut ys, mut known, mut others) =
            (open(&self.xs), open(&self.ys), fixed(&self.xs), fixed(&self.ys));
        xs.retain(|x| ys.iter().position(|y| y == x).map(|at| ys.remove(at)).is_none());
        known.retain(|v| others.iter().position(|w| w == v).map(|at| others.remove(at)).is_none());
        if xs.is_empty() && ys.is_empty() {
            return if known.is_empty() { Simplified::Entailed } else { Simplified::Violated };
        }
        let (views, values) = match (&xs[..], &ys[..]) {
            ([], views) if others.is_empty() => (views, known),
            (views, []) if known.is_empty() => (views, others),
            // More views are fixed than there are in the other list to have their values.
            ([], _) | (_, []) => return Simplified::Violated,
            _ => {
                let variable = xs[0].var;
                known.sort_unstable();
                others.sort_unstable();
                xs.extend(known.iter().map(|&value| variable * 0 + value));
                ys.extend(others.iter().map(|&value| variable * 0 + value));
                if let (&[left], &[right]) = (&xs[..], &ys[..]) {
                    let right = Operand::View(right);
                    return Simplified::Into(vec![Arc::new(Comparison {
                        left,
                        comparator: Comparator::Eq,
                        right,
                    })]);
                }
                return becomes(self, SameValues { xs, ys });
            }
        };
        let (values, counts) = counted(values);
        Simplified::Into(vec![global_cardinality(views, values, counts).closed().into_shared()])
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let map = |views: &[IntView]| views.iter().map(|&x| to(x)).collect();
        Arc::new(SameValues { xs: map(&self.xs), ys: map(&self.ys) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let list = |views: &[IntView]| views.iter().map(|&x| name(x)).collect::<Vec<String>>().join(", ");
        write!(f, "same_values([{}], [{}])", list(&self.xs), list(&self.ys))
    }

    /// No view has a value that more views of its list have than of the other one: as there are as many, that is enough.
    fn statement(&self) -> Option<Statement> {
        let mut all = Vec::new();
        for &x in &self.xs {
            let equal = |&y: &IntView| Linear::between(x, Comparator::Eq, y, 0).map(Statement::Linear);
            let own: Vec<Statement> = self.xs.iter().map(equal).collect::<Option<_>>()?;
            let theirs: Vec<Statement> = self.ys.iter().map(equal).collect::<Option<_>>()?;
            for count in 1..=self.xs.len() as i64 {
                let number = |of: &Vec<Statement>, comparator| Statement::Count {
                    of: of.clone(),
                    comparator,
                    to: Operand::Constant(count),
                };
                all.push(Statement::Any(vec![number(&own, Comparator::Lt), number(&theirs, Comparator::Ge)]));
            }
        }
        Some(Statement::All(all))
    }
}
