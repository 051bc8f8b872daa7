//! Promise: the picture of a step shows the grid before it and marks what the step says, and nothing else; on a page it is the same.

use std::collections::{BTreeMap, BTreeSet};

use residua_sudoku::render::picture::{Drawn, Marks, Page, Path, Picture, Told, svg};
use residua_sudoku::steps::{Board, Candidate, Cost, Premise, Step, Steps};
use residua_sudoku::{Geometry, Puzzle};
use residua_variant::{Rule, RuleKind, Variant};

use crate::pictures::{Tag, elements};

/// What is seen of a cell: its classes, and by candidate their classes.
type Seen = (BTreeSet<String>, BTreeMap<i32, BTreeSet<String>>);

fn words(tag: &Tag) -> BTreeSet<String> {
    tag.1.get("class").into_iter().flat_map(|class| class.split(' ')).map(str::to_owned).collect()
}

/// By the name of a cell, which begins its title: what is seen of it.
fn seen(svg: &str) -> BTreeMap<String, Seen> {
    let mut cells: BTreeMap<String, Seen> = BTreeMap::new();
    let (mut classes, mut name) = (BTreeSet::new(), String::new());
    for (tag, text) in elements(svg) {
        let words = words(&tag);
        if tag.0 == "g" {
            (classes, name) = (words, String::new());
        } else if tag.0 == "title" && classes.contains("cell") && name.is_empty() {
            text.split(':').next().expect("a name").clone_into(&mut name);
            cells.entry(name.clone()).or_default().0.extend(classes.clone());
        } else if words.contains("candidate") {
            cells.entry(name.clone()).or_default().1.insert(text.parse().expect("a digit"), words);
        }
    }
    cells
}

/// Whether a picture shows a state and a step, each found by the definition alone.
fn shows(svg: &str, board: &Board, step: &Step) {
    let (rules, sentence) = (board.rules(), step.sentence(board.rules()));
    let (mut pattern, mut around) = (BTreeSet::new(), BTreeSet::new());
    let mut marked: BTreeMap<(usize, usize), BTreeSet<&str>> = BTreeMap::new();
    for premise in &step.premises {
        let mut relied = |cell: usize, value: usize| {
            pattern.insert(cell);
            marked.entry((cell, value)).or_default().insert("is-left");
        };
        match *premise {
            Premise::Cell { cell, values } => {
                (0..64).filter(|value| values >> value & 1 == 1).for_each(|value| relied(cell, value));
            }
            Premise::Place { scope, value, places } => {
                let cells = &rules.scopes()[scope].cells;
                (0..cells.len()).filter(|at| places >> at & 1 == 1).for_each(|at| relied(cells[at], value));
                around.extend(cells.iter().copied());
            }
            Premise::Other(number) => around.extend(rules.cells_of(number).iter().copied()),
        }
    }
    let reasons: BTreeSet<(bool, usize)> = step
        .premises
        .iter()
        .filter_map(|premise| match *premise {
            Premise::Place { scope, .. } => Some((true, scope)),
            Premise::Other(number) => Some((false, number)),
            Premise::Cell { .. } => None,
        })
        .collect();
    if !step.chains.is_empty() && reasons.len() > 3 {
        around.clear();
    }
    for statement in step.chains.iter().flatten() {
        let Candidate { cell, value } = statement.candidate;
        let class = if statement.is_on { "is-true" } else { "is-false" };
        marked.entry((cell, value)).or_default().insert(class);
    }
    let facts = |list: &[Candidate]| list.iter().map(|fact| (fact.cell, fact.value)).collect::<BTreeSet<_>>();
    let (placed, removed) = (facts(&step.placements), facts(&step.eliminations));
    let seen = seen(svg);
    let none = Seen::default();
    for cell in 0..rules.cells() {
        let (classes, candidates) = seen.get(rules.name(cell)).unwrap_or(&none);
        let is_around = around.contains(&cell) && !pattern.contains(&cell);
        assert_eq!(classes.contains("pattern"), pattern.contains(&cell), "{sentence}: {classes:?}");
        assert_eq!(classes.contains("around"), is_around, "{sentence}: {classes:?}");
        if board.is_placed(cell) {
            assert!(candidates.is_empty(), "{sentence}: {candidates:?}");
            assert!(classes.contains("given") || classes.contains("placed"), "{sentence}: {classes:?}");
            continue;
        }
        for (value, &digit) in rules.values().iter().enumerate() {
            let at = (cell, value);
            let expected = match marked.get(&at) {
                _ if placed.contains(&at) => Some("is-placed"),
                _ if removed.contains(&at) => Some("is-removed"),
                Some(of) if of.contains("is-true") && of.contains("is-false") => Some("is-either"),
                Some(of) => of.iter().find(|class| **class != "is-left").or(of.first()).copied(),
                None => None,
            };
            let classes = candidates.get(&digit);
            let is_there = board.left(cell) >> value & 1 == 1 || expected.is_some();
            assert_eq!(classes.is_some(), is_there, "{sentence}: {digit} in {}", rules.name(cell));
            let marks = classes.into_iter().flatten().find(|class| class.starts_with("is-"));
            assert_eq!(marks.map(String::as_str), expected, "{sentence}: {digit} in {}", rules.name(cell));
        }
    }
    assert_eq!(svg.matches("class=\"strike\"").count(), removed.len(), "{sentence}");
}

/// What is drawn, each at its place, whether it is drawn there or a part that is shown there.
#[derive(Default)]
struct Canvas {
    parts: BTreeMap<String, Vec<(Tag, String)>>,
    drawn: BTreeSet<String>,
}

impl Canvas {
    fn of(text: &str) -> BTreeSet<String> {
        let (mut canvas, mut part) = (Canvas::default(), String::new());
        for element in elements(text) {
            let tag = &element.0;
            match (tag.0.as_str(), tag.1.get("id")) {
                ("g", Some(id)) => part.clone_from(id),
                ("svg", _) => part.clear(),
                _ if part.is_empty() => canvas.put(&element, 0.0, 0.0),
                _ => canvas.parts.entry(part.clone()).or_default().push(element),
            }
        }
        canvas.drawn
    }

    fn put(&mut self, element: &(Tag, String), x: f64, y: f64) {
        let (tag, text) = element;
        let number = |name: &str| tag.1.get(name).map_or(0.0, |at| at.parse().expect("a number"));
        let (x, y) = (x + number("x") + number("cx"), y + number("y") + number("cy"));
        match tag.0.as_str() {
            "use" => {
                let id = tag.1["href"].strip_prefix('#').expect("within the page");
                let part = self.parts.get(id).unwrap_or_else(|| panic!("no part {id}")).clone();
                for element in &part {
                    self.put(element, x, y);
                }
            }
            "text" | "rect" | "circle" => {
                let class = tag.1.get("class").cloned().unwrap_or_default();
                self.drawn.insert(format!("{} {class} {x:.1} {y:.1} {}", tag.0, text.trim()));
            }
            _ => {}
        }
    }
}

/// The pictures of a path, on a page, are the ones that there are alone.
fn is_the_same_on_a_page<P: Drawn>(pictures: Vec<P>, alone: &[String]) {
    let told = |picture| Told { heading: "a & b".to_owned(), sentence: "<i>".to_owned(), picture };
    let mut steps: Vec<Told<P>> = pictures.into_iter().map(told).collect();
    let Some(end) = steps.pop() else { return };
    let (heading, place) = ("<b>".to_owned(), "\"".to_owned());
    let path = Path { heading, place, facts: vec![("a".to_owned(), "&".to_owned())], steps, end };
    let page = Page::head("two") + &Page::path(&path, 1) + &Page::path(&path, 2) + Page::foot();
    let ids: Vec<String> =
        elements(&page).into_iter().filter_map(|(tag, _)| tag.1.get("id").cloned()).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "each name once");
    for outside in ["src=", "url(", "@import", "http", "<b>\"", "<i>"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let section = page.split("<section>").nth(2).expect("a second section");
    let start = section.find("<svg width=\"0\"").expect("parts");
    let (definitions, articles) = section.split_at(start + section[start..].find("</svg>").expect("an end"));
    let definitions = definitions[start..].to_owned() + "</svg>";
    let articles: Vec<&str> = articles.split("<svg ").skip(1).collect();
    assert_eq!(articles.len(), alone.len());
    for (article, alone) in articles.iter().zip(alone) {
        let (picture, _) = article.split_once("</svg>").expect("an end");
        let shown = Canvas::of(&format!("{definitions}<svg {picture}</svg>"));
        assert_eq!(shown, Canvas::of(alone));
    }
}

/// Takes steps up to a cost, looks at each round's first picture, and at all of them on a page.
fn check<P: Drawn>(
    steps: Steps,
    most: Cost,
    picture: impl Fn(&Board, &Marks) -> P,
    svg: impl Fn(&P) -> String,
) -> usize {
    let mut steps = steps.up_to(most);
    let (mut pictures, mut alone) = (Vec::new(), Vec::new());
    while let Some(round) = steps.next() {
        let round = round.expect("no limit");
        let board = steps.board();
        for step in round.iter().take(2) {
            let picture = picture(board, &Marks::of_step(step, board.rules()));
            let text = svg(&picture);
            shows(&text, board, step);
            pictures.push(picture);
            alone.push(text);
        }
    }
    let last = picture(steps.board(), &Marks::default());
    alone.push(svg(&last));
    pictures.push(last);
    let count = pictures.len();
    is_the_same_on_a_page(pictures, &alone);
    count
}

#[test]
fn of_plain_puzzles() {
    let puzzles = [
        ("2x2", "1......23......."),
        ("2x3", ".6...42..........33.1..5...6.2..6.5."),
        // Steps with chains, cases and several solutions.
        ("3x3", "52...6.........7.13...........4..8..6......5...........418.........3..2...87....."),
        ("3x3", "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."),
    ];
    let mut count = 0;
    for (size, text) in puzzles {
        let geometry: Geometry = size.parse().expect("a box");
        let mut puzzle = Puzzle::blank(geometry);
        for (cell, digit) in text.chars().enumerate().filter_map(|(cell, c)| Some((cell, c.to_digit(10)?))) {
            puzzle = puzzle.with_given(cell, digit as i32).expect("fits");
        }
        let steps = Steps::of(&puzzle).expect("few values");
        count +=
            check(steps, Cost(89), |board, marks| Picture::of_board(&puzzle, board, marks, "a step"), svg);
    }
    assert!(count > 60, "{count}");
}

#[test]
fn of_variant_puzzles() {
    let mut puzzle = Variant::square(2, 3).expect("small");
    let rules = [
        (RuleKind::Thermometer, vec![vec![0, 1, 2, 3]], vec![]),
        (RuleKind::Cage, vec![vec![6, 12, 13]], vec![9]),
        (RuleKind::Arrow, vec![vec![20], vec![21, 22]], vec![]),
        (RuleKind::Sandwich, vec![(30..36).collect()], vec![5]),
    ];
    for (kind, groups, numbers) in rules {
        puzzle.add(Rule::new(kind, groups, numbers).expect("its kind")).expect("in the grid");
    }
    for (cell, digit) in [(0, 1), (11, 5), (27, 4)] {
        puzzle.give(cell, digit).expect("a digit");
    }
    let board = Board::of_model(&puzzle.model().expect("small")).expect("few values");
    let picture =
        |board: &Board, marks: &Marks| residua_variant::Picture::of_board(&puzzle, board, marks, "a step");
    let count = check(Steps::on(board), Cost(80), picture, residua_variant::Picture::svg);
    assert!(count > 5, "{count}");
}

/// Candidates that an earlier step of the same round has removed are shown where a step speaks of them, and others are not.
#[test]
fn of_steps_after_others_of_their_round() {
    let text = "52...6.........7.13...........4..8..6......5...........418.........3..2...87.....";
    let puzzle: Puzzle = text.parse().expect("a puzzle");
    let mut steps = Steps::of(&puzzle).expect("few values");
    let step = steps.next_steps().expect("no limit")[0].clone();
    let placed = step.placements[0];
    let before = steps.board().clone();
    let gone: Vec<usize> =
        (0..81).filter(|&cell| cell != placed.cell && before.left(cell) >> placed.value & 1 == 1).collect();
    assert!(steps.apply(&step));
    let gone: Vec<usize> =
        gone.into_iter().filter(|&cell| steps.board().left(cell) >> placed.value & 1 == 0).collect();
    let (Some(&one), true) = (gone.first(), gone.len() > 1) else { panic!("{gone:?}") };
    let eliminations = vec![Candidate { cell: one, value: placed.value }];
    let late = Step { premises: Vec::new(), placements: Vec::new(), eliminations, ..step };
    let digit = before.rules().values()[placed.value];
    let picture = Picture::of_board(&puzzle, steps.board(), &Marks::of_step(&late, before.rules()), "late");
    let seen = seen(&svg(&picture));
    let shown = |cell: usize| seen[before.rules().name(cell)].1.contains_key(&digit);
    assert_eq!(gone.into_iter().filter(|&cell| shown(cell)).collect::<Vec<_>>(), [one]);
}
