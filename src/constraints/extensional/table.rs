//! `table(xs, tuples)`, `negative_table(xs, tuples)`: the values of some variables are one of the tuples, or none of them.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | allowed: the values are those of a row, of which a free cell fits any value; forbidden: of no row |
//! | Consistency | domain |
//! | Cost | `compact.rs` for allowed rows, `conflicts.rs` for forbidden ones; memory is linear in the cells |
//! | Same variable | rows that give it two values are left out, so that it stands in one column |
//! | One variable | a fact, stated once |

use crate::constraints::Term;
use std::fmt;
use std::sync::Arc;

use crate::constraints::extensional::columns::Columns;
use crate::constraints::extensional::compact::Compact;
use crate::constraints::extensional::conflicts::Conflicts;
use crate::constraints::extensional::narrow::Narrow;
use crate::constraints::extensional::normal::Normal;
use crate::constraints::extensional::rows::Rows;
use crate::constraints::{Comparator, Constraint, Linear, Simplified, Statement};
use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

/// Whether the rows of a [`Table`] are allowed or forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Listed {
    /// Allowed: the values are those of a row.
    Allowed,
    /// Forbidden: the values are not those of any row.
    Forbidden,
}

/// The constraints [`table`](table()), [`short_table`], [`negative_table`] and [`pair_table`]: views whose values together are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The columns.
    pub views: Vec<IntView>,
    /// The tuples, which several tables may share.
    pub rows: Arc<Rows>,
    /// Whether they are allowed or forbidden.
    pub listed: Listed,
}

/// The values of the views are one of the tuples; at domain consistency. Without tuples there is no solution.
///
/// ```
/// use residua::constraints::table;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=4));
/// model.post(table([x, y, z], [[1, 2, 3], [1, 3, 4], [2, 2, 7], [4, 2, 3]]))?;
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// let text = residual.model.to_string();
/// assert_eq!(text, "x in 1 4\ny in 2 3\nz in 3 4\ntable(x, y, z: 1 2 3, 1 3 4, 4 2 3)\n");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// # Complexity
/// Memory and posting are linear in the number of cells, but for sorting. A run takes a word operation for 64 tuples.
pub fn table<V: Term, T: AsRef<[i32]>>(
    views: impl IntoIterator<Item = V>,
    tuples: impl IntoIterator<Item = T>,
) -> V::Of<Table> {
    V::over(views, |views| {
        let rows = Arc::new(Rows::new(views.len(), tuples));
        Table { views, rows, listed: Listed::Allowed }
    })
}

/// The values of the views fit one of the tuples, in which `None` stands for any value; at domain consistency.
///
/// ```
/// use residua::constraints::short_table;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 0..=9));
/// // Two are enough.
/// model.post(short_table([x, y, z], [[Some(7), Some(7), None], [None, Some(7), Some(7)]]))?;
/// assert_eq!(model.solutions().count(), 19);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn short_table<V: Term, T: AsRef<[Option<i32>]>>(
    views: impl IntoIterator<Item = V>,
    tuples: impl IntoIterator<Item = T>,
) -> V::Of<Table> {
    V::over(views, |views| {
        let rows = Arc::new(Rows::with_free(views.len(), tuples));
        Table { views, rows, listed: Listed::Allowed }
    })
}

/// The values of the views are not one of the tuples; at domain consistency.
///
/// ```
/// use residua::constraints::negative_table;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=3));
/// model.post(negative_table([x, y], [[1, 1], [2, 1], [3, 1], [1, 2]]))?;
/// assert_eq!(model.solutions().count(), 5);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn negative_table<V: Term, T: AsRef<[i32]>>(
    views: impl IntoIterator<Item = V>,
    tuples: impl IntoIterator<Item = T>,
) -> V::Of<Table> {
    V::over(views, |views| Table { listed: Listed::Forbidden, ..table(views, tuples) })
}

/// The values of two views are in a relation, at domain consistency: the pairs of values for which `is_allowed` returns true.
///
/// The relation is asked once, for each pair of the values that are given with the views, and kept as a [`table()`]: a constraint can be
/// printed, compared and written for other programs, which a function cannot. A view has none of the values that were not given.
///
/// ```
/// use residua::constraints::pair_table;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=9));
/// model.post(pair_table((x, 1..=9), (y, 1..=9), |x, y| x == 2 * y || y == 2 * x))?;
/// assert_eq!(model.solutions().count(), 8);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// # Complexity
/// One question for each pair of values, in memory one row for each that is allowed.
pub fn pair_table(
    x: (impl Into<IntView>, impl Into<Domain>),
    y: (impl Into<IntView>, impl Into<Domain>),
    mut is_allowed: impl FnMut(i32, i32) -> bool,
) -> Table {
    let (left, right): (Domain, Domain) = (x.1.into(), y.1.into());
    let mut pairs = Vec::new();
    for a in &left {
        pairs.extend(right.iter().filter(|&b| is_allowed(a, b)).map(|b| [a, b]));
    }
    table([x.0.into(), y.0.into()], pairs)
}

impl Constraint for Table {
    fn name(&self) -> &'static str {
        match self.listed {
            Listed::Allowed if self.rows.has_free() => "short_table",
            Listed::Allowed => "table",
            Listed::Forbidden => "negative_table",
        }
    }

    fn scope(&self) -> Vec<IntView> {
        self.views.clone()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let values: Vec<i64> = self.views.iter().map(|&view| value(view)).collect();
        self.rows.contain(&values) == (self.listed == Listed::Allowed)
    }

    fn validate(&self) -> Result<(), String> {
        if self.listed == Listed::Forbidden && self.rows.has_free() {
            return Err("forbidden tuples cannot have free cells".to_owned());
        }
        self.rows.complaint(self.views.len())
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let normal = Normal::new(&to.views(&self.views), &self.rows);
        match self.listed {
            Listed::Allowed => post_allowed(&normal, to),
            Listed::Forbidden => post_forbidden(&normal, to),
        }
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        self.simplified(domains)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let views = self.views.iter().map(|&view| to(view)).collect();
        Arc::new(Table { views, rows: Arc::clone(&self.rows), listed: self.listed })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        /// The number of rows of a long table that are printed.
        const SHOWN: usize = 12;
        let names: Vec<String> = self.views.iter().map(|&view| name(view)).collect();
        write!(f, "{}({}:", self.name(), names.join(", "))?;
        for row in 0..self.rows.len().min(SHOWN) {
            f.write_str(if row == 0 { "" } else { "," })?;
            for column in 0..self.rows.width() {
                match self.rows.cell(row, column) {
                    Some(value) => write!(f, " {value}")?,
                    None => f.write_str(" *")?,
                }
            }
        }
        if self.rows.len() > SHOWN {
            write!(f, ", … {} in all", self.rows.len())?;
        }
        f.write_str(")")
    }

    fn statement(&self) -> Option<Statement> {
        let columns = |row: usize| {
            let cell = move |(column, &view)| self.rows.cell(row, column).map(|value| (view, value));
            self.views.iter().enumerate().filter_map(cell)
        };
        let rows = 0..self.rows.len();
        Some(match self.listed {
            Listed::Allowed => {
                let is = |(view, value)| Statement::Member(view, Domain::from(value));
                Statement::Any(rows.map(|row| Statement::All(columns(row).map(is).collect())).collect())
            }
            Listed::Forbidden => {
                let is_not = |(view, value): (IntView, i32)| {
                    Linear::new([view], Comparator::Ne, value.into()).map(Statement::Linear)
                };
                let row = |row: usize| columns(row).map(is_not).collect::<Option<_>>().map(Statement::Any);
                Statement::All(rows.map(row).collect::<Option<_>>()?)
            }
        })
    }
}

/// Facts of single columns, and a propagator if there are several.
fn post_allowed(normal: &Normal, to: &mut Poster<'_>) -> Result<(), Failure> {
    if normal.count == 0 {
        return to.refuse();
    }
    for (column, &var) in normal.vars.iter().enumerate() {
        if let Some(values) = normal.values(column) {
            to.restrict(var.into(), &values)?;
        }
    }
    if normal.vars.len() > 1 {
        let columns = Columns::new(normal, to);
        if Narrow::is_for(&columns, to.store()) {
            let narrow = Narrow::new(columns, to);
            to.add(narrow);
        } else {
            to.add(Compact::new(columns));
        }
    }
    Ok(())
}

fn post_forbidden(normal: &Normal, to: &mut Poster<'_>) -> Result<(), Failure> {
    match normal.vars[..] {
        _ if normal.count == 0 => Ok(()),
        [] => to.refuse(),
        [var] => {
            let values = normal.values(0).unwrap_or_else(Domain::empty);
            to.restrict(var.into(), &Domain::from(i32::MIN..=i32::MAX).difference(&values))
        }
        _ => {
            let conflicts = Conflicts::new(Columns::new(normal, to));
            to.add(conflicts);
            Ok(())
        }
    }
}
