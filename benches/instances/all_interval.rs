//! All-interval series: the numbers below n in such an order that the distances of neighbours all differ.

use residua::constraints::{all_different, distance};
use residua::model::{IntVar, Model, ModelError};

/// The model, and the numbers in order.
pub(crate) fn all_interval(n: usize) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let series = model.int_vars("s", n, 0..n as i32);
    let intervals = model.int_vars("i", n - 1, 1..n as i32);
    model.post(all_different(&series))?;
    model.post(all_different(&intervals))?;
    for (pair, &interval) in series.windows(2).zip(&intervals) {
        model.post(distance(pair[0], pair[1], interval))?;
    }
    Ok((model, series))
}

/// How many there are, by n (problem 7 of the CSP library).
pub(crate) const COUNTS: [usize; 13] = [1, 1, 2, 4, 4, 8, 24, 32, 40, 120, 296, 648, 1328];
