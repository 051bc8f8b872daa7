//! The objective of a problem: any solution, or the least or the greatest value of an expression.

use std::sync::Arc;

use residua::constraints::{Addends, Comparator, Constraint, Expr, WideSum};
use residua::model::IntVar;

use crate::arguments::Arguments;
use crate::entity::Int;
use crate::syntax::{Constraint as Statement, Program, Value};
use crate::translate::Translation;
use crate::wide_constraints::{Total, compared};
use crate::widths::FARTHEST;

/// The objective of a problem.
#[derive(Clone, Debug, PartialEq)]
pub enum Objective {
    /// Any solution.
    Satisfy,
    /// A solution in which this is least.
    Minimize(Expr),
    /// A solution in which this is greatest.
    Maximize(Expr),
}

/// What the numbers of a comparison of single variables may be.
const NEAR: i128 = 1 << 30;

impl Objective {
    /// The constraint that the objective is in that relation to a number; both may be beyond 32 bits. `None` without an objective.
    ///
    /// ```
    /// use residua::constraints::Comparator;
    /// use residua_flatzinc::Problem;
    ///
    /// let text = "var 0..9: x;\nvar int: cost;\nconstraint int_lin_eq([1000000000,-1],[x,cost],0);\nsolve minimize cost;\n";
    /// let mut problem = Problem::read(text)?;
    /// let bound = problem.objective.compared(Comparator::Ge, 7_500_000_000).expect("there is an objective");
    /// problem.model.post(bound).expect("it fits");
    /// assert_eq!(problem.model.solve().map(|solution| solution.values()[0]), Some(8));
    /// # Ok::<(), residua_flatzinc::FlatZincError>(())
    /// ```
    pub fn compared(&self, comparator: Comparator, number: i64) -> Option<Arc<dyn Constraint>> {
        let (Objective::Minimize(objective) | Objective::Maximize(objective)) = self else { return None };
        match objective.addends() {
            Some(Addends { vars, calls, constant })
                if calls.is_empty()
                    && !vars.is_empty()
                    && (objective.as_view().is_none_or(|view| view.scale().abs() != 1)
                        || constant.abs().max(i128::from(number).abs()) > NEAR) =>
            {
                let terms = vars.into_iter().map(|(factor, var)| (factor, var.view())).collect();
                let total = i128::from(number) - constant;
                // No sum is as far as that.
                let total = total.clamp(-FARTHEST, FARTHEST) as i64;
                Some(WideSum { terms, comparator, total }.into_shared())
            }
            _ => Some(compared(comparator, objective, number)),
        }
    }
}

impl<'a> Translation<'a> {
    /// An objective that leaves 32 bits: what a constraint says that it is the sum of, or its variables.
    pub(super) fn objective(&self, program: &Program<'a>, value: &Value<'a>, int: Int) -> Expr {
        let (Int::Wide(_), Value::Name(name)) = (int, value) else { return int.into() };
        program
            .constraints
            .iter()
            .find_map(|constraint| self.definition(constraint, name))
            .unwrap_or(int.into())
    }

    /// The sum by which a constraint defines a variable.
    fn definition(&self, constraint: &Statement<'a>, name: &str) -> Option<Expr> {
        if constraint.name != "int_lin_eq" || constraint.arguments.len() != 3 {
            return None;
        }
        let given = Arguments {
            name: constraint.name,
            values: &constraint.arguments,
            at: constraint.at,
            consistency: None,
        };
        let own = self.int(&Value::Name(self.entities.get_key_value(name)?.0), constraint.at).ok()?;
        let (factors, ints) = (given.numbers(0, self).ok()?, given.any_ints(1, self).ok()?);
        let right = given.any_int(2, self).ok()?;
        let mut parts: Vec<(i64, Int)> = factors.into_iter().zip(ints.iter().copied()).collect();
        parts.push((-1, right));
        let is_own = |part: &(i64, Int)| part.1 == own;
        let at = parts.iter().position(is_own)?;
        let (factor, _) = parts.swap_remove(at);
        if factor.abs() != 1 || parts.iter().any(is_own) {
            return None;
        }
        // own = -factor · rest
        let parts = parts.into_iter().map(|(other, int)| Some((other.checked_mul(-factor)?, int)));
        let rest = Total::of(parts.collect::<Option<Vec<_>>>()?)?;
        let (low, high) = self.model.sum_bounds(&rest.terms);
        if (low + rest.constant).min(-high - rest.constant) < -FARTHEST {
            return None;
        }
        let constant = i64::try_from(rest.constant).ok()?;
        let vars = rest.terms.iter().map(|&(factor, view)| (factor.checked_mul(view.scale().into()), view));
        let offsets: i64 = rest.terms.iter().try_fold(0_i64, |sum, &(factor, view)| {
            sum.checked_add(factor.checked_mul(view.offset().into())?)
        })?;
        let vars: Option<Vec<(i64, IntVar)>> = vars.map(|(factor, view)| Some((factor?, view.var))).collect();
        Some(Expr::of_vars(vars?, constant.checked_add(offsets)?))
    }
}
