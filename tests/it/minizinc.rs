//! Promise: MiniZinc finds exactly the solutions of a model in what is written for it.

use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::TestRunner;
use residua::constraints::{all_different, element_var, eq, exact_sum, iff, in_set, le, lt, ne, pow};
use residua::domain::Domain;
use residua::inspect::Strength;
use residua::model::Model;
use residua_encode::EncodeError;
use residua_encode::answer::{Answer, AnswerError};
use residua_encode::minizinc::{decode, minizinc};
use residua_sudoku::Puzzle;
use std::collections::BTreeSet;
use std::fs;

use crate::catalogue::{Instance, mixed};
use crate::oracle;
use crate::outside;
use crate::samples::{LINE, REFERENCE, large};
use crate::statement::{Kind, Own};

/// What MiniZinc prints with these arguments; `None` if it is not installed.
fn run(name: &str, model: &Model, arguments: &[&str]) -> Option<String> {
    if !outside::has("minizinc", "minizinc") {
        return None;
    }
    let dir = outside::dir(&format!("minizinc-{name}"));
    let text = minizinc(model).expect("it has statements");
    fs::write(dir.join("model.mzn"), &text).expect("a file can be written");
    let arguments = [&["--solver", "gecode", "model.mzn"], arguments].concat();
    let (succeeds, printed, said) = outside::output(&dir, "minizinc", &arguments);
    assert!(succeeds && !said.contains("rror"), "minizinc objects: {said}\n{printed}\n{text}");
    Some(printed)
}

/// MiniZinc finds all solutions of the model, each once, and these only.
pub(crate) fn check(name: &str, model: &Model, expected: &BTreeSet<Vec<i32>>) {
    let Some(printed) = run(name, model, &["-a"]) else { return };
    let mut found = BTreeSet::new();
    for solution in printed.split_inclusive("----------\n").filter(|part| part.ends_with("----------\n")) {
        let decoded = decode(model, solution);
        let Ok(Answer::Solution(solution)) = decoded else { panic!("{decoded:?}: {solution}") };
        assert!(found.insert(solution.values().to_vec()), "twice: {solution:?}");
    }
    assert_eq!(&found, expected, "{}\n{printed}", minizinc(model).expect("it has statements"));
    if found.is_empty() {
        assert_eq!(decode(model, &printed), Ok(Answer::None), "{printed}");
    }
}

fn enumerated(model: &Model) -> BTreeSet<Vec<i32>> {
    model.solutions().map(|solution| solution.values().to_vec()).collect()
}

#[test]
fn finds_the_solutions_of_puzzles() {
    let several = LINE.replacen("53", "..", 1).replacen("7....6..195", ".....6..195", 1);
    let puzzles = [
        ("4x4", "1... ..3. .1.. ...2"),
        ("4x4-several", "1... ..3. .1.. ...."),
        ("4x4-none", "12.. ..2. ...1 3..."),
        ("6x6", ".6...42..........33.1..5...6.2..6.5."),
        ("6x6-several", REFERENCE),
        ("9x9", LINE),
        ("9x9-several", &several),
        ("9x9-none", &LINE.replacen("53..7", "53.27", 1)),
        ("16x16", &large()),
    ];
    for (name, grid) in puzzles {
        let model = grid.parse::<Puzzle>().expect("a puzzle").model();
        check(name, &model, &enumerated(&model));
    }
}

#[test]
fn finds_the_solutions_of_random_models() {
    let mut runner = TestRunner::deterministic();
    let instances = mixed();
    let (mut models, mut infeasible) = (0, 0);
    while models < 25 {
        let instance: Instance =
            instances.new_tree(&mut runner).expect("models can always be made").current();
        let expected: BTreeSet<Vec<i32>> = oracle::solutions(&instance);
        infeasible += usize::from(expected.is_empty());
        if expected.is_empty() && infeasible > 5 {
            continue;
        }
        models += 1;
        check("random", &instance.model(), &expected);
    }
}

/// Arrays with gaps, several of one name, domains of all kinds, names that are words of the language; what is left of it.
#[test]
fn odd_models() {
    let mut named = Model::new();
    let odd = [
        "x",
        "x[0]",
        "x[1]",
        "y[0]",
        "y[2]",
        "z[1]",
        "z[0]",
        "z[01]",
        "w[0]",
        "w[0]",
        "x_0",
        "var",
        "ä\nconstraint false;",
        "",
        "_",
        "7",
        "int",
        "show",
        "concat",
        "join",
        "index_set",
        "array1d",
        "all_different",
        "total_cost",
        "infinity",
        "a__b",
    ];
    let vars: Vec<_> = odd.iter().map(|name| named.named_var(name, -1..=1)).collect();
    for pair in vars.windows(2) {
        let _ = named.post(le(pair[0], pair[1])).expect("the model's own");
    }
    let id = named.post(all_different(&vars[..3])).expect("the model's own");
    named.name_constraint(id, "a \"name\"\nconstraint false;");
    let mut arrays = Model::new();
    let x = arrays.int_vars("x", 4, [-7, -2, 0, 3]);
    let _ = arrays.post(all_different(&x)).expect("the model's own");
    let _ = arrays.post(lt(x[0] * -2 + 1, x[1] + 20)).expect("the model's own");
    let _ = arrays.post(in_set(x[2] * 3 - 1, [-7, -1, 0, 1, 8])).expect("the model's own");
    let _ = arrays
        .post(exact_sum([x[0].view(), x[1].view(), x[2].view(), x[3] * 0 + 5], -4))
        .expect("the model's own");
    let left = arrays.inspect().strength(Strength::Bounds).run().residual.expect("there are solutions");
    let mut own = Model::new();
    let y = own.int_vars("y", 3, [-1, 0, 2, 3]);
    for kind in [Kind::Apart, Kind::SomeInSetOrAllDiffer, Kind::SumDiffers, Kind::True] {
        let _ = own.post(Own { kind, views: vec![y[0] - 1, -y[1], y[2] * 2] }).expect("the model's own");
    }
    let mut empty = Model::new();
    let _ = empty.int_vars("x", 2, Domain::empty());
    let mut far = Model::new();
    let [a, b] = ["a", "b"].map(|name| far.named_var(name, [-1_000_000_000, 5, 1_000_000_000]));
    let _ = far.post(eq(a, -b)).expect("the model's own");
    let _ = far.post(ne(a, a * 0 + 1_000_000_000)).expect("the model's own");
    let mut many = Model::new();
    let _ = many.named_var("x", (0..40).map(|i| i * i).collect::<Vec<i32>>());
    let models = [named, arrays, left.model, own, empty, far, many, Model::new()];
    for (number, model) in models.iter().enumerate() {
        check(&format!("odd-{number}"), model, &enumerated(model));
    }
    let mut mute = Model::new();
    let x = mute.int_var(0..=1);
    let _ = mute.post(Own { kind: Kind::Mute, views: vec![x.view(), x.view()] }).expect("the model's own");
    assert!(matches!(minizinc(&mute), Err(EncodeError::Unencodable(_))));
}

/// A set that is not: MiniZinc would list all other integers, and did so for minutes.
#[test]
fn a_complement_is_written_within_the_domain() {
    let mut model = Model::new();
    let [x, y] = ["x", "y"].map(|name| model.named_var(name, -1..=4));
    let _ = model.post(iff(in_set(x, [0, 2]), in_set(y * 2, [0, 1, 4]))).expect("the model's own");
    let text = minizinc(&model).expect("it has statements");
    assert!(!text.contains(&i32::MAX.to_string()), "{text}");
    check("complement", &model, &enumerated(&model));
}

/// What an element of a list of one is not: a conjunction of one disjunction, which is a part of another conjunction.
#[test]
fn a_disjunction_that_is_a_list_of_one_in_a_conjunction() {
    let mut model = Model::new();
    let [x, y, z, b] = ["x", "y", "z", "b"].map(|name| model.named_var(name, -1..=1));
    let _ = model.post(iff(eq(b, 1), element_var(x, [y], z))).expect("the model's own");
    let text = minizinc(&model).expect("it has statements");
    assert!(text.contains("(b != 1 /\\ (x in {-1, 1} \\/ y != z))"), "{text}");
    check("alone", &model, &enumerated(&model));
}

/// MiniZinc made a table of all exponents, for minutes.
#[test]
fn a_far_exponent_is_written_case_by_case() {
    let mut model = Model::new();
    let [x, y, z] = [[-1, 0], [3, 100_000], [0, 1]].map(|values| model.int_var(values));
    let _ = model.post(pow(x, y, z)).expect("the model's own");
    check("exponent", &model, &enumerated(&model));
}

/// Each value changed to another one; each line left out.
#[test]
fn an_answer_with_one_value_changed_is_refused() {
    let model = "1... ..3. .1.. ...2".parse::<Puzzle>().expect("a puzzle").model();
    let solution = model.solve().expect("it has one");
    let lines: Vec<(String, i32)> = model.vars().map(|var| (model.name(var), solution[var])).collect();
    let answer = |lines: &[(String, i32)]| {
        let lines: Vec<String> = lines.iter().map(|(name, value)| format!("{name} = {value};\n")).collect();
        decode(&model, &(lines.concat() + "----------\n==========\n"))
    };
    assert_eq!(answer(&lines), Ok(Answer::Solution(solution)));
    for at in 0..lines.len() {
        for value in (0..=5).filter(|&value| value != lines[at].1) {
            let mut wrong = lines.clone();
            wrong[at].1 = value;
            assert!(matches!(answer(&wrong), Err(AnswerError::Wrong(_))), "{:?}", wrong[at]);
        }
        let left = [&lines[..at], &lines[at + 1..]].concat();
        assert!(matches!(answer(&left), Err(AnswerError::Wrong(_))), "without {:?}", lines[at]);
        let twice = [&lines[..], &lines[at..=at]].concat();
        assert!(matches!(answer(&twice), Err(AnswerError::Wrong(_))), "twice {:?}", lines[at]);
    }
}
