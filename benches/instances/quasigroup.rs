//! Quasigroup completion: fill the holes of a Latin square.

use residua::constraints::{all_different, eq};
use residua::model::{IntVar, Model, ModelError};

use crate::instances::draws;

/// A square with holes.
#[derive(Clone, Debug)]
pub(crate) struct Square {
    /// Its name in the file.
    pub(crate) name: String,
    /// The number of rows, columns and symbols.
    pub(crate) order: usize,
    /// Row by row: a symbol from 1, or 0 for a hole.
    pub(crate) cells: Vec<i32>,
}

/// The squares of a text: on each line name, order and cells, separated by tabs. Other lines are skipped.
pub(crate) fn squares(text: &str) -> Vec<Square> {
    let square = |line: &str| {
        let mut fields = line.split('\t');
        let (name, order, cells) = (fields.next()?.to_owned(), fields.next()?.parse().ok()?, fields.next()?);
        let cells: Vec<i32> = cells.split_whitespace().map_while(|cell| cell.parse().ok()).collect();
        (cells.len() == order * order).then_some(Square { name, order, cells })
    };
    text.lines().filter_map(square).collect()
}

impl Square {
    /// The rows and columns, each as the numbers of its cells.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Vec<usize>> + use<> {
        let order = self.order;
        let rows = (0..order).map(move |row| (0..order).map(|column| row * order + column).collect());
        let columns = (0..order).map(move |column| (0..order).map(|row| row * order + column).collect());
        rows.chain(columns)
    }

    /// The givens, each with the number of its cell.
    pub(crate) fn givens(&self) -> impl Iterator<Item = (usize, i32)> + '_ {
        self.cells.iter().copied().enumerate().filter(|&(_, symbol)| symbol != 0)
    }

    /// Whether `filled` is a Latin square that has the givens.
    pub(crate) fn is_completed_by(&self, filled: &[i32]) -> bool {
        let holds = |cells: Vec<usize>| {
            let mut symbols: Vec<i32> =
                cells.into_iter().filter_map(|cell| filled.get(cell).copied()).collect();
            symbols.sort_unstable();
            symbols.into_iter().eq((1..).take(self.order))
        };
        self.givens().all(|(cell, symbol)| filled.get(cell) == Some(&symbol)) && self.lines().all(holds)
    }

    /// The model, and its variables cell by cell.
    pub(crate) fn model(&self) -> Result<(Model, Vec<IntVar>), ModelError> {
        let mut model = Model::new();
        let vars = model.int_vars("c", self.cells.len(), 1..=self.order as i32);
        for (cell, symbol) in self.givens() {
            model.post(eq(vars[cell], symbol))?;
        }
        for line in self.lines() {
            model.post(all_different(line.into_iter().map(|cell| vars[cell])))?;
        }
        Ok((model, vars))
    }
}

/// The idempotent quasigroups of an order: Latin squares in which the symbol of each place on the diagonal is its row's.
pub(crate) fn idempotent(order: usize) -> Result<(Model, Vec<IntVar>), ModelError> {
    let symbol = |cell: usize| if cell.is_multiple_of(order + 1) { (cell / order) as i32 + 1 } else { 0 };
    let cells = (0..order * order).map(symbol).collect();
    Square { name: format!("idempotent {order}"), order, cells }.model()
}

/// A square of an order with this number of holes: the one of the sums modulo the order, with rows, columns and symbols exchanged.
pub(crate) fn with_holes(order: usize, holes: usize, seed: u64) -> Square {
    let mut draw = draws(seed);
    let mut shuffled = |count: usize| {
        let mut items: Vec<usize> = (0..count).collect();
        for at in (1..count).rev() {
            items.swap(at, draw(at + 1));
        }
        items
    };
    let (rows, columns, symbols) = (shuffled(order), shuffled(order), shuffled(order));
    let mut cells: Vec<i32> = (0..order * order)
        .map(|cell| symbols[(rows[cell / order] + columns[cell % order]) % order] as i32 + 1)
        .collect();
    for &cell in &shuffled(order * order)[..holes] {
        cells[cell] = 0;
    }
    Square { name: format!("order {order}, {holes} holes"), order, cells }
}
