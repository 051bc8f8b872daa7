//! Sudoku sets: each puzzle is parsed, solved, and its solution is proved to be unique; compared with the `sudoku`
//! crate and the programs given by the environment.
//!
//! All read the same text within the timing, each puzzle randomly transformed in each round. The answer for a puzzle
//! is the number of its solutions, up to two.

use std::convert::Infallible;

use residua::dense::{Form, Method};
use residua::engine::Consistency;
use residua::search::{EngineChoice, Limits};
use residua_sudoku::{Geometry, PuzzleSolver, Reader};
use sudoku::Sudoku;

use crate::Options;
use crate::guises::Guises;
use crate::instances::sudoku::solutions;
use crate::instances::{read, sample};
use crate::permute::permuted;
use crate::race::{Answers, Entrant, Results, race, race_over};
use crate::rival::Rival;

/// Sets in the folder `RESIDUA_PUZZLES`, and the number of puzzles of each that are used.
const SETS: [(&str, usize); 3] =
    [("sudoku9_17clue.txt", 19_664), ("sudoku9_top1465.txt", 1_465), ("sudoku9_se11plus.txt", 2_000)];

/// The number of puzzles used where residua propagates at value consistency only: search then takes a thousand times
/// longer.
const WEAK: usize = 40;

/// The number of puzzles read at once.
const TOGETHER: usize = 1024;

/// Races over the files given by the options, or otherwise over the sets.
pub(crate) fn races(options: &Options) -> Result<Vec<Results>, String> {
    let mut sets = Vec::new();
    for path in &options.files {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        sets.push((path.display().to_string(), text, usize::MAX));
    }
    if sets.is_empty() {
        let texts = SETS.iter().filter_map(|&(file, count)| Some((file.to_owned(), read(file)?, count)));
        sets.extend(texts);
    }
    let mut results = Vec::new();
    for (name, text, count) in sets {
        let count = if options.quick { count.min(300) } else { count };
        results.extend(set(&name, &text, count, options.rounds)?);
        if name == SETS[0].0 {
            results.push(enumeration(&text, options.rounds)?);
        }
    }
    Ok(results)
}

/// The number of solutions of a puzzle that are enumerated, and the number of such puzzles.
const ENUMERATED: (usize, usize) = (100_000, 5);

/// Puzzles with three givens removed, which leaves more solutions than are enumerated.
fn enumeration(text: &str, rounds: usize) -> Result<Results, String> {
    let (most, count) = ENUMERATED;
    let lines: Vec<&str> = text.lines().filter_map(|line| line.get(..81)).collect();
    let fewer = |line: &str| line.replacen(|c: char| c.is_ascii_digit(), ".", 3);
    let text: String = sample(lines, count).into_iter().map(|line| fewer(line) + "\n").collect();
    let geometry = Geometry::new(3, 3).map_err(|error| error.to_string())?;
    let limits = Limits::none().solutions(most as u64);
    let mut solver = PuzzleSolver::new(geometry, Consistency::Domain, limits);
    let count = |line: &str| Some(Sudoku::from_str_line(line).ok()?.solutions_count_up_to(most) as u64);
    let entrants = vec![
        Entrant::new("residua", || ours(&text, geometry, &mut solver)),
        Entrant::new("sudoku 0.8", || text.lines().map(count).collect()),
    ];
    let title =
        format!("{} puzzles of 17 clues without three of them, {most} solutions each", text.lines().count());
    Ok(race(title, rounds, entrants))
}

/// The races over one set: at domain consistency over all of it, at value consistency over a few puzzles.
fn set(name: &str, text: &str, count: usize, rounds: usize) -> Result<[Results; 2], String> {
    let lines: Vec<&str> = text.lines().filter_map(|line| line.get(..81)).collect();
    if lines.is_empty() {
        return Err(format!("{name}: no line starts with a 9x9 puzzle"));
    }
    let over = |consistency: Consistency, count: usize| -> Result<Results, String> {
        // The start of a process would be most of a short race.
        let rivals =
            if consistency == Consistency::Domain { Rival::all("RESIDUA_RIVALS")? } else { Vec::new() };
        let lines = sample(lines.clone(), count);
        let set = Guises::new(name, lines, permuted)?;
        let geometry = Geometry::new(3, 3).map_err(|error| error.to_string())?;
        let limits = Limits::none().solutions(2);
        let solver = PuzzleSolver::new(geometry, consistency, limits);
        let mut solvers =
            vec![(format!("residua, {consistency}"), solver.clone().engine(EngineChoice::General))];
        if consistency == Consistency::Domain {
            // The fastest form that the machine has first: the ratios are to it.
            let rules = geometry.model();
            let forms = Form::ALL.into_iter().rev().filter(|form| form.method == Method::Intersections);
            let forms = forms.map(EngineChoice::Dense);
            let dense = forms
                .filter(|form| form.fits(&rules))
                .map(|form| (format!("residua, dense, {form}"), solver.clone().engine(form)));
            solvers.splice(0..0, dense);
        }
        let text = &set.text;
        let residua = solvers.into_iter().map(|(name, mut solver)| {
            Entrant::new(name, move || ours(&text.borrow(), geometry, &mut solver))
        });
        let peer = Entrant::new("sudoku 0.8", || theirs(&text.borrow()));
        let mut entrants: Vec<Entrant<'_>> = residua.chain([peer]).collect();
        for rival in &rivals {
            let named = rival.described(&set.empty)?;
            // A program that worked and then fails gives no answers, which is reported.
            entrants.push(Entrant::new(named, || rival.run(&set.file).unwrap_or_default()));
        }
        let title = format!("{name}, {} puzzles", set.puzzles.len());
        Ok(race_over(title, rounds, |random| set.disguise(random), entrants))
    };
    Ok([over(Consistency::Domain, count)?, over(Consistency::Value, count.min(WEAK))?])
}

/// One line after another, as in a program that reads many: those in the plain format are read in batches.
fn ours(text: &str, geometry: Geometry, solver: &mut PuzzleSolver) -> Answers {
    let mut reader = Reader::new(text.as_bytes(), Some(geometry));
    let mut answers = Answers::new();
    while let Some(entry) = reader.next() {
        answers.push(entry.ok().map(|entry| solutions(solver, &entry.puzzle) as u64));
        while let Some(records) = reader.records(TOGETHER) {
            let answered = records.try_for_each(|entry| {
                answers.push(Some(solutions(solver, &entry.puzzle) as u64));
                Ok::<(), Infallible>(())
            });
            let Ok(()) = answered;
        }
    }
    answers
}

fn theirs(text: &str) -> Answers {
    let count = |line| Sudoku::from_str_line(line).ok().map(|puzzle| puzzle.solutions_count_up_to(2) as u64);
    text.lines().map(count).collect()
}
