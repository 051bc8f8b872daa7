//! Promise: every rule of a variant puzzle is in its picture, drawn or in words; `docs/variants.md` shows each kind.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;

use residua::inspect::Strength;
use residua_sudoku::render::picture::{Content, Mark};
use residua_variant::{Format, KINDS, Picture, ReadOptions, Rule, RuleKind, Shape, Variant, read, write};

use crate::pictures::elements;
use crate::samples::root;

/// The sheets of `docs/variants/`, in the order of the page, with what their rules are about.
const SHEETS: [(&str, &str); 8] = [
    ("whole", "The whole grid"),
    ("pairs", "Pairs of cells"),
    ("sums", "Cages, sums, groups"),
    ("lines", "Lines"),
    ("cells", "Cells"),
    ("outside", "Clues outside"),
    ("extra", "Extra cells and regions to be found"),
    ("made", "Rules made of rules"),
];

/// Where the generated part of the page begins.
const GALLERY: &str = "## All kinds of rules\n";

fn sheet(name: &str) -> Variant {
    let path = root().join(format!("docs/variants/{name}.json"));
    let text = fs::read_to_string(&path).expect("a sheet");
    read(&text, ReadOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}")).variant
}

/// What a file should hold; it is written if that is asked for.
fn is_up_to_date(path: &str, content: &str) {
    let file = root().join(path);
    if std::env::var_os("RESIDUA_BLESS").is_some() {
        fs::write(&file, content).expect("written");
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == content,
        "{path} is not up to date: RESIDUA_BLESS=1 cargo test -p residua-tests --test it variant_pictures"
    );
}

/// Rules that are no rows, columns and regions.
fn further(puzzle: &Variant) -> impl Iterator<Item = &Rule> {
    puzzle.rules().iter().filter(|rule| !rule.is_house())
}

/// The rows of the table of a sheet: of each kind its meaning, and its first rule as it stands in the file.
fn rows(name: &str, seen: &mut BTreeSet<RuleKind>) -> String {
    let text = fs::read_to_string(root().join(format!("docs/variants/{name}.json"))).expect("a sheet");
    let mut rows = String::from("| kind | meaning | in JSON |\n|---|---|---|\n");
    for rule in further(&sheet(name)) {
        let facts = rule.kind().facts();
        if seen.insert(rule.kind()) {
            let start = format!("{{\"rule\": \"{}\"", facts.id);
            let line = text.lines().map(str::trim).find(|line| line.starts_with(&start)).expect("a line");
            let line = line.trim_end_matches(',');
            writeln!(rows, "| {} | {} | `{line}` |", facts.words, facts.meaning).expect("a string");
        }
    }
    rows
}

/// The pictures of the page are those of its sheets, and its tables tell all kinds.
#[test]
fn of_the_page() {
    let mut seen = BTreeSet::new();
    let mut gallery = String::from(GALLERY);
    for (name, title) in SHEETS {
        let puzzle = sheet(name);
        let picture = Picture::of_givens(&puzzle, title);
        is_up_to_date(&format!("docs/variants/{name}.svg"), &picture.svg());
        let image =
            format!("<img src=\"variants/{name}.svg\" width=\"420\" alt=\"Drawings of rules: {title}\">");
        let rows = rows(name, &mut seen);
        write!(gallery, "\n### {title}\n\n{image}\n\n{rows}").expect("a string");
    }
    let all: BTreeSet<RuleKind> = KINDS.iter().map(|facts| facts.kind).collect();
    assert_eq!(seen, all, "a kind without an example in docs/variants/");
    let small = sheet("small");
    is_up_to_date("docs/variants/small.svg", &Picture::of_givens(&small, "a small variant puzzle").svg());
    let page = fs::read_to_string(root().join("docs/variants.md")).expect("a page");
    let (head, _) = page.split_once(GALLERY).expect("the heading of the gallery");
    is_up_to_date("docs/variants.md", &format!("{head}{gallery}"));
}

/// Drawings of rules, by kind, and the lines of text below.
fn shown(svg: &str) -> (BTreeMap<String, usize>, Vec<String>) {
    let (mut drawings, mut words) = (BTreeMap::new(), Vec::new());
    for ((_, attributes), text) in elements(svg) {
        match attributes.get("class").map(String::as_str) {
            Some("words") => words.push(text),
            Some(class) => {
                if let Some(kind) = class.strip_prefix("rule of-") {
                    *drawings.entry(kind.to_owned()).or_default() += 1;
                }
            }
            None => {}
        }
    }
    (drawings, words)
}

/// Each rule is drawn once, or told in words below.
#[test]
fn every_rule_is_there() {
    let names = SHEETS.map(|(name, _)| name);
    for name in names {
        let puzzle = sheet(name);
        let (drawings, words) = shown(&Picture::of_givens(&puzzle, name).svg());
        let words = words.join(" ").to_lowercase();
        let mut rules: BTreeMap<&str, (usize, Vec<&Rule>)> = BTreeMap::new();
        for rule in further(&puzzle) {
            let (count, of_kind) = rules.entry(rule.kind().facts().id).or_default();
            *count += 1;
            of_kind.push(rule);
        }
        for (id, (count, of_kind)) in rules {
            match drawings.get(id) {
                Some(drawn) => assert_eq!(*drawn, count, "{name}: {id}"),
                None => {
                    for rule in of_kind {
                        let title = rule.title().to_lowercase();
                        assert!(words.contains(&title), "{name}: {title} is not in {words}");
                    }
                }
            }
        }
    }
}

/// The numbers of a path of `M`, `L`, `H`, `V`, `h` and `Z`, as points, each closed part by itself.
fn points(commands: &str) -> Vec<Vec<(f64, f64)>> {
    let mut parts: Vec<Vec<(f64, f64)>> = Vec::new();
    let mut at = (0.0, 0.0);
    let pieces = commands.split_inclusive(|c: char| "MLHVhZ".contains(c));
    let mut command = 'Z';
    for piece in pieces {
        let (numbers, next) = match piece.chars().last() {
            Some(last) if "MLHVhZ".contains(last) => (&piece[..piece.len() - 1], last),
            _ => (piece, 'Z'),
        };
        let numbers: Vec<f64> = numbers.split_whitespace().map(|n| n.parse().expect("a number")).collect();
        match (command, &numbers[..]) {
            ('M', &[x, y]) => {
                at = (x, y);
                parts.push(vec![at]);
            }
            ('L', &[x, y]) => at = (x, y),
            ('H', &[x]) => at.0 = x,
            ('V', &[y]) => at.1 = y,
            ('h' | 'Z', _) => {}
            other => panic!("{other:?} in {commands}"),
        }
        if "LHV".contains(command) {
            parts.last_mut().expect("it has begun").push(at);
        }
        command = next;
    }
    parts
}

/// What is beyond the border of a picture: nothing should be.
fn clipped(svg: &str) -> Vec<String> {
    let tags = elements(svg);
    let view: Vec<f64> =
        tags[0].0.1["viewBox"].split(' ').map(|number| number.parse().expect("a number")).collect();
    let is_inside = |x: f64, y: f64| (0.0..=view[2]).contains(&x) && (0.0..=view[3]).contains(&y);
    let mut clipped = Vec::new();
    for ((name, attributes), content) in &tags[1..] {
        let number = |key: &str| attributes.get(key).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
        let corners = match name.as_str() {
            "path" => points(&attributes["d"]).concat(),
            "rect" => {
                let (x, y) = (number("x"), number("y"));
                vec![(x, y), (x + number("width"), y + number("height"))]
            }
            "circle" => {
                let (x, y, r) = (number("cx"), number("cy"), number("r"));
                vec![(x - r, y - r), (x + r, y + r)]
            }
            "text" => {
                let (x, y, size) = (number("x"), number("y"), number("font-size").max(9.0));
                let is_prose = attributes.get("class").is_some_and(|class| class == "words");
                let width = if is_prose { 0.5 } else { 0.56 } * size * content.chars().count() as f64;
                let left = if is_prose { x } else { x - width / 2.0 };
                vec![(left, y - 0.72 * size), (left + width, y)]
            }
            _ => continue,
        };
        if let Some(at) = corners.into_iter().find(|&(x, y)| !is_inside(x, y)) {
            clipped.push(format!("{name} {attributes:?} {content} at {at:?}"));
        }
    }
    clipped
}

/// A grid whose cells have clues on all sides, some of them one behind the other, with wide digits and absent cells.
fn crowded(rows: usize, columns: usize) -> Variant {
    let shape = Shape::new(rows, columns, 98..=104).expect("small").without([columns - 1]);
    let mut puzzle = Variant::new(shape);
    let mut add = |kind: RuleKind, groups: Vec<Vec<usize>>, numbers: Vec<i64>| {
        puzzle.add(Rule::new(kind, groups, numbers).expect("it fits")).expect("its cells are there");
    };
    let has = |cell: &usize| *cell != columns - 1;
    for row in 0..rows {
        let forth: Vec<usize> = (0..columns).map(|column| row * columns + column).filter(has).collect();
        let back: Vec<usize> = forth.iter().rev().copied().collect();
        add(RuleKind::Sandwich, vec![forth.clone()], vec![12345]);
        add(RuleKind::FullRank, vec![forth], vec![1_000_000]);
        add(RuleKind::Skyscraper, vec![back.clone()], vec![3]);
        add(RuleKind::NumberedRoom, vec![back], vec![4]);
    }
    for column in 0..columns {
        let down: Vec<usize> = (0..rows).map(|row| row * columns + column).filter(has).collect();
        let up: Vec<usize> = down.iter().rev().copied().collect();
        add(RuleKind::XSum, vec![down.clone()], vec![77]);
        add(RuleKind::Sandwich, vec![down], vec![5]);
        add(RuleKind::HiddenSkyscraper, vec![up], vec![6]);
    }
    let falling: Vec<usize> = (0..rows.min(columns)).map(|at| at * columns + at).collect();
    add(RuleKind::Sum, vec![falling.iter().rev().copied().collect()], vec![999]);
    add(RuleKind::Sum, vec![falling], vec![999]);
    add(RuleKind::AntiKing, vec![], vec![]);
    puzzle.give(0, 104).expect("a digit");
    puzzle
}

/// Nothing is cut off at the border, whatever is outside of the grid.
#[test]
fn nothing_is_clipped() {
    let sheets = SHEETS.map(|(name, _)| sheet(name));
    let crowds = [(3, 3), (3, 5), (6, 2), (4, 4)].map(|(rows, columns)| crowded(rows, columns));
    for puzzle in sheets.iter().chain(&crowds) {
        let faults = clipped(&Picture::of_givens(puzzle, "whole").svg());
        assert!(faults.is_empty(), "{faults:#?}");
    }
    let cut = Picture::of_givens(&crowds[0], "cut").svg().replacen("viewBox=\"0 0 ", "viewBox=\"0 0 10 ", 1);
    assert!(!clipped(&cut).is_empty(), "what is cut off is seen");
}

/// The outline of a region encloses its cells, whatever form they have: its area is theirs.
#[test]
fn outlines_enclose_their_cells() {
    let mut seed = 7_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..300 {
        let shape = Shape::new(5, 6, 1..=9).expect("small");
        let mut cells = vec![random(30)];
        let size = 2 + random(20);
        while cells.len() < size {
            let next = shape.neighbours(cells[random(cells.len())]);
            let next = next[random(next.len())];
            if !cells.contains(&next) {
                cells.push(next);
            }
        }
        // Along a row a region is a shade as well.
        let mut puzzle = Variant::new(shape);
        puzzle
            .add(Rule::new(RuleKind::AllDifferent, vec![cells.clone()], vec![]).expect("cells"))
            .expect("there");
        let svg = Picture::of_givens(&puzzle, "a region").svg();
        let area = |class: &str| {
            let found = elements(&svg)
                .into_iter()
                .find(|((_, attributes), _)| attributes.get("class").is_some_and(|other| other == class));
            let ((_, attributes), _) = found.expect("it is drawn");
            let parts = points(&attributes["d"]);
            let of_part = |part: &Vec<(f64, f64)>| {
                let next = part.iter().cycle().skip(1);
                part.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() / 2.0
            };
            let border = |part: &Vec<(f64, f64)>| {
                let next = part.iter().cycle().skip(1);
                part.iter().zip(next).map(|(a, b)| (a.0 - b.0).abs() + (a.1 - b.1).abs()).sum::<f64>()
            };
            (parts.iter().map(of_part).sum::<f64>(), parts.iter().map(border).sum::<f64>())
        };
        let sides = cells.iter().map(|&cell| {
            4 - puzzle.shape().neighbours(cell).iter().filter(|other| cells.contains(other)).count()
        });
        let (whole, border) = area("region");
        assert!((whole - 48.0 * 48.0 * cells.len() as f64).abs() < 1.0, "{cells:?}: {whole}");
        assert!((border - 48.0 * sides.sum::<usize>() as f64).abs() < 1.0, "{cells:?}: {border}");
        assert!(area("rim").0 < whole, "the rim of {cells:?} is inside of it");
    }
}

/// What is shown of cells is what is left of the model, and absent cells are blank.
#[test]
fn cells_show_what_is_left() {
    let puzzle = sheet("small");
    let model = puzzle.model().expect("small");
    let solution: Vec<i32> = model.solutions().next().expect("there is one").values().to_vec();
    let inspection = model.inspect().strength(Strength::Exact).run();
    let picture = Picture::of_inspection(&puzzle, &inspection, "left");
    let definite: Vec<Content> = solution.iter().map(|&digit| Content::Definite(digit)).collect();
    assert_eq!(picture.cells.iter().map(|cell| cell.content.clone()).collect::<Vec<_>>(), definite);
    let marked = Picture::of_givens(&puzzle, "marked").marked([3], Mark::Clashes);
    let clashing = marked.clashing(|rule| rule.kind() == RuleKind::Thermometer).svg();
    assert_eq!(clashing.matches("of-thermometer clashes").count(), 1);
    assert_eq!(clashing.matches("cell blank clashes").count(), 2, "a tile, and a ring");
    let crowd = crowded(3, 3);
    let text = Picture::of_solution(&crowd, &[98, 99, 100, 101, 102, 103, 104, 98], "solved").svg();
    let values = elements(&text)
        .into_iter()
        .filter(|((_, attributes), _)| attributes.get("class").is_some_and(|class| class == "value"));
    assert_eq!(values.count(), 8, "one cell is absent");
    // What is written is read again as it was, so that pictures of files are those of their puzzles.
    let again = write(&puzzle, Format::Json).expect("it holds everything");
    assert_eq!(read(&again, ReadOptions::default()).expect("it is written").variant, puzzle);
}
