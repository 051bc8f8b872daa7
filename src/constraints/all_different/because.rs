//! Payloads of the reasons of `all_different`: its kinds of inference.

/// Each value that was removed is another view's.
pub(super) const TAKEN: u32 = 0;
/// The other views need all the values that are left: a Hall set, by the matching.
pub(super) const HALL: u32 = 2;
/// A Hall interval: as many hulls of other domains within an interval as it has values.
pub(super) const HALL_INTERVAL: u32 = 3;
/// From here on: no other view can have a value that some view must have, the bit of which in the scope's window is added.
pub(super) const ONLY_PLACE: u32 = 64;
/// From here on: the view of which the number is added has the value, the only one that was removed.
pub(super) const TAKEN_BY: u32 = 128;
