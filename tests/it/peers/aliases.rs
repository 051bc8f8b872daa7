//! Promise: a variable may stand in several places of a constraint, as an argument and as its result.

use residua::constraints::{
    Connect, all_different, all_different_except, all_equal, arg_max, arg_min, eq, le, lt, ne, not, sum,
    symmetric_all_different, times,
};
use residua::domain::Domain;
use residua::model::IntVar;

use crate::peers::{agreed, counted, number, range};

/// choco-solver#1034, #1035, #1077, and the second model of #1040.
#[test]
fn the_first_of_several_places() {
    let of_least = counted([&[1, 2], &[1, 6], &[1, 6]], |[a, b, d]| {
        arg_min([d.view(), b.view(), number(a, 7), number(a, 5)], a - 1)
    });
    let of_greatest = counted([&[1, 2], &[3, 4], &[3, 4]], |[a, b, e]| {
        arg_max([e.view(), b.view(), number(a, 1), number(a, 4)], a - 1)
    });
    assert_eq!((of_least, of_greatest), (3, 3));
    assert_eq!(counted([&[1, 2, 3], &[1, 2]], |[c, e]| arg_min([c, c], e - 1)), 3);
    let one = |c| number(c, 1);
    let last = |[c]: [IntVar; 1]| arg_max([one(c), one(c), one(c), c.view(), c.view()], number(c, 4));
    assert_eq!(counted([&[4, 5, 7]], last), 0);
}

/// choco-solver#1041 and #1043: a result that is an argument too.
#[test]
fn results_among_the_arguments() {
    assert_eq!(counted([&[-4, -1, 2], &[-2, -1]], |[a, b]| times(a, b, a)), 0);
    assert_eq!(counted([&[-4, -1, 2], &[-2, -1]], |[a, b]| (a * b).eq(a)), 0);
    assert_eq!(counted([&[-8, -1], &[-8, -7, -2]], |[a, b]| (b % b).eq(a)), 0);
    assert_eq!(counted([&[-8, -1], &[-8, -7, -2]], |[a, b]| b.mod_floor(b).eq(a)), 0);
    // SWI-Prolog, swipl-devel#664: X·(X − 1) + 46 = (X + Y)·(X + Y − 1).
    let both = range(-100, 100);
    assert_eq!(counted([&both, &both], |[x, y]| (x * (x - 1) + 46).eq((x + y) * (x + y - 1))), 8);
}

/// glasgow PR 223: both sides of a comparison, a sum and its terms; as conditions, too.
#[test]
fn sides_and_terms() {
    let values = range(-3, 4);
    assert_eq!(counted([&values], |[x]| eq(x, x)), 8);
    assert_eq!(counted([&values], |[x]| ne(x, x)), 0);
    assert_eq!(counted([&values], |[x]| le(x, x)), 8);
    assert_eq!(counted([&values], |[x]| lt(x, x)), 0);
    let bits = [0, 1];
    let truth = |holds: bool| move |[_, c]: [i32; 2]| (c == 1) == holds;
    assert_eq!(agreed([&values, &bits], |[x, c]| eq(x, x).reified_by(c.is(1)), truth(true)), 8);
    assert_eq!(agreed([&values, &bits], |[x, c]| ne(x, x).reified_by(c.is(1)), truth(false)), 8);
    assert_eq!(agreed([&values, &bits], |[x, c]| c.is(1).implies(ne(x, x)), |[_, c]| c == 0), 8);
    let pair = [&values[..], &values];
    assert_eq!(agreed(pair, |[x, z]| (x + x).eq(z), |[x, z]| x + x == z), 4);
    assert_eq!(agreed(pair, |[x, y]| (x + y).eq(x), |[_, y]| y == 0), 8);
    assert_eq!(agreed(pair, |[x, y]| (x + y).eq(y), |[x, _]| x == 0), 8);
    assert_eq!(agreed(pair, |[x, z]| (x - x).eq(z), |[_, z]| z == 0), 8);
    assert_eq!(agreed(pair, |[x, y]| (x - y).eq(x), |[_, y]| y == 0), 8);
    assert_eq!(agreed(pair, |[x, y]| (x - y).eq(y), |[x, y]| x == 2 * y), 4);
    assert_eq!(agreed(pair, |[x, y]| sum([x, y, x]).ne(y), |[x, _]| x != 0), 56);
    assert_eq!(counted([&values], |[x]| (x + x).eq(x)), 1);
    assert_eq!(counted([&values], |[x]| (x - x).eq(x)), 1);
}

/// glasgow PR 768: a variable that is twice among those that differ is a dead end, and a condition that is false.
#[test]
fn twice_among_those_that_differ() {
    let values = range(0, 2);
    let none = || Domain::from([].as_slice());
    assert_eq!(counted([&values], |[x]| all_different([x, x])), 0);
    assert_eq!(counted([&values], |[x]| all_different_except([x, x], none())), 0);
    assert_eq!(counted([&values], |[x]| all_different_except([x, x], 1..=1)), 1);
    assert_eq!(counted([&values; 2], |[x, y]| symmetric_all_different([x, y, x])), 0);
    assert_eq!(counted([&values; 2], |[x, y]| not(all_different([x, y, x]))), 9);
    assert_eq!(counted([&values; 2], |[x, y]| not(all_different_except([x, y, x], none()))), 9);
    assert_eq!(counted([&values; 2], |[x, y]| not(symmetric_all_different([x, y, x]))), 9);
    assert_eq!(counted([&values; 2], |[x, y]| not(all_equal([x, y, x]))), 6);
}
