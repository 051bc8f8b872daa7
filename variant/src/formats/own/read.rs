//! A puzzle of the JSON of this library.

use residua_sudoku::ParseError;

use crate::formats::found::{Notes, unfit};
use crate::formats::houses::{boxes, fills};
use crate::formats::json::{Member, Node};
use crate::formats::own::rules;
use crate::puzzle::Variant;
use crate::rule::RuleError;
use crate::shape::{MAX_CELLS, Shape};

/// The members of a puzzle.
const MEMBERS: &[&str] = &[
    "format",
    "title",
    "author",
    "ruleset",
    "rows",
    "columns",
    "digits",
    "absent",
    "extra",
    "grid",
    "givens",
    "entries",
    "marks",
    "candidates",
    "lines",
    "boxes",
    "regions",
    "rules",
    "solution",
];

/// The puzzle that this JSON is.
pub(in crate::formats) fn read(whole: &Node, notes: &mut Notes) -> Result<Variant, ParseError> {
    for member in whole.object("an object")? {
        if !MEMBERS.contains(&member.name.as_str()) {
            notes.unknown(member.unknown("a member of a puzzle"))?;
        }
    }
    let mut puzzle = Variant::new(shape(whole)?);
    let text = |name: &str| whole.member(name).map(|node| node.text("a text").map(str::to_owned)).transpose();
    puzzle.about.title = text("title")?;
    puzzle.about.author = text("author")?;
    puzzle.about.ruleset = text("ruleset")?;
    if let Some(node) = whole.member("solution") {
        let solution = digits(node)?;
        // Extra cells may be left out.
        let (cells, all) = (puzzle.shape().grid_len(), puzzle.shape().len());
        if solution.len() != cells && solution.len() != all {
            return Err(node.expected(format!("a solution of {cells} digits, one for each cell of the grid")));
        }
        puzzle.about.solution = Some(solution);
    }
    houses(whole, &mut puzzle)?;
    cells(whole, &mut puzzle)?;
    if let Some(node) = whole.member("rules") {
        for item in node.list("a list of rules")? {
            if let Some(rule) = rules::read(item, puzzle.shape(), notes)? {
                puzzle.add(rule).map_err(|error| unfit(item.at, &error))?;
            }
        }
    }
    Ok(puzzle)
}

fn shape(whole: &Node) -> Result<Shape, ParseError> {
    let side = |name: &str| -> Result<usize, ParseError> {
        let node = whole.needed(name)?;
        let number = node.integer("a number of cells")?;
        usize::try_from(number).map_err(|_| node.unfit("a number of cells"))
    };
    let (rows, columns) = (side("rows")?, side("columns")?);
    let node = whole.needed("digits")?;
    let [low, high] = node.list("the least and the greatest digit")? else {
        return Err(node.expected("a list of two: the least and the greatest digit"));
    };
    let digits = low.digit("a digit")?..=high.digit("a digit")?;
    let wrong_digits = || node.expected("at most 512 digits from -9999 to 9999, the least first");
    if digits.is_empty() {
        return Err(wrong_digits());
    }
    if !(1..=MAX_CELLS).contains(&rows.saturating_mul(columns)) {
        return Err(whole.needed("rows")?.unfit(format!("rows and columns of 1 to {MAX_CELLS} cells")));
    }
    let shape = Shape::new(rows, columns, digits).ok_or_else(wrong_digits)?;
    let absent = whole.member("absent").map_or(Ok(&[][..]), |node| node.list("a list of cells"))?;
    let absent: Vec<usize> = absent.iter().map(|node| rules::cell(node, &shape)).collect::<Result<_, _>>()?;
    let blocks = whole.member("extra").map_or(Ok(&[][..]), |node| node.list("a list of blocks of cells"))?;
    blocks.iter().try_fold(shape.without(absent), block)
}

/// The shape with a block of extra cells: `{"name": "A", "cells": 8, "columns": 4}`.
fn block(shape: Shape, node: &Node) -> Result<Shape, ParseError> {
    let members = ["name", "cells", "columns"];
    if let Some(member) =
        node.object("a block of cells")?.iter().find(|member| !members.contains(&member.name.as_str()))
    {
        return Err(member.unknown("a member of a block of cells"));
    }
    let number = |node: &Node| -> Result<usize, ParseError> {
        let number = node.integer("a number of cells")?;
        usize::try_from(number).map_err(|_| node.unfit("a number of cells"))
    };
    let count = number(node.needed("cells")?)?;
    let columns = node.member("columns").map_or(Ok(count), number)?;
    let name = node.needed("name")?.text("a name of letters")?;
    let shape = shape.with_extra(name, count, columns);
    shape.ok_or_else(|| node.unfit("a block of cells with a new name of up to 20 letters"))
}

fn houses(whole: &Node, puzzle: &mut Variant) -> Result<(), ParseError> {
    if let Some(node) = whole.member("lines")
        && node.boolean()?
    {
        puzzle.add_lines().map_err(|error| unfit(node.at, &error))?;
    }
    if let Some(node) = whole.member("boxes") {
        let text = node.text("rows x columns of a box: \"3x3\"")?;
        let side = |text: &str| text.parse::<usize>().ok().filter(|side| (1..=MAX_CELLS).contains(side));
        let sides = text.split_once('x').and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
        let sides = sides.ok_or_else(|| node.unfit("rows x columns of a box: \"3x3\""))?;
        if !fills(puzzle.shape(), sides) {
            return Err(node.unfit("a box whose sides divide those of the grid"));
        }
        let regions = boxes(puzzle.shape(), sides);
        puzzle.add_regions(&regions, "box").map_err(|error| unfit(node.at, &error))?;
    }
    if let Some(node) = whole.member("regions") {
        let mut regions = vec![None; puzzle.shape().grid_len()];
        each_cell(node, puzzle.shape(), |cell, node| {
            let number = node.integer("the number of a region")?;
            regions[cell] = Some(usize::try_from(number).map_err(|_| node.unfit("the number of a region"))?);
            Ok(())
        })?;
        puzzle.add_some_regions(&regions, "region").map_err(|error| unfit(node.at, &error))?;
    }
    Ok(())
}

/// Visits the cells of a list of rows that are not null.
fn each_cell(
    node: &Node,
    shape: &Shape,
    mut visit: impl FnMut(usize, &Node) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let rows = node.list("a list of rows")?;
    if rows.len() != shape.rows() {
        return Err(node.unfit(format!("a list of {} rows", shape.rows())));
    }
    for (row, node) in rows.iter().enumerate() {
        let cells = node.list("a row of cells")?;
        if cells.len() != shape.columns() {
            return Err(node.unfit(format!("a row of {} cells", shape.columns())));
        }
        for (column, node) in cells.iter().enumerate().filter(|(_, node)| !node.is_null()) {
            visit(row * shape.columns() + column, node)?;
        }
    }
    Ok(())
}

/// Puts what a node says into a cell.
type Put = fn(&mut Variant, usize, &Node) -> Result<Result<(), RuleError>, ParseError>;

fn cells(whole: &Node, puzzle: &mut Variant) -> Result<(), ParseError> {
    if let Some(node) = whole.member("grid") {
        let shape = puzzle.shape().clone();
        each_cell(node, &shape, |cell, node| {
            let digit = node.digit("a digit or null")?;
            // As in JSON of plain puzzles, 0 is a blank, where it is no digit.
            if digit == 0 && !shape.digits().contains(&0) {
                return Ok(());
            }
            puzzle.give(cell, digit).map_err(|error| unfit(node.at, &error))
        })?;
    }
    let puts: [(&str, Put); 4] = [
        ("givens", |puzzle, cell, node| Ok(puzzle.give(cell, node.digit("a digit")?))),
        ("entries", |puzzle, cell, node| Ok(puzzle.enter(cell, node.digit("a digit")?))),
        ("marks", |puzzle, cell, node| Ok(puzzle.mark(cell, digits(node)?))),
        ("candidates", |puzzle, cell, node| Ok(puzzle.restrict(cell, digits(node)?))),
    ];
    for (name, put) in puts {
        let Some(node) = whole.member(name) else { continue };
        for member in node.object("an object with cells as names")? {
            let cell = named_cell(member, puzzle.shape())?;
            put(puzzle, cell, &member.node)?.map_err(|error| unfit(member.node.at, &error))?;
        }
    }
    Ok(())
}

fn named_cell(member: &Member, shape: &Shape) -> Result<usize, ParseError> {
    shape.cell(&member.name).ok_or_else(|| member.unknown("a cell of the puzzle, such as \"r1c1\""))
}

fn digits(node: &Node) -> Result<Vec<i32>, ParseError> {
    node.list("a list of digits")?.iter().map(|node| node.digit("a digit")).collect()
}
