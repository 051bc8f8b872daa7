//! Examination of constraints and expressions before they are part of a model: their variables are its own, and no bound leaves its range.

use std::ops::RangeInclusive;

use crate::constraints::{Constraint, Expr, validate_depth};
use crate::domain::Domain;
use crate::model::{IntView, Model, ModelError};

impl Model {
    /// Checks that an objective does not nest too deeply, and that the conditions in it are valid.
    pub(crate) fn validate_objective(expression: &Expr) -> Result<(), ModelError> {
        expression
            .validate()
            .map_err(|complaint| ModelError::complaint("the objective".to_owned(), complaint))
    }

    /// Bounds of an expression by the domains of the model: those of a variable that is to be equal to it.
    ///
    /// ```
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, -2..=3));
    /// assert_eq!(model.bounds_of(x * y + 1)?, -5..=10);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    ///
    /// # Errors
    /// If a variable of another model is in it, or it can leave `i32`.
    pub fn bounds_of(&self, expression: impl Into<Expr>) -> Result<RangeInclusive<i32>, ModelError> {
        self.bounds_within(&expression.into(), "the expression")
    }

    /// Bounds of an expression, which an error calls by that name.
    pub(crate) fn bounds_within(
        &self,
        expression: &Expr,
        called: &str,
    ) -> Result<RangeInclusive<i32>, ModelError> {
        let shown = || called.to_owned();
        for view in expression.views() {
            if !self.has(view.var) {
                return Err(ModelError::foreign(shown(), self.name_or_number(view)));
            }
            if view.is_overflown() {
                return Err(ModelError::coefficients(shown(), self.names.get(view.var.index())));
            }
        }
        let complaint = |complaint| ModelError::complaint(shown(), complaint);
        expression.validate().map_err(complaint)?;
        if expression.views().iter().any(|view| self.domains[view.var.index()].is_empty()) {
            return Ok(0..=0);
        }
        let domains: &[Domain] = &self.domains;
        expression.examine(&domains, &|view| self.name_or_number(view)).map_err(complaint)?;
        let (low, high) = expression.ends(&domains);
        let inside = |end: i128| i32::try_from(end).ok().filter(|&end| i32::MIN < end && end < i32::MAX);
        match (inside(low), inside(high)) {
            (Some(low), Some(high)) => Ok(low..=high),
            _ => Err(complaint(format!("it can be {low} or {high}, which does not fit into 32 bits"))),
        }
    }

    /// The least and the greatest value of a sum of views with factors, by the domains of the model; a variable without values counts as 0.
    pub fn sum_bounds(&self, terms: &[(i64, IntView)]) -> (i128, i128) {
        terms.iter().fold((0, 0), |(low, high), &(factor, view)| {
            let domain = self.domain(view.var);
            let ends = [domain.min(), domain.max()].map(|end| view.apply(end.unwrap_or(0)));
            let ends = ends.map(|end| i128::from(factor) * i128::from(end));
            (low + ends[0].min(ends[1]), high + ends[0].max(ends[1]))
        })
    }

    /// The error for an objective whose values leave 64 bits.
    pub(crate) fn too_wide((low, high): (i128, i128)) -> ModelError {
        let complaint = format!("it can be {low} or {high}, which does not fit into 58 bits");
        ModelError::complaint("the objective".to_owned(), complaint)
    }

    /// Checks whether a constraint can be posted.
    pub(super) fn examine(&self, constraint: &dyn Constraint) -> Result<(), ModelError> {
        let shown = || constraint.display_with(&|view| self.name_or_number(view)).to_string();
        for view in constraint.scope() {
            let index = view.var.index();
            if !self.has(view.var) {
                return Err(ModelError::foreign(shown(), self.name_or_number(view)));
            }
            if view.is_overflown() {
                return Err(ModelError::coefficients(shown(), self.names.get(index)));
            }
            let domain = &self.domains[index];
            let (Some(min), Some(max)) = (domain.min(), domain.max()) else { continue };
            let inside = |v: i64| i64::from(i32::MIN) < v && v < i64::from(i32::MAX);
            let ends = [i64::from(min), i64::from(max), view.apply(min), view.apply(max)];
            if let Some(&end) = ends.iter().find(|&&v| !inside(v)) {
                return Err(ModelError::range(shown(), self.name_view(view), end));
            }
        }
        let complaint = |complaint| ModelError::complaint(shown(), complaint);
        validate_depth(constraint.depth()).map_err(complaint)?;
        constraint.validate().map_err(complaint)?;
        if constraint.scope().iter().any(|view| self.domains[view.var.index()].is_empty()) {
            return Ok(());
        }
        let domains: &[Domain] = &self.domains;
        constraint.validate_within(&domains, &|view| self.name_or_number(view)).map_err(complaint)
    }

    fn name_or_number(&self, view: IntView) -> String {
        let index = view.var.index();
        let variable = if self.has(view.var) { self.names.get(index) } else { format!("foreign{index}") };
        crate::constraints::named(view, &variable)
    }
}
