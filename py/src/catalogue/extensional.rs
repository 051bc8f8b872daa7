//! Element, tables, automata and decision diagrams.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use residua::constraints;

use crate::arguments::{as_operand, as_operands, domain, value, values};
use crate::catalogue::apply::{list, one, unary};
use crate::expression::Constraint;

type Made = PyResult<Py<Constraint>>;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Automaton>()?;
    module.add_function(wrap_pyfunction!(element, module)?)?;
    module.add_function(wrap_pyfunction!(element_2d, module)?)?;
    module.add_function(wrap_pyfunction!(table, module)?)?;
    module.add_function(wrap_pyfunction!(negative_table, module)?)?;
    module.add_function(wrap_pyfunction!(short_table, module)?)?;
    module.add_function(wrap_pyfunction!(regular, module)?)?;
    module.add_function(wrap_pyfunction!(mdd, module)?)
}

/// A finite automaton over integers.
#[pyclass(frozen, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct Automaton(pub(crate) Arc<constraints::Automaton>);

#[pymethods]
impl Automaton {
    #[new]
    fn new(
        states: usize,
        start: usize,
        transitions: Vec<(usize, i32, usize)>,
        accepting: Vec<usize>,
    ) -> PyResult<Automaton> {
        constraints::Automaton::from_parts(states, &[start], &transitions, &accepting)
            .map(|automaton| Automaton(Arc::new(automaton)))
            .map_err(PyValueError::new_err)
    }

    /// The automaton of a regular expression over integers, such as `"1* 2 (1|3)+"`.
    #[staticmethod]
    fn from_pattern(pattern: &str, values: &Bound<'_, PyAny>) -> PyResult<Automaton> {
        Ok(Automaton(Arc::new(constraints::Automaton::from_pattern(pattern, domain(values)?))))
    }

    #[getter]
    fn states(&self) -> usize {
        self.0.states()
    }

    fn accepts(&self, word: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.0.accepts(values(word)?))
    }

    fn __repr__(&self) -> String {
        format!("Automaton of {} states", self.0.states())
    }
}

/// `y` is the entry at the place `index`, from 0; entries may be numbers or expressions.
///
/// >>> m = rs.Model()
/// >>> i, y = m.int_var("i", 0, 9), m.int_var("y", 0, 9)
/// >>> m.add(rs.element(i, [3, 1, 4, 1], y))
/// >>> m.count()
/// 4
#[pyfunction]
fn element(index: &Bound<'_, PyAny>, entries: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> Made {
    one(index)?
        .list(entries)?
        .one(y)?
        .apply(index.py(), |of| constraints::element_var(of[0][0], as_operands(of[1]), as_operand(of[2][0])))
}

/// `y` is the entry of the matrix of integers in that row and column, from 0.
///
/// >>> m = rs.Model()
/// >>> i, j, y = (m.int_var(name, 0, 9) for name in "ijy")
/// >>> m.add(rs.element_2d(i, j, [[1, 2], [3, 4]], y))
/// >>> m.count()
/// 4
#[pyfunction]
fn element_2d(
    row: &Bound<'_, PyAny>,
    column: &Bound<'_, PyAny>,
    matrix: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
) -> Made {
    let rows: Vec<Vec<i32>> = matrix.try_iter()?.map(|row| values(&row?)).collect::<PyResult<_>>()?;
    one(row)?
        .one(column)?
        .one(y)?
        .apply(row.py(), |of| constraints::element_2d(of[0][0], of[1][0], rows, of[2][0]))
}

fn tuples(object: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<i32>>> {
    object.try_iter()?.map(|row| values(&row?)).collect()
}

/// The values are one of the rows `tuples`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 9)
/// >>> m.add(rs.table(x, [(1, 2), (3, 4)]))
/// >>> m.count()
/// 2
#[pyfunction]
fn table(xs: &Bound<'_, PyAny>, tuples: &Bound<'_, PyAny>) -> Made {
    let tuples = self::tuples(tuples)?;
    unary(xs, |xs| constraints::table(xs.iter().copied(), tuples))
}

/// The values are none of the rows `tuples`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 1)
/// >>> m.add(rs.negative_table(x, [(0, 1), (3, 4)]))
/// >>> m.count()
/// 3
#[pyfunction]
fn negative_table(xs: &Bound<'_, PyAny>, tuples: &Bound<'_, PyAny>) -> Made {
    let tuples = self::tuples(tuples)?;
    unary(xs, |xs| constraints::negative_table(xs.iter().copied(), tuples))
}

/// The values are one of the rows `tuples`, in which `None` stands for any value.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 4)
/// >>> m.add(rs.short_table(x, [(1, None), (None, 3)]))
/// >>> m.count()
/// 9
#[pyfunction]
fn short_table(xs: &Bound<'_, PyAny>, tuples: &Bound<'_, PyAny>) -> Made {
    let cell = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        if item.is_none() { Ok(None) } else { value(&item).map(Some) }
    };
    let row = |row: PyResult<Bound<'_, PyAny>>| row?.try_iter()?.map(cell).collect::<PyResult<Vec<_>>>();
    let tuples: Vec<Vec<Option<i32>>> = tuples.try_iter()?.map(row).collect::<PyResult<_>>()?;
    unary(xs, |xs| constraints::short_table(xs.iter().copied(), tuples))
}

/// The values are a word of the automaton.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 1)
/// >>> m.add(rs.regular(x, rs.Automaton.from_pattern("0* 1+", [0, 1])))
/// >>> m.count()
/// 3
#[pyfunction]
fn regular(xs: &Bound<'_, PyAny>, automaton: &Automaton) -> Made {
    let automaton = Arc::clone(&automaton.0);
    unary(xs, |xs| constraints::regular(xs.iter().copied(), automaton))
}

/// The values are a path of a decision diagram: for each term a layer of arcs `(from, value, to)`, from node 0 of the first.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 2, 0, 9)
/// >>> m.add(rs.mdd(x, [[(0, 1, 0), (0, 2, 1)], [(0, 3, 0), (1, 4, 0)]]))
/// >>> m.count()
/// 2
#[pyfunction]
fn mdd(xs: &Bound<'_, PyAny>, layers: Vec<Vec<(usize, i32, usize)>>) -> Made {
    let arguments = list(xs)?;
    arguments.apply(xs.py(), |of| constraints::mdd(of[0].iter().copied(), layers))
}
