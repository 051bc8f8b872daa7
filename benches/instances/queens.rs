//! n queens: no two in a row, a column or a diagonal.

use residua::constraints::all_different;
use residua::model::{IntVar, Model, ModelError};

/// The model, and for each row the column of its queen.
pub(crate) fn queens(n: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let columns = model.int_vars("q", n.unsigned_abs() as usize, 0..=n - 1);
    let shifted = |sign: i32| columns.iter().zip(0..).map(move |(&q, row)| q + sign * row);
    model.post(all_different(&columns))?;
    model.post(all_different(shifted(1)))?;
    model.post(all_different(shifted(-1)))?;
    Ok((model, columns))
}

/// How many solutions there are, by n (OEIS A000170).
pub(crate) const COUNTS: [usize; 13] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200];
