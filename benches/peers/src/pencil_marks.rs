//! Sudoku without givens, of which some candidates are struck out: the hardest of 9x9 that are known, ten thousand
//! times as hard as the hardest with givens. Each is read, solved, and its solution is proved to be unique.
//!
//! The general engine does not take part: it takes twenty seconds for such a puzzle.

use residua::dense::{Form, Method};
use residua::search::{Limits, NetworkSearch, network_of};
use residua_sudoku::Geometry;

use crate::Options;
use crate::guises::Guises;
use crate::instances::{read, sample};
use crate::permute::permuted_marks;
use crate::race::{Answers, Entrant, Results, race_over};
use crate::rival::Rival;

/// On each line a puzzle, then its solution and its class.
const SET: &str = "pencilmark9_729.tsv";

/// Classes by the number of branches that a SAT solver needs: those of up to 100,000 are used.
const CLASS: &str = "minisat_bt_0";

/// The number of puzzles used.
const COUNT: usize = 24;

/// The race over a sample of the set.
pub(crate) fn races(options: &Options) -> Result<Vec<Results>, String> {
    let Some(text) = read(SET) else { return Ok(Vec::new()) };
    let puzzles = sample(text.lines().filter_map(marks).collect(), if options.quick { 3 } else { COUNT });
    let set = Guises::new(SET, puzzles, permuted_marks)?;
    let geometry = Geometry::new(3, 3).map_err(|error| error.to_string())?;
    let network = network_of(&geometry.model()).ok_or("the rules of Sudoku are a network")?;
    let limits = Limits::none().solutions(2);
    let forms = Form::ALL.into_iter().rev().filter(|form| form.method == Method::Intersections);
    let searches = forms.map(|form| NetworkSearch::in_form(&network, form, limits.clone()));
    let rivals = Rival::all("RESIDUA_PENCIL_MARK_RIVALS")?;
    let text = &set.text;
    let mut entrants: Vec<Entrant<'_>> = Vec::new();
    for mut search in searches.flatten() {
        let name = format!("residua, dense, {}", search.form());
        entrants.push(Entrant::new(name, move || ours(&text.borrow(), &mut search)));
    }
    for rival in &rivals {
        let named = rival.described(&set.empty)?;
        // A program that worked and then fails gives no answers, which is reported.
        entrants.push(Entrant::new(named, || rival.run(&set.file).unwrap_or_default()));
    }
    let title = format!("{SET}, {CLASS}*, {} puzzles", set.puzzles.len());
    Ok(vec![race_over(title, options.rounds, |random| set.disguise(random), entrants)])
}

/// The puzzle of a line, if it is of that class.
fn marks(line: &str) -> Option<&str> {
    let (puzzle, rest) = line.split_at_checked(729)?;
    rest.rsplit('\t').next().filter(|class| class.starts_with(CLASS)).map(|_| puzzle)
}

fn ours(text: &str, search: &mut NetworkSearch) -> Answers {
    let mut count = |line: &str| {
        let marks = |cell: &[u8]| (0..9).filter(|&bit| cell[bit] != b'.').fold(0, |set, bit| set | 1 << bit);
        let domains: Vec<u64> = line.as_bytes().chunks_exact(9).map(marks).collect();
        search.start(&domains);
        while search.advance() {}
        Some(search.statistics().solutions)
    };
    text.lines().map(&mut count).collect()
}
