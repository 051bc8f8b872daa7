//! Separation: the fewest clues that leave one of many enumerated solutions, by hitting sets.
//!
//! Clues leave a solution as the only one if they hit each set of cells in which another solution differs from it. So
//! for each solution a smallest set of cells is computed that hits the differences known so far: either it suffices,
//! or another solution has the same values there, and gives one more difference. The size is raised for all
//! solutions together, from one cell on; the first solution that is the only one left has the fewest.
//!
//! | Promise | |
//! |---|---|
//! | Cost | for each solution a [hitting set](residua::inspect::hitting) for each difference that is needed; O(solutions) bit-set words to compare it with all others |

use fixedbitset::FixedBitSet;

use residua::inspect::hitting::{HittingSets, Step};
use residua::search::{Deadline, Limit};

use crate::clues::completion::Clue;

/// Solutions of a puzzle, pairwise different, and the cells that distinguish them.
#[derive(Debug)]
pub(super) struct Separation<'a> {
    solutions: &'a [Vec<i32>],
    /// By cell, then by value less 1: the solutions that have it there.
    having: Vec<Vec<FixedBitSet>>,
    /// By solution: the cells in which others differ from it, as far as they were compared.
    differences: Vec<HittingSets>,
}

/// How many of the solutions that are not distinguished yet are compared, to find one that differs in few cells.
const COMPARED: usize = 32;

impl<'a> Separation<'a> {
    /// For solutions with values from 1 to `symbols`.
    pub(super) fn new(solutions: &'a [Vec<i32>], symbols: usize) -> Separation<'a> {
        let cells = solutions.first().map_or(0, Vec::len);
        let mut having = vec![vec![FixedBitSet::with_capacity(solutions.len()); symbols]; cells];
        for (number, solution) in solutions.iter().enumerate() {
            for (cell, &value) in solution.iter().enumerate() {
                having[cell][value as usize - 1].insert(number);
            }
        }
        let differences = vec![HittingSets::new(cells); solutions.len()];
        Separation { solutions, having, differences }
    }

    /// The solutions that have the values of `target` in these cells.
    fn alike(&self, target: usize, cells: impl IntoIterator<Item = usize>) -> FixedBitSet {
        let mut alike = FixedBitSet::with_capacity(self.solutions.len());
        alike.insert_range(..);
        for cell in cells {
            alike.intersect_with(&self.having[cell][self.solutions[target][cell] as usize - 1]);
        }
        alike
    }

    /// Some clues that leave one solution, chosen greedily: each leaves as few solutions as one clue can.
    pub(super) fn greedy(&self) -> Vec<Clue> {
        let mut left = self.alike(0, []);
        let mut clues = Vec::new();
        while left.count_ones(..) > 1 {
            let count =
                |&(cell, value): &Clue| self.having[cell][value as usize - 1].intersection_count(&left);
            let all = self.having.iter().enumerate();
            let all =
                all.flat_map(|(cell, values)| (1..=values.len() as i32).map(move |value| (cell, value)));
            let possible = all.filter(|clue| count(clue) > 0);
            let clue = possible.min_by_key(count).expect("invariant: some solutions are left");
            left.intersect_with(&self.having[clue.0][clue.1 as usize - 1]);
            clues.push(clue);
        }
        clues.sort_unstable();
        clues
    }

    /// Cells, no more than `most`, whose values leave `target` as the only solution, if there are any.
    fn cells_for(
        &mut self,
        target: usize,
        most: usize,
        deadline: &Deadline,
    ) -> Result<Option<FixedBitSet>, Limit> {
        while let Some(cells) = self.differences[target].least(most, deadline)? {
            if !self.add_difference(target, &cells) {
                return Ok(Some(cells));
            }
        }
        Ok(None)
    }

    /// Records a difference that the cells do not hit; `false` if they leave `target` as the only solution.
    fn add_difference(&mut self, target: usize, cells: &FixedBitSet) -> bool {
        let one = &self.solutions[target];
        let others = self.alike(target, cells.ones());
        let others = others.ones().filter(|&other| other != target).take(COMPARED);
        let differ = |other: usize| {
            let mut difference = FixedBitSet::with_capacity(one.len());
            difference.extend((0..one.len()).filter(|&cell| self.solutions[other][cell] != one[cell]));
            difference
        };
        let Some(difference) = others.map(differ).min_by_key(|set| set.count_ones(..)) else { return false };
        self.differences[target].add(difference);
        true
    }

    /// Clues that leave one solution, no more than `size`, if there are any.
    pub(super) fn least(&mut self, size: usize, deadline: &Deadline) -> Result<Option<Vec<Clue>>, Limit> {
        for target in 0..self.solutions.len() {
            deadline.check()?;
            if let Some(cells) = self.cells_for(target, size, deadline)? {
                return Ok(Some(self.clues(target, &cells)));
            }
        }
        Ok(None)
    }

    /// All sets of `size` clues that leave one solution, if no fewer do.
    pub(super) fn all(&mut self, size: usize, deadline: &Deadline) -> Result<Vec<Vec<Clue>>, Limit> {
        let mut all = Vec::new();
        for target in 0..self.solutions.len() {
            all.extend(self.all_for(target, size, deadline)?);
        }
        all.sort_unstable();
        Ok(all)
    }

    fn all_for(&mut self, target: usize, size: usize, deadline: &Deadline) -> Result<Vec<Vec<Clue>>, Limit> {
        'again: loop {
            deadline.check()?;
            if self.cells_for(target, size, deadline)?.is_none() {
                return Ok(Vec::new());
            }
            let hitting = self.differences[target].clone();
            let mut walk = hitting.of_size(size);
            let mut all = Vec::new();
            loop {
                match walk.step() {
                    Step::Found(cells) if self.add_difference(target, &cells) => continue 'again,
                    Step::Found(cells) => all.push(self.clues(target, &cells)),
                    Step::Onward => deadline.check()?,
                    Step::End => return Ok(all),
                }
            }
        }
    }

    fn clues(&self, target: usize, cells: &FixedBitSet) -> Vec<Clue> {
        cells.ones().map(|cell| (cell, self.solutions[target][cell])).collect()
    }
}
