//! Prolog program of puzzles: a file for SWI-Prolog to consult.

use residua::model::{IntVar, Model};
use residua_encode::Unencodable;
use residua_encode::prolog::{Goals, atom};

use crate::geometry::Geometry;

/// The head of a file of [`prolog_clause`]s: how they are called.
///
/// `puzzle(Rows)` and `puzzle(Place, Rows)` state what is left of each puzzle, one after another on backtracking, without
/// search; `solution(Rows)` and `solution(Place, Rows)` give each solution once.
///
/// ```text
/// swipl -g "solution(Rows), maplist(portray_clause, Rows), halt" file.pl
/// ```
pub const PROLOG_HEAD: &str = "\
:- use_module(library(clpfd)).

% puzzle(Rows), puzzle(Place, Rows): what is known of each puzzle, by rows, without search.
% solution(Rows), solution(Place, Rows): each solution once, on backtracking.
puzzle(Rows) :- puzzle(_, Rows).
solution(Rows) :- solution(_, Rows).
solution(Place, Rows) :- puzzle(Place, Rows), term_variables(Rows, Cells), labeling([ff], Cells).
";

/// A puzzle, or what is left of it, as a clause of `puzzle/2`: its place, `File:Line`, and its rows. Cells with one value are
/// integers, the others variables called `R1C1` and so on, with goals of `library(clpfd)` for what is left.
///
/// ```
/// use residua::engine::Consistency;
/// use residua_sudoku::{Puzzle, render};
///
/// let puzzle: Puzzle = "12.. .... 34.. ....".parse()?;
/// let residual = puzzle.model().residual(Consistency::Domain).expect("there are solutions");
/// let clause = render::prolog_clause("a.txt", 1, puzzle.geometry(), &residual.model)?;
/// assert_eq!(clause, r"puzzle('a.txt':1, [
///     [1, 2, R1C3, R1C4],
///     [4, 3, R2C3, R2C4],
///     [3, 4, R3C3, R3C4],
///     [2, 1, R4C3, R4C4]
/// ]) :-
///     R3C3 = R2C4,
///     R3C4 = R2C3,
///     R4C3 = R1C4,
///     R4C4 = R1C3,
///     R1C3 in 3..4,
///     R1C4 in 3..4,
///     R2C3 in 1..2,
///     R2C4 in 1..2,
///     R1C3 #\= R1C4,
///     R2C3 #\= R2C4.
/// ");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unencodable`] if a constraint of the model does not state what it says.
///
/// # Panics
/// If the model has fewer variables than the grid has cells: each cell is one, in order.
pub fn prolog_clause(
    file: &str,
    line: usize,
    geometry: Geometry,
    model: &Model,
) -> Result<String, Unencodable> {
    let name = |cell: usize| format!("R{}C{}", geometry.row_of(cell) + 1, geometry.column_of(cell) + 1);
    let goals = Goals::of_open(model, |var: IntVar| name(var.index()))?;
    let cell = |var: IntVar| model.domain(var).value().map_or_else(|| name(var.index()), |v| v.to_string());
    let cells: Vec<String> = model.vars().take(geometry.cells()).map(cell).collect();
    assert_eq!(cells.len(), geometry.cells(), "each cell is a variable of the model");
    let rows: Vec<String> =
        cells.chunks(geometry.size()).map(|row| format!("    [{}]", row.join(", "))).collect();
    let body = goals.goals.iter().map(|goal| format!("\n    {goal}")).collect::<Vec<_>>().join(",");
    let neck = if body.is_empty() { "" } else { " :-" };
    Ok(format!("puzzle({}:{line}, [\n{}\n]){neck}{body}.\n", atom(file), rows.join(",\n")))
}

/// A solution as such a clause.
///
/// ```
/// use residua_sudoku::{Geometry, render};
///
/// let cells = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
/// let fact = render::prolog_fact("-", 7, Geometry::new(2, 2)?, &cells);
/// assert!(fact.starts_with("puzzle('-':7, [\n    [1, 2, 3, 4],\n") && fact.ends_with("[4, 3, 2, 1]\n]).\n"));
/// # Ok::<(), residua_sudoku::GeometryError>(())
/// ```
///
/// # Panics
/// If there are fewer values than the grid has cells.
pub fn prolog_fact(file: &str, line: usize, geometry: Geometry, cells: &[i32]) -> String {
    let mut model = Model::new();
    for value in cells {
        model.int_var(*value);
    }
    prolog_clause(file, line, geometry, &model).expect("invariant: there is no constraint to be encoded")
}

/// A puzzle without a solution, as such a clause.
///
/// ```
/// assert_eq!(residua_sudoku::render::prolog_refuted("-", 1), "puzzle('-':1, _) :- false.\n");
/// ```
pub fn prolog_refuted(file: &str, line: usize) -> String {
    format!("puzzle({}:{line}, _) :- false.\n", atom(file))
}
