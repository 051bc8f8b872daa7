//! Promise: no solution is lost and none is invented: one constraint or many, at every consistency, in every order.

use proptest::prelude::*;
use residua::engine::Consistency;
use residua::model::{Model, Options, Solution};
use residua::search::Status;
use residua::search::brancher::{ValueOrder, VariableOrder};
use std::collections::BTreeSet;

use crate::catalogue::{Forms, Instance, cases, consistency, mixed, single};
use crate::oracle;

fn variable_order() -> impl Strategy<Value = VariableOrder> {
    prop::sample::select(vec![VariableOrder::Input, VariableOrder::FirstFail, VariableOrder::DomWdeg])
}

fn value_order() -> impl Strategy<Value = ValueOrder> {
    prop_oneof![
        Just(ValueOrder::Ascending),
        Just(ValueOrder::Descending),
        Just(ValueOrder::Bisect),
        any::<u64>().prop_map(ValueOrder::Random),
    ]
}

/// The solver's solutions, each met once; the search must end by exhaustion.
fn found(model: &Model, options: Options, order: (VariableOrder, ValueOrder)) -> BTreeSet<Vec<i32>> {
    let vars: Vec<_> = model.vars().collect();
    let mut solutions = model.search().options(options).branch(&vars, order.0, order.1).solutions();
    let mut all = BTreeSet::new();
    for solution in solutions.by_ref() {
        assert!(all.insert(solution.values().to_vec()), "a solution was found twice");
    }
    assert_eq!(solutions.status(), Some(Status::Exhausted));
    assert_eq!(solutions.next(), None, "the iterator is fused");
    all
}

pub(crate) fn check_search(instance: &Instance, options: Options, order: (VariableOrder, ValueOrder)) {
    assert_eq!(found(&instance.model(), options, order), oracle::solutions(instance));
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn checkers_say_what_the_definitions_say(instance in mixed()) {
        let model = instance.model();
        for assignment in oracle::assignments(&instance.domains) {
            let solution = Solution::new(assignment.clone());
            prop_assert_eq!(model.check(&solution).is_ok(), instance.holds(&assignment));
        }
    }

    #[test]
    fn one_constraint(instance in single(Forms::All), consistency in consistency(), merge: bool, variables in variable_order(), values in value_order()) {
        let options = Options::default().consistency(consistency).merge_equal(merge);
        check_search(&instance, options, (variables, values));
    }

    #[test]
    fn many_constraints(instance in mixed(), consistency in consistency(), merge: bool, record: bool, variables in variable_order(), values in value_order()) {
        let options = Options::default().consistency(consistency).merge_equal(merge).record(record);
        check_search(&instance, options, (variables, values));
    }

    #[test]
    fn consistencies_are_ordered_at_the_root(instance in single(Forms::All)) {
        let solutions = oracle::solutions(&instance);
        let at = |consistency| {
            let options = Options::default().consistency(consistency);
            let mut solver = residua::model::Solver::new(&instance.model(), options);
            solver.propagate().ok().map(|()| solver.domains())
        };
        let weak = at(Consistency::Value);
        let strong = at(Consistency::Domain);
        match (&weak, &strong) {
            (None, Some(_)) => prop_assert!(instance.rows[0].repeats(instance.domains.len()), "value fails, domain does not"),
            (Some(weak), Some(strong)) => prop_assert!(strong.iter().zip(weak).all(|(s, w)| s.is_subset(w))),
            _ => {}
        }
        for domains in [weak, strong] {
            match domains {
                None => prop_assert!(solutions.is_empty()),
                Some(domains) => prop_assert_eq!(oracle::within(&solutions, &domains).len(), solutions.len()),
            }
        }
    }
}
