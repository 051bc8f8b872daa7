//! Random grids that keep to rules.
//!
//! The general engine decides cells by dom/wdeg, each by a random value: the same random numbers make the same grid on every
//! machine. A search with many failures is begun again with other random numbers, since most searches have few, and may have half as
//! many more each time: so one without any solution ends with a proof.

use residua::model::{IntVar, Model};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Deadline, EngineChoice, Learning, Limit, Random, Status};

/// Random values of `vars` in a solution of the model; `None` if it has none.
///
/// # Errors
/// The limit that was reached.
pub(super) fn random_solution(
    model: &Model,
    vars: &[IntVar],
    random: &mut Random,
    deadline: &Deadline,
) -> Result<Option<Vec<i32>>, Limit> {
    let mut most_failures = vars.len() as u64;
    let mut order = vars.to_vec();
    loop {
        random.shuffle(&mut order);
        let mut solutions = model
            .search()
            .engine(EngineChoice::General)
            .learn(Learning::Off)
            .branch(&order, VariableOrder::DomWdeg, ValueOrder::Random(random.number()))
            .limits(deadline.left().failures(most_failures))
            .solutions();
        match (solutions.next(), solutions.status()) {
            (Some(solution), _) => return Ok(Some(vars.iter().map(|&var| solution[var]).collect())),
            (None, Some(Status::Stopped(Limit::Failures))) => {
                most_failures = most_failures.saturating_add(most_failures / 2 + 1);
            }
            (None, Some(Status::Stopped(limit))) => return Err(limit),
            (None, _) => return Ok(None),
        }
    }
}
