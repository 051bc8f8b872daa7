//! n queens: the first solution of large boards, and all solutions of small ones.

mod instances;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use residua::engine::Consistency;
use residua::model::ModelError;

use crate::instances::queens::{COUNTS, queens};

const LEVELS: [Consistency; 3] = [Consistency::Value, Consistency::Bounds, Consistency::Domain];

fn first(criterion: &mut Criterion) -> Result<(), ModelError> {
    let mut group = criterion.benchmark_group("queens, the first solution");
    for n in [50, 100] {
        let (model, _) = queens(n)?;
        for level in LEVELS {
            group.bench_function(BenchmarkId::new(level.to_string(), n), |bencher| {
                bencher.iter(|| model.search_at(level).solutions().next());
            });
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
        for level in LEVELS {
            group.bench_function(BenchmarkId::new(level.to_string(), n), |bencher| {
                bencher.iter(|| assert_eq!(model.search_at(level).solutions().count(), expected));
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
