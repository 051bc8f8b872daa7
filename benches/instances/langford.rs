//! Langford pairs: each number from 1 to n stands twice in a row of 2n, number k with k others in between.

use residua::constraints::{all_different, eq};
use residua::model::{IntVar, Model, ModelError};

/// The model, and by number the first of its two places.
pub(crate) fn langford(n: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let count = n.unsigned_abs() as usize;
    let (first, second) = (model.int_vars("a", count, 0..2 * n), model.int_vars("b", count, 0..2 * n));
    for ((&a, &b), k) in first.iter().zip(&second).zip(1..) {
        model.post(eq(b, a + (k + 1)))?;
    }
    model.post(all_different(first.iter().chain(&second)))?;
    Ok((model, first))
}

/// How many there are, by n, a row read backwards counted on its own (twice OEIS A014552).
pub(crate) const COUNTS: [usize; 13] = [1, 0, 0, 2, 2, 0, 0, 52, 300, 0, 0, 35_584, 216_288];
