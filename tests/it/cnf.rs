//! Promise: clauses have the solutions of the model, over the literals of its values, in each way to say at most one.

use proptest::prelude::*;
use residua::constraints::{At, all_different, eq, exact_sum, max_of};
use residua::domain::Domain;
use residua::model::{Model, Solution};
use residua_encode::EncodeError;
use residua_encode::answer::{Answer, AnswerError};
use residua_encode::cnf::{AtMostOne, Cnf, Encoding, Rules, cnf};
use residua_sudoku::{Geometry, Puzzle};

use crate::catalogue::{Instance, cases, stated};
use crate::oracle;

/// Whether clauses can be satisfied: unit propagation, and else both values of a variable.
fn is_satisfiable(clauses: &[Vec<i32>], values: &mut [Option<bool>]) -> bool {
    let of = |literal: i32, values: &[Option<bool>]| {
        values[literal.unsigned_abs() as usize].map(|value| value == (literal > 0))
    };
    let before = values.to_vec();
    let mut choice = None;
    loop {
        let mut has_changed = false;
        for clause in clauses {
            if clause.iter().any(|&literal| of(literal, values) == Some(true)) {
                continue;
            }
            let open: Vec<i32> = clause.iter().copied().filter(|&l| of(l, values).is_none()).collect();
            match open[..] {
                [] => {
                    values.copy_from_slice(&before);
                    return false;
                }
                [unit] => {
                    values[unit.unsigned_abs() as usize] = Some(unit > 0);
                    has_changed = true;
                }
                [first, ..] => choice = Some(first),
            }
        }
        if !has_changed {
            break;
        }
    }
    let choice = choice.filter(|&literal| of(literal, values).is_none());
    let found = choice.is_none_or(|literal| {
        [literal, -literal].into_iter().any(|literal| {
            let mut deeper = values.to_vec();
            deeper[literal.unsigned_abs() as usize] = Some(literal > 0);
            is_satisfiable(clauses, &mut deeper)
        })
    });
    values.copy_from_slice(&before);
    found
}

/// Whether the formula holds for these values of the model's variables, and for any of the others.
pub(crate) fn holds(formula: &Cnf, model: &Model, assignment: &[i32]) -> bool {
    let clauses: Vec<Vec<i32>> = formula.clauses().map(<[i32]>::to_vec).collect();
    let mut values = vec![None; formula.vars() + 1];
    for (var, &value) in model.vars().zip(assignment) {
        for other in model.domain(var) {
            let literal = formula.literal(var, other).expect("a value of its domain");
            values[literal as usize] = Some(other == value);
        }
    }
    is_satisfiable(&clauses, &mut values)
}

fn check(instance: &Instance, encoding: Encoding) -> Result<(), TestCaseError> {
    let model = instance.model();
    let formula = cnf(&model, encoding).expect("the catalogue states what it says");
    for assignment in oracle::assignments(&instance.domains) {
        prop_assert_eq!(
            holds(&formula, &model, &assignment),
            instance.holds(&assignment),
            "{:?}",
            assignment
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(300))]

    /// In each way to say at most one, and with each of the rules.
    #[test]
    fn has_the_solutions_of_the_model(instance in stated()) {
        for way in AtMostOne::ALL {
            check(&instance, way.into())?;
        }
        for rules in Rules::ALL {
            check(&instance, rules.into())?;
        }
    }

    /// Functions have auxiliary variables.
    #[test]
    fn of_formulas(numbers in prop::collection::vec(0..4i32, 2)) {
        let mut model = Model::new();
        let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=2));
        let formulas = [
            (x * y + z).eq(numbers[0]),
            max_of([x, y]).le(z * 2 - numbers[1]),
            ([2, 0, 1].at(x) - z).ne(numbers[0] - 2) & (x / y).eq(z),
        ];
        for formula in formulas {
            let mut of_one = model.clone();
            let _ = of_one.post(formula).expect("the numbers are small");
            let encoded = cnf(&of_one, AtMostOne::BySize).expect("each function is stated");
            for assignment in oracle::assignments(&vec![vec![0, 1, 2]; 3]) {
                let solution = Solution::new(assignment.clone());
                prop_assert_eq!(holds(&encoded, &of_one, &assignment), of_one.check(&solution).is_ok());
            }
        }
    }

    /// Longer sums, with partial sums between.
    #[test]
    fn of_sums(factors in prop::collection::vec(-3..=3i32, 1..=5), total in -6..=6i32) {
        let mut model = Model::new();
        let vars = model.int_vars("x", factors.len(), -1..=1);
        // A sum that cannot hold is refuted by posting; its statement says so all the same.
        let views = vars.iter().zip(&factors).map(|(&var, &factor)| var * factor);
        let _ = model.post(exact_sum(views, total)).expect("small numbers");
        let formula = cnf(&model, AtMostOne::BySize).expect("a sum has a statement");
        for assignment in oracle::assignments(&vec![vec![-1, 0, 1]; factors.len()]) {
            let sum: i32 = assignment.iter().zip(&factors).map(|(value, factor)| value * factor).sum();
            prop_assert_eq!(holds(&formula, &model, &assignment), sum == total, "{:?}", assignment);
        }
    }
}

/// Of many literals, so that each way has its new ones in several layers: none, each one, and no two of them.
#[test]
fn at_most_one_of_many() {
    for way in AtMostOne::ALL {
        for n in [5, 9, 20, 40] {
            let mut one = Model::new();
            let x = one.int_var(1..=n);
            let formula = cnf(&one, way).expect("a variable alone");
            let clauses: Vec<Vec<i32>> = formula.clauses().map(<[i32]>::to_vec).collect();
            let with = |chosen: &[i32]| {
                let mut values = vec![None; formula.vars() + 1];
                for value in 1..=n {
                    let literal = formula.literal(x, value).expect("a value of its domain");
                    values[literal as usize] = Some(chosen.contains(&value));
                }
                is_satisfiable(&clauses, &mut values)
            };
            assert!(!with(&[]), "{way:?} of {n}");
            for a in 1..=n {
                assert!(with(&[a]), "{way:?} of {n}: {a}");
                assert!((1..a).all(|b| !with(&[a, b])), "{way:?} of {n}: {a} and another");
            }
        }
    }
}

/// The index transform of the texts: `(i, j, d) ↔ n²(i-1) + n(j-1) + d`.
#[test]
fn literals_of_a_grid_are_those_of_the_texts() {
    let geometry = Geometry::new(3, 3).expect("boxes of nine cells");
    let model = geometry.model();
    for way in AtMostOne::ALL {
        let formula = cnf(&model, way).expect("it has a statement");
        for (cell, var) in model.vars().enumerate() {
            for digit in 1..=9 {
                let (row, column) = (cell as i32 / 9, cell as i32 % 9);
                assert_eq!(formula.literal(var, digit), Some(81 * row + 9 * column + digit), "{way:?}");
            }
        }
    }
    let formula = cnf(&model, AtMostOne::Pairwise).expect("it has a statement");
    // One value of nine in each of 81 cells, each value once at most in each of 27 houses.
    assert_eq!((formula.vars(), formula.clauses().len()), (729, 81 * 37 + 27 * 9 * 36));
}

/// What the texts and the literature report of 9×9, and the same of other boxes by the formulas of `rules.rs`.
#[test]
fn the_rules_have_the_counts_of_their_sources() {
    let count = |rows, columns, rules: Rules| {
        let model = Geometry::new(rows, columns).expect("a box").model();
        cnf(&model, rules).expect("it has a statement").clauses().len()
    };
    assert_eq!(Rules::ALL.map(|rules| count(3, 3, rules)), [11_745, 8_829, 11_988, 11_988, 10_530]);
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 4)] {
        let n = rows * columns;
        let (pairs, houses) = (n * (n - 1) / 2, 3 * n);
        let minimal = n * n + houses * n * pairs;
        let direct = minimal + n * n * pairs;
        let extended = direct + houses * n;
        // Pairs of cells of a box in a row, and in a column.
        let twice = n * n * (rows * columns * (columns - 1) / 2 + columns * rows * (rows - 1) / 2);
        let expected = [direct, minimal, extended, extended, extended - twice];
        assert_eq!(Rules::ALL.map(|rules| count(rows, columns, rules)), expected, "{rows}x{columns}");
    }
}

/// Of each rule set; on some of the 288 grids of 4×4.
#[test]
fn an_answer_with_one_literal_flipped_is_refused() {
    let model = Geometry::new(2, 2).expect("boxes of four cells").model();
    for rules in Rules::ALL {
        let formula = cnf(&model, rules).expect("it has a statement");
        let mut found = 0;
        for solution in model.solutions().step_by(17) {
            let is_in = |var, value| solution[var] == value;
            let mut literals: Vec<i32> = Vec::new();
            for var in model.vars() {
                literals.extend((1..=4).map(|value| {
                    let literal = formula.literal(var, value).expect("a value of its domain");
                    if is_in(var, value) { literal } else { -literal }
                }));
            }
            let answer = |literals: &[i32]| formula.decode(&format!("{literals:?}"));
            assert_eq!(answer(&literals), Ok(Answer::Solution(solution.clone())), "{rules:?}");
            for at in 0..literals.len() {
                literals[at] *= -1;
                assert!(matches!(answer(&literals), Err(AnswerError::Wrong(_))), "{rules:?}: {at}");
                literals[at] *= -1;
            }
            found += 1;
        }
        assert_eq!(found, 288_usize.div_ceil(17));
    }
}

/// Every truth assignment: where the clauses that say it are left out, a variable still has one value only.
#[test]
fn no_rule_set_lets_a_variable_have_two_values() {
    // Permutations, of which one shares a variable with an `all_different` that is none; and one with a view.
    for (count, values, solutions) in [(3, 3, 6), (2, 3, 6), (3, 2, 0), (2, 2, 2), (1, 1, 1)] {
        let mut model = Model::new();
        let xs = model.int_vars("x", count, 1..=values);
        let _ = model.post(all_different(xs.iter().map(|&x| x * 2 + 1))).expect("the model's own");
        for rules in Rules::ALL {
            let formula = cnf(&model, rules).expect("it has a statement");
            let is_true = |bits: u32, literal: i32| (bits >> (literal.abs() - 1) & 1 == 1) == (literal > 0);
            let satisfies = |bits: &u32| {
                formula.clauses().all(|clause| clause.iter().any(|&literal| is_true(*bits, literal)))
            };
            let found = (0..1u32 << formula.vars()).filter(satisfies).count();
            assert_eq!(found, solutions, "{rules:?}, {count} of {values}");
        }
    }
}

#[test]
fn a_puzzle_is_its_rules_and_givens() {
    let puzzle: Puzzle = "1... ..3. .1.. ...2".parse().expect("a puzzle of 4x4");
    let model = puzzle.model();
    let formula = cnf(&model, AtMostOne::BySize).expect("it has a statement");
    let another = [1, 3, 2, 4, 2, 4, 3, 1, 3, 1, 4, 2, 4, 2, 1, 3];
    let accepts = |grid: &[i32]| {
        model.domains().iter().zip(grid).all(|(d, v)| d.contains(*v)) && holds(&formula, &model, grid)
    };
    let unique = model.solve().expect("it has one");
    assert!(accepts(unique.values()));
    assert_eq!(accepts(&another), unique.values() == another);
}

#[test]
fn too_large_is_told() {
    let mut model = Model::new();
    let vars = model.int_vars("x", 3, 0..=100_000);
    let _ = model.post(exact_sum(&vars, 7)).expect("the model's own");
    let error = cnf(&model, AtMostOne::BySize).expect_err("10¹⁰ pairs");
    assert!(matches!(&error, EncodeError::TooLarge(what) if what.contains('x')), "{error}");
    let mut model = Model::new();
    let _ = model.int_var(0..=1_000_000_000);
    assert!(matches!(cnf(&model, AtMostOne::BySize), Err(EncodeError::TooLarge(_))));
}

/// What a stranger may do: no value at all, numbers near the end of 64 bits.
#[test]
fn extremes_are_answered() {
    let mut model = Model::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=1));
    let empty = model.named_var("none", Domain::empty());
    let _ = model.post(eq(x + y + z + empty, 1)).expect("it only has no solution");
    let formula = cnf(&model, AtMostOne::BySize).expect("it has a statement");
    assert!(formula.clauses().any(<[i32]>::is_empty));
    assert_eq!((formula.literal(empty, 0), formula.literal(x, 1)), (None, Some(2)));
    let mut model = Model::new();
    let x = model.int_vars("x", 3, [i32::MIN + 1, 0, i32::MAX - 1]);
    for count in [2, 3] {
        for total in [i64::from(i32::MAX) * 4, -i64::from(i32::MAX) * 4] {
            let mut model = model.clone();
            let _ =
                model.post(exact_sum(x[..count].iter().copied(), total)).expect("a sum of the model's own");
            let formula = cnf(&model, AtMostOne::BySize).expect("it has a statement");
            assert!(!holds(&formula, &model, &[0, 0, 0]));
        }
    }
}
