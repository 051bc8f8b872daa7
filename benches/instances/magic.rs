//! Magic squares: the numbers from 1 to n², with the same sum in each row, column and diagonal.

use residua::constraints::{all_different, exact_sum, lt};
use residua::model::{IntVar, Model, ModelError};

/// The model, apart from turns and reflections, and its cells row by row.
///
/// Of the eight symmetries of a square it keeps the one with the least corner first, and the lesser of its neighbours above.
pub(crate) fn magic(n: usize) -> Result<(Model, Vec<IntVar>), ModelError> {
    let greatest = (n * n) as i32;
    let sum = greatest * (greatest + 1) / 2 / n as i32;
    let mut model = Model::new();
    let cells = model.int_vars("m", n * n, 1..=greatest);
    model.post(all_different(&cells))?;
    let line = |first: usize, step: usize| cells[first..].iter().step_by(step).take(n);
    for i in 0..n {
        model.post(exact_sum(line(i * n, 1), sum))?;
        model.post(exact_sum(line(i, n), sum))?;
    }
    model.post(exact_sum(line(0, n + 1), sum))?;
    model.post(exact_sum(line(n - 1, n - 1), sum))?;
    let [right, below, opposite] = [n - 1, n * (n - 1), n * n - 1].map(|cell| cells[cell]);
    for (lesser, greater) in [(cells[0], right), (cells[0], below), (cells[0], opposite), (right, below)] {
        model.post(lt(lesser, greater))?;
    }
    Ok((model, cells))
}

/// How many there are of order 4, apart from turns and reflections (OEIS A006052).
pub(crate) const MAGIC_4: usize = 880;
