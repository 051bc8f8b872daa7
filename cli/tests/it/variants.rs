//! Promise: puzzles with rules beside those of Sudoku are answered like others, in the words of their rules.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::program::{file, run, times_depth};

use residua::search::Random;

/// A 4-by-4 grid of digits, row by row.
type Grid = Vec<i32>;

/// The name of a cell of a 4-by-4 grid.
fn name(cell: usize) -> String {
    format!("r{}c{}", cell / 4 + 1, cell % 4 + 1)
}

/// All 4-by-4 Sudoku grids.
fn all_grids() -> Vec<Grid> {
    let listed = run("solve", &["--all", "--format", "line", "-"], "................\n");
    listed.out.lines().map(|line| line.bytes().map(|digit| i32::from(digit - b'0')).collect()).collect()
}

/// What an option means.
type Meaning = fn(&Grid) -> bool;

/// Options with what they mean.
fn options() -> Vec<(&'static str, Meaning)> {
    fn differ(grid: &Grid, steps: &[(i32, i32)]) -> bool {
        let at = |row: i32, column: i32| {
            let inside = (0..4).contains(&row) && (0..4).contains(&column);
            inside.then(|| grid[(4 * row + column) as usize])
        };
        (0..16).all(|cell: i32| {
            let (row, column) = (cell / 4, cell % 4);
            steps.iter().all(|(down, right)| at(row + down, column + right) != at(row, column))
        })
    }
    vec![
        ("--diagonals", |grid| {
            let are_four = |cells: [usize; 4]| {
                cells.map(|cell| grid[cell]).into_iter().collect::<BTreeSet<_>>().len() == 4
            };
            are_four([0, 5, 10, 15]) && are_four([3, 6, 9, 12])
        }),
        ("--anti-knight", |grid| differ(grid, &[(1, 2), (2, 1), (2, -1), (1, -2)])),
        ("--anti-king", |grid| differ(grid, &[(1, 1), (1, -1)])),
        ("--non-consecutive", |grid| {
            (0..16).all(|cell| {
                let right = (cell % 4 < 3).then_some(cell + 1);
                let below = (cell < 12).then_some(cell + 4);
                [right, below].into_iter().flatten().all(|other: usize| (grid[cell] - grid[other]).abs() != 1)
            })
        }),
    ]
}

/// Any of the options with some givens and cages: as all grids that keep to them say.
#[test]
fn options_add_rules() {
    let (grids, options, mut random) = (all_grids(), options(), Random::new(48));
    assert_eq!(grids.len(), 288);
    for round in 0..times_depth(12) {
        let solution = &grids[random.below(grids.len())];
        let chosen: Vec<_> = options.iter().filter(|_| random.below(3) == 0).collect();
        let cages: Vec<Vec<usize>> = (0..random.below(3))
            .map(|_| {
                let first = random.below(15);
                if first % 4 == 3 {
                    vec![first, first + 1 - 4 * usize::from(first > 3)]
                } else {
                    vec![first, first + 1]
                }
            })
            .collect();
        let sum = |cage: &[usize]| cage.iter().map(|&cell| solution[cell]).sum::<i32>();
        let lines = cages.iter().map(|cage| {
            let names: Vec<String> = cage.iter().map(|&cell| name(cell)).collect();
            format!("{}: {}\n", sum(cage), names.join(" "))
        });
        let killer = file(&format!("cages-{round}.txt"), lines.collect::<String>());
        let given: Vec<bool> = (0..16).map(|_| random.below(4) == 0).collect();
        let puzzle: String = (0..16)
            .map(|cell| if given[cell] { solution[cell].to_string() } else { ".".to_owned() })
            .collect();
        let keeps = |grid: &&Grid| {
            let fits = (0..16).all(|cell| !given[cell] || grid[cell] == solution[cell]);
            let in_cages = cages.iter().all(|cage| {
                let digits: BTreeSet<i32> = cage.iter().map(|&cell| grid[cell]).collect();
                digits.len() == cage.len() && cage.iter().map(|&cell| grid[cell]).sum::<i32>() == sum(cage)
            });
            fits && in_cages && chosen.iter().all(|(_, holds)| holds(grid))
        };
        let expected: BTreeSet<String> =
            grids.iter().filter(keeps).map(|grid| grid.iter().map(i32::to_string).collect()).collect();
        let mut arguments: Vec<&str> = chosen.iter().map(|(option, _)| *option).collect();
        arguments.extend(["--killer", &killer, "-"]);
        let listed = run("solve", &[&["--all", "--format", "line"], &arguments[..]].concat(), &puzzle);
        let found: BTreeSet<String> =
            listed.out.lines().filter(|line| *line != "none").map(str::to_owned).collect();
        assert_eq!(found, expected, "{arguments:?} {puzzle}");
        let code = i32::from(expected.is_empty());
        let counted = run("count", &[&arguments[..], &["--json"]].concat(), &puzzle);
        let object: Value = serde_json::from_str(&counted.out).expect("an object");
        assert_eq!((object["count"].as_str(), counted.code), (Some(&*expected.len().to_string()), code));
        let inspected = run("inspect", &[&arguments[..], &["--json"]].concat(), &puzzle);
        let object: Value = serde_json::from_str(&inspected.out).expect("an object");
        let word = ["none", "unique", "multiple"][expected.len().min(2)];
        assert_eq!(
            (object["verdict"].as_str(), inspected.code),
            (Some(word), code),
            "{arguments:?} {puzzle}"
        );
        for cell in (0..16).filter(|_| !expected.is_empty()) {
            let left: BTreeSet<i64> = object["domains"][name(cell)]
                .as_array()
                .expect("ranges")
                .iter()
                .flat_map(|range| range[0].as_i64().expect("a number")..=range[1].as_i64().expect("a number"))
                .collect();
            let possible: BTreeSet<i64> =
                expected.iter().map(|line| i64::from(line.as_bytes()[cell] - b'0')).collect();
            assert_eq!(left, possible, "{arguments:?} {puzzle} {cell}");
        }
        let conflict = run("conflict", &arguments, &puzzle);
        assert_eq!(conflict.out.contains("clash (minimal)"), expected.is_empty(), "{}", conflict.out);
    }
}

/// What is said of a rule is said in its own words.
#[test]
fn rules_are_named() {
    let killer = file("cage-of-ten.txt", "# a cage that cannot be\n\n10: r1c1 r1c2 r1c3\n: r4c1 r4c2\n");
    let puzzle = "1...............\n";
    let conflict = run("conflict", &["--killer", &killer, "-"], puzzle);
    let expected = "stdin:1  1 of 3 rules clash (minimal)\n  cage of 10: r1c1 r1c2 r1c3\n\
                    removing cage of 10: r1c1 r1c2 r1c3 restores a solution (minimum)\n";
    assert_eq!((conflict.out.as_str(), conflict.code), (expected, 1));
    let inspected = run("inspect", &["--diagonals", "-"], "12..34..........\n");
    assert!(inspected.out.contains("rules left: ") && inspected.code == 0, "{}", inspected.out);
    let why = run("why", &["--anti-king", "-", "r2c3=3"], "....3...........\n");
    assert!(why.out.contains(" in row 2"), "{}", why.out);
    // A rule that follows from the others.
    let clues = run("clues", &["--anti-king", "--diagonals", "-"], "12..34..........\n");
    assert!(clues.code <= 1, "{}", clues.err);
}

/// Regions of any form take the place of boxes.
#[test]
fn regions_are_drawn() {
    let regions = file("regions.txt", "AABB\nACBB\nACDD\nCCDD\n");
    let counted = run("count", &["--regions", &regions, "-"], "................\n");
    // Latin squares of order 4 whose four regions have all digits.
    let squares = run("solve", &["--box", "1x4", "--all", "--format", "line", "-"], "................\n");
    let keeps = |line: &&str| {
        "ABCD".chars().all(|region| {
            let cells = "AABBACBBACDDCCDD".chars().zip(line.chars()).filter(|(of, _)| *of == region);
            cells.map(|(_, digit)| digit).collect::<BTreeSet<_>>().len() == 4
        })
    };
    let expected = squares.out.lines().filter(keeps).count();
    assert_eq!(counted.out, format!("stdin:1  {expected} solutions\n"));
    let solved = run("solve", &["--regions", &regions, "-"], "12..............\n");
    assert!(solved.out.contains("┌───────┬───────┐\n│ 1   2 │ "), "{}", solved.out);
    assert!(solved.out.contains("\n│   ┌───┤       │"), "{}", solved.out);
}

/// Constraint strings may go on in further lines, and a blank line ends them; those that are created are read as they were.
#[test]
fn constraint_strings_are_set_apart() {
    let two = file("two.iss", "\n.Shape~4x4\n.Cage~3~R1C1~R1C2\n\n.Shape~4x4 .~R1C1_1\n");
    let counted = run("count", &[&two], "");
    let counts: Vec<&str> = counted.out.lines().filter_map(|line| line.split("two.iss:").nth(1)).collect();
    assert_eq!(counts.len(), 2, "{} {}", counted.out, counted.err);
    assert!(counts[0].starts_with("2  48 ") && counts[1].starts_with("5  72 "), "{counts:?}");
    let create = ["--box", "2x2", "--cages", "--count", "3", "--seed", "5", "--format"];
    let created = ["iss", "fpuzzles", "json"].map(|format| {
        let puzzles = file("made.txt", run("create", &[&create[..], &[format]].concat(), "").out);
        run("solve", &["--format", "line", &puzzles], "").out
    });
    assert!(
        created[0].lines().count() == 3 && created.iter().all(|lines| *lines == created[0]),
        "{created:?}"
    );
}

/// Files of variant puzzles are read wherever puzzles are, also many in one file, and beside plain ones.
#[test]
fn files_are_read() {
    let own = file(
        "own.json",
        r#"{"format": "residua-variant", "rows": 4, "columns": 4, "digits": [1, 4], "boxes": "2x2",
            "grid": [[1, null, null, null], [null, null, null, null], [null, null, null, null], [null, null, null, 1]],
            "rules": [{"rule": "anti_king"}]}"#,
    );
    let iss = file("iss.txt", ".Shape~4x4 .Cage~3~R1C1~R1C2 .~R4C4_1");
    let plain = file("plain.txt", "12..34..........\n");
    let counted = run("count", &[&own, &iss, &plain], "");
    let lines: Vec<&str> = counted.out.lines().collect();
    assert_eq!(lines.len(), 3, "{} {}", counted.out, counted.err);
    assert!(
        lines.iter().zip([&own, &iss, &plain]).all(|(line, file)| line.starts_with(&format!("{file}:1  ")))
    );
    let unknown = file("unknown.json", "{\"size\": 1, \"grid\": [[{}]],\n \"teleport\": []}");
    let refused = run("solve", &[&unknown], "");
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains(":2:2: ") && refused.err.contains("\"teleport\""), "{}", refused.err);
    assert!(refused.err.contains("--ignore-unknown"), "{}", refused.err);
    let passed = run("solve", &["--ignore-unknown", &unknown], "");
    assert!(passed.code == 0 && passed.err.contains("teleport"), "{} {}", passed.out, passed.err);
    for (option, value) in [("--regions", "AAB"), ("--killer", "10 r1c1"), ("--killer", "3: r1c9")] {
        let bad = file("bad.txt", value);
        let refused = run("solve", &[option, &bad, &plain], "");
        assert!(refused.code == 2 && refused.err.starts_with(&format!("error: {bad}:1:")), "{}", refused.err);
    }
}

/// Texts of a line are recognised as well: constraint strings that begin with a class in capitals, and cages drawn by arrows.
#[test]
fn lines_are_recognised() {
    let counted = run("count", &["-"], ".V~R1C1~R1C2.Shape~4x4.~R1C1_4");
    let one = run("count", &["-"], ".Shape~4x4.~R1C1_4~R1C2_1");
    assert_eq!((counted.code, counted.out), (0, one.out));
    // Each cell is a cage of its own, but for the three in the corner: their sum is 5 + 3 + 6, an E.
    let grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let mut cages: Vec<char> = grid.chars().collect();
    (cages[0], cages[1], cages[9]) = ('E', '<', '^');
    let solved = run("solve", &["--format", "line", "-"], cages.iter().collect::<String>());
    assert_eq!((solved.code, solved.out), (0, format!("{grid}\n")), "{}", solved.err);
}

/// What has no effect on such a puzzle, or is missing in it, is told.
#[test]
fn mistakes_are_told() {
    let puzzle = |format: &str| {
        format!(
            "{{{format}\"rows\": 4, \"columns\": 4, \"digits\": [1, 4], \"lines\": true, \"boxes\": \"2x2\", \"rules\": []}}\n"
        )
    };
    let with_box = run("solve", &["--box", "2x2", "-"], puzzle("\"format\": \"residua-variant\", "));
    assert_eq!(with_box.code, 2, "{}", with_box.out);
    assert!(with_box.err.contains("--box applies only to puzzles without further rules"), "{}", with_box.err);
    let without_format = run("solve", &["-"], puzzle(""));
    assert_eq!(without_format.code, 2, "{}", without_format.out);
    assert!(
        without_format.err.contains("stdin:1:1: expected \"format\": \"residua-variant\""),
        "{}",
        without_format.err
    );
}

/// Of a rule of the whole grid with many parts, it is said how many follow from the others.
#[test]
fn parts_of_rules_are_counted() {
    let told = run("clues", &["--anti-knight", "-"], "1234432134122143\n");
    let rules: Vec<&str> = told.out.lines().filter(|line| line.contains("anti-knight")).collect();
    assert_eq!(rules, ["  anti-knight, in 24 places"], "{}", told.out);
    assert!(
        told.out.contains("each of these, out of 40 givens and parts of rules, can be left out by itself:\n"),
        "{}",
        told.out
    );
}
