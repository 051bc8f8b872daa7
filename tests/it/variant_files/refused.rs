//! What is wrong or unknown is an error with its place.

use residua_sudoku::{ParseError, ParseErrorKind};
use residua_variant::{Format, ReadOptions, Rule, RuleKind, Shape, Variant, is_variant, read, write};

use crate::variant_files::fields::square;

/// The error of a text.
pub(crate) fn refused(text: &str) -> ParseError {
    match read(text, ReadOptions::default()) {
        Err(error) => error,
        Ok(found) => panic!("{text} is read as {found:?}"),
    }
}

fn told(text: &str) -> String {
    refused(text).to_string()
}

#[test]
fn names_what_is_not_understood() {
    for (text, message) in [
        (
            "{\"format\": \"residua-variant\",\n \"rows\": 2, \"columns\": 2, \"digits\": [1, 2], \"rulse\": []}".to_owned(),
            "line 2, column 45: expected a member of a puzzle, found the member \"rulse\"",
        ),
        (
            "{\"format\": \"residua-variant\", \"rows\": 2, \"columns\": 2, \"digits\": [1, 2], \"rules\": [\n {\"rule\": \"cagee\", \"cells\": [\"r1c1\"]}]}".to_owned(),
            "line 2, column 11: expected a kind of rule, perhaps \"cage\", found the rule \"cagee\"",
        ),
        (
            "{\"format\": \"residua-variant\", \"rows\": 2, \"columns\": 2, \"digits\": [1, 2], \"rules\": [\n {\"rule\": \"cage\", \"cells\": [\"r1c1\"], \"colour\": 1}]}".to_owned(),
            "line 2, column 38: expected a member of a rule: rule, name, cells, groups, number, numbers, parts, automaton, found the member \"colour\"",
        ),
        (
            square(4, "\"teleporter\": [{\"cells\": [\"R1C1\"]}]"),
            "line 1, column 80: expected a field of f-puzzles, found the member \"teleporter\"",
        ),
        (
            square(1, "\"renban\": [{\"lines\": [[\"R1C1\"]], \"colorful\": 1}]"),
            "line 1, column 62: expected a member of renban, found the member \"colorful\"",
        ),
        (
            square(1, "\"negative\": [\"ratio\", \"sums\"]"),
            "line 1, column 51: expected ratio or xv, found \"sums\"",
        ),
        (".Cage~3~R1C1\n .Teleport~R1C1".to_owned(), "line 2, column 3: expected a class of constraints that is known, found the class Teleport"),
        (".Or.Cage~3~R1C1.Teleport.End".to_owned(), "line 1, column 17: expected a class of constraints that is known, found the class Teleport"),
        ("{\"cells\": [[{}]], \"teleporter\": 1}".to_owned(), "line 1, column 19: expected a member of SudokuPad, found the member \"teleporter\""),
        ("{\"cells\": [[{}]], \"global\": [\"antibishop\"]}".to_owned(), "line 1, column 30: expected a rule of the whole grid, found the global rule \"antibishop\""),
    ] {
        let error = refused(&text);
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(error.kind(), ParseErrorKind::NotUnderstood, "{text}");
        // Asked to, it is left out, and told.
        let found = read(&text, ReadOptions { ignores_unknown: true }).unwrap_or_else(|error| panic!("{text}: {error}"));
        let (place, _) = message.split_once(": expected").expect("a place");
        let left = found.notes.iter().any(|note| note.starts_with(&format!("left out, at {place}: ")));
        assert!(left, "{text}: {:?}", found.notes);
    }
}

#[test]
fn tells_the_place_of_a_mistake() {
    for (text, message) in [
        ("", "line 1, column 1: expected a puzzle, found nothing"),
        ("# only a comment\n", "line 1, column 1: expected a puzzle, found comments only"),
        ("{\"grid\": [[{}],\n]}", "line 2, column 1: expected a value of JSON, found ']'"),
        ("{\"grid\": [[{}]] \"size\": 1}", "line 1, column 17: expected ',' or '}', found '\"'"),
        (
            "{\"grid\": [[{}]], \"grid\": [[{}]]}",
            "line 1, column 18: expected a member that is new, found \"grid\" again",
        ),
        ("{\"grid\": [[{}, {}], [{}]]}", "line 1, column 21: expected 2 cells, found 1 of them"),
        (
            "{\"grid\": [[{\"value\": 2, \"given\": true}]]}",
            "line 1, column 22: expected what fits the puzzle, found what does not: 2 in r1c1 is outside 1..1",
        ),
        ("{\"grid\": [[{\"value\": \"x\"}]]}", "line 1, column 22: expected a digit, found \"x\""),
        ("{\"grid\": []}", "line 1, column 10: expected 1 to 31 rows, found a list of 0"),
        ("{\"size\": 3, \"grid\": [[{}]]}", "line 1, column 10: expected 1, the number of rows, found 3"),
        (
            "{\"what\": 1}",
            "line 1, column 1: expected \"format\": \"residua-variant\", the grid of f-puzzles or the cells of SudokuPad, found an object without them",
        ),
        (".Cage~x~R1C1", "line 1, column 7: expected a sum, found 'x'"),
        (".Cage~3~R1C1~\n R0C1", "line 2, column 2: expected a cell: R1C1, found 'R0C1'"),
        (".Shape~9x", "line 1, column 8: expected rows x columns, each at most 16: 9x9, found '9x'"),
        (".Or.Cage~3~R1C1", "line 1, column 2: expected .End behind this, found 'Or'"),
        (".Cage~3~R1C1.End", "line 1, column 14: expected the end of something that is open, found 'End'"),
        (".Jigsaw~112", "line 1, column 9: expected a layout of 81 cells, found '112'"),
        (".NFA~___~_~R1C1", "line 1, column 6: expected an automaton in base64, found '___'"),
        (".~R1C1_10", "line 1, column 3: expected a cell with digits of the puzzle: R1C1_5, found 'R1C1_10'"),
        ("SumoCueV2=1", "line 1, column 1: expected SumoCueV1, found 'SumoCueV2'"),
        ("SumoCueV1=3+9=3+2", "line 1, column 12: expected a cell that leads to a sum, found +9"),
        (
            "{\"format\": \"residua-variant\", \"rows\": 2, \"columns\": 2, \"digits\": [1, 2], \"rules\": [\n {\"rule\": \"cage\", \"cells\": [\"r1c1\", \"r3c1\"]}]}",
            "line 2, column 37: expected a cell of the puzzle, such as \"r1c1\", found \"r3c1\"",
        ),
        (
            "what is this?",
            "line 1, column 1: expected a puzzle: JSON, a link of f-puzzles or SudokuPad, a constraint string, or cells in a line, found 'whatisthis?'",
        ),
    ] {
        assert_eq!(told(text), message, "{text}");
    }
}

/// A whole puzzle that cannot be meant is refused at the member that is wrong; one without its format is told so.
#[test]
fn wrong_members() {
    for (members, column, expected) in [
        (
            "\"format\": \"residua-variant\", \"rows\": 2, \"columns\": 2, \"digits\": [2, 1]",
            66,
            "the least first",
        ),
        (
            "\"format\": \"residua-variant\", \"rows\": 0, \"columns\": 2, \"digits\": [1, 2]",
            39,
            "rows and columns of 1 to",
        ),
        (
            "\"format\": \"residua-variant\", \"rows\": 2, \"columns\": 2, \"digits\": [1, 2], \"solution\": [1, 2]",
            86,
            "a solution of 4 digits",
        ),
        (
            "\"rows\": 2, \"columns\": 2, \"digits\": [1, 2], \"lines\": true",
            1,
            "\"format\": \"residua-variant\"",
        ),
    ] {
        let text = format!("{{{members}}}");
        assert!(is_variant(&text), "{text}");
        let error = refused(&text);
        assert_eq!((error.line(), error.column()), (1, column), "{error} in {text}");
        assert!(error.expected().contains(expected), "{error} in {text}");
    }
}

/// What a setter may write by habit is refused with what was meant.
#[test]
fn habits_of_setters() {
    let puzzle = |rule: &str| {
        format!(
            "{{\"format\": \"residua-variant\", \"rows\": 4, \"columns\": 4, \"digits\": [1, 4], \"rules\": [{rule}]}}"
        )
    };
    for (rule, expected, found) in [
        ("{\"rule\": \"killer\"}", "a kind of rule, perhaps \"cage\"", "the rule \"killer\""),
        ("{\"rule\": \"thermo\"}", "a kind of rule, perhaps \"thermometer\"", "the rule \"thermo\""),
        (
            "{\"rule\": \"Anti-Knight\"}",
            "a kind of rule, perhaps \"anti_knight\"",
            "the rule \"Anti-Knight\"",
        ),
        (
            "{\"rule\": \"german whispers\"}",
            "a kind of rule, perhaps \"whisper\"",
            "the rule \"german whispers\"",
        ),
        ("{\"rule\": \"little killer\"}", "a kind of rule, perhaps \"sum\"", "the rule \"little killer\""),
        (
            "{\"rule\": \"fog\"}",
            "a kind of rule, such as \"cage\" (docs/variants.md has all)",
            "the rule \"fog\"",
        ),
        (
            "{\"rule\": \"arrow\", \"cells\": [\"r1c1\", \"r1c2\"]}",
            "what fits the puzzle",
            "what does not: arrow: expected 2 groups of cells, found 1 (The number in the first group, a digit a cell, is the sum of the second group.)",
        ),
        (
            "{\"rule\": \"sandwich\", \"cells\": [\"r1c1\", \"r1c2\"]}",
            "what fits the puzzle",
            "what does not: sandwich: expected 1 number, found 0 (The digits between the least and the greatest digit of the puzzle, each of which is there once, \
             have this sum.)",
        ),
        (
            "{\"rule\": \"cage\", \"cells\": [\"r1c1\", \"r1c2\", \"r1c1\"], \"number\": 4}",
            "what fits the puzzle",
            "what does not: cage: expected different cells, found the same one as cell 1 and cell 3 of it",
        ),
        ("{\"cells\": [\"r1c1\"]}", "an object with the member \"rule\"", "an object without it"),
    ] {
        let error = refused(&puzzle(rule));
        assert_eq!((error.expected(), error.found()), (expected, found), "{rule}");
    }
    // As in the JSON of plain puzzles, 0 is a blank, unless it is a digit.
    for (low, given) in [(1, None), (0, Some(0))] {
        let text = format!(
            "{{\"format\": \"residua-variant\", \"rows\": 1, \"columns\": 2, \"digits\": [{low}, 4], \"grid\": [[0, 3]]}}"
        );
        let puzzle = read(&text, ReadOptions::default()).expect("a puzzle").variant;
        assert_eq!((puzzle.given(0), puzzle.given(1)), (given, Some(3)), "{text}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    let written =
        |puzzle: &Variant, format| write(puzzle, format).expect_err("it cannot be held").to_string();
    let mut puzzle = Variant::square(2, 2).expect("small");
    let rule = |kind, groups, numbers| Rule::new(kind, groups, numbers).expect("a rule");
    puzzle.add(rule(RuleKind::Thermometer, vec![vec![0, 1]], vec![])).expect("its cells");
    assert_eq!(written(&puzzle, Format::Scl), "SudokuPad has no rule for: thermometer: r1c1 r1c2");
    puzzle.add(rule(RuleKind::NumberedRoom, vec![vec![0, 1, 2, 3]], vec![2])).expect("its cells");
    assert_eq!(
        written(&puzzle, Format::FPuzzles),
        "f-puzzles has no rule for: numbered room of 2: r1c1 r1c2 r1c3 r1c4"
    );
    puzzle.add(rule(RuleKind::SlowThermometer, vec![vec![0, 1]], vec![])).expect("its cells");
    assert_eq!(
        written(&puzzle, Format::Iss),
        "constraint strings have no class for: slow thermometer: r1c1 r1c2"
    );
    assert_eq!(written(&puzzle, Format::Line), "a line is only read");
    // A sum that is no diagonal, a sum of a pair that is no X or V.
    let mut puzzle = Variant::square(2, 2).expect("small");
    puzzle.add(rule(RuleKind::Sum, vec![vec![0, 1]], vec![3])).expect("its cells");
    assert_eq!(written(&puzzle, Format::FPuzzles), "f-puzzles has no rule for: sum of 3: r1c1 r1c2");
    // Some neighbours of which it is said that they are not consecutive: f-puzzles says it of all.
    let mut puzzle = Variant::square(2, 2).expect("small");
    puzzle.add(rule(RuleKind::NoDifference, vec![vec![0, 1]], vec![1])).expect("its cells");
    assert_eq!(
        written(&puzzle, Format::FPuzzles),
        "f-puzzles has no place for: no difference of 1: r1c1 r1c2"
    );
    // An entered digit.
    let mut puzzle = Variant::square(2, 2).expect("small");
    puzzle.enter(5, 3).expect("its cell");
    assert_eq!(written(&puzzle, Format::Iss), "a constraint string has no place for: what is in r2c2");
    assert!(write(&puzzle, Format::FPuzzles).is_ok() && write(&puzzle, Format::Scl).is_ok());
    let wide = Variant::new(Shape::new(2, 3, 0..=4).expect("small"));
    assert!(written(&wide, Format::FPuzzles).starts_with("f-puzzles holds squares"));
}

#[test]
fn boxes_that_do_not_fill_the_grid() {
    let text = "{\"format\": \"residua-variant\", \"rows\": 4, \"columns\": 4, \"digits\": [1, 4], \"boxes\": \"2x3\"}";
    assert_eq!(
        told(text),
        "line 1, column 83: expected a box whose sides divide those of the grid, found \"2x3\""
    );
}

#[test]
fn numbers_of_arrows_have_ten_digits() {
    let circle = |cells: usize| Rule::new(RuleKind::Arrow, vec![(0..cells).collect(), vec![cells]], vec![]);
    assert!(circle(10).is_ok());
    let error = circle(11).expect_err("its factors are no numbers of 32 bits");
    assert!(error.to_string().contains("at most 10 cells"), "{error}");
}
