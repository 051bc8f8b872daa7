//! Promise: SWI-Prolog finds exactly the solutions of a model in its goals, and no goal is redundant.
//!
//! Needs `swipl` on the path: see `outside`.

use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::TestRunner;
use residua::constraints::{all_different, eq, exact_sum, ge, in_set, le, lt, ne};
use residua::domain::Domain;
use residua::inspect::Strength;
use residua::model::{IntVar, Model, ModelError};
use residua_encode::prolog::{goals, names, program};
use residua_sudoku::Puzzle;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;

use crate::catalogue::{Instance, mixed};
use crate::oracle;
use crate::outside;
use crate::samples::REFERENCE;
use crate::statement::{Kind, Own};

const STRENGTHS: [Strength; 5] =
    [Strength::Value, Strength::Singles, Strength::Bounds, Strength::Domain, Strength::Exact];

/// How many solutions SWI-Prolog counts of each program, all in one run; `None` if it is not installed.
pub(crate) fn counts(name: &str, programs: &[String]) -> Option<Vec<usize>> {
    if !outside::has("swipl", "swi-prolog-nox") {
        return None;
    }
    let dir = outside::dir(&format!("prolog-{name}"));
    for (number, program) in programs.iter().enumerate() {
        fs::write(dir.join(format!("m{number}.pl")), program).expect("a file can be written");
    }
    // Each program is loaded into a module of its own, so that they do not share predicates.
    let driver = format!(
        "main :- forall(between(1, {}, Next), (N is Next - 1, atom_concat(m, N, M), load_files(M:M, []), M:count(C), \
         print(C), nl)).\n",
        programs.len()
    );
    fs::write(dir.join("main.pl"), driver).expect("a file can be written");
    let goal = ["-q", "-g", "main", "-t", "halt", "main.pl"];
    let (succeeds, out, err) = outside::output(&dir, "swipl", &goal);
    assert!(succeeds && err.is_empty(), "swipl objects to {}: {err}\n{out}", dir.display());
    let counts: Vec<usize> = out.lines().map(|line| line.parse().expect("a number")).collect();
    assert_eq!(counts.len(), programs.len(), "{out}");
    Some(counts)
}

/// The model, and what is left of it at each strength: as programs, but for residuals without solutions.
fn forms(model: &Model) -> Vec<String> {
    let left = STRENGTHS.into_iter().filter_map(|strength| model.inspect().strength(strength).run().residual);
    let models = [model.clone()].into_iter().chain(left.map(|residual| residual.model));
    models.map(|model| program(&model).expect("the catalogue can be encoded")).collect()
}

/// SWI-Prolog counts as we do: the model itself, and what is left of it at each strength.
fn check_puzzle(name: &str, grid: &str, expected: usize) {
    let model = grid.parse::<Puzzle>().expect("a grid").model();
    assert_eq!(model.solutions().count(), expected);
    let programs = forms(&model);
    assert_eq!(programs.len(), 1 + STRENGTHS.len());
    // SWI-Prolog would search the bare rules for long: what is left is to be counted.
    if let Some(counted) = counts(name, &programs[1..]) {
        assert_eq!(counted, [expected; STRENGTHS.len()], "at {STRENGTHS:?}");
    }
}

#[test]
fn counts_the_reference() {
    check_puzzle("reference", REFERENCE, 18);
}

/// A puzzle that SWI-Prolog solves without labeling, but for the givens of its first row, `..13....8`.
#[test]
fn counts_a_puzzle_without_its_first_row() {
    let rest = "..756..4..3..786....42....6.9.....5.1....59.....12..6..1..375.......93..";
    check_puzzle("first-row", &format!(".........{rest}"), 5);
}

/// The first Sudoku of the manual of SWI-Prolog.
#[test]
fn counts_the_puzzle_of_the_manual() {
    let rows = [
        ".........",
        ".....3.85",
        "..1.2....",
        "...5.7...",
        "..4...1..",
        ".9.......",
        "5......73",
        "..2.1....",
        "....4...9",
    ];
    check_puzzle("manual", &rows.concat(), 1);
}

#[test]
fn counts_random_models() {
    let mut runner = TestRunner::deterministic();
    let instances = mixed();
    let (mut programs, mut expected) = (Vec::new(), Vec::new());
    let (mut models, mut infeasible) = (0, 0);
    while models < 200 {
        let instance: Instance =
            instances.new_tree(&mut runner).expect("models can always be made").current();
        let solutions = oracle::solutions(&instance).len();
        // Most have solutions: to lose one is easier than to invent one.
        infeasible += usize::from(solutions == 0);
        if solutions == 0 && infeasible > 40 {
            continue;
        }
        models += 1;
        let own = forms(&instance.model());
        assert!(own.len() > STRENGTHS.len() || solutions == 0, "solutions are lost: {instance:?}");
        expected.extend(own.iter().map(|_| (solutions, instance.clone())));
        programs.extend(own);
    }
    let Some(counted) = counts("random", &programs) else { return };
    for ((count, (expected, instance)), program) in counted.into_iter().zip(expected).zip(&programs) {
        assert_eq!(count, expected, "{instance:?}\n{program}");
    }
}

/// The residual as goals.
fn left(model: &Model, strength: Strength) -> String {
    let residual = model.inspect().strength(strength).run().residual.expect("there are solutions");
    goals(&residual.model).expect("the catalogue can be encoded").to_string()
}

/// Variables `A`, `B`, … with these values.
fn letters<const N: usize>(values: [std::ops::RangeInclusive<i32>; N]) -> (Model, [IntVar; N]) {
    let mut model = Model::new();
    let mut letters = 'A'..;
    let vars =
        values.map(|values| model.named_var(&letters.next().expect("26 are enough").to_string(), values));
    (model, vars)
}

/// SWI-Prolog answers `all_different([A, B])`.
#[test]
fn nothing_entailed_is_left() -> Result<(), ModelError> {
    let (mut model, [a, b]) = letters([1..=2, 5..=6]);
    model.post(all_different([a, b]))?;
    model.post(lt(a, b))?;
    model.post(exact_sum([a + 0, -a], 0))?;
    for strength in STRENGTHS {
        assert_eq!(left(&model, strength), "A in 1..2,\nB in 5..6.\n", "{strength}");
    }
    Ok(())
}

/// SWI-Prolog answers `all_distinct([1,B,C,D])`.
#[test]
fn nothing_fixed_is_left_in_a_goal() -> Result<(), ModelError> {
    let (mut model, [a, b, c, d]) = letters([1..=1, 1..=4, 1..=4, 1..=4]);
    model.post(all_different([a, b, c, d]))?;
    model.post(exact_sum([a, b, c], 6))?;
    let expected = "A = 1,\nB in 2..3,\nC in 2..3,\nD in 2..4,\nall_distinct([B, C, D]),\nB + C #= 5.\n";
    assert_eq!(left(&model, Strength::Value), expected);
    Ok(())
}

/// SWI-Prolog answers both of two equal goals.
#[test]
fn nothing_is_left_twice() -> Result<(), ModelError> {
    let (mut model, [a, b, c]) = letters([1..=4, 1..=4, 1..=4]);
    for _ in 0..2 {
        model.post(all_different([c, b, a]))?;
        model.post(all_different([a, b]))?;
        model.post(le(a, b))?;
        model.post(lt(a, b))?;
        model.post(ge(b * 2 - 1, a * 2 + 1))?;
        model.post(ne(b, a))?;
    }
    let expected = "A in 1..3,\nB in 2..4,\nC in 1..4,\nall_distinct([C, B, A]),\nA #< B.\n";
    assert_eq!(left(&model, Strength::Domain), expected);
    Ok(())
}

/// SWI-Prolog answers `A #>= B, B #>= A`.
#[test]
fn a_cycle_of_order_is_left_as_an_equality() -> Result<(), ModelError> {
    let (mut model, [a, b, c, d]) = letters([1..=3, 1..=5, 1..=5, 1..=5]);
    model.post(le(a, b))?;
    model.post(le(b, c))?;
    model.post(ge(a, c))?;
    model.post(le(d, a + 1))?;
    model.post(le(b + 1, d))?;
    assert_eq!(left(&model, Strength::Domain), "B = A,\nC = A,\nA in 1..3,\nD #= A + 1.\n");
    Ok(())
}

/// SWI-Prolog answers reified constraints and sums by goals on auxiliary variables.
#[test]
fn no_variable_is_left_that_the_model_does_not_have() -> Result<(), ModelError> {
    let mut model = Model::new();
    let queens = model.int_vars("queen", 5, 1..=5);
    let shifted = |sign: i32| queens.iter().zip(1..).map(move |(&q, i)| q + sign * i).collect::<Vec<_>>();
    model.post(all_different(queens.clone()))?;
    model.post(all_different(shifted(1)))?;
    model.post(all_different(shifted(-1)))?;
    model.post(exact_sum(queens.iter().map(|&q| q * 2 - 3), 15))?;
    model.post(Own { kind: Kind::Apart, views: vec![queens[0].view(), queens[4].view()] })?;
    let own = names(&model);
    for strength in STRENGTHS {
        let text = left(&model, strength);
        let mut variables = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| word.starts_with(|c: char| c.is_uppercase() || c == '_'));
        assert!(variables.all(|word| own.iter().any(|name| name == word)), "{text}");
    }
    Ok(())
}

/// SWI-Prolog leaves `all_different([A, B, C])`.
#[test]
fn three_of_two_values_are_found_false() -> Result<(), ModelError> {
    let (mut model, vars) = letters([1..=2, 1..=2, 1..=2]);
    model.post(all_different(vars))?;
    assert!(model.inspect().strength(Strength::Domain).run().residual.is_none());
    Ok(())
}

/// SWI-Prolog leaves 1..4.
#[test]
fn three_that_differ_and_add_up_to_six() -> Result<(), ModelError> {
    let (mut model, vars) = letters([1..=9, 1..=9, 1..=9]);
    model.post(all_different(vars))?;
    model.post(exact_sum(vars, 6))?;
    let text = left(&model, Strength::Exact);
    assert!(text.starts_with("A in 1..3,\nB in 1..3,\nC in 1..3,\n"), "{text}");
    Ok(())
}

/// A constraint from outside the catalogue is encoded by its statement; one without a statement is named in the
/// error.
#[test]
fn constraints_of_ones_own() -> Result<(), Box<dyn Error>> {
    let (mut programs, mut expected) = (Vec::new(), Vec::new());
    for kind in Own::STATED {
        let mut model = Model::new();
        let xs = model.int_vars("x", 3, [-1, 0, 2, 3]);
        model.post(Own { kind, views: vec![xs[0] - 1, -xs[1], xs[2] * 2] })?;
        expected.push(model.solutions().count());
        programs.push(program(&model)?);
    }
    assert_eq!(expected, [36, 30, 8, 64, 0]);
    if let Some(counted) = counts("own", &programs) {
        assert_eq!(counted, expected);
    }
    let (mut model, [a, b]) = letters([1..=2, 1..=2]);
    let mut foreign = model.clone();
    foreign.post(Own { kind: Kind::Foreign, views: vec![a.view()] })?;
    assert!(goals(&foreign).is_err());
    let id = model.post(Own { kind: Kind::Mute, views: vec![a.view(), b + 1] })?;
    model.name_constraint(id, "mute one");
    let error = goals(&model).expect_err("it states nothing");
    assert_eq!(
        error.to_string(),
        "mute one, own(A, B + 1): it has no statement, so that it cannot be encoded"
    );
    assert_eq!((error.name(), error.constraint()), ("mute one", "own(A, B + 1)"));
    Ok(())
}

/// Names of any kind, sets of any kind, nothing at all.
#[test]
fn odd_models() -> Result<(), Box<dyn Error>> {
    let empty = Model::new();
    let mut infeasible = Model::new();
    infeasible.named_var("x", Domain::empty());
    let mut false_by_constants = Model::new();
    let x = false_by_constants.named_var("_", 1..=3);
    false_by_constants.post(all_different([x, x]))?;
    let mut named = Model::new();
    let odd = ["it's", "a\\b", "ä\n", "", "_", "X", "x", "X_2", "7", "q[0]", "a b", "a-b", "\u{7f}", "r1c10"];
    let vars = odd.map(|name| named.named_var(name, [-7, -6, -1, 0, 5]));
    named.post(all_different(&vars[..4]))?;
    for pair in vars[3..].windows(2) {
        named.post(eq(pair[0], pair[1]))?;
    }
    let mut views = Model::new();
    let [x, y] = ["x", "y"].map(|name| views.named_var(name, -9..=9));
    views.post(all_different([x + 1, x * 2, y - 3, -y, y + 0]))?;
    views.post(in_set(x * -3 + 1, [-8, -5, 0, 1, 4, 10]))?;
    views.post(exact_sum([x * 2, y * 4, x * -2], 8))?;
    let mut far = Model::new();
    let [a, b] = ["a", "b"].map(|name| far.named_var(name, [-2_000_000_000, 5, 2_000_000_000]));
    far.post(exact_sum([a, b, a, b, a], 2_000_000_000i64))?;
    let queens = |n: i32| {
        let mut model = Model::new();
        let queens = model.int_vars("q", n as usize, 1..=n);
        let shifted = |sign: i32| queens.iter().zip(0..).map(move |(&q, i)| q + sign * i).collect::<Vec<_>>();
        for sign in [0, 1, -1] {
            model.post(all_different(shifted(sign))).expect("small");
        }
        model
    };
    let models = [empty, infeasible, false_by_constants, named, views, far, queens(6), queens(7)];
    let programs: Vec<String> = models.iter().map(program).collect::<Result<_, _>>()?;
    let expected: Vec<usize> = models.iter().map(|model| model.solutions().count()).collect();
    assert_eq!((&expected[..4], &expected[6..]), (&[1, 0, 0, 120][..], &[4, 40][..]));
    let called: BTreeSet<String> = names(&models[3]).into_iter().collect();
    assert_eq!(called.len(), odd.len(), "{called:?}");
    if let Some(counted) = counts("odd", &programs) {
        assert_eq!(counted, expected);
    }
    Ok(())
}
