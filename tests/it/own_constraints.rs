//! Promise: a constraint from outside the crate may have any name and any `Debug` text, propagate late and simplify
//! nothing: every feature handles it correctly.

use proptest::prelude::*;
use residua::constraints::{
    Condition, Connect, Constraint, Simplified, all_different, any_of, exact_sum, how_many, if_then_else,
    iff, lt,
};
use residua::engine::{Consistency, Cost, ExplainRequest, Outcome, Poster, Propagator, Subscriptions};
use residua::inspect::Count;
use residua::model::{IntVar, IntView, Model};
use residua::search::{Learning, Limits};
use residua::store::{Atom, Domains, Events, Failure, Past, Store, VarId, View};
use residua::testing::check_constraint;
use std::fmt;
use std::sync::Arc;

use crate::catalogue::{Instance, cases, mixed};
use crate::oracle;

/// What an [`Own`] requires of the values of its views.
type Rule = fn(&[i64], i64) -> bool;

/// A rule with a number in it, which does nothing before all of its variables are fixed.
#[derive(Clone)]
struct Own<V = IntVar> {
    name: &'static str,
    views: Vec<View<V>>,
    number: i64,
    rule: Rule,
}

impl PartialEq for Own {
    fn eq(&self, other: &Own) -> bool {
        (self.name, &self.views, self.number) == (other.name, &other.views, other.number)
            && std::ptr::fn_addr_eq(self.rule, other.rule)
    }
}

/// A text that does not describe it.
impl<V> fmt::Debug for Own<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Own")
    }
}

impl Own {
    fn new(name: &'static str, vars: &[IntVar], number: i64, rule: Rule) -> Own {
        Own { name, views: vars.iter().map(|var| var.view()).collect(), number, rule }
    }
}

impl Constraint for Own {
    fn name(&self) -> &'static str {
        self.name
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let values: Vec<i64> = self.views.iter().map(|&view| value(view)).collect();
        (self.rule)(&values, self.number)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let Own { name, number, rule, .. } = *self;
        to.add(Own { name, views: to.views(&self.views), number, rule });
        Ok(())
    }

    fn simplify(&self, _: &dyn Domains<IntVar>) -> Simplified {
        Simplified::Unchanged
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Own { views: self.views.iter().map(|&view| to(view)).collect(), ..self.clone() })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, _: &dyn Fn(IntView) -> String) -> fmt::Result {
        f.write_str("own")
    }
}

impl Propagator for Own<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.views, Events::FIXED);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let values: Option<Vec<i64>> =
            self.views.iter().map(|view| view.value(store).map(i64::from)).collect();
        match values {
            None => Ok(Outcome::Fixpoint),
            Some(values) if (self.rule)(&values, self.number) => Ok(Outcome::Entailed),
            Some(_) => Err(store.contradiction(store.because(0))),
        }
    }

    fn explain(&self, _: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        out.extend(self.views.iter().filter_map(|view| view.equals(view.value(past)?)));
    }
}

fn count(model: &Model) -> String {
    match model.count(&Limits::default()) {
        Count::Exact(number) => number.to_string(),
        Count::AtLeast(..) => panic!("nothing was limited"),
    }
}

/// The sum of the weights, which appear in no `Debug` text and no simplification, is at most a number.
#[test]
fn a_knapsack_that_simplifies_nothing() {
    const WEIGHTS: [i64; 6] = [3, 5, 7, 2, 4, 6];
    let mut model = Model::new();
    let xs = model.int_vars("x", 6, 0..=1);
    let rule: Rule = |xs, most| xs.iter().zip(WEIGHTS).map(|(x, weight)| x * weight).sum::<i64>() <= most;
    model.post(Own::new("knapsack", &xs, 12, rule)).expect("the model's own variables");
    assert_eq!(count(&model), "28");
}

/// All-interval series, OEIS A141599.
#[test]
fn all_interval_series() {
    for (n, expected) in [(7, "32"), (8, "40")] {
        let mut model = Model::new();
        let notes = model.int_vars("note", n, 0..=n as i32 - 1);
        let steps = model.int_vars("step", n - 1, 1..=n as i32 - 1);
        model.post(all_different(notes.clone())).expect("the model's own variables");
        model.post(all_different(steps.clone())).expect("the model's own variables");
        for (i, &step) in steps.iter().enumerate() {
            let rule: Rule = |values, _| (values[0] - values[1]).abs() == values[2];
            let own = Own::new("distance", &[notes[i], notes[i + 1], step], 0, rule);
            model.post(own).expect("the model's own variables");
        }
        assert_eq!(count(&model), expected);
    }
}

/// A constraint that is named `ne` and is none.
#[test]
fn a_name_means_nothing() {
    let equal_parity: Rule = |values, _| (values[0] - values[1]) % 2 == 0;
    for name in ["ne", "eq", "all_different", "exact_sum", "lt"] {
        let mut model = Model::new();
        let (x, y) = (model.named_var("x", 1..=20), model.named_var("y", 21..=40));
        model.post(Own::new(name, &[x, y], 0, equal_parity)).expect("the model's own variables");
        assert_eq!(count(&model), "200", "{name}");
        let residual = model.residual(Consistency::Domain).expect("there are solutions");
        assert_eq!(residual.constraints().count(), 1, "{name}");
        let different = model.different_pairs(&Limits::default()).expect("no limit").expect("200 solutions");
        assert_eq!(different.holds, [(x, y)], "{name}: their domains have nothing in common");
        let mut model = Model::new();
        let (x, y) = (model.named_var("x", 1..=4), model.named_var("y", 1..=4));
        model.post(Own::new(name, &[x, y], 0, equal_parity)).expect("the model's own variables");
        let different = model.different_pairs(&Limits::default()).expect("no limit").expect("8 solutions");
        assert!(different.holds.is_empty(), "{name}");
        assert_eq!(model.solutions().count(), 8, "{name}");
    }
}

/// Rules of every kind, by number.
const RULES: [Rule; 4] = [
    |values, number| values.iter().sum::<i64>().rem_euclid(3) == number.rem_euclid(3),
    |values, number| values.iter().zip(1..).map(|(value, weight)| value * weight).sum::<i64>() <= number,
    |values, number| values.iter().fold(1, |product: i64, value| product.wrapping_mul(*value)) != number,
    |values, number| values.contains(&number),
];

/// An instance of the catalogue with own constraints beside it: which variables, which rule, which number.
fn with_own() -> impl Strategy<Value = (Instance, Vec<(Vec<usize>, usize, i64)>)> {
    let own = (prop::collection::vec(0..8usize, 1..=4), 0..RULES.len(), -2..=6i64);
    (mixed(), prop::collection::vec(own, 1..=3))
}

proptest! {
    #![proptest_config(cases(3000))]

    /// Counts, with each value too, residuals at any strength and the solutions themselves are those of brute force.
    #[test]
    fn whatever_is_asked_is_right((instance, own) in with_own(), merge in 0..4u8) {
        let mut model = instance.model();
        let vars: Vec<IntVar> = model.vars().collect();
        for (scope, rule, number) in &own {
            let scope: Vec<IntVar> = scope.iter().map(|at| vars[at % vars.len()]).collect();
            let name = ["ne", "own", "eq", "all_different"][usize::from(merge)];
            let _ = model.post(Own::new(name, &scope, *number, RULES[*rule])).expect("the model's own variables");
        }
        let holds = |assignment: &[i32]| {
            instance.holds(assignment) && own.iter().all(|(scope, rule, number)| {
                let values: Vec<i64> =
                    scope.iter().map(|at| i64::from(assignment[at % vars.len()])).collect();
                RULES[*rule](&values, *number)
            })
        };
        let expected: Vec<Vec<i32>> =
            oracle::assignments(&instance.domains).into_iter().filter(|a| holds(a)).collect();
        let sorted = |model: &Model| {
            let mut all: Vec<Vec<i32>> = model.solutions().map(|s| s.values().to_vec()).collect();
            all.sort();
            all
        };
        prop_assert_eq!(sorted(&model), expected.clone());
        prop_assert_eq!(count(&model), expected.len().to_string());
        for consistency in Consistency::ALL {
            if let Some(residual) = model.residual(consistency) {
                prop_assert_eq!(sorted(&residual.model), expected.clone());
            } else {
                prop_assert!(expected.is_empty());
            }
        }
        let inspection = model.inspect().run();
        for (at, &var) in vars.iter().enumerate() {
            let mut values: Vec<i32> = expected.iter().map(|solution| solution[at]).collect();
            values.sort_unstable();
            values.dedup();
            if let Some(residual) = &inspection.residual {
                prop_assert_eq!(residual.domain(var).iter().collect::<Vec<_>>(), values);
            }
        }
        prop_assert_eq!(inspection.residual.is_none(), expected.is_empty());
    }
}

/// Custom constraints beside others whose components are cached by their simplified constraints.
#[test]
fn sums_beside_it() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 8, 0..=3);
    model.post(exact_sum(xs.clone(), 12)).expect("the model's own variables");
    model.post(lt(xs[0], xs[1])).expect("the model's own variables");
    let odd: Rule = |values, _| values.iter().sum::<i64>() % 2 == 1;
    model.post(Own::new("odd", &xs[2..6], 0, odd)).expect("the model's own variables");
    assert_eq!(count(&model), model.solutions().count().to_string());
}

/// With the five required methods and no other: the sum of its views is even.
#[derive(Clone, Debug, PartialEq)]
struct Even<V>(Vec<View<V>>);

impl Constraint for Even<IntVar> {
    fn name(&self) -> &'static str {
        "even"
    }

    fn scope(&self) -> Vec<IntView> {
        self.0.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.0.iter().map(|&view| value(view)).sum::<i64>() % 2 == 0
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        to.add(Even(to.views(&self.0)));
        Ok(())
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(Even(self.0.iter().map(|&view| to(view)).collect()))
    }
}

impl Propagator for Even<VarId> {
    fn subscribe(&self, events: &mut Subscriptions<'_>) {
        events.on_all(&self.0, Events::FIXED);
    }

    fn cost(&self) -> Cost {
        Cost::Linear
    }

    fn propagate(&mut self, store: &mut Store, _: Cost) -> Result<Outcome, Failure> {
        let values: Option<Vec<i32>> = self.0.iter().map(|view| view.value(store)).collect();
        match values.map(|values| values.iter().map(|&value| i64::from(value)).sum::<i64>() % 2) {
            None => Ok(Outcome::Fixpoint),
            Some(0) => Ok(Outcome::Entailed),
            Some(_) => Err(store.contradiction(store.because(0))),
        }
    }

    fn explain(&self, _: ExplainRequest, _: u32, past: &Past<'_>, out: &mut Vec<Atom>) {
        out.extend(self.0.iter().filter_map(|view| view.equals(view.value(past)?)));
    }
}

#[test]
fn five_methods_are_enough() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 3, [-1, 0, 2]);
    let even = || Even(vec![xs[0].view(), 2 * xs[1] + 1, -xs[2]]);
    assert_eq!(model.show(&even()).to_string(), "even(x[0], 2·x[1] + 1, -x[2])");
    assert_eq!(check_constraint(&model, even()), Ok(()));
    let mut posted = model.clone();
    posted.post(even()).expect("the model's own variables");
    // One of x[0] and x[2] is odd, the other one is not: 2 * 2 * 3.
    assert_eq!(posted.solutions().count(), 12);
    let b = model.bool_var("b");
    model.post(even().reified_by(b.is(1))).expect("the model's own variables");
    assert_eq!(model.solutions().filter(|found| found[b] == 1).count(), 12);
    assert_eq!(model.solutions().count(), 27);
}

/// How own constraints, in order, are connected with one another and with variables, in conditions and in expressions.
fn connected(form: usize, owns: &[Own], vars: &[IntVar], number: i32) -> Condition {
    let own = |at: usize| owns[at % owns.len()].clone();
    let var = |at: usize| vars[at % vars.len()];
    match form {
        0 => how_many(owns.iter().cloned()).eq(number.rem_euclid(4)),
        1 => iff(own(0), own(1)),
        2 => own(0).xor(own(1)).iff(own(2)),
        3 => iff(var(0).is(number), own(0)).and(iff(var(1).is(number), own(1))),
        4 => (if_then_else(own(0), var(0), 1) + if_then_else(own(1), var(0), 1)).le(number),
        5 => (how_many([own(0)]) - how_many([own(1)])).eq(how_many([own(2), own(0)]) - 1),
        6 => any_of([own(0).iff(own(1)), own(1).iff(own(2))]).and(how_many([own(1)]).le(var(0))),
        _ => own(0).implies(own(1).xor(var(1).at_least(number)).iff(own(2).implies(own(0)))),
    }
}

/// Which variables, which rule, which number.
fn owns() -> impl Strategy<Value = Vec<(Vec<usize>, usize, i64)>> {
    prop::collection::vec((prop::collection::vec(0..4usize, 1..=3), 0..RULES.len(), -1..=4i64), 1..=3)
}

proptest! {
    #![proptest_config(cases(2000))]

    /// All have one name, one `Debug` text, often one scope; no two are taken for one another by any search.
    #[test]
    fn those_of_one_text_are_not_one(owns in owns(), posted in prop::collection::vec((0..8usize, 0..=3i32), 1..=3)) {
        let mut model = Model::new();
        let vars = model.int_vars("x", 4, 0..=2);
        let owns: Vec<Own> = owns
            .iter()
            .map(|(scope, rule, number)| {
                let scope: Vec<IntVar> = scope.iter().map(|&at| vars[at]).collect();
                Own::new("own", &scope, *number, RULES[*rule])
            })
            .collect();
        let conditions: Vec<Condition> =
            posted.iter().map(|&(form, number)| connected(form, &owns, &vars, number)).collect();
        for condition in &conditions {
            let _ = model.post(condition.clone()).expect("the model's own variables");
        }
        let all: Vec<Vec<i32>> = vec![vec![0, 1, 2]; 4];
        let holds = |values: &[i32]| {
            conditions.iter().all(|condition| condition.check(&|view| view.apply(values[view.var.index()])))
        };
        let expected: Vec<Vec<i32>> =
            oracle::assignments(&all).into_iter().filter(|values| holds(values)).collect();
        for learning in [Learning::Off, Learning::On] {
            let mut found: Vec<Vec<i32>> =
                model.search().learn(learning).solutions().map(|s| s.values().to_vec()).collect();
            found.sort();
            prop_assert_eq!(&found, &expected, "{:?}", learning);
        }
        prop_assert_eq!(count(&model), expected.len().to_string());
    }
}
