//! Comparisons `x ∘ y` and `x ∘ v` for `=`, `≠`, `<`, `≤`, `>`, `≥`.
//!
//! | Promise | |
//! |---|---|
//! | Meaning | the value of the left view is in the relation to the value of the right view or constant |
//! | Consistency | domain; for `x = a·y + b` with `a ≠ ±1` over more than 65,536 values, bounds |
//! | Cost | see `equality.rs`, `disequality.rs`, `order.rs`; against a constant it is a fact, stated once |
//! | Same variable | reduced to a comparison with a constant, or decided, at posting |
//! | Source | Apt, *Principles of Constraint Programming*, 2003, ch. 6 |

use std::fmt;
use std::sync::Arc;

use crate::constraints::comparator::decided;
use crate::constraints::disequality::Disequality;
use crate::constraints::equality::Equality;
use crate::constraints::guarded_disequality::Differ;
use crate::constraints::guarded_equality::Equal;
use crate::constraints::operand::Operand;
use crate::constraints::order::Order;
use crate::constraints::truth::{GuardWatch, Truth};
use crate::constraints::written::{atom_of, write_linear};
use crate::constraints::{Comparator, Constraint, Linear, LinearSum, Simplified, Statement, gcd, walkable};
use crate::engine::{Consistency, Poster};
use crate::store::handle::{IntAtom, IntVar, IntView};
use crate::store::{Atom, Domains, Failure, Relation, VarId, View, ceil, floor};

/// A comparison of a view with a view or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    /// The left side.
    pub left: IntView,
    /// The relation.
    pub comparator: Comparator,
    /// The right side.
    pub right: Operand,
}

/// What `factor · x ∘ constant` means for `x`.
#[derive(Clone, Copy)]
enum Unary {
    Always,
    Never,
    /// The relation of `x` to a value.
    Is(Relation, i32),
}

/// What is left of a comparison under some domains.
enum Becomes {
    Truth(bool),
    Comparison(Comparison),
}

/// No product of a factor and a value of 32 bits each is so far from 0.
const FAR: i64 = (1 << 62) + 1;

fn unary<V: Copy>(view: View<V>, comparator: Comparator, constant: i64) -> Unary {
    // At the ends of 64 bits there is no next number.
    let rest = constant.saturating_sub(view.offset().into()).clamp(-FAR, FAR);
    unary_product(view.scale().into(), comparator, rest)
}

/// `factor · x ∘ rest`.
fn unary_product(factor: i64, comparator: Comparator, rest: i64) -> Unary {
    if factor == 0 {
        return if comparator.holds(0, rest) { Unary::Always } else { Unary::Never };
    }
    let comparator = if factor < 0 { comparator.mirrored() } else { comparator };
    let below = |high: i64| match i32::try_from(high) {
        Ok(high) => Unary::Is(Relation::Le, high),
        Err(_) if high > 0 => Unary::Always,
        Err(_) => Unary::Never,
    };
    let above = |low: i64| match i32::try_from(low) {
        Ok(low) => Unary::Is(Relation::Ge, low),
        Err(_) if low < 0 => Unary::Always,
        Err(_) => Unary::Never,
    };
    let exact = (rest % factor == 0).then(|| i32::try_from(rest / factor).ok()).flatten();
    match (comparator, exact) {
        (Comparator::Eq, Some(value)) => Unary::Is(Relation::Eq, value),
        (Comparator::Eq, None) => Unary::Never,
        (Comparator::Ne, Some(value)) => Unary::Is(Relation::Ne, value),
        (Comparator::Ne, None) => Unary::Always,
        (Comparator::Le, _) => below(floor(rest, factor)),
        (Comparator::Lt, _) => below(ceil(rest, factor) - 1),
        (Comparator::Ge, _) => above(ceil(rest, factor)),
        (Comparator::Gt, _) => above(floor(rest, factor) + 1),
    }
}

/// The comparison of two views of one variable, as a statement about that variable.
fn same_variable<V: Copy>(left: View<V>, comparator: Comparator, right: View<V>) -> Unary {
    let factor = i64::from(left.scale()) - i64::from(right.scale());
    unary_product(factor, comparator, i64::from(right.offset()) - i64::from(left.offset()))
}

impl Comparison {
    /// The two views in the engine, for `x = y` and `x ≠ y`.
    fn sides(&self, to: &Poster<'_>) -> Option<[View; 2]> {
        let is_order = !matches!(self.comparator, Comparator::Eq | Comparator::Ne);
        match self.right {
            Operand::View(right) if !is_order => Some([to.view(self.left), to.view(right)]),
            _ => None,
        }
    }

    /// An order of two views as a sum, which is at most 0, or at least.
    fn as_sum(&self) -> Option<LinearSum> {
        let Operand::View(right) = self.right else { return None };
        let terms = vec![self.left, -right];
        let is_order = !matches!(self.comparator, Comparator::Eq | Comparator::Ne);
        let fits = terms.iter().all(|term| !term.is_overflown());
        let (comparator, consistency) = (self.comparator, Consistency::Bounds);
        (is_order && fits).then_some(LinearSum { terms, comparator, total: 0, consistency })
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

    fn scope(&self) -> Vec<IntView> {
        match self.right {
            Operand::View(right) => vec![self.left, right],
            Operand::Constant(_) => vec![self.left],
        }
    }

    fn check(&self, value: &dyn Fn(IntView) -> i64) -> bool {
        let right = match self.right {
            Operand::View(right) => value(right),
            Operand::Constant(constant) => constant,
        };
        self.comparator.holds(value(self.left), right)
    }

    fn post(&self, to: &mut Poster<'_>) -> Result<(), Failure> {
        // A factor of 0 is a variable of its own in the engine, beside which the fact would be lost.
        match self.as_atom() {
            Some(Truth::Always) => return Ok(()),
            Some(Truth::Never) => return to.refuse(),
            Some(Truth::Is(atom)) => return to.state(to.atom(atom)),
            None => {}
        }
        let Operand::View(right) = self.right else { unreachable!("invariant: of a constant it is an atom") };
        let (left, right) = (to.view(self.left), to.view(right));
        if left.var == right.var {
            return state(to, left.var, same_variable(left, self.comparator, right));
        }
        match self.comparator {
            Comparator::Eq if !meet_somewhere(left, right) || to.are_different(left, right) => {
                return to.refuse();
            }
            Comparator::Eq => {
                let equality = Equality::new(left, right, to);
                to.add(equality);
            }
            Comparator::Ne => to.add(Disequality::new(left, right)),
            Comparator::Le => to.add(Order::new(left, 0, right)),
            Comparator::Lt => to.add(Order::new(left, 1, right)),
            Comparator::Ge => to.add(Order::new(right, 0, left)),
            Comparator::Gt => to.add(Order::new(right, 1, left)),
        }
        Ok(())
    }

    fn simplify(&self, domains: &dyn Domains<IntVar>) -> Simplified {
        match self.becomes(domains) {
            Becomes::Truth(true) => Simplified::Entailed,
            Becomes::Truth(false) => Simplified::Violated,
            Becomes::Comparison(other) if other == *self => Simplified::Unchanged,
            Becomes::Comparison(other) => Simplified::Into(vec![other.into_shared()]),
        }
    }

    fn truth(&self, domains: &dyn Domains<IntVar>) -> Option<bool> {
        match self.becomes(domains) {
            Becomes::Truth(truth) => Some(truth),
            Becomes::Comparison(_) => None,
        }
    }

    fn map(&self, to: &dyn Fn(IntView) -> IntView) -> Arc<dyn Constraint> {
        let right = match self.right {
            Operand::View(right) => Operand::View(to(right)),
            constant @ Operand::Constant(_) => constant,
        };
        Arc::new(Comparison { left: to(self.left), right, ..*self })
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let sign = self.comparator;
        if let Some(atom) = self.written_atom(name) {
            return f.write_str(&atom);
        }
        match self.right {
            Operand::View(right) if self.left.scale() < 0 || right.scale() < 0 => {
                write_linear(f, &[self.left, -right], sign, 0, name)
            }
            Operand::Constant(constant) if self.left.scale() < 0 => {
                write_linear(f, &[self.left], sign, constant, name)
            }
            Operand::View(right) => write!(f, "{} {sign} {}", name(self.left), name(right)),
            Operand::Constant(constant) => write!(f, "{} {sign} {constant}", name(self.left)),
        }
    }

    fn negation(&self) -> Option<Arc<dyn Constraint>> {
        Some(Arc::new(Comparison { comparator: self.comparator.negated(), ..*self }))
    }

    fn statement(&self) -> Option<Statement> {
        let linear = match self.right {
            Operand::View(right) => Linear::between(self.left, self.comparator, right, 0),
            Operand::Constant(constant) => Linear::new([self.left], self.comparator, constant),
        };
        linear.map(Statement::Linear)
    }

    fn as_atom(&self) -> Option<Truth<IntAtom>> {
        let (var, unary) = match self.right {
            Operand::Constant(constant) => (self.left.var, unary(self.left, self.comparator, constant)),
            Operand::View(right) if right.var == self.left.var => {
                (right.var, same_variable(self.left, self.comparator, right))
            }
            Operand::View(_) => return None,
        };
        Some(match unary {
            Unary::Always => Truth::Always,
            Unary::Never => Truth::Never,
            Unary::Is(relation, value) => Truth::Is(IntAtom::new(var, relation, value)),
        })
    }

    /// `x = y`, `x ≠ y` and, as a sum, an order are one propagator with the guard.
    fn post_implied(&self, guard: Atom, watch: GuardWatch, to: &mut Poster<'_>) -> Result<bool, Failure> {
        if let Some([x, y]) = self.sides(to)
            && x.var != y.var
            && ![x.var, y.var].contains(&guard.var())
            && meet_somewhere(x, y)
        {
            if to.are_different(x, y) {
                let is_equality = self.comparator == Comparator::Eq;
                return match watch {
                    _ if is_equality => to.unguarded().state(!guard),
                    GuardWatch::Decides => to.unguarded().state(guard),
                    GuardWatch::Refutes | GuardWatch::Nothing => Ok(()),
                }
                .map(|()| true);
            }
            if self.comparator == Comparator::Eq {
                let equal = Equal::new(guard, x, y, to);
                to.unguarded().add(equal);
            } else {
                to.unguarded().add(Differ::new(guard, x, y));
            }
            return Ok(true);
        }
        let fits = |sum: &LinearSum| sum.terms.iter().all(|term| term.scale() == 0 || term.fits(to));
        let sum = self.as_sum().filter(fits);
        sum.map_or(Ok(false), |sum| sum.post_implied(guard, watch, to))
    }

    fn refutes_guard(&self, guard: Atom, to: &Poster<'_>) -> bool {
        let is_fact = matches!(self.as_atom(), Some(Truth::Is(_) | Truth::Never));
        is_fact || self.sides(to).is_some_and(|sides| sides.iter().all(|x| x.var != guard.var()))
    }
}

/// Whether the views are equal for any integers at all. Bounds would move past each other one step at a time.
fn meet_somewhere(left: View, right: View) -> bool {
    let gap = i64::from(left.offset()) - i64::from(right.offset());
    gap % gcd(i64::from(left.scale()), i64::from(right.scale())) == 0
}

impl Comparison {
    /// As an atom is written, if it is about one variable as it is.
    fn written_atom(&self, name: &dyn Fn(IntView) -> String) -> Option<String> {
        let Operand::Constant(constant) = self.right else { return None };
        let relation = match self.comparator {
            Comparator::Eq => Relation::Eq,
            Comparator::Ne => Relation::Ne,
            Comparator::Le => Relation::Le,
            Comparator::Ge => Relation::Ge,
            Comparator::Lt | Comparator::Gt => return None,
        };
        let constant = i32::try_from(constant).ok()?;
        self.left.is_plain().then(|| atom_of(&name(self.left), relation, constant))
    }

    /// The shortest comparison with the same meaning under the domains.
    fn becomes(&self, domains: &dyn Domains<IntVar>) -> Becomes {
        let constant = match self.right {
            Operand::Constant(constant) => Some(constant),
            Operand::View(right) => right.value(domains).map(i64::from),
        };
        let (var, unary) = match (constant, self.right, self.left.value(domains)) {
            (Some(constant), _, _) => (self.left.var, unary(self.left, self.comparator, constant)),
            (None, Operand::View(right), _) if right.var == self.left.var => {
                (right.var, same_variable(self.left, self.comparator, right))
            }
            (None, Operand::View(right), Some(value)) => {
                (right.var, unary(right, self.comparator.mirrored(), i64::from(value)))
            }
            (None, Operand::View(right), None) => {
                let truth = self.truth_of_two(right, domains);
                return truth
                    .map_or_else(|| Becomes::Comparison(self.normal(right, domains)), Becomes::Truth);
            }
            (None, Operand::Constant(_), _) => return Becomes::Comparison(*self),
        };
        let atom = match unary {
            Unary::Always => return Becomes::Truth(true),
            Unary::Never => return Becomes::Truth(false),
            Unary::Is(relation, value) => IntAtom::new(var, relation, value),
        };
        if atom.holds(domains) {
            Becomes::Truth(true)
        } else if (!atom).holds(domains) {
            Becomes::Truth(false)
        } else {
            Becomes::Comparison(from_atom(atom))
        }
    }

    /// The comparison of two variables without what both sides have in common: `a + 2 ≠ b + 2` is `a ≠ b`.
    fn normal(&self, right: IntView, domains: &dyn Domains<IntVar>) -> Comparison {
        let (left, gap) = (self.left, i64::from(right.offset()) - i64::from(self.left.offset()));
        let divisor = gcd(gcd(left.scale().into(), right.scale().into()), gap).abs();
        // Of two factors below 0 both sides are negated, and change places with it.
        let is_negated = left.scale() < 0 && right.scale() < 0;
        let divisor = if is_negated { -divisor } else { divisor };
        let part = |number: i64| i32::try_from(number / divisor).ok();
        let scaled = |view: IntView, offset: i64| {
            let view = view.var.view().then(part(view.scale().into())?, part(offset)?);
            view.filter(|view| view.fits(domains))
        };
        // Offsets are collected on the right, unless the sum leaves 32 bits there.
        let comparator = if is_negated { self.comparator.mirrored() } else { self.comparator };
        match (scaled(left, 0), scaled(right, gap)) {
            (Some(left), Some(right)) => Comparison { left, comparator, right: Operand::View(right) },
            _ => *self,
        }
    }

    /// Whether it holds, where neither side is fixed, and they are of two variables.
    fn truth_of_two(&self, right: IntView, domains: &dyn Domains<IntVar>) -> Option<bool> {
        let (a, b) =
            ((self.left.min(domains), self.left.max(domains)), (right.min(domains), right.max(domains)));
        let apart = || match (walkable(self.left, domains), walkable(right, domains)) {
            (Some(left), Some(right)) => left.is_disjoint(&right),
            _ => a.1 < b.0 || b.1 < a.0,
        };
        match self.comparator {
            Comparator::Eq => apart().then_some(false),
            Comparator::Ne => apart().then_some(true),
            Comparator::Lt => decided(a.1 < b.0, a.0 >= b.1),
            Comparator::Le => decided(a.1 <= b.0, a.0 > b.1),
            Comparator::Gt => decided(a.0 > b.1, a.1 <= b.0),
            Comparator::Ge => decided(a.0 >= b.1, a.1 < b.0),
        }
    }
}

/// The atom as a comparison.
pub(super) fn from_atom(atom: IntAtom) -> Comparison {
    let comparator = match atom.relation() {
        Relation::Eq => Comparator::Eq,
        Relation::Ne => Comparator::Ne,
        Relation::Le => Comparator::Le,
        Relation::Ge => Comparator::Ge,
    };
    Comparison { left: atom.var().view(), comparator, right: Operand::Constant(atom.value().into()) }
}

fn state(to: &mut Poster<'_>, var: VarId, unary: Unary) -> Result<(), Failure> {
    match unary {
        Unary::Always => Ok(()),
        Unary::Never => to.refuse(),
        Unary::Is(relation, value) => to.state(Atom::new(var, relation, value)),
    }
}
