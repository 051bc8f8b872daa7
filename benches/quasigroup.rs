//! Quasigroup completion in the region where it is hardest: order 20, with squares that have no completion among them,
//! and order 30; dom/wdeg within a limit of nodes.
//!
//! The number of squares decided within it is reported beside the times: a time alone would hide that.

#![expect(clippy::print_stderr, reason = "what was decided, beside what criterion prints")]

mod instances;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limits, Statistics, Status};

use crate::instances::quasigroup::{Square, squares};
use crate::instances::{read, sample};

const SETS: [(usize, &str); 2] = [(20, "qcp_gecode.tsv"), (30, "qwh_csplib067.tsv")];
const SAMPLE: usize = 10;
const NODES: u64 = 10_000;

/// Searches for a completion: whether there is one, if that was decided, and the statistics.
fn complete(model: &Model, cells: &[IntVar], consistency: Consistency) -> (Option<bool>, Statistics) {
    let limits = Limits::none().nodes(NODES);
    let search =
        model.search().consistency(consistency).branch(cells, VariableOrder::DomWdeg, ValueOrder::Ascending);
    let mut solutions = search.limits(limits).solutions();
    let found = solutions.advance();
    let decided = found || solutions.status() == Some(Status::Exhausted);
    (decided.then_some(found), solutions.statistics())
}

fn bench(criterion: &mut Criterion, order: usize, squares: &[Square]) -> Result<(), ModelError> {
    let models = squares.iter().map(Square::model).collect::<Result<Vec<_>, _>>()?;
    let mut group = criterion.benchmark_group(format!("quasigroup completion, order {order}"));
    for consistency in [Consistency::Value, Consistency::Domain] {
        let results: Vec<_> =
            models.iter().map(|(model, cells)| complete(model, cells, consistency)).collect();
        let count = |answer| results.iter().filter(|result| result.0 == answer).count();
        let nodes: u64 = results.iter().map(|(_, statistics)| statistics.nodes).sum();
        eprintln!(
            "order {order} at {consistency}: {} completed, {} impossible, {} undecided; {nodes} nodes",
            count(Some(true)),
            count(Some(false)),
            count(None)
        );
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::from_parameter(consistency), |bencher| {
            bencher.iter(|| {
                models.iter().filter(|(model, cells)| complete(model, cells, consistency).0.is_some()).count()
            });
        });
    }
    group.finish();
    Ok(())
}

fn main() -> Result<(), ModelError> {
    let criterion = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(3));
    let mut criterion = criterion.configure_from_args();
    for (order, file) in SETS {
        let Some(text) = read(file) else { continue };
        let squares = squares(&text).into_iter().filter(|square| square.order == order).collect();
        bench(&mut criterion, order, &sample(squares, SAMPLE))?;
    }
    criterion.final_summary();
    Ok(())
}
