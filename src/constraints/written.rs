//! Text of atoms and linear relations: without negative factors where a term can change sides.

use std::fmt::{self, Write};

use crate::constraints::Comparator;
use crate::store::Relation;
use crate::store::handle::{IntAtom, IntView};

/// The brackets around a statement in the name of a variable that is 1 where it holds, otherwise 0.
const BRACKETS: [char; 2] = ['⟦', '⟧'];

/// The name of a variable that is 1 where this holds, otherwise 0: `⟦x ≤ 3⟧`; its atom `= 1` is printed as `x ≤ 3`.
pub fn truth_of(statement: &str) -> String {
    let [open, close] = BRACKETS;
    format!("{open}{statement}{close}")
}

/// The statement that holds where a variable with this name is 1.
pub fn statement_in(name: &str) -> Option<&str> {
    let inner = name.strip_prefix(BRACKETS[0])?.strip_suffix(BRACKETS[1])?;
    let [open, close] = BRACKETS;
    let mut depth = 0;
    // `⟦a⟧ + ⟦b⟧` is none.
    let is_whole = inner.chars().all(|letter| {
        depth += i32::from(letter == open) - i32::from(letter == close);
        depth >= 0
    });
    is_whole.then_some(inner)
}

/// An atom of a variable with a name: `x ≤ 3`.
pub(crate) fn atom_of(name: &str, relation: Relation, value: i32) -> String {
    let holds = match (relation, value) {
        (Relation::Eq | Relation::Ge, 1) | (Relation::Ne, 0) => Some(true),
        (Relation::Eq | Relation::Le, 0) | (Relation::Ne, 1) => Some(false),
        _ => None,
    };
    match (statement_in(name), holds) {
        (Some(statement), Some(true)) => statement.to_owned(),
        (Some(statement), Some(false)) => format!("¬ ({statement})"),
        _ => format!("{name} {relation} {value}"),
    }
}

/// An atom, with its variable named by `name`.
pub(super) fn atom(atom: IntAtom, name: &dyn Fn(IntView) -> String) -> String {
    atom_of(&name(atom.var().view()), atom.relation(), atom.value())
}

/// Writes that a sum of views is in a relation to a number: `2·x + y ≤ z - 3`.
pub(super) fn write_linear(
    f: &mut fmt::Formatter<'_>,
    terms: &[IntView],
    comparator: Comparator,
    total: i64,
    name: &dyn Fn(IntView) -> String,
) -> fmt::Result {
    let mut parts = Vec::with_capacity(terms.len());
    let mut total = i128::from(total);
    for &term in terms {
        // One that leaves 32 bits is written as it stands.
        if term.is_overflown() {
            parts.push((false, name(term)));
            continue;
        }
        total -= i128::from(term.offset());
        let plain = term - term.offset();
        if plain.scale() != 0 {
            let is_negative = plain.scale() < 0;
            parts.push((is_negative, name(if is_negative { -plain } else { plain })));
        }
    }
    write_sides(f, &parts, comparator, total)
}

/// Writes a relation of views with factors, whose products may leave 32 bits.
pub(super) fn write_weighted(
    f: &mut fmt::Formatter<'_>,
    terms: &[(i64, IntView)],
    comparator: Comparator,
    total: i64,
    name: &dyn Fn(IntView) -> String,
) -> fmt::Result {
    let mut parts = Vec::with_capacity(terms.len());
    let mut total = i128::from(total);
    for &(factor, view) in terms {
        total -= i128::from(factor) * i128::from(view.offset());
        let whole = i128::from(factor) * i128::from(view.scale());
        if whole != 0 {
            let plain = name(view.var.view());
            let size = whole.unsigned_abs();
            parts.push((whole < 0, if size == 1 { plain } else { format!("{size}·{plain}") }));
        }
    }
    write_sides(f, &parts, comparator, total)
}

/// Writes terms, those with a negative factor without it on the other side.
fn write_sides(
    f: &mut fmt::Formatter<'_>,
    parts: &[(bool, String)],
    comparator: Comparator,
    total: i128,
) -> fmt::Result {
    let mut sides = [String::new(), String::new()];
    for (is_negative, part) in parts {
        let side = &mut sides[usize::from(*is_negative)];
        let joint = if side.is_empty() { "" } else { " + " };
        write!(side, "{joint}{part}")?;
    }
    let [left, right] = sides;
    match (left.as_str(), right.as_str()) {
        (left, "") => {
            let left = if left.is_empty() { "0" } else { left };
            write!(f, "{left} {comparator} {total}")
        }
        ("", right) => write!(f, "{right} {} {}", comparator.mirrored(), -total),
        (left, right) => {
            write!(f, "{left} {comparator} {right}")?;
            match total {
                0 => Ok(()),
                1.. => write!(f, " + {total}"),
                _ => write!(f, " - {}", total.unsigned_abs()),
            }
        }
    }
}
