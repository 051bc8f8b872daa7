//! Quasigroup completion of order 30, in the region where it is hardest, within a limit of nodes.
//!
//! How many were completed within it is said beside the times: a time alone would hide that.

#![expect(clippy::print_stderr, reason = "what was completed, beside what criterion prints")]

mod instances;

use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use residua::engine::Consistency;
use residua::model::{IntVar, Model, ModelError};
use residua::search::brancher::{ValueOrder, VariableOrder};
use residua::search::{Limits, Statistics};

use crate::instances::quasigroup::{Square, squares};
use crate::instances::{read, sample};

const NODES: u64 = 2_000;

/// Searches for a completion: whether it was found, and what that took.
fn complete(model: &Model, cells: &[IntVar], level: Consistency) -> (bool, Statistics) {
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let search = model.search_at(level).branch(cells, VariableOrder::DomWdeg, ValueOrder::Ascending);
    let mut solutions = search.limits(limits).solutions();
    (solutions.advance(), solutions.statistics())
}

fn main() -> Result<(), ModelError> {
    let criterion = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(3));
    let mut criterion = criterion.configure_from_args();
    let Some(text) = read("qwh_csplib067.tsv") else { return Ok(()) };
    let squares = sample(squares(&text), 5);
    let models = squares.iter().map(Square::model).collect::<Result<Vec<_>, _>>()?;
    let mut group = criterion.benchmark_group("quasigroup completion, order 30");
    for level in [Consistency::Value, Consistency::Domain] {
        let results: Vec<_> = models.iter().map(|(model, cells)| complete(model, cells, level)).collect();
        let found = results.iter().filter(|(found, _)| *found).count();
        let nodes: u64 = results.iter().map(|(_, statistics)| statistics.nodes).sum();
        eprintln!("{level}: {found} of {} completed, {nodes} nodes", results.len());
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
            bencher.iter(|| models.iter().filter(|(model, cells)| complete(model, cells, level).0).count());
        });
    }
    group.finish();
    criterion.final_summary();
    Ok(())
}
