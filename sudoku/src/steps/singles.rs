//! Singles: the last place of a value in a house, the last value of a cell.
//!
//! | | |
//! |---|---|
//! | What | hidden single; naked single |
//! | Cost | last cell of a house 1.0; hidden in a box 1.2, in another house 1.5; naked 2.3 |
//! | Source | Sukaku Explainer |

use residua::search::{Deadline, Limit};

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::cost::Cost;
use crate::steps::rules::Shape;
use crate::steps::step::{Candidate, Found, Premise, Step};
use crate::steps::technique::Technique;

/// Finds houses with one place for a value.
pub(super) fn hidden(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    deadline.check()?;
    for (at, scope) in board.rules.scopes.iter().enumerate().filter(|(_, scope)| scope.is_house()) {
        let mut open = scope.cells.iter().filter(|&&cell| !board.is_placed(cell));
        if open.next().is_none() {
            continue;
        }
        let is_last = open.next().is_none();
        for value in bits::ones(scope.values) {
            let places = board.places(at, value);
            if !places.is_power_of_two() {
                continue;
            }
            let cell = scope.cells[places.trailing_zeros() as usize];
            if board.is_placed(cell) {
                continue;
            }
            let (technique, cost) = match scope.shape {
                _ if is_last => (Technique::FullHouse, Cost(10)),
                Shape::Box => (Technique::HiddenSingle, Cost(12)),
                _ => (Technique::HiddenSingle, Cost(15)),
            };
            found.offer(cost, || {
                let mut step = Step::new(technique, cost);
                step.premises = vec![Premise::Place { scope: at, value, places }];
                step.placements = vec![Candidate { cell, value }];
                step
            });
        }
    }
    Ok(())
}

/// Finds cells with one value.
pub(super) fn naked(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    deadline.check()?;
    for (cell, &values) in board.left.iter().enumerate() {
        if values.is_power_of_two() && !board.is_placed(cell) {
            found.offer(Cost(23), || {
                let mut step = Step::new(Technique::NakedSingle, Cost(23));
                step.premises = vec![Premise::Cell { cell, values }];
                step.placements = vec![Candidate { cell, value: values.trailing_zeros() as usize }];
                step
            });
        }
    }
    Ok(())
}
