//! Hints taken one after another until there is none: each agrees with all solutions, and what is left at the end is what they have.
//!
//! Puzzles of 6×6 and 12×12 are made here, and read from the folder `RESIDUA_PUZZLES`, as are variants. There, a deep run takes all
//! without a bound on the cost of steps, a minute each.

use std::collections::BTreeSet;
use std::time::Duration;

use residua::model::Model;
use residua::search::Limits;
use residua_sudoku::create::Creation;
use residua_sudoku::steps::{Board, Candidate, Cost, Steps};
use residua_sudoku::{Geometry, Puzzle};
use residua_variant::create::VariantCreation;
use residua_variant::{ReadOptions, Rule, RuleKind, Variant, read};
use serde_json::Value;

use crate::catalogue::depth;
use crate::puzzles::{announce, lines_of};
use crate::variants::collected::{digits, neutral, of_columns};

/// What replaying hints came to.
#[derive(Debug, Default)]
struct Replayed {
    hints: usize,
    hardest: Cost,
    is_exact: bool,
    /// Whether a limit of time came before the end.
    is_stopped: bool,
}

/// Takes hints until there is none, comparing each with the values that the cells have in all solutions.
fn replay(name: &str, mut steps: Steps, exact: &[Vec<i32>]) -> Replayed {
    let mut replayed = Replayed::default();
    loop {
        let Ok(hints) = steps.next_steps() else {
            replayed.is_stopped = true;
            break;
        };
        let Some(hint) = hints.first() else { break };
        replayed.hints += 1;
        replayed.hardest = replayed.hardest.max(hint.cost);
        let rules = steps.board().rules().clone();
        let sentence = || format!("{name}: {}", hint.sentence(&rules));
        for &Candidate { cell, value } in &hint.eliminations {
            assert!(!exact[cell].contains(&rules.values()[value]), "{}", sentence());
        }
        for &Candidate { cell, value } in &hint.placements {
            assert_eq!(exact[cell], [rules.values()[value]], "{}", sentence());
        }
        assert!(steps.apply(hint), "nothing new: {}", sentence());
    }
    let board = steps.board();
    assert!(!board.is_contradictory(), "{name}: {replayed:?}");
    replayed.is_exact =
        exact.iter().enumerate().all(|(cell, of)| board.values_left(cell).eq(of.iter().copied()));
    replayed
}

/// The values of each cell in the solutions of a model, ascending.
fn union(model: &Model) -> Vec<Vec<i32>> {
    let mut union = vec![BTreeSet::new(); model.vars().len()];
    for solution in model.solutions() {
        union.iter_mut().zip(solution.values()).for_each(|(of, &value)| _ = of.insert(value));
    }
    union.into_iter().map(|of| of.into_iter().collect()).collect()
}

fn one_each(solution: impl IntoIterator<Item = i32>) -> Vec<Vec<i32>> {
    solution.into_iter().map(|value| vec![value]).collect()
}

/// Replays the hints of a puzzle to the end.
fn to_the_end(puzzle: &Puzzle, exact: &[Vec<i32>]) -> usize {
    let replayed = replay(&puzzle.to_string(), Steps::of(puzzle).expect("few values"), exact);
    assert!(replayed.is_exact, "{puzzle}: {replayed:?}");
    replayed.hints
}

#[test]
fn hints_of_created_puzzles_reach_the_exact_candidates() {
    let mut random = super::Random(6);
    let mut hints = 0;
    for ((rows, columns), count) in [((2, 3), 12.0), ((3, 2), 12.0), ((3, 4), 2.0), ((4, 3), 1.0)] {
        let geometry = Geometry::new(rows, columns).expect("small");
        let mut creator = Creation::new(geometry).seed(48).creator().expect("can be had");
        for index in 0..(count * depth()) as u64 {
            let puzzle = creator.puzzle(index).expect("no limit").puzzle;
            hints += to_the_end(&puzzle, &union(&puzzle.model()));
            if geometry.size() > 6 {
                continue;
            }
            // Without a given or two it has several solutions.
            let mut fewer = Puzzle::blank(geometry);
            let given: Vec<usize> =
                (0..geometry.cells()).filter(|&cell| puzzle.given(cell).is_some()).collect();
            let dropped = [given[random.below(given.len())], given[random.below(given.len())]];
            for cell in given.into_iter().filter(|cell| !dropped.contains(cell)) {
                fewer = fewer.with_given(cell, puzzle.given(cell).expect("a digit")).expect("it fits");
            }
            hints += to_the_end(&fewer, &union(&fewer.model()));
        }
    }
    assert!(hints as f64 > 800.0 * depth(), "{hints}");
}

#[test]
fn hints_of_created_variants_reach_the_exact_candidates() {
    let kinds = [RuleKind::AntiKnight, RuleKind::AntiKing, RuleKind::NonConsecutive];
    let mut hints = 0;
    for kind in kinds {
        let mut rules = Variant::square(2, 3).expect("small");
        rules.add(Rule::new(kind, vec![], vec![]).expect("its kind")).expect("of the whole grid");
        let Ok(mut creator) = VariantCreation::new(rules).seed(48).creator() else { continue };
        for index in 0..(6.0 * depth()) as u64 {
            let created = creator.puzzle(index).expect("no limit");
            let board = Board::of_model(&created.puzzle.model().expect("small")).expect("few values");
            let replayed = replay(kind.facts().words, Steps::on(board), &one_each(created.solution));
            assert!(replayed.is_exact, "{replayed:?}: {:?}", created.puzzle);
            hints += replayed.hints;
        }
    }
    assert!(hints as f64 > 100.0 * depth(), "{hints}");
}

#[test]
fn hints_of_collected_puzzles_reach_the_exact_candidates() {
    let files = [
        ("rect_6x6_box2x3.tsv", (2, 3), 40),
        ("rect_6x6_box3x2.tsv", (3, 2), 10),
        ("rect_12x12_box3x4.tsv", (3, 4), 200),
        ("rect_12x12_box4x3.tsv", (4, 3), 60),
    ];
    for (file, (rows, columns), every) in files {
        let Some(lines) = lines_of(file) else { return };
        let every = ((f64::from(every) / depth()) as usize).max(1);
        let (mut puzzles, mut hints) = (0, 0);
        for line in lines.iter().step_by(every) {
            let (grid, solution) = line.split_once('\t').expect("two columns");
            let mut puzzle = Puzzle::blank(Geometry::new(rows, columns).expect("small"));
            for (cell, digit) in
                grid.chars().enumerate().filter_map(|(cell, c)| Some((cell, c.to_digit(36)?)))
            {
                puzzle = puzzle.with_given(cell, digit as i32).expect("it fits");
            }
            hints += to_the_end(&puzzle, &one_each(digits(solution)));
            puzzles += 1;
        }
        announce(&format!("{file}: {hints} hints of {puzzles} puzzles lead to the solution"));
    }
    let Some(lines) = lines_of("multi_own.jsonl") else { return };
    let every = ((4.0 / depth()) as usize).max(1);
    for line in lines.iter().step_by(every) {
        let stated: Value = serde_json::from_str(line).expect("JSON");
        let (rows, columns) = stated["box"].as_str().and_then(|of| of.split_once('x')).expect("a box");
        let (rows, columns) = (rows.parse().expect("rows"), columns.parse().expect("columns"));
        let mut puzzle = Puzzle::blank(Geometry::new(rows, columns).expect("small"));
        let grid = stated["grid"].as_str().expect("a grid").chars().enumerate();
        for (cell, digit) in grid.filter_map(|(cell, c)| Some((cell, c.to_digit(36)?))) {
            puzzle = puzzle.with_given(cell, digit as i32).expect("it fits");
        }
        let of_cell = |of: &Value| serde_json::from_value(of.clone()).expect("values");
        let exact: Vec<Vec<i32>> = stated["union"].as_array().expect("cells").iter().map(of_cell).collect();
        to_the_end(&puzzle, &exact);
    }
}

/// A variant puzzle with its name and its solution.
type Stated = (String, Variant, Vec<i32>);

/// The variants of the folder, each with one solution; none without the folder. Those whose solution is not one digit for each cell are
/// left out.
fn variants() -> Option<Vec<Stated>> {
    let mut all: Vec<Stated> = Vec::new();
    for line in lines_of("variants_fpuzzles.jsonl")? {
        let stated: Value = serde_json::from_str(&line).expect("JSON");
        let puzzle = read(&stated["fpuzzle"].to_string(), ReadOptions::default()).expect("readable").variant;
        let name = format!("{} {}", stated["kind"], stated["title"]);
        all.push((name, puzzle, digits(stated["solution"].as_str().expect("a solution"))));
    }
    for (file, every) in [("killer_own.jsonl", 10), ("variants_neutral.jsonl", 1)] {
        for line in lines_of(file)?.iter().step_by(every) {
            let stated: Value = serde_json::from_str(line).expect("JSON");
            let is_unique = stated.get("status").is_none_or(|status| status == "unique");
            let solution = stated.get("solution").and_then(Value::as_str).filter(|_| is_unique);
            let name = format!("{} {}", stated["name"], stated["types"]);
            all.extend(solution.map(|solution| (name, neutral(&stated), digits(solution))));
        }
    }
    let columns = [
        ("jigsaw9_own.tsv", 9),
        ("diagonal9_own.tsv", 9),
        ("diagonal6_box2x3_own.tsv", 6),
        ("windoku9_own.tsv", 9),
    ];
    for (file, size) in columns {
        for (number, line) in (1..).zip(lines_of(file)?).step_by(30) {
            let (puzzle, solution) = of_columns(file, &line, size);
            all.push((format!("{file}, line {number}"), puzzle, solution));
        }
    }
    all.retain(|(_, puzzle, solution)| {
        puzzle.shape().cells().count() == solution.len() && !puzzle.has_doublers()
    });
    Some(all)
}

/// Forcing chains are too slow for many puzzles in each run: with steps up to this cost, only what is easier is solved.
const QUICK: Cost = Cost(74);

#[test]
fn hints_of_collected_variants_agree_with_the_solution() {
    let Some(all) = variants() else { return };
    let is_deep = depth() >= 10.0;
    let every = if is_deep { 1 } else { 2 };
    let (mut puzzles, mut hints, mut exact, mut stopped) = (0, 0, 0, 0);
    for (name, puzzle, solution) in all.into_iter().step_by(every) {
        let board = Board::of_model(&puzzle.model().expect("small numbers")).expect("few values");
        let steps = if is_deep {
            Steps::on(board).limits(Limits::none().time(Duration::from_secs(60)))
        } else {
            Steps::on(board).up_to(QUICK)
        };
        let replayed = replay(&name, steps, &one_each(solution));
        if is_deep {
            announce(&format!("{name}: {replayed:?}"));
            assert!(replayed.is_exact || replayed.is_stopped, "{name}: {replayed:?}");
        }
        puzzles += 1;
        hints += replayed.hints;
        exact += usize::from(replayed.is_exact);
        stopped += usize::from(replayed.is_stopped && !replayed.is_exact);
    }
    announce(&format!(
        "{hints} hints of {puzzles} variants agree with the solution; {exact} reach it, {stopped} ran out of time"
    ));
    assert!(puzzles >= 50 && 4 * exact > puzzles, "{exact} of {puzzles}");
}
