//! residua over a file of constraint strings of Interactive Sudoku Solver, as `rivals/iss.mjs` does it: FILE SECONDS ROUNDS.
//!
//! The nodes are in place of the guesses; the time to make the solver is part of the search.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use cpu_time::ProcessTime;
use residua::search::{Limits, Status};
use residua_variant::{ReadOptions, read};

/// What became of a puzzle.
struct Found {
    is_done: bool,
    solutions: usize,
    nodes: u64,
    /// In milliseconds of processor time: to read it and make the model, and to search.
    making: f64,
    searching: f64,
    first: Vec<i32>,
}

fn milliseconds(since: ProcessTime) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

/// Raises the flag after that time of the processor, in seconds, unless the search is over before.
fn watch(seconds: f64, stop: &AtomicBool, is_over: &AtomicBool) {
    let start = ProcessTime::now();
    let mut pause = 1;
    while !is_over.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
        thread::park_timeout(Duration::from_millis(pause));
        pause = (2 * pause).min(50);
        stop.store(start.elapsed().as_secs_f64() > seconds, Ordering::Relaxed);
    }
}

fn solve(text: &str, seconds: f64) -> Result<Found, Box<dyn Error>> {
    let start = ProcessTime::now();
    let puzzle = read(text, ReadOptions::default())?.variant;
    let model = puzzle.model()?;
    let making = milliseconds(start);
    let shape = puzzle.shape();
    let cells: Vec<usize> = shape.cells().collect();
    let (stop, is_over) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let watching = {
        let (stop, is_over) = (Arc::clone(&stop), Arc::clone(&is_over));
        thread::spawn(move || watch(seconds, &stop, &is_over))
    };
    let start = ProcessTime::now();
    let mut search = model.search().limits(Limits::none().stop(stop)).solutions();
    let found: Vec<Vec<i32>> = search.by_ref().take(2).map(|found| found.values().to_vec()).collect();
    let searching = milliseconds(start);
    is_over.store(true, Ordering::Relaxed);
    watching.thread().unpark();
    watching.join().map_err(|_| "the watch failed")?;
    for solution in &found {
        let mut grid = vec![0; shape.len()];
        cells.iter().zip(solution).for_each(|(&cell, &digit)| grid[cell] = digit);
        if !puzzle.is_solution(&grid) {
            return Err("a solution breaks a rule".into());
        }
    }
    Ok(Found {
        is_done: found.len() == 2 || search.status() == Some(Status::Exhausted),
        solutions: found.len(),
        nodes: search.statistics().nodes,
        making,
        searching,
        first: found.first().map_or_else(Vec::new, |solution| solution[..cells.len()].to_vec()),
    })
}

/// The fastest of several rounds; after one of two seconds there is no other.
fn best(text: &str, seconds: f64, rounds: usize) -> Result<Found, Box<dyn Error>> {
    let mut best = solve(text, seconds)?;
    for _ in 1..rounds {
        if !best.is_done || best.searching > 2000.0 {
            break;
        }
        let found = solve(text, seconds)?;
        if found.making + found.searching < best.making + best.searching {
            best = found;
        }
    }
    Ok(best)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, seconds, rounds] = arguments.as_slice() else {
        return Err("arguments: FILE SECONDS ROUNDS".into());
    };
    let (seconds, rounds) = (seconds.parse()?, rounds.parse()?);
    for line in std::fs::read_to_string(file)?.lines() {
        let (name, text) = line.split_once('\t').ok_or("a line is a name, a tab and a string")?;
        match best(&text.replace('\u{1e}', "\n"), seconds, rounds) {
            Ok(found) => {
                let Found { is_done, solutions, nodes, making, searching, first } = found;
                let state = if is_done { "done" } else { "late" };
                let first: Vec<String> = first.iter().map(i32::to_string).collect();
                println!(
                    "{name}\t{state}\t{solutions}\t{nodes}\t{making:.3}\t{searching:.3}\t{}",
                    first.join(" ")
                );
            }
            Err(error) => println!("{name}\terror\t{}", error.to_string().replace('\n', " ")),
        }
    }
    Ok(())
}
