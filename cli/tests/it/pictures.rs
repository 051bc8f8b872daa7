//! Promise: `inspect --format svg` is one picture, `--format html` one page for all puzzles.

use std::collections::BTreeSet;

use residua_sudoku::Puzzle;

use crate::program::{run, times_depth};
use crate::samples::{REFERENCE, SIX, broken};

#[test]
fn a_picture_of_one_puzzle() {
    let finished = run("inspect", &["--format", "svg"], REFERENCE);
    assert_eq!((finished.code, finished.err.as_str()), (0, ""));
    assert!(finished.out.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
    assert!(finished.out.ends_with("</svg>\n"));
    assert!(finished.out.contains("<title>Sudoku with boxes of 2x3: several solutions: 18</title>"));
    assert_eq!(finished.out.matches("class=\"candidate possible\"").count(), 80 - 12);
    assert_eq!(finished, run("inspect", &["--format", "svg"], REFERENCE), "the same each time");
}

/// Two documents one after the other would be none.
#[test]
fn a_second_puzzle_has_no_place_in_a_picture() {
    let finished = run("inspect", &["--format", "svg"], format!("{REFERENCE}\n{SIX}\n{SIX}\n"));
    assert_eq!(finished.code, 2);
    assert_eq!(finished.out.matches("<svg").count(), 1);
    assert!(
        finished.err.starts_with("error: stdin:2:1: --format svg supports one puzzle"),
        "{}",
        finished.err
    );
    assert_eq!(finished.err.lines().count(), 1);
}

#[test]
fn a_page_of_many_puzzles() {
    let broken = broken();
    let finished = run("inspect", &["--format", "html"], format!("{REFERENCE}\n{SIX}\n{broken}\n12x\n"));
    assert_eq!((finished.code, finished.err.lines().count()), (2, 1));
    let page = finished.out;
    assert!(page.starts_with("<!DOCTYPE html>\n") && page.ends_with("</body>\n</html>\n"));
    let sections: Vec<&str> = page.split("<section>").skip(1).collect();
    assert_eq!(sections.len(), 3);
    for (section, part) in [
        (0, "<h2>several solutions: 18</h2>"),
        (0, "<h3>Two solutions differing in "),
        (0, "<li>r3c5 ≠ r4c4</li>"),
        (1, "<h2>unique solution</h2>"),
        (2, "<h2>no solution: "),
        (2, "<dd>r1c2 r3c3 r4c3 r6c1</dd>"),
    ] {
        assert!(sections[section].contains(part), "{part} in\n{}", sections[section]);
    }
    assert_eq!(sections[2].matches("class=\"cell given clashes\"><title>").count(), 4);
    let differs = |section: &&str| section.contains("class=\"cell solved differs\"");
    assert_eq!(sections.iter().map(differs).collect::<Vec<_>>(), [true, false, false]);
}

#[test]
fn a_page_without_puzzles_is_a_page() {
    let finished = run("inspect", &["--format", "html"], "");
    assert_eq!(finished.code, 2);
    assert!(finished.out.ends_with("<body>\n</body>\n</html>\n"), "{}", finished.out);
}

#[test]
fn definite_cells_alone() {
    let finished = run("inspect", &["--format", "grid"], REFERENCE);
    assert!(finished.out.contains("│ ⋅  ⋅  2 │ ⋅  5  6 │\n"), "{}", finished.out);
    assert!(!finished.out.contains("2346"), "{}", finished.out);
}

/// Of several clashes all subcommands report the same one, in the headline, in the lists and in the picture.
#[test]
fn one_clash_is_reported() {
    let cells_in = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric());
        let is_cell = |word: &&str| {
            word.starts_with('r') && word.contains('c') && word.ends_with(|c: char| c.is_ascii_digit())
        };
        words.filter(is_cell).map(str::to_owned).collect()
    };
    let mut state = 7_u32;
    let mut random = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % below
    };
    let crowded = |random: &mut dyn FnMut(usize) -> usize| {
        let mut cells = ['.'; 36];
        (0..18).for_each(|_| cells[random(36)] = char::from(b"123456"[random(6)]));
        String::from_iter(cells)
    };
    let mut puzzles: Vec<String> = (0..12).map(|_| crowded(&mut random)).collect();
    puzzles.push("1...2...3....4..".to_owned());
    // Most of these clash otherwise than by two equal givens in a house.
    let apart = |random: &mut dyn FnMut(usize) -> usize| loop {
        let text: String =
            (0..36).map(|_| if random(3) == 0 { char::from(b"123456"[random(6)]) } else { '.' }).collect();
        let puzzle: Puzzle = text.parse().expect("36 cells");
        if puzzle.first_clash().is_none() && puzzle.model().solve().is_none() {
            return text;
        }
    };
    puzzles.extend((0..25).map(|_| apart(&mut random)));
    for puzzle in puzzles {
        let line = |subcommand: &str| -> serde_json::Value {
            serde_json::from_str(&run(subcommand, &["--json", "-"], &puzzle).out).expect("an object")
        };
        let svg = run("inspect", &["--format", "svg", "-"], &puzzle).out;
        let marked: String = svg.lines().filter(|line| line.contains("; clashes")).collect();
        let inspected = line("inspect");
        let given = |members: &serde_json::Value| cells_in(&members.to_string());
        assert_eq!(cells_in(&marked), given(&inspected["conflict"]), "{puzzle}");
        let reason = inspected["reason"].as_str().expect("there is no solution");
        assert!(svg.contains(reason), "{puzzle}: {svg}");
        assert_eq!(line("solve")["reason"], reason, "{puzzle}");
        let page = run("inspect", &["--format", "html", "-"], &puzzle).out;
        let members =
            inspected["conflict"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
        let (clues, rules): (Vec<&str>, Vec<&str>) = members.partition(|name| name.starts_with("given "));
        let clues: Vec<&str> = clues.into_iter().filter_map(|name| name.strip_prefix("given ")).collect();
        for list in [clues.join(" "), rules.join(", ")] {
            assert!(page.contains(&format!("<dd>{list}</dd>")), "{puzzle}: {list}");
        }
        assert_eq!(cells_in(&marked), given(&line("conflict")["conflicts"]), "{puzzle}");
        if reason.contains(" stands twice in ") {
            assert_eq!(cells_in(reason), cells_in(&marked), "{puzzle}");
        }
    }
}

/// A small puzzle with a rule that is drawn, one that is told in words, and givens in two cells.
fn small(first: i32, rules: &str) -> String {
    format!(
        "{{\"format\": \"residua-variant\", \"title\": \"Small\", \"rows\": 4, \"columns\": 4, \"digits\": [1, 4], \
         \"lines\": true, \"boxes\": \"2x2\", \"grid\": [[{first}, null, null, null], [null, null, null, null], \
         [null, null, null, 2], [null, null, null, null]], \"rules\": [{rules}]}}"
    )
}

/// What is left of a variant puzzle is drawn with its rules; what clashes is marked.
#[test]
fn variant_puzzles() {
    let rules = "{\"rule\": \"thermometer\", \"cells\": [\"r1c2\", \"r1c3\"]}, \
                 {\"rule\": \"any_of\", \"parts\": [{\"rule\": \"odd\", \"cells\": [\"r4c4\"]}, {\"rule\": \"even\", \"cells\": [\"r1c4\"]}]}";
    let finished = run("inspect", &["--format", "svg"], small(1, rules));
    assert_eq!((finished.code, finished.err.as_str()), (0, ""), "{}", finished.out);
    assert_eq!(finished.out.matches("class=\"rule of-thermometer\"").count(), 1);
    assert!(finished.out.contains("class=\"words\""), "the other is told below");
    let pencil = run("inspect", &["--json"], small(1, rules)).out;
    let found: serde_json::Value = serde_json::from_str(&pencil).expect("JSON");
    let domains = found["domains"].as_object().expect("by cell");
    let size = |left: &serde_json::Value| -> i64 {
        let ranges = left.as_array().expect("ranges").iter();
        ranges.map(|range| range[1].as_i64().expect("an end") - range[0].as_i64().expect("a start") + 1).sum()
    };
    // A cell with one digit left shows it large.
    let candidates = domains.values().map(size).filter(|size| *size > 1).sum::<i64>() as usize;
    assert_eq!(finished.out.matches("class=\"candidate possible\"").count(), candidates, "{domains:?}");

    let rules = "{\"rule\": \"cage\", \"cells\": [\"r1c1\", \"r2c1\"], \"number\": 4}, \
                 {\"rule\": \"odd\", \"cells\": [\"r3c4\"]}, {\"rule\": \"even\", \"cells\": [\"r4c1\"]}";
    let page = run("inspect", &["--format", "html"], small(1, rules));
    assert_eq!((page.code, page.err.as_str()), (1, ""));
    assert_eq!(page.out.matches("class=\"rule of-odd clashes\"").count(), 1);
    assert_eq!(page.out.matches("class=\"rule of-cage\"").count(), 1, "it has no part in the clash");
    assert!(page.out.contains(
        "<h3>Minimal conflict</h3>\n<ul class=\"rules\">\n<li>odd: r3c4</li>\n<li>given r3c4</li>\n</ul>"
    ));
    assert!(page.out.ends_with("</body>\n</html>\n"));
}

/// Of a variant without a solution, `inspect` names and marks the rules that `conflict` finds, and rows, columns and boxes only where these
/// clash by them.
#[test]
fn one_clash_of_a_variant_is_reported() {
    let count = times_depth(30).to_string();
    let created =
        run("create", &["--box", "2x3", "--cages", "--seed", "48", "--count", &count, "--json"], "").out;
    let is_house = |name: &str| ["row ", "column ", "box "].iter().any(|noun| name.starts_with(noun));
    let (mut seen, mut without_houses) = (0, 0);
    for (round, line) in created.lines().enumerate() {
        // The sum of one cage is wrong.
        let mut puzzle: serde_json::Value = serde_json::from_str(line).expect("an object");
        let cages = puzzle["rules"].as_array_mut().expect("cages");
        let number = &mut cages[round % 5]["number"];
        *number = (number.as_i64().expect("a sum") + 1).into();
        let puzzle = puzzle.to_string();
        let object = |subcommand: &str| -> serde_json::Value {
            serde_json::from_str(&run(subcommand, &["--json", "-"], &puzzle).out).expect("an object")
        };
        let (inspected, conflict) = (object("inspect"), object("conflict"));
        if inspected["verdict"] != "none" {
            continue;
        }
        seen += 1;
        let names = |members: &serde_json::Value| -> BTreeSet<String> {
            let members = members.as_array().expect("a list").iter();
            members.map(|member| member["constraint"].as_str().expect("a name").to_owned()).collect()
        };
        let all = names(&inspected["conflict"]);
        let rules: BTreeSet<String> = all.iter().filter(|name| !is_house(name)).cloned().collect();
        assert_eq!(rules, names(&conflict["conflicts"][0]), "{puzzle}");
        without_houses += usize::from(rules == all);
        let svg = run("inspect", &["--format", "svg", "-"], &puzzle).out;
        let marked = svg.matches("class=\"rule of-cage clashes\"").count();
        assert_eq!(marked, rules.iter().filter(|name| name.starts_with("cage ")).count(), "{puzzle}");
    }
    assert!(seen > 10 && without_houses > 0, "{seen} {without_houses}");
}
