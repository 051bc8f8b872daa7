//! Steps of puzzles of 9×9, against the solution, and their ratings against those of Sukaku Explainer.

use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use residua::search::{Limit, Limits};
use residua_sudoku::create::Creation;
use residua_sudoku::steps::{Candidate, Cost, End, Steps};
use residua_sudoku::{Geometry, Puzzle};

use crate::catalogue::depth;
use crate::puzzles::{announce, lines_of};

/// What the steps of a puzzle were.
#[derive(Default, Debug)]
struct Taken {
    steps: usize,
    /// Those that presuppose that there is one solution.
    presuming: usize,
    hardest: Cost,
    is_solved: bool,
}

/// Takes all steps, comparing each with the solution.
fn check(puzzle: &Puzzle, assume_unique: bool) -> Taken {
    let solution = puzzle.model().solutions().next().expect("it has one");
    let solution = solution.values();
    let mut steps = Steps::of(puzzle).expect("nine values").assume_unique(assume_unique);
    let mut taken = Taken::default();
    while let Some(round) = steps.next() {
        for step in round.expect("no limit") {
            taken.steps += 1;
            taken.presuming += usize::from(step.technique.assumes_unique());
            taken.hardest = taken.hardest.max(step.cost);
            let is_right = |&Candidate { cell, value }: &Candidate| solution[cell] == value as i32 + 1;
            let sentence = || format!("{puzzle}: {}", step.sentence(steps.board().rules()));
            assert!(!step.eliminations.iter().any(is_right), "{}", sentence());
            assert!(step.placements.iter().all(is_right), "{}", sentence());
        }
    }
    taken.is_solved = steps.board().is_solved();
    taken
}

#[test]
fn steps_of_created_puzzles_lead_to_the_solution() {
    let mut creator =
        Creation::new(Geometry::new(3, 3).expect("small")).seed(48).creator().expect("can be had");
    for index in 0..(12.0 * depth()) as u64 {
        let created = creator.puzzle(index).expect("no limit");
        let taken = check(&created.puzzle, false);
        assert!(taken.steps > 30 && taken.presuming == 0 && taken.is_solved, "{}: {taken:?}", created.puzzle);
    }
}

/// Every so many of the rated puzzles.
const EVERY: usize = 144;

#[test]
fn steps_of_rated_puzzles_lead_to_the_solution_and_ratings_agree() {
    let Some(lines) = lines_of("sudoku9_sebank_rated.tsv") else { return };
    let every = ((EVERY as f64 / depth()) as usize).max(1);
    let (mut steps, mut presuming, mut known, mut own) = (0, 0, Vec::new(), Vec::new());
    for line in lines.iter().step_by(every) {
        let (puzzle, rating) = line.split_once('\t').expect("two columns");
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        known.push(rating.trim().parse().expect("a rating"));
        for assume_unique in [true, false] {
            let taken = check(&puzzle, assume_unique);
            assert!(taken.is_solved && (assume_unique || taken.presuming == 0), "{puzzle}: {taken:?}");
            steps += taken.steps;
            presuming += taken.presuming;
            if !assume_unique {
                own.push(taken.hardest.value());
            }
        }
    }
    let agreement = correlation(&ranks(&known), &ranks(&own));
    let puzzles = own.len();
    announce(&format!(
        "{steps} steps of {puzzles} rated puzzles agree with the solutions, {presuming} presume that there is one; Spearman {agreement:.3}"
    ));
    // All 14,394 puzzles agree by 0.968; a hundred of them by a few hundredths more or less.
    assert!(presuming > 0 && agreement > 0.93, "{agreement}");
}

/// The rank of each number, the mean rank of equal ones.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let rank = |number: &f64| {
        let count = |order: Ordering| numbers.iter().filter(|other| other.total_cmp(number) == order).count();
        count(Ordering::Less) as f64 + (count(Ordering::Equal) - 1) as f64 / 2.0
    };
    numbers.iter().map(rank).collect()
}

fn correlation(xs: &[f64], ys: &[f64]) -> f64 {
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let (mx, my) = (mean(xs), mean(ys));
    let sum = |of: &dyn Fn(f64, f64) -> f64| xs.iter().zip(ys).map(|(x, y)| of(x - mx, y - my)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}

#[test]
fn a_raised_flag_stops_steps_once() {
    let puzzle = Puzzle::blank(Geometry::new(3, 3).expect("small")).with_given(0, 1).expect("fits");
    let limits = Limits::none().stop(Arc::new(AtomicBool::new(true)));
    let mut steps = Steps::of(&puzzle).expect("nine values").limits(limits.clone());
    assert_eq!(steps.next_steps(), Err(Limit::Stop));
    assert_eq!(steps.next(), Some(Err(Limit::Stop)));
    assert_eq!(steps.next(), None);
    assert_eq!(steps.limits(limits).rate().end, End::Stopped(Limit::Stop));
}

#[test]
fn what_has_no_solution_ends_in_a_contradiction_or_without_a_step() {
    let blank = Puzzle::blank(Geometry::new(3, 3).expect("small"));
    let twice = blank.with_given(0, 1).and_then(|puzzle| puzzle.with_given(1, 1)).expect("fits");
    let rating = Steps::of(&twice).expect("nine values").rate();
    assert_eq!((rating.end, rating.rounds, rating.hardest), (End::Contradiction, 0, Cost(0)));
}
