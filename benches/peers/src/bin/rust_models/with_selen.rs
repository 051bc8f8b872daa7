//! selen 0.15. It decides its variables in the order in which they were made, and halves their domains: those to decide are made
//! first. A shifted variable of `all_different` is a variable of its own, since selen's takes no views.

use std::time::Instant;

use cpu_time::ThreadTime;
use selen::prelude::{Model, ModelExt, SolverConfig, VarId, VarIdExt, int};

use crate::problem::{Constraint, Problem, Relation};
use crate::{Found, Stop};

pub(crate) fn enumerate(problem: &Problem, stop: &Stop) -> Option<Found> {
    // In case that the caller no longer waits for it: it looks at the clock of the wall, once every 10,000 dead ends. On a busy
    // machine that clock runs ahead of the processor's.
    let (made, far) = (Instant::now(), 20 * stop.limit);
    let config = SolverConfig::unlimited().with_timeout_ms(far.as_millis() as u64);
    let mut model = Model::with_config(config);
    let mut vars: Vec<Option<VarId>> = vec![None; problem.domains.len()];
    for var in problem.branch.iter().copied().chain(0..problem.domains.len()) {
        let (least, greatest) = problem.domains[var];
        vars[var].get_or_insert_with(|| model.int(least, greatest));
    }
    let vars: Vec<VarId> = vars.into_iter().flatten().collect();
    for constraint in &problem.constraints {
        post(&mut model, &vars, constraint);
    }
    let mut found = model.enumerate();
    let start = ThreadTime::now();
    let mut solutions = 0;
    let mut last: Vec<i32> = Vec::new();
    // Solutions that differ in other variables only come one after another.
    while let Some(solution) = found.next().filter(|_| !stop.is_due()) {
        let decided = problem.branch.iter().map(|&var| solution.get_int(vars[var]));
        if solutions == 0 || !decided.clone().eq(last.iter().copied()) {
            solutions += 1;
            last.clear();
            last.extend(decided);
        }
        if problem.is_one_enough {
            break;
        }
    }
    // It does not tell whether it was stopped or has finished.
    let is_stopped = stop.is_due() || made.elapsed() >= far;
    (!is_stopped).then(|| Found { solutions, seconds: start.elapsed().as_secs_f64() })
}

fn post(model: &mut Model, vars: &[VarId], constraint: &Constraint) {
    let of = |scope: &[usize]| scope.iter().map(|&var| vars[var]).collect::<Vec<VarId>>();
    match constraint {
        Constraint::Different(pairs) => {
            let mut different = Vec::new();
            for &(offset, var) in pairs {
                let is_shifted = offset != 0;
                different.push(if is_shifted { model.add(vars[var], int(offset)) } else { vars[var] });
            }
            model.alldiff(&different);
        }
        Constraint::Linear(relation, terms, constant) => {
            let factors: Vec<i32> = terms.iter().map(|term| term.0).collect();
            let scope: Vec<VarId> = terms.iter().map(|term| vars[term.1]).collect();
            match relation {
                Relation::Equal => model.lin_eq(&factors, &scope, *constant),
                Relation::AtMost => model.lin_le(&factors, &scope, *constant),
                Relation::Unequal => model.lin_ne(&factors, &scope, *constant),
            }
        }
        &Constraint::Distance([a, b, result]) => {
            let difference = model.sub(vars[a], vars[b]);
            let distance = model.abs(difference);
            model.new(distance.eq(vars[result]));
        }
        Constraint::Table { scope, rows } => {
            let rows = rows.iter().map(|row| row.iter().copied().map(int).collect()).collect();
            model.table(&of(scope), rows);
        }
    }
}
