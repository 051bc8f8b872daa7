//! Promise: a linear program has the solutions of the model, by brute force, GLPK, CBC and HiGHS.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use residua::constraints::{all_different, eq, exact_sum, in_set, le, ne};
use residua::domain::Domain;
use residua::model::{Model, Solution};
use residua_encode::EncodeError;
use residua_encode::answer::{Answer, AnswerError};
use residua_encode::program::Program;
use residua_sudoku::Puzzle;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::catalogue::{Instance, cases, stated};
use crate::lp::Lp;
use crate::oracle;
use crate::outside;
use crate::samples::{LINE, REFERENCE, large};
use crate::statement::{Kind, Own};

/// The program holds at exactly the solutions of the model; no two columns have the same name.
pub(crate) fn check(model: &Model, holds: impl Fn(&[i32]) -> bool) {
    let program = Program::new(model).expect("it has a statement");
    let text = program.lp().to_string();
    let lp = Lp::new(&text);
    assert_eq!(lp.bounds.len(), program.columns(), "{text}");
    assert_eq!(lp.rows.len(), program.rows(), "{text}");
    for assignment in oracle::assignments(&oracle::values(model.domains())) {
        let mut values = BTreeMap::new();
        for (var, &value) in model.vars().zip(&assignment) {
            let name = model.name(var);
            let _ = values.insert(name.clone(), value.into());
            for other in model.domain(var) {
                let sign = if other < 0 { "m" } else { "" };
                let column = format!("{name}_{sign}{}", other.unsigned_abs());
                let _ = values.insert(column, i64::from(other == value));
            }
        }
        values.retain(|name, _| lp.bounds.contains_key(name));
        assert_eq!(lp.holds(&values), holds(&assignment), "{assignment:?} in\n{text}");
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn has_the_solutions_of_the_model(instance in stated()) {
        check(&instance.model(), |assignment| instance.holds(assignment));
    }

    /// Of constraints from outside the catalogue, and of a sum that differs from a number.
    #[test]
    fn of_statements(views in prop::collection::vec((0..3usize, -2..=2i32, -2..=2i32), 3), kind in 0..5usize) {
        let mut model = Model::new();
        let vars: Vec<_> = ["x", "y", "z"].map(|name| model.named_var(name, [-2, -1, 1, 3])).to_vec();
        let views = views.iter().map(|&(var, scale, offset)| vars[var] * scale + offset).collect();
        let _ = model.post(Own { kind: Own::STATED[kind], views }).expect("the model's own");
        let sum = vec![vars[0].view(), vars[1] * 2, -vars[2]];
        let _ = model.post(Own { kind: Kind::SumDiffers, views: sum }).expect("the model's own");
        let _ = model.post(le(vars[0] * 3 - vars[1], 4)).expect("small");
        let checked = model.clone();
        check(&model, |assignment| checked.check(&Solution::new(assignment.to_vec())).is_ok());
    }
}

/// A solver of linear programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solver {
    Glpk,
    GlpkRaw,
    Cbc,
    Highs,
}

const HIGHS: &str = "\
import highspy, sys
h = highspy.Highs()
h.setOptionValue('output_flag', False)
h.readModel(sys.argv[1])
h.run()
h.writeSolution('out', int(sys.argv[2]))
";

impl Solver {
    const ALL: [Solver; 4] = [Solver::Glpk, Solver::GlpkRaw, Solver::Cbc, Solver::Highs];

    fn is_installed(self) -> bool {
        match self {
            Solver::Glpk | Solver::GlpkRaw => outside::has("glpsol", "glpk-utils"),
            Solver::Cbc => outside::has("cbc", "coinor-cbc"),
            Solver::Highs => outside::has_python("highspy"),
        }
    }

    /// What it answers to a program in the LP format, or in MPS.
    fn answer(self, dir: &Path, text: &str, is_lp: bool) -> String {
        let file = if is_lp { "in.lp" } else { "in.mps" };
        fs::write(dir.join(file), text).expect("a file can be written");
        let _ = fs::remove_file(dir.join("out"));
        let form = if is_lp { "--lp" } else { "--freemps" };
        let (succeeds, said) = match self {
            Solver::Glpk => outside::run(dir, "glpsol", &[form, file, "-o", "out"]),
            Solver::GlpkRaw => outside::run(dir, "glpsol", &[form, file, "-w", "out"]),
            Solver::Cbc => outside::run(dir, "cbc", &[file, "solve", "solution", "out"]),
            Solver::Highs => {
                let style = if text.len().is_multiple_of(2) { "0" } else { "4" };
                outside::run(dir, "python3", &["-c", HIGHS, file, style])
            }
        };
        let answer = fs::read_to_string(dir.join("out"));
        assert!(succeeds && answer.is_ok(), "{self:?} objects to {}: {said}\n{text}", dir.display());
        answer.unwrap_or_default()
    }
}

/// Solves the program again and again, each time without the solutions found so far: at most `most` of them.
fn solutions(solver: Solver, name: &str, model: &Model, is_lp: bool, most: usize) -> BTreeSet<Vec<i32>> {
    let dir = outside::dir(&format!("programs-{name}-{solver:?}"));
    let program = Program::new(model).expect("it has a statement");
    let text = if is_lp { program.lp().to_string() } else { program.mps().to_string() };
    let mut found = BTreeSet::new();
    let mut cuts = String::new();
    while found.len() < most {
        let with_cuts = text.replacen("\nBinary\n", &format!("{cuts}\nBinary\n"), 1);
        let answer = solver.answer(&dir, &with_cuts, is_lp);
        let decoded = program.decode(&answer);
        let Ok(decoded) = decoded else { panic!("{solver:?}: {decoded:?}\n{answer}") };
        let Answer::Solution(solution) = decoded else {
            assert_eq!(decoded, Answer::None, "{solver:?}: {answer}");
            break;
        };
        assert!(found.insert(solution.values().to_vec()), "{solver:?} finds it again");
        let columns = model.vars().map(|var| format!("{}_{}", model.name(var), solution[var]));
        let columns: Vec<String> = columns.collect();
        if columns.is_empty() {
            break;
        }
        let cut = format!("\n cut{}: {} <= {}", found.len(), columns.join("\n + "), columns.len() - 1);
        cuts += &cut;
    }
    found
}

fn enumerated(model: &Model) -> BTreeSet<Vec<i32>> {
    model.solutions().map(|solution| solution.values().to_vec()).collect()
}

/// Unique, several, none; 4×4, 6×6, 9×9.
#[test]
fn solvers_find_the_solutions_of_puzzles() {
    let puzzles = [
        ("4x4", "1... ..3. .1.. ...2"),
        ("4x4-several", "1... ..3. .1.. ...."),
        ("4x4-none", "12.. ..2. ...1 3..."),
        ("6x6", ".6...42..........33.1..5...6.2..6.5."),
        ("6x6-several", REFERENCE),
        ("6x6-none", "16...42..........33.1..5...6.2..6.5."),
        ("9x9", LINE),
    ];
    for solver in Solver::ALL.into_iter().filter(|solver| solver.is_installed()) {
        for (name, grid) in puzzles {
            let model = grid.parse::<Puzzle>().expect("a puzzle").model();
            let expected = enumerated(&model);
            // Two of them count.
            let most = if matches!(solver, Solver::Glpk | Solver::Cbc) { usize::MAX } else { 1 };
            let found = solutions(solver, name, &model, true, most);
            assert_eq!(found.len(), expected.len().min(most), "{solver:?}: {name}");
            // There are no cuts in what is written as MPS: one of the solutions.
            let one = solutions(solver, name, &model, false, 1);
            assert_eq!(one.len(), expected.len().min(1), "{solver:?}: {name}");
            assert!(found.union(&one).all(|each| expected.contains(each)), "{solver:?}: {name}");
        }
    }
}

/// Verdicts on 9×9 with several solutions and none, and on 16×16.
#[test]
fn solvers_agree_on_larger_puzzles() {
    let several = LINE.replacen("53", "..", 1).replacen("7....6..195", ".....6..195", 1);
    let none = LINE.replacen("53..7", "53.27", 1);
    for solver in Solver::ALL.into_iter().filter(|solver| solver.is_installed()) {
        for (name, grid) in [("9x9-several", &several), ("9x9-none", &none), ("16x16", &large())] {
            let model = grid.parse::<Puzzle>().expect("a puzzle").model();
            let expected = model.solutions().next().is_some();
            let one = solutions(solver, name, &model, true, 1);
            assert_eq!(!one.is_empty(), expected, "{solver:?}: {name}");
        }
    }
}

/// Whether there is a solution, of random models, as LP and as MPS.
#[test]
fn solvers_agree_on_random_models() {
    let mut runner = TestRunner::deterministic();
    let instances = stated();
    for solver in Solver::ALL.into_iter().filter(|solver| solver.is_installed()) {
        let (mut feasible, mut infeasible) = (0, 0);
        let most = if solver == Solver::Highs { 3 } else { 25 };
        while feasible < most || infeasible < most {
            let instance: Instance =
                instances.new_tree(&mut runner).expect("models can always be made").current();
            // Solvers take 0.00001 for 0, and that times 100,000 is 1: a row with a guard might not hold.
            if instance.domains.iter().flatten().any(|&value| value == 100_000) {
                continue;
            }
            let expected = oracle::solutions(&instance);
            let count = if expected.is_empty() { &mut infeasible } else { &mut feasible };
            *count += 1;
            if *count > most {
                continue;
            }
            let is_lp = *count % 2 == 0;
            let one = solutions(solver, "random", &instance.model(), is_lp, 1);
            assert_eq!(one.is_empty(), expected.is_empty(), "{solver:?}: {instance:?}");
            assert!(one.is_subset(&expected), "{solver:?}: {instance:?}");
        }
    }
}

/// Names that a reader could take for words of the format, for numbers, or for other columns.
#[test]
fn odd_models() {
    let mut named = Model::new();
    let odd = [
        "x",
        "x_1",
        "x[1]",
        "x_m1",
        "x 1",
        "1",
        "e1",
        "E5x",
        "inf",
        "Infinity",
        "nan",
        "st",
        "End",
        "free",
        "",
        "_",
        "ä\nEnd",
        "a\\b",
        "*",
        "X",
        "v",
        "_1",
        "binary",
        "subject to",
        "s.t.",
    ];
    let vars: Vec<_> = odd.iter().map(|name| named.named_var(name, -1..=1)).collect();
    for pair in vars.windows(2) {
        let _ = named.post(le(pair[0], pair[1])).expect("the model's own");
    }
    let _ = named.post(all_different(&vars[..3])).expect("the model's own");
    let _ = named.post(in_set(vars[5], [1])).expect("the model's own");
    let mut long = Model::new();
    let names = ["x", "y"].map(|c| c.repeat(700));
    let vars = names.map(|name| long.named_var(&name, 0..=300));
    let _ = long.post(eq(vars[0] + vars[1], 600)).expect("the model's own");
    let _ = long.post(ne(vars[0], vars[1] + 1)).expect("the model's own");
    let mut empty_domain = Model::new();
    let _ = empty_domain.named_var("none", Domain::empty());
    let mut alone = Model::new();
    let _ = alone.named_var("x", -7..=-5);
    let mut unused = named.clone();
    let _ = unused.named_var("unused", 1_000_000_000..=2_000_000_000);
    let mut impossible = Model::new();
    let x = impossible.named_var("x", 1..=3);
    let _ = impossible.post(all_different([x, x])).expect("the model's own");
    let mut far = Model::new();
    let [a, b] = ["a", "b"].map(|name| far.named_var(name, 0..=1_000_000));
    let _ = far.post(eq(a + b * 2, 1_999_999)).expect("the model's own");
    let _ = far.post(ne(a, 999_999)).expect("the model's own");
    let _ = far.post(le(a, b - 3)).expect("the model's own");
    let models = [
        ("named", named, true),
        ("long", long, true),
        ("nothing", Model::new(), true),
        ("empty domain", empty_domain, false),
        ("alone", alone, true),
        ("unused", unused, true),
        ("impossible", impossible, false),
        ("far", far, true),
    ];
    for (name, model, expected) in &models {
        let program = Program::new(model).expect("it has a statement");
        let text = program.lp().to_string();
        assert!(
            text.lines().all(|line| line.len() < 510 || line.contains("xxx") || line.contains("yyy")),
            "{text}"
        );
        assert_eq!(Lp::new(&text).bounds.len(), program.columns(), "{text}");
        for solver in [Solver::Glpk, Solver::Cbc].into_iter().filter(|solver| solver.is_installed()) {
            for is_lp in [true, false] {
                let found = solutions(solver, "odd", model, is_lp, 1);
                assert_eq!(!found.is_empty(), *expected, "{solver:?}: {name}\n{text}");
            }
        }
    }
}

#[test]
fn what_cannot_be_written_is_refused() {
    let mut model = Model::new();
    let vars = model.int_vars("x", 2, 0..=i32::MAX - 2);
    let id = model.post(all_different(&vars)).expect("the model's own");
    model.name_constraint(id, "apart");
    let error = Program::new(&model).expect_err("a thousand million values");
    assert_eq!(error, EncodeError::TooLarge("x[0]".to_owned()));
    let mut model = Model::new();
    let vars = model.int_vars("x", 3, [i32::MIN + 1, 0, i32::MAX - 1]);
    let views = vars.iter().map(|&var| var.view());
    let _ = model.post(exact_sum(views, 1)).expect("a sum of the model's own");
    assert!(Program::new(&model).is_ok());
    let many = std::iter::repeat_n(vars[0] * 1, 5_000_000).chain([vars[1].view(), vars[2].view()]);
    let _ = model.post(exact_sum(many, 1)).expect("a sum of the model's own");
    let error = Program::new(&model).expect_err("numbers beyond 2^53");
    assert!(matches!(&error, EncodeError::Beyond { reason, .. } if reason.contains("2^53")), "{error}");
    let mut mute = Model::new();
    let x = mute.int_var(0..=1);
    let _ = mute.post(Own { kind: Kind::Mute, views: vec![x.view(), x.view()] }).expect("the model's own");
    assert!(matches!(Program::new(&mute), Err(EncodeError::Unencodable(_))));
}

/// Each value of an answer changed to another one.
#[test]
fn an_answer_with_one_value_changed_is_refused() {
    let mut model = "1... ..3. .1.. ...2".parse::<Puzzle>().expect("a puzzle").model();
    let vars: Vec<_> = model.vars().collect();
    let _ = model.post(exact_sum(&vars[..4], 10)).expect("the model's own");
    let program = Program::new(&model).expect("it has a statement");
    let solution = model.solve().expect("it has one");
    let mut columns: Vec<(String, i64)> = Vec::new();
    for (at, &var) in vars.iter().enumerate() {
        columns.extend((1..=4).map(|v| (format!("{}_{v}", model.name(var)), i64::from(solution[var] == v))));
        if at < 4 {
            columns.push((model.name(var), solution[var].into()));
        }
    }
    let answer = |columns: &[(String, i64)]| {
        let lines: Vec<String> = columns.iter().map(|(name, value)| format!("{name} {value}\n")).collect();
        let head = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n# Columns";
        program.decode(&format!("{head} {}\n{}", columns.len(), lines.concat()))
    };
    assert_eq!(answer(&columns), Ok(Answer::Solution(solution)));
    for at in 0..columns.len() {
        for change in [-1, 1] {
            columns[at].1 += change;
            assert!(matches!(answer(&columns), Err(AnswerError::Wrong(_))), "{:?}", columns[at]);
            columns[at].1 -= change;
        }
        let left: Vec<(String, i64)> = [&columns[..at], &columns[at + 1..]].concat();
        assert!(columns[at].1 == 0 || answer(&left).is_err(), "without {:?}", columns[at]);
    }
    columns.push(("r9c9_1".to_owned(), 0));
    assert!(matches!(answer(&columns), Err(AnswerError::Wrong(why)) if why.contains("r9c9_1")));
}
