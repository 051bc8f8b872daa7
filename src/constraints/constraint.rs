//! The trait `Constraint`: a value with a checker, which defines all else that it implements.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::constraints::notation::write_call;
use crate::constraints::truth::{GuardWatch, Truth};
use crate::constraints::{Auxiliaries, Statement, named};
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Atom, Domains, Failure};

/// A constraint as a value: it can be posted, printed, compared, checked, and simplified.
///
/// It is over variables of a model, as [`IntView`]s. Its propagators are over variables of an engine, as
/// [`View`](crate::store::View)s, which [`post`](Self::post) gets from the [`Poster`].
///
/// Five methods are required: its name, its scope, its checker, what it posts, and itself over other views. The checker is the
/// definition; everything else is tested against it. [How to write one](crate::constraints#adding-a-constraint)
/// is described step by step.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a constraint",
    label = "this is no constraint",
    note = "`==`, `<` and the like compare at once and give a `bool`: for the constraint write `eq(a, b)` or `a.eq(b)`, and `ne`, `lt`, `le`, `gt`, `ge`",
    note = "a constraint is taken by value: of a reference pass a clone"
)]
pub trait Constraint: fmt::Debug + Send + Sync + DynEq {
    /// Its name in the catalogue, in snake case.
    fn name(&self) -> &'static str;

    /// The views that it is over, in its own order, with repetitions. Other methods may use no other views.
    fn scope(&self) -> Vec<IntView>;

    /// The definition: whether it holds where each view has the value that `value` gives.
    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool;

    /// States its facts and adds its propagators.
    ///
    /// # Errors
    /// [`Failure`] if the domains already exclude it.
    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure>;

    /// Simplifies it under these domains: see [`Simplified`] for what each answer claims. No domain is empty.
    ///
    /// It depends on the domains of its own scope only, and is asked often, so it should cost no more than a sweep over them. Without
    /// an implementation of its own, the [checker](Self::check) answers as soon as all variables are fixed.
    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if self.scope().iter().any(|view| view.value(domains).is_none()) {
            return Simplified::Unchanged;
        }
        let value = |view: IntView| i64::from(view.value(domains).expect("invariant: all of them are fixed"));
        if self.check(&value) { Simplified::Entailed } else { Simplified::Violated }
    }

    /// Whether it holds for all assignments that the domains leave, or for none; `None` if neither, or if that cannot be decided as
    /// cheaply. No domain is empty. This is what decides a [reified](crate::constraints::Connect::reified_by) constraint; the simplifier
    /// answers, unless there is a way that allocates nothing.
    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        match self.simplify(domains) {
            Simplified::Entailed => Some(true),
            Simplified::Violated => Some(false),
            Simplified::Unchanged | Simplified::Into(_) => None,
        }
    }

    /// The constraint over other views, each given by `to`.
    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint>;

    /// Prints it, with views named by `name`: as `name(x, y, z)`, unless it has a notation of its own.
    ///
    /// # Errors
    /// Those of the formatter.
    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        write_call(f, self.name(), &self.scope(), name)
    }

    /// Its exact meaning, in a form that encoders can translate; `None` if it has none. Then a model with it can be solved,
    /// but not written in the language of another program (`residua-encode`).
    ///
    /// Where it states only that two variables are equal, or differ by a constant, they may become one.
    fn statement(&self) -> Option<Statement> {
        None
    }

    /// Another constraint, over the same views, that holds exactly where this one does not; `None` if it has none. Then its negation is
    /// propagated once the simplifier decides it, or all is fixed.
    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        None
    }

    /// The equivalent atom of one variable, whatever the domains; `None` if there is none. A reified constraint that is an atom
    /// needs no literal of its own.
    fn as_atom(&self) -> Option<Truth<IntAtom>> {
        None
    }

    /// Posts that it holds where `guard` is true, by propagators of its own that do what `watch` asks for; false if it has none. Then it
    /// is [posted](Self::post) under the guard, and its [truth](Self::truth) is watched.
    ///
    /// # Errors
    /// [`Failure`] if the domains exclude it, and the guard is true.
    fn post_implied(&self, guard: Atom, watch: GuardWatch, to: &mut Poster<'_>) -> Result<bool, Failure> {
        let _ = (guard, watch, to);
        Ok(false)
    }

    /// Posts that it does not hold, by propagators of its own; false if it has none. Then its [truth](Self::truth) is watched, and it fails
    /// where it holds.
    ///
    /// # Errors
    /// [`Failure`] if the domains exclude that.
    fn post_negated(&self, to: &mut Poster<'_>) -> Result<bool, Failure> {
        let _ = to;
        Ok(false)
    }

    /// Whether what it [posts](Self::post) under a guard makes the guard false as soon as its [truth](Self::truth) is: as facts do, and
    /// clauses with the guard in them. Then nothing has to watch its truth for that.
    fn refutes_guard(&self, guard: Atom, to: &Poster<'_>) -> bool {
        let _ = (guard, to);
        matches!(self.as_atom(), Some(Truth::Is(_) | Truth::Never))
    }

    /// The constraint with [constructive](crate::constraints::Condition::constructive) propagation at that consistency; `None` if it is not
    /// a disjunction.
    fn constructively(&self, consistency: Consistency) -> Option<Arc<dyn Constraint>> {
        let _ = consistency;
        None
    }

    /// The depth of nested conditions and expressions, which is [limited](crate::constraints::MOST_NESTED); 1 for a constraint
    /// without parts.
    fn depth(&self) -> u32 {
        1
    }

    /// Checks its arguments when it is posted. That its views fit into `i32` is checked for every constraint.
    ///
    /// # Errors
    /// A sentence for the caller.
    fn validate(&self) -> Result<(), String> {
        Ok(())
    }

    /// Checks it against the domains of its variables, which are not empty, when it is posted; `name` names a view.
    ///
    /// # Errors
    /// A sentence for the caller.
    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        let _ = (domains, name);
        Ok(())
    }

    /// Decomposes it, if it needs [auxiliary variables](Auxiliaries) to be propagated or encoded: makes and defines them by `to`, and
    /// returns the constraint that is left, which holds exactly where this one does. `None` if it needs none.
    ///
    /// # Errors
    /// [`Failure`] if the domains exclude it.
    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        let _ = to;
        Ok(None)
    }

    /// The constraint behind a shared pointer.
    fn into_shared(self) -> Arc<dyn Constraint>
    where
        Self: Sized + 'static,
    {
        Arc::new(self)
    }
}

/// Comparison of values behind `dyn`, implemented for every type that can be compared.
pub trait DynEq: Any {
    /// Whether the other is of the same type and equal.
    fn same(&self, other: &dyn Any) -> bool;
    /// The value, to be compared.
    fn as_any(&self) -> &dyn Any;
    /// The value, to be taken apart.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: PartialEq + Any> DynEq for T {
    fn same(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>().is_some_and(|other| self == other)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
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

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        (**self).truth(domains)
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

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        (**self).negation()
    }

    fn as_atom(&self) -> Option<Truth<IntAtom>> {
        (**self).as_atom()
    }

    fn post_implied(&self, guard: Atom, watch: GuardWatch, to: &mut Poster<'_>) -> Result<bool, Failure> {
        (**self).post_implied(guard, watch, to)
    }

    fn post_negated(&self, to: &mut Poster<'_>) -> Result<bool, Failure> {
        (**self).post_negated(to)
    }

    fn refutes_guard(&self, guard: Atom, to: &Poster<'_>) -> bool {
        (**self).refutes_guard(guard, to)
    }

    fn constructively(&self, consistency: Consistency) -> Option<Arc<dyn Constraint>> {
        (**self).constructively(consistency)
    }

    fn depth(&self) -> u32 {
        (**self).depth()
    }

    fn validate(&self) -> Result<(), String> {
        (**self).validate()
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        (**self).validate_within(domains, name)
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        (**self).decompose(to)
    }

    fn into_shared(self) -> Arc<dyn Constraint> {
        self
    }
}

/// A simplified constraint: what is left of it under some domains. The domains together with what is left have exactly the solutions that
/// they have together with the constraint.
///
/// `Entailed` and `Violated` are optional: where they cannot be determined, or not cheaply, `Unchanged` is always correct,
/// whether variables of the scope are fixed or not. So the meaning of an unchanged constraint includes the *values* of its
/// fixed variables; a caller must not take it for a constraint on the others alone.
#[derive(Clone, Debug, PartialEq)]
pub enum Simplified {
    /// Nothing: every assignment that the domains leave satisfies it.
    Entailed,
    /// No assignment that the domains leave satisfies it.
    Violated,
    /// The constraint itself.
    Unchanged,
    /// The conjunction of these: each simpler than the constraint, so that repeated simplification ends, and over variables of
    /// its scope only. They should not contain fixed variables, which would be printed, but they may.
    Into(Vec<Arc<dyn Constraint>>),
}

impl dyn Constraint {
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
