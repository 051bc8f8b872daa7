//! `knapsack(weights, profits, xs, weight, profit)`: how often each item is packed, total weight and total profit.
//!
//! Where few pairs of a weight and a profit are in reach, item by item, they are the states of an automaton, which filters all at once;
//! otherwise each of the two sums is filtered by itself.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | `Σ weightsᵢ·xᵢ = weight` and `Σ profitsᵢ·xᵢ = profit`; numbers of any sign |
//! | Consistency | domain, where at most 4096 arcs lead from pair to pair; else that of both sums by themselves |
//! | Cost | O(arcs) a run, or that of the sums |
//! | Same variable | its factors are added up |
//! | Statement | the two sums |
//! | Source | Trick, *A Dynamic Programming Approach for Consistency and Propagation for Knapsack Constraints*, Annals of OR 118, 2003 |

use crate::constraints::Term;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::constraints::{
    Automaton, Comparator, Constraint, LinearSum, Number, Regular, Simplified, Statement, exact_sum, regular,
};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`knapsack`]: two sums over the same items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knapsack {
    /// Two sums with total 0: the weights of packed items less the total weight, and the profits less the total profit.
    pub sums: [LinearSum; 2],
    /// What is wrong with the arguments.
    complaint: Option<&'static str>,
}

/// Item i is packed `xs[i]` times: the weights of all that is packed add up to `weight`, and the profits to `profit`.
///
/// ```
/// use residua::constraints::{ge, knapsack, le};
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 3, 0..=1);
/// let [weight, profit] = ["weight", "profit"].map(|name| model.named_var(name, 0..=20));
/// model.post(knapsack([3, 4, 5], [4, 5, 7], &xs, weight, profit))?;
/// model.post(le(weight, 8))?;
/// model.post(ge(profit, 10))?;
/// // No two others are worth that much and no heavier; either sum by itself would not say so.
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// let left: Vec<String> = residual.model.domains().iter().map(ToString::to_string).collect();
/// assert_eq!(left, ["1", "0", "1", "8", "11"]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// Lengths that differ are refused when it is posted, and so are products that leave 32 bits.
pub fn knapsack<V: Term>(
    weights: impl IntoIterator<Item = impl Number>,
    profits: impl IntoIterator<Item = impl Number>,
    xs: impl IntoIterator<Item = V>,
    weight: impl Into<IntView>,
    profit: impl Into<IntView>,
) -> V::Of<Knapsack> {
    let weights = (weights.into_iter().map(Number::to_i64).collect(), weight.into());
    let profits = (profits.into_iter().map(Number::to_i64).collect(), profit.into());
    V::over(xs, |xs| Knapsack::of(&xs, [weights, profits]))
}

/// More arcs than this are not walked at each run.
const MOST: usize = 4096;

/// The most arcs of a single sum for which domain consistency was asked for.
const MOST_ON_REQUEST: usize = 1 << 14;

/// A variable, and its factors in the two sums.
type WeightedVar = (IntVar, [i64; 2]);

/// A sum that is equal to its total, as words of an automaton whose states are what the terms so far come to; `None` if it has too many
/// arcs.
pub(in crate::constraints) fn by_partial_sums(sum: &LinearSum, to: &Poster<'_>) -> Option<Regular> {
    let (terms, totals) = terms_of(&[sum]);
    let automaton = automaton(&terms, totals, MOST_ON_REQUEST, to)?;
    Some(regular(terms.iter().map(|&(var, _)| var), automaton))
}

/// The variables, in the order in which they first occur in the first sum, and the second one; and what their terms add up to.
fn terms_of(sums: &[&LinearSum]) -> (Vec<WeightedVar>, [i64; 2]) {
    let mut terms: Vec<WeightedVar> = Vec::new();
    let mut places: BTreeMap<IntVar, usize> = BTreeMap::new();
    let mut totals = [0; 2];
    for (at, sum) in sums.iter().enumerate() {
        totals[at] += sum.total;
        for view in &sum.terms {
            totals[at] -= i64::from(view.offset());
            if view.scale() == 0 {
                continue;
            }
            let place = *places.entry(view.var).or_insert_with(|| {
                terms.push((view.var, [0; 2]));
                terms.len() - 1
            });
            terms[place].1[at] += i64::from(view.scale());
        }
    }
    terms.retain(|&(_, factors)| factors != [0; 2]);
    (terms, totals)
}

/// The automaton of the variables in this order, whose states are what the sums come to; `None` if it has too many arcs.
///
/// Of the values that a variable started with, for what was lost since is lost by other constraints.
fn automaton(terms: &[WeightedVar], totals: [i64; 2], most: usize, to: &Poster<'_>) -> Option<Automaton> {
    let start = to.store().past(0);
    // By layer: the sums in reach, ascending; the number of the first of them.
    let mut sums = vec![[0_i64; 2]];
    let mut first = 0;
    let mut arcs = Vec::new();
    for (layer, &(var, factors)) in terms.iter().enumerate() {
        let view = to.view(var.view());
        let is_last =
            [0, 1].map(|at| factors[at] != 0 && terms[layer + 1..].iter().all(|term| term.1[at] == 0));
        let last = is_last.iter().position(|&is| is);
        if last.is_none() && view.size(&start).saturating_mul(sums.len() as u64) > most as u64 {
            return None;
        }
        let mut next: Vec<([i64; 2], u32, i32)> = Vec::new();
        for (&sum, from) in sums.iter().zip(first..) {
            let mut add = |value: i32| {
                let then = [0, 1].map(|at| sum[at] + factors[at] * i64::from(value));
                if (0..2).all(|at| !is_last[at] || then[at] == totals[at]) {
                    next.push((then, from, value));
                }
            };
            let Some(at) = last else {
                view.domain(&start).iter().for_each(add);
                continue;
            };
            // One value only makes up the rest.
            let rest = totals[at] - sum[at];
            let value = i32::try_from(rest / factors[at]).ok().filter(|_| rest % factors[at] == 0);
            if let Some(value) = value.filter(|&value| view.contains(&start, value)) {
                add(value);
            }
        }
        next.sort_unstable();
        let then = first + sums.len() as u32;
        sums.clear();
        for (sum, from, value) in next {
            if sums.last() != Some(&sum) {
                sums.push(sum);
            }
            arcs.push((from, value, then + sums.len() as u32 - 1));
        }
        if arcs.len() > most {
            return None;
        }
        first = then;
    }
    let states = first as usize + sums.len();
    let mut is_accepting = vec![false; states];
    for (sum, is) in sums.iter().zip(&mut is_accepting[first as usize..]) {
        *is = *sum == totals;
    }
    Some(Automaton::layered(states, vec![0], arcs, is_accepting))
}

impl Knapsack {
    fn of(xs: &[IntView], sums: [(Vec<i64>, IntView); 2]) -> Knapsack {
        let is_short = sums.iter().any(|(factors, _)| factors.len() != xs.len());
        let sums = sums.map(|(factors, total)| {
            let mut terms = Vec::with_capacity(xs.len() + 1);
            for (&x, &factor) in xs.iter().zip(&factors) {
                terms.push(i32::try_from(factor).map_or_else(|_| x.overflown(), |factor| x * factor));
            }
            terms.push(-total);
            exact_sum(terms, 0)
        });
        Knapsack { sums, complaint: is_short.then_some("there are not as many weights and profits as items") }
    }

    /// The constraint of two sums that are equal to their totals: weight and profit.
    pub fn from_sums(sums: [LinearSum; 2]) -> Knapsack {
        Knapsack { sums, complaint: None }
    }

    /// The simplified sums: a knapsack, if two are left.
    fn put_together(&self, parts: Vec<Arc<dyn Constraint>>) -> Vec<Arc<dyn Constraint>> {
        let sum = |part: &Arc<dyn Constraint>| {
            let sum = part.as_any().downcast_ref::<LinearSum>();
            sum.filter(|sum| sum.comparator == Comparator::Eq).cloned()
        };
        if let [first, second] = &parts[..]
            && let (Some(first), Some(second)) = (sum(first), sum(second))
        {
            return vec![Arc::new(Knapsack { sums: [first, second], complaint: self.complaint })];
        }
        parts
    }
}

impl Constraint for Knapsack {
    fn name(&self) -> &'static str {
        "knapsack"
    }

    fn scope(&self) -> Vec<IntView> {
        self.sums.iter().flat_map(|sum| sum.terms.iter().copied()).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.sums.iter().all(|sum| sum.check(value))
    }

    fn validate(&self) -> Result<(), String> {
        if let Some(complaint) = self.complaint {
            return Err(complaint.to_owned());
        }
        self.sums.iter().try_for_each(Constraint::validate)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let (terms, totals) = terms_of(&[&self.sums[0], &self.sums[1]]);
        if let Some(automaton) = automaton(&terms, totals, MOST, to) {
            return regular(terms.iter().map(|&(var, _)| var), automaton).post(to);
        }
        self.sums.iter().try_for_each(|sum| sum.post(to))
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let mut parts: Vec<Arc<dyn Constraint>> = Vec::new();
        let mut is_changed = false;
        for sum in &self.sums {
            match sum.simplify(domains) {
                Simplified::Violated => return Simplified::Violated,
                Simplified::Entailed => is_changed = true,
                Simplified::Unchanged => parts.push(Arc::new(sum.clone())),
                Simplified::Into(left) => {
                    is_changed = true;
                    parts.extend(left);
                }
            }
        }
        match (is_changed, parts.is_empty()) {
            (false, _) => Simplified::Unchanged,
            (true, true) => Simplified::Entailed,
            (true, false) => Simplified::Into(self.put_together(parts)),
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let sum = |sum: &LinearSum| LinearSum { terms: sum.terms.iter().map(|&x| to(x)).collect(), ..*sum };
        Arc::new(Knapsack { sums: [sum(&self.sums[0]), sum(&self.sums[1])], complaint: self.complaint })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str("knapsack(")?;
        self.sums[0].write(f, name)?;
        f.write_str(", ")?;
        self.sums[1].write(f, name)?;
        f.write_str(")")
    }

    fn statement(&self) -> Option<Statement> {
        Some(Statement::All(self.sums.iter().map(Constraint::statement).collect::<Option<_>>()?))
    }
}
