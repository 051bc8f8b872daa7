//! The shape of a puzzle, `6x6~0-8~Raw`, and the names of cells, `R1Cb`: one digit to the base 17 each.

use residua_sudoku::ParseError;

use crate::formats::iss::item::{Item, Word};
use crate::shape::Shape;

/// The largest side.
const MAX_SIDE: usize = 16;

/// The shape, and whether rows and columns are houses.
pub(super) struct Grid {
    pub(super) shape: Shape,
    pub(super) is_sudoku: bool,
}

/// The grid that items state; a square of nine rows if they state none.
pub(super) fn grid(items: &[Item]) -> Result<Grid, ParseError> {
    let mut stated = items.iter().filter(|item| item.class.text == "Shape" && !item.args.is_empty());
    let Some(first) = stated.next() else {
        let shape = Shape::new(9, 9, 1..=9).expect("invariant: a small square");
        return Ok(Grid { shape, is_sudoku: true });
    };
    let found = parse(first)?;
    for item in stated {
        if parse(item)?.shape != found.shape {
            return Err(item.class.unfit("the same shape as before"));
        }
    }
    Ok(found)
}

fn parse(item: &Item) -> Result<Grid, ParseError> {
    let sides = &item.args[0];
    let side = |text: &str| text.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let both = sides.text.split_once('x').and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
    let (rows, columns) =
        both.ok_or_else(|| sides.unfit(format!("rows x columns, each at most {MAX_SIDE}: 9x9")))?;
    let longer = rows.max(columns) as i32;
    let digits = match item.args.get(1).filter(|word| !word.text.is_empty()) {
        None => 1..=longer,
        Some(word) => {
            let number = |text: &str| text.parse::<i32>().ok().filter(|number| (0..=99).contains(number));
            let range = match word.text.split_once('-') {
                Some((low, high)) => number(low).zip(number(high)),
                None => number(&word.text).map(|high| (1, high)),
            };
            let (low, high) = range
                .filter(|(low, high)| low <= high)
                .ok_or_else(|| word.unfit("digits: 0-8, or 10 for 1-10"))?;
            low..=high
        }
    };
    let is_sudoku = match item.args.get(2).map(|word| (word.text.as_str(), word)) {
        None | Some(("Sudoku", _)) => true,
        Some(("Raw", _)) => false,
        Some((_, word)) => return Err(word.unfit("Sudoku or Raw")),
    };
    if let Some(word) = item.args.get(3) {
        return Err(word.unfit("no more than sides, digits and type"));
    }
    let shape = Shape::new(rows, columns, digits).ok_or_else(|| sides.unfit("a shape"))?;
    Ok(Grid { shape, is_sudoku })
}

/// The cell that a word names.
pub(super) fn cell(word: &Word, shape: &Shape) -> Result<usize, ParseError> {
    let read = || {
        let [r, row, c, column] = <[char; 4]>::try_from(word.text.chars().collect::<Vec<_>>()).ok()?;
        let is_named = r.eq_ignore_ascii_case(&'r') && c.eq_ignore_ascii_case(&'c');
        let number = |c: char| c.to_digit(17).map(i64::from);
        is_named.then(|| shape.at(number(row)? - 1, number(column)? - 1)).flatten()
    };
    let extra = || shape.extra().iter().find_map(|block| block.cell(&word.text));
    read().or_else(extra).ok_or_else(|| word.unfit("a cell: R1C1"))
}

/// The name of a cell: `R1Cb`, or that of an extra cell.
pub(super) fn name(cell: usize, shape: &Shape) -> String {
    if let Some(block) = shape.block(cell) {
        return block.name_of(cell);
    }
    let (row, column) = shape.place(cell);
    let digit = |number: usize| char::from_digit(number as u32 + 1, 17).unwrap_or('?');
    format!("R{}C{}", digit(row), digit(column))
}

/// The cells of a row or column that a word names, `R2`, in its direction or from its other end.
pub(super) fn line(word: &Word, is_reverse: bool, shape: &Shape) -> Result<Vec<usize>, ParseError> {
    let read = || {
        let number = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
        let (kind, rest) = word.text.split_at_checked(1)?;
        let line = match kind {
            "R" | "r" => shape.row(number(rest).filter(|row| *row < shape.rows())?),
            "C" | "c" => shape.column(number(rest).filter(|column| *column < shape.columns())?),
            _ => return None,
        };
        Some(line)
    };
    let mut line = read().ok_or_else(|| word.unfit("a row or a column: R2"))?;
    if is_reverse {
        line.reverse();
    }
    Ok(line)
}
