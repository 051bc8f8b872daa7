//! Expressions as terms of constraints.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::constraints::expression::applied::Applied;
use crate::constraints::expression::formula::Anything;
use crate::constraints::{Condition, Constraint, Expr, Term};
use crate::store::handle::{IntVar, IntView};

/// The number of the next provisional variable. Constraints may be made inside of each other, so that no two may have the same ones.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// The expressions among the terms of a constraint that is being made, each by the variable that stands for it.
#[derive(Default)]
struct Expressions(BTreeMap<IntVar, Expr>);

impl Expressions {
    /// The view that stands for an expression: the expression itself, if it is a view.
    fn view(&mut self, expression: Expr) -> IntView {
        // A factor that leaves 32 bits is for posting to refuse.
        let expression = expression.narrow().without_constants();
        if let Some(view) = expression.as_view().filter(|view| !view.is_overflown()) {
            return view;
        }
        let var = IntVar::provisional(NEXT.fetch_add(1, Ordering::Relaxed));
        self.0.insert(var, expression);
        var.view()
    }

    /// The constraint with the expressions in the place of the variables that stood for them. Not generic, so that it is compiled once.
    fn applied(&self, constraint: Arc<dyn Constraint>) -> Condition {
        if self.0.is_empty() {
            return Condition::new(constraint);
        }
        let mut used: Vec<IntVar> = constraint.scope().iter().map(|view| view.var).collect();
        used.sort_unstable();
        let is_used = |var: IntVar| used.binary_search(&var).is_ok();
        let unused = self.0.iter().filter(|(var, of)| !is_used(**var) && !of.is_total(&Anything));
        let unused = unused.map(|(_, of)| of.clone()).collect();
        let expression_of = |var: IntVar| self.0.get(&var).cloned().unwrap_or_else(|| Expr::from(var));
        Condition::new(Applied::of(&constraint, &expression_of, unused))
    }
}

impl Term for Expr {
    type Of<C: Constraint + 'static> = Condition;

    fn over<C: Constraint + 'static>(
        terms: impl IntoIterator<Item = Expr>,
        make: impl FnOnce(Vec<IntView>) -> C,
    ) -> Condition {
        let mut expressions = Expressions::default();
        let views = terms.into_iter().map(|term| expressions.view(term)).collect();
        expressions.applied(make(views).into_shared())
    }
}

impl Term for &Expr {
    type Of<C: Constraint + 'static> = Condition;

    fn over<C: Constraint + 'static>(
        terms: impl IntoIterator<Item = Self>,
        make: impl FnOnce(Vec<IntView>) -> C,
    ) -> Condition {
        Expr::over(terms.into_iter().cloned(), make)
    }
}

/// Any constraint over expressions: `make` states it over views, each of which stands for one of them.
///
/// ```
/// use residua::constraints::{diffn, of_expressions};
/// use residua::model::Model;
///
/// // Two squares of side 2, the first of which is placed by sums and products.
/// let mut model = Model::new();
/// let [x, y, gap] = ["x", "y", "gap"].map(|name| model.named_var(name, 0..=2));
/// let apart = of_expressions([x + y + gap, x * y], |at| diffn([at[0], x.view()], [at[1], y.view()], [2, 2], [2, 2]));
/// model.post(apart)?;
/// assert_eq!(model.show(&**model.constraints().next().expect("it was posted").1).to_string(), "\
/// diffn((x + y + gap, times(x, y)): 2 × 2, (x, y): 2 × 2)");
/// assert!(model.solutions().all(|found| found[y] + found[gap] >= 2 || (found[x] - 1) * found[y] >= 2));
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn of_expressions<E: Into<Expr>, C: Constraint + 'static>(
    expressions: impl IntoIterator<Item = E>,
    make: impl FnOnce(&[IntView]) -> C,
) -> Condition {
    Expr::over(expressions.into_iter().map(Into::into), |views| make(&views))
}
