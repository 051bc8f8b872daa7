//! Promise: `residua convert` writes puzzles with further rules in every format that its help names; no rule is lost in silence.

use std::fs;

use serde_json::Value;

use crate::program::{Finished, file, run, times_depth};

fn convert(arguments: &[&str], input: &str) -> Finished {
    run("convert", arguments, input)
}

/// The formats of puzzles with further rules, by the names of the help.
const FORMATS: [&str; 8] =
    ["variant", "fpuzzles", "fpuzzles-link", "scl", "scl-link", "sudokupad", "sudokupad-link", "iss"];

/// A killer puzzle with two digits given.
const KILLER: &str = r#"{"format": "residua-variant", "rows": 4, "columns": 4, "digits": [1, 4], "lines": true, "boxes": "2x2",
    "grid": [[null, 2, null, null], [null, null, null, null], [null, null, null, null], [null, null, null, 1]],
    "rules": [{"rule": "cage", "cells": ["r1c1", "r2c1"], "number": 4}, {"rule": "cage", "cells": ["r3c3", "r3c4"], "number": 5}]}"#;

fn solutions(input: &str) -> String {
    run("solve", &["--all", "--format", "line", "-"], input).out
}

/// What is created is written in each format, and read from there as a puzzle with the same solutions.
#[test]
fn there_and_back() {
    let help = convert(&["--help"], "").out;
    for (seed, box_size) in [("5", "2x2"), ("6", "2x3"), ("7", "3x2")].into_iter().take(times_depth(3).max(1))
    {
        let create = ["--box", box_size, "--cages", "--seed", seed, "--json"];
        let killer = run("create", &create, "").out;
        let own = solutions(&killer);
        assert_eq!(own.lines().count(), 1, "{own}");
        for format in FORMATS {
            assert!(help.contains(format) || format.starts_with("sudokupad"), "{format}");
            let there = convert(&["--to", format], &killer);
            assert_eq!(there.code, 0, "{format}: {}", there.err);
            let notes: Vec<&str> = there.err.lines().collect();
            let lost: &[&str] =
                if format == "iss" { &["note: stdin:1: the solution is not written"] } else { &[] };
            assert_eq!((notes[0], &notes[1..]), ("note: stdin:1: read as JSON", lost), "{format}");
            assert_eq!(solutions(&there.out), own, "{format}: {}", there.out);
            let back = convert(&["--to", "variant"], &there.out);
            assert_eq!(solutions(&back.out), own, "{format}: {}", back.err);
        }
    }
}

/// What constraint strings have no class for is told in their own words.
#[test]
fn rules_in_other_words() {
    let odd = KILLER.replace("}]}", "}, {\"rule\": \"odd\", \"cells\": [\"r1c1\"]}, {\"rule\": \"difference\", \"cells\": [\"r4c1\", \"r4c2\"], \"number\": 2}]}");
    let there = convert(&["--to", "iss"], &odd);
    assert_eq!(there.code, 0, "{}", there.err);
    for note in [
        "the rule is written as candidates: odd: r1c1",
        "the rule is written as pairs of digits: difference of 2: r4c1 r4c2",
    ] {
        assert!(there.err.contains(note), "{}", there.err);
    }
    assert_eq!(solutions(&there.out), solutions(&odd));
}

/// Rules that a format has no place for are named, and left out only if that is asked for.
#[test]
fn no_rule_is_lost_in_silence() {
    let puzzle = KILLER.replace(
        "}]}",
        "}, {\"rule\": \"global_modular\"}, {\"rule\": \"equality_cage\", \"cells\": [\"r1c1\", \"r1c2\"]}]}",
    );
    let refused = convert(&["--to", "fpuzzles"], &puzzle);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    let said = "error: stdin:1:1: not written: f-puzzles has no place for: global modular; equality cage: r1c1 r1c2 (--drop-rules leaves them out)\n";
    assert!(refused.err.ends_with(said), "{}", refused.err);
    let dropped = convert(&["--to", "fpuzzles", "--drop-rules"], &puzzle);
    assert_eq!(dropped.code, 0, "{}", dropped.err);
    for rule in ["global modular", "equality cage: r1c1 r1c2"] {
        assert!(
            dropped.err.contains(&format!("note: stdin:1: the rule is not written: {rule}\n")),
            "{}",
            dropped.err
        );
    }
    assert_eq!(solutions(&dropped.out), solutions(KILLER));
    let strict = convert(&["--to", "fpuzzles", "--drop-rules", "--strict"], &puzzle);
    assert_eq!((strict.code, strict.out.as_str()), (2, ""), "{}", strict.err);
    // A plain format has no place for any.
    let plain = convert(&["--to", "line"], KILLER);
    assert_eq!((plain.code, plain.out.as_str()), (2, ""));
    assert!(
        plain.err.contains("line has no place for: cage of 4: r1c1 r2c1; cage of 5: r3c3 r3c4 (--drop-rules"),
        "{}",
        plain.err
    );
    let givens = convert(&["--to", "line", "--drop-rules"], KILLER);
    assert_eq!((givens.code, givens.out.as_str()), (0, ".2.............1\n"), "{}", givens.err);
    assert_eq!(givens.err.matches("the rule is not written: cage of ").count(), 2, "{}", givens.err);
    let regions = "{\"format\": \"residua-variant\", \"rows\": 2, \"columns\": 3, \"digits\": [0, 5]}";
    let oblong = convert(&["--to", "sdm", "--drop-rules"], regions);
    assert!(oblong.code == 2 && oblong.err.contains("grid of 2x3 with the digits 0 to 5"), "{}", oblong.err);
}

/// Plain puzzles become variants, also with the rules of options; variants without further rules become plain ones.
#[test]
fn plain_puzzles() {
    let plain = "1+2....3..1.....2";
    for format in FORMATS {
        let there = convert(&["--to", format], plain);
        assert_eq!(there.code, 0, "{format}: {}", there.err);
        let back = convert(&["--to", "line", "--strict"], &there.out);
        let kept = if format == "iss" { "1.....3..1.....2" } else { plain };
        assert_eq!((back.code, back.out), (0, format!("{kept}\n")), "{format}: {} {}", there.out, back.err);
        let lost = "note: stdin:1: the entered digits of 1 cell are not written\n";
        assert_eq!(there.err.contains(lost), format == "iss", "{format}: {}", there.err);
    }
    let strict = convert(&["--to", "iss", "--strict"], plain);
    assert_eq!((strict.code, strict.out.as_str()), (2, ""));
    let trusted = convert(&["--to", "iss", "--strict", "--trust", "entries"], plain);
    assert_eq!((trusted.code, trusted.out.contains("R1C2_2")), (0, true), "{}", trusted.out);
    let titled = convert(&["--to", "fpuzzles"], "#A Ada\n#L hard\n1...\n..3.\n.1..\n...2\n");
    let object: Value = serde_json::from_str(&titled.out).expect("an object");
    assert_eq!(object["author"], "Ada");
    assert!(titled.err.contains("the level is not written"), "{}", titled.err);
    // With rules of options.
    let cages = file("convert-cages.txt", "3: r1c1 r2c1\n");
    let with_rules = convert(&["--to", "iss", "--killer", &cages, "--diagonals", "-"], "................");
    assert_eq!(
        (with_rules.code, with_rules.out.as_str()),
        (0, ".Shape~4x4.Cage~3~R1C1~R2C1.Diagonal~-1.Diagonal~1\n"),
        "{}",
        with_rules.err
    );
}

/// Several puzzles of one file are one file, or a folder.
#[test]
fn many() {
    let two = "12..............\n..............34\n";
    for format in FORMATS {
        let there = convert(&["--to", format], two);
        assert_eq!(there.code, 0, "{format}: {}", there.err);
        assert_eq!(convert(&["--to", "line"], &there.out).out, two, "{format}: {}", there.out);
    }
    let folder = file("beside", "");
    let folder = format!("{}folder/", folder.strip_suffix("beside").expect("its name"));
    let _ = fs::remove_dir_all(&folder);
    let finished = run("convert", &["--to", "variant", "-o", &folder, "-"], two);
    assert_eq!(finished.code, 0, "{}", finished.err);
    let back = run("convert", &["--to", "line", &folder], "");
    assert_eq!(back.out, two, "{}", back.err);
    assert!(back.err.contains("puzzle-2.json:1: read as JSON"), "{}", back.err);
    let wrong = convert(&["--to", "variant"], &format!("{two}12\n"));
    assert_eq!((wrong.code, wrong.out.lines().count()), (2, 2), "{}", wrong.err);
}
