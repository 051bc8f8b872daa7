//! Sudoku: solved, with a proof that the solution is unique.
//!
//! An iteration solves a sample of a set of puzzles with one solver, as a file of many is solved. The sets come from
//! the folder `RESIDUA_PUZZLES`, and from `puzzles/`.

mod instances;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use residua::engine::Consistency;
use residua::search::Limits;
use residua_sudoku::{Puzzle, PuzzleSolver};

use crate::instances::sudoku::{puzzles, solutions};
use crate::instances::{read, sample};

/// A set of puzzles, and how many of them make an iteration.
struct Set {
    name: &'static str,
    file: &'static str,
    sample: usize,
    /// The lines to take.
    wants: fn(&str) -> bool,
    /// Whether each puzzle has one solution only.
    is_unique: bool,
}

const SETS: [Set; 5] = [
    Set { name: "17 clues", file: "sudoku9_17clue.txt", sample: 500, wants: |_| true, is_unique: true },
    Set { name: "top1465", file: "sudoku9_top1465.txt", sample: 200, wants: |_| true, is_unique: true },
    Set {
        name: "SE 11 and above",
        file: "sudoku9_se11plus.txt",
        sample: 50,
        wants: |_| true,
        is_unique: true,
    },
    Set { name: "16x16", file: "gecode_16x16.tsv", sample: 55, wants: |_| true, is_unique: true },
    Set { name: "25x25, easy", file: "acs_25x25.tsv", sample: 20, wants: is_well_filled, is_unique: false },
];

/// Lines of these puzzles start with the percentage of cells that are given.
fn is_well_filled(line: &str) -> bool {
    let percent = line.split('\t').next().and_then(|field| field.parse().ok());
    percent.is_some_and(|percent: u32| (60..=80).contains(&percent))
}

fn bench(criterion: &mut Criterion, name: &str, puzzles: &[Puzzle], is_unique: bool) {
    let Some(geometry) = puzzles.first().map(Puzzle::geometry) else { return };
    let mut group = criterion.benchmark_group(format!("sudoku, {name}"));
    let limits = Limits::none().solutions(2);
    let mut solver = |consistency, title: &str, puzzles: &[Puzzle]| {
        let mut solver = PuzzleSolver::new(geometry, consistency, limits.clone());
        for puzzle in puzzles {
            let found = solutions(&mut solver, puzzle);
            assert!(found == 1 || found == 2 && !is_unique, "{found} solutions: {puzzle}");
        }
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        group.bench_with_input(BenchmarkId::from_parameter(title), puzzles, |bencher, puzzles| {
            bencher.iter(|| {
                puzzles.iter().map(|puzzle| solutions(&mut solver, black_box(puzzle))).sum::<usize>()
            });
        });
    };
    solver(Consistency::Domain, "domain", puzzles);
    // At value consistency, search takes a thousand times as many nodes: feasible for a few puzzles, but not on large
    // grids.
    if geometry.size() <= 9 {
        let few: Vec<Puzzle> = puzzles.iter().step_by(10).cloned().collect();
        solver(Consistency::Value, "value, a tenth of the puzzles", &few);
    }
    group.finish();
}

fn main() {
    let criterion = Criterion::default().sample_size(10).measurement_time(Duration::from_secs(3));
    let mut criterion = criterion.configure_from_args();
    for set in &SETS {
        let Some(text) = read(set.file) else { continue };
        let lines: Vec<&str> = text.lines().filter(|line| (set.wants)(line)).collect();
        bench(&mut criterion, set.name, &puzzles(&sample(lines, set.sample).join("\n")), set.is_unique);
    }
    let shipped = [
        ("6x6", include_str!("../puzzles/6x6.txt"), true),
        ("9x9 with several solutions", include_str!("../puzzles/9x9-several.txt"), false),
        ("12x12", include_str!("../puzzles/12x12.txt"), true),
    ];
    for (name, text, is_unique) in shipped {
        bench(&mut criterion, name, &puzzles(text), is_unique);
    }
    criterion.final_summary();
}
