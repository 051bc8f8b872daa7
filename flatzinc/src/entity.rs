//! Entities: what names and values of a file denote in the model.

use std::sync::Arc;

use residua::constraints::{Constraint, Expr, Operand, all_of, any_of};
use residua::domain::Domain;
use residua::model::{IntAtom, IntVar, IntView};

use crate::wide::Wide;

/// An integer: a number, a view of a variable, or one that leaves 32 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Int {
    Number(i64),
    View(IntView),
    Wide(Wide),
}

impl From<Int> for Expr {
    fn from(int: Int) -> Expr {
        match int {
            Int::Number(number) => number.into(),
            Int::View(view) => view.into(),
            Int::Wide(wide) => Expr::of_vars(wide.terms(), wide.offset()),
        }
    }
}

impl From<Int> for Operand {
    fn from(int: Int) -> Operand {
        match int {
            Int::Number(number) => Operand::Constant(number),
            Int::View(view) => Operand::View(view),
            Int::Wide(_) => {
                unreachable!("invariant: only constraints that say so are given what leaves 32 bits")
            }
        }
    }
}

/// A truth value: known, or that of an atom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bool {
    Known(bool),
    Atom(IntAtom),
}

impl Bool {
    /// The constraint that it is true.
    pub(super) fn holds(self) -> Arc<dyn Constraint> {
        const NONE: [IntAtom; 0] = [];
        match self {
            Bool::Known(true) => all_of(NONE).into_shared(),
            Bool::Known(false) => any_of(NONE).into_shared(),
            Bool::Atom(atom) => atom.into_shared(),
        }
    }
}

impl std::ops::Not for Bool {
    type Output = Bool;

    fn not(self) -> Bool {
        match self {
            Bool::Known(known) => Bool::Known(!known),
            Bool::Atom(atom) => Bool::Atom(!atom),
        }
    }
}

/// What a name or a value stands for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entity {
    Int(Int),
    Bool(Bool),
    Set(Domain),
    /// An array of numbers, as it is written.
    Numbers(Arc<[i32]>),
    Ints(Arc<[Int]>),
    Bools(Arc<[Bool]>),
    Sets(Arc<[Domain]>),
    /// An array without elements, of any kind.
    Empty,
}

impl Entity {
    /// An array of numbers as one of integers, and all else as it is.
    pub(super) fn unpacked(self) -> Entity {
        match self {
            Entity::Numbers(numbers) => {
                Entity::Ints(numbers.iter().map(|&number| Int::Number(number.into())).collect())
            }
            other => other,
        }
    }

    /// The variables behind it.
    pub(super) fn vars(&self) -> Vec<IntVar> {
        let of_int = |int: &Int| match *int {
            Int::View(view) => vec![view.var],
            Int::Wide(wide) => wide.vars().collect(),
            Int::Number(_) => Vec::new(),
        };
        let of_bool = |bool: &Bool| match bool {
            Bool::Atom(atom) => Some(atom.var()),
            Bool::Known(_) => None,
        };
        match self {
            Entity::Int(int) => of_int(int),
            Entity::Bool(bool) => of_bool(bool).into_iter().collect(),
            Entity::Ints(ints) => ints.iter().flat_map(of_int).collect(),
            Entity::Bools(bools) => bools.iter().filter_map(of_bool).collect(),
            Entity::Set(_) | Entity::Sets(_) | Entity::Numbers(_) | Entity::Empty => Vec::new(),
        }
    }

    /// What it is, in words.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Entity::Int(Int::Number(_)) => "a number",
            Entity::Int(Int::View(_)) => "an integer variable",
            Entity::Int(Int::Wide(_)) => "an integer variable whose values leave 32 bits",
            Entity::Bool(Bool::Known(_)) => "a truth value",
            Entity::Bool(Bool::Atom(_)) => "a Boolean variable",
            Entity::Set(_) => "a set",
            Entity::Numbers(_) | Entity::Ints(_) => "an array of integers",
            Entity::Bools(_) => "an array of Booleans",
            Entity::Sets(_) => "an array of sets",
            Entity::Empty => "an array without elements",
        }
    }
}
