//! Collected puzzles: the stated solution keeps to the rules that were read, and the solver finds that one alone.
//!
//! They are in the folder `RESIDUA_PUZZLES`.

use std::collections::BTreeMap;

use residua::search::{Limits, Status};
use residua_sudoku::ParseErrorKind;
use residua_variant::{Format, ReadOptions, Variant, read, write};
use serde_json::Value;

use crate::puzzles::{announce, lines_of};

/// The node limit of the searches.
const NODES: u64 = 300;

/// That of the searches that are to end.
const MANY_NODES: u64 = 100_000;

/// Its stated solution is one of two: Interactive Sudoku Solver accepts the other one, too, if it is given in full.
const WITH_ANOTHER: &str = "0-indexed: Sums and indexing";

/// The puzzles of a file of JSON Lines.
fn puzzles(file: &str) -> Option<Vec<Value>> {
    let read = |line: &String| serde_json::from_str(line).expect("JSON");
    Some(lines_of(file)?.iter().map(read).collect())
}

fn name(puzzle: &Value) -> String {
    let name = puzzle.get("name").or_else(|| puzzle.get("title")).and_then(Value::as_str);
    name.unwrap_or("without a name").chars().take(40).collect()
}

/// At most two solutions, and whether these are all.
fn solutions(puzzle: &Variant, nodes: u64) -> (Vec<Vec<i32>>, bool) {
    some_solutions(puzzle, 2, nodes)
}

/// At most so many solutions, and whether these are all.
fn some_solutions(puzzle: &Variant, count: usize, nodes: u64) -> (Vec<Vec<i32>>, bool) {
    let model = puzzle.model().expect("small numbers");
    let mut found = model.search().limits(Limits::none().nodes(nodes)).solutions();
    let first = found.by_ref().take(count).map(|found| found.values().to_vec()).collect();
    (first, found.status() == Some(Status::Exhausted))
}

/// The digits, one after the other.
fn written(digits: &[i32]) -> String {
    digits.iter().map(i32::to_string).collect()
}

#[test]
fn of_f_puzzles() {
    let Some(puzzles) = puzzles("variants_fpuzzles.jsonl") else { return };
    let mut unique = 0;
    for puzzle in &puzzles {
        let name = name(puzzle);
        let found = read(&puzzle["fpuzzle"].to_string(), ReadOptions::default());
        let found = found.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(found.format, Format::FPuzzles);
        assert!(found.notes.is_empty(), "{name}: {:?}", found.notes);
        let stated = puzzle["solution"].as_str().expect("a solution");
        let one_each = stated.len() == found.variant.shape().len();
        if one_each {
            let digits: Vec<i32> = stated.bytes().map(|byte| i32::from(byte - b'0')).collect();
            assert!(found.variant.is_solution(&digits), "{name}: the stated solution breaks a rule");
        }
        let (first, is_all) = solutions(&found.variant, MANY_NODES);
        for solution in &first {
            assert!(found.variant.is_solution(solution), "{name}: a wrong solution");
            assert_eq!(written(solution), stated, "{name}: another solution");
        }
        if is_all {
            assert_eq!(first.len(), 1, "{name}: the solution was lost");
            unique += 1;
        } else {
            announce(&format!("{name}: not finished"));
        }
    }
    announce(&format!("f-puzzles: {} read, {unique} proved unique", puzzles.len()));
    assert_eq!(puzzles.len(), 40);
    assert_eq!(unique, 40);
}

#[test]
fn of_f_puzzles_through_other_formats() {
    let Some(puzzles) = puzzles("variants_fpuzzles.jsonl") else { return };
    let mut written_as: BTreeMap<Format, usize> = BTreeMap::new();
    for puzzle in &puzzles {
        let name = name(puzzle);
        let variant = read(&puzzle["fpuzzle"].to_string(), ReadOptions::default()).expect("readable").variant;
        for format in
            [Format::Json, Format::FPuzzles, Format::FPuzzlesLink, Format::Scl, Format::SclLink, Format::Iss]
        {
            let Ok(text) = write(&variant, format) else { continue };
            let again = read(&text, ReadOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again.format, format, "{name}");
            *written_as.entry(format).or_default() += 1;
            if matches!(format, Format::Json | Format::FPuzzles | Format::FPuzzlesLink) {
                assert_eq!(again.variant, variant, "{name}, through {format}");
            }
        }
    }
    announce(&format!("f-puzzles written: {written_as:?}"));
    for format in [Format::Json, Format::FPuzzles, Format::FPuzzlesLink] {
        assert_eq!(written_as[&format], 40, "{format}");
    }
    assert!(written_as[&Format::Iss] >= 25 && written_as[&Format::Scl] >= 5, "{written_as:?}");
}

/// The digits of a solution of Interactive Sudoku Solver: letters where there are more than nine.
fn letters(text: &str) -> Vec<i32> {
    let is_lettered = text.bytes().any(|byte| byte.is_ascii_uppercase());
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => i32::from(byte - b'A') + 1,
        byte if is_lettered && byte == b'0' => 0,
        byte => i32::from(byte - b'0'),
    };
    text.bytes().map(digit).collect()
}

/// The stated digits with those of extra cells, which are not stated; `None` if there are none, and whether that is sure.
fn completed(puzzle: &Variant, mut stated: Vec<i32>) -> (Option<Vec<i32>>, bool) {
    let shape = puzzle.shape();
    if stated.len() == shape.grid_len() && !shape.extra().is_empty() {
        let mut filled = puzzle.clone();
        for (cell, digit) in stated.iter().enumerate() {
            // Another given than the stated digit is seen by the checker.
            if filled.given(cell).is_none() && filled.give(cell, *digit).is_err() {
                return (None, true);
            }
        }
        let (mut found, is_all) = some_solutions(&filled, 1, MANY_NODES);
        let Some(found) = (!found.is_empty()).then(|| found.swap_remove(0)) else { return (None, is_all) };
        stated.extend(&found[shape.grid_len()..shape.len()]);
    }
    (Some(stated).filter(|digits| puzzle.is_solution(digits)), true)
}

#[test]
fn of_constraint_strings() {
    let Some(puzzles) = puzzles("variants_iss_raw.jsonl") else { return };
    let mut wrong: Vec<String> = Vec::new();
    let mut missing: BTreeMap<String, usize> = BTreeMap::new();
    let mut tally: BTreeMap<&str, usize> = BTreeMap::new();
    for puzzle in &puzzles {
        let name = name(puzzle);
        let text = puzzle["input"].as_str().expect("a text");
        let found = match read(text, ReadOptions::default()) {
            Ok(found) => found,
            Err(error) => {
                if error.kind() != ParseErrorKind::NotUnderstood {
                    wrong.push(format!("{name}: {error}"));
                }
                *missing.entry(error.found().to_owned()).or_default() += 1;
                continue;
            }
        };
        *tally.entry("read").or_default() += 1;
        let again = write(&found.variant, Format::Json).expect("it holds everything");
        let again = read(&again, ReadOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(again.variant, found.variant, "{name}");
        if let Ok(text) = write(&found.variant, Format::Iss) {
            let again = read(&text, ReadOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(again.variant.shape(), found.variant.shape(), "{name}");
            *tally.entry("written").or_default() += 1;
        }
        match puzzle.get("solution") {
            Some(Value::String(stated)) => {
                let shape = found.variant.shape();
                match completed(&found.variant, letters(stated)) {
                    (Some(_), _) => *tally.entry("solution").or_default() += 1,
                    (None, true) => {
                        wrong.push(format!("{name}: the stated solution breaks a rule"));
                        continue;
                    }
                    (None, false) => {
                        announce(&format!("{name}: the rest of the stated solution is not found"));
                    }
                }
                let (first, is_all) = solutions(&found.variant, NODES);
                assert!(
                    first.iter().all(|solution| found.variant.is_solution(&solution[..shape.len()])),
                    "{name}: a wrong solution"
                );
                if is_all && first.is_empty() {
                    wrong.push(format!("{name}: the solution was lost"));
                }
                let is_stated = |solution: &Vec<i32>| solution[..shape.grid_len()] == letters(stated);
                if !first.iter().all(is_stated) && name != WITH_ANOTHER {
                    wrong.push(format!("{name}: another solution"));
                }
                *tally.entry("found").or_default() += usize::from(!first.is_empty());
                *tally.entry("unique").or_default() += usize::from(is_all && first.len() == 1);
            }
            Some(Value::Bool(is_satisfiable)) => {
                let (first, is_all) = solutions(&found.variant, NODES);
                assert!(first.is_empty() || *is_satisfiable, "{name}: there is a solution");
                assert!(!first.is_empty() || !is_all || !is_satisfiable, "{name}: there is no solution");
                *tally.entry("yes or no").or_default() += 1;
            }
            _ => {}
        }
    }
    let mut missing: Vec<(String, usize)> = missing.into_iter().collect();
    missing.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    announce(&format!(
        "constraint strings: {} in all, {tally:?}; not understood: {missing:?}",
        puzzles.len()
    ));
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(puzzles.len(), 377);
    assert!(tally["read"] == 377 && tally["solution"] == 282, "{tally:?}");
}
