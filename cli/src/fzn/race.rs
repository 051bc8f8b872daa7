//! Portfolio search: several threads with different search orders, for one solution or the best one.
//!
//! They tell each other how good the best solution is, so that each looks for better ones only. The first one that has searched
//! everything has proved it for all, and ends the search of the others, as the first solution does where one is enough.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use residua::search::{ImprovingSolutions, Limit, Optimum, Solutions, Statistics, Status};
use residua_flatzinc::Objective;

use crate::fzn::answer::{FznError, Task};

/// How a search for one solution ended.
#[derive(Debug)]
pub(super) struct Finish {
    pub(super) is_found: bool,
    pub(super) is_exhausted: bool,
    pub(super) counts: Statistics,
    /// The decisions of the first thread whose right branch was not searched.
    pub(super) open: usize,
}

/// Prints one solution, if there is one.
pub(super) fn first(task: &Task<'_>) -> Result<Finish, FznError> {
    let is_found = Mutex::new(false);
    let run = |mut solutions: Solutions| {
        loop {
            if let Some(solution) = solutions.next() {
                let printed = task.printed(&solution)?;
                let mut is_found = lock(&is_found);
                if !std::mem::replace(&mut is_found, true) {
                    task.known.show(&printed)?;
                }
                break;
            }
            if solutions.status() != Some(Status::Stopped(Limit::Nodes)) {
                break;
            }
            solutions.resume(task.slice());
        }
        // The others are no longer needed, whether it was found, or there is none, or the time is up.
        task.stop.store(true, Ordering::Relaxed);
        Ok(solutions)
    };
    let all = race(task, &|thread| Ok(task.search(thread).solutions()), &run)?;
    Ok(Finish {
        is_found: *lock(&is_found),
        is_exhausted: all.iter().any(|solutions| solutions.status() == Some(Status::Exhausted)),
        counts: sum(all.iter().map(Solutions::statistics)),
        open: all.first().map_or(0, Solutions::open_decisions),
    })
}

/// Prints better and better solutions, or keeps them: how good the last one is, and what it took.
pub(super) fn best(task: &Task<'_>) -> Result<(Optimum, Statistics, usize), FznError> {
    let best = Mutex::new(None);
    let is_maximum = matches!(task.problem.objective, Objective::Maximize(_));
    let run = |mut better: ImprovingSolutions| {
        loop {
            while let Some((value, solution)) = better.next() {
                let printed = task.printed(&solution)?;
                let mut best = lock(&best);
                if best.is_none_or(|best| if is_maximum { value > best } else { value < best }) {
                    *best = Some(value);
                    task.log
                        .line(|| format!("solution with objective {}", task.problem.show_objective(value)));
                    task.counted(Some(value), &better.statistics());
                    task.tell(printed)?;
                }
            }
            if better.status() != Some(Status::Stopped(Limit::Nodes)) {
                break;
            }
            if let Some(best) = *lock(&best) {
                better.set_incumbent(best);
            }
            better.resume(task.slice());
        }
        task.stop.store(true, Ordering::Relaxed);
        Ok(better)
    };
    let start = |thread| {
        let search = task.search(thread);
        let better = match &task.problem.objective {
            Objective::Maximize(objective) => search.maximize(objective.clone()),
            Objective::Minimize(objective) => search.minimize(objective.clone()),
            Objective::Satisfy => search.minimize(0),
        };
        better.map_err(|error| FznError::Problem(error.to_string()))
    };
    let all = race(task, &start, &run)?;
    let finished = all.iter().find(|better| better.status() == Some(Status::Exhausted));
    let optimum = match (finished.or(all.first()).map(ImprovingSolutions::optimum), *lock(&best)) {
        (Some(Optimum::Open { bound, .. }), best) => Optimum::Open { best, bound },
        (Some(optimum), _) => optimum,
        (None, best) => Optimum::Open { best, bound: 0 },
    };
    let counts = sum(all.iter().map(ImprovingSolutions::statistics));
    Ok((optimum, counts, all.first().map_or(0, ImprovingSolutions::open_decisions)))
}

/// Starts the searches, and runs each in a thread of its own, the first one in this one.
fn race<S: Send>(
    task: &Task<'_>,
    start: &(dyn Fn(usize) -> Result<S, FznError> + Sync),
    run: &(dyn Fn(S) -> Result<S, FznError> + Sync),
) -> Result<Vec<S>, FznError> {
    let own = start(0)?;
    task.begin()?;
    // Where one cannot go on, none needs to.
    let run = |search| run(search).inspect_err(|_| task.stop.store(true, Ordering::Relaxed));
    thread::scope(|scope| {
        let others: Vec<_> =
            (1..task.threads()).map(|thread| scope.spawn(move || start(thread).and_then(run))).collect();
        let mut all = vec![run(own)];
        all.extend(others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))));
        all.into_iter().collect()
    })
}

fn sum(all: impl Iterator<Item = Statistics>) -> Statistics {
    all.fold(Statistics::default(), |mut sum, one| {
        sum.nodes += one.nodes;
        sum.decisions += one.decisions;
        sum.failures += one.failures;
        sum.propagations += one.propagations;
        sum.solutions += one.solutions;
        sum.restarts += one.restarts;
        sum.depth = sum.depth.max(one.depth);
        sum
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
