//! Promise: quotients, products and extrema are right for every sign, and what has no value is false in the nearest condition.

use residua::constraints::{
    At, Connect, Expr, Operand, all_of, element_var, eq, iff, max_of, maximum, min_of, minimum, not, times,
};
use residua::engine::Consistency;
use residua::model::{IntVar, Model};
use residua::testing::check_constraint;

use crate::peers::{agreed, counted, in_set_of, never, number, post, range, vars};

/// chuffed#125, choco-solver#502 and #162, or-tools#274, SWI-Prolog's PR 842.
#[test]
fn quotients_of_every_sign() {
    let a = [-9, -8, -5, -3, -2, 0, 1, 3, 4, 7, 10];
    let b = [-10, -9, -8, -7, -6, -4, -3, -2, 1, 6, 8, 10];
    let c = [-10, -9, -8, -4, -3, -1, 3, 4, 5, 6, 7, 9];
    assert_eq!(agreed([&a, &b, &c], |[a, b, c]| (a / b).eq(c), |[a, b, c]| a / b == c), 27);
    assert_eq!(agreed([&a, &b, &c], |[a, b, c]| (a % b).eq(c), |[a, b, c]| a % b == c), 50);
    let ten = range(-10, 10);
    assert_eq!(counted([&ten, &ten], |[x, y]| (x / y).eq(10)), 2);
    let cards = range(1, 52);
    let is_neighbour = |[a, b]: [IntVar; 2]| in_set_of(&((a - b) % 13).abs(), [1, 12]);
    assert_eq!(counted([&cards, &cards], is_neighbour), 416);
    let (mut model, [a, b]) = vars([&range(-9, 9), &range(-50, 50)]);
    post(&mut model, b.div_floor(3).eq(a));
    post(&mut model, eq(a, 5));
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(left.domain(b).to_string(), "15..17");
}

/// CPMpy#610, #184 and #392; MiniZinc#766; gprolog#9; scryer-prolog#1501: what has no value is false in the nearest condition.
#[test]
fn what_has_no_value_is_false() {
    let values = range(-3, 5);
    assert_eq!(counted([&values, &values, &[0, 1]], |[x, y, p]| (x / y).ge(p).iff(p.is(1))), 48);
    let entries = [4, 0, 2];
    let has = |i: i32, v: i32| usize::try_from(i).is_ok_and(|i| entries.get(i) == Some(&v));
    let places = range(-1, 4);
    let implied = agreed(
        [&places, &[0, 2, 4], &[0, 1]],
        |[i, v, b]| entries.at(i).eq(v).implies(b.is(1)),
        |[i, v, b]| !has(i, v) || b == 1,
    );
    assert_eq!(implied, 33);
    let inverse = |[a, b]: [IntVar; 2]| iff(((b - a).pow(-1) * 3).eq(3), never());
    assert_eq!(counted([&[2], &[2]], inverse), 1);
    assert_eq!(counted([&[-2, 2], &[-2, 2]], inverse), 4);
    assert_eq!(counted([&[1, 2], &[1, 2]], inverse), 3);
    let zero = || Expr::from(0);
    assert_eq!(counted([&[0, 1]], |[a]| a.is(1).implies((zero() / zero()).lt(0))), 1);
    assert_eq!(counted([&[-2, -1, 0]], |[d]| never().implies((Expr::from(-1) / d).gt(-2))), 3);
}

/// chuffed#124, reported in #116: the greatest and the least of domains with holes.
#[test]
fn extrema() {
    let domains: [&[i32]; 5] =
        [&[1, 2, 10], &[5, 6, 9, 10], &[2, 3, 4, 7, 10], &[1, 2, 3, 6, 8], &[3, 4, 6, 7, 8]];
    let greatest = |[a, b, c, d, e]: [i32; 5]| a.max(b).max(d).max(e) == c;
    let least = |[a, b, c, d, e]: [i32; 5]| a.min(b).min(d).min(e) == c;
    assert_eq!(agreed(domains, |[a, b, c, d, e]| maximum([a, b, d, e], c), greatest), 166);
    assert_eq!(agreed(domains, |[a, b, c, d, e]| max_of([a, b, d, e]).eq(c), greatest), 166);
    assert_eq!(agreed(domains, |[a, b, c, d, e]| minimum([a, b, d, e], c), least), 138);
    assert_eq!(agreed(domains, |[a, b, c, d, e]| min_of([a, b, d, e]).eq(c), least), 138);
}

/// clpz#23: what has no value is false, and once all is known nothing is left of it, in whatever order it was said.
#[test]
fn nothing_is_left_of_what_is_decided() {
    let zero = || Expr::from(0);
    assert_eq!(counted([&[-2, -1, 0]], |[b]| not((zero() / (b * b)).eq(0))), 1);
    let is_own_quotient = |a: IntVar| iff(a.is(1), (a / a.pow(2)).eq(a));
    assert_eq!(counted([&[0, 1]], |[a]| is_own_quotient(a)), 2);
    for is_first in [false, true] {
        let (mut model, [a, b]) = vars([&[0, 1], &[-2, -1, 0]]);
        let known = all_of([a.eq(0), b.eq(0)]);
        if is_first {
            post(&mut model, known.clone());
        }
        post(&mut model, not((zero() / (b * b)).eq(0)));
        post(&mut model, is_own_quotient(a));
        post(&mut model, known);
        let left = model.residual(Consistency::Bounds).expect("there is a solution");
        assert_eq!(left.constraints().collect::<Vec<_>>(), [""; 0]);
    }
}

/// choco-solver#176: what only one variable can reach it has, without a dead end, whether its values are few or many.
#[test]
fn the_only_one_that_reaches_it() {
    let reached = |most: i32, is_most: bool| {
        let mut model = Model::new();
        let x = model.int_var(4..=most);
        if is_most {
            post(&mut model, maximum([number(x, 2), x.view()], number(x, most)));
        } else {
            post(&mut model, minimum([number(x, most + 8), x.view()], number(x, 4)));
        }
        let mut search = model.solutions();
        let found: Vec<i32> = search.by_ref().map(|solution| solution[x]).collect();
        let statistics = search.statistics();
        assert_eq!((statistics.nodes, statistics.failures), (1, 0), "{model}");
        found
    };
    for most in [12, 1_000_000] {
        assert_eq!((reached(most, true), reached(most, false)), (vec![most], vec![4]));
    }
}

/// chuffed PR 78: each bound of a product is explained by the bounds that it comes from, in every sign.
#[test]
fn products_are_explained() {
    let (three, nine) = (range(-3, 3), range(-9, 9));
    assert_eq!(agreed([&three, &three, &nine], |[x, y, z]| times(x, y, z), |[x, y, z]| x * y == z), 49);
    for [a, b, c] in [[-3..=3, -3..=3, -7..=8], [-3..=-1, 0..=3, -9..=9], [1..=4, -2..=2, -3..=6]] {
        let mut model = Model::new();
        let [x, y, z] = [a, b, c].map(|values| model.int_var(values));
        check_constraint(&model, times(x, y, z)).expect("it keeps its promises");
        check_constraint(&model, times(x, x, z)).expect("it keeps its promises");
    }
}

/// chuffed#118: which entries are in reach is among the reasons, where the index has holes.
#[test]
fn elements_of_an_index_with_holes() {
    let entries = |a, b, c| [Operand::from(9), a, Operand::from(9), b, Operand::from(-9), c];
    let domains: [&[i32]; 5] = [&[1, 3, 5], &[0, 1, 2], &[1, 2], &[-1, 2, 3], &[-1, 0, 2, 3]];
    let one_of = |[i, a, b, c, y]: [IntVar; 5]| element_var(i, entries(a.into(), b.into(), c.into()), y);
    let holds = |[i, a, b, c, y]: [i32; 5]| [9, a, 9, b, -9, c][i as usize] == y;
    assert_eq!(agreed(domains, one_of, holds), 39);
    let (model, xs) = vars(domains);
    check_constraint(&model, one_of(xs)).expect("it keeps its promises");
}
