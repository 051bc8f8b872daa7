//! Rows, columns, boxes and jigsaw pieces, and other sets of cells that items name.

use std::collections::BTreeMap;

use residua_sudoku::ParseError;

use crate::formats::found::unfit;
use crate::formats::houses::boxes;
use crate::formats::iss::grid::Grid;
use crate::formats::iss::item::{Item, Word};
use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::Rule;
use crate::shape::Shape;

/// Rows and columns of the boxes, if there are boxes of that many cells in this shape.
pub(super) fn box_sides(shape: &Shape, size: usize) -> Option<(usize, usize)> {
    let fits = |rows: usize, columns: usize| {
        shape.rows().is_multiple_of(rows) && shape.columns().is_multiple_of(columns)
    };
    let smalls =
        (2..=size).take_while(|small| small * small <= size).filter(|small| size.is_multiple_of(*small));
    let mut smalls: Vec<usize> = smalls.collect();
    smalls.reverse();
    smalls.into_iter().find_map(|small| {
        let large = size / small;
        [(small, large), (large, small)].into_iter().find(|&(rows, columns)| fits(rows, columns))
    })
}

/// How many cells a box has: as stated, or as many as the longer side.
pub(super) fn region_size(items: &[Item], shape: &Shape) -> Result<usize, ParseError> {
    let longer = shape.rows().max(shape.columns());
    let Some(item) = items.iter().find(|item| item.class.text == "RegionSize") else { return Ok(longer) };
    let word = item.args.first().unwrap_or(&item.class);
    let size = word.integer("a number of cells")?;
    usize::try_from(size)
        .ok()
        .filter(|size| (1..=256).contains(size))
        .ok_or_else(|| word.unfit("a number of cells"))
}

/// Adds the houses: lines unless the grid is raw, boxes unless there are none, the pieces of jigsaws.
pub(super) fn add(items: &[Item], grid: &Grid, puzzle: &mut Variant) -> Result<(), ParseError> {
    let start = (1, 1);
    if !grid.is_sudoku {
        return Ok(());
    }
    puzzle.add_lines().map_err(|error| unfit(start, &error))?;
    let has_boxes = !items.iter().any(|item| item.class.text == "NoBoxes");
    if let Some(sides) = box_sides(&grid.shape, region_size(items, &grid.shape)?).filter(|_| has_boxes) {
        puzzle.add_regions(&boxes(&grid.shape, sides), "box").map_err(|error| unfit(start, &error))?;
    }
    for item in items.iter().filter(|item| item.class.text == "Jigsaw") {
        let word = item.args.last().unwrap_or(&item.class);
        let pieces = pieces(word, &grid.shape)?;
        puzzle.add_some_regions(&pieces, "region").map_err(|error| unfit(word.at, &error))?;
    }
    Ok(())
}

/// By cell: the piece of a layout like `112112…`. A layout of one piece has none, and one piece may be of another size: its cells are of none.
fn pieces(word: &Word, shape: &Shape) -> Result<Vec<Option<usize>>, ParseError> {
    let layout: Vec<char> = word.text.chars().collect();
    if layout.len() != shape.grid_len() {
        return Err(word.unfit(format!("a layout of {} cells", shape.grid_len())));
    }
    let mut sizes: BTreeMap<char, usize> = BTreeMap::new();
    for &c in &layout {
        *sizes.entry(c).or_default() += 1;
    }
    if sizes.len() == 1 {
        return Ok(vec![None; layout.len()]);
    }
    let usual = shape.rows().max(shape.columns())..=shape.digit_count();
    if sizes.values().filter(|size| !usual.contains(size)).count() > 1 {
        return Err(word.unfit("a layout of pieces of the same size"));
    }
    Ok(layout.into_iter().map(|c| usual.contains(&sizes[&c]).then_some(c as usize)).collect())
}

/// The rule that the largest houses have the same digits, unless they have all.
pub(super) fn same_values(puzzle: &Variant) -> Option<Rule> {
    let houses: Vec<&[usize]> = puzzle.houses().collect();
    let largest = houses.iter().map(|house| house.len()).max()?;
    let groups: Vec<Vec<usize>> =
        houses.into_iter().filter(|house| house.len() == largest).map(<[usize]>::to_vec).collect();
    let is_needed = groups.len() > 1 && largest != puzzle.shape().digit_count();
    is_needed.then(|| Rule::new(RuleKind::SameValues, groups, vec![]).ok()).flatten()
}

/// The windows between the boxes.
pub(super) fn windows(shape: &Shape, (rows, columns): (usize, usize)) -> Vec<Vec<usize>> {
    let starts =
        |size: usize, side: usize| (1..size).step_by(side + 1).filter(move |start| start + side < size);
    let mut windows = Vec::new();
    for top in starts(shape.rows(), rows) {
        for left in starts(shape.columns(), columns) {
            let cell = |at: usize| (top + at / columns) * shape.columns() + left + at % columns;
            windows.push((0..rows * columns).map(cell).collect());
        }
    }
    windows
}

/// The cells at the same place of all boxes.
pub(super) fn disjoint_sets(shape: &Shape, (rows, columns): (usize, usize)) -> Vec<Vec<usize>> {
    let at = |cell: usize, place: usize| {
        let (row, column) = shape.place(cell);
        (row % rows) * columns + column % columns == place
    };
    (0..rows * columns).map(|place| shape.grid_cells().filter(|cell| at(*cell, place)).collect()).collect()
}

/// The diagonal that a little killer clue at this cell of the edge looks along.
pub(super) fn diagonal_from(cell: usize, shape: &Shape) -> Option<Vec<usize>> {
    let (row, column) = shape.place(cell);
    let (last_row, last_column) = (shape.rows() - 1, shape.columns() - 1);
    // Each edge has its direction; of its two corners it has the first.
    let step = if column == 0 && row < last_row {
        (1, 1)
    } else if row == 0 {
        (1, -1)
    } else if column == last_column && row < last_row {
        (-1, -1)
    } else if row == last_row && column > 0 && column < last_column {
        (-1, 1)
    } else {
        return None;
    };
    let mut line = vec![cell];
    while let Some(next) = line.last().and_then(|&last| shape.step(last, step)) {
        line.push(next);
    }
    (line.len() > 1).then_some(line)
}
