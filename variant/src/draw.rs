//! Grids of variant puzzles as text: cells in columns, regions set apart by lines.

use std::fmt::Write;

use crate::kind::RuleKind;
use crate::puzzle::Variant;

/// Box-drawing characters by the lines that meet: up 1, right 2, down 4, left 8.
const JOINTS: [char; 16] = [' ', '╵', '╶', '└', '╷', '│', '┌', '├', '╴', '┘', '─', '┴', '┐', '┤', '┬', '┼'];

impl Variant {
    /// The grid with a text for each cell, and lines around the whole, around its regions, and where cells are absent. Extra cells are below.
    ///
    /// ```
    /// use residua_variant::Variant;
    ///
    /// let mut jigsaw = Variant::latin(3)?;
    /// jigsaw.add_regions(&[0, 0, 1, 0, 1, 1, 2, 2, 2], "region")?;
    /// let text = jigsaw.drawn(|cell| if cell == 4 { "2".to_owned() } else { "⋅".to_owned() });
    /// assert_eq!(text, "\
    /// ┌───────┬───┐
    /// │ ⋅   ⋅ │ ⋅ │
    /// │   ┌───┘   │
    /// │ ⋅ │ 2   ⋅ │
    /// ├───┴───────┤
    /// │ ⋅   ⋅   ⋅ │
    /// └───────────┘
    /// ");
    /// # Ok::<(), residua_variant::RuleError>(())
    /// ```
    pub fn drawn(&self, text: impl Fn(usize) -> String) -> String {
        self.drawn_within(&Borders::of(self), text)
    }

    fn drawn_within(&self, borders: &Borders<'_>, text: impl Fn(usize) -> String) -> String {
        let (rows, columns) = (self.shape().rows(), self.shape().columns());
        let texts: Vec<String> = (0..rows * columns)
            .map(|cell| if self.shape().has(cell) { text(cell) } else { String::new() })
            .collect();
        let width = |column: usize| {
            (0..rows).map(|row| texts[row * columns + column].chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let mut drawn = String::new();
        for row in 0..=rows {
            // Between two rows there is a line only where a region ends.
            if row == 0 || row == rows || (0..columns).any(|column| borders.above(row, column)) {
                borders.put_line(&mut drawn, row, &widths);
            }
            if row == rows {
                break;
            }
            for column in 0..=columns {
                drawn.push(if borders.left(row, column) { '│' } else { ' ' });
                if column < columns {
                    let cell = &texts[row * columns + column];
                    let blanks = widths[column] - cell.chars().count() + 1;
                    drawn.extend(std::iter::repeat_n(' ', blanks));
                    drawn.push_str(cell);
                    drawn.push(' ');
                }
            }
            drawn.truncate(drawn.trim_end().len());
            drawn.push('\n');
        }
        drawn + &self.drawn_extra(text)
    }

    /// The extra cells: each block by its name, row by row.
    fn drawn_extra(&self, text: impl Fn(usize) -> String) -> String {
        let mut drawn = String::new();
        for block in self.shape().extra() {
            let texts: Vec<String> = block.cells().map(&text).collect();
            let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
            for (row, texts) in texts.chunks(block.columns()).enumerate() {
                let name = if row == 0 { format!("{}:", block.name()) } else { String::new() };
                let _ = write!(drawn, "{name:indent$}", indent = block.name().len() + 1);
                for text in texts {
                    let _ = write!(drawn, " {text:>width$}");
                }
                drawn.push('\n');
            }
        }
        drawn
    }

    /// The grid of digits, by cell, `⋅` where there is none; with the [regions that were to be found](crate::RuleKind::UnknownRegions), if all their
    /// numbers are digits.
    pub fn grid(&self, digit: impl Fn(usize) -> Option<i32>) -> String {
        let text = |cell: usize| digit(cell).map_or_else(|| "⋅".to_owned(), |digit| digit.to_string());
        self.drawn_within(&Borders::found(self, &digit), text)
    }

    /// The grid with all candidates of each cell, `∅` where there is none. Those of more than one character are set apart by commas.
    pub fn pencil(&self, candidates: impl Fn(usize) -> Vec<i32>) -> String {
        let gap = if self.shape().digits().all(|digit| (0..10).contains(&digit)) { "" } else { "," };
        self.drawn(|cell| {
            let all: Vec<String> = candidates(cell).iter().map(i32::to_string).collect();
            if all.is_empty() { "∅".to_owned() } else { all.join(gap) }
        })
    }
}

/// Where lines are.
pub(super) struct Borders<'a> {
    puzzle: &'a Variant,
    /// By cell: the regions that it is in, each as the rule that they are of, and a number.
    regions: Vec<Vec<(usize, i32)>>,
}

impl<'a> Borders<'a> {
    pub(super) fn of(puzzle: &'a Variant) -> Borders<'a> {
        let mut regions = vec![Vec::new(); puzzle.shape().len()];
        for (number, cells) in puzzle.regions().enumerate() {
            for &cell in cells {
                regions[cell].push((number, 0));
            }
        }
        Borders { puzzle, regions }
    }

    /// With the regions whose numbers are digits of cells, where all of these have one.
    pub(super) fn found(puzzle: &'a Variant, digit: impl Fn(usize) -> Option<i32>) -> Borders<'a> {
        let mut borders = Borders::of(puzzle);
        let count = puzzle.rules().len();
        for (rule, parts) in
            puzzle.rules().iter().enumerate().filter(|(_, rule)| rule.kind() == RuleKind::UnknownRegions)
        {
            let [cells, numbers] = parts.groups() else { continue };
            let numbers: Option<Vec<i32>> = numbers.iter().map(|&cell| digit(cell)).collect();
            for (&cell, number) in cells.iter().zip(numbers.into_iter().flatten()) {
                borders.regions[cell].push((count + rule, number));
            }
        }
        borders
    }

    fn cell(&self, row: i64, column: i64) -> Option<usize> {
        self.puzzle.shape().at(row, column)
    }

    fn differ(&self, one: Option<usize>, other: Option<usize>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => self.regions[one] != self.regions[other],
            (one, other) => one.is_some() != other.is_some(),
        }
    }

    /// Whether there is a line above a cell; of the row below the last, below that.
    pub(super) fn above(&self, row: usize, column: usize) -> bool {
        let (row, column) = (row as i64, column as i64);
        self.differ(self.cell(row - 1, column), self.cell(row, column))
    }

    /// Whether there is a line to the left of a cell; of the column after the last, to the right of that.
    pub(super) fn left(&self, row: usize, column: usize) -> bool {
        let (row, column) = (row as i64, column as i64);
        self.differ(self.cell(row, column - 1), self.cell(row, column))
    }

    fn put_line(&self, drawn: &mut String, row: usize, widths: &[usize]) {
        let (rows, columns) = (self.puzzle.shape().rows(), widths.len());
        for column in 0..=columns {
            let up = row > 0 && self.left(row - 1, column);
            let right = column < columns && self.above(row, column);
            let down = row < rows && self.left(row, column);
            let left = column > 0 && self.above(row, column - 1);
            let joint =
                [up, right, down, left].into_iter().rev().fold(0, |bits, is| bits << 1 | usize::from(is));
            drawn.push(JOINTS[joint]);
            if let Some(width) = widths.get(column) {
                let line = if right { '─' } else { ' ' };
                drawn.extend(std::iter::repeat_n(line, width + 2));
            }
        }
        drawn.truncate(drawn.trim_end().len());
        drawn.push('\n');
    }
}
