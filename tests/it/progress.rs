//! Promise: who watches a search is told of it again and again, of counts that only grow, whichever search runs.

use proptest::prelude::*;
use residua::constraints::{all_different, sum};
use residua::inspect::{Count, Natural};
use residua::model::{IntVar, Model};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Learning, Limit, Limits, Search, SearchProgress, Statistics, Status};
use residua::testing::counter_by_threads;
use residua_sudoku::Geometry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::catalogue::{cases, mixed};
use crate::counts::queens;

/// Twelve odd numbers whose sum is odd: a search sees that late.
fn odd() -> (Model, Vec<IntVar>) {
    let mut model = Model::new();
    let xs = model.int_vars("x", 12, (1..=71).step_by(2));
    let _ = model.post(all_different(xs.clone())).expect("its own variables");
    let _ = model.post(sum(xs.iter().map(|&x| 1 * x)).eq(433)).expect("its own variables");
    (model, xs)
}

/// What is told while `work` goes on for 6,000 nodes.
fn told(work: impl FnOnce(Limits)) -> Vec<Statistics> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&told);
    let tell =
        move |progress: &SearchProgress| to.lock().expect("no thread panics").push(progress.statistics);
    work(Limits::none().nodes(6000).watch(Duration::ZERO, tell));
    let told = told.lock().expect("no thread panics");
    told.clone()
}

fn check(what: &str, told: &[Statistics]) {
    assert!(told.len() > 10, "{what}: {}", told.len());
    assert!(told.is_sorted_by_key(|statistics| statistics.nodes), "{what}");
    assert!(told.is_sorted_by_key(|statistics| statistics.propagations), "{what}");
    let last = told.last().map_or(0, |statistics| statistics.nodes);
    assert!((5000..=6000).contains(&last), "{what}: {last}");
}

#[test]
fn of_searches() {
    let (model, _) = odd();
    for learning in [Learning::Off, Learning::On, Learning::Auto] {
        let all = told(|limits| {
            let mut solutions = model.search().learn(learning).limits(limits).solutions();
            assert_eq!(solutions.next(), None);
        });
        check(&format!("{learning:?}"), &all);
    }
}

/// Searches that are resumed after short slices count on, and have one clock.
#[test]
fn of_slices() {
    let (model, _) = odd();
    for learning in [Learning::Off, Learning::On, Learning::Auto] {
        let all = told(|limits| {
            let slice = limits.nodes(37);
            let mut solutions = model.search().learn(learning).limits(slice.clone()).solutions();
            while solutions.statistics().nodes < 6000 {
                assert_eq!(solutions.next(), None);
                assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Nodes)));
                solutions.resume(slice.clone());
            }
        });
        assert!(all.len() > 10 && all.is_sorted_by_key(|statistics| statistics.nodes), "{learning:?}");
        assert!(all.last().is_some_and(|last| (5000..=6037).contains(&last.nodes)), "{learning:?}");
    }
}

/// Two searches in turn.
#[test]
fn of_projections() {
    let mut model = Model::new();
    let bits = model.int_vars("b", 16, 0..=1);
    let shown = ["x", "y"].map(|name| model.named_var(name, 0..=400));
    for (total, modulus) in shown.into_iter().zip([7, 5]) {
        let terms = bits.iter().zip(0..).map(|(&bit, at)| (at % modulus + 3) * bit);
        let _ = model.post(sum(terms).eq(total)).expect("its own variables");
    }
    let all = told(|limits| {
        let _ = model.search().project(&shown).limits(limits).solutions().count();
    });
    check("in turn", &all);
}

#[test]
fn of_counts() {
    let (model, _) = odd();
    check("a count", &told(|limits| drop(model.count(&limits))));
    let by_two = |limits: Limits| drop(counter_by_threads(&model, None, 2, 20, &limits).count());
    let all = told(by_two);
    assert!(all.len() > 10 && all.is_sorted_by_key(|statistics| statistics.nodes), "{}", all.len());
    assert!(all.iter().all(|statistics| statistics.nodes <= 6000));
}

/// Of a count by several workers: what they have done, from all ends.
#[test]
fn of_counts_by_threads() {
    let model = queens(8);
    for threads in [1, 2, 8] {
        let mut counter = counter_by_threads(&model, None, threads, 20, &Limits::none());
        let (progress, is_over) = (counter.progress(), Arc::new(AtomicBool::new(false)));
        let until = Arc::clone(&is_over);
        let watcher = std::thread::spawn(move || {
            let mut told = Vec::new();
            while !until.load(Ordering::Acquire) {
                told.push((progress.share(), progress.nodes()));
            }
            told
        });
        assert_eq!(counter.count(), Count::Exact(Natural::from(92u32)));
        is_over.store(true, Ordering::Release);
        let told = watcher.join().expect("it only reads");
        assert!(told.is_sorted_by_key(|told| told.0) && told.is_sorted_by_key(|told| told.1), "{threads}");
        assert!(told.iter().all(|told| (0.0..=1.0).contains(&told.0)));
        let last = counter.progress();
        assert_eq!((last.share(), last.nodes()), (1.0, counter.statistics().nodes), "{threads}");
    }
}

/// The dense engine.
#[test]
fn of_grids() {
    let model = Geometry::new(3, 3).expect("there are such boxes").model();
    let all = told(|limits| {
        let _ = model.search().limits(limits.nodes(None).solutions(20_000)).solutions().count();
    });
    assert!(all.len() > 10 && all.is_sorted_by_key(|statistics| statistics.solutions), "{}", all.len());
}

/// All that is told while `work` goes on.
fn told_of(work: impl FnOnce(Limits)) -> Vec<SearchProgress> {
    let told = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&told);
    let tell = move |progress: &SearchProgress| to.lock().expect("no thread panics").push(*progress);
    work(Limits::none().watch(Duration::ZERO, tell));
    let told = told.lock().expect("no thread panics");
    told.clone()
}

/// A search by that number of threads, of which none is long alone.
fn together(model: &Model, threads: usize, work: u64) -> Search<'_> {
    let search = model.search().learn(Learning::Off);
    if threads > 1 { search.threads(threads).alone_for(work) } else { search }
}

fn grows(told: &[SearchProgress]) -> bool {
    told.is_sorted_by_key(|progress| progress.closed)
        && told.is_sorted_by_key(|progress| progress.statistics.nodes)
        && told.iter().all(|progress| progress.closed.is_some_and(|closed| (0.0..=1.0).contains(&closed)))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn the_closed_share_grows_to_all(instance in mixed(), factors in prop::collection::vec(-2..=3i32, 4), work in 0..200u64) {
        let model = instance.model();
        let terms = || model.vars().zip(factors.iter().cycle()).map(|(var, &factor)| factor * var);
        for threads in [1, 2, 8] {
            let told = told_of(|limits| {
                let mut solutions = together(&model, threads, work).limits(limits).solutions();
                while solutions.advance() {}
                assert_eq!((solutions.status(), solutions.closed_share()), (Some(Status::Exhausted), Some(1.0)));
            });
            prop_assert!(grows(&told), "{threads}: {told:?}");
            let told = told_of(|limits| {
                let search = together(&model, threads, work).limits(limits);
                let mut better = search.minimize(sum(terms())).expect("it is small");
                while better.next().is_some() {}
                assert_eq!((better.status(), better.closed_share()), (Some(Status::Exhausted), Some(1.0)));
            });
            prop_assert!(grows(&told), "{threads}: {told:?}");
        }
    }

    /// Where all leaves weigh the same, the share is the part of the solutions that were found, whoever has found them.
    #[test]
    fn the_closed_share_is_that_of_leaves(sizes in prop::collection::vec(1..=5i32, 5..8), differ in any::<bool>(), projected in any::<bool>(), work in 0..3000u64) {
        let mut model = Model::new();
        let xs: Vec<IntVar> = if differ {
            model.int_vars("x", sizes.len(), 1..=sizes.len() as i32)
        } else {
            sizes.iter().map(|&size| model.named_var("x", 1..=size)).collect()
        };
        if differ {
            let _ = model.post(all_different(xs.clone())).expect("its own variables");
        }
        let shown = if projected && !differ { &xs[..sizes.len() - 1] } else { &xs[..] };
        let all: f64 = if differ {
            (1..=xs.len()).map(|size| size as f64).product()
        } else {
            sizes[..shown.len()].iter().map(|&size| f64::from(size)).product()
        };
        for threads in [1, 2, 8] {
            let mut reached = None;
            let told = told_of(|limits| {
                let search = together(&model, threads, work).limits(limits);
                let search = search.branch(&xs, VariableOrder::Input, ValueOrder::Ascending).project(shown);
                let mut solutions = search.solutions();
                while solutions.advance() {}
                reached = solutions.closed_share();
            });
            prop_assert_eq!(reached, Some(1.0));
            prop_assert!(grows(&told));
            for progress in told {
                let (closed, found) = (progress.closed.unwrap_or(-1.0) * all, progress.statistics.solutions as f64);
                // What a thread is at is found, and not closed.
                let is_close = closed < found + 1e-6 && closed > found - threads as f64 - 1e-6;
                prop_assert!(is_close, "{threads}: {closed} of {found}, {all} in all: {progress:?}");
            }
        }
    }
}

/// The dense engine tells of shares where several threads divide its tree.
#[test]
fn of_grids_by_threads() {
    let mut model = Geometry::new(2, 3).expect("there are such boxes").model();
    let row: Vec<IntVar> = model.vars().take(6).collect();
    for (cell, digit) in row.iter().zip(1..) {
        let _ = model.post(cell.is(digit)).expect("it is new");
    }
    for threads in [2, 8] {
        let told = told_of(|limits| {
            let mut solutions = model.search().threads(threads).alone_for(2000).limits(limits).solutions();
            while solutions.advance() {}
            assert_eq!(
                (solutions.closed_share(), solutions.statistics().solutions),
                (Some(1.0), 28_200_960 / 720)
            );
        });
        assert!(told.is_sorted_by_key(|progress| progress.closed), "{threads}");
        assert!(
            told.iter().all(|progress| progress.closed.is_none_or(|closed| (0.0..=1.0).contains(&closed)))
        );
    }
}
