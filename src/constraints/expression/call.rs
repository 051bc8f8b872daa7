//! Function calls in expressions: evaluation, bounds, and text.
//!
//! A division by 0, an index out of range and most powers below 0 have no value. Then what is compared with them does not hold, whatever
//! the comparison: the relational semantics (Frisch & Stuckey, *The Proper Treatment of Undefinedness in Constraint Languages*, CP 2009).

use std::fmt;
use std::sync::Arc;

use crate::constraints::arithmetic::{Interval, narrow};
use crate::constraints::expression::compare::compare;
use crate::constraints::{Comparator, Condition, Constraint, Expr, Formula, Function, Operation, any_of};
use crate::store::Domains;
use crate::store::handle::{IntVar, IntView};

/// A function applied to expressions.
#[derive(Clone, Debug)]
pub enum Call {
    /// A function of arithmetic, and as many arguments as it takes.
    Arithmetic(Operation, Vec<Expr>),
    /// The greatest or the least of expressions; without any, it has no value.
    Extremum {
        /// The expressions.
        terms: Vec<Expr>,
        /// Whether it is the greatest.
        is_maximum: bool,
    },
    /// The entry at a position, from 0.
    Element {
        /// The entries.
        entries: Vec<Expr>,
        /// The position.
        index: Expr,
    },
    /// One of two expressions, by a condition.
    IfElse {
        /// The condition.
        condition: Arc<dyn Constraint>,
        /// The value where it holds.
        then: Expr,
        /// The value where it does not.
        or: Expr,
    },
    /// The number of conditions that hold.
    HowMany(Vec<Arc<dyn Constraint>>),
}

/// The least and the greatest that something can be.
pub(in crate::constraints) type Ends = (i128, i128);

/// What makes another condition of one.
pub(super) type Simpler<'a> = dyn Fn(&Arc<dyn Constraint>) -> Arc<dyn Constraint> + 'a;

impl PartialEq for Call {
    fn eq(&self, other: &Call) -> bool {
        match (self, other) {
            (Call::Arithmetic(one, of), Call::Arithmetic(other, others)) => one == other && of == others,
            (Call::Extremum { terms, is_maximum }, Call::Extremum { terms: others, is_maximum: other }) => {
                terms == others && is_maximum == other
            }
            (Call::Element { entries, index }, Call::Element { entries: others, index: other }) => {
                entries == others && index == other
            }
            (Call::IfElse { condition, then, or }, Call::IfElse { condition: other, then: yes, or: no }) => {
                **condition == **other && then == yes && or == no
            }
            (Call::HowMany(parts), Call::HowMany(others)) => {
                parts.iter().map(|part| &**part).eq(others.iter().map(|part| &**part))
            }
            _ => false,
        }
    }
}

impl Call {
    /// The expressions in it; those in conditions are not among them.
    pub(super) fn arguments(&self) -> Vec<&Expr> {
        match self {
            Call::Arithmetic(_, arguments) => arguments.iter().collect(),
            Call::Extremum { terms, .. } => terms.iter().collect(),
            Call::Element { entries, index } => entries.iter().chain([index]).collect(),
            Call::IfElse { then, or, .. } => vec![then, or],
            Call::HowMany(_) => Vec::new(),
        }
    }

    /// The conditions in it.
    pub(super) fn conditions(&self) -> &[Arc<dyn Constraint>] {
        match self {
            Call::IfElse { condition, .. } => std::slice::from_ref(condition),
            Call::HowMany(parts) => parts,
            _ => &[],
        }
    }

    /// How deep it nests: a level more than what is in it.
    pub(super) fn depth(&self) -> u32 {
        let arguments = self.arguments().into_iter().map(|argument| argument.depth);
        let conditions = self.conditions().iter().map(Constraint::depth);
        arguments.chain(conditions).max().unwrap_or(0) + 1
    }

    /// Its views, in the order in which they are written.
    pub(super) fn collect(&self, out: &mut Vec<IntView>) {
        out.extend(self.conditions().iter().flat_map(Constraint::scope));
        self.arguments().into_iter().for_each(|argument| argument.collect(out));
    }

    /// The call on other expressions and conditions.
    pub(super) fn map(&self, expression: &dyn Fn(&Expr) -> Expr, condition: &Simpler<'_>) -> Call {
        let all = |expressions: &[Expr]| expressions.iter().map(expression).collect();
        match self {
            Call::Arithmetic(operation, arguments) => Call::Arithmetic(*operation, all(arguments)),
            Call::Extremum { terms, is_maximum } => {
                Call::Extremum { terms: all(terms), is_maximum: *is_maximum }
            }
            Call::Element { entries, index } => {
                Call::Element { entries: all(entries), index: expression(index) }
            }
            Call::IfElse { condition: of, then, or } => {
                Call::IfElse { condition: condition(of), then: expression(then), or: expression(or) }
            }
            Call::HowMany(parts) => Call::HowMany(parts.iter().map(condition).collect()),
        }
    }

    /// What it comes to; `None` where it is undefined.
    pub(super) fn evaluate(&self, value: &dyn Fn(IntView) -> i64) -> Option<i128> {
        let of = |argument: &Expr| argument.evaluate(value);
        match self {
            Call::Arithmetic(operation, arguments) => {
                let number = |at: usize| match arguments.get(at) {
                    Some(argument) => i64::try_from(of(argument)?).ok(),
                    None => Some(0),
                };
                operation.apply([number(0)?, number(1)?]).map(i128::from)
            }
            Call::Extremum { terms, is_maximum } => {
                let values: Option<Vec<i128>> = terms.iter().map(of).collect();
                if *is_maximum { values?.into_iter().max() } else { values?.into_iter().min() }
            }
            Call::Element { entries, index } => {
                let values: Option<Vec<i128>> = entries.iter().map(of).collect();
                values?.get(usize::try_from(of(index)?).ok()?).copied()
            }
            Call::IfElse { condition, then, or } => of(if condition.check(value) { then } else { or }),
            Call::HowMany(parts) => Some(parts.iter().filter(|part| part.check(value)).count() as i128),
        }
    }

    /// Ends between which its value is wherever it has one. They are those of the variable that stands for it: where it may have no
    /// value, the argument that is put in its place counts too.
    pub(super) fn ends(&self, domains: &dyn Domains<IntVar>) -> Ends {
        let hull = |one: Ends, other: Ends| (one.0.min(other.0), one.1.max(other.1));
        match self {
            Call::Arithmetic(operation, arguments) => {
                // Each once: a second time at each level would be as often as 2 to the power of the levels.
                let first = arguments[0].ends(domains);
                let last = arguments.get(1).map_or(first, |argument| argument.ends(domains));
                let safe = safe_argument(*operation).filter(|_| self.is_partial(last, domains));
                let last = safe.map_or(last, |value| hull(last, (value, value)));
                // Beyond these no argument is accepted.
                let cut = |end: i128| end.clamp(i32::MIN.into(), i32::MAX.into()) as i64;
                let [first, last] = [first, last].map(|(low, high)| Interval::new(cut(low), cut(high)));
                arithmetic_ends(*operation, first, last)
            }
            Call::Extremum { terms, is_maximum } => {
                let all = terms.iter().map(|term| term.ends(domains));
                let further = |one: Ends, other: Ends| {
                    if *is_maximum {
                        (one.0.max(other.0), one.1.max(other.1))
                    } else {
                        (one.0.min(other.0), one.1.min(other.1))
                    }
                };
                all.reduce(further).unwrap_or((0, 0))
            }
            Call::Element { entries, index } => {
                let ends = index.ends(domains);
                let (low, high) = if self.is_partial(ends, domains) { hull(ends, (0, 0)) } else { ends };
                let within = |&(at, _): &(i128, &Expr)| low <= at && at <= high;
                let reached = (0i128..).zip(entries).filter(within).map(|(_, entry)| entry.ends(domains));
                reached.reduce(hull).unwrap_or((0, 0))
            }
            Call::IfElse { then, or, .. } => hull(then.ends(domains), or.ends(domains)),
            Call::HowMany(parts) => (0, parts.len() as i128),
        }
    }

    /// The argument that decides whether it has a value, if one does: an exponent, a divisor, an index.
    fn deciding(&self) -> Option<&Expr> {
        match self {
            Call::Arithmetic(Operation::Function(Function::Times), _) => None,
            Call::Arithmetic(Operation::Function(_), arguments) => arguments.get(1),
            Call::Element { index, .. } => Some(index),
            _ => None,
        }
    }

    /// Whether it may have no value where its arguments have, the deciding one of them between these ends.
    fn is_partial(&self, (low, high): Ends, domains: &dyn Domains<IntVar>) -> bool {
        match self {
            Call::Extremum { terms, .. } => terms.is_empty(),
            Call::Element { entries, .. } => low < 0 || high >= entries.len() as i128,
            Call::Arithmetic(Operation::Function(Function::Power), _) => low < 0,
            _ => match self.deciding().map(Expr::as_view) {
                None => false,
                Some(Some(divisor)) => divisor.contains(domains, 0),
                Some(None) => low <= 0 && 0 <= high,
            },
        }
    }

    /// Where it has a value, if its arguments have; `None` where it always has, between these ends of its views.
    pub(super) fn is_defined(&self, domains: &dyn Domains<IntVar>) -> Option<Vec<Arc<dyn Constraint>>> {
        let deciding = self.deciding();
        let ends = deciding.map_or((0, 0), |argument| argument.ends(domains));
        if !self.is_partial(ends, domains) {
            return None;
        }
        Some(match (self, deciding) {
            (Call::Arithmetic(Operation::Function(Function::Power), arguments), Some(exponent)) => {
                let unit = |number: i32| relation(&arguments[0], Comparator::Eq, number);
                vec![any_of([relation(exponent, Comparator::Ge, 0), unit(1), unit(-1)]).into_shared()]
            }
            (Call::Element { entries, .. }, Some(index)) => {
                let end = entries.len() as i64;
                vec![relation(index, Comparator::Ge, 0), relation(index, Comparator::Lt, end)]
            }
            (_, Some(divisor)) => vec![relation(divisor, Comparator::Ne, 0)],
            (_, None) => vec![never()],
        })
    }

    /// Prints it, with views named by `name`.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(IntView) -> String) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, expressions: &[Expr]| {
            for (at, expression) in expressions.iter().enumerate() {
                f.write_str(if at == 0 { "" } else { ", " })?;
                expression.write(f, name)?;
            }
            Ok(())
        };
        match self {
            Call::Arithmetic(operation, arguments) => {
                write!(f, "{}(", operation.name())?;
                list(f, arguments)?;
                f.write_str(")")
            }
            Call::Extremum { terms, .. } if terms.len() == 1 && terms[0].is_one_part() => list(f, terms),
            Call::Extremum { terms, is_maximum } => {
                f.write_str(if *is_maximum { "max(" } else { "min(" })?;
                list(f, terms)?;
                f.write_str(")")
            }
            Call::Element { entries, index } => {
                f.write_str("[")?;
                list(f, entries)?;
                f.write_str("][")?;
                index.write(f, name)?;
                f.write_str("]")
            }
            Call::IfElse { condition, then, or } => {
                write!(f, "(if {} then ", condition.display_with(name))?;
                then.write(f, name)?;
                f.write_str(" else ")?;
                or.write(f, name)?;
                f.write_str(")")
            }
            Call::HowMany(parts) if parts.len() == 1 => write!(f, "({})", parts[0].display_with(name)),
            Call::HowMany(parts) => {
                f.write_str("count([")?;
                for (at, part) in parts.iter().enumerate() {
                    write!(f, "{}{}", if at == 0 { "" } else { ", " }, part.display_with(name))?;
                }
                f.write_str("])")
            }
        }
    }
}

/// A comparison with a number. Of functions it is always one of parts that have variables of their own, which are the same as where
/// the expression stands; and which needs no number as a view, of which a scope has only those that are written in it.
fn relation(left: &Expr, comparator: Comparator, number: impl Into<Expr>) -> Arc<dyn Constraint> {
    let (left, right) = (left.clone(), number.into());
    if left.calls.is_empty() {
        return compare(left, comparator, right).into_shared();
    }
    Arc::new(Formula { left, comparator, right })
}

/// What holds never.
fn never() -> Arc<dyn Constraint> {
    any_of([] as [Condition; 0]).into_shared()
}

/// A last argument with which a function that is partial has a value, whatever the other is.
pub(super) fn safe_argument(operation: Operation) -> Option<i128> {
    match operation {
        Operation::Function(Function::Power) => Some(0),
        Operation::Function(_) => Some(1),
        _ => None,
    }
}

/// Ends of the value, as far as numbers of 64 bits show them. The arguments are safe: for some of them there is a value.
fn arithmetic_ends(operation: Operation, x: Interval, y: Interval) -> Ends {
    const WIDE: i64 = 1 << 62;
    if operation == Operation::Function(Function::Times) {
        let corners = [(x.low, y.low), (x.low, y.high), (x.high, y.low), (x.high, y.high)]
            .map(|(x, y)| i128::from(x) * i128::from(y));
        let corner = |one: Ends, other: Ends| (one.0.min(other.0), one.1.max(other.1));
        return corners
            .map(|value| (value, value))
            .into_iter()
            .reduce(corner)
            .expect("invariant: four corners");
    }
    let wide = Interval::new(-WIDE, WIDE);
    match narrow(operation, [x, y, wide]) {
        Some([.., result]) => (result.low.into(), result.high.into()),
        // A power that leaves 64 bits is too large.
        None => (wide.low.into(), wide.high.into()),
    }
}
