//! Promise: sums have the right solutions, by whatever signs, bounds and conditions they are said, and in whatever order.

use residua::constraints::{Condition, Connect, eq, exact_sum, le, sum, times};
use residua::model::{IntVar, Model, Options, Solver};
use residua::testing::check_constraint;

use crate::oracle;
use crate::peers::{agreed, counted, post, range, solutions_of, vars};

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

/// fixpoint#109: a model of one sum. What to order for 15.05, after xkcd 287.
#[test]
fn a_sum_alone() {
    let prices = [215, 275, 335, 355, 420, 580];
    let most = prices.map(|price| range(0, 1505 / price));
    let domains = most.each_ref().map(|values| &values[..]);
    let total = |xs: [IntVar; 6]| sum(xs.iter().zip(prices).map(|(&x, price)| x * price)).eq(1505);
    let holds = |xs: [i32; 6]| xs.iter().zip(prices).map(|(x, price)| x * price).sum::<i32>() == 1505;
    assert_eq!(agreed(domains, total, holds), 2);
}

/// or-tools#4168: the same equations from first to last and from last to first. Those of the report have two factors, 6 and 4, and
/// quotients of what they leave.
#[test]
fn in_either_order() {
    let mut numbers = Vec::new();
    for is_reversed in [false, true] {
        let mut model = Model::new();
        let [all, n, l] = [4..=64, 0..=6, 0..=6].map(|values| model.int_var(values));
        let mut equations: Vec<Condition> = Vec::new();
        for _ in 0..3 {
            let [a, q] = [-60..=100, -15..=25].map(|values| model.int_var(values));
            let [b, r] = [-40..=100, -7..=16].map(|values| model.int_var(values));
            equations.extend([(all - 6 * n - 4).eq(a), (all - 4 * l - 4).eq(b)]);
            equations.extend([(4 * q).eq(a), (6 * r).eq(b)]);
        }
        if is_reversed {
            equations.reverse();
        }
        for equation in equations {
            post(&mut model, equation);
        }
        numbers.push(model.solutions().count());
    }
    let free = oracle::assignments(&[range(4, 64), range(0, 6), range(0, 6)]);
    let is_met =
        |found: &&Vec<i32>| (found[0] - 6 * found[1]) % 4 == 0 && (found[0] - 4 * found[2] - 4) % 6 == 0;
    let expected = free.iter().filter(is_met).count();
    assert_eq!((numbers, expected), (vec![expected; 2], 257));
}

/// MiniZinc#943: of a chain of orders no part is left out that says something of its own.
#[test]
fn chains() {
    for is_one in [false, true] {
        let (mut model, [x, y, z]) = vars([&range(0, 3), &[0, 3], &range(0, 3)]);
        if is_one {
            post(&mut model, le(x, y).and(le(y, z)));
        } else {
            post(&mut model, le(x, y));
            post(&mut model, le(y, z));
        }
        assert_eq!(model.solutions().count(), 8);
        let ends = model.search().project(&[x, z]).solutions();
        assert_eq!(ends.count(), 7);
    }
    let text = "\
var bool: b :: output_var;
var 0..1: x;
var 0..1: y :: output_var;
constraint bool2int(b,x);
constraint int_le(y,x);
constraint int_le(x,y);
solve satisfy;
";
    assert_eq!(solutions_of(text), 2);
}

/// Pumpkin#118: an equation that cannot be, under a condition that so is false.
#[test]
fn a_condition_that_cannot_be() {
    let bit = [0, 1];
    let (mut model, [iv, a, b, c]) = vars([&bit; 4]);
    post(&mut model, a.is(1).or(b.is(1)));
    post(&mut model, b.is(0).or(c.is(1)));
    post(&mut model, iv.is(1));
    post(&mut model, c.is(1).implies(sum([iv]).eq(0)));
    let found: Vec<_> = model.solutions().map(|s| [s[iv], s[a], s[b], s[c]]).collect();
    assert_eq!(found, [[1, 1, 0, 0]]);
}

/// Pumpkin PR 108: what a sum says step by step it says from the beginning, too. It has as many terms as make it worth while to keep aside
/// those that are fixed.
#[test]
fn step_by_step() {
    const FACTORS: [i32; 8] = [2, -3, 1, -1, 4, -2, 3, 1];
    let domains: [&[i32]; 8] =
        [&[-2, 0, 3], &[-1, 2], &[-3, 4], &[0, 1, 5], &[0, 2], &[1, 2, 4], &[-1, 0], &[2, 7]];
    let at_most = |xs: [IntVar; 8]| sum(xs.iter().zip(FACTORS).map(|(&x, factor)| x * factor)).le(1);
    let holds = |xs: [i32; 8]| xs.iter().zip(FACTORS).map(|(x, factor)| x * factor).sum::<i32>() <= 1;
    assert_eq!(agreed(domains, at_most, holds), 486);
    let (model, xs) = vars(domains);
    check_constraint(&model, at_most(xs)).expect("it keeps its promises");
}

/// Pumpkin PR 219: sums under a condition, and as one.
#[test]
fn sums_as_conditions() {
    assert_eq!(as_conditions("eq", |total| total == 1), 1);
    assert_eq!(as_conditions("ne", |total| total != 1), 24);
    assert_eq!(as_conditions("le", |total| total <= 1), 18);
}

/// For how many x and y of 0 to 4 the comparison of 2x − 3y with 1 holds; those of it as a condition are told by that number.
fn as_conditions(comparison: &str, holds: fn(i32) -> bool) -> usize {
    let pairs = oracle::assignments(&[range(0, 4), range(0, 4)]);
    let met = pairs.iter().filter(|pair| holds(2 * pair[0] - 3 * pair[1])).count();
    for (form, truth, expected) in [
        ("imp", "var bool: b :: output_var", 25 + met),
        ("reif", "var bool: b :: output_var", 25),
        ("reif", "bool: b = true", met),
        ("reif", "bool: b = false", 25 - met),
        ("imp", "bool: b = true", met),
        ("imp", "bool: b = false", 25),
    ] {
        let text = format!(
            "{truth};\nvar 0..4: x :: output_var;\nvar 0..4: y :: output_var;\n\
             constraint int_lin_{comparison}_{form}([2,-3],[x,y],1,b);\nsolve satisfy;\n"
        );
        assert_eq!(solutions_of(&text), expected, "{text}");
    }
    met
}

/// huub PR 94: two truths do not add up to -1; glasgow#248: of a sum of constants nothing is left but whether it is right.
#[test]
fn sums_of_truths() {
    let text = "\
var bool: a :: output_var;
var bool: b :: output_var;
var 0..1: x :: output_var;
var 0..1: y :: output_var;
constraint int_lin_eq([1,1],[x,y],-1);
constraint bool2int(a,x);
constraint bool2int(b,y);
solve satisfy;
";
    assert_eq!(solutions_of(text), 0);
    assert_eq!(solutions_of(&text.replace("-1)", "1)")), 2);
    assert_eq!(counted([&[0, 1], &[0, 1]], |[x, y]| (x + y).eq(-1)), 0);
    for (constant, truths, total, expected) in [
        ("[1]", "[true]", 1, 2),
        ("[1]", "[true]", 2, 0),
        ("[1,-1]", "[true,true]", 0, 2),
        ("[]", "[]", 1, 0),
    ] {
        let text = format!(
            "var bool: free :: output_var;\nconstraint bool_lin_eq({constant},{truths},{total});\nsolve satisfy;\n"
        );
        assert_eq!(solutions_of(&text), expected, "{text}");
    }
}

/// huub#329: a variable without bounds, equal to another one under a condition that holds.
#[test]
fn bounds_that_come_from_a_condition() {
    let text = "\
var 1..3: idx :: output_var;
var bool: s :: output_var;
var bool: eq1;
var bool: p;
var bool: eq2;
var bool: q;
var bool: flag :: output_var;
var int: z :: output_var;
var 0..10: x :: output_var;
constraint array_bool_element(idx,[true,true,false],flag);
constraint int_eq_imp(x,z,flag);
constraint int_eq_reif(idx,1,eq1);
constraint array_bool_and([eq1,s],p);
constraint int_eq_reif(idx,2,eq2);
constraint array_bool_and([eq2,s],q);
constraint bool_clause([p,q],[]);
solve satisfy;
";
    assert_eq!(solutions_of(text), 22);
    assert_eq!(solutions_of(&text.replace("int_eq_imp", "int_eq_reif")), 22);
}

/// python-constraint PR 108: a value is not counted twice, once for what is least and once for itself.
#[test]
fn sums_that_are_a_variable() {
    let ones = [1, 2];
    assert_eq!(agreed([&ones, &ones, &[3]], |[a, b, c]| (a + b).eq(c), |[a, b, c]| a + b == c), 2);
}

/// SudokuSolver#100: a cage of four cells with the sum 24, without 4 and 9. Where nothing fits, that is said of the cage with its reasons.
#[test]
fn a_cage_says_why() {
    let digits = [1, 2, 3, 5, 6, 7, 8];
    assert_eq!(counted([&digits; 4], |cells| exact_sum(cells, 24).distinct()), 24);
    let (mut model, cells) = vars([&digits; 4]);
    post(&mut model, exact_sum(cells, 24).distinct());
    let mut solver = Solver::new(&model, Options::default().record(true));
    assert!(solver.propagate().is_ok());
    assert_eq!(solver.domain(cells[0]).to_string(), "3 6..8");
    for atom in [cells[1].is(7), cells[2].is(8), cells[3].is_not(3)] {
        assert!(solver.assume(atom).is_ok() && solver.propagate().is_ok());
    }
    assert_eq!((solver.value(cells[0]), solver.value(cells[3])), (Some(3), Some(6)));
    let mut solver = Solver::new(&model, Options::default().record(true));
    assert!(solver.propagate().is_ok());
    for cell in cells {
        assert!(solver.assume(cell.is_not(3)).is_ok());
    }
    assert!(solver.propagate().is_err());
    let failure = solver.explain_failure().expect("there was one");
    let mut shown: Vec<String> = failure.premises.iter().map(|&atom| model.name_atom(atom)).collect();
    shown.sort();
    assert_eq!(shown, ["x0 ≠ 3", "x1 ≠ 3", "x2 ≠ 3", "x3 ≠ 3"]);
}
