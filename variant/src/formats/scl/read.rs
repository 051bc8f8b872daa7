//! A puzzle of the JSON of `SudokuPad`.

use residua_sudoku::{ParseError, ParseErrorKind};

use crate::formats::found::{Notes, unfit};
use crate::formats::houses::{boxes, usual_box};
use crate::formats::json::{Member, Node, Value};
use crate::formats::scl::cages;
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;
use crate::shape::Shape;

/// Members that are paint: they show rules which only the prose tells.
const PAINT: &[&str] = &["lines", "arrows", "underlays", "overlays", "cosmetics"];

/// Members that are neither rules nor paint.
const OTHERS: &[&str] = &[
    "id",
    "cellSize",
    "settings",
    "foglight",
    "foglink",
    "triggereffect",
    "triggers",
    "duration",
    "videos",
    "dlc",
    "format",
    "version",
    "title",
    "author",
    "rules",
    "msgcorrect",
];

/// The largest side.
const MAX_SIDE: usize = 100;

/// The names of rules of the whole grid.
pub(super) const GLOBAL: &[(&str, RuleKind)] = &[
    ("antiknight", RuleKind::AntiKnight),
    ("antiking", RuleKind::AntiKing),
    ("nonconsecutive", RuleKind::NonConsecutive),
];

/// The puzzle that this JSON is.
pub(in crate::formats) fn read(whole: &Node, notes: &mut Notes) -> Result<Variant, ParseError> {
    let mut puzzle = grid(whole.needed("cells")?, notes)?;
    puzzle.add_lines().map_err(|error| unfit(whole.at, &error))?;
    notes.note("rows and columns are taken to have no digit twice, as in Sudoku");
    if let Some(list) = whole.member("regions") {
        regions(list, &mut puzzle)?;
    }
    for member in whole.object("an object")? {
        let node = &member.node;
        match member.name.as_str() {
            "cells" | "regions" => {}
            "cages" => cages::read(node, &mut puzzle, notes)?,
            "global" => {
                for item in node.list("a list of texts")? {
                    global(item, &mut puzzle, notes)?;
                }
            }
            "metadata" => metadata(node, &mut puzzle, notes)?,
            name @ ("title" | "author" | "rules") => {
                cages::about(name, node.text("a text")?, &mut puzzle, notes);
            }
            name if PAINT.contains(&name) => {
                if !matches!(&node.value, Value::List(items) if items.is_empty()) {
                    notes.note(format!("{name} are drawn: what they mean, only the rules in prose tell"));
                }
            }
            name if OTHERS.contains(&name) => {}
            _ => notes.unknown(member.unknown("a member of SudokuPad"))?,
        }
    }
    Ok(puzzle)
}

fn grid(node: &Node, notes: &mut Notes) -> Result<Variant, ParseError> {
    let rows = node.list("a list of rows")?;
    let columns = rows.first().map_or(Ok(0), |row| row.list("a row of cells").map(<[Node]>::len))?;
    if !(1..=MAX_SIDE).contains(&rows.len()) || !(1..=MAX_SIDE).contains(&columns) {
        return Err(node.unfit(format!("1 to {MAX_SIDE} rows and columns")));
    }
    let shape = Shape::new(rows.len(), columns, 1..=rows.len().max(columns) as i32);
    let mut puzzle = Variant::new(shape.expect("invariant: a small rectangle"));
    for (row, node) in rows.iter().enumerate() {
        let cells = node.list("a row of cells")?;
        if cells.len() != columns {
            let found = format!("{} of them", cells.len());
            return Err(ParseError::new(
                ParseErrorKind::CellCount,
                node.at,
                format!("{columns} cells"),
                found,
            ));
        }
        for (column, node) in cells.iter().enumerate() {
            for member in node.object("a cell")? {
                content(member, node, row * columns + column, &mut puzzle, notes)?;
            }
        }
    }
    Ok(puzzle)
}

/// Takes a member of a cell.
fn content(
    member: &Member,
    cell_node: &Node,
    cell: usize,
    puzzle: &mut Variant,
    notes: &mut Notes,
) -> Result<(), ParseError> {
    let node = &member.node;
    match member.name.as_str() {
        "value" => {
            let Some(text) = node.typed()?.filter(|text| *text != "0") else { return Ok(()) };
            let digit: i32 = text.parse().map_err(|_| node.unfit("a digit"))?;
            let is_entered =
                cell_node.member("given").is_some_and(|given| matches!(given.value, Value::Bool(false)));
            let put = if is_entered { puzzle.enter(cell, digit) } else { puzzle.give(cell, digit) };
            put.map_err(|error| unfit(node.at, &error))
        }
        "pencilMarks" | "centremarks" | "centermarks" => {
            let digit = |node: &Node| {
                node.typed()?.and_then(|text| text.parse().ok()).ok_or_else(|| node.unfit("a digit"))
            };
            let marks: Vec<i32> =
                node.list("a list of digits")?.iter().map(digit).collect::<Result<_, _>>()?;
            if marks.is_empty() {
                return Ok(());
            }
            puzzle.mark(cell, marks).map_err(|error| unfit(node.at, &error))
        }
        "cornermarks" | "cornerPencilMarks" => {
            notes.note("corner marks are left out");
            Ok(())
        }
        "given" | "c" | "color" | "colours" | "colors" | "highlight" => Ok(()),
        _ => notes.unknown(member.unknown("a member of a cell")),
    }
}

/// The cell of `[row, column]` from 0, or of `"r1c1"`.
pub(super) fn cell(node: &Node, shape: &Shape) -> Result<usize, ParseError> {
    let found = match &node.value {
        Value::Text(name) => shape.cell(name),
        _ => match node.list("a cell: [0, 0]")? {
            [row, column] => shape.at(row.integer("a row")?, column.integer("a column")?),
            _ => None,
        },
    };
    found.ok_or_else(|| node.unfit("a cell of the grid: [0, 0]"))
}

fn regions(list: &Node, puzzle: &mut Variant) -> Result<(), ParseError> {
    let mut numbers: Vec<Option<usize>> = vec![None; puzzle.shape().len()];
    for (number, region) in list.list("a list of regions")?.iter().enumerate() {
        for node in region.list("a list of cells")? {
            let cell = cell(node, puzzle.shape())?;
            if numbers[cell].is_some_and(|other| other != number) {
                return Err(node.unfit("a cell that is in no other region"));
            }
            numbers[cell] = Some(number);
        }
    }
    let shape = puzzle.shape();
    let usual = usual_box(shape.columns());
    let is_usual = shape.rows() == shape.columns() && {
        let usual = boxes(shape, usual);
        // The same parts, with whatever numbers.
        let mut named: Vec<Option<usize>> = vec![None; shape.len()];
        let mut names = std::collections::BTreeSet::new();
        numbers.iter().zip(&usual).all(|(number, usual)| match (number, named[*usual]) {
            (Some(number), None) => {
                named[*usual] = Some(*number);
                names.insert(*number)
            }
            (number, known) => *number == known && known.is_some(),
        })
    };
    puzzle
        .add_some_regions(&numbers, if is_usual { "box" } else { "region" })
        .map_err(|error| unfit(list.at, &error))
}

fn global(item: &Node, puzzle: &mut Variant, notes: &mut Notes) -> Result<(), ParseError> {
    let name = item.text("the name of a rule")?;
    if name == "disjoint" {
        // There is a cage for each group.
        return Ok(());
    }
    let Some((_, kind)) = GLOBAL.iter().find(|(global, _)| *global == name) else {
        let found =
            format!("the global rule \"{}\"", name.chars().take(40).collect::<String>().escape_debug());
        return notes.unknown(ParseError::new(
            ParseErrorKind::NotUnderstood,
            item.at,
            "a rule of the whole grid",
            found,
        ));
    };
    once(*kind, item, puzzle)
}

/// Adds a rule of the whole grid, if there is none of its kind.
pub(super) fn once(kind: RuleKind, node: &Node, puzzle: &mut Variant) -> Result<(), ParseError> {
    if puzzle.rules().iter().any(|rule| rule.kind() == kind) {
        return Ok(());
    }
    let rule = Rule::new(kind, vec![], vec![]);
    rule.and_then(|rule| puzzle.add(rule)).map_err(|error| unfit(node.at, &error))
}

fn metadata(node: &Node, puzzle: &mut Variant, notes: &mut Notes) -> Result<(), ParseError> {
    for member in node.object("an object")? {
        match (member.name.as_str(), &member.node.value) {
            (name @ ("title" | "author" | "rules" | "solution"), Value::Text(text)) => {
                cages::about(name, text, puzzle, notes);
            }
            (name, Value::Bool(true)) => {
                if let Some((_, kind)) = GLOBAL.iter().find(|(global, _)| *global == name) {
                    once(*kind, &member.node, puzzle)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}
