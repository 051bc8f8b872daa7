//! Killer strings of `SumoCue`: `SumoCueV1=13+0=9+2…`, a cell after the other: `=` and the sum of a cage, or `+` and the number of a cell of
//! the same cage, from 0; with `J` and a number behind it, the cell belongs to that piece of a jigsaw.

use std::collections::BTreeMap;

use residua_sudoku::{ParseError, ParseErrorKind};

use crate::formats::found::unfit;
use crate::formats::houses::{boxes, usual_box};
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;

const HEAD: &str = "SumoCueV1";

/// Whether a text is one of these strings.
pub(super) fn is_sumocue(text: &str) -> bool {
    text.starts_with("SumoCue")
}

/// A cell of the string.
struct Cell {
    at: (usize, usize),
    /// The sum of its cage, or another cell of it.
    is_sum: bool,
    number: usize,
    piece: Option<usize>,
}

/// The puzzle of a text.
pub(super) fn read(text: &str) -> Result<Variant, ParseError> {
    let cells = cells(text)?;
    let size = (1..=31).find(|size| size * size == cells.len()).ok_or_else(|| {
        let found = format!("{} of them", cells.len());
        ParseError::new(ParseErrorKind::CellCount, (1, 1), "the cells of a square", found)
    })?;
    let mut puzzle = Variant::latin(size).map_err(|error| unfit((1, 1), &error))?;
    let pieces: Vec<Option<usize>> = cells.iter().map(|cell| cell.piece).collect();
    let has_pieces = pieces.iter().any(Option::is_some);
    if has_pieces {
        puzzle.add_some_regions(&pieces, "region").map_err(|error| unfit((1, 1), &error))?;
    } else if usual_box(size).0 > 1 {
        let boxes = boxes(puzzle.shape(), usual_box(size));
        puzzle.add_regions(&boxes, "box").map_err(|error| unfit((1, 1), &error))?;
    }
    let mut cages: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (start, first) in cells.iter().enumerate() {
        let mut head = start;
        let mut steps = 0;
        while !cells[head].is_sum {
            head = cells[head].number;
            steps += 1;
            if head >= cells.len() || steps > cells.len() {
                let found = format!("+{}", first.number);
                return Err(ParseError::new(
                    ParseErrorKind::Symbol,
                    first.at,
                    "a cell that leads to a sum",
                    found,
                ));
            }
        }
        cages.entry(head).or_default().push(start);
    }
    for (head, members) in cages {
        let sum = Some(cells[head].number as i64).filter(|sum| *sum != 0);
        let rule = Rule::new(RuleKind::Cage, vec![members], sum.into_iter().collect());
        rule.and_then(|rule| puzzle.add(rule)).map_err(|error| unfit(cells[head].at, &error))?;
    }
    Ok(puzzle)
}

fn cells(text: &str) -> Result<Vec<Cell>, ParseError> {
    let mut placed = text.lines().enumerate().flat_map(|(line, text)| {
        text.chars().enumerate().map(move |(column, c)| (c, (line + 1, column + 1)))
    });
    let mut placed = placed.by_ref().filter(|(c, _)| !c.is_whitespace()).peekable();
    let mut head = String::new();
    while let Some((c, _)) = placed.next_if(|(c, _)| c.is_ascii_alphanumeric()) {
        head.push(c);
    }
    if head != HEAD {
        let found = format!("'{}'", head.chars().take(20).collect::<String>());
        return Err(ParseError::new(ParseErrorKind::NotUnderstood, (1, 1), HEAD, found));
    }
    let mut cells: Vec<Cell> = Vec::new();
    while let Some((c, at)) = placed.next() {
        let mut digits = String::new();
        while let Some((c, _)) = placed.next_if(|(c, _)| c.is_ascii_digit()) {
            digits.push(c);
        }
        let wrong = |expected: &str| {
            let found = format!("'{}{}'", c.escape_debug(), digits.chars().take(20).collect::<String>());
            ParseError::new(ParseErrorKind::Symbol, at, expected, found)
        };
        let number: usize = digits.parse().map_err(|_| wrong("=, + or J with a number"))?;
        match (c, cells.last_mut()) {
            ('=' | '+', _) => cells.push(Cell { at, is_sum: c == '=', number, piece: None }),
            ('J', Some(cell)) if cell.piece.is_none() => cell.piece = Some(number),
            _ => return Err(wrong("=, + or J with a number")),
        }
    }
    Ok(cells)
}
