//! Promise: the truth of any constraint, as a condition, is known once its variables are fixed.

use proptest::prelude::*;
use residua::constraints::{Condition, Connect, Constraint, circuit, how_many, iff, not, of_expressions};
use residua::model::{IntVar, Model, Options, Solver};
use std::sync::Arc;

use crate::catalogue::{Forms, cases, consistency, single};

/// A way to say that a variable is 1 exactly where a constraint holds.
#[derive(Clone, Copy, Debug)]
enum Form {
    Iff,
    OfNegation,
    TwoDisjunctions,
    Function,
    NestedIff,
}

impl Form {
    fn post(self, truth: IntVar, constraint: &Arc<dyn Constraint>, model: &mut Model) {
        let condition = || Condition::new(Arc::clone(constraint));
        let parts = match self {
            Form::Iff => vec![iff(truth.is(1), condition())],
            Form::OfNegation => vec![iff(truth.is(0), not(condition()))],
            Form::TwoDisjunctions => {
                vec![not(condition()).or(truth.is(1)), condition().or(truth.is(0))]
            }
            Form::Function => vec![how_many([condition()]).eq(truth)],
            Form::NestedIff => vec![condition().iff(condition()).iff(condition()).iff(truth.is(1))],
        };
        for part in parts {
            model.post(part).expect("the values are small");
        }
    }
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn is_known_once_all_is_fixed(
        instance in single(Forms::All),
        form in prop::sample::select(vec![Form::Iff, Form::OfNegation, Form::TwoDisjunctions, Form::Function, Form::NestedIff]),
        consistency in consistency(),
        places: [u8; 5],
        is_known_before: [bool; 5],
    ) {
        let mut model = Model::new();
        let values: Vec<i32> = std::iter::zip(&instance.domains, places).map(|(of, at)| of[at as usize % of.len()]).collect();
        let vars: Vec<IntVar> = (0..values.len())
            .map(|at| if is_known_before[at] { model.int_var(values[at]) } else { model.int_var(&instance.domains[at][..]) })
            .collect();
        let truth = model.int_var(0..=1);
        form.post(truth, &instance.rows[0].over(&vars), &mut model);
        let mut solver = Solver::new(&model, Options::default().consistency(consistency));
        solver.propagate().expect("there is a solution");
        solver.push();
        for (var, value) in std::iter::zip(&vars, &values) {
            let _ = solver.assume(var.is(*value)).expect("there is a solution");
        }
        solver.propagate().expect("there is a solution");
        let expected = i32::from(instance.holds(&values));
        prop_assert_eq!(solver.domains()[truth.index()].to_string(), expected.to_string(), "{}", model);
    }
}

/// A variable whose factor is 0 in one of the two views is compared with a constant, and that is not decided where the engine has two
/// variables for them.
#[test]
fn a_variable_beside_a_multiple_of_it() {
    let mut model = Model::new();
    let x = model.named_var("x", 1);
    let shown = of_expressions([how_many([(x * 0).gt(x)])], |number| not(circuit(number.to_vec())));
    model.post(shown).expect("small");
    assert_eq!(model.solutions().count(), 0, "0 is a circuit of one node: {model}");
}
