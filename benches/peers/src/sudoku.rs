//! Sudoku sets, each puzzle parsed, solved, and proved to have no second solution, against the `sudoku` crate.
//!
//! Both read the same text within the timing. The answer for a puzzle is how many solutions it has, up to two.

use residua::dense::Form;
use residua::engine::Consistency;
use residua::search::{EngineChoice, Limits};
use residua::sudoku::{Geometry, PuzzleSolver, Reader};
use sudoku::Sudoku;

use crate::Options;
use crate::instances::sudoku::solutions;
use crate::instances::{read, sample};
use crate::race::{Answers, Entrant, Results, race};

/// Sets in the folder that `RESIDUA_PUZZLES` names, and how many puzzles of each take part.
const SETS: [(&str, usize); 3] =
    [("sudoku9_17clue.txt", 19_664), ("sudoku9_top1465.txt", 1_465), ("sudoku9_se11plus.txt", 2_000)];

/// How many puzzles take part where residua only strikes out what is given: search then takes a thousand times longer.
const WEAK: usize = 40;

/// Races over the files that the options name, or else over the sets.
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
    }
    Ok(results)
}

/// The races over one set: at domain consistency over all of it, at value consistency over a few.
fn set(name: &str, text: &str, count: usize, rounds: usize) -> Result<[Results; 2], String> {
    let lines: Vec<&str> = text.lines().filter_map(|line| line.get(..81)).collect();
    if lines.is_empty() {
        return Err(format!("{name}: no line starts with a 9x9 puzzle"));
    }
    let race_over = |strength: Consistency, count: usize| -> Result<Results, String> {
        let lines = sample(lines.clone(), count);
        let text = lines.join("\n");
        let geometry = Geometry::new(3, 3).map_err(|error| error.to_string())?;
        let limits = Limits { solutions: Some(2), ..Limits::default() };
        let solver = PuzzleSolver::new(geometry, strength, limits);
        let mut solvers = vec![(format!("residua, {strength}"), solver.clone().engine(EngineChoice::General))];
        if strength == Consistency::Domain {
            // The fastest form first: the ratios are to it.
            let forms = [Form::Avx2, Form::Portable];
            let dense = forms.map(|form| {
                (format!("residua, dense, {form}"), solver.clone().engine(EngineChoice::Dense(form)))
            });
            solvers.splice(0..0, dense);
        }
        let text = &text;
        let residua = solvers
            .into_iter()
            .map(|(name, mut solver)| Entrant::new(name, move || ours(text, geometry, &mut solver)));
        let peer = Entrant::new("sudoku 0.8", || theirs(text));
        Ok(race(format!("{name}, {} puzzles", lines.len()), rounds, residua.chain([peer]).collect()))
    };
    Ok([race_over(Consistency::Domain, count)?, race_over(Consistency::Value, count.min(WEAK))?])
}

fn ours(text: &str, geometry: Geometry, solver: &mut PuzzleSolver) -> Answers {
    let entries = Reader::new(text.as_bytes(), Some(geometry));
    entries.map(|entry| entry.ok().map(|entry| solutions(solver, &entry.puzzle) as u64)).collect()
}

fn theirs(text: &str) -> Answers {
    let count = |line| Sudoku::from_str_line(line).ok().map(|puzzle| puzzle.solutions_count_up_to(2) as u64);
    text.lines().map(count).collect()
}
