//! Expressions: sums and functions of variables, and constraints as truth values, with the operators of Python.
//!
//! The meanings are those of CPMpy: `//` and `%` truncate towards zero, `&`, `|`, `^` and `~` are logical, a comparison is a constraint, and a constraint
//! in a sum is 1 where it holds.

use std::sync::Arc;

use pyo3::BoundObject;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use residua::constraints::{self, Condition, Connect, Expr};

use crate::arguments::{condition, condition_of, is_array, kind, operand};
use crate::error::model_error;
use crate::shared::{Shared, either};

/// More terms than this are refused: `x = x + x`, again and again, has twice as many each time.
const MOST_TERMS: usize = 1 << 24;

/// What an expression is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Integer(Expr),
    Truth(Condition),
}

/// An integer expression, or a constraint as the number 0 or 1: what operators and constraints take.
#[pyclass(frozen, subclass, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct Expression {
    kind: Kind,
    /// `None` for constants.
    model: Option<Arc<Shared>>,
}

/// A constraint, to be added to a model, or connected with others by `&`, `|`, `^`, `~` and `implies`.
#[pyclass(frozen, extends = Expression, module = "residua_cp")]
#[derive(Debug)]
pub(crate) struct Constraint {
    /// The name that the constraint has in answers.
    pub(crate) name: Option<String>,
}

impl Expression {
    pub(crate) fn new(expression: Expr, model: Option<Arc<Shared>>) -> Expression {
        Expression { kind: Kind::Integer(expression), model }
    }

    /// The expression, unless it nests too deep to be posted, or has too many terms.
    pub(crate) fn checked(expression: Expr, model: Option<Arc<Shared>>) -> PyResult<Expression> {
        constraints::validate_depth(expression.depth()).map_err(model_error)?;
        if expression.terms().len() > MOST_TERMS {
            return Err(model_error(format!("the expression has more than {MOST_TERMS} terms")));
        }
        Ok(Expression::new(expression, model))
    }

    pub(crate) fn model(&self) -> Option<&Arc<Shared>> {
        self.model.as_ref()
    }

    /// The value as an integer expression.
    pub(crate) fn as_expr(&self) -> Expr {
        match &self.kind {
            Kind::Integer(expression) => expression.clone(),
            Kind::Truth(condition) => Expr::from(condition.clone()),
        }
    }

    /// The expression as a condition: a constraint, or an expression whose values are 0 and 1.
    pub(crate) fn as_condition(&self) -> PyResult<Condition> {
        match &self.kind {
            Kind::Truth(condition) => Ok(condition.clone()),
            Kind::Integer(expression) => {
                let bounds = self.model.as_ref().map(|model| model.lock().bounds_of(expression));
                match bounds {
                    Some(Ok(bounds)) if *bounds.start() >= 0 && *bounds.end() <= 1 => Ok(expression.eq(1)),
                    Some(Err(error)) => Err(crate::error::of_model(&error)),
                    _ => Err(PyTypeError::new_err(format!(
                        "{} is an integer, not a truth value: compare it with a number",
                        self.text()
                    ))),
                }
            }
        }
    }

    /// The expression as text, with the names of its model; of an expression over several models, without names.
    pub(crate) fn text(&self) -> String {
        let none = Shared::default();
        let model = self.model.as_deref().unwrap_or(&none).lock();
        let views = match &self.kind {
            Kind::Truth(condition) => condition.inner().scope(),
            Kind::Integer(expression) => expression.views(),
        };
        if views.iter().any(|view| !model.has(view.var)) {
            return "an expression over variables that are not of one model".to_owned();
        }
        match &self.kind {
            Kind::Truth(condition) => model.show(condition).to_string(),
            Kind::Integer(expression) => model.show_expr(expression).to_string(),
        }
    }

    /// The sum of this, times `factor`, and of another operand, times `times`.
    fn plus(&self, factor: i64, other: &Bound<'_, PyAny>, times: i64) -> PyResult<Option<Expression>> {
        let Some((right, model)) = operand(other)? else { return Ok(None) };
        let sum = match (factor, times) {
            (1, 1) => self.as_expr() + right,
            (1, _) => self.as_expr() - right,
            _ => right - self.as_expr(),
        };
        Expression::checked(sum, either(self.model.as_ref(), model.as_ref())).map(Some)
    }

    /// A function of this and of another operand, or the other way round.
    fn with(
        &self,
        other: &Bound<'_, PyAny>,
        function: impl FnOnce(Expr, Expr) -> Expr,
    ) -> PyResult<Option<Expression>> {
        let Some((right, model)) = operand(other)? else { return Ok(None) };
        let expression = function(self.as_expr(), right);
        Expression::checked(expression, either(self.model.as_ref(), model.as_ref())).map(Some)
    }

    /// The product with another operand; with a number it is a weighted sum, whose factors may have 64 bits in an objective.
    fn product(&self, other: &Bound<'_, PyAny>) -> PyResult<Option<Expression>> {
        let Some((right, model)) = operand(other)? else { return Ok(None) };
        let left = self.as_expr();
        let product = match (left.as_number(), right.as_number()) {
            (_, Some(factor)) => weighted(factor, left)?,
            (Some(factor), _) => weighted(factor, right)?,
            _ => left * right,
        };
        Expression::checked(product, either(self.model.as_ref(), model.as_ref())).map(Some)
    }

    /// A connection of this condition with another one.
    fn connect(
        &self,
        other: &Bound<'_, PyAny>,
        connect: impl FnOnce(Condition, Condition) -> Condition,
    ) -> PyResult<Option<(Condition, Option<Arc<Shared>>)>> {
        let Some((right, model)) = condition_of(other)? else { return Ok(None) };
        let condition = connect(self.as_condition()?, right);
        Ok(Some((condition, either(self.model.as_ref(), model.as_ref()))))
    }
}

/// A constraint as a Python object.
pub(crate) fn constraint(
    py: Python<'_>,
    condition: Condition,
    model: Option<Arc<Shared>>,
) -> PyResult<Py<Constraint>> {
    named(py, condition, model, None)
}

fn named(
    py: Python<'_>,
    condition: Condition,
    model: Option<Arc<Shared>>,
    name: Option<String>,
) -> PyResult<Py<Constraint>> {
    constraints::validate_depth(condition.inner().depth()).map_err(model_error)?;
    let base = Expression { kind: Kind::Truth(condition), model };
    Py::new(py, PyClassInitializer::from(base).add_subclass(Constraint { name }))
}

/// The result of an operator; `NotImplemented`, so that Python asks the other operand, where this one does not know it.
fn result<'py, T: IntoPyObject<'py>>(py: Python<'py>, value: Option<T>) -> PyResult<Bound<'py, PyAny>>
where
    PyErr: From<T::Error>,
{
    match value {
        Some(value) => Ok(value.into_pyobject(py)?.into_any().into_bound()),
        None => Ok(py.NotImplemented().into_bound(py)),
    }
}

#[pymethods]
impl Expression {
    fn __add__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.plus(1, other, 1)?)
    }

    fn __radd__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.plus(1, other, 1)?)
    }

    fn __sub__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.plus(1, other, -1)?)
    }

    fn __rsub__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.plus(-1, other, 1)?)
    }

    fn __mul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.product(other)?)
    }

    fn __rmul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.product(other)?)
    }

    fn __floordiv__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.with(other, |x, y| x / y)?)
    }

    fn __rfloordiv__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.with(other, |x, y| y / x)?)
    }

    fn __mod__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.with(other, |x, y| x % y)?)
    }

    fn __rmod__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        result(py, self.with(other, |x, y| y % x)?)
    }

    fn __pow__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        modulus: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if modulus.is_some() {
            return Err(PyTypeError::new_err("pow of an expression takes no modulus"));
        }
        result(py, self.with(other, |x, y| x.pow(y))?)
    }

    fn __rpow__<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        modulus: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = modulus;
        result(py, self.with(other, |x, y| y.pow(x))?)
    }

    fn __neg__(&self) -> Expression {
        Expression::new(-self.as_expr(), self.model.clone())
    }

    fn __pos__(&self) -> Expression {
        Expression::new(self.as_expr(), self.model.clone())
    }

    fn __abs__(&self) -> PyResult<Expression> {
        Expression::checked(self.as_expr().abs(), self.model.clone())
    }

    /// The quotient, rounded down; `//` rounds towards zero.
    fn div_floor(&self, divisor: &Bound<'_, PyAny>) -> PyResult<Expression> {
        let (divisor, model) = crate::arguments::expression(divisor)?;
        let quotient = self.as_expr().div_floor(divisor);
        Expression::checked(quotient, either(self.model.as_ref(), model.as_ref()))
    }

    /// The remainder of `div_floor`, with the sign of the divisor.
    fn mod_floor(&self, divisor: &Bound<'_, PyAny>) -> PyResult<Expression> {
        let (divisor, model) = crate::arguments::expression(divisor)?;
        let remainder = self.as_expr().mod_floor(divisor);
        Expression::checked(remainder, either(self.model.as_ref(), model.as_ref()))
    }

    fn __richcmp__<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
        operator: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let this = slf.get();
        // Equivalence and difference of truth values are connections: their propagation is stronger.
        let is_equivalence = matches!(operator, CompareOp::Eq | CompareOp::Ne);
        if let (Kind::Truth(left), true, Ok(right)) = (&this.kind, is_equivalence, other.cast::<Expression>())
            && let Kind::Truth(right_condition) = &right.get().kind
        {
            let (left, right_condition) = (left.clone(), right_condition.clone());
            let condition = match operator {
                CompareOp::Eq => left.iff(right_condition),
                _ => left.xor(right_condition),
            };
            let model = either(this.model.as_ref(), right.get().model());
            return Ok(constraint(py, condition, model)?.into_bound(py).into_any());
        }
        let Some((right, model)) = operand(other)? else {
            if is_array(other)? {
                let name = match operator {
                    CompareOp::Eq => "equal",
                    CompareOp::Ne => "not_equal",
                    CompareOp::Lt => "less",
                    CompareOp::Le => "less_equal",
                    CompareOp::Gt => "greater",
                    CompareOp::Ge => "greater_equal",
                };
                let arrays = py.import("residua_cp.expression_array")?;
                return arrays.call_method1("compared", (name, slf, other));
            }
            return Err(PyTypeError::new_err(format!(
                "{} cannot be compared with {}",
                this.text(),
                kind(other)
            )));
        };
        let left = this.as_expr();
        let condition = match operator {
            CompareOp::Eq => left.eq(right),
            CompareOp::Ne => left.ne(right),
            CompareOp::Lt => left.lt(right),
            CompareOp::Le => left.le(right),
            CompareOp::Gt => left.gt(right),
            CompareOp::Ge => left.ge(right),
        };
        let model = either(this.model.as_ref(), model.as_ref());
        Ok(constraint(py, condition, model)?.into_bound(py).into_any())
    }

    fn __hash__(slf: &Bound<'_, Self>) -> isize {
        slf.as_ptr() as isize >> 4
    }

    fn __bool__(&self) -> PyResult<bool> {
        let text = self.text();
        Err(PyTypeError::new_err(format!(
            "the truth of {text} is not known before it is solved. Add it to a model; connect constraints by &, | and ~ in place of and, or, not and chains such as 1 <= x <= 3; take rs.max_of, rs.min_of, rs.all_of, rs.any_of and rs.in_set in place of max, min, all, any and in; and compare the elements of a NumPy array by rs.array(it)"
        )))
    }

    fn __and__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        connected(py, self.connect(other, Connect::and)?)
    }

    fn __rand__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        connected(py, self.connect(other, |x, y| y.and(x))?)
    }

    fn __or__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        connected(py, self.connect(other, Connect::or)?)
    }

    fn __ror__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        connected(py, self.connect(other, |x, y| y.or(x))?)
    }

    fn __xor__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        connected(py, self.connect(other, Connect::xor)?)
    }

    fn __rxor__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        connected(py, self.connect(other, |x, y| y.xor(x))?)
    }

    fn __invert__(&self, py: Python<'_>) -> PyResult<Py<Constraint>> {
        constraint(py, constraints::not(self.as_condition()?), self.model.clone())
    }

    /// The constraint that the other condition holds where this one does.
    fn implies(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<Constraint>> {
        let (right, model) = condition(other)?;
        let implication = self.as_condition()?.implies(right);
        constraint(py, implication, either(self.model.as_ref(), model.as_ref()))
    }

    /// The constraint that both conditions hold, or none.
    fn iff(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<Constraint>> {
        let (right, model) = condition(other)?;
        let equivalence = self.as_condition()?.iff(right);
        constraint(py, equivalence, either(self.model.as_ref(), model.as_ref()))
    }

    /// The least and the greatest value that the domains of the variables allow.
    #[getter]
    fn bounds(&self) -> PyResult<(i32, i32)> {
        let expression = self.as_expr();
        let bounds = match &self.model {
            Some(model) => model.lock().bounds_of(expression),
            None => residua::model::Model::new().bounds_of(expression),
        };
        bounds.map(|bounds| (*bounds.start(), *bounds.end())).map_err(|error| crate::error::of_model(&error))
    }

    fn __repr__(&self) -> String {
        self.text()
    }
}

/// The expression times a number.
fn weighted(factor: i64, expression: Expr) -> PyResult<Expr> {
    let parts = expression.addends();
    let weights = parts.iter().flat_map(|parts| {
        let of_calls = parts.calls.iter().map(|(weight, _)| *weight);
        parts.vars.iter().map(|(weight, _)| *weight).chain(of_calls)
    });
    let constant = i64::try_from(expression.constant()).ok();
    let mut all = weights.map(Some).chain([constant]);
    if !all.all(|weight| weight.is_some_and(|weight| weight.checked_mul(factor).is_some())) {
        return Err(model_error(format!("a factor or a number of a product with {factor} leaves 64 bits")));
    }
    Ok(Expr::from((factor, expression)))
}

fn connected(
    py: Python<'_>,
    connection: Option<(Condition, Option<Arc<Shared>>)>,
) -> PyResult<Bound<'_, PyAny>> {
    let of = |(condition, model)| constraint(py, condition, model);
    result(py, connection.map(of).transpose()?)
}

#[pymethods]
impl Constraint {
    /// The constraint with a name, by which answers call it.
    fn named(slf: &Bound<'_, Self>, name: String) -> PyResult<Py<Constraint>> {
        let base = slf.as_super().get();
        named(slf.py(), base.as_condition()?, base.model.clone(), Some(name))
    }

    /// The name that was given by `named`.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}
