//! `x ∘ y` and `x ∘ v` for `=`, `≠`, `<`, `≤`, `>`, `≥`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the value of the left view stands in the relation to the value of the right view or constant |
//! | Consistency | domain; for `x = a·y + b` with `a ≠ ±1` over more than 65,536 values, bounds |
//! | Cost | see `equality.rs`, `disequality.rs`, `order.rs`; against a constant it is a fact, stated once |
//! | Same variable | reduced to a comparison with a constant, or decided, at posting |
//! | Source | Apt, *Principles of Constraint Programming*, 2003, ch. 6 |

use std::fmt;
use std::sync::Arc;

use crate::constraints::disequality::Disequality;
use crate::constraints::equality::Equality;
use crate::constraints::order::Order;
use crate::constraints::{Constraint, Linear, Simplified, Statement, gcd, walkable};
use crate::engine::Poster;
use crate::store::{Atom, Domains, Failure, View, ceil, floor};

/// The relation of a [`Comparison`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparator {
    /// `=`
    Eq,
    /// `≠`
    Ne,
    /// `<`
    Lt,
    /// `≤`
    Le,
    /// `>`
    Gt,
    /// `≥`
    Ge,
}

/// The right side of a [`Comparison`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A variable, or a view of one.
    View(View),
    /// A number.
    Constant(i32),
}

impl From<i32> for Operand {
    fn from(value: i32) -> Self {
        Operand::Constant(value)
    }
}

impl<V: Into<View>> From<V> for Operand {
    fn from(view: V) -> Self {
        Operand::View(view.into())
    }
}

/// A comparison of a view with a view or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// The left side.
    pub left: View,
    /// The relation.
    pub comparator: Comparator,
    /// The right side.
    pub right: Operand,
}

fn compare(left: impl Into<View>, comparator: Comparator, right: impl Into<Operand>) -> Comparison {
    Comparison { left: left.into(), comparator, right: right.into() }
}

/// `left = right`. Two variables that are equal, or differ by a constant, become one.
pub fn eq(left: impl Into<View>, right: impl Into<Operand>) -> Comparison {
    compare(left, Comparator::Eq, right)
}

/// `left ≠ right`
pub fn ne(left: impl Into<View>, right: impl Into<Operand>) -> Comparison {
    compare(left, Comparator::Ne, right)
}

/// `left < right`
pub fn lt(left: impl Into<View>, right: impl Into<Operand>) -> Comparison {
    compare(left, Comparator::Lt, right)
}

/// `left ≤ right`
pub fn le(left: impl Into<View>, right: impl Into<Operand>) -> Comparison {
    compare(left, Comparator::Le, right)
}

/// `left > right`
pub fn gt(left: impl Into<View>, right: impl Into<Operand>) -> Comparison {
    compare(left, Comparator::Gt, right)
}

/// `left ≥ right`
pub fn ge(left: impl Into<View>, right: impl Into<Operand>) -> Comparison {
    compare(left, Comparator::Ge, right)
}

impl Comparator {
    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparator::Eq => left == right,
            Comparator::Ne => left != right,
            Comparator::Lt => left < right,
            Comparator::Le => left <= right,
            Comparator::Gt => left > right,
            Comparator::Ge => left >= right,
        }
    }

    /// The relation with its sides exchanged.
    fn mirrored(self) -> Comparator {
        match self {
            Comparator::Lt => Comparator::Gt,
            Comparator::Le => Comparator::Ge,
            Comparator::Gt => Comparator::Lt,
            Comparator::Ge => Comparator::Le,
            same => same,
        }
    }
}

/// What `factor · x ∘ constant` says of `x`.
#[derive(Clone, Copy)]
enum Unary {
    Always,
    Never,
    Atom(Atom),
}

fn unary(view: View, comparator: Comparator, constant: i64) -> Unary {
    let var = view.var;
    let (factor, rest) = (i64::from(view.scale()), constant - i64::from(view.offset()));
    unary_product(var, factor, comparator, rest)
}

/// `factor · x ∘ rest`, the factor not 0.
fn unary_product(var: crate::store::VarId, factor: i64, comparator: Comparator, rest: i64) -> Unary {
    let comparator = if factor < 0 { comparator.mirrored() } else { comparator };
    let below = |high: i64| match i32::try_from(high) {
        Ok(high) => Unary::Atom(Atom::le(var, high)),
        Err(_) if high > 0 => Unary::Always,
        Err(_) => Unary::Never,
    };
    let above = |low: i64| match i32::try_from(low) {
        Ok(low) => Unary::Atom(Atom::ge(var, low)),
        Err(_) if low < 0 => Unary::Always,
        Err(_) => Unary::Never,
    };
    let exact = (rest % factor == 0).then(|| i32::try_from(rest / factor).ok()).flatten();
    match (comparator, exact) {
        (Comparator::Eq, Some(value)) => Unary::Atom(Atom::eq(var, value)),
        (Comparator::Eq, None) => Unary::Never,
        (Comparator::Ne, Some(value)) => Unary::Atom(Atom::ne(var, value)),
        (Comparator::Ne, None) => Unary::Always,
        (Comparator::Le, _) => below(floor(rest, factor)),
        (Comparator::Lt, _) => below(ceil(rest, factor) - 1),
        (Comparator::Ge, _) => above(ceil(rest, factor)),
        (Comparator::Gt, _) => above(floor(rest, factor) + 1),
    }
}

/// The comparison of two views of one variable, as a statement about that variable.
fn same_variable(left: View, comparator: Comparator, right: View) -> Unary {
    let factor = i64::from(left.scale()) - i64::from(right.scale());
    let rest = i64::from(right.offset()) - i64::from(left.offset());
    match factor {
        0 if comparator.holds(0, rest) => Unary::Always,
        0 => Unary::Never,
        _ => unary_product(left.var, factor, comparator, rest),
    }
}

impl Constraint for Comparison {
    fn name(&self) -> &'static str {
        match self.comparator {
            Comparator::Eq => "eq",
            Comparator::Ne => "ne",
            Comparator::Lt => "lt",
            Comparator::Le => "le",
            Comparator::Gt => "gt",
            Comparator::Ge => "ge",
        }
    }

    fn scope(&self) -> Vec<View> {
        match self.right {
            Operand::View(right) => vec![self.left, right],
            Operand::Constant(_) => vec![self.left],
        }
    }

    fn check(&self, value: &dyn Fn(View) -> i64) -> bool {
        let right = match self.right {
            Operand::View(right) => value(right),
            Operand::Constant(constant) => i64::from(constant),
        };
        self.comparator.holds(value(self.left), right)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        let left = to.view(self.left);
        let right = match self.right {
            Operand::Constant(constant) => {
                return state(to, unary(left, self.comparator, i64::from(constant)));
            }
            Operand::View(right) => to.view(right),
        };
        if left.var == right.var {
            return state(to, same_variable(left, self.comparator, right));
        }
        match self.comparator {
            Comparator::Eq if !meet_somewhere(left, right) => return to.refuse(),
            Comparator::Eq => to.add(Equality::new(left, right)),
            Comparator::Ne => to.add(Disequality::new(left, right)),
            Comparator::Le => to.add(Order::new(left, 0, right)),
            Comparator::Lt => to.add(Order::new(left, 1, right)),
            Comparator::Ge => to.add(Order::new(right, 0, left)),
            Comparator::Gt => to.add(Order::new(right, 1, left)),
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains) -> Simplified {
        let constant = match self.right {
            Operand::Constant(constant) => Some(i64::from(constant)),
            Operand::View(right) => right.value(domains).map(i64::from),
        };
        let unary = match (constant, self.right, self.left.value(domains)) {
            (Some(constant), _, _) => unary(self.left, self.comparator, constant),
            (None, Operand::View(right), _) if right.var == self.left.var => {
                same_variable(self.left, self.comparator, right)
            }
            (None, Operand::View(right), Some(value)) => {
                unary(right, self.comparator.mirrored(), i64::from(value))
            }
            (None, Operand::View(right), None) => return self.simplify_binary(right, domains),
            (None, Operand::Constant(_), _) => return Simplified::Unchanged,
        };
        match unary {
            Unary::Always => Simplified::Entailed,
            Unary::Never => Simplified::Violated,
            Unary::Atom(atom) if atom.holds(domains) => Simplified::Entailed,
            Unary::Atom(atom) if (!atom).holds(domains) => Simplified::Violated,
            Unary::Atom(_) if matches!(self.right, Operand::Constant(_)) => Simplified::Unchanged,
            Unary::Atom(atom) => Simplified::Into(vec![from_atom(atom, self.left.model)]),
        }
    }

    fn map(&self, to: &dyn Fn(View) -> View) -> Arc<dyn Constraint> {
        let right = match self.right {
            Operand::View(right) => Operand::View(to(right)),
            constant @ Operand::Constant(_) => constant,
        };
        Arc::new(Comparison { left: to(self.left), right, ..*self })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(View) -> String) -> fmt::Result {
        let sign = match self.comparator {
            Comparator::Eq => "=",
            Comparator::Ne => "≠",
            Comparator::Lt => "<",
            Comparator::Le => "≤",
            Comparator::Gt => ">",
            Comparator::Ge => "≥",
        };
        match self.right {
            Operand::View(right) => write!(f, "{} {sign} {}", name(self.left), name(right)),
            Operand::Constant(constant) => write!(f, "{} {sign} {constant}", name(self.left)),
        }
    }

    fn alias(&self) -> Option<(View, View)> {
        match (self.comparator, self.right) {
            (Comparator::Eq, Operand::View(right)) => Some((self.left, right)),
            _ => None,
        }
    }

    fn statement(&self) -> Option<Statement> {
        let linear = match self.right {
            Operand::View(right) => Linear::between(self.left, self.comparator, right, 0),
            Operand::Constant(constant) => Linear::new([self.left], self.comparator, i64::from(constant)),
        };
        linear.map(Statement::Linear)
    }
}

/// Whether the views are equal for any integers at all. Bounds would move past each other one step at a time.
fn meet_somewhere(left: View, right: View) -> bool {
    let gap = i64::from(left.offset()) - i64::from(right.offset());
    gap % gcd(i64::from(left.scale()), i64::from(right.scale())) == 0
}

impl Comparison {
    /// Neither side is fixed, and they are of two variables.
    fn simplify_binary(&self, right: View, domains: &dyn Domains) -> Simplified {
        let (a, b) =
            ((self.left.min(domains), self.left.max(domains)), (right.min(domains), right.max(domains)));
        let apart = || match (walkable(self.left, domains), walkable(right, domains)) {
            (Some(left), Some(right)) => left.intersect(&right).is_empty(),
            _ => a.1 < b.0 || b.1 < a.0,
        };
        let verdict = match self.comparator {
            Comparator::Eq => apart().then_some(Simplified::Violated),
            Comparator::Ne => apart().then_some(Simplified::Entailed),
            Comparator::Lt => decide(a.1 < b.0, a.0 >= b.1),
            Comparator::Le => decide(a.1 <= b.0, a.0 > b.1),
            Comparator::Gt => decide(a.0 > b.1, a.1 <= b.0),
            Comparator::Ge => decide(a.0 >= b.1, a.1 < b.0),
        };
        verdict.unwrap_or(Simplified::Unchanged)
    }
}

fn decide(entailed: bool, violated: bool) -> Option<Simplified> {
    match (entailed, violated) {
        (true, _) => Some(Simplified::Entailed),
        (_, true) => Some(Simplified::Violated),
        _ => None,
    }
}

fn from_atom(atom: Atom, model: u32) -> Arc<dyn Constraint> {
    let comparator = match atom.relation() {
        crate::store::Relation::Eq => Comparator::Eq,
        crate::store::Relation::Ne => Comparator::Ne,
        crate::store::Relation::Le => Comparator::Le,
        crate::store::Relation::Ge => Comparator::Ge,
    };
    let left = View::of_model(atom.var(), model);
    Arc::new(Comparison { left, comparator, right: Operand::Constant(atom.value()) })
}

fn state(to: &mut Poster<'_>, unary: Unary) -> Result<(), Failure> {
    match unary {
        Unary::Always => Ok(()),
        Unary::Never => to.refuse(),
        Unary::Atom(atom) => to.state(atom),
    }
}
