//! Rules that are often added to a Sudoku: diagonals, windows, regions of any form, cages.

use std::collections::BTreeMap;

use residua_sudoku::Notes;
use residua_sudoku::Puzzle;
use residua_sudoku::{ParseError, ParseErrorKind};

use crate::kind::RuleKind;
use crate::puzzle::Variant;
use crate::rule::{Rule, RuleError};

impl Variant {
    /// A Sudoku with what is written into it. With `boxes` its boxes are rules, as its rows and columns are.
    ///
    /// # Errors
    /// None, for notes of the puzzle's geometry.
    pub fn of_puzzle(puzzle: &Puzzle, notes: &Notes, boxes: bool) -> Result<Variant, RuleError> {
        let geometry = puzzle.geometry();
        let (rows, columns) = (geometry.box_rows(), geometry.box_columns());
        // Boxes of one row or one column are those rows or columns.
        let has_boxes = boxes && rows > 1 && columns > 1;
        let mut variant =
            if has_boxes { Variant::square(rows, columns)? } else { Variant::latin(geometry.size())? };
        for cell in 0..geometry.cells() {
            if let Some(digit) = puzzle.given(cell) {
                variant.give(cell, digit)?;
            }
            if let Some(digits) = puzzle.candidates(cell) {
                variant.restrict(cell, digits.to_vec())?;
            }
            if let Some(digit) = notes.entry(cell) {
                variant.enter(cell, digit)?;
            }
            if !notes.marks(cell).is_empty() {
                variant.mark(cell, notes.marks(cell).to_vec())?;
            }
        }
        Ok(variant)
    }

    /// Adds both diagonals of a square, each with different digits.
    ///
    /// # Errors
    /// If the grid is no square.
    pub fn add_diagonals(&mut self) -> Result<(), RuleError> {
        let size = self.side("diagonals")?;
        let falling = (0..size).map(|at| at * size + at).collect();
        let rising = (0..size).map(|at| at * size + size - 1 - at).collect();
        for (cells, name) in [(falling, "diagonal \\"), (rising, "diagonal /")] {
            self.add(Rule::new(RuleKind::AllDifferent, vec![cells], Vec::new())?.named(name))?;
        }
        Ok(())
    }

    /// Adds the four windows of a 9-by-9 grid: rows and columns 2 to 4 and 6 to 8.
    ///
    /// # Errors
    /// If the grid is of another size.
    pub fn add_windows(&mut self) -> Result<(), RuleError> {
        if self.side("windows")? != 9 {
            return Err(RuleError::new("windows: expected a 9x9 grid"));
        }
        for (number, (row, column)) in [(1, 1), (1, 5), (5, 1), (5, 5)].into_iter().enumerate() {
            let cells = (0..9).map(|at| (row + at / 3) * 9 + column + at % 3).collect();
            let rule = Rule::new(RuleKind::AllDifferent, vec![cells], Vec::new())?;
            self.add(rule.named(format!("window {}", number + 1)))?;
        }
        Ok(())
    }

    /// Adds regions that a text draws: a symbol for each cell, row by row; cells with the same symbol are one region. Blanks and ends of
    /// lines are skipped.
    ///
    /// ```
    /// use residua_variant::Variant;
    ///
    /// let mut puzzle = Variant::latin(5)?;
    /// puzzle.add_drawn_regions("AABBB AACBB DACCE DDCCE DDEEE")?;
    /// assert_eq!(puzzle.regions().count(), 5);
    /// let error = puzzle.add_drawn_regions("AABBB AAABB DACCE DDCCE DDEEE").expect_err("A is too large");
    /// assert_eq!(error.to_string(), "line 1, column 1: expected 5 cells in each region, as there are digits, found 6 of 'A'");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there are more or fewer symbols than cells, or a region has more or fewer cells than there are digits.
    pub fn add_drawn_regions(&mut self, text: &str) -> Result<(), ParseError> {
        let error = |at: (usize, usize), expected: String, found: String| {
            ParseError::new(ParseErrorKind::CellCount, at, expected, found)
        };
        let cells = self.shape().grid_len();
        let mut symbols: Vec<char> = Vec::with_capacity(cells);
        // By symbol: where it is first, and how often it is there.
        let mut regions: BTreeMap<char, ((usize, usize), usize)> = BTreeMap::new();
        for (line, row) in text.lines().enumerate() {
            for (column, symbol) in row.chars().enumerate().filter(|(_, symbol)| !symbol.is_whitespace()) {
                let at = (line + 1, column + 1);
                if symbols.len() == cells {
                    return Err(error(at, format!("{cells} cells"), "more".to_owned()));
                }
                symbols.push(symbol);
                regions.entry(symbol).or_insert((at, 0)).1 += 1;
            }
        }
        if symbols.len() < cells {
            let end = (text.lines().count().max(1), 1);
            return Err(error(end, format!("the regions of {cells} cells"), symbols.len().to_string()));
        }
        let digits = self.shape().digit_count();
        let wrong = regions.iter().filter(|(_, (_, count))| *count != digits).min_by_key(|(_, (at, _))| *at);
        if let Some((symbol, &(at, count))) = wrong {
            let expected = format!("{digits} cells in each region, as there are digits");
            return Err(error(at, expected, format!("{count} of {symbol:?}")));
        }
        let regions: Vec<usize> = symbols.into_iter().map(|symbol| symbol as usize).collect();
        self.add_regions(&regions, "region")
            .map_err(|mistake| error((1, 1), "the regions of this grid".to_owned(), mistake.to_string()))
    }

    /// Adds the cages of a text: a line for each, with its sum, if it has one, a colon and its cells, as in `14: r1c1 r1c2`. Lines that begin
    /// with `#` are comments.
    ///
    /// # Errors
    /// If a line is no cage.
    pub fn add_cages(&mut self, text: &str) -> Result<(), ParseError> {
        for (number, line) in text.lines().enumerate() {
            let content = line.trim();
            if content.is_empty() || content.starts_with('#') {
                continue;
            }
            let mistake = |column: usize, expected: &str, found: &str| {
                ParseError::new(ParseErrorKind::Syntax, (number + 1, column), expected, found)
            };
            let Some((sum, cells)) = line.split_once(':') else {
                return Err(mistake(1, "a cage, such as 14: r1c1 r1c2", &format!("{content:?}")));
            };
            let numbers = match sum.trim() {
                "" => Vec::new(),
                sum => match sum.parse::<i64>() {
                    Ok(sum) => vec![sum],
                    Err(_) => return Err(mistake(1, "the sum of a cage", &format!("{sum:?}"))),
                },
            };
            let mut group = Vec::new();
            for name in cells.split([' ', '\t', ',']).filter(|name| !name.is_empty()) {
                let column = name.as_ptr() as usize - line.as_ptr() as usize + 1;
                match self.shape().cell(name) {
                    Some(cell) => group.push(cell),
                    None => {
                        return Err(mistake(
                            column,
                            "a cell of the grid, such as r1c1",
                            &format!("{name:?}"),
                        ));
                    }
                }
            }
            let rule = Rule::new(RuleKind::Cage, vec![group], numbers);
            let added = rule.and_then(|rule| self.add(rule));
            added.map_err(|error| mistake(1, "a cage, such as 14: r1c1 r1c2", &error.to_string()))?;
        }
        Ok(())
    }

    fn side(&self, what: &str) -> Result<usize, RuleError> {
        let (rows, columns) = (self.shape().rows(), self.shape().columns());
        if rows == columns {
            Ok(rows)
        } else {
            Err(RuleError::new(format!("{what}: expected a square grid")))
        }
    }
}
