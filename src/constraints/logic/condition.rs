//! Conditions: constraints as values that can be connected, such as comparisons of expressions.

use std::fmt;
use std::sync::Arc;

use crate::constraints::comparison::from_atom;
use crate::constraints::logic::parts::bounded;
use crate::constraints::truth::{GuardWatch, Truth};
use crate::constraints::{Auxiliaries, Constraint, Simplified, Statement};
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Atom, Domains, Failure};

/// A condition, a constraint of any kind: it can be posted, printed and compared like the one inside, and connected with others by `&`,
/// `|`, `^` and `!`, or by the methods of [`Connect`](crate::constraints::Connect). They may nest
/// [`MOST_NESTED`](crate::constraints::MOST_NESTED) levels deep; a long chain of `&`, or of `|`, is one level.
///
/// ```
/// use residua::constraints::{Condition, Connect};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=9));
/// let apart: Condition = (x + 3).le(y) | (y + 3).le(x);
/// assert_eq!(model.show(&apart).to_string(), "x + 3 ≤ y ∨ y + 3 ≤ x");
/// model.post(apart)?;
/// model.post(x.is(5).implies(y.lt(x)))?;
/// let found = model.solutions().filter(|solution| solution[x] == 5).map(|solution| solution[y]);
/// assert_eq!(found.collect::<Vec<_>>(), [1, 2]);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Condition(Arc<dyn Constraint>);

impl PartialEq for Condition {
    fn eq(&self, other: &Condition) -> bool {
        *self.0 == *other.0
    }
}

impl Condition {
    /// The constraint as a condition. One that nests deeper than [can be posted](crate::constraints::MOST_NESTED) is not kept.
    pub fn new(constraint: Arc<dyn Constraint>) -> Condition {
        Condition(bounded(constraint))
    }

    /// The constraint that the condition is about.
    pub fn inner(&self) -> &dyn Constraint {
        &*self.0
    }

    /// Propagates a disjunction constructively: each part is propagated by itself, at this consistency, and what all of them
    /// exclude is excluded, although it is open which of them holds. One that fails is false. A condition that is not a disjunction stays
    /// as it is.
    ///
    /// That takes a propagation of each part at each change of their variables, and finds all that there is where the parts are domain
    /// consistent by themselves.
    ///
    /// ```
    /// use residua::constraints::{any_of, exact_sum};
    /// use residua::engine::Consistency;
    /// use residua::model::Model;
    ///
    /// // Two tasks of length 3 in a time of 7, one after the other: neither starts at 2.
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 0..=4));
    /// model.post(((x + 3).le(y) | (y + 3).le(x)).constructive(Consistency::Bounds))?;
    /// // One of two cages has a sum of 3; the digits differ within each.
    /// let [a, b, c] = ["a", "b", "c"].map(|name| model.named_var(name, 1..=9));
    /// let cage = |cells: [_; 2]| exact_sum(cells, 3).distinct();
    /// model.post(any_of([cage([a, b]), cage([b, c])]).constructive(Consistency::Domain))?;
    /// let left = model.residual(Consistency::Domain).expect("there are solutions").model;
    /// let domains = [x, y, a, b].map(|var| left.domain(var).to_string());
    /// assert_eq!(domains, ["0 1 3 4", "0 1 3 4", "1..9", "1 2"]);
    /// # Ok::<(), residua::model::ModelError>(())
    /// ```
    #[must_use]
    pub fn constructive(self, consistency: Consistency) -> Condition {
        self.0.constructively(consistency).map_or(self, Condition)
    }
}

/// The constraint inside.
impl Constraint for Condition {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn scope(&self) -> Vec<IntView> {
        self.0.scope()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.0.check(value)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        self.0.post(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        self.0.simplify(domains)
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        self.0.truth(domains)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        self.0.map(to)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        self.0.write(f, name)
    }

    fn statement(&self) -> Option<Statement> {
        self.0.statement()
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        self.0.negation()
    }

    fn as_atom(&self) -> Option<Truth<IntAtom>> {
        self.0.as_atom()
    }

    fn post_implied(&self, guard: Atom, watch: GuardWatch, to: &mut Poster<'_>) -> Result<bool, Failure> {
        self.0.post_implied(guard, watch, to)
    }

    fn post_negated(&self, to: &mut Poster<'_>) -> Result<bool, Failure> {
        self.0.post_negated(to)
    }

    fn refutes_guard(&self, guard: Atom, to: &Poster<'_>) -> bool {
        self.0.refutes_guard(guard, to)
    }

    fn constructively(&self, consistency: Consistency) -> Option<Arc<dyn Constraint>> {
        self.0.constructively(consistency)
    }

    fn depth(&self) -> u32 {
        self.0.depth()
    }

    fn validate(&self) -> Result<(), String> {
        self.0.validate()
    }

    fn validate_within(
        &self,
        domains: &dyn Domains<IntVar>,
        name: &dyn Fn(IntView) -> String,
    ) -> Result<(), String> {
        self.0.validate_within(domains, name)
    }

    fn decompose(&self, to: &mut dyn Auxiliaries) -> Result<Option<Arc<dyn Constraint>>, Failure> {
        self.0.decompose(to)
    }

    fn into_shared(self) -> Arc<dyn Constraint> {
        self.0
    }
}

/// An atom is the comparison that says the same.
impl Constraint for IntAtom {
    fn name(&self) -> &'static str {
        from_atom(*self).name()
    }

    fn scope(&self) -> Vec<IntView> {
        from_atom(*self).scope()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        from_atom(*self).check(value)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        from_atom(*self).post(to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        from_atom(*self).simplify(domains)
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        from_atom(*self).truth(domains)
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        from_atom(*self).map(to)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        from_atom(*self).write(f, name)
    }

    fn statement(&self) -> Option<Statement> {
        from_atom(*self).statement()
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        from_atom(*self).negation()
    }

    fn into_shared(self) -> Arc<dyn Constraint> {
        from_atom(self).into_shared()
    }
}
