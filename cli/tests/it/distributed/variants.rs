//! Puzzles with rules beside those of Sudoku: in parts, with a checkpoint and by several threads they have the answers of one process.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::distributed::same::timeless;
use crate::distributed::{Case, folder, residua};
use crate::program::{Finished, file, run};

/// Cages and a thermometer.
const CAGES: &str = r#"{"format": "residua-variant", "rows": 4, "columns": 4, "digits": [1, 4], "lines": true, "boxes": "2x2", "rules": [
    {"rule": "cage", "cells": ["r1c1", "r1c2"], "number": 5}, {"rule": "thermometer", "cells": ["r3c1", "r2c2"]}]}"#;

/// Cells that count twice, of which variables of their own tell, so that solutions are those of the digits.
const DOUBLERS: &str = r#"{"format": "residua-variant", "rows": 4, "columns": 4, "digits": [1, 4], "lines": true, "boxes": "2x2", "rules": [
    {"rule": "doublers"}, {"rule": "cage", "cells": ["r1c1", "r1c2"], "number": 7}, {"rule": "cage", "cells": ["r3c3", "r4c3"], "number": 9}]}"#;

/// A constraint string, with a cage that has one of two sums.
const STRING: &str = ".Shape~4x4 .Thermo~R1C1~R2C2~R3C3 .Or .Cage~3~R4C1~R4C2 .Cage~7~R4C1~R4C2 .End";

/// No grid has these sums.
const CLASH: &str = r#"{"format": "residua-variant", "rows": 4, "columns": 4, "digits": [1, 4], "lines": true, "boxes": "2x2", "rules": [
    {"rule": "cage", "cells": ["r1c1", "r1c2"], "number": 3}, {"rule": "cage", "cells": ["r1c3", "r1c4"], "number": 5}]}"#;

fn cases() -> Vec<Case> {
    let killer = file("cages-of-options.txt", "5: r1c1 r1c2\n6: r2c3 r3c3\n");
    vec![
        Case::new("cages.json", CAGES, &[]),
        Case::new("doublers.json", DOUBLERS, &[]),
        Case::new("string.iss", STRING, &[]),
        Case::new("clash.json", CLASH, &[]),
        Case::new("diagonals.txt", "................", &["--diagonals"]),
        Case::new("killer.txt", "................", &["--killer", &killer]),
        Case::new("with-rules.json", CAGES, &["--diagonals"]),
    ]
}

/// The subcommand whose answer is that of the question.
fn alone(case: &Case, ask: &str, others: &[&str]) -> Finished {
    let (subcommand, options): (&str, &[&str]) = match ask {
        "solutions" => ("solve", &["--all"]),
        "count" => ("count", &[]),
        "marginals" => ("count", &["--candidates"]),
        _ => ("inspect", &[]),
    };
    residua(subcommand, &case.with(&[options, others].concat()))
}

/// The lines of an answer in an order of their own: that of solutions depends on what was searched before.
fn lines(out: &str) -> Vec<String> {
    let mut lines: Vec<String> = timeless(out).lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// The members of an object that do not differ from run to run, with solutions in an order of their own.
fn members(out: &str) -> Value {
    let mut object: Value = serde_json::from_str(out).expect("an object");
    for name in ["seconds", "searches", "decisions", "failures", "propagations"] {
        object.as_object_mut().expect("an object").remove(name);
    }
    if let Some(solutions) = object["solutions"].as_array_mut() {
        solutions.sort_by_key(Value::to_string);
    }
    object
}

#[test]
fn answers_of_one_process() {
    for case in cases() {
        // All but one have several solutions, so that something is merged.
        let number = alone(&case, "count", &[]).out;
        assert_eq!(number.ends_with("  0 solutions\n"), case.name == "clash.json", "{number}");
        for (parts, budget) in [("1000", "100000"), ("5", "3")] {
            let units = case.units(&["--parts", parts]);
            for ask in ["solutions", "count", "marginals", "exact"] {
                let out = folder(&format!("variants-{}-{ask}-{parts}", case.name));
                let options = ["--ask", ask, "--budget", budget];
                let worked = case.work(&units, &out, &options);
                assert_eq!(worked.code, 0, "{} {ask}: {}", case.name, worked.err);
                let (merged, whole) = (case.merge(&units, &out, &options), alone(&case, ask, &[]));
                assert_eq!(lines(&merged.out), lines(&whole.out), "{} {ask}", case.name);
                assert_eq!((merged.err.as_str(), merged.code), ("", whole.code), "{} {ask}", case.name);
                let merged = case.merge(&units, &out, &[&options[..], &["--json"]].concat());
                let whole = alone(&case, ask, &["--json"]);
                assert_eq!(members(&merged.out), members(&whole.out), "{} {ask}", case.name);
            }
        }
    }
}

/// One solution of several, or none, is one of those that are listed.
#[test]
fn one_solution() {
    for case in cases() {
        let listed = alone(&case, "solutions", &["--format", "line"]);
        let units = case.units(&[]);
        let out = folder(&format!("variants-first-{}", case.name));
        assert_eq!(case.work(&units, &out, &["--ask", "first"]).code, 0);
        let first = case.merge(&units, &out, &["--ask", "first", "--format", "line"]);
        assert_eq!(first.code, listed.code, "{}: {}", case.name, first.err);
        let is_listed = listed.out.lines().any(|line| line == first.out.trim_end());
        assert!(is_listed, "{}: {}", case.name, first.out);
        let refused = case.merge(&units, &out, &["--ask", "first", "--format", "ascii"]);
        assert!(refused.err.contains("only --format grid, line and json") && refused.code == 2);
        let optimum = case.work(&units, &out, &["--ask", "optimum"]);
        assert!(optimum.err.contains("requires a model with an objective"), "{}", optimum.err);
        assert_eq!(optimum.code, 2);
    }
}

/// With a checkpoint, from its start and once more from its end; and by several threads.
#[test]
fn checkpoints_and_threads() {
    for case in cases() {
        for ask in ["solutions", "count", "marginals", "exact"] {
            let whole = alone(&case, ask, &[]);
            let checkpoint = file(&format!("variants-{}-{ask}.checkpoint", case.name), "");
            for _ in 0..2 {
                let kept = alone(&case, ask, &["--checkpoint", &checkpoint]);
                assert_eq!(lines(&kept.out), lines(&whole.out), "{} {ask}", case.name);
                assert_eq!((kept.err.as_str(), kept.code), ("", whole.code), "{} {ask}", case.name);
            }
            let by_two = alone(&case, ask, &["--threads", "2"]);
            assert_eq!((by_two.err.as_str(), by_two.code), ("", whole.code), "{} {ask}", case.name);
            assert_eq!(lines(&by_two.out), lines(&whole.out), "{} {ask}", case.name);
        }
    }
}

/// The rules of options are part of the question: 48 grids of the 288 have diagonals without a digit twice.
#[test]
fn rules_of_options() {
    let grids = run("solve", &["--all", "--format", "line", "-"], "................\n").out;
    let differ = |line: &str, cells: [usize; 4]| {
        cells.iter().map(|&cell| line.as_bytes()[cell]).collect::<BTreeSet<u8>>().len() == 4
    };
    let expected: BTreeSet<&str> =
        grids.lines().filter(|line| differ(line, [0, 5, 10, 15]) && differ(line, [3, 6, 9, 12])).collect();
    let case = Case::new("with-diagonals.txt", "................", &["--diagonals"]);
    let (units, out) = (case.units(&[]), folder("variants-with-diagonals"));
    assert_eq!(case.work(&units, &out, &["--ask", "solutions"]).code, 0);
    let merged = case.merge(&units, &out, &["--ask", "solutions", "--format", "line"]).out;
    assert_eq!((expected.len(), merged.lines().collect::<BTreeSet<_>>()), (48, expected.clone()));
    let checkpoint = file("with-diagonals.checkpoint", "");
    let kept = residua("count", &case.with(&["--checkpoint", &checkpoint]));
    assert!(kept.out.ends_with("  48 solutions\n"), "{}", kept.out);
    // Neither reports nor a checkpoint of other rules are taken for their answers.
    let plain = Case::new("with-diagonals.txt", "................", &[]);
    assert_eq!(plain.merge(&units, &out, &["--ask", "solutions"]).code, 2);
    assert_eq!(residua("count", &plain.with(&["--checkpoint", &checkpoint])).code, 2);
    for format in ["pencil", "ascii"] {
        let refused = residua("solve", &case.with(&["--all", "--format", format, "--checkpoint", "x"]));
        assert!(refused.err.contains("only --format grid, line and json"), "{}", refused.err);
        assert_eq!(refused.code, 2);
    }
}

/// Several puzzles, and what is none.
#[test]
fn mistakes() {
    let two = Case::new("two.json", &format!("{0}\n{0}\n", CAGES.replace('\n', " ")), &[]);
    let broken = Case::new("broken.json", &CAGES.replace("r2c2", "r2c5"), &[]);
    let coloured = Case::new("coloured.json", CAGES, &["--colors", "3"]);
    for (case, message) in
        [(two, ":2:1: expected one puzzle"), (broken, ":2:"), (coloured, "--colors applies only to graphs")]
    {
        let refused = residua("split", &case.with(&[]));
        assert!(refused.err.contains(message) && refused.code == 2, "{}: {}", case.name, refused.err);
        let refused = residua("count", &case.with(&["--checkpoint", "x"]));
        assert!(refused.err.contains(message) && refused.code == 2, "{}: {}", case.name, refused.err);
    }
}
