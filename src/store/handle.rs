//! Handles of a model's variables: variables, views and atoms.
//!
//! They are other types than those of an engine, and carry the mark of their model. They are on this floor because constraints
//! refer to them; [`model`](crate::model) makes them and exports them.

use std::fmt;
use std::ops::{Add, Mul, Neg, Not, Sub};

use crate::store::atom::Relation;
use crate::store::domains::Domains;
use crate::store::var::VarId;
use crate::store::view::View;

/// A variable of a [`Model`](crate::model::Model).
///
/// `x + 1`, `x - 2`, `-x` and `x * 3` are [`IntView`]s and may stand wherever a constraint takes a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntVar {
    index: u32,
    /// The mark of the model that added it.
    mark: u32,
}

/// A [`View`] of a variable of a model: `scale · x + offset`.
///
/// It comes from arithmetic: with `x` an [`IntVar`], `x + 1`, `-x` and `x * 3 - 2` are such views. That the values fit into
/// `i32` is checked when a constraint is posted.
///
/// ```
/// use residua::model::{IntView, Model};
///
/// let mut model = Model::new();
/// let x = model.named_var("x", 1..=3);
/// let view: IntView = x * 3 - 2;
/// assert_eq!((view.var, view.scale(), view.offset()), (x, 3, -2));
/// assert_eq!(view.is(7), Some(x.is(3)));
/// assert_eq!(view.is(8), None, "no integer gives it that value");
/// assert_eq!(view.at_least(5), Some(x.at_least(3)));
/// ```
pub type IntView = View<IntVar>;

/// `[x = v]`, `[x ≠ v]`, `[x ≤ v]` or `[x ≥ v]` for a variable of a [`Model`](crate::model::Model).
///
/// ```
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let x = model.named_var("x", 1..=9);
/// let atom = x.at_most(7);
/// assert_eq!(!atom, x.at_least(8));
/// assert!(atom.allows(7) && x.is(3).entails(atom));
/// assert_eq!(model.name_atom(atom), "x ≤ 7");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntAtom {
    var: IntVar,
    relation: Relation,
    value: i32,
}

impl IntVar {
    #[inline]
    pub(crate) fn new(index: usize, mark: u32) -> IntVar {
        IntVar { index: index as u32, mark }
    }

    /// The handle of an auxiliary variable of an engine, which no model has, for constraints that are posted over it.
    pub(crate) fn of_auxiliary(var: VarId) -> IntVar {
        IntVar::new(var.index(), IntVar::AUXILIARY)
    }

    /// The mark of auxiliary variables, which no model has.
    const AUXILIARY: u32 = u32::MAX;

    /// The variable of the engine, if it is an auxiliary one.
    #[inline]
    pub(crate) fn auxiliary(self) -> Option<VarId> {
        (self.mark == IntVar::AUXILIARY).then(|| VarId::new(self.index()))
    }

    /// A variable that stands for an expression in a constraint that is being made.
    pub(crate) fn provisional(number: u32) -> IntVar {
        IntVar { index: number, mark: IntVar::PROVISIONAL }
    }

    /// A variable that stands for an expression in a constraint of expressions.
    pub(crate) fn stand_in(number: usize) -> IntVar {
        IntVar::new(number, IntVar::STAND_IN)
    }

    const PROVISIONAL: u32 = u32::MAX - 2;
    const STAND_IN: u32 = u32::MAX - 1;

    /// The number of the expression that it stands for, if it stands for one.
    pub(crate) fn as_stand_in(self) -> Option<usize> {
        (self.mark == IntVar::STAND_IN).then(|| self.index())
    }

    /// The mark of the model that added it.
    #[inline]
    pub(crate) fn mark(self) -> u32 {
        self.mark
    }

    /// Its number in the model, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The variable as a view of itself.
    #[inline]
    pub fn view(self) -> IntView {
        View::plain(self)
    }

    /// `[self = value]`
    #[inline]
    pub fn is(self, value: i32) -> IntAtom {
        IntAtom::new(self, Relation::Eq, value)
    }

    /// `[self ≠ value]`
    #[inline]
    pub fn is_not(self, value: i32) -> IntAtom {
        IntAtom::new(self, Relation::Ne, value)
    }

    /// `[self ≤ value]`
    #[inline]
    pub fn at_most(self, value: i32) -> IntAtom {
        IntAtom::new(self, Relation::Le, value)
    }

    /// `[self ≥ value]`
    #[inline]
    pub fn at_least(self, value: i32) -> IntAtom {
        IntAtom::new(self, Relation::Ge, value)
    }
}

impl View<IntVar> {
    /// `[self = value]`; `None` where no value of the variable gives the view this one.
    pub fn is(self, value: i32) -> Option<IntAtom> {
        self.invert(value).map(|value| self.var.is(value))
    }

    /// `[self ≠ value]`; `None` where no value of the variable gives the view this one.
    pub fn is_not(self, value: i32) -> Option<IntAtom> {
        self.invert(value).map(|value| self.var.is_not(value))
    }

    /// `[self ≤ high]`; `None` where every `i32` satisfies it. A bound beyond `i32` is cut to one that no value of a posted
    /// view meets.
    pub fn at_most(self, high: i32) -> Option<IntAtom> {
        if self.scale() == 0 {
            return (self.offset() > high).then(|| self.var.at_most(i32::MIN));
        }
        self.upper_bound(high.into()).map(|(relation, value)| IntAtom::new(self.var, relation, value))
    }

    /// `[self ≥ low]`; `None` where every `i32` satisfies it. A bound beyond `i32` is cut to one that no value of a posted
    /// view meets.
    pub fn at_least(self, low: i32) -> Option<IntAtom> {
        if self.scale() == 0 {
            return (self.offset() < low).then(|| self.var.at_least(i32::MAX));
        }
        self.lower_bound(low.into()).map(|(relation, value)| IntAtom::new(self.var, relation, value))
    }
}

impl IntAtom {
    /// The atom of these parts.
    #[inline]
    pub fn new(var: IntVar, relation: Relation, value: i32) -> IntAtom {
        IntAtom { var, relation, value }
    }

    /// The variable that it is about.
    #[inline]
    pub fn var(self) -> IntVar {
        self.var
    }

    /// The relation.
    #[inline]
    pub fn relation(self) -> Relation {
        self.relation
    }

    /// The value to the right of the relation.
    #[inline]
    pub fn value(self) -> i32 {
        self.value
    }

    /// Whether the atom holds where its variable has `value`.
    #[inline]
    pub fn allows(self, value: i32) -> bool {
        self.relation.allows(self.value, value)
    }

    /// Whether every integer that satisfies this atom satisfies the other, which is about the same variable.
    pub fn entails(self, other: IntAtom) -> bool {
        self.var == other.var && self.relation.implies(self.value, other.relation, other.value)
    }

    /// Whether every value left satisfies the atom.
    pub fn holds(self, domains: &(impl Domains<IntVar> + ?Sized)) -> bool {
        self.relation.holds(self.value, self.var, domains)
    }
}

/// The negation. `[x ≤ i32::MAX]` and `[x ≥ i32::MIN]` have none and must not be negated.
impl Not for IntAtom {
    type Output = IntAtom;

    #[inline]
    fn not(self) -> IntAtom {
        let (relation, value) = self.relation.negated(self.value);
        IntAtom { var: self.var, relation, value }
    }
}

/// By its number: a model [names](crate::model::Model::name) it. Its mark is another one in each run of a program.
impl fmt::Debug for IntVar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.index)
    }
}

/// By the number of the variable: a model [names](crate::model::Model::name_atom) it.
impl fmt::Debug for IntAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[x{} {} {}]", self.var.index, self.relation, self.value)
    }
}

impl From<IntVar> for IntView {
    fn from(var: IntVar) -> IntView {
        var.view()
    }
}

impl From<&IntVar> for IntView {
    fn from(var: &IntVar) -> IntView {
        var.view()
    }
}

impl From<&IntView> for IntView {
    fn from(view: &IntView) -> IntView {
        *view
    }
}

/// Arithmetic that leaves `i32` leaves a mark in place of the scale; such a view is refused at posting.
impl View<IntVar> {
    fn affine(self, scale: i32, offset: i32) -> IntView {
        let fits = |view: &IntView| !self.is_overflown() && !view.is_overflown();
        self.then(scale, offset).filter(fits).unwrap_or_else(|| self.overflown())
    }
}

impl Add<i32> for IntView {
    type Output = IntView;

    fn add(self, rhs: i32) -> IntView {
        self.affine(1, rhs)
    }
}

impl Sub<i32> for IntView {
    type Output = IntView;

    fn sub(self, rhs: i32) -> IntView {
        rhs.checked_neg().map_or_else(|| self.overflown(), |negated| self.affine(1, negated))
    }
}

impl Mul<i32> for IntView {
    type Output = IntView;

    fn mul(self, rhs: i32) -> IntView {
        self.affine(rhs, 0)
    }
}

impl Neg for IntView {
    type Output = IntView;

    fn neg(self) -> IntView {
        self.affine(-1, 0)
    }
}

impl Add<i32> for IntVar {
    type Output = IntView;

    fn add(self, rhs: i32) -> IntView {
        self.view() + rhs
    }
}

impl Sub<i32> for IntVar {
    type Output = IntView;

    fn sub(self, rhs: i32) -> IntView {
        self.view() - rhs
    }
}

impl Mul<i32> for IntVar {
    type Output = IntView;

    fn mul(self, rhs: i32) -> IntView {
        self.view() * rhs
    }
}

impl Neg for IntVar {
    type Output = IntView;

    fn neg(self) -> IntView {
        -self.view()
    }
}

/// A variable by reference, as slices have them, and numbers on the left.
macro_rules! arithmetic {
    ($($variable:ty),*) => {$(
        impl Mul<$variable> for i32 {
            type Output = IntView;

            fn mul(self, rhs: $variable) -> IntView {
                IntView::from(rhs) * self
            }
        }

        impl Add<$variable> for i32 {
            type Output = IntView;

            fn add(self, rhs: $variable) -> IntView {
                IntView::from(rhs) + self
            }
        }

        impl Sub<$variable> for i32 {
            type Output = IntView;

            fn sub(self, rhs: $variable) -> IntView {
                -IntView::from(rhs) + self
            }
        }
    )*};
}

arithmetic!(IntVar, &IntVar, IntView);

/// Weights by reference, as slices have them.
macro_rules! weights {
    ($($variable:ty),*) => {$(
        impl Mul<$variable> for &i32 {
            type Output = IntView;

            fn mul(self, rhs: $variable) -> IntView {
                *self * rhs
            }
        }

        impl Mul<&i32> for $variable {
            type Output = IntView;

            fn mul(self, rhs: &i32) -> IntView {
                IntView::from(self) * *rhs
            }
        }
    )*};
}

weights!(IntVar, &IntVar, IntView);

impl Add<i32> for &IntVar {
    type Output = IntView;

    fn add(self, rhs: i32) -> IntView {
        *self + rhs
    }
}

impl Sub<i32> for &IntVar {
    type Output = IntView;

    fn sub(self, rhs: i32) -> IntView {
        *self - rhs
    }
}

impl Mul<i32> for &IntVar {
    type Output = IntView;

    fn mul(self, rhs: i32) -> IntView {
        *self * rhs
    }
}
