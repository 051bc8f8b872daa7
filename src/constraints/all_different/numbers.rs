//! Value numbering for `matching.rs`: the values of the tight views, numbered without gaps.

/// Which number a value has in the sets.
#[derive(Clone, Debug, Default)]
pub(super) struct Numbers {
    /// The least value, where all values from it on are numbered.
    pub(super) first: i64,
    /// The values in ascending order, where they are too far apart for that.
    pub(super) listed: Vec<i32>,
    pub(super) count: usize,
}

impl Numbers {
    pub(super) fn of(&self, value: i32) -> Option<usize> {
        if self.listed.is_empty() {
            usize::try_from(i64::from(value) - self.first).ok().filter(|&number| number < self.count)
        } else {
            self.listed.binary_search(&value).ok()
        }
    }

    pub(super) fn value(&self, number: usize) -> i32 {
        if self.listed.is_empty() { (self.first + number as i64) as i32 } else { self.listed[number] }
    }
}
