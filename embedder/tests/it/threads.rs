//! Searches in threads, and searches that end early: limits, a flag that another thread raises, and going on afterwards.
//!
//! Eight queens have 92 solutions (OEIS A000170), by any search and however often the search is interrupted;
//! pigeons do not fit into fewer holes, and forty queens have too many solutions to enumerate.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use residua::constraints::{all_different, ne};
use residua::engine::Consistency;
use residua::inspect::{Conflicts, Count, Counter};
use residua::model::{IntVar, Model, ModelError, Options, Solution, Solver};
use residua::search::brancher::{Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, Limit, Limits, Search, Solutions, Status};

fn queens(n: i32) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut model = Model::new();
    let columns = model.int_vars("q", n as usize, 1..=n);
    model.post(all_different(&columns))?;
    model.post(all_different(columns.iter().zip(0..).map(|(&q, row)| q + row)))?;
    model.post(all_different(columns.iter().zip(0..).map(|(&q, row)| q - row)))?;
    Ok((model, columns))
}

/// Pairs of pigeons differ; without a constraint that counts them this takes too long to wait for.
fn pigeons(count: i32) -> Result<Model, ModelError> {
    let mut model = Model::new();
    let pigeons = model.int_vars("pigeon", count as usize, 1..=count - 1);
    for (at, &one) in pigeons.iter().enumerate() {
        for &other in &pigeons[..at] {
            model.post(ne(one, other))?;
        }
    }
    Ok(model)
}

fn is_send<T: Send>() {}
fn is_sync<T: Sync>() {}
fn is_clone<T: Clone>() {}

#[test]
fn what_is_sent_and_cloned() {
    is_send::<Solutions>();
    is_clone::<Solutions>();
    is_send::<Solver>();
    is_clone::<Solver>();
    is_send::<Dfs>();
    is_clone::<Dfs>();
    is_send::<Search<'static>>();
    is_send::<Counter>();
    is_send::<Conflicts>();
    // A model is read by many threads at once.
    is_send::<Model>();
    is_sync::<Model>();
    is_send::<Solution>();
    is_sync::<Solution>();
}

#[test]
fn clones_give_the_same_solutions() -> Result<(), ModelError> {
    let (model, _) = queens(8)?;
    for mut solutions in [model.solutions(), model.search().consistency(Consistency::Bounds).solutions()] {
        // The clone is made in the middle of the search.
        let begun: Vec<Solution> = solutions.by_ref().take(10).collect();
        let other = solutions.clone();
        let threads = [solutions, other].map(|rest| thread::spawn(move || rest.collect::<Vec<Solution>>()));
        let rests = threads.map(|thread| thread.join().expect("no search panics"));
        assert_eq!(rests[0], rests[1]);
        let mut all = [begun, rests[0].clone()].concat();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 92);
    }
    Ok(())
}

#[test]
fn cloned_solvers_are_searched_apart() -> Result<(), ModelError> {
    let (model, columns) = queens(8)?;
    let mut solver = Solver::new(&model, Options::default());
    assert!(solver.propagate().is_ok());
    let halves = [columns[0].at_most(4), columns[0].at_least(5)];
    let counts: Vec<u64> = thread::scope(|scope| {
        let threads = halves.map(|half| {
            let (mut solver, order) = (solver.clone(), columns.clone());
            scope.spawn(move || {
                let order = Ordered::new(&order, VariableOrder::FirstFail, ValueOrder::Ascending);
                let mut dfs = Dfs::new(vec![Box::new(order)], Limits::default());
                if solver.assume(half).is_ok() {
                    while dfs.advance(&mut solver) {}
                }
                assert_eq!(dfs.status(), Some(Status::Exhausted));
                dfs.statistics().solutions
            })
        });
        threads.into_iter().map(|thread| thread.join().expect("no search panics")).collect()
    });
    // They are mirror images.
    assert_eq!(counts, [46, 46]);
    Ok(())
}

#[test]
fn one_model_is_searched_by_many_threads() -> Result<(), ModelError> {
    let (model, _) = queens(7)?;
    thread::scope(|scope| {
        for _ in 0..4 {
            let _ = scope.spawn(|| assert_eq!(model.solutions().count(), 40));
        }
    });
    Ok(())
}

#[test]
fn flag_stops_a_search_for_many_solutions() -> Result<(), ModelError> {
    let (model, _) = queens(40)?;
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::none().stop(Arc::clone(&stop));
    let mut solutions = model.search().limits(limits).solutions();
    let (begun, seen) = mpsc::channel();
    let stopper = thread::spawn(move || {
        let _ = seen.recv();
        stop.store(true, Ordering::Relaxed);
    });
    let mut found = 0_u64;
    while solutions.advance() {
        if found == 0 {
            begun.send(()).expect("the other thread waits");
        }
        found += 1;
    }
    assert_eq!(solutions.status(), Some(Status::Stopped(Limit::Stop)));
    assert!(found > 0);
    // Once stopped, it remains so.
    assert!(!solutions.advance() && solutions.next().is_none());
    stopper.join().expect("it only raises a flag");
    Ok(())
}

#[test]
fn flag_stops_a_search_without_solutions() -> Result<(), ModelError> {
    let model = pigeons(16)?;
    let stop = Arc::new(AtomicBool::new(false));
    let limits = Limits::none().stop(Arc::clone(&stop));
    let search = model.search().consistency(Consistency::Value).limits(limits);
    let mut solutions = search.solutions();
    let searcher = thread::spawn(move || (solutions.next(), solutions.status()));
    stop.store(true, Ordering::Relaxed);
    let (solution, outcome) = searcher.join().expect("no search panics");
    assert_eq!((solution, outcome), (None, Some(Status::Stopped(Limit::Stop))));
    // One that is up before the start is seen, too, by whatever takes limits.
    let limits = Limits::none().stop(stop);
    assert!(matches!(queens(8)?.0.count(&limits), Count::AtLeast(_, Limit::Stop)));
    assert_eq!(queens(8)?.0.search().limits(limits).solutions().count(), 0);
    Ok(())
}

#[test]
fn limits_are_distinguished() -> Result<(), ModelError> {
    let (model, _) = queens(8)?;
    let none = pigeons(11)?;
    let run = |search: Search<'_>, limits: Limits| {
        let mut solutions = search.limits(limits).solutions();
        let count = solutions.by_ref().count() as u64;
        assert_eq!(count, solutions.statistics().solutions);
        (count, solutions.status(), solutions.statistics())
    };
    for nodes in [0, 1, 2, 50, 200] {
        let (count, outcome, took) = run(model.search(), Limits::none().nodes(nodes));
        assert_eq!(outcome, Some(Status::Stopped(Limit::Nodes)), "{nodes} nodes");
        assert!(count < 92 && took.nodes == nodes, "{nodes} nodes: {took}");
    }
    let limits = Limits::none().nodes(1_000);
    let (_, outcome, _) = run(none.search().consistency(Consistency::Value), limits);
    assert_eq!(outcome, Some(Status::Stopped(Limit::Nodes)));
    let (count, outcome, _) = run(model.search(), Limits::none().solutions(5));
    assert_eq!((count, outcome), (5, Some(Status::Stopped(Limit::Solutions))));
    let (_, outcome, took) = run(model.search(), Limits::none().failures(7));
    assert_eq!((outcome, took.failures), (Some(Status::Stopped(Limit::Failures)), 7));
    let (count, outcome, _) = run(model.search(), Limits::none().solutions(93));
    assert_eq!((count, outcome), (92, Some(Status::Exhausted)));
    Ok(())
}

/// A search that stops at its limits and goes on until all is searched: the solutions, and how often it stopped.
fn in_pieces(model: &Model, vars: &[IntVar], limits: &Limits) -> (Vec<Vec<i32>>, u64) {
    let mut solver = Solver::new(model, Options::default());
    let order = Ordered::new(vars, VariableOrder::FirstFail, ValueOrder::Ascending);
    let mut dfs = Dfs::new(vec![Box::new(order)], limits.clone());
    let (mut found, mut stops) = (Vec::new(), 0);
    loop {
        while dfs.advance(&mut solver) {
            found.push(vars.iter().filter_map(|&var| solver.value(var)).collect());
        }
        if dfs.status() == Some(Status::Exhausted) {
            assert_eq!(solver.level(), 0);
            return (found, stops);
        }
        stops += 1;
        dfs.resume(limits.clone());
    }
}

#[test]
fn stopped_searches_go_on() -> Result<(), ModelError> {
    let (model, columns) = queens(8)?;
    let (whole, stops) = in_pieces(&model, &columns, &Limits::default());
    assert_eq!((whole.len(), stops), (92, 0));
    for nodes in [1, 3, 17, 100] {
        let (found, stops) = in_pieces(&model, &columns, &Limits::none().nodes(nodes));
        assert_eq!(found, whole, "{nodes} nodes at a time");
        assert!(stops > 0);
    }
    for limits in [Limits::none().solutions(10), Limits::none().failures(4)] {
        let (found, stops) = in_pieces(&model, &columns, &limits);
        assert_eq!(found, whole, "{limits:?}");
        assert!(stops >= 9, "{limits:?}");
    }
    Ok(())
}

/// What a stopped search has left is handed to other threads, and makes up the rest.
#[test]
fn the_rest_is_searched_by_others() -> Result<(), ModelError> {
    let (model, columns) = queens(8)?;
    let order = || Ordered::new(&columns, VariableOrder::Input, ValueOrder::Ascending);
    let root = Solver::new(&model, Options::default());
    let mut solver = root.clone();
    let mut dfs = Dfs::new(vec![Box::new(order())], Limits::none().nodes(60));
    while dfs.advance(&mut solver) {}
    assert_eq!(dfs.status(), Some(Status::Stopped(Limit::Nodes)));
    let rests: u64 = thread::scope(|scope| {
        let threads: Vec<_> = dfs
            .rest()
            .into_iter()
            .map(|atoms| {
                let (mut solver, order) = (root.clone(), order());
                scope.spawn(move || {
                    if atoms.into_iter().any(|atom| solver.assume(atom).is_err()) {
                        return 0;
                    }
                    let mut dfs = Dfs::new(vec![Box::new(order)], Limits::default());
                    while dfs.advance(&mut solver) {}
                    dfs.statistics().solutions
                })
            })
            .collect();
        assert!(threads.len() > 1);
        threads.into_iter().map(|thread| thread.join().expect("no search panics")).sum()
    });
    assert_eq!(dfs.statistics().solutions + rests, 92);
    Ok(())
}
