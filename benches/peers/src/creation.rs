//! New puzzles: minimal puzzles of 9x9 with one solution, each from a random grid; compared with the generator of the `sudoku`
//! crate, without symmetry and with half a turn.
//!
//! Each draws its own random numbers, so the puzzles are not the same: the answer of each is the number of puzzles that
//! were made.

use residua_sudoku::Geometry;
use residua_sudoku::create::{Creation, Symmetry};
use sudoku::Sudoku;
use sudoku::board::Symmetry as TheirSymmetry;

use crate::Options;
use crate::race::{Entrant, Results, race};

/// How many puzzles are made in a turn.
const PUZZLES: u64 = 1000;

/// One race for each symmetry.
pub(crate) fn races(options: &Options) -> Result<Vec<Results>, String> {
    let symmetries =
        [(Symmetry::None, TheirSymmetry::None), (Symmetry::Rotational, TheirSymmetry::HalfRotation)];
    symmetries.into_iter().map(|(ours, theirs)| of_symmetry(options, ours, theirs)).collect()
}

fn of_symmetry(options: &Options, ours: Symmetry, theirs: TheirSymmetry) -> Result<Results, String> {
    let geometry = Geometry::new(3, 3).map_err(|error| error.to_string())?;
    let creator = Creation::new(geometry).symmetry(ours).creator();
    let mut creator = creator.map_err(|error| error.to_string())?;
    // Each turn makes puzzles that were not made before.
    let mut next = 0;
    let entrants = vec![
        Entrant::new("residua", || {
            let puzzles = next..next + PUZZLES;
            next = puzzles.end;
            vec![Some(puzzles.filter(|&index| creator.puzzle(index).is_ok()).count() as u64)]
        }),
        Entrant::new("sudoku 0.8", || {
            let made = (0..PUZZLES).map(|_| Sudoku::generate_with_symmetry(theirs));
            vec![Some(made.filter(|puzzle| puzzle.n_clues() >= 17).count() as u64)]
        }),
    ];
    Ok(race(format!("{PUZZLES} new minimal puzzles of 9x9, symmetry: {ours}"), options.rounds, entrants))
}
