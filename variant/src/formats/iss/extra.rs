//! Cells outside of the grid that items bring in: `.Var~A~label~8`, what houses lack where digits have doubles, as `DGR1`,
//! and the numbers of regions that are to be found.

use residua_sudoku::ParseError;

use crate::formats::found::unfit;
use crate::formats::houses::different;
use crate::formats::iss::houses::{box_sides, region_size};
use crate::formats::iss::item::{Item, Word};
use crate::puzzle::Variant;
use crate::shape::Shape;

/// The blocks of what rows, columns and boxes lack, with the noun of these: the first is that of cells in a row, one for each column.
const LACKING: [(&str, &str); 3] = [("DGR", "column"), ("DGC", "row"), ("DGB", "box")];

/// The block of the numbers of regions that are to be found, one for each cell of the grid.
pub(super) const REGIONS: &str = "CC";

/// The shape with the extra cells of all items.
pub(super) fn add_cells(items: &[Item], mut shape: Shape) -> Result<Shape, ParseError> {
    let grid = shape.clone();
    let mut add = |name: &str, (count, columns): (usize, usize), word: &Word| -> Result<(), ParseError> {
        let added = shape.clone().with_extra(name, count, columns);
        shape = added.ok_or_else(|| word.unfit("extra cells with a name of their own, and not too many"))?;
        Ok(())
    };
    for item in items {
        let class = item.class.text.as_str();
        if class == "Var" {
            let word = item.args.first().unwrap_or(&item.class);
            if word.text.is_empty() || !word.text.bytes().all(|byte| byte.is_ascii_uppercase()) {
                return Err(word.unfit("capitals as the name of extra cells"));
            }
            add(&format!("V{}", word.text), size(item.args.get(2), grid.columns()), word)?;
        } else if class == "ChaosConstruction" {
            add(REGIONS, (grid.grid_len(), grid.columns()), &item.class)?;
        } else if class == "Doppelganger" && items.iter().any(names_lacking) {
            let sides = box_sides(&grid, region_size(items, &grid)?);
            let boxes =
                sides.map(|(rows, columns)| (grid.rows() / rows * (grid.columns() / columns), columns));
            let lines = [(grid.columns(), grid.columns()), (grid.rows(), grid.columns())];
            for ((name, _), size) in LACKING.iter().zip(lines.into_iter().chain(boxes)) {
                add(name, size, &item.class)?;
            }
        }
    }
    Ok(shape)
}

/// How many cells, and in how many columns: `8`, `2x4`; anything else is one cell.
fn size(word: Option<&Word>, columns: usize) -> (usize, usize) {
    let number = |text: &str| {
        let is_number = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && !text.is_empty()).then(|| text.parse().unwrap_or(usize::MAX))
    };
    let text = word.map_or("", |word| word.text.as_str());
    let size = match text.split_once('x') {
        Some((rows, own)) => {
            number(rows).zip(number(own)).map(|(rows, own): (usize, usize)| (rows.saturating_mul(own), own))
        }
        None => number(text).map(|count| (count, columns)),
    };
    size.unwrap_or((1, columns))
}

/// Whether an item names a cell of what a house lacks.
fn names_lacking(item: &Item) -> bool {
    let is_lacking = |word: &Word| LACKING.iter().any(|(block, _)| word.text.starts_with(block));
    item.args.iter().any(is_lacking) || item.inner.iter().any(names_lacking)
}

/// Adds what the cells of [`LACKING`] say, if there are any: that their digits are none of their houses.
pub(super) fn add_lacking(puzzle: &mut Variant) -> Result<(), ParseError> {
    let mut rules = Vec::new();
    for (block, noun) in LACKING {
        let Some(block) = puzzle.shape().extra().iter().find(|extra| extra.name() == block) else { continue };
        let houses = puzzle.rules().iter().filter(|rule| rule.is_house());
        let houses = houses.filter(|rule| rule.name().is_some_and(|name| name.starts_with(noun)));
        for (house, cell) in houses.zip(block.cells()) {
            let name = format!("what {} lacks", house.name().unwrap_or_default());
            rules.push(different([&house.groups()[0][..], &[cell]].concat(), name));
        }
    }
    let mut rules = rules.into_iter();
    let added = rules.try_for_each(|rule| rule.and_then(|rule| puzzle.add(rule)));
    added.map_err(|error| unfit((1, 1), &error))
}

/// The items that bring in the extra cells of a puzzle, as far as they are those of [`add_cells`].
pub(super) fn written(shape: &Shape) -> String {
    let blocks = shape.extra().iter().filter_map(|block| {
        let name = block.name().strip_prefix('V')?;
        let (count, columns) = (block.cells().len(), block.columns());
        let size = if columns == shape.columns() {
            count.to_string()
        } else {
            format!("{}x{columns}", count.div_ceil(columns))
        };
        Some(format!(".Var~{name}~~{size}"))
    });
    blocks.collect()
}

/// Whether a rule is one of [`add_lacking`].
pub(super) fn is_lacking(name: &str) -> bool {
    name.starts_with("what ") && name.ends_with(" lacks")
}
