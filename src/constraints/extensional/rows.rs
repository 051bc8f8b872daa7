//! Tuples: the rows of a table, in one allocation.

use fixedbitset::FixedBitSet;

/// The rows of a table: tuples of one length, ascending and each once; a cell may be free, which any value fits.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Rows {
    width: usize,
    count: usize,
    /// Row by row; 0 where a cell is free.
    cells: Vec<i32>,
    /// Which cells are free, by place in `cells`; empty if none is.
    free: FixedBitSet,
    /// The first row of another length, and its length.
    misfit: Option<(usize, usize)>,
}

impl Rows {
    /// Tuples of `width` cells. One of another length is noted, and reported when a table with these rows is posted.
    ///
    /// ```
    /// use residua::constraints::{Listed, Rows, Table};
    /// use residua::model::Model;
    /// use std::sync::Arc;
    ///
    /// let mut model = Model::new();
    /// let x = model.int_vars("x", 4, 0..=2);
    /// // Kept once for three tables.
    /// let rows = Arc::new(Rows::new(2, [[0, 1], [1, 2], [2, 0]]));
    /// for pair in x.windows(2) {
    ///     let views = pair.iter().map(|var| var.view()).collect();
    ///     model.post(Table { views, rows: Arc::clone(&rows), listed: Listed::Allowed })?;
    /// }
    /// assert_eq!(model.solutions().count(), 3);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    pub fn new(width: usize, tuples: impl IntoIterator<Item = impl AsRef<[i32]>>) -> Rows {
        let mut rows = Rows { width, ..Rows::default() };
        for tuple in tuples {
            let tuple = tuple.as_ref();
            if rows.fits(tuple.len()) {
                rows.cells.extend_from_slice(tuple);
                rows.count += 1;
            }
        }
        rows.sorted()
    }

    /// The rows of that width among `tuples`, in which `None` is a free cell: any value goes there.
    pub fn with_free(width: usize, tuples: impl IntoIterator<Item = impl AsRef<[Option<i32>]>>) -> Rows {
        let mut rows = Rows { width, ..Rows::default() };
        let mut free = Vec::new();
        for tuple in tuples {
            let tuple = tuple.as_ref();
            if rows.fits(tuple.len()) {
                let start = rows.cells.len();
                free.extend((start..).zip(tuple).filter(|(_, cell)| cell.is_none()).map(|(at, _)| at));
                rows.cells.extend(tuple.iter().map(|cell| cell.unwrap_or(0)));
                rows.count += 1;
            }
        }
        if !free.is_empty() {
            rows.free.grow(rows.cells.len());
            rows.free.extend(free);
        }
        rows.sorted()
    }

    fn fits(&mut self, length: usize) -> bool {
        if length != self.width && self.misfit.is_none() {
            self.misfit = Some((self.count, length));
        }
        length == self.width
    }

    /// Ascending, each once.
    fn sorted(self) -> Rows {
        let is_before = |a: usize, b: usize| self.key(a).lt(self.key(b));
        if (1..self.count).all(|row| is_before(row - 1, row)) {
            return self;
        }
        let mut order: Vec<u32> = (0..self.count as u32).collect();
        let key = |row: u32| self.key(row as usize);
        if self.free.is_empty() {
            let cells = |row: u32| &self.cells[row as usize * self.width..][..self.width];
            order.sort_unstable_by(|&a, &b| cells(a).cmp(cells(b)));
        } else {
            order.sort_unstable_by(|&a, &b| key(a).cmp(key(b)));
        }
        order.dedup_by(|a, b| key(*a).eq(key(*b)));
        let mut rows = Rows { width: self.width, count: order.len(), misfit: self.misfit, ..Rows::default() };
        rows.cells.reserve_exact(order.len() * self.width);
        for &row in &order {
            rows.cells.extend_from_slice(&self.cells[row as usize * self.width..][..self.width]);
        }
        if !self.free.is_empty() {
            rows.free.grow(rows.cells.len());
            for (at, row) in order.iter().enumerate() {
                for column in (0..self.width).filter(|column| self.free[*row as usize * self.width + column])
                {
                    rows.free.insert(at * self.width + column);
                }
            }
        }
        rows
    }

    /// The cells of a row, a free one before all values.
    fn key(&self, row: usize) -> impl Iterator<Item = Option<i32>> + '_ {
        (0..self.width).map(move |column| self.cell(row, column))
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of cells of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A cell; `None` if it is free.
    #[inline]
    pub fn cell(&self, row: usize, column: usize) -> Option<i32> {
        let at = row * self.width + column;
        let is_free = !self.free.is_empty() && self.free[at];
        (!is_free).then(|| self.cells[at])
    }

    /// Whether some cell is free.
    pub fn has_free(&self) -> bool {
        !self.free.is_empty()
    }

    /// Whether the values fit some row.
    pub(super) fn contain(&self, values: &[i64]) -> bool {
        if self.free.is_empty() && self.width > 0 {
            let Ok(values) = values.iter().map(|&v| i32::try_from(v)).collect::<Result<Vec<_>, _>>() else {
                return false;
            };
            let row = |at: usize| &self.cells[at * self.width..][..self.width];
            let (mut low, mut high) = (0, self.count);
            while low < high {
                let middle = low.midpoint(high);
                if row(middle) < &values[..] { low = middle + 1 } else { high = middle }
            }
            return low < self.count && row(low) == values;
        }
        let fits = |row: usize| {
            values.iter().zip(self.key(row)).all(|(&v, cell)| cell.is_none_or(|cell| i64::from(cell) == v))
        };
        (0..self.count).any(fits)
    }

    /// What is wrong with it, in words.
    pub(super) fn complaint(&self, views: usize) -> Result<(), String> {
        match self.misfit {
            None if self.width != views => {
                Err(format!("the rows have {} values, where there are {views} views", self.width))
            }
            None => Ok(()),
            Some((row, length)) => {
                let width = self.width;
                Err(format!("row {row}, counted from 0, has {length} values where {width} are expected"))
            }
        }
    }
}
