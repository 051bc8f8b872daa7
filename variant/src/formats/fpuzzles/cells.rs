//! The grid of f-puzzles: digits, marks and regions.

use residua_sudoku::{ParseError, ParseErrorKind};

use crate::formats::found::{Notes, unfit};
use crate::formats::houses::{boxes, usual_box};
use crate::formats::json::Node;
use crate::puzzle::Variant;
use crate::shape::Shape;

/// The largest side.
pub(super) const MAX_SIDE: usize = 31;

/// The square of the grid with its digits, marks, rows, columns and regions.
pub(super) fn read(whole: &Node, notes: &mut Notes) -> Result<Variant, ParseError> {
    let grid = whole.needed("grid")?;
    let rows = grid.list("a list of rows")?;
    let size = rows.len();
    if !(1..=MAX_SIDE).contains(&size) {
        return Err(grid.unfit(format!("1 to {MAX_SIDE} rows")));
    }
    if let Some(stated) = whole.member("size")
        && stated.typed()?.is_some_and(|text| text != size.to_string())
    {
        return Err(stated.unfit(format!("{size}, the number of rows")));
    }
    let shape = Shape::new(size, size, 1..=size as i32).expect("invariant: a small square");
    let mut puzzle = Variant::new(shape);
    let mut regions: Vec<Option<usize>> =
        boxes(puzzle.shape(), usual_box(size)).into_iter().map(Some).collect();
    for (row, node) in rows.iter().enumerate() {
        let cells = node.list("a row of cells")?;
        if cells.len() != size {
            let found = format!("{} of them", cells.len());
            return Err(ParseError::new(ParseErrorKind::CellCount, node.at, format!("{size} cells"), found));
        }
        for (column, node) in cells.iter().enumerate() {
            let cell = row * size + column;
            cell_of(node, cell, &mut puzzle, &mut regions[cell], notes)?;
        }
    }
    add_houses(&mut puzzle, &regions).map_err(|error| unfit(grid.at, &error))?;
    Ok(puzzle)
}

/// Rows and columns, and boxes or regions. Boxes of one row are rows.
fn add_houses(puzzle: &mut Variant, regions: &[Option<usize>]) -> Result<(), crate::rule::RuleError> {
    puzzle.add_lines()?;
    let usual = usual_box(puzzle.shape().rows());
    let is_usual = boxes(puzzle.shape(), usual).into_iter().map(Some).eq(regions.iter().copied());
    if is_usual && usual.0 == 1 {
        return Ok(());
    }
    let noun = if is_usual { "box" } else { "region" };
    puzzle.add_some_regions(regions, noun)
}

fn cell_of(
    node: &Node,
    cell: usize,
    puzzle: &mut Variant,
    region: &mut Option<usize>,
    notes: &mut Notes,
) -> Result<(), ParseError> {
    if node.is_null() {
        return Ok(());
    }
    let mut digit = None;
    let mut is_given = false;
    for member in node.object("a cell")? {
        let inner = &member.node;
        match member.name.as_str() {
            "value" => digit = digit_of(inner)?.map(|digit| (digit, inner.at)),
            "given" => is_given = !inner.is_null() && inner.boolean()?,
            "centerPencilMarks" if !inner.is_null() => {
                puzzle.mark(cell, marks(inner)?).map_err(|error| unfit(inner.at, &error))?;
            }
            "givenPencilMarks" if !inner.is_null() => {
                let allowed = marks(inner)?;
                // An empty list is a cell without any.
                if !allowed.is_empty() {
                    puzzle.restrict(cell, allowed).map_err(|error| unfit(inner.at, &error))?;
                }
            }
            "region" => {
                *region = match inner.typed()? {
                    None => None,
                    // Numbers of other cells' default boxes are below those.
                    Some(text) => Some(
                        text.parse::<usize>()
                            .ok()
                            .filter(|number| *number < 1000)
                            .ok_or_else(|| inner.unfit("the number of a region"))?,
                    ),
                };
            }
            "cornerPencilMarks" => notes.note("corner marks are left out"),
            "highlight" | "highlightConflict" | "c" | "cArray" | "centerPencilMarks" | "givenPencilMarks" => {
            }
            _ => notes.unknown(member.unknown("a member of a cell"))?,
        }
    }
    if let Some((digit, at)) = digit {
        let put = if is_given { puzzle.give(cell, digit) } else { puzzle.enter(cell, digit) };
        put.map_err(|error| unfit(at, &error))?;
    }
    Ok(())
}

/// The digit of a cell, if it has one; 0 is none.
fn digit_of(node: &Node) -> Result<Option<i32>, ParseError> {
    let Some(text) = node.typed()? else { return Ok(None) };
    let digit: i32 = text.parse().map_err(|_| node.unfit("a digit"))?;
    Ok(Some(digit).filter(|digit| *digit != 0))
}

fn marks(node: &Node) -> Result<Vec<i32>, ParseError> {
    let digit = |node: &Node| digit_of(node)?.ok_or_else(|| node.unfit("a digit"));
    node.list("a list of digits")?.iter().map(digit).collect()
}
