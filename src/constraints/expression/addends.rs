//! Addends of an expression, for an objective: its values may leave 32 bits, as long as those of its parts do not.

use std::sync::Arc;

use crate::constraints::Expr;
use crate::store::handle::IntVar;

/// The addends of an expression: variables and functions, each with its factor, and a number.
#[derive(Debug, Default)]
pub struct Addends {
    /// The variables.
    pub vars: Vec<(i64, IntVar)>,
    /// The functions.
    pub calls: Vec<(i64, Expr)>,
    /// The number.
    pub constant: i128,
}

impl Expr {
    /// The sum of variables with factors of 64 bits, and a number: an objective, or a side of a comparison, whose terms may leave 32 bits.
    pub fn of_vars(terms: impl IntoIterator<Item = (i64, IntVar)>, constant: i64) -> Expr {
        let mut sum = Expr::from(constant);
        for (factor, var) in terms {
            sum = sum.plus(Expr::from(var).scaled(factor));
        }
        sum
    }

    /// The addends of the expression; `None` if one of its views cannot be posted.
    pub fn addends(&self) -> Option<Addends> {
        let mut constant = self.constant;
        let mut vars = self.wide.clone();
        for &term in &self.terms {
            if term.is_overflown() {
                return None;
            }
            constant += i128::from(term.offset());
            vars.push((term.scale().into(), term.var));
        }
        let alone =
            |call: &Arc<_>| Expr { calls: vec![(1, Arc::clone(call))], depth: self.depth, ..Expr::default() };
        let calls = self.calls.iter().map(|(factor, call)| (*factor, alone(call))).collect();
        Some(Addends { vars, calls, constant })
    }

    /// Whether a factor leaves 32 bits, so that it cannot be compared.
    pub(crate) fn is_wide(&self) -> bool {
        !self.wide.is_empty()
    }
}
