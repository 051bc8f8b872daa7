//! `xs[k] = y` for a fixed index `k`: reduced to the variables, with the value of the index put in.

use crate::constraints::Operand;
use crate::store::handle::IntVar;
use crate::store::{Domains, Store, View};

/// A view of a model or of an engine, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side<V> {
    View(View<V>),
    Constant(i64),
}

/// What the equality of an entry and of `y` amounts to where the index is at it. No variable in it is that of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair<V> {
    /// They differ, whatever the values.
    Never,
    /// They are equal, whatever the values.
    Always,
    /// The view has the value.
    Is(View<V>, i32),
    /// An entry and `y`, of two variables.
    Equal(View<V>, View<V>),
}

impl<V: Copy + PartialEq> Side<V> {
    /// What it is where `index` is `position`; `None` where the index cannot be there.
    fn given(self, index: View<V>, position: i32) -> Option<Side<V>> {
        Some(match self {
            Side::View(view) if view.scale() == 0 => Side::Constant(view.offset().into()),
            Side::View(view) if view.var == index.var && index.scale() != 0 => {
                Side::Constant(view.apply(index.invert(position)?))
            }
            other => other,
        })
    }
}

impl<V: Copy + PartialEq> Pair<V> {
    pub(super) fn new(index: View<V>, position: i32, entry: Side<V>, y: Side<V>) -> Pair<V> {
        let (Some(entry), Some(y)) = (entry.given(index, position), y.given(index, position)) else {
            return Pair::Never;
        };
        let is = |view: View<V>, value: i64| match i32::try_from(value) {
            Ok(value) if view.invert(value).is_some() => Pair::Is(view, value),
            _ => Pair::Never,
        };
        match (entry, y) {
            (Side::Constant(a), Side::Constant(b)) if a == b => Pair::Always,
            (Side::Constant(_), Side::Constant(_)) => Pair::Never,
            (Side::Constant(value), Side::View(view)) | (Side::View(view), Side::Constant(value)) => {
                is(view, value)
            }
            (Side::View(entry), Side::View(y)) if entry == y => Pair::Always,
            (Side::View(entry), Side::View(y)) if entry.var == y.var => {
                let slope = i64::from(entry.scale()) - i64::from(y.scale());
                let gap = i64::from(y.offset()) - i64::from(entry.offset());
                if slope == 0 || gap % slope != 0 {
                    return Pair::Never;
                }
                i32::try_from(gap / slope).map_or(Pair::Never, |value| Pair::Is(View::plain(y.var), value))
            }
            (Side::View(entry), Side::View(y)) => Pair::Equal(entry, y),
        }
    }

    /// The value of `y`, where it has to be a certain one; `y` is not of the index's variable.
    pub(super) fn value(self, y: View<V>) -> Option<i64> {
        match self {
            Pair::Is(view, value) if view.var == y.var => Some(y.apply(view.invert(value)?)),
            _ => None,
        }
    }
}

impl From<Operand> for Side<IntVar> {
    fn from(operand: Operand) -> Self {
        match operand {
            Operand::View(view) => Side::View(view),
            Operand::Constant(value) => Side::Constant(value),
        }
    }
}

/// Domains of more values are not searched for a common one: where their bounds overlap, they count as meeting.
const SEARCHED: u64 = 1 << 16;

/// Whether the views have a value in common in a store; `hint` is one that they had, and becomes the one that is found.
pub(super) fn meet(a: View, b: View, hint: &mut i32, store: &Store) -> bool {
    if a.contains(store, *hint) && b.contains(store, *hint) {
        return true;
    }
    if are_apart(a, b, store) {
        return false;
    }
    let (few, many) = if a.size(store) <= b.size(store) { (a, b) } else { (b, a) };
    if few.size(store) > SEARCHED {
        return true;
    }
    let mut values = store.runs(few.var).flat_map(|(low, high)| low..=high).map(|v| few.apply(v) as i32);
    let found = values.find(|&value| many.contains(store, value));
    *hint = found.unwrap_or(*hint);
    found.is_some()
}

/// Whether all values of one view are above those of the other.
pub(super) fn are_apart<V: Copy>(a: View<V>, b: View<V>, domains: &(impl Domains<V> + ?Sized)) -> bool {
    a.max(domains) < b.min(domains) || b.max(domains) < a.min(domains)
}
