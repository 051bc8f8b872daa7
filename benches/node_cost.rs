//! The cost of a node against the size of the part of the model that the search does not touch.
//!
//! Beside 12 queens there are k variables that are not connected to them, in `all_different`s of ten. The queens are
//! also required to have a sum that no permutation has. Propagation finds out that an arrangement has another one only near
//! its end: so the search goes through the arrangements one by one, and never reaches one of the idle
//! variables. It stops after some thousands of nodes; only searching is timed, not compiling the model.
//!
//! | curve | the order | the idle variables |
//! |---|---|---|
//! | queens first | first fail over the queens, then the rest | open |
//! | default | first fail over all | open, with more values than a queen |
//! | in passing | as given, the idle ones first | fixed: to be skipped at each node |
//!
//! A flat curve shows that the cost of a node depends on its changes only.

#![expect(clippy::print_stdout, reason = "the curves, beside what criterion prints")]

mod instances;

use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput};
use residua::constraints::{all_different, eq, exact_sum};
use residua::model::{IntVar, Model, ModelError, Options, Solver};
use residua::search::brancher::{Brancher, Ordered, ValueOrder, VariableOrder};
use residua::search::{Dfs, Limits};

use crate::instances::queens::queens;

const NODES: u64 = 20_000;
const IDLE: [usize; 4] = [0, 1_000, 10_000, 100_000];
const CURVES: [&str; 3] = ["queens first", "default", "in passing"];

/// 12 queens with an impossible sum, and `k` idle variables, which are fixed for the third curve.
fn model(k: usize, curve: &str) -> Result<(Model, Vec<IntVar>, Vec<IntVar>), ModelError> {
    let (mut model, columns) = queens(12)?;
    model.post(exact_sum(&columns, 67))?;
    let idle = model.int_vars("idle", k, 0..=19);
    for ten in idle.chunks(10) {
        model.post(all_different(ten))?;
    }
    if curve == "in passing" {
        for (&var, value) in idle.iter().zip((0..10).cycle()) {
            model.post(eq(var, value))?;
        }
    }
    Ok((model, columns, idle))
}

/// The branchers, in order.
fn branchers(curve: &str, columns: &[IntVar], idle: &[IntVar]) -> Vec<Box<dyn Brancher>> {
    let ordered = |vars: &[IntVar], order| -> Box<dyn Brancher> {
        Box::new(Ordered::new(vars, order, ValueOrder::Ascending))
    };
    match curve {
        "queens first" => {
            vec![ordered(columns, VariableOrder::FirstFail), ordered(idle, VariableOrder::FirstFail)]
        }
        "default" => vec![ordered(&[columns, idle].concat(), VariableOrder::FirstFail)],
        _ => vec![ordered(&[idle, columns].concat(), VariableOrder::Input)],
    }
}

/// One search of a given number of nodes, undone afterwards: the time, and the nodes.
fn search(solver: &mut Solver, dfs: &mut Dfs) -> (Duration, u64) {
    solver.push();
    let start = Instant::now();
    let found = dfs.advance(solver);
    let time = start.elapsed();
    assert!(!found, "every permutation has the sum 66");
    let nodes = dfs.statistics().nodes;
    dfs.reset(solver);
    solver.pop();
    (time, nodes)
}

fn main() -> Result<(), ModelError> {
    let criterion = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(1));
    let mut criterion = criterion.warm_up_time(Duration::from_millis(500)).configure_from_args();
    let mut table = Vec::new();
    for curve in CURVES {
        let mut row = vec![format!("{curve:12}")];
        let mut group = criterion.benchmark_group(format!("a node, {curve}"));
        for k in IDLE {
            let (model, columns, idle) = model(k, curve)?;
            let mut solver = Solver::new(&model, Options::default());
            solver.propagate().expect("the root does not see that the sum is impossible");
            let limits = Limits::none().nodes(NODES);
            let mut dfs = Dfs::new(branchers(curve, &columns, &idle), limits);
            let (_, nodes) = search(&mut solver, &mut dfs);
            let mut least = Duration::MAX;
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(BenchmarkId::from_parameter(k), |bencher| {
                bencher.iter_custom(|iterations| {
                    let times = (0..iterations).map(|_| search(&mut solver, &mut dfs).0);
                    times.inspect(|&time| least = least.min(time)).sum()
                });
            });
            row.push(format!("{:>8.0} ({nodes})", least.as_secs_f64() * 1e9 / nodes as f64));
        }
        group.finish();
        table.push(row.join("  "));
    }
    criterion.final_summary();
    println!("\nns per node (nodes), by idle variables {IDLE:?}:\n{}", table.join("\n"));
    Ok(())
}
