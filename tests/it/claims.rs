//! Promise: what a propagator claims about itself is true: a fixpoint is one, and an entailed constraint too.

use proptest::prelude::*;
use residua::model::{Options, Solver};

use crate::catalogue::{Forms, Instance, cases, consistency, mixed, single};
use crate::kinds::Kind;
use crate::oracle;
use crate::walk::{Step, bunches, walk};

pub(crate) fn check(instance: &Instance, options: Options, steps: &[Step]) {
    let model = instance.model();
    let vars: Vec<_> = model.vars().collect();
    // The solver itself runs each propagator again after it claimed a fixpoint, and panics if that changes anything.
    walk(&mut Solver::new(&model, options), &vars, steps, |_, alive, solver| {
        if !alive {
            return;
        }
        let left = oracle::assignments(&oracle::values(&solver.domains()));
        for ((id, _), row) in model.constraints().zip(&instance.rows) {
            let entailed = solver.engine().is_entailed(id);
            // Merged variables exclude assignments that the domains alone allow.
            if entailed && !options.merge_equal {
                assert!(left.iter().all(|a| row.holds_for(a)), "{row:?} claims to be entailed");
            }
        }
        if let [assignment] = left.as_slice() {
            check_decided(instance, options, assignment);
        }
    });
}

/// After a full assignment that survived, every constraint, asked afresh, answers that it is entailed.
fn check_decided(instance: &Instance, options: Options, assignment: &[i32]) {
    let domains = assignment.iter().map(|&v| vec![v]).collect();
    let decided = Instance { domains, rows: instance.rows.clone() };
    let model = decided.model();
    let mut solver = Solver::new(&model, options);
    assert!(solver.propagate().is_ok(), "{assignment:?} survived on the way, and fails by itself");
    for ((id, _), row) in model.constraints().zip(&instance.rows) {
        // What decides a condition of several constraints, or a formula, does not wake all of their propagators.
        if row.kind().is_some_and(Kind::is_connective) || !row.is_stated() {
            continue;
        }
        assert!(solver.engine().is_entailed(id), "{row:?} is decided and does not say so");
    }
}

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn of_one_constraint(instance in single(Forms::All), consistency in consistency(), steps in bunches()) {
        let options = Options::default().consistency(consistency).check_claims(true).merge_equal(false);
        check(&instance, options, &steps);
    }

    #[test]
    fn of_many(instance in mixed(), consistency in consistency(), merge: bool, steps in bunches()) {
        let options = Options::default().consistency(consistency).check_claims(true).merge_equal(merge);
        check(&instance, options, &steps);
    }
}
