//! Promise: what a constraint states is what its checker accepts, and what follows from a statement is true with it.

use proptest::prelude::*;
use residua::constraints::{Comparator, Linear, Statement};
use residua::model::{IntVar, Model};
use residua::store::View;

use crate::catalogue::{Forms, Instance, cases, single};
use crate::oracle;

fn holds(statement: &Statement, assignment: &[i32]) -> bool {
    statement.holds(&|view: View| view.apply(assignment[view.var.index()]))
}

fn check(instance: &Instance) {
    let model = instance.model();
    for ((_, constraint), row) in model.constraints().zip(&instance.rows) {
        let statement = constraint.statement().expect("the catalogue states what it says");
        for assignment in oracle::assignments(&instance.domains) {
            assert_eq!(
                holds(&statement, &assignment),
                row.holds(&assignment),
                "{row:?} at {assignment:?}: {statement:?}"
            );
        }
    }
}

/// Factors and offsets of up to three variables, a comparator, a constant.
type Relation = (Vec<(usize, i32, i32)>, usize, i64);

fn relation() -> impl Strategy<Value = Relation> {
    let scale = prop_oneof![3 => Just(1), 3 => Just(-1), 1 => Just(2), 1 => Just(-2)];
    (prop::collection::vec((0..3usize, scale, -1..=1i32), 0..=3), 0..6usize, -3..=3i64)
}

fn linear((terms, comparator, constant): &Relation, vars: &[IntVar]) -> Linear {
    use Comparator::{Eq, Ge, Gt, Le, Lt, Ne};
    let views = terms.iter().map(|&(var, scale, offset)| vars[var] * scale + offset);
    Linear::new(views, [Eq, Ne, Lt, Le, Gt, Ge][*comparator], *constant)
}

proptest! {
    #![proptest_config(cases(6000))]

    #[test]
    fn says_what_the_checker_says(instance in single(Forms::All)) {
        check(&instance);
    }

    #[test]
    fn what_is_implied_is_true(first in relation(), second in relation()) {
        let mut model = Model::new();
        let vars = model.int_vars("x", 3, -2..=2);
        let (first, second) = (linear(&first, &vars), linear(&second, &vars));
        let [first_holds, second_holds] = [first.clone(), second.clone()].map(|linear| {
            let statement = Statement::Linear(linear);
            let all = oracle::assignments(&vec![(-2..=2).collect(); 3]);
            all.iter().map(|a| holds(&statement, a)).collect::<Vec<bool>>()
        });
        if first.implies(&second) {
            prop_assert!(first_holds.iter().zip(&second_holds).all(|(first, second)| !first || *second));
        }
        prop_assert!(first.implies(&first));
        if let Some(truth) = first.truth() {
            prop_assert!(first_holds.iter().all(|&holds| holds == truth));
        }
    }
}

/// One sum stated in different ways is one statement.
#[test]
fn is_in_normal_form() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=9));
    let says = |a: &Linear, b: &Linear| a.implies(b) && b.implies(a);
    let less = Linear::between(x.view(), Comparator::Lt, y.view());
    assert!(says(&less, &Linear::between(y.view(), Comparator::Gt, x.view())));
    assert!(says(&less, &Linear::between(x + 1, Comparator::Le, y.view())));
    assert!(says(&less, &Linear::new([x * 3, y * -3], Comparator::Le, -1)));
    assert!(less.implies(&Linear::between(y.view(), Comparator::Ne, x.view())));
    assert!(less.implies(&Linear::between(x.view(), Comparator::Le, y.view())));
    assert!(!less.implies(&Linear::between(x + 1, Comparator::Ne, y.view())));
    let odd = Linear::new([x * 2, y * 4], Comparator::Eq, 5);
    assert_eq!(odd.truth(), Some(false));
    assert_eq!(Linear::between(x.view(), Comparator::Ge, x - 1).truth(), Some(true));
}

/// Numbers at the ends of their type neither overflow nor turn a statement round.
#[test]
fn far_constants() {
    let mut model = Model::new();
    let x = model.int_var(0..=9);
    for (comparator, constant, truth) in [
        (Comparator::Le, i64::MAX, true),
        (Comparator::Lt, i64::MIN, false),
        (Comparator::Gt, i64::MAX, false),
        (Comparator::Ge, i64::MIN, true),
        (Comparator::Ne, i64::MIN, true),
        (Comparator::Eq, i64::MAX, false),
    ] {
        let linear = Linear::new([x * 5 + i32::MAX], comparator, constant);
        assert_eq!(linear.holds(&|_| 7), truth, "{comparator:?} {constant}");
    }
}
