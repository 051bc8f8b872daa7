//! Whether anything is left to find: a value that is in no solution.

use residua::domain::Domain;
use residua::model::{IntVar, Model};
use residua::search::{Deadline, Limit, Status};

use crate::steps::bits;
use crate::steps::board::Board;

/// Whether it is found out within this number of nodes for each question that each value that is left is in a solution, or that there is
/// no solution at all.
pub(super) fn is_known_exact(board: &Board, nodes: u64, deadline: &Deadline) -> Result<bool, Limit> {
    let mut model = board.rules.model().clone();
    let vars: Vec<IntVar> = model.vars().collect();
    let values = &board.rules.values;
    let domain = |set: u64| Domain::from_ranges(bits::ones(set).map(|value| values[value]..=values[value]));
    for (cell, &var) in vars.iter().enumerate() {
        model.set_domain(var, domain(board.left(cell)));
    }
    // By cell: the values that a solution was found with.
    let mut witnessed = vec![0_u64; vars.len()];
    let first = match solution(&model, nodes, deadline) {
        Err(Limit::Nodes) => return Ok(false),
        found => found?,
    };
    let Some(first) = first else { return Ok(true) };
    let number = |value: i32| values.binary_search(&value).unwrap_or(0);
    let mark = |witnessed: &mut [u64], solution: &[i32]| {
        witnessed.iter_mut().zip(solution).for_each(|(set, &value)| *set |= 1 << number(value));
    };
    mark(&mut witnessed, &first);
    for cell in 0..vars.len() {
        for value in bits::ones(board.left(cell)) {
            if witnessed[cell] >> value & 1 == 1 {
                continue;
            }
            model.set_domain(vars[cell], domain(1 << value));
            let found = match solution(&model, nodes, deadline) {
                Err(Limit::Nodes) => None,
                found => found?,
            };
            let Some(found) = found else { return Ok(false) };
            mark(&mut witnessed, &found);
        }
        model.set_domain(vars[cell], domain(board.left(cell)));
    }
    Ok(true)
}

fn solution(model: &Model, nodes: u64, deadline: &Deadline) -> Result<Option<Vec<i32>>, Limit> {
    let mut solutions = model.search().limits(deadline.left().nodes(nodes)).solutions();
    let found = solutions.next();
    match (found, solutions.status()) {
        (Some(solution), _) => Ok(Some(solution.values().to_vec())),
        (None, Some(Status::Stopped(limit))) => Err(limit),
        (None, _) => Ok(None),
    }
}
