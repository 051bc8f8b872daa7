//! Costas arrays: a mark in each row and column, so that no two pairs of marks are equally far apart in the same direction.

use residua::constraints::{all_different, exact_sum};
use residua::model::{IntVar, Model, ModelError};

/// The model, and for each column the row of its mark.
///
/// For each distance the differences of marks that far apart are variables of their own, and all different. None is 0.
pub(crate) fn costas(n: usize) -> Result<(Model, Vec<IntVar>), ModelError> {
    let greatest = n as i32 - 1;
    let mut model = Model::new();
    let marks = model.int_vars("c", n, 0..=greatest);
    model.post(all_different(&marks))?;
    for distance in 1..n - 1 {
        let differences = model.int_vars(&format!("d{distance}_"), n - distance, -greatest..=greatest);
        for ((&left, &right), &difference) in marks.iter().zip(&marks[distance..]).zip(&differences) {
            model.post(exact_sum([right.view(), -left, -difference], 0))?;
        }
        model.post(all_different(differences))?;
    }
    Ok((model, marks))
}

/// How many there are, by order (OEIS A008404).
pub(crate) const COUNTS: [usize; 12] = [1, 1, 2, 4, 12, 40, 116, 200, 444, 760, 2_160, 4_368];
