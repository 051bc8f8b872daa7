//! Functions of expressions, as trees: what they come to, between which ends, and how they are written.
//!
//! A division by 0, an index out of range and most powers below 0 have no value. Then what is compared with them does not hold, whatever
//! the comparison: the relational semantics (Frisch & Stuckey, *The Proper Treatment of Undefinedness in Constraint Languages*, CP 2009).

use std::fmt;
use std::sync::Arc;

use crate::constraints::arithmetic::{Interval, narrow};
use crate::constraints::{Constraint, Expr, Function, Operation, any_of, eq, ge, le, lt, ne};
use crate::store::Domains;
use crate::store::handle::{IntVar, IntView};

/// A function applied to expressions.
#[derive(Clone, Debug)]
pub(in crate::constraints) enum Call {
    /// A function of arithmetic, and as many arguments as it takes.
    Arithmetic(Operation, Vec<Expr>),
    /// The greatest of these, or the least; there is none of no expressions.
    Extremum { terms: Vec<Expr>, is_maximum: bool },
    /// The entry at that place, from 0.
    Element { entries: Vec<Expr>, index: Expr },
    /// The one where the condition holds, the other where it does not.
    IfElse { condition: Arc<dyn Constraint>, then: Expr, or: Expr },
    /// The number of those that hold.
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

    /// Its views, in the order in which they are written.
    pub(super) fn collect(&self, out: &mut Vec<IntView>) {
        out.extend(self.conditions().iter().flat_map(Constraint::scope));
        self.arguments().into_iter().for_each(|argument| argument.collect(out));
    }

    /// The same of other expressions and conditions.
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

    /// Ends between which its value is wherever it has one; `None` if it has none.
    pub(super) fn ends(&self, domains: &dyn Domains<IntVar>) -> Option<Ends> {
        let hull = |one: Option<Ends>, other: Option<Ends>| match (one, other) {
            (Some(one), Some(other)) => Some((one.0.min(other.0), one.1.max(other.1))),
            (one, other) => one.or(other),
        };
        match self {
            Call::Arithmetic(operation, arguments) => {
                let interval = |argument: &Expr| {
                    let (low, high) = argument.ends(domains)?;
                    // Beyond these no argument is accepted.
                    let cut = |end: i128| end.clamp(i32::MIN.into(), i32::MAX.into()) as i64;
                    Some(Interval::new(cut(low), cut(high)))
                };
                let x = interval(&arguments[0])?;
                let y = arguments.get(1).map_or(Some(x), interval)?;
                arithmetic_ends(*operation, x, y)
            }
            Call::Extremum { terms, is_maximum } => {
                let ends: Option<Vec<Ends>> = terms.iter().map(|term| term.ends(domains)).collect();
                let ends = ends?;
                let (low, high) = (ends.iter().map(|end| end.0), ends.iter().map(|end| end.1));
                if *is_maximum { low.max().zip(high.max()) } else { low.min().zip(high.min()) }
            }
            Call::Element { entries, index } => {
                let (low, high) = index.ends(domains)?;
                let within = |&(at, _): &(i128, &Expr)| low <= at && at <= high;
                (0i128..).zip(entries).filter(within).map(|(_, entry)| entry.ends(domains)).fold(None, hull)
            }
            Call::IfElse { then, or, .. } => hull(then.ends(domains), or.ends(domains)),
            Call::HowMany(parts) => Some((0, parts.len() as i128)),
        }
    }

    /// Where it has a value, if its arguments have; `None` where it always has, between these ends of its views.
    pub(super) fn is_defined(&self, domains: &dyn Domains<IntVar>) -> Option<Vec<Arc<dyn Constraint>>> {
        match self {
            Call::Arithmetic(Operation::Function(Function::Times), _)
            | Call::Extremum { .. }
            | Call::IfElse { .. }
            | Call::HowMany(_) => None,
            Call::Arithmetic(Operation::Function(Function::Power), arguments) => {
                let (base, exponent) = (&arguments[0], &arguments[1]);
                let is_natural = exponent.ends(domains).is_some_and(|(low, _)| low >= 0);
                let cases = || vec![any_of([ge(exponent, 0), eq(base, 1), eq(base, -1)]).into_shared()];
                (!is_natural).then(cases)
            }
            Call::Arithmetic(Operation::Function(_), arguments) => {
                let divisor = &arguments[1];
                let may_be_zero = match divisor.single() {
                    Some(view) => view.contains(domains, 0),
                    None => divisor.ends(domains).is_none_or(|(low, high)| low <= 0 && 0 <= high),
                };
                may_be_zero.then(|| vec![ne(divisor, 0).into_shared()])
            }
            Call::Arithmetic(..) => None,
            Call::Element { entries, index } => {
                let last = entries.len() as i128 - 1;
                let is_inside = index.ends(domains).is_some_and(|(low, high)| low >= 0 && high <= last);
                (!is_inside).then(|| vec![le(0, index).into_shared(), lt(index, entries.len()).into_shared()])
            }
        }
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
            Call::HowMany(parts) => {
                f.write_str("how_many(")?;
                for (at, part) in parts.iter().enumerate() {
                    write!(f, "{}{}", if at == 0 { "" } else { ", " }, part.display_with(name))?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Ends of the value, as far as numbers of 64 bits show them.
fn arithmetic_ends(operation: Operation, x: Interval, y: Interval) -> Option<Ends> {
    const WIDE: i64 = 1 << 62;
    if operation == Operation::Function(Function::Times) {
        let corners = [(x.low, y.low), (x.low, y.high), (x.high, y.low), (x.high, y.high)]
            .map(|(x, y)| i128::from(x) * i128::from(y));
        return corners.iter().min().copied().zip(corners.iter().max().copied());
    }
    let wide = Interval::new(-WIDE, WIDE);
    match narrow(operation, [x, y, wide]) {
        Some([.., result]) => Some((result.low.into(), result.high.into())),
        // A power that leaves 64 bits is not undefined, but too large.
        None if operation == Operation::Function(Function::Power) && y.high >= 0 => {
            Some((wide.low.into(), wide.high.into()))
        }
        None => None,
    }
}
