//! The catalogue: constraints as values, each with its checker, its propagators, its explanation and its simplifier.
//!
//! | constraint | constructor | consistency | file |
//! |---|---|---|---|
//! | `x = y`, `x = v`, `x = a·y + b` | [`eq`] | domain | `comparison.rs`, `equality.rs` |
//! | `x ≠ y`, `x ≠ v` | [`ne`] | domain | `comparison.rs`, `disequality.rs` |
//! | `x < y`, `x ≤ y`, `x > y`, `x ≥ y`, bounds | [`lt`], [`le`], [`gt`], [`ge`] | domain | `comparison.rs`, `order.rs` |
//! | `x in S` | [`in_set`] | domain | `membership.rs` |
//! | all values differ | [`all_different()`] | value, bounds or domain | `all_different/` |
//! | `Σ xᵢ = s` | [`exact_sum()`], [`eq`] of [`LinearExpr`]s | bounds | `exact_sum.rs`, `linear.rs`, `expression.rs` |
//!
//! What each of them says, `statement/` has for whoever carries a model elsewhere.
//!
//! A constraint of your own is a type that implements [`Constraint`], outside this crate as well as inside.

mod all_different;
mod comparison;
mod disequality;
mod equality;
mod exact_sum;
mod expression;
mod linear;
mod membership;
mod order;
mod statement;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::domain::Domain;
use crate::engine::Poster;
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure, View};

pub use crate::constraints::all_different::{AllDifferent, all_different};
pub use crate::constraints::comparison::{Comparator, Comparison, Operand, eq, ge, gt, le, lt, ne};
pub use crate::constraints::exact_sum::{ExactSum, exact_sum};
pub use crate::constraints::expression::{Compare, Equate, LinearExpr, TwoTerms};
pub use crate::constraints::membership::{InSet, in_set};
pub use crate::constraints::statement::{Linear, LinearRelation, Statement};
pub use crate::engine::Consistency;

/// A constraint as a value: it can be posted, printed, compared, checked, and simplified.
///
/// It speaks of variables of a model, as [`IntView`]s. Its propagators speak of variables of an
/// engine, as [`View`]s, which [`post`](Self::post) has from the [`Poster`].
///
/// The checker is the definition; all else is tested against it. `examples/custom_constraint.rs` writes one outside
/// the crate.
pub trait Constraint: fmt::Debug + Send + Sync + DynEq {
    /// Its name in the catalogue, in snake case.
    fn name(&self) -> &'static str;

    /// The views that it speaks of, in its order, repetitions kept.
    fn scope(&self) -> Vec<IntView>;

    /// The definition: whether it holds where each view has the value that `value` tells.
    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool;

    /// States its facts and adds its propagators.
    ///
    /// # Errors
    /// [`Failure`] if the domains at hand already exclude it.
    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure>;

    /// What is left of it once the domains are these: see [`Simplified`] for what each answer claims. No domain is empty.
    ///
    /// It depends on the domains of its own scope only, and is asked often, so it should cost no more than a sweep over them.
    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified;

    /// The same constraint over other views, each given by `to`.
    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint>;

    /// Prints it, with views named by `name`.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result;

    /// What it says, in a form that can be carried elsewhere; `None` if it cannot tell. Then a model that has it can
    /// be solved, and not be [encoded](crate::encode).
    ///
    /// Where it says that two variables are equal, or differ by a constant, and no more, they may become one.
    fn statement(&self) -> Option<Statement> {
        None
    }

    /// What is wrong with it, beyond views that do not fit into `i32`, which every constraint is examined for.
    ///
    /// # Errors
    /// A sentence for the caller.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }

    /// Shares it.
    fn into_shared(self) -> Arc<dyn Constraint>
    where
        Self: Sized + 'static,
    {
        Arc::new(self)
    }
}

/// Comparing values behind `dyn`; every type that can be compared has it.
pub trait DynEq: Any {
    /// Whether the other is of the same type and equal.
    fn same(&self, other: &dyn Any) -> bool;
    /// The value, to be compared.
    fn as_any(&self) -> &dyn Any;
}

impl<T: PartialEq + Any> DynEq for T {
    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl PartialEq for dyn Constraint {
    fn eq(&self, other: &dyn Constraint) -> bool {
        self.same(other.as_any())
    }
}

/// A shared constraint is one: what a simplifier returns can be posted as it is.
impl Constraint for Arc<dyn Constraint> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn scope(&self) -> Vec<IntView> {
        (**self).scope()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        (**self).check(value)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        (**self).post(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        (**self).simplify(domains)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        (**self).map(to)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        (**self).write(f, name)
    }

    fn statement(&self) -> Option<Statement> {
        (**self).statement()
    }

    fn validate(&self) -> Result<(), String> {
        (**self).validate()
    }

    fn into_shared(self) -> Arc<dyn Constraint> {
        self
    }
}

/// What is left of a constraint under the domains that it was shown. Whichever it answers, the domains with what is left
/// have exactly the solutions that they have with the constraint.
///
/// `Entailed` and `Violated` are claims, and need not be made: who cannot tell, or not cheaply, answers `Unchanged`, which is
/// always right, whether variables of its scope are fixed or not. So a caller must take an unchanged constraint for
/// what it is under the *values* of its fixed variables, not for what it says of the others alone.
#[derive(Clone, Debug, PartialEq)]
pub enum Simplified {
    /// Nothing: every assignment that the domains leave satisfies it.
    Entailed,
    /// No assignment that the domains leave satisfies it.
    Violated,
    /// It still stands as it is, as far as it can tell.
    Unchanged,
    /// The conjunction of these instead: each simpler than the constraint (asked again and again they come to an end), and
    /// over variables of its scope only. Fixed variables should be gone from them, for what is printed speaks of them
    /// otherwise, but need not.
    Into(Vec<Arc<dyn Constraint>>),
}

impl dyn Constraint {
    /// The views that differ from one another, if it is an [`AllDifferent`] or a `≠` of two views, told by its type: a
    /// constraint of any other type may have any name, and propagate as it likes.
    pub(crate) fn clique(&self) -> Option<Vec<IntView>> {
        if let Some(all_different) = self.as_any().downcast_ref::<AllDifferent>() {
            return Some(all_different.scope());
        }
        match *self.as_any().downcast_ref::<Comparison>()? {
            Comparison { left, comparator: Comparator::Ne, right: Operand::View(right) } => {
                Some(vec![left, right])
            }
            _ => None,
        }
    }

    /// The constraint printed with variables by number: `x0`, `x1`, …
    pub fn display(&self) -> impl fmt::Display + '_ {
        Shown { constraint: self, name: &|view| named(view, &format!("x{}", view.var.index())) }
    }

    /// The constraint printed with views named by `name`.
    pub fn display_with<'a>(&'a self, name: &'a dyn Fn(IntView) -> String) -> impl fmt::Display + 'a {
        Shown { constraint: self, name }
    }
}

struct Shown<'a> {
    constraint: &'a dyn Constraint,
    name: &'a dyn Fn(IntView) -> String,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.constraint.write(f, self.name)
    }
}

/// A view in the usual notation, its variable being called `variable`: `x`, `x + 1`, `-x`, `2·x - 3`.
pub(crate) fn named(view: IntView, variable: &str) -> String {
    let product = match view.scale() {
        0 => return view.offset().to_string(),
        1 => variable.to_owned(),
        -1 => format!("-{variable}"),
        scale => format!("{scale}·{variable}"),
    };
    match view.offset() {
        0 => product,
        offset @ 1.. => format!("{product} + {offset}"),
        offset => format!("{product} - {}", i64::from(offset).unsigned_abs()),
    }
}

/// The greatest common divisor, of either sign; 0 of two zeros.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// The domain of `view`, unless it is too wide to be walked value by value.
pub(crate) fn walkable<V: Copy>(view: View<V>, domains: &(impl Domains<V> + ?Sized)) -> Option<Domain> {
    const MAX_ENUMERATED: u64 = 1 << 16;
    (view.size(domains) <= MAX_ENUMERATED || view.scale().abs() == 1).then(|| view.domain(domains))
}

/// `name(x, y, z)`
pub(crate) fn write_call(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    views: &[IntView],
    named: &dyn Fn(IntView) -> String,
) -> fmt::Result {
    write!(f, "{name}(")?;
    for (i, &view) in views.iter().enumerate() {
        write!(f, "{}{}", if i == 0 { "" } else { ", " }, named(view))?;
    }
    f.write_str(")")
}
