//! Python arguments as numbers, domains, expressions and conditions.

use std::ops::RangeInclusive;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyRange, PyString};
use residua::constraints::{Amount, Condition, Expr, Operand};
use residua::domain::Domain;
use residua::model::IntView;

use crate::expression::Expression;
use crate::shared::Shared;

/// Expressions that were read, and the model of the first one that has a model.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    pub(crate) expressions: Vec<Expr>,
    pub(crate) model: Option<Arc<Shared>>,
}

/// What a Python object is, for messages.
pub(crate) fn kind(object: &Bound<'_, PyAny>) -> String {
    let name = object.get_type().name().map_or_else(|_| "object".to_owned(), |name| name.to_string());
    let shown = object.repr().map_or_else(|_| String::new(), |text| text.to_string());
    let mut start: String = shown.chars().take(60).collect();
    if start.len() < shown.len() {
        start.push('…');
    }
    format!("{name} {start}")
}

/// Whether an object is an integer: a Python integer, or one that has `__index__`, as the integers of NumPy have.
fn is_integer(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyInt>() || (!is_iterable(object) && object.hasattr("__index__").unwrap_or(false))
}

fn is_iterable(object: &Bound<'_, PyAny>) -> bool {
    object.hasattr("__len__").unwrap_or(false)
}

/// An object as an expression: an integer, a truth value, an expression or a constraint. `None` if it is none of these.
pub(crate) fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<(Expr, Option<Arc<Shared>>)>> {
    if let Ok(expression) = object.cast::<Expression>() {
        let expression = expression.get();
        return Ok(Some((expression.as_expr(), expression.model().cloned())));
    }
    if is_integer(object) {
        return Ok(Some((Expr::from(number(object)?), None)));
    }
    if let Some(item) = only_item(object)? {
        return operand(&item);
    }
    // The truth values of NumPy are no integers.
    if object.get_type().name().is_ok_and(|name| name == "bool" || name == "bool_") {
        return Ok(Some((Expr::from(i64::from(object.is_truthy()?)), None)));
    }
    Ok(None)
}

/// The item of an array without dimensions, as NumPy makes of sums and products.
fn only_item<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !is_array(object)? || object.getattr("ndim")?.extract::<usize>()? != 0 {
        return Ok(None);
    }
    object.call_method0("item").map(Some)
}

/// Whether an object is an array of NumPy, or a number of NumPy, which has no dimensions.
pub(crate) fn is_array(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(object.hasattr("__array__")? && object.hasattr("ndim")?)
}

/// An integer of 64 bits.
pub(crate) fn number(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    if object.get_type().name().is_ok_and(|name| name == "bool" || name == "bool_") {
        return object.is_truthy().map(i64::from);
    }
    object.extract().map_err(|error: PyErr| {
        if error.is_instance_of::<pyo3::exceptions::PyOverflowError>(object.py()) {
            crate::error::model_error(format!("{}: integers have at most 64 bits", kind(object)))
        } else {
            PyTypeError::new_err(format!("expected an integer, found {}", kind(object)))
        }
    })
}

/// An integer of 32 bits: a value of a variable.
pub(crate) fn value(object: &Bound<'_, PyAny>) -> PyResult<i32> {
    i32::try_from(number(object)?).map_err(|_| {
        let found = object.str().map_or_else(|_| String::new(), |text| text.to_string());
        crate::error::model_error(format!(
            "{found} is not a value: values have 32 bits, {}..{}",
            i32::MIN,
            i32::MAX
        ))
    })
}

/// Integers of 32 bits, from any iterable.
pub(crate) fn values(object: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
    object.try_iter()?.map(|item| value(&item?)).collect()
}

/// Integers of 64 bits, from any iterable.
pub(crate) fn numbers(object: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    object.try_iter()?.map(|item| number(&item?)).collect()
}

/// One expression.
pub(crate) fn expression(object: &Bound<'_, PyAny>) -> PyResult<(Expr, Option<Arc<Shared>>)> {
    operand(object)?.ok_or_else(|| {
        PyTypeError::new_err(format!(
            "expected an integer, a variable or an expression, found {}",
            kind(object)
        ))
    })
}

/// All expressions of an iterable, whose items may be iterables: lists of lists, arrays, generators.
pub(crate) fn expressions(object: &Bound<'_, PyAny>) -> PyResult<Terms> {
    let mut terms = Terms::default();
    terms.add_all(object, 0)?;
    Ok(terms)
}

/// Iterables are nested so deep at most: one that contains itself has no end.
const MOST_DEEP: usize = 64;

/// Whether iterables are not nested too deep.
pub(crate) fn check_depth(depth: usize) -> PyResult<()> {
    if depth > MOST_DEEP {
        return Err(PyValueError::new_err(format!("iterables are nested more than {MOST_DEEP} deep")));
    }
    Ok(())
}

impl Terms {
    /// Adds one expression.
    pub(crate) fn add(&mut self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let (expression, model) = expression(object)?;
        self.push(expression, model);
        Ok(())
    }

    fn push(&mut self, expression: Expr, model: Option<Arc<Shared>>) {
        self.expressions.push(expression);
        if self.model.is_none() {
            self.model = model;
        }
    }

    /// Adds an expression, or all those of an iterable.
    fn add_all(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<()> {
        check_depth(depth)?;
        if let Some((expression, model)) = operand(object)? {
            self.push(expression, model);
            return Ok(());
        }
        if object.is_instance_of::<PyString>() {
            return expression(object).map(|_| ());
        }
        let Ok(items) = object.try_iter() else { return expression(object).map(|_| ()) };
        items.into_iter().try_for_each(|item| self.add_all(&item?, depth + 1))
    }

    /// Continues with the model of other terms, where these have none.
    pub(crate) fn of(mut self, model: Option<Arc<Shared>>) -> Terms {
        self.model = self.model.or(model);
        self
    }
}

/// One condition: a constraint, a Boolean variable or a truth value.
pub(crate) fn condition(object: &Bound<'_, PyAny>) -> PyResult<(Condition, Option<Arc<Shared>>)> {
    condition_of(object)?.ok_or_else(|| {
        PyTypeError::new_err(format!("expected a constraint or a Boolean variable, found {}", kind(object)))
    })
}

/// One condition; `None` if the object is none.
pub(crate) fn condition_of(object: &Bound<'_, PyAny>) -> PyResult<Option<(Condition, Option<Arc<Shared>>)>> {
    if let Ok(expression) = object.cast::<Expression>() {
        let expression = expression.get();
        return Ok(Some((expression.as_condition()?, expression.model().cloned())));
    }
    if !object.is_instance_of::<PyBool>()
        && let Some(item) = only_item(object)?
        && !item.is_instance_of::<PyInt>()
    {
        return condition_of(&item);
    }
    let is_truth = object.is_instance_of::<PyBool>()
        || object.get_type().name().is_ok_and(|name| name == "bool" || name == "bool_");
    if is_truth {
        return Ok(Some((residua::constraints::eq(i64::from(object.is_truthy()?), 1), None)));
    }
    Ok(None)
}

/// All conditions of an iterable, whose items may be iterables.
pub(crate) fn conditions(object: &Bound<'_, PyAny>) -> PyResult<(Vec<Condition>, Option<Arc<Shared>>)> {
    let (mut all, mut model) = (Vec::new(), None);
    add_conditions(object, &mut all, &mut model, 0)?;
    Ok((all, model))
}

fn add_conditions(
    object: &Bound<'_, PyAny>,
    all: &mut Vec<Condition>,
    model: &mut Option<Arc<Shared>>,
    depth: usize,
) -> PyResult<()> {
    check_depth(depth)?;
    if let Some((condition, of)) = condition_of(object)? {
        all.push(condition);
        if model.is_none() {
            *model = of;
        }
        return Ok(());
    }
    if object.is_instance_of::<PyString>() {
        return condition(object).map(|_| ());
    }
    let Ok(items) = object.try_iter() else { return condition(object).map(|_| ()) };
    items.into_iter().try_for_each(|item| add_conditions(&item?, all, model, depth + 1))
}

/// A set of values: an iterable of integers, such as a range, or a single integer.
pub(crate) fn domain(object: &Bound<'_, PyAny>) -> PyResult<Domain> {
    if object.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err(format!("expected integers, found {}", kind(object))));
    }
    if is_integer(object) {
        return Ok(Domain::from(value(object)?..=value(object)?));
    }
    if let Ok(range) = object.cast::<PyRange>()
        && range.getattr("step")?.extract::<i64>()? == 1
    {
        let (start, stop) =
            (range.getattr("start")?.extract::<i64>()?, range.getattr("stop")?.extract::<i64>()?);
        if start >= stop {
            return Ok(Domain::empty());
        }
        let bounds = (i32::try_from(start), i32::try_from(stop - 1));
        let (Ok(low), Ok(high)) = bounds else {
            return Err(crate::error::model_error(format!(
                "{start}..{} leaves the 32 bits of values",
                stop - 1
            )));
        };
        return Ok(Domain::from(low..=high));
    }
    Ok(Domain::from_ranges(values(object)?.into_iter().map(|value| value..=value)))
}

/// A domain from bounds, or from its values.
pub(crate) fn bounds_or_values(low: &Bound<'_, PyAny>, high: Option<&Bound<'_, PyAny>>) -> PyResult<Domain> {
    let domain = match high {
        Some(high) => {
            let (low, high): (i32, i32) = (value(low)?, value(high)?);
            if low > high {
                return Err(PyValueError::new_err(format!("the domain {low}..{high} is empty")));
            }
            Domain::from(low..=high)
        }
        None => domain(low)?,
    };
    if domain.is_empty() {
        return Err(PyValueError::new_err("the domain is empty"));
    }
    Ok(domain)
}

/// A count: an integer, an expression, or a range of counts, as `range(1, 4)` or `(1, 3)`.
#[derive(Clone, Debug)]
pub(crate) enum Counted {
    Of(Expr),
    Between(i64, i64),
}

impl Counted {
    pub(crate) fn read(object: &Bound<'_, PyAny>) -> PyResult<(Counted, Option<Arc<Shared>>)> {
        if let Ok(range) = object.cast::<PyRange>() {
            let bound = |name: &str| range.getattr(name)?.extract::<i64>();
            if bound("step")? == 1 {
                return Ok((Counted::Between(bound("start")?, bound("stop")? - 1), None));
            }
        }
        if let Ok((low, high)) = object.extract::<(i64, i64)>() {
            return Ok((Counted::Between(low, high), None));
        }
        let (expression, model) = expression(object)?;
        Ok((Counted::Of(expression), model))
    }

    /// The expressions that it has: one or none.
    pub(crate) fn expressions(&self) -> Vec<Expr> {
        match self {
            Counted::Of(expression) => vec![expression.clone()],
            Counted::Between(..) => Vec::new(),
        }
    }

    /// The amount, where these views stand for its expressions.
    pub(crate) fn amount(&self, views: &[IntView]) -> Amount {
        match self {
            Counted::Of(_) => Amount::Equal(as_operand(views[0])),
            Counted::Between(low, high) => Amount::Between(*low, *high),
        }
    }
}

/// A view as an operand; one that is a constant as that number.
pub(crate) fn as_operand(view: IntView) -> Operand {
    if view.scale() == 0 { Operand::Constant(view.offset().into()) } else { Operand::View(view) }
}

/// Views as operands.
pub(crate) fn as_operands(views: &[IntView]) -> Vec<Operand> {
    views.iter().map(|&view| as_operand(view)).collect()
}

/// A range of sums or counts.
pub(crate) fn range(low: i64, high: i64) -> RangeInclusive<i64> {
    low..=high
}
