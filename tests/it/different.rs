//! Promise: `=` and `≠` of two variables that another constraint makes different are decided as conditions, and no solution is lost.

use proptest::prelude::*;
use residua::constraints::{Condition, Connect, all_different, any_of, eq, iff, ne, not};
use residua::model::{IntVar, Model, ModelError, Options, Solution};
use residua::search::{Learning, Limits};

use crate::catalogue::{cases, consistency};
use crate::oracle;

/// One of several equalities of variables that all differ, as conditions of four forms: refuted without a decision.
#[test]
fn is_refuted_without_a_decision() -> Result<(), ModelError> {
    let forms: [fn(&[IntVar]) -> Condition; 3] = [
        |xs| any_of([eq(xs[0], xs[1]), eq(xs[2], xs[3])]),
        |xs| any_of([not(ne(xs[0], xs[1])), not(ne(xs[1], xs[2]))]),
        |xs| eq(xs[0], xs[3]).and(xs[1].is(1)).or(eq(xs[1], xs[2])),
    ];
    for (number, form) in forms.iter().enumerate() {
        for learning in [Learning::Auto, Learning::On] {
            let mut model = Model::new();
            let xs = model.int_vars("x", 4, 1..=9);
            model.post(all_different(xs.clone()))?;
            model.post(form(&xs))?;
            let mut found = model.search().learn(learning).limits(Limits::none().nodes(1000)).solutions();
            assert!(found.next().is_none());
            assert!(found.statistics().nodes <= 1, "form {number}: {:?}", found.statistics());
        }
    }
    Ok(())
}

/// Two variables of five, a shift and a scale, and whether they are equal.
type Pair = (usize, usize, i32, i32, bool);

fn pair() -> impl Strategy<Value = Pair> {
    let shift = prop_oneof![3 => Just(0), 1 => -2..=2i32];
    let scale = prop_oneof![4 => Just(1), 1 => Just(-1), 1 => Just(2), 1 => Just(0)];
    (0..5usize, 0..5usize, shift, scale, any::<bool>())
}

fn condition(xs: &[IntVar], &(i, j, shift, scale, is_equal): &Pair) -> Condition {
    let (left, right) = ((xs[i] + shift) * scale, xs[j] * scale);
    if is_equal { any_of([eq(left, right)]) } else { any_of([ne(left, right)]) }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn no_solution_is_lost(
        groups in prop::collection::vec((prop::collection::vec((0..5usize, 0..=1i32), 2..=4), any::<bool>()), 1..=3),
        pairs in prop::collection::vec((pair(), pair(), 0..5u8), 1..=4),
        most in 2..=4i32,
        consistency in consistency(),
        merges: bool,
    ) {
        let mut model = Model::new();
        let xs = model.int_vars("x", 5, 0..=most);
        for (views, in_pairs) in groups {
            let views: Vec<_> = views.into_iter().map(|(at, shift)| xs[at] + shift).collect();
            if in_pairs {
                let _ = model.post(ne(views[0], views[1])).expect("small");
            } else {
                let _ = model.post(all_different(views)).expect("small");
            }
        }
        for (one, other, form) in &pairs {
            let [one, other] = [one, other].map(|pair| condition(&xs, pair));
            let whole = match form {
                0 => one.or(other),
                1 => iff(one, other),
                2 => not(one.and(other)),
                3 => one.implies(other),
                _ => not(one).or(xs[0].is(1)),
            };
            let _ = model.post(whole).expect("small");
        }
        let assignments = oracle::assignments(&oracle::values(model.domains()));
        let holds = |of: &Vec<i32>| model.check(&Solution::new(of.clone())).is_ok();
        let expected: Vec<Vec<i32>> = assignments.into_iter().filter(holds).collect();
        for learning in [Learning::Off, Learning::On] {
            let options = Options::default().merge_equal(merges);
            let search = model.search().options(options).consistency(consistency).learn(learning);
            let mut found: Vec<Vec<i32>> = search.solutions().map(|s| s.values().to_vec()).collect();
            found.sort_unstable();
            prop_assert_eq!(&found, &expected);
        }
    }
}
