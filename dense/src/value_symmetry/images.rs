//! What a solution becomes when values change names.

/// The images of a solution under all exchanges of some values, of which only the first few need to be told apart: the others
/// follow in any order.
///
/// Going from one to the next takes a few instructions, whatever the number of values.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    /// The values that change names, by bit.
    bits: Vec<usize>,
    /// So many of them are told apart.
    apart: usize,
    /// By place in `bits`: the place of the value whose name it bears.
    order: Vec<usize>,
    /// How many images came before, as far as that can be counted.
    before: u64,
}

impl Images {
    pub(crate) fn new(bits: Vec<usize>, apart: usize) -> Images {
        let order = (0..bits.len()).collect();
        Images { bits, apart, order, before: 0 }
    }

    /// How many come after the one at hand; `None` if more than can be counted.
    pub(crate) fn left(&self) -> Option<u64> {
        arrangements(self.bits.len(), self.apart).map(|all| all - 1 - self.before)
    }

    /// Back to the solution itself.
    pub(crate) fn rewind(&mut self, own: &[i32], names: &mut [i32]) {
        self.order.sort_unstable();
        self.before = 0;
        names.copy_from_slice(own);
    }

    /// Gives the values their names in the next image: `own` are those that they have of themselves. False if this was the
    /// last; all have their own names then.
    pub(crate) fn turn(&mut self, own: &[i32], names: &mut [i32]) -> bool {
        // With the others in descending order, what comes next by the alphabet tells the first apart.
        self.order[self.apart..].reverse();
        let from = next_arrangement(&mut self.order);
        for (&bit, &place) in self.bits.iter().zip(&self.order).skip(from.unwrap_or(0)) {
            names[bit] = own[self.bits[place]];
        }
        self.before = if from.is_some() { self.before.wrapping_add(1) } else { 0 };
        from.is_some()
    }
}

/// How many ways there are to put so many of `all` things in a row.
pub(crate) fn arrangements(all: usize, chosen: usize) -> Option<u64> {
    (all - chosen + 1..=all).try_fold(1_u64, |product, factor| product.checked_mul(factor as u64))
}

/// The next by the alphabet, and where it begins to differ; after the last comes the first, and `None`.
fn next_arrangement(order: &mut [usize]) -> Option<usize> {
    let Some(pivot) = order.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        order.reverse();
        return None;
    };
    let larger = order.iter().rposition(|&place| place > order[pivot]);
    order.swap(pivot, larger.expect("invariant: its neighbour is larger"));
    order[pivot + 1..].reverse();
    Some(pivot)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::value_symmetry::images::Images;

    #[test]
    fn each_image_comes_once() {
        let own = [10, 20, 30, 40, 50];
        for (bits, apart, count) in
            [(vec![0, 2, 3, 4], 4, 24), (vec![0, 2, 3, 4], 2, 12), (vec![1, 3], 1, 2), (vec![2], 0, 1)]
        {
            let mut names = own;
            let mut images = Images::new(bits.clone(), apart);
            assert_eq!(images.left(), Some(count - 1));
            for _ in 0..2 {
                let mut seen = BTreeSet::new();
                loop {
                    let all: BTreeSet<_> = names.iter().collect();
                    assert_eq!(all.len(), own.len(), "{names:?}");
                    assert!((0..5).all(|bit| bits.contains(&bit) || names[bit] == own[bit]), "{names:?}");
                    assert!(seen.insert(bits[..apart].iter().map(|&bit| names[bit]).collect::<Vec<_>>()));
                    assert_eq!(images.left(), Some(count - seen.len() as u64));
                    if !images.turn(&own, &mut names) {
                        break;
                    }
                }
                assert_eq!((seen.len() as u64, names), (count, own));
            }
        }
    }

    #[test]
    fn too_many_to_be_counted_are_none() {
        assert_eq!(Images::new((0..20).collect(), 20).left(), Some(2_432_902_008_176_639_999));
        assert_eq!(Images::new((0..21).collect(), 21).left(), None);
    }
}
