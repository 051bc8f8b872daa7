//! n queens: the first solution of large boards, and all solutions of small ones.

mod instances;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use residua::engine::Consistency;
use residua::model::ModelError;
use residua::search::Limits;
use residua::search::brancher::{ValueOrder, VariableOrder};

use crate::instances::queens::{COUNTS, queens};

/// The value orders for the first solution, and the number of nodes within which it is found.
const SEED: u64 = 7;
const NODES: u64 = 50_000;

fn first(criterion: &mut Criterion) -> Result<(), ModelError> {
    let mut group = criterion.benchmark_group("queens, the first solution");
    for n in [50, 100, 1000] {
        let (model, columns) = queens(n)?;
        // With a thousand, only domain consistency keeps the search from going wrong.
        for consistency in Consistency::ALL.into_iter().filter(|&c| n < 1000 || c == Consistency::Domain) {
            // With values in ascending order, an early mistake may take longer to undo than a bench can wait.
            let first = || {
                let search = model.search().consistency(consistency);
                let search = search.branch(&columns, VariableOrder::FirstFail, ValueOrder::Random(SEED));
                search.limits(Limits::none().nodes(NODES)).solutions().next()
            };
            assert!(first().is_some(), "{n} queens at {consistency}: nothing within {NODES} nodes");
            group.bench_function(BenchmarkId::new(consistency.to_string(), n), |bencher| bencher.iter(first));
        }
    }
    group.finish();
    Ok(())
}

fn all(criterion: &mut Criterion) -> Result<(), ModelError> {
    let mut group = criterion.benchmark_group("queens, all solutions");
    for n in [8, 10, 11] {
        let (model, _) = queens(n)?;
        let expected = COUNTS[n as usize];
        group.throughput(Throughput::Elements(expected as u64));
        for consistency in Consistency::ALL {
            group.bench_function(BenchmarkId::new(consistency.to_string(), n), |bencher| {
                bencher.iter(|| {
                    assert_eq!(model.search().consistency(consistency).solutions().count(), expected);
                });
            });
        }
    }
    group.finish();
    Ok(())
}

fn main() -> Result<(), ModelError> {
    let criterion = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(3));
    let mut criterion = criterion.configure_from_args();
    first(&mut criterion)?;
    all(&mut criterion)?;
    criterion.final_summary();
    Ok(())
}
