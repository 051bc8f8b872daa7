//! Givens in given places: a local search over their values.
//!
//! The cells of the pattern are given by a random grid. As long as the number of solutions is not the one that is wanted, the value in a
//! random place is replaced by another one with which there are solutions, and no more of them: a move that changes nothing is
//! taken too, so that the search does not stay where it is. When many moves in a row bring nothing, a search from another
//! grid is more promising.
//!
//! Which of two solutions an engine finds first does not matter here, only how many there are, up to a bound.

use residua::search::Random;
use residua::search::{Deadline, Limit};

use crate::Puzzle;
use crate::create::removal::Counter;

/// A search for values in the places of a pattern.
#[derive(Debug)]
pub(super) struct Search<'a> {
    counter: &'a mut Counter,
    deadline: &'a Deadline,
    puzzle: Puzzle,
    /// The cells of the pattern.
    places: Vec<usize>,
    /// The number of solutions that is wanted.
    wanted: u64,
    /// The number of solutions of the puzzle, or the bound if there are more; `None` if it was not counted yet.
    count: Option<u64>,
}

/// Numbers of solutions that are this much too large are not distinguished.
const COUNTED: u64 = 10_000;

/// After this number of moves without gain for each place, the search ends.
const PATIENCE: usize = 20;

impl<'a> Search<'a> {
    /// From the values of a complete grid.
    pub(super) fn new(
        grid: Puzzle,
        pattern: &[bool],
        wanted: u64,
        counter: &'a mut Counter,
        deadline: &'a Deadline,
    ) -> Search<'a> {
        let (places, blanks): (Vec<usize>, Vec<usize>) = (0..pattern.len()).partition(|&cell| pattern[cell]);
        let mut puzzle = grid;
        puzzle.clear(&blanks);
        Search { counter, deadline, puzzle, places, wanted, count: None }
    }

    /// Searches; `false` if it used up its moves.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn run(&mut self, random: &mut Random) -> Result<bool, Limit> {
        let mut count = self.counter.count(&self.puzzle, None, self.bound(), self.deadline)?;
        let mut idle = 0;
        while count != self.wanted {
            self.count = Some(count);
            if idle >= PATIENCE * self.places.len() {
                return Ok(false);
            }
            let place = self.places[random.below(self.places.len())];
            let moved = self.replace(place, count, random)?;
            idle = if moved.abs_diff(self.wanted) < count.abs_diff(self.wanted) { 0 } else { idle + 1 };
            count = moved;
        }
        self.count = Some(count);
        Ok(true)
    }

    /// The puzzle, its number of solutions if it was counted, and whether it has no more than that.
    pub(super) fn into_state(self) -> (Puzzle, Option<u64>, bool) {
        let is_exact = self.count.is_some_and(|count| count < self.bound());
        (self.puzzle, self.count, is_exact)
    }

    /// Where counting ends.
    fn bound(&self) -> u64 {
        self.wanted.saturating_add(COUNTED)
    }

    /// Replaces the value in a place by another one, if there is one that is no worse: the number of solutions then, if
    /// there are `count` of them now.
    fn replace(&mut self, place: usize, count: u64, random: &mut Random) -> Result<u64, Limit> {
        let old = self.puzzle.givens()[place];
        let loss = count.abs_diff(self.wanted);
        // One more is too many, unless that is where counting ends.
        let most = self.wanted.saturating_add(loss).saturating_add(1).min(self.bound());
        let mut values: Vec<i32> = self.puzzle.geometry().symbols().filter(|&value| value != old).collect();
        random.shuffle(&mut values);
        for value in values {
            self.puzzle.set_given(place, value);
            let found = match self.counter.count(&self.puzzle, None, most, self.deadline) {
                Ok(found) => found,
                Err(limit) => {
                    self.puzzle.set_given(place, old);
                    return Err(limit);
                }
            };
            if found > 0 && found.abs_diff(self.wanted) <= loss {
                return Ok(found);
            }
        }
        self.puzzle.set_given(place, old);
        Ok(count)
    }
}
