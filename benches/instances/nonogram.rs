//! Nonograms: of each row and column the lengths of the runs of filled cells, by a `regular` each.

use residua::constraints::{Automaton, regular};
use residua::model::{IntVar, Model, ModelError};

use crate::instances::draws;

/// The model of a nonogram with random cells filled, `percent` in a hundred, and its cells row by row. Most have several solutions.
pub(crate) fn nonogram(size: usize, percent: usize, seed: u64) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut draw = draws(seed);
    let picture: Vec<bool> = (0..size * size).map(|_| draw(100) < percent).collect();
    let mut model = Model::new();
    let cells = model.int_vars("c", size * size, 0..=1);
    for at in 0..size {
        for (first, step) in [(at * size, 1), (at, size)] {
            let line = |cell: usize| first + cell * step;
            let automaton = runs_of((0..size).map(|cell| picture[line(cell)]));
            model.post(regular((0..size).map(|cell| cells[line(cell)]), automaton))?;
        }
    }
    Ok((model, cells))
}

/// The words with the same runs as these cells. State k is after k cells of the filled ones and of the gaps that there must be.
fn runs_of(cells: impl Iterator<Item = bool>) -> Automaton {
    let mut runs: Vec<usize> = Vec::new();
    let mut was_filled = false;
    for is_filled in cells {
        match runs.last_mut() {
            Some(run) if is_filled && was_filled => *run += 1,
            _ if is_filled => runs.push(1),
            _ => {}
        }
        was_filled = is_filled;
    }
    // State 0 is in the gap before the first run, and `state` in that before the run in question.
    let (mut moves, mut state) = (vec![(0, 0, 0)], 0);
    for (number, &run) in runs.iter().enumerate() {
        moves.extend((state..state + run).map(|from| (from, 1, from + 1)));
        state += run;
        if number + 1 < runs.len() {
            moves.push((state, 0, state + 1));
            state += 1;
        }
        moves.push((state, 0, state));
    }
    Automaton::new(state + 1, 0, moves, [state])
}
