//! Portfolio search: several threads with different search orders, for one solution or the best one. For the best one there are two orders,
//! and threads beyond the second divide the tree of the first order among them.
//!
//! They tell each other how good the best solution is, so that each looks for better ones only. The first one that has searched
//! everything has proved it for all, and ends the search of the others, as the first solution does where one is enough.

use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use residua::search::{ImprovingSolutions, Limit, Limits, Optimum, Solutions, Statistics, Status};
use residua_flatzinc::Objective;

use crate::fzn::answer::{FznError, Task};

/// How many nodes threads search that divide a tree among them until they look at what the other search has found.
const LONG_SLICE: u64 = 20_000;

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
    let run = |(mut solutions, slice): (Solutions, Limits)| {
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
            solutions.resume(slice.clone());
        }
        // The others are no longer needed, whether it was found, or there is none, or the time is up.
        task.stop.store(true, Ordering::Relaxed);
        Ok((solutions, slice))
    };
    let start = |thread| {
        let slice = task.slice(thread);
        Ok((task.search(thread).limits(slice.clone()).solutions(), slice))
    };
    let all: Vec<Solutions> =
        race(task, task.threads(), &start, &run)?.into_iter().map(|(solutions, _)| solutions).collect();
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
    let run = |(mut better, slice): (ImprovingSolutions, Limits)| {
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
            better.resume(slice.clone());
        }
        task.stop.store(true, Ordering::Relaxed);
        Ok((better, slice))
    };
    // Where there are more than two, all but one divide the tree of the first search among them.
    let divides = cfg!(feature = "threads") && task.threads() > 2;
    let start = |thread| {
        let (search, slice) = match thread {
            0 if divides => (task.divided(task.threads() - 1), task.watched_limits(0).nodes(LONG_SLICE)),
            _ => (task.search(thread), task.slice(thread)),
        };
        let search = search.limits(slice.clone());
        let better = match &task.problem.objective {
            Objective::Maximize(objective) => search.maximize(objective.clone()),
            Objective::Minimize(objective) => search.minimize(objective.clone()),
            Objective::Satisfy => search.minimize(0),
        };
        better.map(|better| (better, slice)).map_err(|error| FznError::Problem(error.to_string()))
    };
    let searches = if divides { 2 } else { task.threads() };
    let all: Vec<ImprovingSolutions> =
        race(task, searches, &start, &run)?.into_iter().map(|(better, _)| better).collect();
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
    searches: usize,
    start: &(dyn Fn(usize) -> Result<S, FznError> + Sync),
    run: &(dyn Fn(S) -> Result<S, FznError> + Sync),
) -> Result<Vec<S>, FznError> {
    let own = start(0)?;
    task.begin()?;
    // Where one cannot go on, none needs to.
    let run = |search| run(search).inspect_err(|_| task.stop.store(true, Ordering::Relaxed));
    thread::scope(|scope| {
        let others: Vec<_> =
            (1..searches).map(|thread| scope.spawn(move || start(thread).and_then(run))).collect();
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
