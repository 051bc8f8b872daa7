//! Gaps of a large domain: disjoint ranges, ascending, in chunks, so that one among a million is added or dropped without moving the rest.
//!
//! | Promise | |
//! |---|---|
//! | Cost | O(log n) to find one of n gaps, and up to the size of a chunk to add or drop it; adding gaps again after dropping them does not allocate |

/// A gap, as `(low, high)`.
type Gap = (i32, i32);

/// No chunk has more gaps.
const MOST: usize = 512;

/// Disjoint ranges, ascending, never merged.
#[derive(Clone, Debug, Default)]
pub(super) struct Gaps {
    /// None of them is empty.
    chunks: Vec<Vec<Gap>>,
    /// Empty chunks, to be used again.
    spare: Vec<Vec<Gap>>,
    count: usize,
}

impl PartialEq for Gaps {
    fn eq(&self, other: &Gaps) -> bool {
        self.count == other.count && self.chunks.iter().flatten().eq(other.chunks.iter().flatten())
    }
}

impl Eq for Gaps {}

impl FromIterator<Gap> for Gaps {
    fn from_iter<I: IntoIterator<Item = Gap>>(gaps: I) -> Gaps {
        let mut all = Gaps::default();
        for gap in gaps {
            all.push(gap);
        }
        all
    }
}

impl Gaps {
    /// The number of gaps.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// Becomes a copy of the other list, in the memory of this one.
    pub(super) fn copy_from(&mut self, other: &Gaps) {
        while self.chunks.len() > other.chunks.len() {
            self.spare.extend(self.chunks.pop());
        }
        for (own, chunk) in self.chunks.iter_mut().zip(&other.chunks) {
            own.clone_from(chunk);
        }
        for chunk in &other.chunks[self.chunks.len()..] {
            let mut own = self.spare.pop().unwrap_or_default();
            own.clone_from(chunk);
            self.chunks.push(own);
        }
        self.count = other.count;
    }

    /// Adds one behind all others.
    fn push(&mut self, gap: Gap) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < MOST => last.push(gap),
            _ => self.chunks.push(vec![gap]),
        }
        self.count += 1;
    }

    /// The chunk and the place in it of the first gap that does not end before `value`.
    #[inline]
    fn place(&self, value: i32) -> (usize, usize) {
        let chunk = match self.chunks.len() {
            0 | 1 => 0,
            _ => self.chunks.partition_point(|chunk| chunk[chunk.len() - 1].1 < value),
        };
        let within = self.chunks.get(chunk).map_or(0, |chunk| chunk.partition_point(|gap| gap.1 < value));
        (chunk, within)
    }

    /// The first gap that does not end before `value`.
    #[inline]
    pub(super) fn first_from(&self, value: i32) -> Option<Gap> {
        let (chunk, within) = self.place(value);
        let own = self.chunks.get(chunk)?;
        own.get(within).or_else(|| self.chunks.get(chunk + 1)?.first()).copied()
    }

    /// The gaps that do not end before `value`, ascending.
    pub(super) fn from(&self, value: i32) -> impl Iterator<Item = Gap> + '_ {
        let (chunk, within) = self.place(value);
        let (own, rest) = match self.chunks.get(chunk..) {
            Some([own, rest @ ..]) => (&own[within..], rest),
            _ => (&[][..], &[][..]),
        };
        own.iter().chain(rest.iter().flatten()).copied()
    }

    /// The gaps that do not start after `value`, descending.
    pub(super) fn to(&self, value: i32) -> impl Iterator<Item = Gap> + '_ {
        let chunks = self.chunks.partition_point(|chunk| chunk[0].0 <= value);
        let (rest, own) = match self.chunks[..chunks].split_last() {
            Some((own, rest)) => (rest, &own[..own.partition_point(|gap| gap.0 <= value)]),
            None => (&[][..], &[][..]),
        };
        own.iter().rev().chain(rest.iter().rev().flat_map(|chunk| chunk.iter().rev())).copied()
    }

    /// Adds a range that touches no value of the others.
    pub(super) fn insert(&mut self, gap: Gap) {
        let (mut chunk, mut within) = self.place(gap.0);
        // Behind all others, or between two chunks.
        if within == 0 && chunk > 0 && self.chunks[chunk - 1].len() < MOST {
            chunk -= 1;
            within = self.chunks[chunk].len();
        }
        if chunk == self.chunks.len() {
            let own = self.spare.pop().unwrap_or_default();
            self.chunks.push(own);
        }
        if self.chunks[chunk].len() == MOST {
            let mut upper = self.spare.pop().unwrap_or_default();
            upper.extend(self.chunks[chunk].drain(MOST / 2..));
            self.chunks.insert(chunk + 1, upper);
            if within > MOST / 2 {
                (chunk, within) = (chunk + 1, within - MOST / 2);
            }
        }
        self.chunks[chunk].insert(within, gap);
        self.count += 1;
    }

    /// Drops the range that starts there.
    pub(super) fn remove(&mut self, start: i32) {
        let (chunk, within) = self.place(start);
        debug_assert_eq!(self.chunks[chunk][within].0, start, "invariant: only what was added is dropped");
        let _ = self.chunks[chunk].remove(within);
        if self.chunks[chunk].is_empty() {
            let empty = self.chunks.remove(chunk);
            self.spare.push(empty);
        }
        self.count -= 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Against an ordered set, with far more gaps than a chunk has.
    #[test]
    fn gaps_are_those_of_a_set() {
        let mut state = 7_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        let (mut gaps, mut known, mut copy) = (Gaps::default(), BTreeSet::new(), Gaps::default());
        for step in 0..20_000_u32 {
            // Grows first, and shrinks then.
            let gap = (random(4_000) as i32 * 3, 0);
            let gap = (gap.0, gap.0 + random(2) as i32);
            let is_there = known.range((gap.0, i32::MIN)..=(gap.0, i32::MAX)).next().copied();
            match is_there {
                None if step < 12_000 => {
                    gaps.insert(gap);
                    let _ = known.insert(gap);
                }
                Some(there) if step >= 8_000 => {
                    gaps.remove(there.0);
                    let _ = known.remove(&there);
                }
                _ => {}
            }
            let value = random(12_100) as i32 - 50;
            let after = known.iter().copied().filter(|gap| gap.1 >= value);
            let before = known.iter().rev().copied().filter(|gap| gap.0 <= value);
            if step % 16 == 0 {
                assert_eq!(gaps.len(), known.len());
                assert_eq!(gaps.first_from(value), after.clone().next());
                assert!(gaps.from(value).eq(after) && gaps.to(value).eq(before));
                copy.copy_from(&gaps);
                assert!(copy == gaps && known.iter().copied().collect::<Gaps>() == gaps);
            }
        }
    }
}
