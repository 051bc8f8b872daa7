//! Promise: the environment pins the engine, an unknown word is refused, and every output comes from the pinned engine.

use std::collections::BTreeSet;

use residua::search::EngineChoice;
use serde_json::Value;

use crate::program::run_by;
use crate::samples::{REFERENCE, SIX, SIX_SOLVED};

/// All that may be pinned: with a dense engine its forms too.
fn engines() -> Vec<String> {
    EngineChoice::all().iter().map(EngineChoice::to_string).collect()
}

#[test]
fn a_wrong_word_is_refused() {
    for (subcommand, wrong) in [("solve", "on"), ("solve", ""), ("inspect", "AVX2"), ("count", "dense")] {
        let finished = run_by(wrong, subcommand, &[], SIX);
        assert_eq!((finished.code, finished.out.as_str()), (2, ""), "{subcommand} {wrong}");
        let expected = format!("error: RESIDUA_DENSE: expected one of {}", engines().join(", "));
        assert_eq!(finished.err, format!("{expected}, found \"{wrong}\"\n"));
    }
}

#[test]
fn each_engine_has_the_same_solutions() {
    let lines = |engine: &str, puzzle: &str| -> BTreeSet<String> {
        let finished = run_by(engine, "solve", &["--format", "line", "--all"], puzzle);
        assert_eq!(finished.code, 0, "{engine}: {}", finished.err);
        finished.out.lines().map(str::to_owned).collect()
    };
    for engine in &engines() {
        assert_eq!(lines(engine, SIX), BTreeSet::from([SIX_SOLVED.to_owned()]), "{engine}");
        let several = lines(engine, REFERENCE);
        assert_eq!((several.len(), &several), (18, &lines("off", REFERENCE)), "{engine}");
    }
}

/// What propagation alone refutes is refuted, however few nodes there are to search; what it does not is unknown.
#[test]
fn a_clash_at_the_root_needs_no_node() {
    let place = format!("12345......6{}", ".".repeat(24));
    let search = ".".repeat(36);
    for engine in engines() {
        for nodes in ["0", "1"] {
            for (format, word) in [("grid", "no solution: "), ("line", "\tnone: "), ("json", "\"none\"")] {
                for clash in [&SIX.replacen(".6", "66", 1), place.as_str()] {
                    let finished = run_by(&engine, "solve", &["--nodes", nodes, "--format", format], clash);
                    assert_eq!(finished.code, 1, "{engine} {nodes} {format}: {}", finished.out);
                    assert!(finished.out.contains(word), "{}", finished.out);
                    let totals = run_by(&engine, "solve", &["--nodes", nodes, "--summary"], clash);
                    assert!(totals.code == 1 && totals.out.contains("1 none, 0 unknown"), "{}", totals.out);
                }
            }
            assert_eq!(run_by(&engine, "solve", &["--nodes", nodes], &search).code, 3, "{engine} {nodes}");
        }
    }
}

/// A form that does not fit is noted, once; answers are the same.
#[test]
#[cfg(feature = "dense")]
fn a_pinned_form_that_does_not_fit_is_noted() {
    let input = format!("{0}\n{0}\n", "1234.2345.3451.451.3..234");
    let note =
        "note: RESIDUA_DENSE=intersections-words does not apply to this input; using the general engine\n";
    for subcommand in ["solve", "inspect", "count"] {
        let by = |engine| run_by(engine, subcommand, &["--box", "1x5"], &input);
        let (pinned, general) = (by("intersections-words"), by("off"));
        assert_eq!((pinned.out, pinned.code), (general.out, general.code), "{subcommand}");
        assert_eq!(pinned.err.matches(note).count(), 1, "{subcommand}: {}", pinned.err);
        assert!(!general.err.contains("note") && !by("latin-words").err.contains("note"), "{subcommand}");
    }
    assert!(run_by("intersections-words", "solve", &["--strength", "value"], SIX).err.contains(note));
}

/// `inspect` and `count` say the same by each.
#[test]
fn each_engine_inspects_and_counts_the_same() {
    for (subcommand, arguments) in
        [("count", [].as_slice()), ("inspect", &["--strength", "domain", "--format", "clpfd"])]
    {
        let expected = run_by("off", subcommand, arguments, REFERENCE).out;
        for engine in &engines() {
            assert_eq!(
                run_by(engine, subcommand, arguments, REFERENCE).out,
                expected,
                "{subcommand}, {engine}"
            );
        }
    }
}

/// Text and objects have the same solutions in the same order, and the same counts.
#[test]
fn an_output_has_no_engine_of_its_own() {
    for engine in &engines() {
        let object = run_by(engine, "solve", &["--format", "json"], REFERENCE).out;
        let object: Value = serde_json::from_str(&object).expect("a line is an object");
        let solutions = object["solutions"].as_array().expect("there are solutions");
        let written = |solution: &Value| -> String {
            let cells = solution.as_array().expect("a grid");
            cells.iter().map(ToString::to_string).collect()
        };
        let written: Vec<String> = solutions.iter().map(written).collect();
        let lines = run_by(engine, "solve", &["--format", "line", "--limit", "2"], REFERENCE).out;
        assert_eq!(lines.lines().collect::<Vec<_>>(), written, "{engine}");
        let text = run_by(engine, "solve", &["--stats"], REFERENCE).out;
        let counts = format!("{} decisions, {} failures", object["decisions"], object["failures"]);
        assert!(text.contains(&counts), "{engine}: {counts}\n{text}");
    }
}
