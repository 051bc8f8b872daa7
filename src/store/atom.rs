//! Atoms: the elementary statements about a variable of an engine.

use std::fmt;

use crate::store::domains::Domains;
use crate::store::var::VarId;

/// `[x = v]`, `[x ≠ v]`, `[x ≤ v]` or `[x ≥ v]` for a variable of an engine, in 8 bytes.
///
/// Atoms about variables of a model are [`IntAtom`](crate::model::IntAtom)s, a type of their own.
///
/// ```
/// use residua::store::{Atom, VarId};
///
/// let atom = Atom::le(VarId::new(3), 7);
/// assert_eq!(std::mem::size_of::<Atom>(), 8);
/// assert_eq!(!atom, Atom::ge(VarId::new(3), 8));
/// assert_eq!(atom.to_string(), "x3 ≤ 7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom {
    /// The variable's number, then two bits of relation.
    code: u32,
    value: i32,
}

/// The relation of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Relation {
    /// `=`
    #[cfg_attr(feature = "serde", serde(rename = "="))]
    Eq,
    /// `≠`
    #[cfg_attr(feature = "serde", serde(rename = "!="))]
    Ne,
    /// `≤`
    #[cfg_attr(feature = "serde", serde(rename = "<="))]
    Le,
    /// `≥`
    #[cfg_attr(feature = "serde", serde(rename = ">="))]
    Ge,
}

impl Atom {
    /// The atom of these parts.
    #[inline]
    pub fn new(var: VarId, relation: Relation, value: i32) -> Atom {
        Atom { code: (var.index() as u32) << 2 | relation as u32, value }
    }

    /// `[x = value]`
    #[inline]
    pub fn eq(var: VarId, value: i32) -> Atom {
        Self::new(var, Relation::Eq, value)
    }

    /// `[x ≠ value]`
    #[inline]
    pub fn ne(var: VarId, value: i32) -> Atom {
        Self::new(var, Relation::Ne, value)
    }

    /// `[x ≤ value]`
    #[inline]
    pub fn le(var: VarId, value: i32) -> Atom {
        Self::new(var, Relation::Le, value)
    }

    /// `[x ≥ value]`
    #[inline]
    pub fn ge(var: VarId, value: i32) -> Atom {
        Self::new(var, Relation::Ge, value)
    }

    /// The variable that it is about.
    #[inline]
    pub fn var(self) -> VarId {
        VarId::new((self.code >> 2) as usize)
    }

    /// The relation.
    #[inline]
    pub fn relation(self) -> Relation {
        Relation::of_bits(self.code)
    }

    /// The value to the right of the relation.
    #[inline]
    pub fn value(self) -> i32 {
        self.value
    }

    /// Whether the atom holds where its variable has `value`.
    #[inline]
    pub fn allows(self, value: i32) -> bool {
        self.relation().allows(self.value, value)
    }

    /// Whether every integer that satisfies this atom satisfies the other, which is about the same variable.
    ///
    /// ```
    /// use residua::store::{Atom, VarId};
    ///
    /// let x = VarId::new(0);
    /// assert!(Atom::eq(x, 3).implies(Atom::ne(x, 4)));
    /// assert!(Atom::le(x, 3).implies(Atom::ne(x, 4)));
    /// assert!(!Atom::ne(x, 4).implies(Atom::eq(x, 3)));
    /// ```
    #[inline]
    pub fn implies(self, other: Atom) -> bool {
        self.relation().implies(self.value, other.relation(), other.value) && self.var() == other.var()
    }

    /// Whether every value left satisfies the atom.
    #[inline]
    pub fn holds(self, domains: &(impl Domains + ?Sized)) -> bool {
        self.relation().holds(self.value, self.var(), domains)
    }
}

/// What atoms about variables of an engine and of a model have in common.
impl Relation {
    /// The relation of these two lowest bits, of which the number of a relation is made.
    #[inline]
    pub(crate) fn of_bits(code: u32) -> Relation {
        match code & 3 {
            0 => Relation::Eq,
            1 => Relation::Ne,
            2 => Relation::Le,
            _ => Relation::Ge,
        }
    }

    /// Whether `value` is in the relation to `bound`.
    #[inline]
    pub(crate) fn allows(self, bound: i32, value: i32) -> bool {
        match self {
            Relation::Eq => value == bound,
            Relation::Ne => value != bound,
            Relation::Le => value <= bound,
            Relation::Ge => value >= bound,
        }
    }

    /// Whether every integer in this relation to `bound` is in the `other` relation to `limit`.
    #[inline]
    pub(crate) fn implies(self, bound: i32, other: Relation, limit: i32) -> bool {
        match (self, other) {
            (Relation::Eq, _) => other.allows(limit, bound),
            (Relation::Le, Relation::Le) => bound <= limit,
            (Relation::Ge, Relation::Ge) => bound >= limit,
            (Relation::Le, Relation::Ne) => bound < limit,
            (Relation::Ge, Relation::Ne) => bound > limit,
            _ => (self, bound) == (other, limit),
        }
    }

    /// Whether every value that `var` has left is in the relation to `bound`.
    #[inline]
    pub(crate) fn holds<V: Copy>(self, bound: i32, var: V, domains: &(impl Domains<V> + ?Sized)) -> bool {
        match self {
            Relation::Eq => domains.value(var) == Some(bound),
            Relation::Ne => !domains.contains(var, bound),
            Relation::Le => domains.max(var) <= bound,
            Relation::Ge => domains.min(var) >= bound,
        }
    }

    /// The opposite.
    #[inline]
    pub(crate) fn negated(self, bound: i32) -> (Relation, i32) {
        match self {
            Relation::Eq => (Relation::Ne, bound),
            Relation::Ne => (Relation::Eq, bound),
            Relation::Le => (Relation::Ge, bound.saturating_add(1)),
            Relation::Ge => (Relation::Le, bound.saturating_sub(1)),
        }
    }
}

/// The negation. `[x ≤ i32::MAX]` and `[x ≥ i32::MIN]` have none and must not be negated.
impl std::ops::Not for Atom {
    type Output = Atom;

    #[inline]
    fn not(self) -> Atom {
        let (relation, value) = self.relation().negated(self.value);
        Atom::new(self.var(), relation, value)
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Relation::Eq => "=",
            Relation::Ne => "≠",
            Relation::Le => "≤",
            Relation::Ge => "≥",
        })
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{} {} {}", self.var().index(), self.relation(), self.value)
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}
