//! Puzzles: cells with what is written in them, and rules.

use std::collections::BTreeMap;

use crate::kind::RuleKind;
use crate::rule::{Rule, RuleError};
use crate::shape::Shape;

/// What a file says of a puzzle beside its cells and rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its title.
    pub title: Option<String>,
    /// Who set it.
    pub author: Option<String>,
    /// Its rules in prose.
    pub ruleset: Option<String>,
    /// The solution that the file gives, by cell; extra cells may be left out.
    pub solution: Option<Vec<i32>>,
}

/// A puzzle of any shape with any rules.
///
/// Rows, columns, boxes and other regions are rules too: [`RuleKind::AllDifferent`] with the names `row 1`, `column 1`, `box 1` or `region 1`.
///
/// ```
/// use residua_variant::{Rule, RuleKind, Variant};
///
/// // All 4-by-4 grids in which cells a knight's move apart differ.
/// let mut puzzle = Variant::square(2, 2)?;
/// puzzle.add(Rule::new(RuleKind::AntiKnight, vec![], vec![])?)?;
/// puzzle.add(Rule::new(RuleKind::Cage, vec![vec![0, 1, 2]], vec![9])?)?;
/// assert_eq!(puzzle.model()?.solutions().filter(|grid| grid.values()[3] == 1).count(), puzzle.model()?.solutions().count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    shape: Shape,
    /// By cell.
    givens: Vec<Option<i32>>,
    /// By cell: entered digits.
    entries: Vec<Option<i32>>,
    /// By cell: pencil marks.
    marks: Vec<Option<Vec<i32>>>,
    /// By cell: all digits that it may have, where the puzzle says so.
    candidates: Vec<Option<Vec<i32>>>,
    rules: Vec<Rule>,
    /// What a file says beside.
    pub about: About,
}

impl Variant {
    /// A puzzle without any rule.
    pub fn new(shape: Shape) -> Variant {
        let cells = shape.len();
        Variant {
            shape,
            givens: vec![None; cells],
            entries: vec![None; cells],
            marks: vec![None; cells],
            candidates: vec![None; cells],
            rules: Vec::new(),
            about: About::default(),
        }
    }

    /// A square with rows, columns and boxes, as in Sudoku.
    ///
    /// # Errors
    /// If a side of the box is 0, or the square is too large.
    pub fn square(box_rows: usize, box_columns: usize) -> Result<Variant, RuleError> {
        let mut puzzle = Variant::latin(box_rows.saturating_mul(box_columns))?;
        let size = puzzle.shape.rows();
        let region = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            row / box_rows * box_rows + column / box_columns
        };
        let regions: Vec<usize> = (0..size * size).map(region).collect();
        puzzle.add_regions(&regions, "box")?;
        Ok(puzzle)
    }

    /// A square with rows and columns only.
    ///
    /// # Errors
    /// If it has no cell, or too many.
    pub fn latin(size: usize) -> Result<Variant, RuleError> {
        let high = i32::try_from(size).unwrap_or(i32::MAX);
        let shape = Shape::new(size, size, 1..=high);
        let shape = shape.ok_or_else(|| RuleError::new(format!("a square of side {size} cannot be had")))?;
        let mut puzzle = Variant::new(shape);
        puzzle.add_lines()?;
        Ok(puzzle)
    }

    /// Adds the rows and the columns of the rectangle.
    ///
    /// # Errors
    /// None, for a shape with cells.
    pub fn add_lines(&mut self) -> Result<(), RuleError> {
        for row in 0..self.shape.rows() {
            self.add_house(self.shape.row(row), format!("row {}", row + 1))?;
        }
        for column in 0..self.shape.columns() {
            self.add_house(self.shape.column(column), format!("column {}", column + 1))?;
        }
        Ok(())
    }

    /// Adds regions: the cells with the same number are one. They are called after `noun`, in the order of their first cells.
    ///
    /// # Errors
    /// If there is not a number for each cell of the rectangle.
    pub fn add_regions(&mut self, regions: &[usize], noun: &str) -> Result<(), RuleError> {
        if regions.len() != self.shape.grid_len() {
            return Err(RuleError::new(format!(
                "expected regions of {} cells, found {}",
                self.shape.grid_len(),
                regions.len()
            )));
        }
        let regions: Vec<Option<usize>> = regions.iter().copied().map(Some).collect();
        self.add_some_regions(&regions, noun)
    }

    /// Adds regions to which not all cells belong, by cell of the rectangle.
    pub(super) fn add_some_regions(
        &mut self,
        regions: &[Option<usize>],
        noun: &str,
    ) -> Result<(), RuleError> {
        let mut order: Vec<usize> = Vec::new();
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for cell in self.shape.grid_cells() {
            if let Some(region) = regions[cell] {
                let cells = members.entry(region).or_default();
                if cells.is_empty() {
                    order.push(region);
                }
                cells.push(cell);
            }
        }
        for (number, region) in order.into_iter().enumerate() {
            let cells = members.remove(&region).unwrap_or_default();
            self.add_house(cells, format!("{noun} {}", number + 1))?;
        }
        Ok(())
    }

    fn add_house(&mut self, cells: Vec<usize>, name: String) -> Result<(), RuleError> {
        if cells.is_empty() {
            return Ok(());
        }
        self.add(Rule::new(RuleKind::AllDifferent, vec![cells], Vec::new())?.named(name))
    }

    /// Adds a rule.
    ///
    /// # Errors
    /// If it names a cell that is none of the puzzle's.
    pub fn add(&mut self, rule: Rule) -> Result<(), RuleError> {
        self.examine(&rule)?;
        self.rules.push(rule);
        Ok(())
    }

    fn examine(&self, rule: &Rule) -> Result<(), RuleError> {
        if let Some(cell) = rule.groups().iter().flatten().find(|cell| !self.shape.has(**cell)) {
            return Err(RuleError::new(format!(
                "{}: the puzzle has no cell {cell}",
                rule.kind().facts().words
            )));
        }
        if rule.parts().iter().any(|part| part.kind() == RuleKind::Doublers) {
            return Err(RuleError::new("doublers cannot be part of another rule"));
        }
        rule.parts().iter().try_for_each(|part| self.examine(part))
    }

    /// Its cells and digits.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its rules.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The regions other than rows and columns, by name: boxes, or those of a jigsaw.
    pub fn regions(&self) -> impl Iterator<Item = &[usize]> {
        let is_region = |rule: &&Rule| {
            rule.kind() == RuleKind::AllDifferent
                && rule.name().is_some_and(|name| name.starts_with("box ") || name.starts_with("region "))
        };
        self.rules.iter().filter(is_region).map(|rule| rule.groups()[0].as_slice())
    }

    /// Gives a cell a digit.
    ///
    /// # Errors
    /// If the cell or the digit is none of the puzzle's.
    pub fn give(&mut self, cell: usize, digit: i32) -> Result<(), RuleError> {
        self.fits(cell, &[digit])?;
        self.givens[cell] = Some(digit);
        Ok(())
    }

    /// Enters a digit that may be wrong.
    ///
    /// # Errors
    /// As of [`give`](Self::give).
    pub fn enter(&mut self, cell: usize, digit: i32) -> Result<(), RuleError> {
        self.fits(cell, &[digit])?;
        self.entries[cell] = Some(digit);
        Ok(())
    }

    /// Sets the pencil marks of a cell.
    ///
    /// # Errors
    /// As of [`give`](Self::give).
    pub fn mark(&mut self, cell: usize, digits: Vec<i32>) -> Result<(), RuleError> {
        self.fits(cell, &digits)?;
        self.marks[cell] = Some(digits);
        Ok(())
    }

    /// Restricts a cell to some digits.
    ///
    /// # Errors
    /// As of [`give`](Self::give).
    pub fn restrict(&mut self, cell: usize, digits: Vec<i32>) -> Result<(), RuleError> {
        self.fits(cell, &digits)?;
        self.candidates[cell] = Some(digits);
        Ok(())
    }

    fn fits(&self, cell: usize, digits: &[i32]) -> Result<(), RuleError> {
        if !self.shape.has(cell) {
            return Err(RuleError::new(format!("the puzzle has no cell {cell}")));
        }
        match digits.iter().find(|digit| !self.shape.digits().contains(digit)) {
            Some(digit) => {
                let (low, high) =
                    (self.shape.digits().start().to_owned(), self.shape.digits().end().to_owned());
                Err(RuleError::new(format!("{digit} in {} is outside {low}..{high}", self.shape.name(cell))))
            }
            None => Ok(()),
        }
    }

    /// The digit given in a cell.
    pub fn given(&self, cell: usize) -> Option<i32> {
        self.givens.get(cell).copied().flatten()
    }

    /// The digit entered in a cell.
    pub fn entry(&self, cell: usize) -> Option<i32> {
        self.entries.get(cell).copied().flatten()
    }

    /// The pencil marks of a cell, if it has any.
    pub fn marks(&self, cell: usize) -> Option<&[i32]> {
        self.marks.get(cell)?.as_deref()
    }

    /// The digits that a cell is restricted to, if it is.
    pub fn candidates(&self, cell: usize) -> Option<&[i32]> {
        self.candidates.get(cell)?.as_deref()
    }

    /// Keeps only the rules of which the function says so; rows, columns and regions are among them.
    ///
    /// ```
    /// use residua_variant::{Rule, Variant};
    ///
    /// let mut puzzle = Variant::square(2, 2)?;
    /// puzzle.add_diagonals()?;
    /// puzzle.retain_rules(Rule::is_house);
    /// assert_eq!(puzzle, Variant::square(2, 2)?);
    /// # Ok::<(), residua_variant::RuleError>(())
    /// ```
    pub fn retain_rules(&mut self, keep: impl FnMut(&Rule) -> bool) {
        self.rules.retain(keep);
    }

    /// Takes the entered digit out of a cell.
    pub(super) fn clear_entry(&mut self, cell: usize) {
        self.entries[cell] = None;
    }

    /// Takes the pencil marks out of a cell.
    pub(super) fn clear_marks(&mut self, cell: usize) {
        self.marks[cell] = None;
    }

    /// Allows a cell all digits.
    pub(super) fn clear_candidates(&mut self, cell: usize) {
        self.candidates[cell] = None;
    }

    /// Whether digits, by cell, are a solution: they keep to all rules, and are those that are given.
    pub fn is_solution(&self, digits: &[i32]) -> bool {
        let fits = |cell: usize| {
            let digit = digits.get(cell).copied();
            digit.is_some_and(|digit| {
                self.shape.digits().contains(&digit)
                    && self.given(cell).is_none_or(|given| given == digit)
                    && self.candidates(cell).is_none_or(|candidates| candidates.contains(&digit))
            })
        };
        self.shape.cells().all(fits) && self.keeps_to_rules(digits)
    }
}
