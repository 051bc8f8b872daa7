//! Rates the puzzles of a file by steps, and compares the ratings with those in its second column, if it has one.
//!
//! ```sh
//! cargo run --release -p residua-sudoku --example rate -- puzzles.tsv [every n-th] [seconds for each] [unique]
//! ```
//!
//! Each line is printed with its rating, what it is at least if the time was over, and a hardest technique; `unique` allows techniques
//! that presuppose one solution. The end says how well the ratings agree with the file's: Spearman's correlation of ranks, over all
//! puzzles and over ranges of the file's ratings.

#![expect(clippy::print_stdout, reason = "an example shows something")]

use std::time::{Duration, Instant};

use residua::search::Limits;
use residua_sudoku::Puzzle;
use residua_sudoku::steps::Steps;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text = std::fs::read_to_string(arguments.first().ok_or("a file of puzzles is expected")?)?;
    let every = arguments.get(1).map_or(Ok(1), |every| every.parse())?;
    let seconds = arguments.get(2).map_or(Ok(60.0), |seconds| seconds.parse())?;
    let assume_unique = arguments.get(3).is_some();
    let mut pairs = Vec::new();
    let mut spent: Vec<(f64, f64)> = Vec::new();
    for line in text.lines().step_by(every) {
        let mut columns = line.split('\t');
        let puzzle: Puzzle = columns.next().unwrap_or_default().parse()?;
        let known: Option<f64> = columns.next().and_then(|rating| rating.parse().ok());
        let start = Instant::now();
        let limits = Limits::none().time(Duration::from_secs_f64(seconds));
        let rating = Steps::of(&puzzle)?.assume_unique(assume_unique).limits(limits).rate();
        let time = start.elapsed().as_secs_f64();
        let technique = rating.technique.map(|technique| technique.to_string()).unwrap_or_default();
        println!(
            "{line}\t{}\t{}\t{technique}\t{}/{}\t{:.2}\t{:?}\t{:.1} ms",
            rating.hardest,
            rating.at_least,
            rating.rounds_at_hardest,
            rating.rounds,
            rating.effort,
            rating.end,
            time * 1e3
        );
        if let Some(known) = known {
            pairs.push((known, rating.at_least.value()));
            spent.push((known, time));
        }
    }
    for (from, to) in [(0.0, 99.0), (0.0, 4.4), (4.4, 7.5), (0.0, 6.99), (7.55, 99.0)] {
        let (known, own): (Vec<f64>, Vec<f64>) =
            pairs.iter().filter(|(known, _)| (from..=to).contains(known)).copied().unzip();
        let time: f64 =
            spent.iter().filter(|(known, _)| (from..=to).contains(known)).map(|(_, time)| time).sum();
        if known.len() > 2 {
            println!(
                "ratings {from} to {to}: {} puzzles, Spearman {:.4}, {:.1} a second",
                known.len(),
                correlation(&ranks(&known), &ranks(&own)),
                known.len() as f64 / time
            );
        }
    }
    Ok(())
}

/// The rank of each number, the mean of their ranks for equal ones.
fn ranks(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    order.sort_by(|&a, &b| numbers[a].total_cmp(&numbers[b]));
    let mut ranks = vec![0.0; numbers.len()];
    let mut first = 0;
    for equal in order.chunk_by(|&a, &b| numbers[a].total_cmp(&numbers[b]).is_eq()) {
        let rank = first as f64 + (equal.len() - 1) as f64 / 2.0;
        for &at in equal {
            ranks[at] = rank;
        }
        first += equal.len();
    }
    ranks
}

/// Pearson's correlation.
fn correlation(xs: &[f64], ys: &[f64]) -> f64 {
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let (mx, my) = (mean(xs), mean(ys));
    let sum = |of: &dyn Fn(f64, f64) -> f64| xs.iter().zip(ys).map(|(x, y)| of(x - mx, y - my)).sum::<f64>();
    sum(&|x, y| x * y) / (sum(&|x, _| x * x) * sum(&|_, y| y * y)).sqrt()
}
