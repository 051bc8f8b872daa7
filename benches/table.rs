//! Tables of 100,000 tuples: to read and post them, to make an engine, and to search through them.

use std::time::Duration;

use criterion::Criterion;
use residua::constraints::table;
use residua::model::{Model, ModelError, Options, Solver};
use residua::search::Limits;

const TUPLES: usize = 100_000;
const WIDTH: usize = 4;

/// Tuples over that many values which look random, and are the same on every machine.
fn tuples(values: u64, seed: u64) -> Vec<[i32; WIDTH]> {
    let mut state = seed;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % values) as i32
    };
    (0..TUPLES).map(|_| [(); WIDTH].map(|()| random())).collect()
}

/// Four tables on eight variables, each of which shares two with the next.
fn ring() -> Result<Model, ModelError> {
    let mut model = Model::new();
    let xs = model.int_vars("x", 8, 0..=29);
    for k in 0..4 {
        let scope = (0..WIDTH).map(|i| xs[(2 * k + i) % 8]);
        let _ = model.post(table(scope, tuples(30, k as u64)))?;
    }
    Ok(model)
}

fn main() -> Result<(), ModelError> {
    let criterion = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(5));
    let mut criterion = criterion.configure_from_args();
    let rows = tuples(30, 7);
    let mut group = criterion.benchmark_group("table of 100,000 tuples");
    let post = || {
        let mut model = Model::new();
        let xs = model.int_vars("x", WIDTH, 0..=29);
        model.post(table(&xs, &rows)).map(|_| model)
    };
    group.bench_function("read and post", |bencher| bencher.iter(post));
    let model = post()?;
    group.bench_function("engine", |bencher| bencher.iter(|| Solver::new(&model, Options::default())));
    group.bench_function("all solutions", |bencher| bencher.iter(|| model.solutions().count()));
    let ring = ring()?;
    group.bench_function("ring of four, 100,000 nodes", |bencher| {
        bencher.iter(|| ring.search().limits(Limits::none().nodes(100_000)).solutions().count());
    });
    group.finish();
    criterion.final_summary();
    Ok(())
}
