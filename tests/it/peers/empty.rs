//! Promise: a constraint on nothing holds, one on a single variable says what it says of more, and both are conditions, too.

use std::sync::Arc;

use residua::constraints::{
    Automaton, Connect, Constraint, all_different, all_different_except, all_equal, all_of, any_of,
    bin_packing_capa, circuit, cumulative, decreasing, diffn, disjunctive, disjunctive_strict, exact_sum,
    global_cardinality, increasing, inverse, inverse_partial, lex_chain, lex_less, lex_lesseq, not,
    number_of, nvalue, regular, same_values, short_table, sort, strictly_decreasing, strictly_increasing,
    subcircuit, symmetric_all_different, table, value_precede_chain,
};
use residua::model::IntVar;

use crate::peers::{agreed, counted};

type Made = fn(&[IntVar]) -> Arc<dyn Constraint>;

/// A constraint on a list, whether it holds of none, and for which x of -1 to 2 it holds of x alone.
type Row = (&'static str, Made, bool, fn(i32) -> bool);

const ROWS: &[Row] = &[
    ("all_different", |xs| all_different(xs).into_shared(), true, |_| true),
    ("all_different_except", |xs| all_different_except(xs, 0).into_shared(), true, |_| true),
    ("all_equal", |xs| all_equal(xs).into_shared(), true, |_| true),
    ("increasing", |xs| increasing(xs).into_shared(), true, |_| true),
    ("strictly_increasing", |xs| strictly_increasing(xs).into_shared(), true, |_| true),
    ("decreasing", |xs| decreasing(xs).into_shared(), true, |_| true),
    ("strictly_decreasing", |xs| strictly_decreasing(xs).into_shared(), true, |_| true),
    ("symmetric_all_different", |xs| symmetric_all_different(xs).into_shared(), true, |x| x == 0),
    ("inverse", |xs| inverse(xs, xs).into_shared(), true, |x| x == 0),
    ("inverse_partial", |xs| inverse_partial(xs, xs).into_shared(), true, |_| true),
    ("subcircuit", |xs| subcircuit(xs).into_shared(), true, |x| x == 0),
    ("circuit", |xs| circuit(xs).into_shared(), true, |x| x == 0),
    ("sort", |xs| sort(xs, xs).into_shared(), true, |_| true),
    ("same_values", |xs| same_values(xs, xs).into_shared(), true, |_| true),
    ("lex_less", |xs| lex_less(xs, xs).into_shared(), false, |_| false),
    ("lex_lesseq", |xs| lex_lesseq(xs, xs).into_shared(), true, |_| true),
    ("lex_chain", |xs| lex_chain(xs.iter().map(|x| [x])).into_shared(), true, |_| true),
    ("value_precede_chain", |xs| value_precede_chain([1, 2], xs).into_shared(), true, |x| x != 2),
    ("exact_sum", |xs| exact_sum(xs, 1).into_shared(), false, |x| x == 1),
    ("distinct sum", |xs| exact_sum(xs, 0).distinct().into_shared(), true, |x| x == 0),
    ("nvalue", |xs| nvalue(xs, 1).into_shared(), false, |_| true),
    ("global_cardinality", |xs| global_cardinality(xs, [1], [0]).into_shared(), true, |x| x != 1),
    ("number_of", |xs| number_of(xs.iter().map(|x| x.is(1)), 0).into_shared(), true, |x| x != 1),
    ("table", |xs| table(xs, vec![vec![1; xs.len()]]).into_shared(), true, |x| x == 1),
    ("short_table", |xs| short_table(xs, vec![vec![None; xs.len()]]).into_shared(), true, |_| true),
    ("no table", |xs| table(xs, Vec::<Vec<i32>>::new()).into_shared(), false, |_| false),
    ("regular", |xs| regular(xs, Automaton::new(2, 0, [(0, 1, 1)], [1])).into_shared(), false, |x| x == 1),
    ("cumulative", |xs| cumulative(xs, ones(xs), ones(xs), 0).into_shared(), true, |_| false),
    ("disjunctive", |xs| disjunctive(xs, ones(xs)).into_shared(), true, |_| true),
    ("disjunctive_strict", |xs| disjunctive_strict(xs, ones(xs)).into_shared(), true, |_| true),
    ("diffn", |xs| diffn(xs, xs, ones(xs), ones(xs)).into_shared(), true, |_| true),
    ("bin_packing_capa", |xs| bin_packing_capa(xs, ones(xs), [1, 0]).into_shared(), true, |x| x == 0),
    ("all_of", |xs| all_of(xs.iter().map(|x| x.is(1))).into_shared(), true, |x| x == 1),
    ("any_of", |xs| any_of(xs.iter().map(|x| x.is(1))).into_shared(), false, |x| x == 1),
];

fn ones(xs: &[IntVar]) -> Vec<i32> {
    vec![1; xs.len()]
}

/// `CPMpy` PR 1041: of nothing and of one variable, as it is, negated, as a condition and implied.
#[test]
fn of_nothing_and_of_one() {
    let values: &[i32] = &[-1, 0, 1, 2];
    let bit: &[i32] = &[0, 1];
    for &(name, made, is_met, holds) in ROWS {
        let of_none = |_: [IntVar; 1]| made(&[]);
        assert_eq!(counted([values], of_none), 4 * usize::from(is_met), "{name}");
        assert_eq!(counted([values], |xs| not(of_none(xs))), 4 * usize::from(!is_met), "{name}");
        assert_eq!(agreed([bit], |[b]| made(&[]).reified_by(b.is(1)), |[b]| (b == 1) == is_met), 1, "{name}");
        let implied = agreed([bit], |[b]| b.is(1).implies(made(&[])), |[b]| b == 0 || is_met);
        assert_eq!(implied, 1 + usize::from(is_met), "{name}");
        let met = values.iter().filter(|&&x| holds(x)).count();
        assert_eq!(agreed([values], |[x]| made(&[x]), |[x]| holds(x)), met, "{name}");
        assert_eq!(agreed([values], |[x]| not(made(&[x])), |[x]| !holds(x)), 4 - met, "{name}");
        let both =
            agreed([values, bit], |[x, b]| made(&[x]).reified_by(b.is(1)), |[x, b]| holds(x) == (b == 1));
        assert_eq!(both, 4, "{name}");
    }
}
