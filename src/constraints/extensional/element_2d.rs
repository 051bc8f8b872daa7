//! `element_2d(matrix, row, column, y)`: `matrix[row][column] = y`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | both positions are in range, from 0, and `y` is the constant there |
//! | Consistency | domain: as one table of the cells, where two lookups one after the other would find less |
//! | Cost | `compact.rs`, with a row for each cell |
//! | Same variable | as in a table |

use std::fmt;
use std::sync::Arc;

use crate::constraints::extensional::rows::Rows;
use crate::constraints::extensional::write_list;
use crate::constraints::{Constraint, Simplified, Statement, Table, element, table};
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// The constraint [`element_2d`](element_2d()): two views are a position of a matrix of constants, and a third one the value there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element2d {
    /// The row, from 0.
    pub row: IntView,
    /// The column, from 0.
    pub column: IntView,
    /// Row by row.
    pub matrix: Arc<[Box<[i32]>]>,
    /// The value there.
    pub y: IntView,
}

/// `matrix[row][column] = y`, at domain consistency; both positions count from 0, and are not out of range.
///
/// ```
/// use residua::constraints::element_2d;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [from, to] = ["from", "to"].map(|name| model.named_var(name, 0..=2));
/// let far = model.named_var("far", 5..=6);
/// model.post(element_2d(from, to, [[0, 3, 5], [3, 0, 9], [6, 9, 0]], far))?;
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// assert!(residual.model.to_string().starts_with("from in 0 2\nto in 0 2\nfar in 5 6\n"));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn element_2d<R: AsRef<[i32]>>(
    row: impl Into<IntView>,
    column: impl Into<IntView>,
    matrix: impl IntoIterator<Item = R>,
    y: impl Into<IntView>,
) -> Element2d {
    let matrix = matrix.into_iter().map(|row| row.as_ref().into()).collect();
    Element2d { row: row.into(), column: column.into(), matrix, y: y.into() }
}

impl Element2d {
    fn at(&self, row: i64, column: i64) -> Option<i32> {
        self.matrix.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    /// The constraint as a table: a tuple for each cell.
    fn as_table(&self) -> Table {
        let row = |(row, cells): (i32, &'_ [i32])| -> Vec<[i32; 3]> {
            (0..).zip(cells).map(|(column, &value)| [row, column, value]).collect()
        };
        let cells = (0..).zip(self.matrix.iter()).flat_map(|(at, cells)| row((at, cells)));
        table([self.row, self.column, self.y], cells)
    }

    /// Without the rows and columns before the first and after the last one left.
    fn trimmed(&self, rows: &[i32], columns: &[i32]) -> Simplified {
        let ends =
            |list: &[i32]| (list.iter().copied().min().unwrap_or(0), list.iter().copied().max().unwrap_or(0));
        let ((top, bottom), (left, right)) = (ends(rows), ends(columns));
        let cut = |cells: &[i32]| cells[left as usize..=right as usize].to_vec();
        let (Some(row), Some(column)) = (self.row.then(1, -top), self.column.then(1, -left)) else {
            return Simplified::Unchanged;
        };
        let part: Vec<Vec<i32>> =
            self.matrix[top as usize..=bottom as usize].iter().map(|row| cut(row)).collect();
        let width = self.matrix[0].len();
        if part.len() == self.matrix.len() && part[0].len() == width {
            return Simplified::Unchanged;
        }
        Simplified::Into(vec![element_2d(row, column, part, self.y).into_shared()])
    }
}

impl Constraint for Element2d {
    fn name(&self) -> &'static str {
        "element_2d"
    }

    fn scope(&self) -> Vec<IntView> {
        vec![self.row, self.column, self.y]
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let at = self.at(value(self.row), value(self.column));
        at.is_some_and(|constant| i64::from(constant) == value(self.y))
    }

    fn validate(&self) -> Result<(), String> {
        let width = self.matrix.first().map_or(0, |row| row.len());
        Rows::new(width, self.matrix.iter()).complaint(width)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        self.as_table().post(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let Element2d { row, column, y, .. } = *self;
        let is_one_variable = |a: IntView, b: IntView| a.var == b.var;
        if let Some(at) = row.value(domains) {
            let cells = usize::try_from(at).ok().and_then(|at| self.matrix.get(at));
            let Some(cells) = cells else { return Simplified::Violated };
            return shorter(element(column, &cells[..], y), domains);
        }
        if let Some(at) = column.value(domains) {
            let at = usize::try_from(at).ok();
            let cell = |row: &'_ [i32]| at.and_then(|at| row.get(at)).copied();
            let cells: Option<Vec<i32>> = self.matrix.iter().map(|row| cell(row)).collect();
            let Some(cells) = cells else { return Simplified::Violated };
            return shorter(element(row, cells, y), domains);
        }
        let repeats = is_one_variable(row, column) || is_one_variable(row, y) || is_one_variable(column, y);
        if repeats || y.value(domains).is_some() {
            return shorter(self.as_table(), domains);
        }
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        for (i, cells) in (0..).zip(self.matrix.iter()).filter(|&(i, _)| row.contains(domains, i)) {
            for (j, &value) in (0..).zip(cells.iter()).filter(|&(j, _)| column.contains(domains, j)) {
                if y.contains(domains, value) {
                    rows.push(i);
                    columns.push(j);
                }
            }
        }
        if rows.is_empty() { Simplified::Violated } else { self.trimmed(&rows, &columns) }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let matrix = Arc::clone(&self.matrix);
        Arc::new(Element2d { row: to(self.row), column: to(self.column), matrix, y: to(self.y) })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write!(f, "element_2d({}, {}, ", name(self.row), name(self.column))?;
        let row = |cells: &'_ [i32]| cells.iter().map(i32::to_string).collect::<Vec<_>>().join(" ");
        write_list(f, self.matrix.iter().map(|cells| row(cells)))?;
        write!(f, ", {})", name(self.y))
    }

    fn statement(&self) -> Option<Statement> {
        self.as_table().statement()
    }
}

/// What that is under the domains, or the constraint itself, in place of a longer one.
fn shorter(constraint: impl Constraint + 'static, domains: &dyn Domains<IntVar>) -> Simplified {
    match constraint.simplify(domains) {
        Simplified::Unchanged => Simplified::Into(vec![constraint.into_shared()]),
        other => other,
    }
}
