//! Variables by number, and views of them.

use std::ops::{Add, Mul, Neg, Sub};

use crate::domain::Domain;
use crate::store::Store;
use crate::store::atom::Atom;
use crate::store::domains::Domains;
use crate::store::failure::Failure;
use crate::store::reason::Reason;

/// The number of a variable, from 0.
///
/// A model counts its variables so, and so does a store; the two counts differ where a model has variables that are
/// equal by constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VarId(u32);

impl VarId {
    /// The most variables that one model or store can have (an atom has 30 bits for the number).
    pub const LIMIT: usize = 1 << 30;

    /// The variable of that number.
    pub fn new(index: usize) -> Self {
        debug_assert!(index < Self::LIMIT, "invariant: variables are counted where they are made");
        VarId(index as u32)
    }

    /// The number, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// `scale · x + offset` for a variable `x`, wherever a constraint takes a variable: no auxiliary variable is made.
///
/// Views come from arithmetic: with `x` a variable of a model, `x + 1`, `-x` and `x * 3 - 2` are views.
/// The scale is never 0; that the values fit into `i32` is checked when a constraint is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// The variable behind the view.
    pub var: VarId,
    /// Which model the variable belongs to; 0 is nobody's.
    pub(crate) model: u32,
    scale: i32,
    offset: i32,
}

impl From<VarId> for View {
    fn from(var: VarId) -> View {
        View { var, model: 0, scale: 1, offset: 0 }
    }
}

impl View {
    /// The variable itself, as a view, with the mark of the model that it belongs to.
    pub(crate) fn of_model(var: VarId, model: u32) -> View {
        View { var, model, scale: 1, offset: 0 }
    }

    /// The factor.
    #[inline]
    pub fn scale(self) -> i32 {
        self.scale
    }

    /// What is added.
    #[inline]
    pub fn offset(self) -> i32 {
        self.offset
    }

    /// Whether the view is its variable, unchanged.
    pub fn is_plain(self) -> bool {
        self.scale == 1 && self.offset == 0
    }

    /// The value of the view where the variable has `value`.
    #[inline]
    pub fn apply(self, value: i32) -> i64 {
        i64::from(self.scale) * i64::from(value) + i64::from(self.offset)
    }

    /// The view `scale · self + offset`, or `None` where a coefficient leaves `i32` or `scale` is 0.
    pub fn then(self, scale: i32, offset: i32) -> Option<View> {
        let factor = i64::from(self.scale) * i64::from(scale);
        let sum = i64::from(self.offset) * i64::from(scale) + i64::from(offset);
        let (scale, offset) = (i32::try_from(factor).ok()?, i32::try_from(sum).ok()?);
        (scale != 0).then_some(View { scale, offset, ..self })
    }

    /// The same view with another variable behind it, given as a view: `self ∘ of`.
    pub fn over(self, of: View) -> Option<View> {
        of.then(self.scale, self.offset)
    }

    /// The value of the variable that gives the view `value`, if there is one.
    #[inline]
    pub fn invert(self, value: i32) -> Option<i32> {
        let shifted = i64::from(value) - i64::from(self.offset);
        if self.scale == 1 {
            return i32::try_from(shifted).ok();
        }
        let scale = i64::from(self.scale);
        if shifted % scale == 0 { i32::try_from(shifted / scale).ok() } else { None }
    }

    /// The least value.
    #[inline]
    pub fn min(self, domains: &(impl Domains + ?Sized)) -> i32 {
        self.apply(if self.scale > 0 { domains.min(self.var) } else { domains.max(self.var) }) as i32
    }

    /// The greatest value.
    #[inline]
    pub fn max(self, domains: &(impl Domains + ?Sized)) -> i32 {
        self.apply(if self.scale > 0 { domains.max(self.var) } else { domains.min(self.var) }) as i32
    }

    /// The value, once there is only one.
    #[inline]
    pub fn value(self, domains: &(impl Domains + ?Sized)) -> Option<i32> {
        domains.value(self.var).map(|v| self.apply(v) as i32)
    }

    /// Whether `value` is still possible.
    #[inline]
    pub fn contains(self, domains: &(impl Domains + ?Sized), value: i32) -> bool {
        self.invert(value).is_some_and(|v| domains.contains(self.var, v))
    }

    /// How many values are left.
    pub fn size(self, domains: &(impl Domains + ?Sized)) -> u64 {
        domains.size(self.var)
    }

    /// The values left, as a set of their own. Of a view that was never posted, those that fit into `i32`.
    pub fn domain(self, domains: &(impl Domains + ?Sized)) -> Domain {
        let plain = domains.domain(self.var);
        if self.is_plain() {
            return plain;
        }
        let fitting = || plain.iter().filter_map(|v| i32::try_from(self.apply(v)).ok()).collect();
        plain.map_affine(self.scale, self.offset).unwrap_or_else(fitting)
    }

    /// The values of the variable for which the view has one of `values`; run by run, whatever the width.
    pub fn preimage(self, values: &Domain) -> Domain {
        if self.is_plain() {
            return values.clone();
        }
        let (scale, offset) = (i64::from(self.scale), i64::from(self.offset));
        let clamp = |v: i64| v.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        Domain::from_ranges(values.ranges().filter_map(|run| {
            let (low, high) = (i64::from(*run.start()) - offset, i64::from(*run.end()) - offset);
            let (low, high) = if scale > 0 { (low, high) } else { (high, low) };
            let (low, high) = (ceil(low, scale), floor(high, scale));
            let (first, last) = (clamp(low), clamp(high));
            (low <= high && i64::from(last) >= low && i64::from(first) <= high).then_some(first..=last)
        }))
    }

    /// Fixes the view to `value`; true if that changed the domain.
    ///
    /// # Errors
    /// [`Failure`] if `value` is not possible.
    #[inline]
    pub fn fix(self, store: &mut Store, value: i32, why: Reason) -> Result<bool, Failure> {
        match self.invert(value) {
            Some(v) => store.fix(self.var, v, why),
            None => Err(store.refute(self.var, why)),
        }
    }

    /// Removes `value`; true if it was there.
    ///
    /// # Errors
    /// [`Failure`] if no other value is left.
    #[inline]
    pub fn remove(self, store: &mut Store, value: i32, why: Reason) -> Result<bool, Failure> {
        self.invert(value).map_or(Ok(false), |v| store.remove(self.var, v, why))
    }

    /// Removes all values below `low`; true if there were any.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    #[inline]
    pub fn set_min(self, store: &mut Store, low: i32, why: Reason) -> Result<bool, Failure> {
        match self.at_least(low) {
            Some(atom) => store.apply(atom, why),
            None => Ok(false),
        }
    }

    /// Removes all values above `high`; true if there were any.
    ///
    /// # Errors
    /// [`Failure`] if no value is left.
    #[inline]
    pub fn set_max(self, store: &mut Store, high: i32, why: Reason) -> Result<bool, Failure> {
        match self.at_most(high) {
            Some(atom) => store.apply(atom, why),
            None => Ok(false),
        }
    }

    /// The atom `[view = value]`, where the variable can give that value.
    pub fn equals(self, value: i32) -> Option<Atom> {
        self.invert(value).map(|v| Atom::eq(self.var, v))
    }

    /// The atom `[view ≠ value]`; `None` where it says nothing.
    pub fn differs(self, value: i32) -> Option<Atom> {
        self.invert(value).map(|v| Atom::ne(self.var, v))
    }

    /// The atom `[view ≥ low]`; `None` where every `i32` satisfies it.
    #[inline]
    pub fn at_least(self, low: i32) -> Option<Atom> {
        let (shifted, scale) = (i64::from(low) - i64::from(self.offset), i64::from(self.scale));
        if scale > 0 {
            at_least(self.var, ceil(shifted, scale))
        } else {
            at_most(self.var, floor(shifted, scale))
        }
    }

    /// The atom `[view ≤ high]`; `None` where every `i32` satisfies it.
    #[inline]
    pub fn at_most(self, high: i32) -> Option<Atom> {
        let (shifted, scale) = (i64::from(high) - i64::from(self.offset), i64::from(self.scale));
        if scale > 0 {
            at_most(self.var, floor(shifted, scale))
        } else {
            at_least(self.var, ceil(shifted, scale))
        }
    }
}

/// `[var ≥ low]`. A bound beyond `i32` is cut to one that no value of a posted view meets.
#[inline]
fn at_least(var: VarId, low: i64) -> Option<Atom> {
    (low > i64::from(i32::MIN)).then(|| Atom::ge(var, low.min(i64::from(i32::MAX)) as i32))
}

#[inline]
fn at_most(var: VarId, high: i64) -> Option<Atom> {
    (high < i64::from(i32::MAX)).then(|| Atom::le(var, high.max(i64::from(i32::MIN)) as i32))
}

/// The quotient rounded down; `b` of either sign, not 0.
pub(crate) fn floor(a: i64, b: i64) -> i64 {
    if b == 1 {
        return a;
    }
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// The quotient rounded up; `b` of either sign, not 0.
pub(crate) fn ceil(a: i64, b: i64) -> i64 {
    -floor(-a, b)
}

/// Arithmetic that leaves `i32`, or multiplies by 0, leaves a mark in place of the scale; such a view is refused at
/// posting.
impl View {
    const OVERFLOWN: i32 = i32::MIN;

    pub(crate) fn is_overflown(self) -> bool {
        self.scale == Self::OVERFLOWN
    }

    fn affine(self, scale: i32, offset: i32) -> View {
        let fits = |view: &View| !self.is_overflown() && !view.is_overflown();
        self.then(scale, offset).filter(fits).unwrap_or(View { scale: Self::OVERFLOWN, ..self })
    }
}

impl Add<i32> for View {
    type Output = View;

    fn add(self, rhs: i32) -> View {
        self.affine(1, rhs)
    }
}

impl Sub<i32> for View {
    type Output = View;

    fn sub(self, rhs: i32) -> View {
        rhs.checked_neg().map_or(View { scale: Self::OVERFLOWN, ..self }, |negated| self.affine(1, negated))
    }
}

impl Mul<i32> for View {
    type Output = View;

    fn mul(self, rhs: i32) -> View {
        self.affine(rhs, 0)
    }
}

impl Neg for View {
    type Output = View;

    fn neg(self) -> View {
        self.affine(-1, 0)
    }
}
