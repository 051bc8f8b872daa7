//! Packing, scheduling, inverse functions and circuits.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use residua::constraints;
use residua::model::IntAtom;

use crate::arguments::{as_operand, as_operands, numbers};
use crate::catalogue::apply::{Arguments, list, unary};
use crate::expression::Constraint;

type Made = PyResult<Py<Constraint>>;

pub(super) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(inverse, module)?)?;
    module.add_function(wrap_pyfunction!(inverse_partial, module)?)?;
    module.add_function(wrap_pyfunction!(symmetric_all_different, module)?)?;
    module.add_function(wrap_pyfunction!(circuit, module)?)?;
    module.add_function(wrap_pyfunction!(subcircuit, module)?)?;
    module.add_function(wrap_pyfunction!(knapsack, module)?)?;
    module.add_function(wrap_pyfunction!(bin_packing, module)?)?;
    module.add_function(wrap_pyfunction!(bin_packing_capa, module)?)?;
    module.add_function(wrap_pyfunction!(cumulative, module)?)?;
    module.add_function(wrap_pyfunction!(disjunctive, module)?)?;
    module.add_function(wrap_pyfunction!(disjunctive_strict, module)?)?;
    module.add_function(wrap_pyfunction!(diffn, module)?)?;
    module.add_function(wrap_pyfunction!(diffn_nonstrict, module)?)
}

/// `f` and `g` are inverse functions, from 0: `f[i] == j` where `g[j] == i`.
///
/// >>> m = rs.Model()
/// >>> f, g = m.int_vars("f", 3, 0, 2), m.int_vars("g", 3, 0, 2)
/// >>> m.add(rs.inverse(f, g))
/// >>> m.count()
/// 6
#[pyfunction]
fn inverse(f: &Bound<'_, PyAny>, g: &Bound<'_, PyAny>) -> Made {
    list(f)?.list(g)?.apply(f.py(), |of| constraints::inverse(of[0].iter().copied(), of[1].iter().copied()))
}

/// `f[i] == j` where `g[j] == i`; other values stand for no partner.
///
/// >>> m = rs.Model()
/// >>> f, g = m.int_vars("f", 2, 0, 2), m.int_vars("g", 2, 0, 2)
/// >>> m.add(rs.inverse_partial(f, g))
/// >>> m.count()
/// 7
#[pyfunction]
fn inverse_partial(f: &Bound<'_, PyAny>, g: &Bound<'_, PyAny>) -> Made {
    list(f)?
        .list(g)?
        .apply(f.py(), |of| constraints::inverse_partial(of[0].iter().copied(), of[1].iter().copied()))
}

/// The terms are partners of each other, from 0: `x[i] == j` where `x[j] == i`.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 4, 0, 3)
/// >>> m.add(rs.symmetric_all_different(x))
/// >>> m.count()
/// 10
#[pyfunction]
fn symmetric_all_different(xs: &Bound<'_, PyAny>) -> Made {
    unary(xs, |xs| constraints::symmetric_all_different(xs.iter().copied()))
}

/// The successors form one circuit through all nodes, from 0.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 4, 0, 3)
/// >>> m.add(rs.circuit(x))
/// >>> m.count()
/// 6
#[pyfunction]
fn circuit(successors: &Bound<'_, PyAny>) -> Made {
    unary(successors, |xs| constraints::circuit(xs.iter().copied()))
}

/// The successors form one circuit through some nodes, from 0; the others are their own successors.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 2)
/// >>> m.add(rs.subcircuit(x))
/// >>> m.count()
/// 6
#[pyfunction]
fn subcircuit(successors: &Bound<'_, PyAny>) -> Made {
    unary(successors, |xs| constraints::subcircuit(xs.iter().copied()))
}

/// `weight` and `profit` are the sums of the terms times `weights` and `profits`.
///
/// >>> m = rs.Model()
/// >>> x, w, p = m.int_vars("x", 2, 0, 1), m.int_var("w", 0, 5), m.int_var("p", 4, 9)
/// >>> m.add(rs.knapsack([2, 4], [3, 6], x, w, p))
/// >>> m.count()
/// 1
#[pyfunction]
fn knapsack(
    weights: &Bound<'_, PyAny>,
    profits: &Bound<'_, PyAny>,
    xs: &Bound<'_, PyAny>,
    weight: &Bound<'_, PyAny>,
    profit: &Bound<'_, PyAny>,
) -> Made {
    let (weights, profits) = (numbers(weights)?, numbers(profits)?);
    list(xs)?.one(weight)?.one(profit)?.apply(xs.py(), |of| {
        constraints::knapsack(weights, profits, of[0].iter().copied(), of[1][0], of[2][0])
    })
}

/// Item i, of size `sizes[i]`, is in bin `bins[i]`, from 0; `loads` are the loads of the bins.
///
/// >>> m = rs.Model()
/// >>> x, l = m.int_vars("x", 3, 0, 1), m.int_vars("l", 2, 0, 4)
/// >>> m.add(rs.bin_packing(x, [1, 2, 3], l))
/// >>> m.count()
/// 4
#[pyfunction]
fn bin_packing(bins: &Bound<'_, PyAny>, sizes: &Bound<'_, PyAny>, loads: &Bound<'_, PyAny>) -> Made {
    let sizes = numbers(sizes)?;
    list(bins)?
        .list(loads)?
        .apply(bins.py(), |of| constraints::bin_packing(of[0].iter().copied(), sizes, of[1].iter().copied()))
}

/// Item i, of size `sizes[i]`, is in bin `bins[i]`, from 0; no bin has more than its capacity.
///
/// >>> m = rs.Model()
/// >>> x = m.int_vars("x", 3, 0, 1)
/// >>> m.add(rs.bin_packing_capa(x, [1, 2, 3], [3, 3]))
/// >>> m.count()
/// 2
#[pyfunction]
fn bin_packing_capa(
    bins: &Bound<'_, PyAny>,
    sizes: &Bound<'_, PyAny>,
    capacities: &Bound<'_, PyAny>,
) -> Made {
    let (sizes, capacities) = (numbers(sizes)?, numbers(capacities)?);
    unary(bins, |bins| constraints::bin_packing_capa(bins.iter().copied(), sizes, capacities))
}

/// The literals that say which tasks take place: Boolean variables, or comparisons of a variable with a number.
fn literals(present: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<IntAtom>>> {
    let Some(present) = present else { return Ok(None) };
    let (all, _) = crate::arguments::conditions(present)?;
    let literal = |condition: &constraints::Condition| match condition.inner().as_atom() {
        Some(constraints::Truth::Is(atom)) => Ok(atom),
        _ => Err(PyTypeError::new_err(
            "the presence of a task is a Boolean variable, or a comparison of a variable with a number",
        )),
    };
    all.iter().map(literal).collect::<PyResult<Vec<IntAtom>>>().map(Some)
}

/// Tasks that run at the same time demand at most `capacity` together. `present` are conditions, one for each task, by which it takes place.
///
/// >>> m = rs.Model()
/// >>> s = m.int_vars("s", 2, 0, 2)
/// >>> m.add(rs.cumulative(s, [2, 2], [1, 2], 2))
/// >>> m.count()
/// 2
#[pyfunction]
#[pyo3(signature = (starts, durations, demands, capacity, present = None))]
fn cumulative(
    starts: &Bound<'_, PyAny>,
    durations: &Bound<'_, PyAny>,
    demands: &Bound<'_, PyAny>,
    capacity: &Bound<'_, PyAny>,
    present: Option<&Bound<'_, PyAny>>,
) -> Made {
    let present = literals(present)?;
    list(starts)?.list(durations)?.list(demands)?.one(capacity)?.apply(starts.py(), |of| {
        let tasks = constraints::cumulative(
            of[0].iter().copied(),
            as_operands(of[1]),
            as_operands(of[2]),
            as_operand(of[3][0]),
        );
        match present {
            Some(literals) => tasks.optional(literals),
            None => tasks,
        }
    })
}

/// No two tasks run at the same time; a task of duration 0 may be anywhere. `present` are conditions by which tasks take place.
///
/// >>> m = rs.Model()
/// >>> s = m.int_vars("s", 2, 0, 2)
/// >>> m.add(rs.disjunctive(s, [2, 1]))
/// >>> m.count()
/// 4
#[pyfunction]
#[pyo3(signature = (starts, durations, present = None))]
fn disjunctive(
    starts: &Bound<'_, PyAny>,
    durations: &Bound<'_, PyAny>,
    present: Option<&Bound<'_, PyAny>>,
) -> Made {
    tasks(starts, durations, present, false)
}

/// No two tasks run at the same time, also those of duration 0.
///
/// >>> m = rs.Model()
/// >>> s = m.int_vars("s", 2, 0, 2)
/// >>> m.add(rs.disjunctive_strict(s, [2, 0]))
/// >>> m.count()
/// 7
#[pyfunction]
#[pyo3(signature = (starts, durations, present = None))]
fn disjunctive_strict(
    starts: &Bound<'_, PyAny>,
    durations: &Bound<'_, PyAny>,
    present: Option<&Bound<'_, PyAny>>,
) -> Made {
    tasks(starts, durations, present, true)
}

fn tasks(
    starts: &Bound<'_, PyAny>,
    durations: &Bound<'_, PyAny>,
    present: Option<&Bound<'_, PyAny>>,
    is_strict: bool,
) -> Made {
    let present = literals(present)?;
    list(starts)?.list(durations)?.apply(starts.py(), |of| {
        let (starts, durations) = (as_operands(of[0]), as_operands(of[1]));
        let tasks = if is_strict {
            constraints::disjunctive_strict(starts, durations)
        } else {
            constraints::disjunctive(starts, durations)
        };
        match present {
            Some(literals) => tasks.optional(literals),
            None => tasks,
        }
    })
}

/// The four lists of rectangles: where they are, and how large.
fn rectangles(
    [x, y, dx, dy]: [&Bound<'_, PyAny>; 4],
    make: impl FnOnce([Vec<constraints::Operand>; 4]) -> constraints::Diffn,
) -> Made {
    let arguments: Arguments = list(x)?.list(y)?.list(dx)?.list(dy)?;
    arguments.apply(x.py(), |of| make([0, 1, 2, 3].map(|group| as_operands(of[group]))))
}

/// Rectangles at `(x, y)` of the sizes `(dx, dy)` do not overlap, also those of size 0.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_vars("x", 2, 0, 1), m.int_vars("y", 2, 0, 1)
/// >>> m.add(rs.diffn(x, y, [1, 1], [2, 2]))
/// >>> m.count()
/// 8
#[pyfunction]
fn diffn(x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>, dx: &Bound<'_, PyAny>, dy: &Bound<'_, PyAny>) -> Made {
    rectangles([x, y, dx, dy], |[x, y, dx, dy]| constraints::diffn(x, y, dx, dy))
}

/// Rectangles at `(x, y)` of the sizes `(dx, dy)` do not overlap; one of size 0 may be anywhere.
///
/// >>> m = rs.Model()
/// >>> x, y = m.int_vars("x", 2, 0, 1), m.int_vars("y", 2, 0, 1)
/// >>> m.add(rs.diffn_nonstrict(x, y, [1, 1], [0, 2]))
/// >>> m.count()
/// 16
#[pyfunction]
fn diffn_nonstrict(
    x: &Bound<'_, PyAny>,
    y: &Bound<'_, PyAny>,
    dx: &Bound<'_, PyAny>,
    dy: &Bound<'_, PyAny>,
) -> Made {
    rectangles([x, y, dx, dy], |[x, y, dx, dy]| constraints::diffn_nonstrict(x, y, dx, dy))
}
