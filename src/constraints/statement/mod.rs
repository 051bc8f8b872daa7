//! Statements: the meaning of a constraint, independent of propagation and of the catalogue.
//!
//! The set of constraints is open. An encoder that translates a model, for Prolog or for a SAT or linear solver, cannot handle
//! them all; so each constraint gives its meaning as a [`Statement`], made of a few shapes. These suffice for
//! every constraint over finite domains: at worst it is the list of its solutions, [`Statement::Any`] of
//! [`Statement::All`] of memberships.

mod circuit;
mod function;
mod linear;

use crate::constraints::{Comparator, Operand};
use crate::domain::Domain;
use crate::store::handle::{IntVar, IntView};

pub use crate::constraints::statement::circuit::Node;
pub use crate::constraints::statement::function::Function;
pub use crate::constraints::statement::linear::{Linear, LinearRelation};

/// The exact meaning of a [`Constraint`](crate::constraints::Constraint).
///
/// The variants are all that there are, so that the compiler tells a translator which of them it has left out; another one is a change
/// that breaks.
///
/// ```
/// use residua::constraints::{Comparator, Linear, Statement};
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=9));
/// // |x - y| ≥ 3
/// let beyond = |x, y| Linear::between(x, Comparator::Ge, y, 3).map(Statement::Linear);
/// let apart = Statement::Any(vec![beyond(x, y).expect("3 is small"), beyond(y, x).expect("3 is small")]);
/// let at = |values: [i32; 2]| apart.holds(&|view| view.apply(values[view.var.index()]));
/// assert!(at([1, 4]) && at([9, 2]) && !at([5, 7]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A sum is in a relation to a constant.
    Linear(Linear),
    /// No two of the views have the same value.
    AllDifferent(Vec<IntView>),
    /// The value of the view is in the set.
    Member(IntView, Domain),
    /// A function is defined for the values of these arguments, and the result is its value: whether that holds, or does not.
    Function {
        /// The function.
        function: Function,
        /// The arguments.
        arguments: [IntView; 2],
        /// The view that its value is compared with.
        result: IntView,
        /// Whether it states that this holds, or that it does not: the function is undefined there, or has another value.
        holds: bool,
    },
    /// All of these hold; true without any.
    All(Vec<Statement>),
    /// At least one of these holds; false without any.
    Any(Vec<Statement>),
    /// The number of parts that hold is in a relation to a view or a number.
    Count {
        /// The parts.
        of: Vec<Statement>,
        /// The relation of their number to `to`.
        comparator: Comparator,
        /// The operand that it is compared with.
        to: Operand,
    },
    /// The weights of the parts that hold, added up, are in a relation to a view or a number.
    Weighted {
        /// The parts, each with its weight, of at most 32 bits.
        of: Vec<(i64, Statement)>,
        /// The relation of the sum to `to`.
        comparator: Comparator,
        /// The operand that it is compared with.
        to: Operand,
    },
    /// The nodes are on one circuit, but for those that are optional and have themselves as their successors: whether that is so, or
    /// is not. No two of them have the same label. That all are left out is a circuit too.
    Circuit {
        /// The nodes.
        nodes: Vec<Node>,
        /// Whether it states that this holds, or that it does not: a successor is not a label, two are the same, or there are several
        /// circuits.
        holds: bool,
    },
}

impl Operand {
    /// The number, given the values of views.
    pub(super) fn value(self, value: &dyn Fn(IntView) -> i64) -> i64 {
        match self {
            Operand::View(view) => value(view),
            Operand::Constant(constant) => constant,
        }
    }
}

fn view_of(operand: Operand) -> Option<IntView> {
    match operand {
        Operand::View(view) => Some(view),
        Operand::Constant(_) => None,
    }
}

impl Statement {
    /// The negation, which holds exactly where this does not; `None` if a view in it is overflown.
    ///
    /// ```
    /// use residua::constraints::Statement;
    /// use residua::model::Model;
    ///
    /// let mut model = Model::new();
    /// let [x, y] = ["x", "y"].map(|name| model.named_var(name, 1..=9));
    /// let differ = Statement::AllDifferent(vec![x.view(), y + 1]);
    /// let equal = differ.negated().expect("the views are small");
    /// let at = |values: [i32; 2]| equal.holds(&|view| view.apply(values[view.var.index()]));
    /// assert!(at([4, 3]) && !at([3, 3]));
    /// ```
    pub fn negated(&self) -> Option<Statement> {
        let each = |parts: &[Statement]| parts.iter().map(Statement::negated).collect::<Option<_>>();
        Some(match self {
            Statement::Linear(linear) => Statement::Linear(linear.negated()),
            Statement::AllDifferent(views) => {
                let pairs = (0..views.len()).flat_map(|j| (0..j).map(move |i| (views[i], views[j])));
                let equal = |(x, y)| Linear::between(x, Comparator::Eq, y, 0).map(Statement::Linear);
                Statement::Any(pairs.map(equal).collect::<Option<_>>()?)
            }
            Statement::Member(view, values) => {
                Statement::Member(*view, Domain::from(i32::MIN..=i32::MAX).difference(values))
            }
            &Statement::Function { function, arguments, result, holds } => {
                Statement::Function { function, arguments, result, holds: !holds }
            }
            Statement::All(parts) => Statement::Any(each(parts)?),
            Statement::Any(parts) => Statement::All(each(parts)?),
            Statement::Count { of, comparator, to } => {
                Statement::Count { of: of.clone(), comparator: comparator.negated(), to: *to }
            }
            Statement::Weighted { of, comparator, to } => {
                Statement::Weighted { of: of.clone(), comparator: comparator.negated(), to: *to }
            }
            Statement::Circuit { nodes, holds } => Statement::Circuit { nodes: nodes.clone(), holds: !holds },
        })
    }

    /// Whether all its views are valid, and of variables for which `has` is true.
    pub fn is_within(&self, has: &dyn Fn(IntVar) -> bool) -> bool {
        let fits = |view: &IntView| has(view.var) && !view.is_overflown();
        match self {
            Statement::Linear(linear) => linear.terms().iter().all(|&(_, var)| has(var)),
            Statement::AllDifferent(views) => views.iter().all(fits),
            Statement::Member(view, _) => fits(view),
            Statement::Function { arguments, result, .. } => arguments.iter().chain([result]).all(fits),
            Statement::All(parts) | Statement::Any(parts) => parts.iter().all(|part| part.is_within(has)),
            Statement::Count { of, to, .. } => {
                view_of(*to).as_ref().is_none_or(fits) && of.iter().all(|part| part.is_within(has))
            }
            Statement::Weighted { of, to, .. } => {
                view_of(*to).as_ref().is_none_or(fits) && of.iter().all(|(_, part)| part.is_within(has))
            }
            Statement::Circuit { nodes, .. } => nodes.iter().all(|node| fits(&node.successor)),
        }
    }

    /// Whether it holds where each view has the value that `value` gives.
    pub fn holds(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        match self {
            Statement::Linear(linear) => linear.holds(&|var| value(var.view())),
            Statement::AllDifferent(views) => {
                let values: Vec<i64> = views.iter().map(|&x| value(x)).collect();
                values.iter().enumerate().all(|(i, v)| !values[..i].contains(v))
            }
            Statement::Member(view, values) => i32::try_from(value(*view)).is_ok_and(|v| values.contains(v)),
            Statement::Function { function, arguments, result, holds } => {
                (function.apply(arguments.map(value)) == Some(value(*result))) == *holds
            }
            Statement::All(parts) => parts.iter().all(|part| part.holds(value)),
            Statement::Any(parts) => parts.iter().any(|part| part.holds(value)),
            Statement::Count { of, comparator, to } => {
                let count = of.iter().filter(|part| part.holds(value)).count() as i64;
                comparator.holds(count, to.value(value))
            }
            Statement::Weighted { of, comparator, to } => {
                let held = of.iter().filter(|(_, part)| part.holds(value));
                comparator.holds(held.map(|(weight, _)| weight).sum(), to.value(value))
            }
            Statement::Circuit { nodes, holds } => {
                let successors: Vec<i64> = nodes.iter().map(|node| value(node.successor)).collect();
                Node::are_circuit(nodes, &successors) == *holds
            }
        }
    }
}
