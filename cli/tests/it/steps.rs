//! Promise: `hint`, `explain` and `rate` take the steps that follow from the rules, and end where the answer is.

use std::collections::BTreeSet;

use residua::search::Random;
use serde_json::Value;

use crate::program::{Finished, file, run, times_depth};
use crate::samples::REFERENCE;

fn object(finished: &Finished) -> Value {
    serde_json::from_str(finished.out.lines().next().expect("a line")).expect("an object")
}

/// A published puzzle that needs more than singles.
const PUZZLE: &str = "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....\n";

/// The hint is told by degrees, and each is part of the next.
#[test]
fn hints_are_told_by_degrees() {
    let told = |level| run("hint", &["--level", level, "-"], PUZZLE);
    let kind = told("kind").out;
    assert_eq!(kind, "stdin:1  hidden single (1.2)\n");
    for level in ["where", "cells", "step"] {
        let more = told(level);
        assert!(more.out.starts_with(&format!("{}: ", kind.trim_end())) && more.code == 0, "{}", more.out);
    }
    let step = object(&run("hint", &["--json", "-"], PUZZLE));
    let (cell, value) = (&step["step"]["placements"][0]["cell"], &step["step"]["placements"][0]["value"]);
    let solved = run("why", &["-", &format!("{}={value}", cell.as_str().expect("a cell"))], PUZZLE);
    assert!(solved.out.contains("is in all solutions"), "{}", solved.out);
}

/// A digit that a rule on one cell tells is told before it is relied on, and what follows from a rule alone is looked for in its cells.
#[test]
fn what_a_rule_alone_tells() {
    let cages = r#"{"format": "residua-variant", "rows": 4, "columns": 4, "digits": [1, 4], "lines": true, "boxes": "2x2", "rules": [
        {"rule": "cage", "cells": ["r1c2"], "number": 2}, {"rule": "thermometer", "cells": ["r3c1", "r3c2", "r4c2"]}]}"#;
    let told = |level| run("hint", &["--level", level, "-"], cages).out;
    assert_eq!(told("step"), "stdin:1  constraint (1.0): By cage of 2: r1c2: r1c2 is 2.\n");
    assert_eq!(told("cells"), "stdin:1  constraint (1.0): look at r1c2\n");
    let line = cages.replace("cage", "difference").replace("[\"r1c2\"]", "[\"r1c1\", \"r2c2\"]");
    let told = |level| run("hint", &["--level", level, "-"], &line).out;
    assert_eq!(told("cells"), "stdin:1  constraint (2.0): look at r3c1, r3c2, r4c2\n");
}

/// All steps together make the solution; each placement is one of it, and no elimination is.
#[test]
fn paths_end_at_the_solution() {
    let path = object(&run("explain", &["--json", "-"], PUZZLE));
    assert_eq!((path["end"].as_str(), path["verdict"].as_str()), (Some("solved"), Some("unique")));
    let line = run("solve", &["--format", "line", "-"], PUZZLE).out;
    let digit = |cell: &Value| {
        let name = cell.as_str().expect("a cell");
        let (row, column) = name[1..].split_once('c').expect("a name");
        let at = |text: &str| text.parse::<usize>().expect("a number") - 1;
        i64::from(line.as_bytes()[9 * at(row) + at(column)] - b'0')
    };
    let mut placed = 0;
    for step in path["steps"].as_array().expect("steps") {
        for fact in step["placements"].as_array().expect("facts") {
            assert_eq!(fact["value"].as_i64(), Some(digit(&fact["cell"])), "{step}");
            placed += 1;
        }
        for fact in step["eliminations"].as_array().expect("facts") {
            assert_ne!(fact["value"].as_i64(), Some(digit(&fact["cell"])), "{step}");
        }
    }
    let givens = PUZZLE.bytes().filter(u8::is_ascii_digit).count();
    assert!(placed >= 81 - givens, "{placed}");
}

/// A rating does not depend on names, and says where it ended.
#[test]
fn ratings_are_those_of_all_arrangements() {
    let rate = |puzzle: &str| {
        let rated = run("rate", &["-"], puzzle);
        (rated.out.split_once("  ").map(|(_, text)| text.to_owned()), rated.code)
    };
    let own = rate(PUZZLE);
    assert!(own.1 == 0 && own.0.as_ref().is_some_and(|text| text.contains("; effort ")), "{own:?}");
    let renamed: String = PUZZLE
        .chars()
        .map(|c| c.to_digit(10).map_or(c.to_string(), |digit| (digit % 9 + 1).to_string()))
        .collect();
    assert_eq!(rate(&renamed), own);
    let rows: Vec<&str> = (0..9).map(|row| &PUZZLE[9 * row..9 * row + 9]).collect();
    let turned: String = [3, 4, 5, 0, 2, 1, 6, 7, 8].map(|row| rows[row]).concat() + "\n";
    assert_eq!(rate(&turned), own);
    let several = rate(REFERENCE);
    assert!(several.0.is_some_and(|text| text.contains("no step is left")) && several.1 == 0);
    let none = rate("11..............\n");
    assert!(none.0.is_some_and(|text| text.contains("no solution")) && none.1 == 1);
    let cages = file("steps-cages.txt", "3: r1c1 r1c2\n7: r1c3 r1c4\n5: r1c1 r2c1\n");
    let variant = run("rate", &["--killer", &cages, "--diagonals", "-"], "................\n");
    assert_eq!(variant.code, 0, "{} {}", variant.out, variant.err);
    let refused = run("rate", &["-"], "p cnf 1 1\n1 0\n");
    assert!(refused.code == 2 && refused.err.contains("steps are those of puzzles"), "{}", refused.err);
}

/// No step leads to a solution that is not there: where little search shows that, it is said.
#[test]
fn hints_know_where_there_is_no_solution() {
    let cages = file("impossible-cages.txt", "10: r1c1 r1c2 r1c3\n");
    let row = "123456...".to_owned() + "......7..8" + &".".repeat(62);
    for (arguments, puzzle) in [
        // The last cells of the first row have two digits left: a first step is to be had all the same.
        (vec![], format!("{row}\n")),
        (vec!["--killer", &cages], "1...............\n".to_owned()),
        (vec!["--trust", "entries"], "1+12.............\n".to_owned()),
    ] {
        let hint = run("hint", &[&arguments[..], &["-"]].concat(), &puzzle);
        let is_refuted = run("solve", &[&arguments[..], &["-"]].concat(), &puzzle).code == 1;
        assert_eq!(hint.code == 1, is_refuted, "{arguments:?} {}", hint.out);
        assert_eq!(
            hint.out.contains("  no solution: residua conflict")
                && hint.out.contains(" tells what clashes\n"),
            is_refuted,
            "{}",
            hint.out
        );
    }
    let hint = run("hint", &["--json", "-"], "12...3..........");
    assert_eq!((object(&hint)["verdict"].as_str(), hint.code), (Some("some"), 0));
    // A cage with a given says the rest of its sum at once.
    let cages = file("rest-of-cage.txt", "10: r1c1 r1c2\n");
    let hint = run("hint", &["--killer", &cages, "-"], format!("7{}\n", ".".repeat(80)));
    assert_eq!(
        hint.out,
        "stdin:1  constraint (2.0): By cage of 10: r1c1 r1c2, since r1c1 is 7: r1c2 is 3.\n"
    );
}

/// Whatever is written into a small grid: a hint is refused exactly where the solver refutes the puzzle.
#[test]
fn hints_agree_with_the_solver() {
    let mut random = Random::new(7);
    let mut refuted = 0;
    for _ in 0..times_depth(30) {
        let digit = |random: &mut Random| match random.below(4) {
            0 => char::from(b'1' + random.below(4) as u8),
            _ => '.',
        };
        let puzzle: String = (0..16).map(|_| digit(&mut random)).collect();
        let (hint, solved) = (run("hint", &["-"], &puzzle), run("solve", &["-"], &puzzle));
        assert_eq!(hint.code, solved.code, "{puzzle}: {} {}", hint.out, solved.out);
        refuted += usize::from(hint.code == 1);
    }
    assert!(refuted > 5 && refuted < times_depth(30) - 5, "{refuted}");
}

/// `docs/json.md` has a row for each member of the objects, and no row for another.
#[test]
fn members_are_documented() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/json.md"))
        .expect("it is there");
    let (_, section) = page.split_once("\n## Steps\n").expect("a section");
    let (section, _) = section.split_once("\n## ").expect("a next one");
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let documented: BTreeSet<&str> = rows
        .flat_map(|row| row.split('|').nth(1).unwrap_or_default().split('`').skip(1).step_by(2))
        .collect();
    // A chain is needed, and a limit.
    let hard = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..\n";
    let objects = [
        object(&run("hint", &["--json", "-"], PUZZLE)),
        object(&run("explain", &["--json", "-"], hard)),
        object(&run("rate", &["--json", "-"], PUZZLE)),
        object(&run("rate", &["--json", "--time", "0", "-"], hard)),
    ];
    let head = ["file", "line", "box", "givens", "trust"];
    let names = |value: &Value| -> Vec<String> {
        value.as_object().map(|members| members.keys().cloned().collect()).unwrap_or_default()
    };
    let mut found: BTreeSet<String> = objects.iter().flat_map(names).collect();
    found.extend(names(&objects[0]["step"]));
    found.retain(|name| !head.contains(&name.as_str()));
    let found: BTreeSet<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(documented, found);
    // Those inside of lists are told in their row.
    for step in objects[1]["steps"].as_array().expect("steps") {
        for list in ["premises", "placements", "eliminations"] {
            for name in step[list].as_array().expect("a list").iter().flat_map(names) {
                assert!(section.contains(&format!("\"{name}\"")), "{name}");
            }
        }
        for name in step["chains"]
            .as_array()
            .expect("chains")
            .iter()
            .flat_map(|chain| chain.as_array().expect("a chain"))
            .flat_map(names)
        {
            assert!(section.contains(&format!("\"{name}\"")), "{name}");
        }
    }
}

/// The names of the cells whose classes have a word, by their titles.
fn cells_with(svg: &str, word: &str) -> BTreeSet<String> {
    let cells = svg.split("<g class=\"").skip(1).filter_map(|cell| cell.split_once("\"><title>"));
    let marked = cells.filter(|(classes, _)| classes.split(' ').any(|class| class == word));
    marked.filter_map(|(_, title)| title.split_once(':').map(|(name, _)| name.to_owned())).collect()
}

fn names(list: &Value) -> BTreeSet<String> {
    let cells = list.as_array().into_iter().flatten();
    cells.filter_map(|fact| fact["cell"].as_str().or(fact.as_str())).map(str::to_owned).collect()
}

/// A picture of a hint shows as much as is told, and nothing more.
#[test]
fn hints_are_drawn_by_degrees() {
    let step = object(&run("hint", &["--json", "-"], PUZZLE))["step"].clone();
    let premise = &step["premises"][0];
    assert!(premise["house"].is_string(), "{premise}");
    for level in ["kind", "where", "cells", "step"] {
        let told = run("hint", &["--level", level, "-"], PUZZLE).out;
        let (_, told) = told.trim_end().split_once("  ").expect("a place");
        let svg = run("hint", &["--level", level, "--format", "svg", "-"], PUZZLE);
        assert_eq!((svg.code, svg.err.as_str()), (0, ""));
        assert!(svg.out.contains(&format!("<title>{told}</title>")), "{level}: {told}");
        let (around, pattern) = (cells_with(&svg.out, "around"), cells_with(&svg.out, "pattern"));
        let roles = svg.out.matches("class=\"spot ").count();
        match level {
            "kind" => assert_eq!((around.len(), pattern.len(), roles), (0, 0, 0)),
            "where" => assert_eq!((around.len(), pattern.len(), roles), (9, 0, 0)),
            "cells" => assert_eq!((around.len(), pattern, roles), (0, names(&premise["cells"]), 0)),
            _ => {
                assert_eq!(
                    (around.len() + pattern.len(), pattern, roles),
                    (9, names(&step["placements"]), 1)
                );
            }
        }
        let page = run("hint", &["--level", level, "--format", "html", "-"], PUZZLE).out;
        assert_eq!(page.contains(step["sentence"].as_str().expect("a text")), level == "step");
        assert_eq!(page.matches("<svg ").count() - page.matches("<li><svg ").count(), 1);
    }
    let two = run("hint", &["--format", "svg", "-"], format!("{PUZZLE}{PUZZLE}"));
    assert!(two.code == 2 && two.err.contains("--format svg supports one puzzle"), "{}", two.err);
    let solved = run("hint", &["--format", "html", "-"], "1234341221434321\n");
    assert!(solved.code == 0 && solved.out.contains("<h2>solved</h2>"), "{}", solved.out);
}

/// A page about a path has a picture for each step, and ends with the rating, or with what is left.
#[test]
fn paths_are_drawn_on_a_page() {
    let path = object(&run("explain", &["--json", "-"], PUZZLE));
    let steps = path["steps"].as_array().expect("steps");
    let page = run("explain", &["--format", "html", "-"], PUZZLE);
    assert_eq!((page.code, page.err.as_str()), (0, ""));
    assert!(page.out.starts_with("<!DOCTYPE html>\n") && page.out.ends_with("</body>\n</html>\n"));
    assert!(page.out.len() < 4_000 * steps.len() + 200_000, "{} for {}", page.out.len(), steps.len());
    let articles: Vec<&str> = page.out.split("<article>").skip(1).collect();
    assert_eq!(articles.len(), steps.len() + 1);
    for (article, step) in articles.iter().zip(steps) {
        for text in ["technique", "sentence"] {
            assert!(article.contains(step[text].as_str().expect("a text")), "{step}\n{article}");
        }
        assert_eq!(article.matches("<svg ").count(), 1);
    }
    let rated = run("rate", &["-"], PUZZLE).out;
    let (_, rating) = rated.trim_end().split_once("  ").expect("a place");
    let end = articles.last().expect("an end");
    assert!(end.contains("<h3>Solved</h3>") && end.contains(rating), "{rating}\n{end}");

    let clashing = format!("11{}", ".".repeat(34));
    let three = format!("{REFERENCE}\n{REFERENCE}\n{clashing}\n");
    let several = run("explain", &["--format", "html", "-"], three);
    assert_eq!(several.code, 1, "the last one has no solution");
    assert_eq!(several.out.matches("<h3>No technique of the ladder goes on</h3>").count(), 2);
    assert_eq!(several.out.matches("<h3>There is no solution</h3>").count(), 1);
    let left = object(&run("inspect", &["--json", "-"], REFERENCE));
    let open = left["domains"].as_array().map_or(0, |cells| {
        cells.iter().filter(|cell| cell.as_array().is_some_and(|values| values.len() > 1)).count()
    });
    assert!(open == 0 || several.out.contains(&format!("{open} cells without a digit")), "{open}");

    let cages = file("drawn-cages.txt", "3: r1c1 r1c2\n7: r1c3 r1c4\n5: r1c1 r2c1\n");
    let variant = run("explain", &["--format", "html", "--killer", &cages, "-"], "................\n");
    assert_eq!((variant.code, variant.err.as_str()), (0, ""));
    // Rules are drawn once, and where there is space for candidates, and where there is not.
    assert!((3..=6).contains(&variant.out.matches("<g class=\"rule of-cage\">").count()), "{}", variant.out);
    for refused in [&["--format", "svg", "-"][..], &["--json", "--format", "html", "-"]] {
        assert_eq!(run("explain", refused, PUZZLE).code, 2);
    }
}
