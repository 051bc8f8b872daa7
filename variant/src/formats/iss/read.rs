//! A puzzle of a constraint string, or of another text that Interactive Sudoku Solver reads.

use std::cell::Cell;
use std::collections::BTreeMap;

use residua_sudoku::{ParseError, ParseErrorKind};

use crate::formats::found::{Format, Notes, unfit};
use crate::formats::houses::boxes;
use crate::formats::iss::class::STRUCTURE;
use crate::formats::iss::grid::grid;
use crate::formats::iss::item::{Item, Placed, items};
use crate::formats::iss::rules::{Grammar, given};
use crate::formats::iss::ties::{Ties, ties};
use crate::formats::iss::{extra, houses, line, strict};
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;

/// The most items that a text may ask to be moved.
const MAX_COPIES: usize = 100_000;

/// The puzzle of a text. Its parts, apart by blank lines, belong together; lines that start with `#` are comments.
pub(in crate::formats) fn read(text: &str, notes: &mut Notes) -> Result<(Variant, Format), ParseError> {
    let mut all: Vec<Item> = Vec::new();
    let mut is_string = false;
    for section in sections(text) {
        // A string of constraints and a line of cells cannot be confused: only one has classes, with capitals, tildes or points before them.
        let has_class = section
            .windows(2)
            .any(|pair| pair[0].0 == '.' && (pair[1].0 == '~' || pair[1].0.is_ascii_uppercase()));
        let is_class = section[0].0 == '.'
            && has_class
            && section.iter().any(|(c, _)| *c == '~' || c.is_ascii_lowercase());
        let found = if is_class { None } else { line::items(&section)? };
        match found {
            Some(found) => all.extend(found),
            None if section[0].0 == '.' && has_class => {
                is_string = true;
                all.extend(items(&section)?);
            }
            None => return Err(no_puzzle(&section)),
        }
    }
    if all.is_empty() {
        return Err(ParseError::new(ParseErrorKind::Empty, (1, 1), "a puzzle", "comments only"));
    }
    let puzzle = puzzle(&all, notes)?;
    Ok((puzzle, if is_string { Format::Iss } else { Format::Line }))
}

fn no_puzzle(section: &[Placed]) -> ParseError {
    let start: String = section.iter().take(20).map(|(c, _)| c).collect();
    let expected =
        "a puzzle: JSON, a link of f-puzzles or SudokuPad, a constraint string, or cells in a line";
    let found = format!("'{}'", start.escape_debug());
    ParseError::new(ParseErrorKind::Syntax, section[0].1, expected, found)
}

/// The parts of a text that are apart by blank lines, without white space.
fn sections(text: &str) -> Vec<Vec<Placed>> {
    let mut sections: Vec<Vec<Placed>> = vec![Vec::new()];
    for (number, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        if line.trim().is_empty() {
            sections.push(Vec::new());
            continue;
        }
        let placed = line.chars().enumerate().map(|(column, c)| (c, (number + 1, column + 1)));
        let section = sections.last_mut().expect("invariant: there is a section from the start");
        section.extend(placed.filter(|(c, _)| !c.is_whitespace()));
    }
    sections.retain(|section| !section.is_empty());
    sections
}

fn puzzle(all: &[Item], notes: &mut Notes) -> Result<Variant, ParseError> {
    let mut grid = grid(all)?;
    grid.shape = extra::add_cells(all, grid.shape)?;
    let mut puzzle = Variant::new(grid.shape.clone());
    houses::add(all, &grid, &mut puzzle)?;
    let region = houses::region_size(all, &grid.shape)?;
    let sides = houses::box_sides(&grid.shape, region);
    let starts =
        |noun: &str| puzzle.rules().iter().any(|rule| rule.name().is_some_and(|name| name.starts_with(noun)));
    let has_both = starts("box ") && starts("region ");
    let cuts = sides.filter(|_| has_both).map(|sides| boxes(&grid.shape, sides));
    let ties = ties(all)?;
    let grammar = Grammar {
        shape: &grid.shape,
        sides,
        region,
        cuts,
        has_ties: ties == Ties::Any,
        copies: Cell::new(MAX_COPIES),
    };
    if ties == Ties::None {
        let rule = Rule::new(RuleKind::NoRankTies, vec![], vec![]);
        rule.and_then(|rule| puzzle.add(rule)).map_err(|error| unfit((1, 1), &error))?;
    }
    if all.iter().any(|item| item.class.text == "RegionSameValues")
        && let Some(rule) = houses::same_values(&puzzle)
    {
        puzzle.add(rule).map_err(|error| unfit((1, 1), &error))?;
    }
    extra::add_lacking(&mut puzzle)?;
    let mut givens: BTreeMap<usize, Vec<i32>> = BTreeMap::new();
    for item in all {
        let class = item.class.text.as_str();
        if class.is_empty() {
            for word in &item.args {
                let (cell, digits) = given(word, &grid.shape)?;
                let known = givens.entry(cell).or_insert_with(|| digits.clone());
                known.retain(|digit| digits.contains(digit));
            }
        } else if !STRUCTURE.contains(&class) && strict::of_class(class).is_none() {
            match grammar.rules(item) {
                // Without a part of it, an item would be another one.
                Err(error) if error.kind() == ParseErrorKind::NotUnderstood => notes.unknown(error)?,
                Err(error) => return Err(error),
                Ok(None) => notes.unknown(item.unknown())?,
                Ok(Some(rules)) => {
                    for rule in rules {
                        puzzle.add(rule).map_err(|error| unfit(item.class.at, &error))?;
                    }
                }
            }
        }
    }
    for item in all {
        if let Some(strict) = strict::of_class(&item.class.text) {
            strict::add(strict, item, &mut puzzle)?;
        }
    }
    for (cell, digits) in givens {
        let put = match digits.as_slice() {
            [digit] => puzzle.give(cell, *digit),
            _ => puzzle.restrict(cell, digits),
        };
        put.map_err(|error| unfit((1, 1), &error))?;
    }
    Ok(puzzle)
}
