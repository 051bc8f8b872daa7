//! Promise: a condition and its negation, in disjunctions of several constraints, are one literal, and mean what they mean apart.

use proptest::prelude::*;
use residua::constraints::{
    Condition, Connect, Constraint, all_different, all_equal, any_of, eq, in_set, not,
};
use residua::engine::Consistency;
use residua::inspect::Strength;
use residua::model::{IntVar, Model};
use residua::search::Learning;
use std::sync::Arc;

use crate::catalogue::cases;
use crate::oracle;

/// The sum of a line whose last digit is the sum of the others, or else 0: each value but 0 states the equation by one disjunction, and
/// its truth by the other one.
#[test]
fn negations_are_seen_together() {
    for is_equal in [
        |[a, b, c]: [IntVar; 3]| (a + b).eq(c).into_shared(),
        |[a, b, c]: [IntVar; 3]| all_equal([a + b, c.into()]).into_shared(),
    ] {
        let mut model = Model::new();
        let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, 1..=9));
        let sum = model.named_var("sum", 0..=27);
        model.post(not(is_equal([a, b, c])).or(sum.eq(a + b))).expect("small");
        model.post(any_of([is_equal([a, b, c]), eq(sum, 0).into_shared()])).expect("small");
        let left = model.inspect().strength(Strength::Singleton).residual().expect("no limit").expect("open");
        assert_eq!(left.model.domain(sum).to_string(), "0 2..9", "{model}");
    }
}

/// One of a few conditions, or the negation of one.
type Part = (usize, bool);

fn conditions(xs: &[IntVar]) -> [Arc<dyn Constraint>; 6] {
    let [x, y, z] = [xs[0], xs[1], xs[2]];
    [
        (x + y).eq(z).into_shared(),
        x.lt(y).into_shared(),
        y.eq(z).into_shared(),
        all_different([x, y, z]).into_shared(),
        in_set(x + z, [-2, 0, 3]).into_shared(),
        x.eq(1).and(y.ne(z)).into_shared(),
    ]
}

fn holds((number, is_plain): Part, at: &[i32]) -> bool {
    let [x, y, z] = [at[0], at[1], at[2]];
    let truth = match number {
        0 => x + y == z,
        1 => x < y,
        2 => y == z,
        3 => x != y && y != z && x != z,
        4 => [-2, 0, 3].contains(&(x + z)),
        _ => x == 1 && y != z,
    };
    truth == is_plain
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn mean_what_they_mean_apart(
        clauses in prop::collection::vec((prop::collection::vec((0..6usize, any::<bool>()), 1..=3), any::<bool>()), 1..=5),
    ) {
        let domains = vec![vec![-2, -1, 0, 1, 2], vec![-1, 0, 1, 2], vec![-2, 0, 1, 3], vec![0, 1]];
        let mut model = Model::new();
        let xs: Vec<IntVar> = domains.iter().map(|values| model.int_var(&values[..])).collect();
        let conditions = conditions(&xs);
        for (parts, is_guarded) in &clauses {
            let part = |&(number, is_plain): &Part| {
                let condition = Arc::clone(&conditions[number]);
                if is_plain { condition } else { not(condition).into_shared() }
            };
            let clause: Condition = any_of(parts.iter().map(part));
            model.post(if *is_guarded { xs[3].is(1).implies(clause) } else { clause }).expect("small");
        }
        let mut expected = oracle::assignments(&domains);
        let is_met = |at: &[i32], (parts, is_guarded): &(Vec<Part>, bool)| {
            *is_guarded && at[3] == 0 || parts.iter().any(|&part| holds(part, at))
        };
        expected.retain(|at| clauses.iter().all(|clause| is_met(at, clause)));
        for learning in [Learning::Off, Learning::On] {
            let found = model.search().learn(learning).solutions();
            let mut found: Vec<Vec<i32>> = found.map(|solution| solution.values().to_vec()).collect();
            found.sort_unstable();
            prop_assert_eq!(&found, &expected, "{}", model);
        }
        let left = model.residual(Consistency::Domain).map_or(0, |left| left.model.solutions().count());
        prop_assert_eq!(left, expected.len(), "{}", model);
    }
}
