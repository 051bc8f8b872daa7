//! Promise: what is not understood is refused by name, and passed over only where that is asked for, aloud; a byte order mark is no
//! part of any input.

use serde_json::{Value, json};

use crate::program::{file, run, solve};

const KILLER: &str = r#"{"box":"2x2","givens":[1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2],"cages":[[0,1]]}"#;

#[test]
fn members_are_named() {
    for command in ["solve", "inspect", "count", "conflict", "clues", "export"] {
        let more: &[&str] = if command == "export" { &["--to", "cnf"] } else { &[] };
        let refused = run(command, &[more, &["-"]].concat(), KILLER);
        assert_eq!((refused.code, refused.err.lines().count()), (2, 1), "{command}: {}", refused.err);
        assert!(refused.err.starts_with("error: stdin:1:57: expected "), "{command}: {}", refused.err);
        assert!(refused.err.contains("\"cages\" (--ignore-unknown skips it)"), "{command}: {}", refused.err);
        let read = run(command, &[more, &["--ignore-unknown", "-"]].concat(), KILLER);
        assert!(read.err.starts_with("note: stdin:1: \"cages\" is skipped\n"), "{command}: {}", read.err);
        assert_eq!(read.code, 0, "{command}: {}", read.err);
    }
    let refused = solve("--json", KILLER);
    let object: Value = serde_json::from_str(&refused.out).expect("an object");
    assert!(object["error"].as_str().is_some_and(|error| error.contains("cages")), "{object}");
}

/// The open cells of a puzzle with two pairs that are equal are all in its parts.
#[test]
fn parts_have_all_open_cells() {
    let puzzle = "42.51615.4...4......2.5.5.1.43.3..6.";
    for strength in ["value", "singles", "bounds", "domain", "singleton", "exact"] {
        let object: Value =
            serde_json::from_str(&run("inspect", &["--json", "--strength", strength], puzzle).out)
                .expect("an object");
        let mut listed: Vec<String> = object["components"]
            .as_array()
            .expect("an array")
            .iter()
            .flat_map(|part| part.as_array().expect("an array"))
            .map(|cell| cell.as_str().expect("a name").to_owned())
            .collect();
        listed.sort();
        let domains = object["domains"].as_array().expect("an array").iter().enumerate();
        let open = domains.filter(|(_, domain)| domain.as_array().is_some_and(|values| values.len() > 1));
        let mut open: Vec<String> =
            open.map(|(cell, _)| format!("r{}c{}", cell / 6 + 1, cell % 6 + 1)).collect();
        open.sort();
        assert_eq!(listed, open, "{strength}");
        if strength == "value" {
            assert_eq!(json!(listed), json!(["r3c1", "r3c4", "r4c1", "r4c4"]));
        }
    }
}

#[test]
fn byte_order_marks_are_passed_over() {
    let flat = include_str!("inputs/byte_order_mark.fzn");
    assert!(flat.starts_with('\u{feff}'));
    let marked = |name: &str, text: &str| file(name, format!("\u{feff}{text}"));
    let path = file("mark.fzn", flat);
    for (command, arguments) in [("fzn", vec![]), ("count", vec![]), ("inspect", vec![])] {
        let found = run(command, &[&arguments[..], &[path.as_str()]].concat(), "");
        assert_eq!(found.code, 0, "{command}: {}", found.err);
    }
    let typed = run("count", &["-"], flat);
    assert_eq!(typed.code, 0, "{}", typed.err);
    let clauses = marked("mark.cnf", "p cnf 2 1\n1 2 0\n");
    assert!(run("count", &[&clauses], "").out.contains('3'));
    assert!(run("count", &["-"], "\u{feff}p cnf 2 1\n1 2 0\n").out.contains('3'));
    let object = marked("mark.json", r#"{"puzzle":"1... ..3. .1.. ...2"}"#);
    assert_eq!(solve(&format!("--format line {object}"), "").code, 0);
    assert_eq!(solve("--format line", "\u{feff}1.....3..1.....2\n").code, 0);
}
