//! Promise: conditions of conditions, to any depth, say what they say, and are no more work than their number.

use proptest::prelude::*;
use residua::constraints::{
    At, Condition, Connect, Constraint, Expr, all_different, all_of, any_of, at_least, at_most, count, eq,
    how_many, if_then_else, in_set, max_of, not, number_of,
};
use residua::engine::Consistency;
use residua::model::{IntVar, IntView, Model, Options, Solver};
use residua::search::Learning;
use std::sync::Arc;

use crate::catalogue::cases;
use crate::oracle;

/// A condition on variables, by their numbers.
#[derive(Clone, Debug)]
enum Tree {
    Is(usize, i32),
    AtMost(usize, i32),
    In(usize, [i32; 2]),
    Less(usize, usize),
    SumIs([usize; 3], i32),
    QuotientIs(usize, usize, i32),
    Differ(Vec<usize>),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
    Xor(Box<[Tree; 2]>),
    Iff(Box<[Tree; 2]>),
    Implies(Box<[Tree; 2]>),
    AtLeast(Vec<Tree>, i32),
    /// Where the first one holds the second, else the third.
    Choice(Box<[Tree; 3]>),
}

impl Tree {
    fn holds(&self, at: &[i32]) -> bool {
        match self {
            Tree::Is(x, value) => at[*x] == *value,
            Tree::AtMost(x, value) => at[*x] <= *value,
            Tree::In(x, values) => values.contains(&at[*x]),
            Tree::Less(x, y) => at[*x] < at[*y],
            Tree::SumIs([x, y, z], total) => at[*x] + at[*y] + at[*z] == *total,
            Tree::QuotientIs(x, y, value) => at[*x].checked_div(at[*y]) == Some(*value),
            Tree::Differ(xs) => (0..xs.len()).all(|i| (0..i).all(|j| at[xs[i]] != at[xs[j]])),
            Tree::Not(of) => !of.holds(at),
            Tree::And(of) => of.iter().all(|part| part.holds(at)),
            Tree::Or(of) => of.iter().any(|part| part.holds(at)),
            Tree::Xor(of) => of[0].holds(at) != of[1].holds(at),
            Tree::Iff(of) => of[0].holds(at) == of[1].holds(at),
            Tree::Implies(of) => !of[0].holds(at) || of[1].holds(at),
            Tree::AtLeast(of, number) => of.iter().filter(|part| part.holds(at)).count() as i32 >= *number,
            Tree::Choice(of) => if of[0].holds(at) { &of[1] } else { &of[2] }.holds(at),
        }
    }

    fn condition(&self, xs: &[IntVar]) -> Arc<dyn Constraint> {
        let all = |of: &[Tree]| of.iter().map(|part| part.condition(xs)).collect::<Vec<_>>();
        match self {
            Tree::Is(x, value) => xs[*x].is(*value).into_shared(),
            Tree::AtMost(x, value) => xs[*x].at_most(*value).into_shared(),
            Tree::In(x, values) => in_set(xs[*x], *values).into_shared(),
            Tree::Less(x, y) => xs[*x].lt(xs[*y]).into_shared(),
            Tree::SumIs([x, y, z], total) => (xs[*x] + xs[*y] + xs[*z]).eq(*total).into_shared(),
            Tree::QuotientIs(x, y, value) => (xs[*x] / xs[*y]).eq(*value).into_shared(),
            Tree::Differ(of) => all_different(of.iter().map(|&x| xs[x])).into_shared(),
            Tree::Not(of) => not(of.condition(xs)).into_shared(),
            Tree::And(of) => all_of(all(of)).into_shared(),
            Tree::Or(of) => any_of(all(of)).into_shared(),
            Tree::Xor(of) => of[0].condition(xs).xor(of[1].condition(xs)).into_shared(),
            Tree::Iff(of) => of[0].condition(xs).iff(of[1].condition(xs)).into_shared(),
            Tree::Implies(of) => of[0].condition(xs).implies(of[1].condition(xs)).into_shared(),
            Tree::AtLeast(of, number) => how_many(all(of)).ge(*number).into_shared(),
            Tree::Choice(of) => {
                let [then, or] = [&of[1], &of[2]].map(|part| how_many([part.condition(xs)]));
                if_then_else(of[0].condition(xs), then, or).eq(1).into_shared()
            }
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let (x, value) = (|| 0..3usize, || -2..=2i32);
    let leaf = prop_oneof![
        (x(), value()).prop_map(|(x, value)| Tree::Is(x, value)),
        (x(), value()).prop_map(|(x, value)| Tree::AtMost(x, value)),
        (x(), value(), value()).prop_map(|(x, a, b)| Tree::In(x, [a, b])),
        (x(), x()).prop_map(|(x, y)| Tree::Less(x, y)),
        ([x(), x(), x()], value()).prop_map(|(xs, total)| Tree::SumIs(xs, total)),
        (x(), x(), value()).prop_map(|(x, y, value)| Tree::QuotientIs(x, y, value)),
        prop::collection::vec(x(), 0..=3).prop_map(Tree::Differ),
    ];
    leaf.prop_recursive(5, 12, 3, |inner| {
        let several = || prop::collection::vec(inner.clone(), 0..=3);
        let two = || [inner.clone(), inner.clone()].prop_map(Box::new);
        prop_oneof![
            inner.clone().prop_map(|of| Tree::Not(Box::new(of))),
            several().prop_map(Tree::And),
            several().prop_map(Tree::Or),
            two().prop_map(Tree::Xor),
            two().prop_map(Tree::Iff),
            two().prop_map(Tree::Implies),
            (several(), 0..=3i32).prop_map(|(of, number)| Tree::AtLeast(of, number)),
            [inner.clone(), inner.clone(), inner.clone()].prop_map(|of| Tree::Choice(Box::new(of))),
        ]
    })
}

fn solutions(model: &Model) -> Vec<Vec<i32>> {
    let mut found: Vec<Vec<i32>> = model.solutions().map(|solution| solution.values().to_vec()).collect();
    found.sort_unstable();
    found
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn of_any_depth(trees in prop::collection::vec(tree(), 1..=2), first: bool) {
        let domains = vec![vec![-2, -1, 0, 1, 2], vec![-1, 0, 2], vec![-2, 0, 1]];
        let mut model = Model::new();
        let xs: Vec<IntVar> = domains.iter().map(|values| model.int_var(&values[..])).collect();
        if first {
            model.post(xs[0].lt(xs[1])).expect("small");
        }
        for tree in &trees {
            model.post(tree.condition(&xs)).expect("small");
        }
        let mut expected = oracle::assignments(&domains);
        expected.retain(|at| (!first || at[0] < at[1]) && trees.iter().all(|tree| tree.holds(at)));
        expected.sort_unstable();
        prop_assert_eq!(solutions(&model), expected.clone(), "{}", model);
        let left = model.residual(Consistency::Domain).map_or_else(Vec::new, |left| solutions(&left.model));
        prop_assert_eq!(left, expected, "{}", model);
    }
}

/// Whether an odd number of literals is true: a chain of as many conditions as there are literals, each in the next one.
#[test]
fn parity() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 60, 0..=1);
    let odd = xs[1..].iter().fold(not(not(xs[0].is(1))), |odd, x| odd ^ x.is(1));
    let even =
        xs[1..].iter().fold(not(xs[0].is(1)), |even, x| x.is(0).iff(even).and(all_of::<Condition>([])));
    model.post(odd).expect("small");
    for &x in &xs[3..] {
        model.post(eq(x, 1)).expect("small");
    }
    assert_eq!(model.solutions().count(), 4);
    model.post(even).expect("small");
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    assert_eq!(model.solutions().count(), 0);
}

/// Functions of one argument within each other, and divisors within divisors.
#[test]
fn functions_of_functions() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, -3..=3));
    let deep = (0..100).fold(Expr::from(x), |deep, _| (deep - 1).abs());
    model.post(deep.eq(0)).expect("small");
    let value = |x: i32| (0..100).fold(x, |value, _| (value - 1).abs());
    let expected = (-3..=3).filter(|&x| value(x) == 0).count();
    assert_eq!(model.solutions().count(), 7 * expected);
    let quotients = (0..6).fold(Expr::from(y), |below, _| 6 / (below + 1));
    model.post(quotients.ne(0)).expect("small");
    let value = |y: i32| (0..6).try_fold(y, |below, _| 6_i32.checked_div(below + 1));
    let expected = expected * (-3..=3).filter(|&y| value(y).is_some_and(|value| value != 0)).count();
    assert_eq!(model.solutions().count(), expected);
}

/// Literals are connected by operators, sums grow term by term, and a number is divided by what is not known.
#[test]
fn operators() {
    let mut model = Model::new();
    let xs = model.int_vars("x", 4, 0..=3);
    model.post((xs[0].is(1) & xs[1].at_least(2)) | !xs[0].is(1) & xs[1].is(0)).expect("small");
    model.post(xs[2].is(1) ^ xs[3].is(1)).expect("small");
    assert_eq!(model.solutions().count(), (2 + 3) * 6);
    let mut total = Expr::default();
    for &x in &xs {
        total += 2 * x;
    }
    total -= xs[0] * xs[1];
    model.post(total.le(7 % xs[3] + 6 / xs[2])).expect("small");
    let found = model.solutions().map(|found| found.values().to_vec());
    let mut expected = oracle::assignments(&vec![vec![0, 1, 2, 3]; 4]);
    expected.retain(|at| {
        let [a, b, c, d] = [at[0], at[1], at[2], at[3]];
        let is_met = if a == 1 { b >= 2 } else { b == 0 } && (c == 1) != (d == 1) && c != 0 && d != 0;
        is_met && 2 * (a + b + c + d) - a * b <= 7 % d + 6 / c
    });
    let mut found: Vec<Vec<i32>> = found.collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

/// The solutions over `x`, `y` from -2 to 2 are those of brute force, also where the opposite is posted.
fn check_pairs(condition: impl Fn(IntVar, IntVar) -> Condition, holds: impl Fn(i32, i32) -> bool) {
    for truth in [true, false] {
        let mut model = Model::new();
        let [x, y] = ["x", "y"].map(|name| model.named_var(name, -2..=2));
        let posted = condition(x, y);
        model.post(if truth { posted } else { not(posted) }).expect("small");
        let mut expected = oracle::assignments(&vec![vec![-2, -1, 0, 1, 2]; 2]);
        expected.retain(|at| holds(at[0], at[1]) == truth);
        assert_eq!(solutions(&model), expected, "{model}");
        let left = model.residual(Consistency::Domain).map_or_else(Vec::new, |left| solutions(&left.model));
        assert_eq!(left, expected, "{model}");
    }
}

/// Counts of distinct variables, and what they are compared with, are reified and negated by propagators of their own; the number and
/// the value that is counted may be open.
#[test]
fn reified_counts_with_an_open_number() {
    type Compared = (fn([IntVar; 4]) -> Condition, fn(i32, i32) -> bool);
    let is_one = |x: i32, y: i32, value: i32| i32::from(x == value) + i32::from(y == value);
    let kinds: [Compared; 4] = [
        (
            |[x, y, n, _]| Condition::new(number_of([x.is(1), y.is(1)], n).into_shared()),
            |count, n| count == n,
        ),
        (|[x, y, n, _]| Condition::new(at_most(n, [x.is(1), y.is(1)]).into_shared()), |count, n| count <= n),
        (|[x, y, n, _]| Condition::new(at_least(n, [x.is(1), y.is(1)]).into_shared()), |count, n| count >= n),
        (|[x, y, n, value]| Condition::new(count([x, y], value, n).into_shared()), |count, n| count == n),
    ];
    for (at, (condition, is_right)) in kinds.into_iter().enumerate() {
        for learn in [Learning::Off, Learning::On] {
            let mut model = Model::new();
            let names = ["x", "y", "n", "value"];
            let vars = names.map(|name| model.named_var(name, if name == "n" { -1..=2 } else { 0..=2 }));
            let b = model.named_var("b", 0..=1);
            model.post(condition(vars).reified_by(b.is(1))).expect("small");
            let mut found: Vec<Vec<i32>> =
                model.search().learn(learn).solutions().map(|found| found.values().to_vec()).collect();
            found.sort_unstable();
            let three = vec![0, 1, 2];
            let domains = [three.clone(), three.clone(), vec![-1, 0, 1, 2], three, vec![0, 1]];
            let mut expected = oracle::assignments(&domains);
            expected.retain(|of| {
                let value = if at == 3 { of[3] } else { 1 };
                is_right(is_one(of[0], of[1], value), of[2]) == (of[4] == 1)
            });
            assert_eq!(found, expected, "{model}");
        }
    }
}

/// Of two branches only the one that is chosen needs a value, whichever it is.
#[test]
fn branches_without_a_value() {
    let chosen = |x: i32, y: i32| if x < 0 { x.checked_div(y) } else { y.checked_rem(x) };
    let branches = |x: IntVar, y: IntVar| if_then_else(x.lt(0), x / y, y % x);
    check_pairs(|x, y| branches(x, y).le(0), |x, y| chosen(x, y).is_some_and(|value| value <= 0));
    check_pairs(|x, y| branches(x, y).ge(0), |x, y| chosen(x, y).is_some_and(|value| value >= 0));
    let second = |x: i32, y: i32| if y == 0 { Some(x) } else { x.checked_div(y + 1) };
    check_pairs(
        |x, y| if_then_else(y.is(0), x, x / (y + 1)).eq(x),
        |x, y| second(x, y).is_some_and(|value| value == x),
    );
    // A condition that is known leaves its own branch, with what that needs.
    check_pairs(|x, y| if_then_else(x.at_most(9), 2 / y, x).le(1), |_, y| y != 0 && 2 / y <= 1);
    check_pairs(|x, y| if_then_else(x.at_least(9), x, 2 / y).le(1), |_, y| y != 0 && 2 / y <= 1);
    check_pairs(|x, y| if_then_else(x.eq(x), 2 / y, x).le(1), |_, y| y != 0 && 2 / y <= 1);
    check_pairs(|x, y| if_then_else(x.lt(x), x, 2 / y).le(1), |_, y| y != 0 && 2 / y <= 1);
    check_pairs(|x, y| if_then_else(x.eq(x), 2 / y, x).ge(1), |_, y| y != 0 && 2 / y >= 1);
    check_pairs(|x, y| if_then_else(x.lt(x), x, 2 / y).ge(1), |_, y| y != 0 && 2 / y >= 1);
    // And nothing of what the other one needs.
    check_pairs(|x, y| if_then_else(x.eq(x), x, 2 / y).le(1), |x, _| x <= 1);
    check_pairs(|x, y| if_then_else(x.lt(x), 2 / y, x).le(1), |x, _| x <= 1);
}

/// Two conditions have the same choice, of which each is false only where the chosen branch has no value.
#[test]
fn a_shared_choice_without_a_value() {
    let chosen = |x: IntVar, y: IntVar| if_then_else(x.lt(0), x / y, x);
    let value = |x: i32, y: i32| if x < 0 { x.checked_div(y) } else { Some(x) };
    check_pairs(
        |x, y| chosen(x, y).le(1).and(chosen(x, y).ge(1)),
        |x, y| value(x, y).is_some_and(|value| value == 1),
    );
    check_pairs(
        |x, y| chosen(x, y).le(0) | (chosen(x, y) * chosen(x, y)).ge(4),
        |x, y| value(x, y).is_some_and(|value| value <= 0 || value >= 2),
    );
    // And two constraints of one model.
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, -2..=2));
    model.post(chosen(x, y).le(1)).expect("small");
    model.post(chosen(x, y).ge(1)).expect("small");
    let mut expected = oracle::assignments(&vec![vec![-2, -1, 0, 1, 2]; 2]);
    expected.retain(|at| value(at[0], at[1]) == Some(1));
    assert_eq!(solutions(&model), expected);
}

/// Indices, divisors and exponents within each other, to a depth where twice the work at each level would never end.
#[test]
fn partial_functions_of_partial_functions() {
    type Step = (fn(&[IntVar], Expr) -> Expr, fn(&[i32], i32) -> Option<i32>);
    let steps: [Step; 4] = [
        (|xs, deep| xs.at(deep), |xs, value| xs.get(usize::try_from(value).ok()?).copied()),
        (|xs, deep| xs[1] / (deep - 1), |xs, value| xs[1].checked_div(value - 1)),
        (|xs, deep| (xs[0] % deep) - 1, |xs, value| Some(xs[0].checked_rem(value)? - 1)),
        (|_, deep| Expr::from(-1).pow(deep) - 1, |_, value| Some(if value % 2 == 0 { 0 } else { -2 })),
    ];
    let values = vec![-1, 0, 1, 2, 3];
    let assignments = oracle::assignments(&vec![values.clone(); 3]);
    for (deeper, step) in steps {
        for depth in [1, 2, 5, 40] {
            for truth in [true, false] {
                let mut model = Model::new();
                let xs: Vec<IntVar> = (0..3).map(|_| model.int_var(&values[..])).collect();
                let deep = (0..depth).fold(Expr::from(xs[2]), |deep, _| deeper(&xs, deep));
                let condition = deep.le(1);
                model.post(if truth { condition } else { not(condition) }).expect("small");
                let holds = |at: &[i32]| {
                    let value = (0..depth).try_fold(at[2], |value, _| step(at, value));
                    value.is_some_and(|value| value <= 1) == truth
                };
                let expected: Vec<Vec<i32>> = assignments.iter().filter(|at| holds(at)).cloned().collect();
                assert_eq!(solutions(&model), expected, "to the depth {depth}");
                // Where explanations are recorded, and as what is left.
                let mut solver = Solver::new(&model, Options::default().record(true));
                assert!(solver.propagate().is_ok() || expected.is_empty());
                let left = model.residual(Consistency::Domain);
                assert_eq!(left.map_or_else(Vec::new, |left| solutions(&left.model)), expected);
            }
        }
    }
}

/// A function that several conditions have is one variable; each of the conditions is false where its arguments have no value.
#[test]
fn shared_functions_without_a_value() {
    let most = |x: IntVar, y: IntVar| max_of([x / y, Expr::from(1)]);
    let value = |x: i32, y: i32| x.checked_div(y).map(|value| value.max(1));
    check_pairs(
        |x, y| (most(x, y).ge(2) | x.is(0)) & (most(x, y).le(1) | x.is(1)),
        |x, y| {
            let most = value(x, y);
            (most.is_some_and(|most| most >= 2) || x == 0) && (most.is_some_and(|most| most <= 1) || x == 1)
        },
    );
    let none = 0;
    check_pairs(
        |x, y| (x / y * none).eq(none).iff(most(x, y).eq(1)),
        |x, y| (y != 0) == (value(x, y) == Some(1)),
    );
    let entry = |x: IntVar, y: IntVar| [x.view(), y + 1].at(x.pow(y));
    let value = |x: i32, y: i32| {
        let power = match (x, y) {
            (1, _) => 1,
            (-1, _) => 1 - 2 * (y & 1),
            _ => x.pow(u32::try_from(y).ok()?),
        };
        [x, y + 1].get(usize::try_from(power).ok()?).copied()
    };
    check_pairs(
        |x, y| (entry(x, y).ge(1) | y.is(-1)) & !entry(x, y).eq(2),
        |x, y| (value(x, y).is_some_and(|value| value >= 1) || y == -1) && value(x, y) != Some(2),
    );
}

/// What is known of a count when it is posted counts, on either side of any comparison.
#[test]
fn counts_with_known_parts() {
    let number = |x: i32, y: i32| 1 + i32::from(x < y) + i32::from(y == 2);
    let counted =
        |x: IntVar, y: IntVar| how_many([all_of::<Condition>([]), x.lt(y), y.is(2).and(x.at_least(-9))]);
    check_pairs(|x, y| counted(x, y).le(2), |x, y| number(x, y) <= 2);
    check_pairs(|x, y| (counted(x, y) + 1).eq(x + 2), |x, y| number(x, y) + 1 == x + 2);
    let sure = |x: IntVar, y: IntVar| how_many([x.eq(x), x.lt(x), y.eq(2), x.eq(0)]);
    let number = |x: i32, y: i32| 1 + i32::from(y == 2) + i32::from(x == 0);
    check_pairs(|x, y| sure(x, y).eq(x), |x, y| number(x, y) == x);
    check_pairs(|x, y| (sure(x, y) * y).le(x), |x, y| number(x, y) * y <= x);
    let literals = |x: IntVar, y: IntVar| how_many([x.is(1), y.is(1)]);
    let number = |x: i32, y: i32| i32::from(x == 1) + i32::from(y == 1);
    check_pairs(|x, y| eq(1, literals(x, y)), |x, y| number(x, y) == 1);
    check_pairs(|x, y| Expr::from(1).le(literals(x, y)), |x, y| 1 <= number(x, y));
    check_pairs(|x, y| Expr::from(x).ge(literals(x, y) + 1), |x, y| x > number(x, y));
    check_pairs(|x, y| (literals(x, y) - 1).ge(y), |x, y| number(x, y) > y);
}

/// The ends of 64 bits compare as the numbers that they are: nothing is beyond them.
#[test]
fn comparisons_with_the_ends_of_64_bits() {
    let ends =
        [i64::MIN, i64::MIN + 1, -(1 << 62) - 1, -(1 << 62), 1 << 62, (1 << 62) + 1, i64::MAX - 1, i64::MAX];
    let views: [fn(IntVar) -> IntView; 5] =
        [|x| x.view(), |x| x + 7, |x| -x, |x| x * 2 - 1, |x| x * i32::MIN];
    for (end, view) in ends.into_iter().flat_map(|end| views.map(|view| (end, view))) {
        type Makes = fn(IntView, i64) -> Condition;
        type Holds = fn(&i64, &i64) -> bool;
        let made: [(Makes, Holds); 6] = [
            (|x, end| x.eq(end), i64::eq),
            (|x, end| x.ne(end), i64::ne),
            (|x, end| x.lt(end), i64::lt),
            (|x, end| x.le(end), i64::le),
            (|x, end| x.gt(end), i64::gt),
            (|x, end| x.ge(end), i64::ge),
        ];
        for ((make, holds), is_negated) in made.into_iter().flat_map(|make| [(make, false), (make, true)]) {
            let mut model = Model::new();
            let x = model.named_var("x", -1..=1);
            let view = view(x);
            let value = |value: i64| value * i64::from(view.scale()) + i64::from(view.offset());
            let expected = (-1..=1).filter(|&x| holds(&value(x), &end) != is_negated).count();
            let condition = if is_negated { not(make(view, end)) } else { make(view, end) };
            if model.post(condition).is_ok() {
                assert_eq!(model.solutions().count(), expected, "{model}");
            }
        }
    }
}
