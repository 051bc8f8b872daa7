//! Terms: what a constraint of the catalogue can be over.

use crate::constraints::Constraint;
use crate::store::handle::IntView;

/// A variable or a [view](IntView), or an [expression](crate::constraints::Expr): what a constraint of the catalogue can be over.
///
/// A constraint over variables has a type of its own, and can be configured further; one over expressions is a
/// [`Condition`](crate::constraints::Condition).
///
/// ```
/// use residua::constraints::{Expr, all_different, table};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=3));
/// model.post(all_different([x + y, x * z, Expr::from(z)]))?;
/// model.post(table([x % y, z / y], [[1, 1], [1, 0], [0, 3]]))?;
/// assert_eq!(model.to_string(), "\
/// x in 1..3\ny in 1..3\nz in 1..3
/// all_different(x + y, times(x, z), z)\ntable(modulo(x, y), div(z, y): 0 3, 1 0, 1 1)\n");
/// let found = model.solutions().map(|found| found.values_of([x, y, z]));
/// assert_eq!(found.collect::<Vec<_>>(), [[3, 1, 3], [3, 2, 1], [3, 2, 2], [3, 2, 3]]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// A constructor of one's own constraint takes expressions too by [`over`](Self::over):
///
/// ```
/// use residua::constraints::{Sort, Term};
///
/// fn sorted<X: Term, Y: Term>(
///     xs: impl IntoIterator<Item = X>,
///     ys: impl IntoIterator<Item = Y>,
/// ) -> X::Of<Y::Of<Sort>> {
///     X::over(xs, |xs| Y::over(ys, |ys| Sort { xs, ys }))
/// }
/// ```
pub trait Term: Sized {
    /// The constraint `C` over such terms.
    type Of<C: Constraint + 'static>: Constraint + 'static;

    /// The constraint over these terms that `make` makes over the views that stand for them.
    fn over<C: Constraint + 'static>(
        terms: impl IntoIterator<Item = Self>,
        make: impl FnOnce(Vec<IntView>) -> C,
    ) -> Self::Of<C>;
}

impl<V: Into<IntView>> Term for V {
    type Of<C: Constraint + 'static> = C;

    fn over<C: Constraint + 'static>(
        terms: impl IntoIterator<Item = V>,
        make: impl FnOnce(Vec<IntView>) -> C,
    ) -> C {
        make(terms.into_iter().map(Into::into).collect())
    }
}
