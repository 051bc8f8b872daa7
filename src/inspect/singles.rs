//! Naked and hidden singles: a variable with one value left, and a value with one variable left.
//!
//! Value consistency removes the value of a fixed variable from all others. Where an `all_different` has as many
//! values as variables, it has a dual reading: each value is placed at one of the variables. Value consistency of the
//! dual means that a value with one place left is placed there. In Sudoku these are naked and hidden singles.
//!
//! | Promise | |
//! |---|---|
//! | Consistency | value, of the constraints and of the dual reading of those that are permutations |
//! | Cost | O(values of all scopes) a pass, passes until no value has one place |
//! | Source | Cheng, Choi, Lee & Wu, *Increasing Constraint Propagation by Redundant Modeling*, Constraints 4(2), 1999 |

use std::collections::BTreeMap;

use crate::constraints::{AllDifferent, Constraint};
use crate::engine::Interrupt;
use crate::model::{IntAtom, IntView, Model, Solver};
use crate::search::Limit;

/// Wider domains are not iterated.
const MAX_ENUMERATED: u64 = 4096;

/// Places values that have one place left, and propagates, until there are none; `false` at a failure.
///
/// # Errors
/// The limit for which `interrupt` triggered.
pub(super) fn place_singles(
    model: &Model,
    solver: &mut Solver,
    interrupt: &Interrupt,
) -> Result<bool, Limit> {
    let scopes: Vec<Vec<IntView>> = model
        .constraints()
        .filter_map(|(_, constraint)| (**constraint).as_any().downcast_ref::<AllDifferent>())
        // An `all_different` that was posted with a consistency of its own must remove no more than that does.
        .filter(|all_different| all_different.consistency.is_none())
        .map(Constraint::scope)
        .collect();
    loop {
        let mut has_placed = false;
        for scope in &scopes {
            for atom in single_places(solver, scope) {
                match solver.assume(atom) {
                    Ok(changed) => has_placed |= changed,
                    Err(_) => return Ok(false),
                }
            }
        }
        if !has_placed {
            return Ok(true);
        }
        if !solver.survives([], interrupt)? {
            return Ok(false);
        }
    }
}

/// For the values that the views need and that one view alone can have: the atoms that assign them.
fn single_places(solver: &Solver, scope: &[IntView]) -> Vec<IntAtom> {
    if scope.iter().any(|view| view.size(solver) > MAX_ENUMERATED) {
        return Vec::new();
    }
    // By value: the first view that can have it, and whether another one can.
    let mut places: BTreeMap<i32, (IntView, bool)> = BTreeMap::new();
    for &view in scope {
        for value in &view.domain(solver) {
            places.entry(value).and_modify(|place| place.1 = true).or_insert((view, false));
        }
    }
    let needs_all = places.len() <= scope.len();
    let single = |(&value, place): (&i32, &(IntView, bool))| (!place.1).then(|| place.0.is(value)).flatten();
    if needs_all { places.iter().filter_map(single).collect() } else { Vec::new() }
}
