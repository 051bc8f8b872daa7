//! Normalised tables: rows over the variables of an engine, in place of views, each in one column.

use crate::constraints::extensional::rows::Rows;
use crate::domain::Domain;
use crate::store::{VarId, View};

/// Rows over variables of an engine, each in one column.
#[derive(Clone, Debug, Default)]
pub(super) struct Normal {
    pub(super) vars: Vec<VarId>,
    pub(super) count: usize,
    /// Row by row: the values of the variables; `None` where the cell is free.
    pub(super) cells: Vec<Option<i32>>,
}

impl Normal {
    /// The rows with values of the variables in place of those of the views, without those that give a variable two values
    /// or one that the view cannot have.
    pub(super) fn new(views: &[View], rows: &Rows) -> Normal {
        let mut normal = Normal::default();
        let mut place = |view: &View| {
            let at = normal.vars.iter().position(|&var| var == view.var);
            at.unwrap_or_else(|| {
                normal.vars.push(view.var);
                normal.vars.len() - 1
            })
        };
        let places: Vec<usize> = views.iter().map(&mut place).collect();
        let width = normal.vars.len();
        normal.cells.reserve(rows.len() * width);
        'rows: for row in 0..rows.len() {
            let start = normal.count * width;
            normal.cells.resize(start + width, None);
            for (column, (view, &place)) in views.iter().zip(&places).enumerate() {
                let Some(value) = rows.cell(row, column) else { continue };
                let own = &mut normal.cells[start + place];
                match view.invert(value) {
                    Some(value) if own.is_none_or(|own| own == value) => *own = Some(value),
                    _ => {
                        normal.cells.truncate(start);
                        continue 'rows;
                    }
                }
            }
            normal.count += 1;
        }
        normal
    }

    /// The cells of a column.
    pub(super) fn column(&self, column: usize) -> impl Iterator<Item = Option<i32>> + '_ {
        self.cells[column..].iter().step_by(self.vars.len()).copied()
    }

    /// The values in that column; `None` if a cell of it is free.
    pub(super) fn values(&self, column: usize) -> Option<Domain> {
        let mut values: Vec<i32> = self.column(column).collect::<Option<_>>()?;
        values.sort_unstable();
        values.dedup();
        Some(values.into())
    }
}
