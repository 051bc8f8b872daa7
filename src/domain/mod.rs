//! Domains: finite sets of integers, the values that a variable may still take.
//!
//! The one type [`Domain`] has three representations, chosen by the span of the set when it is made:
//!
//! | form | span | memory | file |
//! |---|---|---|---|
//! | small | ≤ 64 | a base and one `u64` | `small.rs` |
//! | medium | ≤ 4096 | words, with cached bounds and size | `blocks.rs` |
//! | large | any | bounds, and the ranges missing between them | `sparse.rs`, `gaps.rs` |
//!
//! Set operations (`algebra.rs`), iteration (`iter.rs`) and conversions (`from.rs`) serve all of them.
//!
//! The forms differ in cost, never in meaning: two domains are equal when they hold the same values. Each form is a
//! kernel of its own that reports what it is about to overwrite, so that the store above can keep its variables in
//! these forms and restore them on backtracking.
//!
//! This floor does not depend on variables.

pub(crate) mod blocks;
pub(crate) mod small;
pub(crate) mod sparse;

mod algebra;
mod from;
mod gaps;
mod iter;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Range, RangeInclusive};

use crate::domain::blocks::Blocks;
use crate::domain::small::Small;
use crate::domain::sparse::Sparse;

pub use crate::domain::iter::{Ranges, Values};

/// A finite set of `i32`: the values that a variable may take.
///
/// ```
/// use residua::domain::Domain;
///
/// let d: Domain = [1, 2, 3, 5, 7, 8, 9].into();
/// assert_eq!(d.to_string(), "1..3 5 7..9");
/// assert_eq!((d.min(), d.max(), d.size()), (Some(1), Some(9), 7));
/// assert!(d.contains(5) && !d.contains(4));
/// assert_eq!(d.intersect(&Domain::from(3..=7)).iter().collect::<Vec<_>>(), [3, 5, 7]);
/// ```
#[derive(Clone)]
pub struct Domain(Form);

/// The representation behind a [`Domain`].
#[derive(Clone, Debug)]
pub(crate) enum Form {
    Small(Small),
    Medium(Blocks, Box<[u64]>),
    Large(Box<Sparse>),
}

/// The widest span that is represented as words.
pub(crate) const MEDIUM_SPAN: i64 = 4096;

impl Domain {
    /// The set without values; a variable that has it makes its model infeasible.
    pub fn empty() -> Self {
        Domain(Form::Small(Small::EMPTY))
    }

    /// The set of all values in the given ranges, which may overlap and come in any order.
    ///
    /// # Complexity
    /// Sorts the ranges; then linear in their number (and in the span, while that is at most 4096).
    pub fn from_ranges(ranges: impl IntoIterator<Item = RangeInclusive<i32>>) -> Self {
        Self::from_ends(
            ranges.into_iter().filter(|r| !r.is_empty()).map(RangeInclusive::into_inner).collect(),
        )
    }

    /// The set of all values in the ranges with these ends, none of them empty.
    fn from_ends(mut ends: Vec<(i32, i32)>) -> Self {
        ends.sort_unstable();
        let mut merged: Vec<(i32, i32)> = Vec::with_capacity(ends.len());
        for (low, high) in ends {
            match merged.last_mut() {
                Some(last) if i64::from(low) <= i64::from(last.1) + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self::from_disjoint(&merged)
    }

    /// The set of the given ranges, ascending and with a gap between neighbours.
    pub(crate) fn from_disjoint(ranges: &[(i32, i32)]) -> Self {
        let (Some(&(min, _)), Some(&(_, max))) = (ranges.first(), ranges.last()) else {
            return Self::empty();
        };
        let span = i64::from(max) - i64::from(min) + 1;
        Domain(if span <= 64 {
            Form::Small(Small::from_ranges(min, ranges))
        } else if span <= MEDIUM_SPAN {
            let (blocks, words) = Blocks::from_ranges(ranges);
            Form::Medium(blocks, words)
        } else {
            Form::Large(Box::new(Sparse::from_ranges(ranges)))
        })
    }

    pub(crate) fn form(&self) -> &Form {
        &self.0
    }

    pub(crate) fn form_mut(&mut self) -> &mut Form {
        &mut self.0
    }

    pub(crate) fn from_form(form: Form) -> Self {
        Domain(form)
    }

    /// The least value.
    pub fn min(&self) -> Option<i32> {
        match &self.0 {
            Form::Small(s) => (!s.is_empty()).then(|| s.min()),
            Form::Medium(b, _) => (b.size > 0).then_some(b.min),
            Form::Large(l) => (l.size > 0).then_some(l.min),
        }
    }

    /// The greatest value.
    pub fn max(&self) -> Option<i32> {
        match &self.0 {
            Form::Small(s) => (!s.is_empty()).then(|| s.max()),
            Form::Medium(b, _) => (b.size > 0).then_some(b.max),
            Form::Large(l) => (l.size > 0).then_some(l.max),
        }
    }

    /// The number of values.
    pub fn size(&self) -> u64 {
        match &self.0 {
            Form::Small(s) => s.size(),
            Form::Medium(b, _) => u64::from(b.size),
            Form::Large(l) => l.size,
        }
    }

    /// Whether no value is left.
    pub fn is_empty(&self) -> bool {
        self.size() == 0
    }

    /// Whether exactly one value is left.
    pub fn is_fixed(&self) -> bool {
        self.size() == 1
    }

    /// The only value, if there is exactly one.
    pub fn value(&self) -> Option<i32> {
        if self.is_fixed() { self.min() } else { None }
    }

    /// Whether `value` is in the set.
    ///
    /// # Complexity
    /// Constant; logarithmic in the number of gaps when the span is above 4096.
    pub fn contains(&self, value: i32) -> bool {
        match &self.0 {
            Form::Small(s) => s.contains(value),
            Form::Medium(b, words) => b.contains(words, value),
            Form::Large(l) => l.contains(value),
        }
    }

    /// The values, ascending.
    pub fn iter(&self) -> Values<'_> {
        Values::new(self)
    }

    /// The maximal runs of consecutive values, ascending.
    pub fn ranges(&self) -> Ranges<'_> {
        Ranges::new(self)
    }

    /// The least value that is at least `from`.
    pub fn next_from(&self, from: i32) -> Option<i32> {
        match &self.0 {
            Form::Small(s) => s.next_from(from),
            Form::Medium(b, words) => b.next_from(words, from),
            Form::Large(l) => l.next_from(from),
        }
    }

    /// The end of the run of values that starts at `from`, which is in the set.
    fn run_end(&self, from: i32) -> i32 {
        match &self.0 {
            Form::Small(s) => s.run_end(from),
            Form::Medium(b, words) => b.run_end(words, from),
            Form::Large(l) => l.run_end(from),
        }
    }
}

impl fmt::Display for Domain {
    /// Runs of three or more as `low..high`, all else value by value: `1..3 5 7..9`; the empty set is `∅`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for run in self.ranges() {
            let (low, high) = run.into_inner();
            let gap = if first { "" } else { " " };
            match i64::from(high) - i64::from(low) {
                0 => write!(f, "{gap}{low}")?,
                1 => write!(f, "{gap}{low} {high}")?,
                _ => write!(f, "{gap}{low}..{high}")?,
            }
            first = false;
        }
        if first { f.write_str("∅") } else { Ok(()) }
    }
}

impl fmt::Debug for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl PartialEq for Domain {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Form::Small(a), Form::Small(b)) if a.base == b.base => a.bits == b.bits,
            _ => self.size() == other.size() && self.ranges().eq(other.ranges()),
        }
    }
}

impl Eq for Domain {}

impl Hash for Domain {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ranges().for_each(|r| r.hash(state));
    }
}

impl From<RangeInclusive<i32>> for Domain {
    fn from(range: RangeInclusive<i32>) -> Self {
        if range.is_empty() { Self::empty() } else { Self::from_disjoint(&[range.into_inner()]) }
    }
}

impl From<Range<i32>> for Domain {
    fn from(range: Range<i32>) -> Self {
        if range.is_empty() { Self::empty() } else { Self::from(range.start..=range.end - 1) }
    }
}

impl From<i32> for Domain {
    fn from(value: i32) -> Self {
        Self::from_disjoint(&[(value, value)])
    }
}

impl FromIterator<i32> for Domain {
    fn from_iter<I: IntoIterator<Item = i32>>(values: I) -> Self {
        Self::from_ranges(values.into_iter().map(|v| v..=v))
    }
}

impl<const N: usize> From<[i32; N]> for Domain {
    fn from(values: [i32; N]) -> Self {
        values.into_iter().collect()
    }
}

impl From<&[i32]> for Domain {
    fn from(values: &[i32]) -> Self {
        values.iter().copied().collect()
    }
}

impl From<Vec<i32>> for Domain {
    fn from(values: Vec<i32>) -> Self {
        values.into_iter().collect()
    }
}

impl From<&Domain> for Domain {
    fn from(domain: &Domain) -> Self {
        domain.clone()
    }
}

impl<'a> IntoIterator for &'a Domain {
    type Item = i32;
    type IntoIter = Values<'a>;

    fn into_iter(self) -> Values<'a> {
        self.iter()
    }
}
