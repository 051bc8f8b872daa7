//! Knapsacks: how many ways there are to pack, and what the best is worth, with a constraint of the program's own,
//! `Σ views ≤ limit`.
//!
//! The expected counts and the greatest worth come from going through all packings in the test.

use std::fmt;
use std::sync::Arc;

use residua::constraints::{Comparator, Constraint, Linear, Simplified, Statement};
use residua::engine::{Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::model::{IntVar, IntView, Model, ModelError};
use residua::search::{Limits, Status as Ended};
use residua::store::{Atom, Domains, Failure, Past, Store, VarId, View};
use residua::testing::{Mistake, check_constraint};

/// `Σ terms ≤ limit`; factors come as views.
#[derive(Clone, Debug, PartialEq)]
struct AtMost<V = IntVar> {
    terms: Vec<View<V>>,
    limit: i64,
}

impl<V: Copy> AtMost<V> {
    fn least(&self, domains: &(impl Domains<V> + ?Sized)) -> i64 {
        self.terms.iter().map(|term| i64::from(term.min(domains))).sum()
    }

    fn greatest(&self, domains: &(impl Domains<V> + ?Sized)) -> i64 {
        self.terms.iter().map(|term| i64::from(term.max(domains))).sum()
    }
}

impl Constraint for AtMost {
    fn name(&self) -> &'static str {
        "sum_at_most"
    }

    fn scope(&self) -> Vec<IntView> {
        self.terms.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.terms.iter().map(|&term| value(term)).sum::<i64>() <= self.limit
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if self.terms.is_empty() {
            return if self.limit < 0 { to.refuse() } else { Ok(()) };
        }
        to.add(AtMost { terms: to.views(&self.terms), limit: self.limit });
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if self.greatest(domains) <= self.limit {
            return Simplified::Entailed;
        }
        if self.least(domains) > self.limit {
            return Simplified::Violated;
        }
        let (fixed, open): (Vec<IntView>, Vec<IntView>) =
            self.terms.iter().partition(|term| term.value(domains).is_some());
        if fixed.is_empty() {
            return Simplified::Unchanged;
        }
        let known = AtMost { terms: fixed, limit: 0 }.least(domains);
        Simplified::Into(vec![Arc::new(AtMost { terms: open, limit: self.limit - known })])
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(AtMost { terms: self.terms.iter().map(|&term| to(term)).collect(), limit: self.limit })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let terms: Vec<String> = self.terms.iter().map(|&term| name(term)).collect();
        write!(f, "sum({}) ≤ {}", terms.join(", "), self.limit)
    }

    fn statement(&self) -> Option<Statement> {
        Linear::new(self.terms.iter().copied(), Comparator::Le, self.limit).map(Statement::Linear)
    }
}

impl Propagator for AtMost<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        self.terms.iter().for_each(|&term| events.on_min(term));
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// No term may be more than the limit leaves when all others are as small as they can be.
    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let slack = self.limit - self.least(store);
        for (term, payload) in self.terms.iter().zip(0..) {
            let high = slack + i64::from(term.min(store));
            let high = high.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
            let why = store.because(payload);
            let _ = term.set_max(store, high, why)?;
        }
        Ok(if self.greatest(store) <= self.limit { Outcome::Entailed } else { Outcome::Again })
    }

    /// The payload says which term; the least values of all others are why.
    fn explain(&self, _: ExplainRequest, payload: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        let others = self.terms.iter().zip(0..).filter(|&(_, at)| at != payload);
        out.extend(others.filter_map(|(term, _)| term.at_least(term.min(past))));
    }
}

#[test]
fn at_most_keeps_its_promises() -> Result<(), Mistake> {
    let mut model = Model::new();
    let [x, y, z] = [0, 1, 2].map(|_| model.int_var([-1, 0, 2, 3]));
    let y_fixed = model.int_var(2);
    check_constraint(&model, AtMost { terms: vec![x * 2, y * 3, z.view()], limit: 5 })?;
    check_constraint(&model, AtMost { terms: vec![x * -2, y + 1, -z, y_fixed.view()], limit: 0 })?;
    check_constraint(&model, AtMost { terms: vec![x * 3, y.view(), x * -1], limit: 2 })?;
    check_constraint(&model, AtMost { terms: vec![x.view(), -x], limit: -1 })?;
    check_constraint(&model, AtMost { terms: Vec::new(), limit: -1 })
}

const WEIGHTS: [i32; 9] = [12, 7, 9, 4, 15, 11, 3, 8, 6];
const WORTHS: [i32; 9] = [20, 11, 13, 5, 26, 16, 4, 12, 10];
/// How many there are of each.
const COPIES: i32 = 2;

fn total(amounts: &[i32], each: [i32; 9]) -> i32 {
    amounts.iter().zip(each).map(|(amount, each)| amount * each).sum()
}

/// All packings, as amounts of each thing.
fn packings() -> impl Iterator<Item = Vec<i32>> {
    let base = COPIES + 1;
    (0..base.pow(9)).map(move |code| (0..9).map(|at| code / base.pow(at) % base).collect())
}

/// Packings of no more than that weight, and of at least that worth.
fn knapsack(capacity: i32, worth: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let amounts = model.int_vars("amount", 9, 0..=COPIES);
    let weights = amounts.iter().zip(WEIGHTS).map(|(&amount, weight)| amount * weight);
    model.post(AtMost { terms: weights.collect(), limit: capacity.into() })?;
    model.post(worth_at_least(&amounts, worth))?;
    Ok((model, amounts))
}

fn worth_at_least(amounts: &[IntVar], worth: i32) -> AtMost {
    let terms = amounts.iter().zip(WORTHS).map(|(&amount, each)| amount * -each).collect();
    AtMost { terms, limit: i64::from(-worth) }
}

#[test]
fn packings_are_counted() -> Result<(), ModelError> {
    for (capacity, worth) in [(40, 0), (40, 50), (75, 100), (20, 31), (20, 99), (150, 0)] {
        let (model, _) = knapsack(capacity, worth)?;
        let fits =
            |amounts: &Vec<i32>| total(amounts, WEIGHTS) <= capacity && total(amounts, WORTHS) >= worth;
        let expected = packings().filter(fits).count();
        let count = model.count(&Limits::default());
        assert!(count.is_exact());
        assert_eq!(count.number().to_u128(), Some(expected as u128), "weight {capacity}, worth {worth}");
        assert_eq!(model.solutions().count(), expected);
    }
    Ok(())
}

#[test]
fn best_is_found_by_better_and_better_ones() -> Result<(), ModelError> {
    let fitting = packings().filter(|amounts| total(amounts, WEIGHTS) <= 60);
    let expected = fitting.map(|amounts| total(&amounts, WORTHS)).max();
    let (mut model, amounts) = knapsack(60, 0)?;
    let mut best = None;
    loop {
        let mut solutions = model.solutions();
        let Some(solution) = solutions.next() else {
            assert_eq!(solutions.status(), Some(Ended::Exhausted));
            break;
        };
        let worth = total(solution.values(), WORTHS);
        assert!(best < Some(worth));
        best = Some(worth);
        model.post(worth_at_least(&amounts, worth + 1))?;
    }
    assert_eq!(best, expected);
    Ok(())
}
