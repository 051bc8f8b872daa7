//! `number_of(x = 3, y ≤ 5, …) = n`, also with `≤` and `≥`: how many of some atoms are true.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the number of literals that are true is `n`, or at most that, or at least that |
//! | Consistency | domain, where no variable occurs twice |
//! | Cost | O(n) a run, see `counter.rs`; at least one of them is a [`clause`](crate::constraints::clause()) |
//! | Same variable | each literal is counted by itself, also where it implies or excludes others: no solution is lost, and full assignments are decided |
//! | Source | Van Hentenryck & Deville, *The Cardinality Operator*, ICLP 1991 |

use std::fmt;
use std::sync::Arc;

use crate::constraints::clause::{literal_statement, over};
use crate::constraints::counting::amount::Amount;
use crate::constraints::counting::condition::CountedCondition;
use crate::constraints::counting::counter::Counter;
use crate::constraints::counting::quota::{LeftCount, Quota, all, becomes, holds_always};
use crate::constraints::counting::reified;
use crate::constraints::truth::GuardWatch;
use crate::constraints::written::atom;
use crate::constraints::{Comparator, Constraint, Operand, Simplified, Statement, clause};
use crate::engine::Poster;
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Atom, Domains, Failure, Relation};

/// The constraints [`number_of`], [`exactly`], [`at_most`] and [`at_least`]: the number of true atoms, compared with a view or a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberOf {
    /// The atoms that are counted.
    pub literals: Box<[IntAtom]>,
    /// The relation of the number to `count`: `=`, `≤` or `≥`.
    pub comparator: Comparator,
    /// The count that the number is compared with; for a range, some number of it.
    pub count: Amount,
}

/// The number of true atoms among `literals` is `n`: a view, a number, or a range. They may be of any variables, and several of one.
///
/// ```
/// use residua::constraints::number_of;
/// use residua::engine::Consistency;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y, n] = ["x", "y", "n"].map(|name| model.named_var(name, 0..=4));
/// model.post(number_of([x.is(3), y.at_least(2), x.at_most(4)], n))?;
/// let residual = model.residual(Consistency::Domain).expect("there are solutions");
/// assert_eq!(residual.model.to_string(), "x in 0..4\ny in 0..4\nn in 1..3\ncount([x = 3, y ≥ 2]) = n - 1\n");
/// assert_eq!(model.solutions().count(), 25, "one for each pair");
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn number_of(literals: impl IntoIterator<Item = IntAtom>, n: impl Into<Amount>) -> NumberOf {
    NumberOf { literals: literals.into_iter().collect(), comparator: Comparator::Eq, count: n.into() }
}

/// Exactly `k` of the literals are true: [`number_of`] with its arguments exchanged.
///
/// ```
/// use residua::constraints::exactly;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 0..=2);
/// model.post(exactly(1, xs.iter().map(|x| x.is(2))))?;
/// assert_eq!(model.solutions().count(), 4 * 8);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn exactly(k: impl Into<Amount>, literals: impl IntoIterator<Item = IntAtom>) -> NumberOf {
    number_of(literals, k)
}

/// At most `k` of the literals are true; `k` is a number or a view.
///
/// ```
/// use residua::constraints::at_most;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 0..=1);
/// model.post(at_most(1, xs.iter().map(|x| x.is(1))))?;
/// assert_eq!(model.solutions().count(), 5);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn at_most(k: impl Into<Operand>, literals: impl IntoIterator<Item = IntAtom>) -> NumberOf {
    NumberOf { comparator: Comparator::Le, ..number_of(literals, k.into()) }
}

/// At least `k` of the literals are true; `k` is a number or a view. At least one of them is a [`clause`](clause()).
///
/// ```
/// use residua::constraints::at_least;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 4, 0..=1);
/// model.post(at_least(3, xs.iter().map(|x| x.is(1))))?;
/// assert_eq!(model.solutions().count(), 5);
/// # Ok::<(), residua::model::ModelError>(())
/// ```
pub fn at_least(k: impl Into<Operand>, literals: impl IntoIterator<Item = IntAtom>) -> NumberOf {
    NumberOf { comparator: Comparator::Ge, ..number_of(literals, k.into()) }
}

impl NumberOf {
    fn quota(&self) -> Quota {
        Quota { comparator: self.comparator, count: self.count }
    }

    fn counter(&self, to: &mut Poster<'_>) -> Counter {
        let open = self.literals.iter().filter(|&&literal| !is_always(literal));
        let parts: Vec<CountedCondition> =
            open.map(|&literal| CountedCondition::Atom(to.atom(literal))).collect();
        let always = (self.literals.len() - parts.len()) as i64;
        let limits = self.quota().limits(to);
        Counter::new(parts, None, always, limits, to)
    }

    fn with(literals: impl IntoIterator<Item = IntAtom>, quota: Quota) -> NumberOf {
        NumberOf {
            literals: literals.into_iter().collect(),
            comparator: quota.comparator,
            count: quota.count,
        }
    }
}

/// Whether it is true of every integer; it has no negation then.
fn is_always(literal: IntAtom) -> bool {
    matches!((literal.relation(), literal.value()), (Relation::Le, i32::MAX) | (Relation::Ge, i32::MIN))
}

impl Constraint for NumberOf {
    fn name(&self) -> &'static str {
        match self.comparator {
            Comparator::Le => "at_most",
            Comparator::Ge => "at_least",
            _ => "number_of",
        }
    }

    fn scope(&self) -> Vec<IntView> {
        self.literals.iter().map(|literal| literal.var().view()).chain(self.quota().view()).collect()
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let is_true =
            |literal: &&IntAtom| i32::try_from(value(literal.var().view())).is_ok_and(|v| literal.allows(v));
        let count = self.literals.iter().filter(is_true).count() as i64;
        self.quota().is_met_by(count, value)
    }

    fn validate(&self) -> Result<(), String> {
        match self.comparator {
            Comparator::Eq | Comparator::Le | Comparator::Ge => Ok(()),
            _ => Err("a number of literals can be compared by =, ≤ and ≥ only".to_owned()),
        }
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        if self.count.is_empty() {
            return to.refuse();
        }
        if (self.comparator, self.count) == (Comparator::Ge, Amount::from(1)) {
            return clause(self.literals.iter().copied()).post(to);
        }
        let counter = self.counter(to);
        to.add(counter);
        Ok(())
    }

    fn post_implied(&self, guard: Atom, watch: GuardWatch, to: &mut Poster<'_>) -> Result<bool, Failure> {
        reified::post_implied(self, &|to| self.counter(to), (guard, watch), to)
    }

    fn post_negated(&self, to: &mut Poster<'_>) -> Result<bool, Failure> {
        Ok(reified::post_negated(self.counter(to), to))
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        if holds_always(self, domains) {
            return Simplified::Entailed;
        }
        let is_true = self.literals.iter().filter(|literal| literal.holds(domains)).count();
        let is_open = |literal: &&IntAtom| !literal.holds(domains) && !(!**literal).holds(domains);
        let open: Vec<IntAtom> = self.literals.iter().filter(is_open).copied().collect();
        match self.quota().left(is_true, open.len(), domains) {
            LeftCount::Decided(decided) => decided,
            LeftCount::All(truth) => all(open.into_iter(), truth),
            LeftCount::Quota(Quota {
                comparator: Comparator::Ge,
                count: Amount::Equal(Operand::Constant(1)),
            }) => Simplified::Into(vec![clause(open).into_shared()]),
            LeftCount::Quota(quota) => becomes(self, NumberOf::with(open, quota)),
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let literals = self.literals.iter().map(|&literal| over(literal, to(literal.var().view())));
        Arc::new(NumberOf::with(literals, self.quota().map(to)))
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let literals: Vec<String> = self.literals.iter().map(|&literal| atom(literal, name)).collect();
        let literals = literals.join(", ");
        match (self.comparator, self.count) {
            (Comparator::Le, Amount::Equal(Operand::Constant(k))) => write!(f, "at_most({k}, [{literals}])"),
            (Comparator::Ge, Amount::Equal(Operand::Constant(k))) => write!(f, "at_least({k}, [{literals}])"),
            (_, Amount::Equal(Operand::Constant(count))) => write!(f, "exactly({count}, [{literals}])"),
            _ => {
                write!(f, "count([{literals}])")?;
                self.quota().write(f, name)
            }
        }
    }

    fn statement(&self) -> Option<Statement> {
        let of = self.literals.iter().map(literal_statement).collect::<Option<_>>()?;
        Some(self.quota().statement(of))
    }
}
