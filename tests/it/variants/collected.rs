//! Collected puzzles, read from their neutral form: each stated solution keeps to the rules, and the solver finds that one alone.
//!
//! They are in the folder `RESIDUA_PUZZLES`.

use residua::search::{Limits, Status};
use residua_variant::{Rule, RuleKind as K, Variant};
use serde_json::Value;

use crate::catalogue::depth;
use crate::puzzles::{announce, lines_of};

/// The node limit of the searches, times `RESIDUA_DEPTH`; those of networks are faster.
const NODES: u64 = 3_000;
const NETWORK_NODES: u64 = 100_000;

/// The numbers of a list.
fn numbers(list: &Value) -> Vec<i64> {
    list.as_array().map_or_else(Vec::new, |list| list.iter().filter_map(Value::as_i64).collect())
}

fn cells(list: &Value) -> Vec<usize> {
    numbers(list).into_iter().map(|cell| usize::try_from(cell).expect("a cell")).collect()
}

/// What is in a list of an object, nothing if there is none.
fn list<'a>(puzzle: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    puzzle.get(key).and_then(Value::as_array).into_iter().flatten()
}

/// Rules that are a list of cells.
const OF_CELLS: &[(&str, K, &[i64])] = &[
    ("diff1", K::Difference, &[1]),
    ("ratio2", K::Ratio, &[2]),
    ("sum10", K::PairSum, &[10]),
    ("sum5", K::PairSum, &[5]),
    ("greater", K::Greater, &[]),
    ("thermos", K::Thermometer, &[]),
    ("renbans", K::Renban, &[]),
    ("palindromes", K::Palindrome, &[]),
    ("betweens", K::Between, &[]),
    ("region_sum_lines", K::RegionSumLine, &[]),
    ("double_arrows", K::DoubleArrow, &[]),
    ("all_different", K::AllDifferent, &[]),
];

/// Rules of the whole grid.
const OF_GRID: &[(&str, K)] =
    &[("antiknight", K::AntiKnight), ("antiking", K::AntiKing), ("anticonsecutive", K::NonConsecutive)];

/// Adds a rule that the file has.
fn add(to: &mut Variant, kind: K, groups: Vec<Vec<usize>>, numbers: Vec<i64>) {
    let rule = Rule::new(kind, groups, numbers).expect("a rule of its kind");
    to.add(rule).expect("cells of the puzzle");
}

/// The pairs of neighbours that no rule of these kinds is about.
fn unmarked(puzzle: &Variant, kinds: &[K]) -> Vec<Vec<usize>> {
    let shape = puzzle.shape();
    let pairs = shape.cells().flat_map(|a| {
        let next = shape.neighbours(a).into_iter().filter(move |&b| b > a);
        next.map(move |b| vec![a, b])
    });
    let is_marked = |pair: &Vec<usize>| {
        puzzle.rules().iter().any(|rule| {
            kinds.contains(&rule.kind()) && pair.iter().all(|cell| rule.groups()[0].contains(cell))
        })
    };
    pairs.filter(|pair| !is_marked(pair)).collect()
}

/// The puzzle of a line in neutral form.
pub(crate) fn neutral(puzzle: &Value) -> Variant {
    let size = puzzle["n"].as_u64().expect("a size") as usize;
    let mut read = match puzzle["boxes"].as_str().and_then(|boxes| boxes.split_once('x')) {
        Some((rows, columns)) => {
            Variant::square(rows.parse().expect("rows"), columns.parse().expect("columns")).expect("small")
        }
        None => Variant::latin(size).expect("small"),
    };
    if puzzle.get("regions").is_some() {
        let mut numbers = vec![0; size * size];
        for (number, region) in list(puzzle, "regions").enumerate() {
            for cell in cells(region) {
                numbers[cell] = number;
            }
        }
        read.add_regions(&numbers, "region").expect("a number for each cell");
    }
    let givens = puzzle["givens"].as_str().expect("givens");
    for (cell, digit) in givens.chars().enumerate().filter_map(|(cell, c)| Some((cell, c.to_digit(36)?))) {
        read.give(cell, digit as i32).expect("a digit");
    }
    for (cell, digits) in puzzle.get("candidates").and_then(Value::as_object).into_iter().flatten() {
        let digits = numbers(digits).into_iter().filter_map(|digit| i32::try_from(digit).ok()).collect();
        read.restrict(cell.parse().expect("a cell"), digits).expect("digits");
    }
    for cage in list(puzzle, "cages") {
        let sum = cage["sum"].as_i64().filter(|sum| *sum != 0);
        add(&mut read, K::Cage, vec![cells(&cage["cells"])], sum.into_iter().collect());
    }
    for sum in list(puzzle, "sums") {
        add(&mut read, K::Sum, vec![cells(&sum["cells"])], vec![sum["sum"].as_i64().expect("a sum")]);
    }
    for (key, kind, numbers) in OF_CELLS {
        for line in list(puzzle, key) {
            add(&mut read, *kind, vec![cells(line)], numbers.to_vec());
        }
    }
    for whisper in list(puzzle, "whispers") {
        let least = whisper["min_diff"].as_i64().expect("a difference");
        add(&mut read, K::Whisper, vec![cells(&whisper["cells"])], vec![least]);
    }
    for arrow in list(puzzle, "arrows") {
        let circle = arrow["circle"].as_u64().expect("a cell") as usize;
        add(&mut read, K::Arrow, vec![vec![circle], cells(&arrow["shaft"])], vec![]);
    }
    for quad in list(puzzle, "quads") {
        add(&mut read, K::Quadruple, vec![cells(&quad["cells"])], numbers(&quad["values"]));
    }
    for sandwich in list(puzzle, "sandwiches") {
        let sum = sandwich["sum"].as_i64().expect("a sum");
        add(&mut read, K::Sandwich, vec![cells(&sandwich["cells"])], vec![sum]);
    }
    for (key, kind) in OF_GRID {
        if puzzle.get(key).is_some_and(|is| is.as_bool() != Some(false)) {
            add(&mut read, *kind, vec![], vec![]);
        }
    }
    for diagonal in list(puzzle, "diagonals") {
        let is_rising = diagonal.as_str() == Some("/");
        let cell = |row: usize| row * size + if is_rising { size - 1 - row } else { row };
        add(&mut read, K::AllDifferent, vec![(0..size).map(cell).collect()], vec![]);
    }
    let is_set = |key: &str| puzzle.get(key).is_some_and(|is| is.as_bool() != Some(false));
    if is_set("windoku") {
        windows(&mut read);
    }
    if is_set("disjointsets") {
        let boxes: Vec<Vec<usize>> = read.regions().map(<[usize]>::to_vec).collect();
        for position in 0..size {
            add(
                &mut read,
                K::AllDifferent,
                vec![boxes.iter().map(|cells| cells[position]).collect()],
                vec![],
            );
        }
    }
    if is_set("strictkropki") {
        let pairs = unmarked(&read, &[K::Difference, K::Ratio]);
        add(&mut read, K::NoDifference, pairs.clone(), vec![1]);
        add(&mut read, K::NoRatio, pairs, vec![2]);
    }
    if is_set("strictxv") {
        let pairs = unmarked(&read, &[K::PairSum]);
        add(&mut read, K::NoPairSum, pairs, vec![5, 10]);
    }
    read
}

/// The four windows of a square of side 9.
fn windows(puzzle: &mut Variant) {
    for (row, column) in [(1, 1), (1, 5), (5, 1), (5, 5)] {
        let window = (0..9).map(|at| (row + at / 3) * 9 + column + at % 3).collect();
        add(puzzle, K::AllDifferent, vec![window], vec![]);
    }
}

pub(crate) fn digits(text: &str) -> Vec<i32> {
    text.chars().filter_map(|c| c.to_digit(36)).map(|digit| digit as i32).collect()
}

/// The puzzle of a line of columns of a file, with its solution.
pub(crate) fn of_columns(file: &str, line: &str, size: usize) -> (Variant, Vec<i32>) {
    let columns: Vec<&str> = line.split('\t').collect();
    let mut puzzle = match columns.as_slice() {
        [_, layout, _] => {
            let mut puzzle = Variant::latin(size).expect("small");
            let regions: Vec<usize> =
                layout.chars().map(|c| c.to_digit(36).expect("a region") as usize).collect();
            puzzle.add_regions(&regions, "region").expect("a number for each cell");
            puzzle
        }
        _ if size == 6 => Variant::square(2, 3).expect("small"),
        _ => Variant::square(3, 3).expect("small"),
    };
    for (cell, c) in columns[0].chars().enumerate() {
        if let Some(digit) = c.to_digit(36) {
            puzzle.give(cell, digit as i32).expect("a digit");
        }
    }
    if file.starts_with("diagonal") {
        for cell in [|row: usize, size: usize| row * size + row, |row, size| row * size + size - 1 - row] {
            let diagonal = (0..size).map(|row| cell(row, size)).collect();
            add(&mut puzzle, K::AllDifferent, vec![diagonal], vec![]);
        }
    }
    if file.starts_with("windoku") {
        windows(&mut puzzle);
    }
    (puzzle, digits(columns[columns.len() - 1]))
}

/// What became of the puzzles of a file.
#[derive(Debug, Default)]
struct Tally {
    stated: usize,
    /// Found unique, as stated.
    unique: usize,
    unfinished: Vec<String>,
}

/// Whether the solver finds the solution alone.
fn check(name: &str, puzzle: &Variant, solution: &[i32], is_unique: bool, nodes: u64, tally: &mut Tally) {
    assert!(puzzle.is_solution(solution), "{name}: the stated solution breaks a rule");
    tally.stated += 1;
    let model = puzzle.model().expect("small numbers");
    let mut found = model.search().limits(Limits::none().nodes(nodes)).solutions();
    let first: Vec<Vec<i32>> = found.by_ref().take(2).map(|found| found.values().to_vec()).collect();
    assert!(first.iter().all(|found| puzzle.is_solution(found)), "{name}: a wrong solution");
    if is_unique {
        assert!(first.iter().all(|found| found == solution), "{name}: another solution");
    }
    match found.status() {
        Some(Status::Exhausted) if is_unique => {
            assert_eq!(first.len(), 1, "{name}: the solution was lost");
            tally.unique += 1;
        }
        Some(Status::Exhausted) => assert!(!first.is_empty(), "{name}: the solution was lost"),
        // Two solutions were asked for, and found.
        None => assert!(!is_unique, "{name}: two solutions"),
        Some(_) => tally.unfinished.push(name.to_owned()),
    }
}

#[test]
fn of_the_neutral_form() {
    let nodes = (NODES as f64 * depth().max(1.0)) as u64;
    for (file, least) in [("variants_neutral.jsonl", 60), ("killer_own.jsonl", 105)] {
        let Some(lines) = lines_of(file) else { return };
        let mut tally = Tally::default();
        for line in lines {
            let read: Value = serde_json::from_str(&line).expect("JSON");
            let Some(solution) = read.get("solution").and_then(Value::as_str) else { continue };
            let name = read["name"].as_str().unwrap_or(file);
            let is_unique = read.get("status").is_none_or(|status| status == "unique");
            check(name, &neutral(&read), &digits(solution), is_unique, nodes, &mut tally);
        }
        announce(&format!("{file}: {tally:?}"));
        assert!(tally.unique >= least, "{file}: {tally:?}");
    }
}

#[test]
fn of_columns_of_text() {
    for (file, size) in [
        ("jigsaw9_own.tsv", 9),
        ("diagonal9_own.tsv", 9),
        ("diagonal6_box2x3_own.tsv", 6),
        ("windoku9_own.tsv", 9),
    ] {
        let Some(lines) = lines_of(file) else { return };
        let mut tally = Tally::default();
        for line in &lines {
            let (puzzle, solution) = of_columns(file, line, size);
            check(file, &puzzle, &solution, true, NETWORK_NODES, &mut tally);
        }
        announce(&format!("{file}: {tally:?}"));
        assert_eq!(tally.unique, lines.len(), "{file}: {tally:?}");
    }
}
