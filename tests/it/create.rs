//! Promise: what is created is what was asked for, the same on every machine; where it cannot be had, that is said.
//!
//! The oracle is the general engine, on each puzzle as a model of its own. The creator counts by the dense engine, where that
//! fits, and knows nothing but numbers of solutions.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use residua::search::{EngineChoice, Limit, Limits};
use residua_encode::cnf::{AtMostOne, cnf};
use residua_sudoku::create::{Created, Creation, Nearest, Symmetry, Target};
use residua_sudoku::{Geometry, Puzzle};

use crate::catalogue::depth;

fn geometry(name: &str) -> Geometry {
    name.parse().expect("a box")
}

/// The first `count` puzzles.
fn created(creation: Creation, count: u64) -> Vec<Created> {
    let mut creator = creation.creator().expect("it can be had");
    (0..count).map(|index| creator.puzzle(index).expect("no limit")).collect()
}

/// The number of solutions up to `most`, by the general engine.
fn count(puzzle: &Puzzle, most: u64) -> u64 {
    let limits = Limits::none().solutions(most);
    puzzle.model().search().engine(EngineChoice::General).limits(limits).solutions().count() as u64
}

fn without(puzzle: &Puzzle, cells: &[usize]) -> Puzzle {
    cells.iter().fold(puzzle.clone(), |puzzle, &cell| puzzle.with_given(cell, 0).expect("a cell"))
}

fn is_solution_of(solution: &[i32], puzzle: &Puzzle) -> bool {
    let grid = Puzzle::new(puzzle.geometry(), solution.to_vec()).expect("values");
    let agrees = puzzle.givens().iter().zip(solution).all(|(&given, &value)| given == 0 || given == value);
    agrees && grid.clues() == solution.len() && grid.first_clash().is_none()
}

/// It has exactly that many solutions, and more without any orbit of givens.
fn check_minimal(created: &Created, symmetry: Symmetry, solutions: u64) {
    let puzzle = &created.puzzle;
    assert_eq!((created.solutions, count(puzzle, solutions + 1)), (Some(solutions), solutions), "{puzzle}");
    assert!(is_solution_of(&created.solution, puzzle), "{puzzle}");
    for orbit in symmetry.orbits(puzzle.geometry()) {
        let given = orbit.iter().filter(|&&cell| puzzle.given(cell).is_some()).count();
        assert!(given == 0 || given == orbit.len(), "{puzzle}: not {symmetry}");
        assert!(
            given == 0 || count(&without(puzzle, &orbit), solutions + 1) > solutions,
            "{puzzle}: {orbit:?}"
        );
    }
}

#[test]
fn minimal_puzzles() {
    for (name, many) in [("2x2", 60), ("2x3", 40), ("3x2", 40), ("1x5", 10), ("3x3", 25), ("3x4", 4)] {
        for created in created(Creation::new(geometry(name)).seed(11), many) {
            check_minimal(&created, Symmetry::None, 1);
        }
    }
}

#[test]
fn a_minimal_puzzle_of_16x16() {
    for Created { puzzle, .. } in created(Creation::new(geometry("4x4")).seed(11), 2) {
        assert_eq!(count(&puzzle, 2), 1);
        assert_eq!(puzzle.redundant_givens(&Limits::none()), Ok(vec![]));
    }
}

#[test]
fn symmetric_puzzles() {
    for symmetry in Symmetry::ALL {
        for (name, many) in [("2x2", 20), ("2x3", 10), ("3x3", 5)] {
            let creation = Creation::new(geometry(name)).seed(12).symmetry(symmetry);
            for created in created(creation, many) {
                check_minimal(&created, symmetry, 1);
            }
        }
        let creation = Creation::new(geometry("3x3")).symmetry(symmetry).target(Target::Givens(36));
        for Created { puzzle, .. } in created(creation, 3) {
            assert_eq!((puzzle.clues(), count(&puzzle, 2)), (36, 1));
        }
        assert_eq!(symmetry.to_string().parse(), Ok(symmetry));
    }
    assert!("rotated".parse::<Symmetry>().is_err());
}

#[test]
fn exactly_so_many_solutions() {
    for (solutions, many) in [(2, 20), (3, 10), (12, 5), (100, 2)] {
        for created in created(Creation::new(geometry("3x3")).seed(13).solutions(solutions), many) {
            check_minimal(&created, Symmetry::None, solutions);
        }
    }
    let creation = Creation::new(geometry("2x3")).solutions(2).symmetry(Symmetry::Rotational);
    for created in created(creation.clone(), 10) {
        check_minimal(&created, Symmetry::Rotational, 2);
    }
    for Created { puzzle, .. } in created(creation.target(Target::Givens(10)), 5) {
        assert_eq!((puzzle.clues(), count(&puzzle, 3)), (10, 2));
    }
}

#[test]
fn as_many_givens_as_asked_for() {
    for givens in [22, 24, 30, 60, 81] {
        for Created { puzzle, .. } in
            created(Creation::new(geometry("3x3")).target(Target::Givens(givens)), 3)
        {
            assert_eq!((puzzle.clues(), count(&puzzle, 2)), (givens, 1));
        }
    }
}

#[test]
fn taken_away_at_random() {
    for removed in [0, 5, 40, 81] {
        for created in created(Creation::new(geometry("3x3")).target(Target::Removed(removed)), 3) {
            assert_eq!((created.puzzle.clues(), created.solutions), (81 - removed, None));
            assert!(is_solution_of(&created.solution, &created.puzzle));
        }
    }
}

#[test]
fn givens_in_given_places() {
    let model = created(Creation::new(geometry("3x3")).seed(14).symmetry(Symmetry::Full), 1).remove(0).puzzle;
    let pattern: Vec<bool> = model.givens().iter().map(|&value| value != 0).collect();
    for (solutions, seed) in [(1, 1), (2, 2), (5, 3)] {
        let creation = Creation::new(geometry("3x3")).target(Target::Pattern(pattern.clone()));
        for created in created(creation.solutions(solutions).seed(seed), 3) {
            let puzzle = &created.puzzle;
            assert!(puzzle.givens().iter().zip(&pattern).all(|(&value, &given)| (value != 0) == given));
            assert_eq!(count(puzzle, solutions + 1), solutions, "{puzzle}");
            assert!(is_solution_of(&created.solution, puzzle), "{puzzle}");
        }
    }
}

#[test]
fn from_a_given_grid() {
    let grid = created(Creation::new(geometry("2x3")).target(Target::Givens(36)), 1).remove(0).puzzle;
    let puzzles = created(Creation::from(&grid), 20);
    assert!(puzzles.iter().all(|created| created.solution == grid.givens()));
    assert!(
        puzzles.iter().map(|created| created.puzzle.givens().to_vec()).collect::<BTreeSet<_>>().len() > 10
    );
    for created in &puzzles {
        check_minimal(created, Symmetry::None, 1);
    }
}

/// Random grids are found, not made from one: all 288 of 4×4 occur, none of them very seldom.
#[test]
fn all_grids_occur() {
    let mut creator =
        Creation::new(geometry("2x2")).target(Target::Givens(16)).creator().expect("it can be had");
    let mut times = BTreeMap::new();
    for created in creator.puzzles().take(8640) {
        *times.entry(created.expect("no limit").solution).or_insert(0) += 1;
    }
    assert_eq!(times.len(), 288);
    assert!(times.values().all(|&times| (5..=120).contains(&times)), "{times:?}");
}

/// One a request, for each way to search, on each machine.
const GOLDEN: [(&str, &str, Symmetry, u64, &str); 7] = [
    ("2x2", "min", Symmetry::None, 1, ".2.....2...1.3.."),
    ("2x3", "min", Symmetry::Rotational, 1, "1..5.3.5..465..........162..3.3.5..2"),
    (
        "3x3",
        "min",
        Symmetry::None,
        1,
        "1.....7.....4.5.......9.31.....5.....7.1.8.9...4.....2.6.......4.2.87.5..35...6.1",
    ),
    (
        "3x3",
        "30",
        Symmetry::Mirror,
        1,
        "...8.3.....7...2...467.231...1.5.8...7.1.8.9.....7....9.......74.......37352.9681",
    ),
    (
        "3x3",
        "min",
        Symmetry::None,
        4,
        "...8..7.....415.6.....9.31.....5.....7.1.8.9..54.7.1.296.......4.2.8..5...52....1",
    ),
    (
        "3x4",
        "60",
        Symmetry::None,
        1,
        "1..C3B85..24....9.61C87.2..9.A.46.51.3..8.C....B..C...1A46...9...6.....7.5...8.C.7A.C.7.......89A.......B..6B....438..9.3..1...68..5..4..1592...",
    ),
    (
        "2x5",
        "60",
        Symmetry::None,
        1,
        "3...5...2A28A6.731.5..5..A63..6A193.5..25.6.249.A8A974.51..3..3512.....428A..536..8.6329...3.2.6A854",
    ),
];

/// What an engine finds first, and how, changes nothing: so the lines are the same for each engine, and without the feature
/// `dense`.
#[test]
fn the_same_everywhere() {
    for (name, givens, symmetry, solutions, line) in GOLDEN {
        let target = givens.parse().map_or(Target::Minimal, Target::Givens);
        let creation =
            Creation::new(geometry(name)).seed(5).symmetry(symmetry).target(target).solutions(solutions);
        for engine in EngineChoice::all() {
            let mut creator = creation.clone().engine(engine).creator().expect("it can be had");
            // What was made before changes nothing either.
            let puzzles = [1, 0, 1].map(|index| creator.puzzle(index).expect("no limit").puzzle);
            assert_eq!(puzzles[0].to_string(), line, "{name} {engine}");
            assert_ne!(puzzles[0], puzzles[1]);
            assert_eq!(puzzles[0], puzzles[2]);
        }
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let nine = || Creation::new(geometry("3x3"));
    let pattern = |blank: &[usize]| Target::Pattern((0..81).map(|cell| !blank.contains(&cell)).collect());
    let rows: Vec<usize> = (0..9).chain(18..27).collect();
    let stack: Vec<usize> = (0..9).flat_map(|row| [row * 9 + 3, row * 9 + 4]).collect();
    let grid = created(nine().target(Target::Givens(81)), 1).remove(0).puzzle;
    let clashing = grid.clone().with_given(0, grid.givens()[1]).expect("a value");
    let cases = [
        (nine().target(Target::Givens(82)), "the grid has 81 cells, not 82"),
        (nine().target(Target::Removed(82)), "the grid has 81 cells, not 82"),
        (nine().target(Target::Givens(7)), "it takes 8 givens at least"),
        (nine().symmetry(Symmetry::Full).target(Target::Givens(30)), "symmetry \"full\""),
        (nine().target(Target::Pattern(vec![true; 16])), "the pattern has 16 cells, and the grid 81"),
        (nine().target(pattern(&rows)), "rows 1 and 3 have no given"),
        (nine().target(pattern(&stack)), "columns 4 and 5 have no given"),
        (nine().solutions(0), "at least one solution"),
        (nine().target(Target::Removed(3)).solutions(2), "do not go together"),
        (nine().target(Target::Removed(3)).symmetry(Symmetry::Full), "do not go together"),
        (nine().target(pattern(&[])).symmetry(Symmetry::Full), "do not go together"),
        (Creation::from(&grid).target(pattern(&[])), "do not go together"),
        (Creation::from(&without(&grid, &[12])), "not complete: r2c4 is blank"),
        (Creation::from(&clashing), "stands twice in row 1"),
    ];
    for (creation, message) in cases {
        let error = creation.creator().expect_err(message).to_string();
        assert!(error.contains(message), "{error}");
    }
    assert!(nine().target(pattern(&rows)).solutions(2).creator().is_ok(), "they can be exchanged");
}

#[test]
fn a_limit_gives_what_came_nearest() {
    let creation = Creation::new(geometry("3x3")).target(Target::Givens(8));
    let limited = |limits| creation.clone().limits(limits).creator().expect("it is not plain").puzzle(0);
    let missed = limited(Limits::none().time(Duration::from_millis(100))).expect_err("17 is the least");
    assert_eq!(missed.limit, Limit::Time);
    if let Some(Nearest { puzzle, solutions, is_exact, .. }) = missed.nearest {
        assert!(solutions == 1 && is_exact && count(&puzzle, 2) == 1 && puzzle.clues() >= 17);
    }
    let missed = limited(Limits::none().time(Duration::ZERO)).expect_err("no time at all");
    assert_eq!((missed.limit, missed.nearest), (Limit::Time, None));
    let missed = limited(Limits::none().stop(Arc::new(AtomicBool::new(true)))).expect_err("the flag is up");
    assert_eq!((missed.limit, missed.nearest), (Limit::Stop, None));
}

/// Whether `CaDiCaL` finds a solution of the puzzle other than that grid; `None`, with a message, if it is not installed.
fn has_another(puzzle: &Puzzle, grid: &[i32]) -> Option<bool> {
    let model = puzzle.model();
    let formula = cnf(&model, AtMostOne::Pairwise).expect("it is small");
    let is_value = |(cell, &value)| formula.literal(cell, value).expect("a value of the grid");
    let mut clauses: Vec<Vec<i32>> = formula.clauses().map(<[i32]>::to_vec).collect();
    clauses.push(model.vars().zip(grid).map(|of| -is_value(of)).collect());
    let mut text = format!("p cnf {} {}\n", formula.vars(), clauses.len());
    for clause in clauses {
        text.extend(clause.iter().map(|literal| format!("{literal} ")));
        text += "0\n";
    }
    let mut command = Command::new("cadical");
    let started = command.args(["-q", "-n"]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
    let Ok(mut child) = started else {
        let _ = writeln!(io::stderr(), "SKIPPED: cadical is not installed (Debian: cadical)");
        return None;
    };
    child.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("it reads");
    match child.wait().expect("it ends").code() {
        Some(10) => Some(true),
        Some(20) => Some(false),
        code => panic!("cadical ended with {code:?}"),
    }
}

/// The proof of another program: one solution, and several without any of the givens. `RESIDUA_DEPTH=200` tries a thousand of
/// each size up to 9×9, and a hundred of the larger ones.
#[test]
fn a_solver_for_sat_agrees() {
    for (name, many, step) in
        [("2x2", 5.0, 1), ("2x3", 5.0, 1), ("3x3", 5.0, 3), ("3x4", 0.5, 40), ("4x4", 0.5, 80)]
    {
        let many = (many * depth()).ceil() as u64;
        for Created { puzzle, solution, .. } in created(Creation::new(geometry(name)).seed(15), many) {
            let Some(has_another) = has_another(&puzzle, &solution) else { return };
            assert!(!has_another, "{puzzle}");
            let given = (0..solution.len()).filter(|&cell| puzzle.given(cell).is_some());
            for cell in given.step_by(step) {
                assert_eq!(self::has_another(&without(&puzzle, &[cell]), &solution), Some(true), "{puzzle}");
            }
        }
    }
}
