//! Permutations that follow from others: what is left of some lines.
//!
//! `k` lines have every value `k` times. If `k - 1` other permutations lie within them and apart from each other, what they
//! leave has every value once: it is a permutation too, though nobody posted it. So the four windows of a 9×9 grid lead to
//! five more, and the nine of them hold each variable once, as the boxes do.

/// Variables below 256, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::dense) struct Members([u64; 4]);

/// Those of a scope.
pub(in crate::dense) fn members(scope: &[usize]) -> Members {
    let mut members = Members::default();
    for &x in scope {
        members.insert(x);
    }
    members
}

impl Members {
    pub(in crate::dense) fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    /// Ascending.
    pub(in crate::dense) fn variables(&self) -> Vec<usize> {
        (0..256).filter(|x| self.0[x / 64] >> (x % 64) & 1 == 1).collect()
    }

    pub(in crate::dense) fn meets(&self, other: &Members) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    fn join(&self, other: &Members) -> Members {
        Members(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    fn less(&self, other: &Members) -> Members {
        Members(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

/// Adds to `permutations` what follows from them and from families of disjoint ones, which hold each variable, until nothing
/// more follows or there are `most`.
///
/// # Complexity
/// O(p² f) for p permutations, in the end, and f families of up to 16 lines.
pub(in crate::dense) fn complete(permutations: &mut Vec<Members>, families: &[Vec<Members>], most: usize) {
    let mut at = 0;
    while at < permutations.len() {
        for family in families {
            if permutations.len() < most {
                let left = left(permutations[at], permutations, family);
                permutations.extend(left.filter(|left| !permutations.contains(left)));
            }
        }
        at += 1;
    }
}

/// What is left of the lines that `one` meets, if that is a permutation.
fn left(one: Members, permutations: &[Members], family: &[Members]) -> Option<Members> {
    let lines = |p: &Members| family.iter().map(|line| line.meets(p)).collect::<Vec<bool>>();
    let met = lines(&one);
    let mut left = Members::default();
    let mut count = 0;
    for (line, _) in family.iter().zip(&met).filter(|(_, is_met)| **is_met) {
        left = left.join(line);
        count += 1;
    }
    for other in permutations.iter().filter(|other| lines(other) == met) {
        if other.less(&left) == Members::default() {
            left = left.less(other);
            count -= 1;
        }
    }
    (count == 1).then_some(left)
}

#[cfg(test)]
mod tests {
    use crate::dense::implied::{Members, complete, members};

    fn lines(size: usize) -> [Vec<Members>; 2] {
        let row = |r: usize| members(&(0..size).map(|c| size * r + c).collect::<Vec<_>>());
        let column = |c: usize| members(&(0..size).map(|r| size * r + c).collect::<Vec<_>>());
        [(0..size).map(row).collect(), (0..size).map(column).collect()]
    }

    #[test]
    fn four_windows_lead_to_five_more() {
        let window = |(r, c): (usize, usize)| {
            members(&(0..9).map(|i| 9 * (r + i / 3) + c + i % 3).collect::<Vec<_>>())
        };
        let mut all = [(1, 1), (1, 5), (5, 1), (5, 5)].map(window).to_vec();
        complete(&mut all, &lines(9), 16);
        let mut held: Vec<usize> = all.iter().flat_map(Members::variables).collect();
        held.sort_unstable();
        assert_eq!(all.len(), 9);
        assert_eq!(held, (0..81).collect::<Vec<_>>(), "each cell is in one of them");
        assert!(all.contains(&members(&[0, 4, 8, 36, 40, 44, 72, 76, 80])));
    }

    #[test]
    fn two_windows_that_meet_lead_to_nothing_together() {
        let window =
            |r: usize, c: usize| members(&(0..9).map(|i| 9 * (r + i / 3) + c + i % 3).collect::<Vec<_>>());
        let mut all = vec![window(1, 1), window(1, 3)];
        complete(&mut all, &lines(9), 16);
        assert_eq!(all.len(), 2);
    }

    #[test]
    fn a_diagonal_leads_to_nothing() {
        let mut all = vec![members(&[0, 5, 10, 15])];
        complete(&mut all, &lines(4), 16);
        assert_eq!(all.len(), 1);
    }
}
