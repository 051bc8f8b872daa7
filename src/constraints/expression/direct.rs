//! Direct translation of a comparison with one function into a constraint of the catalogue.

use std::sync::Arc;

use crate::constraints::expression::call::Call;
use crate::constraints::truth::Truth;
use crate::constraints::{Comparator, Constraint, Expr, NumberOf, Operand, element, element_var};
use crate::store::handle::{IntAtom, IntView};

/// The constraint that says the same without an auxiliary variable, if there is one: of a function of views that is compared with a
/// view or a number.
pub(super) fn direct(left: &Expr, comparator: Comparator, right: &Expr) -> Option<Arc<dyn Constraint>> {
    let (function, rest, comparator) = match (&left.calls[..], &right.calls[..]) {
        ([(1, call)], []) if left.terms.is_empty() => {
            (call, right.clone().plus(Expr { constant: -left.constant, ..Expr::default() }), comparator)
        }
        ([], [(1, call)]) if right.terms.is_empty() => {
            let rest = left.clone().plus(Expr { constant: -right.constant, ..Expr::default() });
            (call, rest, comparator.mirrored())
        }
        _ => return None,
    };
    let rest = operand(&rest)?;
    match &**function {
        Call::HowMany(parts) => {
            let comparator_is_plain = matches!(comparator, Comparator::Eq | Comparator::Le | Comparator::Ge);
            let literals: Option<Box<[IntAtom]>> = parts.iter().map(|part| atom(&**part)).collect();
            Some(Arc::new(NumberOf {
                literals: literals.filter(|_| comparator_is_plain)?,
                comparator,
                count: rest.into(),
            }))
        }
        _ if comparator != Comparator::Eq => None,
        Call::IfElse { .. } => None,
        Call::Element { entries, index } => {
            let index = index.as_view()?;
            let numbers: Option<Vec<i32>> = entries.iter().map(Expr::number).collect();
            if let Some(numbers) = numbers {
                return Some(Arc::new(element(index, numbers, as_view(rest, index))));
            }
            let entries: Option<Vec<Operand>> = entries.iter().map(operand).collect();
            Some(Arc::new(element_var(index, entries?, rest)))
        }
        Call::Arithmetic(_, arguments) | Call::Extremum { terms: arguments, .. } => {
            let operands: Option<Vec<Operand>> = arguments.iter().map(operand).collect();
            let operands = operands?;
            let is_view = |operand: &&Operand| matches!(operand, Operand::View(_));
            let Some(&Operand::View(anchor)) = operands.iter().chain([&rest]).find(is_view) else {
                return None;
            };
            let views = operands.into_iter().map(|operand| as_view(operand, anchor)).collect();
            Some(function.over(views, as_view(rest, anchor)))
        }
    }
}

/// A view, or a number of 32 bits.
pub(super) fn operand(expression: &Expr) -> Option<Operand> {
    expression.as_view().map(Operand::View).or_else(|| expression.number().map(Operand::from))
}

/// A number as a view of any variable.
fn as_view(operand: Operand, anchor: IntView) -> IntView {
    match operand {
        Operand::View(view) => view,
        Operand::Constant(number) => anchor.var * 0 + number as i32,
    }
}

fn atom(part: &dyn Constraint) -> Option<IntAtom> {
    match part.as_atom()? {
        Truth::Is(atom) => Some(atom),
        Truth::Always | Truth::Never => None,
    }
}
