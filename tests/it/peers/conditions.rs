//! Promise: each constraint is a condition, too: what is said of it holds both ways and half, negated and nested.

use residua::constraints::{
    Automaton, Condition, Connect, Constraint, all_different, all_of, any_of, count, cumulative, decreasing,
    eq, in_set, increasing, le, lex_less, lex_lesseq, lt, mdd, ne, not, regular, short_table,
    strictly_decreasing, strictly_increasing,
};
use residua::model::IntVar;

use crate::peers::{agreed, counted, never, number, post, range, solutions_of, vars};

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

/// choco-solver#1072: values that differ under a condition, as MiniZinc writes it, too.
#[test]
fn different_values_under_a_condition() {
    let ten = range(1, 10);
    let implied = |[x, y, z, b]: [IntVar; 4]| b.is(1).implies(all_different([x, y, z]));
    let differ = |x, y, z| x != y && y != z && z != x;
    assert_eq!(agreed([&ten, &ten, &ten, &[0, 1]], implied, |[x, y, z, b]| b == 0 || differ(x, y, z)), 1720);
    let text = "\
var bool: bv :: output_var;
var 1..10: x :: output_var;
var 1..10: y :: output_var;
var 1..10: z :: output_var;
constraint fzn_all_different_int_imp([x,y,z],bv);
solve satisfy;
";
    assert_eq!(solutions_of(text), 1720);
    assert_eq!(solutions_of(&text.replace("_imp", "_reif")), 1000);
    assert_eq!(solutions_of(&text.replace("var bool: bv :: output_var", "bool: bv = true")), 720);
    let not = text.replace("var bool: bv :: output_var", "bool: bv = false").replace("_imp", "_reif");
    assert_eq!(solutions_of(&not), 280);
}

/// Gecode#60: whether tasks fit.
#[test]
fn tasks_as_a_condition() {
    let times = range(0, 3);
    let domains: [&[i32]; 3] = [&times, &times, &[0, 1]];
    let apart = |s: i32, t: i32| (s - t).abs() >= 2;
    let fit = |s: IntVar, t: IntVar| cumulative([s, t], [2, 2], [1, 1], 1);
    let said = |[s, t, b]: [IntVar; 3]| fit(s, t).reified_by(b.is(1));
    assert_eq!(agreed(domains, said, |[s, t, b]| apart(s, t) == (b == 1)), 16);
    let implied = |[s, t, b]: [IntVar; 3]| b.is(1).implies(fit(s, t));
    assert_eq!(agreed(domains, implied, |[s, t, b]| b == 0 || apart(s, t)), 22);
    assert_eq!(agreed([&times; 2], |[s, t]| not(fit(s, t)), |[s, t]| !apart(s, t)), 10);
    let text = "\
var bool: b :: output_var;
var 0..3: s :: output_var;
var 0..3: t :: output_var;
constraint fzn_cumulative_reif([s,t],[2,2],[1,1],1,b);
solve satisfy;
";
    assert_eq!(solutions_of(text), 16);
    assert_eq!(solutions_of(&text.replace("_reif", "_imp")), 22);
    for (truth, expected) in [("true", 6), ("false", 10)] {
        let known = text.replace("var bool: b :: output_var", &format!("bool: b = {truth}"));
        assert_eq!(solutions_of(&known), expected);
    }
}

/// MiniZinc#13: whether a value occurs as often as that.
#[test]
fn counts_as_a_condition() {
    let three: &[i32] = &[0, 1, 2];
    let said = |[x, y, v, n, b]: [IntVar; 5]| count([x, y], v, n).reified_by(b.is(1));
    let occurs = |[x, y, v, n]: [i32; 4]| i32::from(x == v) + i32::from(y == v) == n;
    let holds = |[x, y, v, n, b]: [i32; 5]| occurs([x, y, v, n]) == (b == 1);
    assert_eq!(agreed([three, three, three, three, &[0, 1]], said, holds), 81);
    let differs = |[x, y, v, n]: [IntVar; 4]| not(count([x, y], v, n));
    assert_eq!(agreed([three; 4], differs, |all| !occurs(all)), 54);
    let text = "\
bool: b = true;
var 0..2: x :: output_var;
var 0..2: y :: output_var;
var 0..2: v :: output_var;
var 0..2: n :: output_var;
constraint fzn_count_eq_reif([x,y],v,n,b);
solve satisfy;
";
    assert_eq!(solutions_of(text), 27);
    assert_eq!(solutions_of(&text.replace("true", "false")), 54);
}

/// `CPMpy` PR 471 and choco-solver#1093: a list that is not in order, and what follows of one that is.
#[test]
fn lists_that_are_not_in_order() {
    assert_eq!(in_order(increasing, |a, b| a <= b), 10);
    assert_eq!(in_order(strictly_increasing, |a, b| a < b), 1);
    assert_eq!(in_order(decreasing, |a, b| a >= b), 10);
    assert_eq!(in_order(strictly_decreasing, |a, b| a > b), 1);
}

/// How many lists of three values are in that order; the others are not, and of those that are something follows.
fn in_order<C: Constraint + 'static>(order: fn([IntVar; 3]) -> C, precedes: fn(i32, i32) -> bool) -> usize {
    let three: &[i32] = &[0, 1, 2];
    let is_met = |[x, y, z]: [i32; 3]| precedes(x, y) && precedes(y, z);
    let met = agreed([three; 3], order, is_met);
    assert_eq!(agreed([three; 3], |xs| not(order(xs)), |xs| !is_met(xs)), 27 - met);
    let domains = [three, three, three, &[0, 1]];
    let follows = |[x, y, z, p]: [IntVar; 4]| order([x, y, z]).implies(p.is(1));
    assert_eq!(agreed(domains, follows, |[x, y, z, p]| !is_met([x, y, z]) || p == 1), 54 - met);
    let same = |[x, y, z, p]: [IntVar; 4]| order([x, y, z]).iff(p.is(1));
    assert_eq!(agreed(domains, same, |[x, y, z, p]| is_met([x, y, z]) == (p == 1)), 27);
    met
}
