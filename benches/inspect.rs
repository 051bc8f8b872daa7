//! Inspection: exact residuals of puzzles with several solutions against the obvious ways to compute them, and
//! residuals of large grids at each strength.
//!
//! The obvious ways are one search for each candidate that propagation leaves, and enumeration of all solutions. The
//! number of searches that each takes is reported on stderr.

mod instances;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput};
use residua::constraints::eq;
use residua::domain::Domain;
use residua::inspect::{Residual, Strength};
use residua::model::Model;
use residua_sudoku::Puzzle;

use crate::instances::sudoku::puzzles;
use crate::instances::{read, sample};

/// What is left of each variable.
fn left(residual: &Residual) -> Vec<Domain> {
    residual.model.domains().to_vec()
}

fn exact(model: &Model) -> (Vec<Domain>, u64) {
    let inspection = model.inspect().run();
    (left(&inspection.residual.expect("there are solutions")), inspection.searches)
}

/// One search for each candidate that propagation leaves.
fn one_search_a_candidate(model: &Model) -> (Vec<Domain>, u64) {
    let mut domains = left(&model.residual(Strength::Domain.consistency()).expect("there are solutions"));
    let mut searches = 0;
    for var in model.vars() {
        let domain = &mut domains[var.index()];
        if domain.is_fixed() {
            continue;
        }
        let is_possible = |value: &i32| {
            let mut supposed = model.clone();
            let _ = supposed.post(eq(var, *value)).expect("the model's own variable");
            searches += 1;
            supposed.solve().is_some()
        };
        *domain = domain.iter().filter(is_possible).collect();
    }
    (domains, searches)
}

fn all_solutions(model: &Model) -> Vec<Domain> {
    let mut domains = vec![Domain::empty(); model.vars().len()];
    for solution in model.solutions() {
        for (domain, &value) in domains.iter_mut().zip(solution.values()) {
            if !domain.contains(value) {
                *domain = domain.union(&Domain::from(value));
            }
        }
    }
    domains
}

fn several_solutions(criterion: &mut Criterion) {
    let Some(text) = read("sudoku9_serg_multi.tsv") else { return };
    let models: Vec<Model> = sample(puzzles(&text), 200).iter().map(Puzzle::model).collect();
    let (mut searches, mut naive) = (0, 0);
    for model in &models {
        let (exact, one_a_candidate) = (exact(model), one_search_a_candidate(model));
        assert_eq!(exact.0, one_a_candidate.0);
        assert_eq!(exact.0, all_solutions(model));
        (searches, naive) = (searches + exact.1, naive + one_a_candidate.1);
    }
    report(&format!(
        "{} puzzles: {:.1} searches each, {:.1} candidates: {:.1} times fewer",
        models.len(),
        searches as f64 / models.len() as f64,
        naive as f64 / models.len() as f64,
        naive as f64 / searches as f64
    ));
    let mut group = criterion.benchmark_group("9x9 with several solutions, what is left exactly");
    let _ = group.throughput(Throughput::Elements(models.len() as u64));
    let mut way = |name: &str, run: &dyn Fn(&Model)| {
        let _ = group.bench_function(name, |bencher| bencher.iter(|| models.iter().for_each(run)));
    };
    way("residua", &|model| drop(black_box(exact(model))));
    way("one search a candidate", &|model| drop(black_box(one_search_a_candidate(model))));
    way("all solutions", &|model| drop(black_box(all_solutions(model))));
    group.finish();
}

/// Grids with enough givens for exact residuals to be feasible.
fn large(criterion: &mut Criterion, file: &str, percent: &str) {
    let Some(text) = read(file) else { return };
    let lines: String =
        text.lines().filter(|line| line.starts_with(percent)).flat_map(|l| [l, "\n"]).collect();
    let models: Vec<Model> = sample(puzzles(&lines), 10).iter().map(Puzzle::model).collect();
    let mut group = criterion.benchmark_group(format!("{file}, {}% filled", percent.trim()));
    let _ = group.throughput(Throughput::Elements(models.len() as u64));
    for strength in Strength::ALL {
        let inspect = |model: &Model| black_box(model.inspect().strength(strength).run());
        let _ = group.bench_function(strength.to_string(), |bencher| {
            bencher.iter_batched(
                || &models,
                |models| models.iter().map(inspect).collect::<Vec<_>>(),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

#[expect(clippy::print_stderr, reason = "prints figures")]
fn report(message: &str) {
    eprintln!("{message}");
}

fn main() {
    let mut criterion = Criterion::default()
        .configure_from_args()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(3));
    several_solutions(&mut criterion);
    large(&mut criterion, "acs_16x16.tsv", "55\t");
    large(&mut criterion, "acs_25x25.tsv", "70\t");
    criterion.final_summary();
}
