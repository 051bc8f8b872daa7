//! Grids as propositional logic, one variable for each cell and value, for `CaDiCaL`.

use std::time::Duration;

use cadical::{Solver, Timeout};

/// The number of solutions of a grid, up to `most`: cells `0..cells` with values `1..=values`, all different in each
/// scope, and the givens, 0 for a blank. `None` if the limit was reached.
pub(crate) fn count(
    cells: usize,
    values: i32,
    scopes: &[Vec<usize>],
    givens: &[i32],
    most: u64,
    limit: Duration,
) -> Option<u64> {
    let is = |cell: usize, value: i32| cell as i32 * values + value;
    let mut solver: Solver = Solver::new();
    for cell in 0..cells {
        solver.add_clause((1..=values).map(|value| is(cell, value)));
        for value in 1..=values {
            (1..value).for_each(|other| solver.add_clause([-is(cell, value), -is(cell, other)]));
        }
    }
    for scope in scopes {
        for value in 1..=values {
            if scope.len() == values as usize {
                solver.add_clause(scope.iter().map(|&cell| is(cell, value)));
            }
            for (at, &cell) in scope.iter().enumerate() {
                scope[..at]
                    .iter()
                    .for_each(|&other| solver.add_clause([-is(cell, value), -is(other, value)]));
            }
        }
    }
    for (cell, &value) in givens.iter().enumerate().filter(|given| *given.1 != 0) {
        solver.add_clause([is(cell, value)]);
    }
    solver.set_callbacks(Some(Timeout::new(limit.as_secs_f32())));
    let mut found = 0;
    while found < most && solver.solve()? {
        found += 1;
        let holds: Vec<i32> =
            (1..=cells as i32 * values).filter(|&x| solver.value(x) == Some(true)).collect();
        solver.add_clause(holds.into_iter().map(|x| -x));
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_squares_of_three() {
        let scopes: Vec<Vec<usize>> =
            (0..3).flat_map(|i| [vec![3 * i, 3 * i + 1, 3 * i + 2], vec![i, i + 3, i + 6]]).collect();
        let second = Duration::from_secs(1);
        assert_eq!(count(9, 3, &scopes, &[0; 9], 100, second), Some(12));
        assert_eq!(count(9, 3, &scopes, &[1, 0, 0, 1, 0, 0, 0, 0, 0], 100, second), Some(0));
    }
}
