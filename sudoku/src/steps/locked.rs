//! Locked candidates: all places of a value in a house are seen by a cell outside.
//!
//! | | |
//! |---|---|
//! | What | pointing, from a box; claiming, from a line; any house, whatever makes the cells differ |
//! | Cost | from a box 2.6, from another house 2.8 |
//! | Source | Sukaku Explainer |

use residua::search::{Deadline, Limit};

use crate::steps::bits;
use crate::steps::board::Board;
use crate::steps::cost::Cost;
use crate::steps::rules::Shape;
use crate::steps::step::{Candidate, Found, Premise, Step};
use crate::steps::technique::Technique;

pub(super) fn find(board: &Board, found: &mut Found, deadline: &Deadline) -> Result<(), Limit> {
    deadline.check()?;
    let mut seen = vec![0; board.rules.words];
    for (at, scope) in board.rules.scopes.iter().enumerate().filter(|(_, scope)| scope.is_house()) {
        let (technique, cost) = match scope.shape {
            Shape::Box => (Technique::Pointing, Cost(26)),
            _ => (Technique::Claiming, Cost(28)),
        };
        if !found.wants(cost) {
            continue;
        }
        for value in bits::ones(scope.values) {
            let places = board.places(at, value);
            if places == 0
                || places.is_power_of_two() && board.is_placed(scope.cells[places.trailing_zeros() as usize])
            {
                continue;
            }
            let cells = bits::ones(places).map(|position| scope.cells[position]);
            if board.seen_by_all(cells, value, &mut seen) {
                found.offer(cost, || {
                    let mut step = Step::new(technique, cost);
                    step.premises = vec![Premise::Place { scope: at, value, places }];
                    step.eliminations = bits::members(&seen).map(|cell| Candidate { cell, value }).collect();
                    step
                });
            }
        }
    }
    Ok(())
}
