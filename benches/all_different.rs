//! Propagation of a single `all_different`, as wide as a row of a Sudoku and wider, at its three consistencies.
//!
//! The variables have a few values each, among them those of a hidden permutation. *First* is the first fixpoint, with
//! nothing known; *descent* follows the permutation, one assignment and one fixpoint at a time, and undoes it all.

use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput};
use residua::constraints::all_different;
use residua::domain::Domain;
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError, Options, Solver};
use residua::store::Failure;

/// How many values a variable has besides that of the hidden solution.
const DECOYS: usize = 6;

/// A model of one constraint over `n` variables, and for each variable the value of a hidden solution.
fn thinned(n: i32) -> Result<(Model, Vec<(IntVar, i32)>), ModelError> {
    let mut model = Model::new();
    let mut random = 0x5eed_u64;
    let mut below = |bound: usize| {
        // The linear congruential generator of Knuth, The Art of Computer Programming 2, 3.3.4 (MMIX).
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % bound
    };
    let mut hidden: Vec<i32> = (1..=n).collect();
    for at in (1..hidden.len()).rev() {
        hidden.swap(at, below(at + 1));
    }
    let mut pairs = Vec::with_capacity(hidden.len());
    for &value in &hidden {
        let decoys = (0..DECOYS).map(|_| hidden[below(hidden.len())]);
        let domain: Domain = decoys.chain([value]).collect();
        pairs.push((model.int_var(&domain), value));
    }
    model.post(all_different(pairs.iter().map(|pair| pair.0)))?;
    Ok((model, pairs))
}

/// Follows the hidden solution and undoes it.
fn descend(solver: &mut Solver, pairs: &[(IntVar, i32)]) -> Result<(), Failure> {
    solver.push();
    let result = pairs.iter().try_for_each(|&(var, value)| {
        solver.assume(var.is(value))?;
        solver.propagate()
    });
    solver.pop();
    result
}

fn main() -> Result<(), ModelError> {
    let criterion = Criterion::default().sample_size(20).measurement_time(Duration::from_secs(1));
    let criterion = criterion.warm_up_time(Duration::from_millis(500));
    let mut criterion = criterion.configure_from_args();
    for n in [9, 32, 64, 256, 1000] {
        let (model, pairs) = thinned(n)?;
        for consistency in Consistency::ALL {
            let fresh = Solver::new(&model, Options::default().consistency(consistency));
            let mut group = criterion.benchmark_group("all_different, first");
            group.bench_function(BenchmarkId::new(consistency.to_string(), n), |bencher| {
                bencher.iter_batched_ref(|| fresh.clone(), Solver::propagate, BatchSize::SmallInput);
            });
            group.finish();
            let mut solver = fresh.clone();
            solver.propagate().expect("the hidden solution is one");
            let mut group = criterion.benchmark_group("all_different, descent");
            group.throughput(Throughput::Elements(n as u64));
            group.bench_function(BenchmarkId::new(consistency.to_string(), n), |bencher| {
                bencher.iter(|| descend(&mut solver, &pairs).expect("the hidden solution is one"));
            });
            group.finish();
        }
    }
    criterion.final_summary();
    Ok(())
}
