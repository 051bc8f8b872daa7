//! Implied permutations: the remainder of some lines.
//!
//! `k` lines have every value `k` times. If `k - 1` other permutations lie within them and are disjoint, the
//! remaining variables have every value once: they are a permutation too, although it was not posted. So the four
//! windows of a 9×9 grid imply five more, and the nine of them contain each variable once, as the boxes do.

/// Sets of variables below 256, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Members([u64; 4]);

/// The variables of a scope.
pub(crate) fn members(scope: &[usize]) -> Members {
    let mut members = Members::default();
    for &x in scope {
        members.insert(x);
    }
    members
}

impl Members {
    pub(crate) fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    /// Ascending.
    pub(crate) fn variables(&self) -> Vec<usize> {
        let mut variables = Vec::with_capacity(self.len());
        for (i, &word) in self.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                variables.push(64 * i + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        variables
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn meets(&self, other: &Members) -> bool {
        self.both(other) != Members::default()
    }

    pub(crate) fn both(&self, other: &Members) -> Members {
        Members(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(crate) fn less(&self, other: &Members) -> Members {
        Members(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    fn join(&self, other: &Members) -> Members {
        Members(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

/// Disjoint lines that contain all variables, sixteen at most.
pub(crate) type Lines = Vec<Members>;

/// Adds to `permutations` those implied by them and by families of lines, until nothing more follows or there are
/// `most`.
///
/// # Complexity
/// O(p²) for p permutations in the end.
pub(crate) fn complete(permutations: &mut Vec<Members>, families: &[Lines; 2], most: usize) {
    let mut met: Vec<[u16; 2]> =
        permutations.iter().map(|p| families.each_ref().map(|f| lines_met(p, f))).collect();
    let mut at = 0;
    while at < permutations.len() {
        for (f, family) in families.iter().enumerate() {
            let of_same_lines = permutations.iter().zip(&met).filter(|(_, lines)| lines[f] == met[at][f]);
            let left = left(met[at][f], family, of_same_lines.map(|(p, _)| p));
            if let Some(left) = left.filter(|left| permutations.len() < most && !permutations.contains(left))
            {
                permutations.push(left);
                met.push(families.each_ref().map(|family| lines_met(&left, family)));
            }
        }
        at += 1;
    }
}

/// The lines that have some of these variables, one bit each.
fn lines_met(members: &Members, lines: &[Members]) -> u16 {
    lines.iter().enumerate().fold(0, |met, (i, line)| met | u16::from(line.meets(members)) << i)
}

/// The remainder of some lines without the permutations within them, if it is a permutation.
fn left<'a>(met: u16, lines: &[Members], permutations: impl Iterator<Item = &'a Members>) -> Option<Members> {
    let mut left = Members::default();
    let mut count = met.count_ones();
    for (_, line) in lines.iter().enumerate().filter(|(i, _)| met >> i & 1 == 1) {
        left = left.join(line);
    }
    for permutation in permutations {
        if permutation.less(&left) == Members::default() {
            left = left.less(permutation);
            count -= 1;
        }
    }
    (count == 1).then_some(left)
}

#[cfg(test)]
mod tests {
    use crate::intersections::implied::{Members, complete, members};

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
