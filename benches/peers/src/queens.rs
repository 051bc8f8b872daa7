//! All solutions of n queens, the model made within the timing. The answer is their number.

use std::time::Instant;

use pumpkin_solver::conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_solver::core::results::solution_iterator::IteratedSolution;
use pumpkin_solver::core::termination::TimeBudget;
use pumpkin_solver::core::variables::TransformableVariable;
use residua::engine::Consistency;
use residua::search::Limits;
use selen::prelude::{ModelExt, SolverConfig, VarIdExt};

use crate::Options;
use crate::external::Prologs;
use crate::instances::queens::{COUNTS, queens};
use crate::race::{Entrant, Results, race};

/// Races over several sizes, with the Prologs that are installed.
pub(crate) fn races(options: &Options) -> Result<Vec<Results>, String> {
    let prologs = Prologs::find()?;
    let sizes: &[i32] = if options.quick { &[8] } else { &[8, 10, 11] };
    Ok(sizes.iter().map(|&n| size(n, options, &prologs)).collect())
}

fn size(n: i32, options: &Options, prologs: &Prologs) -> Results {
    let ours = |consistency: Consistency| {
        let limits = Limits::none().time(options.limit);
        Entrant::new(format!("residua, {consistency}"), move || {
            let Ok((model, _)) = queens(n) else { return vec![None] };
            let mut solutions = model.search().consistency(consistency).limits(limits.clone()).solutions();
            let count = std::iter::repeat_with(|| solutions.advance()).take_while(|&found| found).count();
            let is_all = solutions.status() == Some(residua::search::Status::Exhausted);
            vec![is_all.then_some(count as u64)]
        })
    };
    let mut entrants = vec![ours(Consistency::Value), ours(Consistency::Domain)];
    entrants.push(Entrant::new("selen 0.15", || vec![with_selen(n, options)]));
    entrants.push(Entrant::new("pumpkin-solver 0.5", || vec![with_pumpkin(n, options)]));
    for prolog in prologs.all() {
        entrants.push(Entrant::new(prolog.name(), move || vec![prolog.queens(n, options.limit)]));
    }
    let expected = COUNTS[n.unsigned_abs() as usize];
    let results = race(format!("{n} queens, all {expected} solutions"), options.rounds, entrants);
    results.against(&vec![Some(expected as u64)])
}

/// Diagonals are auxiliary variables, as in selen's own example.
fn with_selen(n: i32, options: &Options) -> Option<u64> {
    let start = Instant::now();
    let config = SolverConfig::default().with_timeout_ms(options.limit.as_millis() as u64);
    let mut model = selen::prelude::Model::with_config(config);
    let columns = model.ints(n.unsigned_abs() as usize, 0, n - 1);
    model.alldiff(&columns);
    for sign in [1, -1] {
        let mut diagonals = Vec::new();
        for (&queen, row) in columns.iter().zip(0..n) {
            let diagonal = model.int((sign * row).min(0), n - 1 + (sign * row).max(0));
            model.new(diagonal.eq(queen.add(selen::prelude::int(sign * row))));
            diagonals.push(diagonal);
        }
        model.alldiff(&diagonals);
    }
    let count = model.enumerate().count() as u64;
    // Only the clock shows whether an enumeration was stopped or finished.
    (start.elapsed() < options.limit).then_some(count)
}

/// The default brancher and clause learning, as in pumpkin's own example.
fn with_pumpkin(n: i32, options: &Options) -> Option<u64> {
    let mut solver = pumpkin_solver::Solver::default();
    let columns: Vec<_> = (0..n).map(|_| solver.new_bounded_integer(0, n - 1)).collect();
    for sign in [0, 1, -1] {
        let tag = solver.new_constraint_tag();
        let shifted: Vec<_> = columns.iter().zip(0..n).map(|(queen, row)| queen.offset(sign * row)).collect();
        solver.add_constraint(pumpkin_solver::all_different(shifted, tag)).post();
    }
    let mut brancher = solver.default_brancher();
    let mut resolver = ResolutionResolver::default();
    let mut budget = TimeBudget::starting_now(options.limit);
    let mut solutions = solver.get_solution_iterator(&mut brancher, &mut budget, &mut resolver);
    let mut count = 0;
    loop {
        match solutions.next_solution() {
            IteratedSolution::Solution(..) => count += 1,
            IteratedSolution::Finished | IteratedSolution::Unsatisfiable => return Some(count),
            IteratedSolution::Unknown => return None,
        }
    }
}
