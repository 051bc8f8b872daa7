//! Affine views: `scale · x + offset`, over a variable of a store or of a model.

use crate::domain::Domain;
use crate::store::atom::{Atom, Relation};
use crate::store::domains::Domains;
use crate::store::var::VarId;

/// `scale · x + offset` for a variable `x`, wherever a constraint takes a variable: no auxiliary variable is made.
///
/// There are two kinds, and neither is taken for the other. Constraints are over variables of a model, as
/// [`IntView`](crate::model::IntView)s, which are `View<IntVar>`; propagators over variables of an engine, as `View`s,
/// which are `View<VarId>`. A [`Poster`](crate::engine::Poster) translates the one into the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct View<V = VarId> {
    /// The variable behind the view.
    pub var: V,
    scale: i32,
    offset: i32,
}

impl From<VarId> for View {
    fn from(var: VarId) -> View {
        View::plain(var)
    }
}

impl<V: Copy> View<V> {
    /// The variable itself, as a view.
    #[inline]
    pub(crate) fn plain(var: V) -> View<V> {
        View { var, scale: 1, offset: 0 }
    }

    /// The mark in place of the scale of a view that leaves `i32`.
    const OVERFLOWN: i32 = i32::MIN;

    /// The view that stands for one whose coefficients leave `i32`.
    pub(crate) fn overflown(self) -> View<V> {
        View { scale: Self::OVERFLOWN, ..self }
    }

    /// Whether its coefficients have left `i32`, so that no constraint takes it.
    pub fn is_overflown(self) -> bool {
        self.scale == Self::OVERFLOWN
    }

    /// The factor: 0 for a constant, which a propagator is never given.
    #[inline]
    pub fn scale(self) -> i32 {
        self.scale
    }

    /// The constant that is added.
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

    /// The view `scale · self + offset`, or `None` where a coefficient leaves `i32`.
    pub fn then(self, scale: i32, offset: i32) -> Option<View<V>> {
        let factor = i64::from(self.scale) * i64::from(scale);
        let sum = i64::from(self.offset) * i64::from(scale) + i64::from(offset);
        let (scale, offset) = (i32::try_from(factor).ok()?, i32::try_from(sum).ok()?);
        Some(View { scale, offset, ..self })
    }

    /// The composition `self ∘ of`: this view with its variable replaced by another view.
    pub fn over<W: Copy>(self, of: View<W>) -> Option<View<W>> {
        of.then(self.scale, self.offset)
    }

    /// The value of the variable that gives the view `value`, if there is one; `None` for a constant.
    #[inline]
    pub fn invert(self, value: i32) -> Option<i32> {
        let shifted = i64::from(value) - i64::from(self.offset);
        if self.scale == 1 {
            return i32::try_from(shifted).ok();
        }
        let scale = i64::from(self.scale);
        if scale != 0 && shifted % scale == 0 { i32::try_from(shifted / scale).ok() } else { None }
    }

    /// The least value.
    #[inline]
    pub fn min(self, domains: &(impl Domains<V> + ?Sized)) -> i32 {
        self.apply(if self.scale > 0 { domains.min(self.var) } else { domains.max(self.var) }) as i32
    }

    /// The greatest value.
    #[inline]
    pub fn max(self, domains: &(impl Domains<V> + ?Sized)) -> i32 {
        self.apply(if self.scale > 0 { domains.max(self.var) } else { domains.min(self.var) }) as i32
    }

    /// The least and the greatest value.
    #[inline]
    pub fn bounds(self, domains: &(impl Domains<V> + ?Sized)) -> (i32, i32) {
        let (min, max) = domains.bounds(self.var);
        let ends = (self.apply(min) as i32, self.apply(max) as i32);
        if self.scale > 0 { ends } else { (ends.1, ends.0) }
    }

    /// Whether a constraint may be over it: all its values are within 32 bits, the least and the greatest `i32` excluded.
    pub fn fits(self, domains: &(impl Domains<V> + ?Sized)) -> bool {
        let inside = |end: i64| i64::from(i32::MIN) < end && end < i64::from(i32::MAX);
        let ends = [domains.min(self.var), domains.max(self.var)];
        !self.is_overflown() && ends.into_iter().all(|end| inside(self.apply(end)))
    }

    /// The value, once there is only one.
    #[inline]
    pub fn value(self, domains: &(impl Domains<V> + ?Sized)) -> Option<i32> {
        match domains.value(self.var) {
            Some(value) => Some(self.apply(value) as i32),
            None => (self.scale == 0).then_some(self.offset),
        }
    }

    /// Whether `value` is still possible.
    #[inline]
    pub fn contains(self, domains: &(impl Domains<V> + ?Sized), value: i32) -> bool {
        match self.invert(value) {
            Some(value) => domains.contains(self.var, value),
            None => self.scale == 0 && self.offset == value,
        }
    }

    /// The number of values left.
    #[inline]
    pub fn size(self, domains: &(impl Domains<V> + ?Sized)) -> u64 {
        if self.scale == 0 { 1 } else { domains.size(self.var) }
    }

    /// The values left, as a set of their own. For a view that was never posted, those that fit into `i32`.
    pub fn domain(self, domains: &(impl Domains<V> + ?Sized)) -> Domain {
        let plain = domains.domain(self.var);
        if self.is_plain() {
            return plain;
        }
        if self.scale == 0 {
            return Domain::from(self.offset);
        }
        let fitting = || plain.iter().filter_map(|v| i32::try_from(self.apply(v)).ok()).collect();
        plain.map_affine(self.scale, self.offset).unwrap_or_else(fitting)
    }

    /// The values of the variable for which the view has one of `values`; run by run, whatever the width.
    pub fn preimage(self, values: &Domain) -> Domain {
        if self.is_plain() {
            return values.clone();
        }
        if self.scale == 0 {
            let is_met = values.contains(self.offset);
            return if is_met { Domain::from(i32::MIN..=i32::MAX) } else { Domain::empty() };
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

    /// The relation and value of `[view ≥ low]` as an atom about the variable; a bound beyond `i32` is cut to one that no value
    /// of a posted view meets.
    #[inline]
    pub(crate) fn lower_bound(self, low: i64) -> Option<(Relation, i32)> {
        let (shifted, scale) = (low - i64::from(self.offset), i64::from(self.scale));
        if scale > 0 { at_least(ceil(shifted, scale)) } else { at_most(floor(shifted, scale)) }
    }

    /// The relation and value of `[view ≤ high]` as an atom about the variable; a bound beyond `i32` is cut to one that no value
    /// of a posted view meets.
    #[inline]
    pub(crate) fn upper_bound(self, high: i64) -> Option<(Relation, i32)> {
        let (shifted, scale) = (high - i64::from(self.offset), i64::from(self.scale));
        if scale > 0 { at_most(floor(shifted, scale)) } else { at_least(ceil(shifted, scale)) }
    }
}

#[inline]
fn at_least(low: i64) -> Option<(Relation, i32)> {
    (low > i64::from(i32::MIN)).then(|| (Relation::Ge, low.min(i64::from(i32::MAX)) as i32))
}

#[inline]
fn at_most(high: i64) -> Option<(Relation, i32)> {
    (high < i64::from(i32::MAX)).then(|| (Relation::Le, high.max(i64::from(i32::MIN)) as i32))
}

impl View {
    /// The atom `[view = value]`, where the variable can give that value.
    pub fn equals(self, value: i32) -> Option<Atom> {
        self.invert(value).map(|v| Atom::eq(self.var, v))
    }

    /// The atom `[view ≠ value]`; `None` where the variable cannot give that value.
    pub fn differs(self, value: i32) -> Option<Atom> {
        self.invert(value).map(|v| Atom::ne(self.var, v))
    }

    /// The atom `[view ≥ low]`; `None` where every `i32` satisfies it.
    #[inline]
    pub fn at_least(self, low: impl Into<i64>) -> Option<Atom> {
        self.lower_bound(low.into()).map(|(relation, value)| Atom::new(self.var, relation, value))
    }

    /// The least `low` for which `[view ≥ low]` implies `atom`, which is of the view's variable; `None` if no lower bound does.
    ///
    /// ```
    /// use residua::store::{Atom, VarId, View};
    ///
    /// let x = VarId::new(0);
    /// let view = View::from(x).then(-2, 10).expect("it fits");
    /// assert_eq!(view.low_implying(Atom::le(x, 3)), Some(3), "10 − 2·4 is 2, so that 3 excludes x = 4");
    /// assert_eq!(view.low_implying(Atom::ge(x, 3)), None);
    /// assert_eq!(view.low_implying(Atom::ne(x, 3)), Some(5));
    /// ```
    pub fn low_implying(self, atom: Atom) -> Option<i64> {
        next_excluded(atom, self.scale > 0).map(|value| self.apply_wide(value) + 1)
    }

    /// The greatest `high` for which `[view ≤ high]` implies `atom`, which is of the view's variable; `None` if no upper bound
    /// does.
    pub fn high_implying(self, atom: Atom) -> Option<i64> {
        next_excluded(atom, self.scale < 0).map(|value| self.apply_wide(value) - 1)
    }

    fn apply_wide(self, value: i64) -> i64 {
        i64::from(self.scale) * value + i64::from(self.offset)
    }

    /// The atom `[view ≤ high]`; `None` where every `i32` satisfies it.
    #[inline]
    pub fn at_most(self, high: impl Into<i64>) -> Option<Atom> {
        self.upper_bound(high.into()).map(|(relation, value)| Atom::new(self.var, relation, value))
    }
}

/// The value next to those that `atom` allows, where a bound can imply it that rises with the variable or falls with it.
fn next_excluded(atom: Atom, rises: bool) -> Option<i64> {
    let value = i64::from(atom.value());
    match atom.relation() {
        Relation::Ne => Some(value),
        Relation::Ge if rises => Some(value - 1),
        Relation::Le if !rises => Some(value + 1),
        _ => None,
    }
}

/// The quotient rounded down; `b` of either sign, not 0.
#[inline]
pub(crate) fn floor(a: i64, b: i64) -> i64 {
    if b == 1 {
        return a;
    }
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

/// The quotient rounded up; `b` of either sign, not 0.
#[inline]
pub(crate) fn ceil(a: i64, b: i64) -> i64 {
    -floor(-a, b)
}
