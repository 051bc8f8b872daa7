//! Promise: what other solvers got wrong in models with arithmetic, conditions, and variables that stand in several places is right
//! here. Each model has the number of solutions that its report states, or that brute force finds.

use residua::constraints::{
    At, Automaton, Condition, Connect, Constraint, Expr, all_different, all_different_except, all_of, any_of,
    arg_max, arg_min, count, eq, iff, in_set, knapsack, le, lex_less, lex_lesseq, lt, max_of, maximum, mdd,
    min_of, minimum, ne, not, regular, short_table, strictly_increasing, sum, table, times,
    value_precede_chain,
};
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model};
use residua::search::Limits;

use crate::oracle;

fn vars<const N: usize>(domains: [&[i32]; N]) -> (Model, [IntVar; N]) {
    let mut model = Model::new();
    let vars = domains.map(|values| model.int_var(Domain::from(values)));
    (model, vars)
}

fn post(model: &mut Model, constraint: impl Constraint + 'static) {
    let _ = model.post(constraint).expect("the values are small");
}

fn number(x: IntVar, value: i32) -> IntView {
    x * 0 + value
}

/// How many solutions the constraint has over these domains, at each consistency and by search and count alike.
fn counted<const N: usize, C: Constraint + 'static>(
    domains: [&[i32]; N],
    constraint: impl FnOnce([IntVar; N]) -> C,
) -> usize {
    let (mut model, vars) = vars(domains);
    post(&mut model, constraint(vars));
    let found = model.solutions().count();
    for consistency in Consistency::ALL {
        assert_eq!(model.search_at(consistency).solutions().count(), found, "{model} at {consistency}");
    }
    assert_eq!(model.count(&Limits::default()).number().to_u128(), Some(found as u128), "{model}");
    found
}

/// The same, and as many as there are assignments for which `holds`.
fn agreed<const N: usize, C: Constraint + 'static>(
    domains: [&[i32]; N],
    constraint: impl FnOnce([IntVar; N]) -> C,
    holds: impl Fn([i32; N]) -> bool,
) -> usize {
    let all = oracle::assignments(&domains.map(<[i32]>::to_vec));
    let is_met = |found: &&Vec<i32>| <[i32; N]>::try_from(&found[..]).is_ok_and(&holds);
    let expected = all.iter().filter(is_met).count();
    assert_eq!(counted(domains, constraint), expected);
    expected
}

/// The numbers from the first to the last.
fn range(first: i32, last: i32) -> Vec<i32> {
    (first..=last).collect()
}

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

/// What never holds.
fn never() -> Condition {
    any_of::<Condition>([])
}

/// One of two values.
fn in_set_of(expression: &Expr, values: [i32; 2]) -> Condition {
    any_of(values.map(|value| expression.eq(value)))
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

/// chuffed#46 and #10: values that must differ in wide domains, which do not keep holes elsewhere; choco-solver#606 and #618.
#[test]
fn different_values_of_wide_domains() {
    let mut model = Model::new();
    let marks = model.int_vars("mark", 7, 0..=1225);
    post(&mut model, eq(marks[0], 0));
    post(&mut model, strictly_increasing(&marks));
    let pairs = (0..7).flat_map(|j| (0..j).map(move |i| (i, j)));
    let gaps: Vec<IntVar> = pairs
        .map(|(i, j)| {
            let gap = model.int_var(1..=1225);
            post(&mut model, eq(gap, marks[j] - marks[i]));
            gap
        })
        .collect();
    post(&mut model, all_different(&gaps));
    let best = model.minimize(marks[6]).expect("a variable").last().expect("there are rulers");
    assert_eq!(best.0, 25);
    let (mut model, [x, y]) = vars([&[29, 30, 31], &[30]]);
    post(&mut model, all_different([x, y]));
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(left.domain(x).to_string(), "29 31");
    let far = [-1_578_598_400, -1_578_598_399, -1_578_598_398, -1_578_598_395, -1_578_598_394];
    assert_eq!(counted([&[0], &[602_499_212], &far], all_different), 5);
}

/// huub#407 and #292, trealla#38, pycsp3#119: variables that are known when they are said to be different, or the same.
#[test]
fn different_values_that_are_known() {
    assert_eq!(counted([&[1], &[1, 2], &[1, 2, 3]], all_different), 1);
    assert_eq!(counted([&[15], &[1, 2], &[15]], all_different), 0);
    assert_eq!(counted([&[0, 1, 2], &[0, 1, 2]], |[x, y]| all_different([x, y, x])), 0);
    // A Latin square with one completion, and without that one.
    let clues = [[1, 0, 0, 0, 4], [0, 0, 1, 0, 0], [0, 5, 0, 0, 0], [0, 0, 3, 5, 0], [0, 2, 0, 0, 0]];
    let mut model = Model::new();
    let cells: Vec<Vec<IntVar>> = clues
        .iter()
        .map(|row| {
            row.iter().map(|&clue| model.int_var(if clue == 0 { 1..=5 } else { clue..=clue })).collect()
        })
        .collect();
    for at in 0..5 {
        post(&mut model, all_different(&cells[at]));
        post(&mut model, all_different(cells.iter().map(|row| row[at])));
    }
    let solutions: Vec<_> = model.solutions().collect();
    for solution in &solutions {
        let differs: Vec<Condition> = model.vars().map(|var| ne(var, solution[var])).collect();
        post(&mut model, any_of(differs));
    }
    assert_eq!((solutions.len(), model.solutions().count()), (1, 0));
    // What is left of it is said.
    let (mut model, xs) = vars([&[1, 2], &[1, 2]]);
    post(&mut model, all_different(xs));
    let left = model.residual(Consistency::Domain).expect("there are solutions");
    assert_eq!(left.constraints().collect::<Vec<_>>(), ["x0 ≠ x1"]);
}

/// cosoco#79 and #82, ACE#16: lists that differ, and lines of a matrix in which the values do.
#[test]
fn lists_and_lines_that_differ() {
    let mut model = Model::new();
    let lists: Vec<Vec<IntVar>> = (0..3).map(|_| model.int_vars("x", 2, -1..=0)).collect();
    for (i, one) in lists.iter().enumerate() {
        for other in &lists[..i] {
            post(&mut model, any_of(one.iter().zip(other).map(|(a, b)| a.ne(b))));
        }
    }
    assert_eq!(model.solutions().count(), 24);
    for (rows, columns, values, except, expected) in
        [(2, 2, 0..=1, None, 2), (2, 3, 0..=2, None, 12), (2, 3, 0..=2, Some(0), 121)]
    {
        let mut model = Model::new();
        let cells = model.int_vars("x", rows * columns, values);
        let across = cells.chunks(columns).map(<[IntVar]>::to_vec);
        let down = (0..columns).map(|at| cells[at..].iter().step_by(columns).copied().collect());
        for line in across.chain(down) {
            post(&mut model, all_different_except(line, except.into_iter().collect::<Domain>()));
        }
        assert_eq!(model.solutions().count(), expected);
    }
}

/// choco-solver#605, #440 and #855: sums with far bounds, of few values, and of one variable.
#[test]
fn sums() {
    let [five, j, s]: [&[i32]; 3] = [&[-5, 5], &[-4, -1, 0, 1, 4], &[-4, 4]];
    assert_eq!(counted([five; 4], |xs| sum(xs).ge(-2_147_483_647)), 16);
    assert_eq!(agreed([&[-2, -1], j, s], |[i, j, s]| (i + j + 1).ne(s), |[i, j, s]| i + j + 1 != s), 18);
    assert_eq!(counted([&[0, 1]], |[a]| (2 * a + a).eq(0)), 1);
    // chuffed#157, Pumpkin#330, #345, #368, #369: what may leave 32 bits is refused, or has the right solutions.
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=10));
    let error = model.post((214_748_365 * x - y).ge(2_147_483_650i64)).expect_err("it leaves 32 bits");
    assert!(error.to_string().contains("214748365·x can be 2147483650"), "{error}");
    post(&mut model, (107_374_182 * x + 107_374_182 * x - y).ge(2_147_483_650i64));
    assert_eq!(model.solutions().count(), 0);
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, -i32::MAX + 1..=i32::MAX - 1));
    post(&mut model, times(x, y, z));
    post(&mut model, (x + y + 0 * z).le(z));
    post(&mut model, eq(x, 12));
    post(&mut model, eq(z, 144));
    assert_eq!(model.solutions().map(|s| s[y]).collect::<Vec<_>>(), [12]);
}

/// choco-solver#1240, #1242 and #609, glasgow#480, MiniZinc#962 and #556: conditions of few variables.
#[test]
fn conditions() {
    let [two, three]: [&[i32]; 2] = [&[0, 1], &[0, 1, 2]];
    let (mut model, [x, y, b]) = vars([two, &[-1, 0, 1], two]);
    post(&mut model, x.eq(y).reified_by(b.is(1)));
    post(&mut model, eq(x, 0));
    post(&mut model, eq(b, 0));
    assert_eq!(model.solutions().map(|s| s[y]).collect::<Vec<_>>(), [-1, 1]);
    assert_eq!(counted([three, &[1]], |[x, b]| in_set(x, [0, 2]).reified_by(b.is(1))), 2);
    assert_eq!(counted([three, &[0]], |[x, b]| in_set(x, [1]).reified_by(b.is(1))), 2);
    assert_eq!(counted([two], |[b]| all_of::<Condition>([]).reified_by(b.is(1))), 1);
    assert_eq!(counted([two], |[b]| never().reified_by(b.is(0))), 1);
    assert_eq!(counted([two; 2], |[a, b]| a.is(1).xor(a.is(1)).xor(b.is(1))), 2);
    assert_eq!(counted([two; 2], |[a, p]| ne(3 * a, 1).iff(p.is(1))), 2);
    let member = |[x, y, z, b]: [IntVar; 4]| any_of([x.eq(z), y.eq(z)]).reified_by(b.is(1));
    let holds = |[x, y, z, b]: [i32; 4]| (x == z || y == z) == (b == 1);
    assert_eq!(agreed([three, three, &[0, 1, 2, 3], two], member, holds), 36);
    // choco-solver#1079: a count that cannot be.
    assert_eq!(counted([&[1, 3]], |[a]| not(count([number(a, 1)], a, 4))), 2);
}

/// MiniZinc#813, #685, #634 and choco-solver#1044: orders as conditions.
#[test]
fn orders_as_conditions() {
    let values = range(-3, 5);
    let is_not = |[x, y, z, p]: [IntVar; 4]| strictly_increasing([x, y, z]).xor(p.is(1));
    assert_eq!(counted([&values, &values, &values, &[0, 1]], is_not), 729);
    assert_eq!(counted([&[0], &[0], &[0], &[1]], is_not), 1);
    let bits: [&[i32]; 6] = [&[0, 1]; 6];
    let either = |[a, b, c, d, e, f]: [IntVar; 6]| {
        lex_lesseq([a, b, c], [d, e, f]).or(lex_lesseq([d, e, f], [a, b, c]))
    };
    assert_eq!(counted(bits, either), 64);
    assert_eq!(counted(bits, |[a, b, c, d, e, f]| lex_lesseq([a, b, c], [d, e, f])), 36);
    assert_eq!(counted([&[1, 2, 3]], |[a]| lex_less([a.view(), number(a, 0)], [a.view(), number(a, 0)])), 0);
}

/// ACE#14, #15 and #17, MiniZinc#299: tuples with conditions in their cells, machines, diagrams.
#[test]
fn tuples_with_conditions() {
    let six = range(0, 5);
    let xs: [&[i32]; 3] = [&six; 3];
    let rows = |[x, y, z]: [IntVar; 3]| {
        any_of([
            all_of([x.is(0), y.is(0), z.is(0)]),
            x.at_least(5).and(all_of::<Condition>([])),
            in_set(y, 1..=2).and(le(z, y)),
        ])
    };
    assert_eq!(counted(xs, rows), 62);
    let row = |[x, y, z]: [IntVar; 3]| eq(x, y + 1).and(lt(z, y + 3));
    assert_eq!(agreed(xs, row, |[x, y, z]| x == y + 1 && z < y + 3), 24);
    assert_eq!(counted(xs, |[x, y, z]| all_of([ne(x, y), ne(y, z), ne(z, x)])), 120);
    let forbidden = [[Some(0), None, Some(2)], [None, Some(3), None]];
    assert_eq!(counted([&[0, 1, 2, 3]; 3], |xs| not(short_table(xs, forbidden))), 45);
    let moves = [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1)];
    let words = |xs: [IntVar; 3]| regular(xs, Automaton::new(2, 0, moves, [1]));
    assert_eq!(counted([&[0, 1], &[0, 1, 2], &[0, 1, 2, 3]], words), 7);
    let layers = [vec![(0, 1, 0), (0, 1, 1)], vec![(0, 1, 0), (1, 2, 0)]];
    assert_eq!(counted([&[1, 2]; 2], |xs| mdd(xs, layers)), 2);
}

/// chuffed#126, jacop#68: values in sequence, also below 0, and the same variable twice.
#[test]
fn values_in_sequence() {
    let domains: [&[i32]; 5] =
        [&[-4, -2, 0, 2, 3], &[-4, -3, 0, 2, 4], &[-2, 0, 2, 3], &[-5, -3, 1, 3], &[-5, -4, -2, -1, 0]];
    let holds = |[a, b, c, d, e]: [i32; 5]| {
        [b, c, a, d, e].iter().try_fold(0, |most, &x| (x <= most + 1).then_some(most.max(x))).is_some()
    };
    let chain = |[a, b, c, d, e]: [IntVar; 5]| value_precede_chain(1..=4, [b, c, a, d, e]);
    assert_eq!(agreed(domains, chain, holds), 270);
    assert_eq!(counted([&range(-1, 5)], |[d]| value_precede_chain([-3, 0, -4, 1, -1], [d, d])), 4);
}

/// choco-solver#770: what weighs nothing is packed where no room is left.
#[test]
fn things_without_weight() {
    let (mut model, [a, b, profit]) = vars([&[0, 1], &[0, 1], &range(0, 9)]);
    post(&mut model, knapsack([0, 1], [5, 1], [a, b], number(a, 0), profit));
    let found: Vec<_> = model.solutions().map(|s| [s[a], s[b], s[profit]]).collect();
    assert_eq!(found, [[0, 0, 0], [1, 0, 5]]);
}

/// scryer-prolog#3369: what holds of the whole holds of a part, in whatever order things are said.
#[test]
fn said_before_and_after() {
    let prices = [-1, 1, 5, 3, 8, 8];
    let domains = vec![range(0, 5); 4];
    let mut model = Model::new();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| model.named_var(name, 0..=5));
    let (j, k) = (model.named_var("j", 3..=5), model.named_var("k", 0..=2));
    post(&mut model, all_different([a.view(), b.view(), number(a, 5), c.view(), number(a, 0), d.view()]));
    // Places count from 1 there: the entry at b + 1 is that at b here.
    post(&mut model, k.is_not(0).implies(j.is_not(5)));
    post(&mut model, k.is_not(1).implies(ne(b + 1, 5)));
    post(&mut model, prices.at(j - 1).ge(prices.at(b)));
    post(&mut model, prices.at(b).ge(prices.at(d)));
    post(&mut model, in_set(c + 1, 3..=5).and(prices.at(b).ge(prices.at(c))));
    let price = |place: i32| prices[place as usize];
    let mut expected = 0;
    for found in oracle::assignments(&domains) {
        let [a, b, c, d] = [found[0], found[1], found[2], found[3]];
        let mut values = [a, b, 5, c, 0, d];
        values.sort_unstable();
        let is_met = |j: i32, k: i32| {
            values == [0, 1, 2, 3, 4, 5]
                && (k == 0 || j != 5)
                && (k == 1 || b + 1 != 5)
                && price(j - 1) >= price(b)
                && price(b) >= price(d)
                && (3..=5).contains(&(c + 1))
                && price(b) >= price(c)
        };
        expected += (3..=5).flat_map(|j| (0..=2).map(move |k| (j, k))).filter(|&(j, k)| is_met(j, k)).count();
    }
    assert!(expected > 0);
    assert_eq!(model.solutions().count(), expected);
    let with_three = model.solutions().filter(|s| s[d] == 3).count();
    post(&mut model, eq(d, 3));
    assert_eq!(model.solutions().count(), with_three);
    // trealla#342: A, B, C of 1..3 all different, and C is not 3, said in either order.
    for is_first in [false, true] {
        let (mut model, [a, b, c]) = vars([&[1, 2, 3]; 3]);
        if is_first {
            post(&mut model, ne(c, 3));
        }
        post(&mut model, all_different([a, b, c]));
        post(&mut model, ne(c, 3));
        assert_eq!(model.solutions().count(), 4);
    }
    // choco-solver#1045 as a condition: the same variable in both columns.
    assert_eq!(counted([&[1, 2, 7]], |[a]| not(table([a, a], [[1, 2], [7, 7]]))), 2);
}
