//! `clause(atoms)`: at least one atom is true, as in `x = 3 ∨ y ≤ 5 ∨ z ≠ 0`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | some variable has a value that one of the literals allows; false without literals |
//! | Consistency | domain, also where a variable occurs in several literals: those that it has left are its set of values |
//! | Cost | see `watched.rs`; with literals of one variable only it is a fact, stated once |
//! | Same variable | literals that another one implies are dropped; if two allow all values, the clause is entailed |
//! | Source | as for `watched.rs` |

mod normal;
mod watched;

use std::fmt;
use std::sync::Arc;

use crate::constraints::clause::normal::{is_always, is_never, needed, set_of, sets};
use crate::constraints::clause::watched::Watched;
use crate::constraints::comparison::from_atom;
use crate::constraints::not;
use crate::constraints::truth::Truth;
use crate::constraints::written::atom;
use crate::constraints::{AllOf, Comparator, Constraint, InSet, Linear, Simplified, Statement};
use crate::engine::Poster;
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Atom, Domains, Failure, Relation};

/// The constraint [`clause`](clause()): at least one of these atoms is true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The atoms.
    pub literals: Box<[IntAtom]>,
}

/// At least one of the atoms is true: `x = 3 ∨ y ≤ 5`. They may be of any variables, and several of one. Without atoms it is false.
///
/// An atom of a view is one of its variable, where there is one: `(x + 1).is(4)` is `Some` of `x.is(3)`, and `(x * 2).is(3)` is
/// `None`, as it is never true.
///
/// ```
/// use residua::constraints::clause;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=9));
/// model.post(clause([x.is(3), y.at_most(5), z.is_not(4)]))?;
/// model.post(clause([y.at_least(8), y.at_most(2)]))?;
/// model.post(clause([y.at_least(8)]))?;
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// assert_eq!(residual.model.to_string(), "x in 1..9\ny in 8 9\nz in 1..9\nx = 3 ∨ z ≠ 4\n");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
///
/// # Complexity
/// Of propagation, see [Moskewicz et al.](https://doi.org/10.1145/378239.379017), *Chaff*, DAC 2001: two literals are watched, and a
/// clause is looked at only when one of those becomes false. In memory, a clause of three literals takes about 200 bytes in a model that
/// names it, and as much again in a solver.
pub fn clause(literals: impl IntoIterator<Item = IntAtom>) -> Clause {
    Clause { literals: literals.into_iter().collect() }
}

/// Posts a clause of an engine's atoms. Its guard, if it is under one, is one literal more: where it is false, the clause holds.
pub(crate) fn post_atoms(mut literals: Vec<Atom>, to: &mut Poster<'_>) -> Result<(), Failure> {
    literals.extend(to.guard().map(|guard| !guard));
    let mut to = to.unguarded();
    let parts = |literal: &Atom| (literal.var(), literal.relation(), literal.value());
    let Some(literals) = needed(&literals, parts) else { return Ok(()) };
    match literals[..] {
        [] => to.refuse(),
        [only] => to.state(only),
        [first, ..] if literals.iter().all(|literal| literal.var() == first.var()) => {
            to.restrict(first.var().into(), &set_of(&literals, parts))
        }
        _ => {
            if !to.state_clause(&literals) {
                let watched = Watched::new(literals, to.store());
                to.add(watched);
            }
            Ok(())
        }
    }
}

impl Constraint for Clause {
    fn name(&self) -> &'static str {
        "clause"
    }

    fn scope(&self) -> Vec<IntView> {
        self.literals.iter().map(|literal| literal.var().view()).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        self.literals
            .iter()
            .any(|literal| i32::try_from(value(literal.var().view())).is_ok_and(|v| literal.allows(v)))
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let literals = self.literals.iter().map(|&literal| to.atom(literal)).collect();
        post_atoms(literals, to)
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        let is_false = |literal: &IntAtom| (!*literal).holds(domains);
        if self.literals.iter().any(|literal| literal.holds(domains)) {
            return Simplified::Entailed;
        }
        let open: Vec<IntAtom> = self.literals.iter().copied().filter(|literal| !is_false(literal)).collect();
        let parts = |literal: &IntAtom| (literal.var(), literal.relation(), literal.value());
        let Some(open) = needed(&open, parts) else { return Simplified::Entailed };
        if sets(&open, parts).iter().any(|(var, values)| domains.domain(*var).is_subset(values)) {
            return Simplified::Entailed;
        }
        match open[..] {
            [] => Simplified::Violated,
            [only] => Simplified::Into(vec![from_atom(only).into_shared()]),
            [first, ..] if open.iter().all(|literal| literal.var() == first.var()) => {
                let (view, values) = (first.var().view(), set_of(&open, parts));
                Simplified::Into(vec![InSet { view, values }.into_shared()])
            }
            _ if open.len() == self.literals.len() => Simplified::Unchanged,
            _ => Simplified::Into(vec![clause(open).into_shared()]),
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        Arc::new(clause(self.literals.iter().map(|&literal| over(literal, to(literal.var().view())))))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        if self.literals.is_empty() {
            return f.write_str("false");
        }
        for (at, &literal) in self.literals.iter().enumerate() {
            write!(f, "{}{}", if at == 0 { "" } else { " ∨ " }, atom(literal, name))?;
        }
        Ok(())
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        let parts = self.literals.iter().map(|&literal| not(literal).into_shared());
        Some(Arc::new(AllOf { parts: parts.collect() }))
    }

    fn statement(&self) -> Option<Statement> {
        self.literals.iter().map(literal_statement).collect::<Option<_>>().map(Statement::Any)
    }

    fn as_atom(&self) -> Option<Truth<IntAtom>> {
        match self.literals[..] {
            [] => Some(Truth::Never),
            [only] => Some(Truth::Is(only)),
            _ => None,
        }
    }

    fn refutes_guard(&self, _: Atom, _: &Poster<'_>) -> bool {
        true
    }
}

/// What a literal says.
pub(super) fn literal_statement(literal: &IntAtom) -> Option<Statement> {
    let comparator = match literal.relation() {
        Relation::Eq => Comparator::Eq,
        Relation::Ne => Comparator::Ne,
        Relation::Le => Comparator::Le,
        Relation::Ge => Comparator::Ge,
    };
    Linear::new([literal.var().view()], comparator, literal.value().into()).map(Statement::Linear)
}

/// The literal where its variable is `view`, as an atom of the variable of that view.
pub(super) fn over(literal: IntAtom, view: IntView) -> IntAtom {
    let (relation, value) = (literal.relation(), literal.value());
    let constant = |is_true| if is_true { is_always(view.var) } else { is_never(view.var) };
    if view.is_plain() {
        return IntAtom::new(view.var, relation, value);
    }
    if view.scale() == 0 {
        return constant(literal.allows(view.offset()));
    }
    match relation {
        Relation::Eq => view.is(value).unwrap_or_else(|| constant(false)),
        Relation::Ne => view.is_not(value).unwrap_or_else(|| constant(true)),
        Relation::Le => view.at_most(value).unwrap_or_else(|| constant(true)),
        Relation::Ge => view.at_least(value).unwrap_or_else(|| constant(true)),
    }
}
