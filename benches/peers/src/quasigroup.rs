//! Quasigroup completion, each square within a limit of time. The answer is 1 for a completion that was found, 0 for a
//! proof that there is none.
//!
//! The model is made within the timing, for all solvers. A completion is checked against the definition, whichever
//! solver found it.

use std::time::Duration;

use pumpkin_solver::conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::core::results::{ProblemSolution, SatisfactionResult};
use pumpkin_solver::core::termination::TimeBudget;
use residua::engine::Consistency;
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limits, Status};
use selen::prelude::SolverConfig;

use crate::Options;
use crate::instances::quasigroup::{Square, squares};
use crate::instances::{read, sample};
use crate::race::{Entrant, Results, race};

/// Order, file, and the number of squares used.
const SETS: [(usize, &str, usize); 3] =
    [(15, "qcp_gecode.tsv", 5), (20, "qcp_gecode.tsv", 4), (30, "qwh_csplib067.tsv", 3)];

/// The time that a solver has for one square. A solver that checks the clock only rarely may take longer.
const LIMIT: Duration = Duration::from_secs(3);

/// Races over squares of several orders.
pub(crate) fn races(options: &Options) -> Vec<Results> {
    let rounds = options.rounds.min(3);
    let mut results = Vec::new();
    for (order, file, count) in SETS {
        let Some(text) = read(file) else { continue };
        let count = if options.quick { 1 } else { count };
        let squares: Vec<Square> =
            squares(&text).into_iter().filter(|square| square.order == order).collect();
        let squares = sample(squares, count);
        let ours = Entrant::new("residua, domain", || squares.iter().map(with_residua).collect());
        let pumpkin = Entrant::new("pumpkin-solver 0.5", || squares.iter().map(with_pumpkin).collect());
        let selen = Entrant::new("selen 0.15", || squares.iter().map(with_selen).collect());
        let title =
            format!("quasigroup completion, order {order}, {} squares, {LIMIT:?} each", squares.len());
        results.push(race(title, rounds, vec![ours, pumpkin, selen]));
    }
    results
}

/// A completion counts only if it is one.
fn verified(square: &Square, filled: &[i32]) -> u64 {
    assert!(square.is_completed_by(filled), "{} is not completed by {filled:?}", square.name);
    1
}

fn with_residua(square: &Square) -> Option<u64> {
    let (model, cells) = square.model().ok()?;
    let limits = Limits::none().time(LIMIT);
    let search = model.search().consistency(Consistency::Domain);
    let search = search.branch(&cells, VariableOrder::DomWdeg, ValueOrder::Ascending);
    let mut solutions = search.limits(limits).solutions();
    match solutions.next() {
        Some(solution) => Some(verified(square, solution.values())),
        None => (solutions.status() == Some(Status::Exhausted)).then_some(0),
    }
}

fn with_pumpkin(square: &Square) -> Option<u64> {
    let mut solver = pumpkin_solver::Solver::default();
    let symbols = |&symbol: &i32| if symbol == 0 { (1, square.order as i32) } else { (symbol, symbol) };
    let domains: Vec<_> = square.cells.iter().map(symbols).collect();
    let cells: Vec<_> = domains.iter().map(|&(low, high)| solver.new_bounded_integer(low, high)).collect();
    for line in square.lines() {
        let tag = solver.new_constraint_tag();
        let line: Vec<_> = line.into_iter().map(|cell| cells[cell]).collect();
        solver.add_constraint(pumpkin_solver::all_different(line, tag)).post();
    }
    let mut brancher = solver.default_brancher();
    let mut resolver = ResolutionResolver::default();
    let mut budget = TimeBudget::starting_now(LIMIT);
    match solver.satisfy(&mut brancher, &mut budget, &mut resolver) {
        SatisfactionResult::Satisfiable(found) => {
            let solution = found.solution();
            let filled: Vec<i32> = cells.iter().map(|&cell| solution.get_integer_value(cell)).collect();
            Some(verified(square, &filled))
        }
        SatisfactionResult::Unsatisfiable(..) => Some(0),
        SatisfactionResult::Unknown(..) => None,
    }
}

fn with_selen(square: &Square) -> Option<u64> {
    let config = SolverConfig::default().with_timeout_ms(LIMIT.as_millis() as u64);
    let mut model = selen::prelude::Model::with_config(config);
    let symbols = |&symbol: &i32| if symbol == 0 { (1, square.order as i32) } else { (symbol, symbol) };
    let domains: Vec<_> = square.cells.iter().map(symbols).collect();
    let cells: Vec<_> = domains.iter().map(|&(low, high)| model.int(low, high)).collect();
    for line in square.lines() {
        let line: Vec<_> = line.into_iter().map(|cell| cells[cell]).collect();
        model.alldiff(&line);
    }
    match model.solve() {
        Ok(solution) => {
            let filled: Vec<i32> = cells.iter().map(|&cell| solution.get_int(cell)).collect();
            Some(verified(square, &filled))
        }
        Err(selen::prelude::SolverError::NoSolution { .. }) => Some(0),
        Err(_) => None,
    }
}
