//! Prolog programs: a file that SWI-Prolog loads.

use residua::model::Model;

use crate::Unencodable;
use crate::prolog::goals;
use crate::prolog::name::atom;

/// The model as a program of its own, for SWI-Prolog.
///
/// `model(Bindings)` states the constraints, without search; `Bindings` is a list of `Name = Variable` with the names
/// of the model, [made to differ](Model::distinct_names). `solution(Bindings)` gives every solution once, on backtracking, and
/// `count(Count)` their number.
///
/// ```
/// use residua::constraints::lt;
/// use residua_encode::prolog::program;
/// use residua::model::Model;
///
/// let mut model = Model::new();
/// let xs = model.int_vars("x", 2, 1..=3);
/// model.post(lt(xs[0], xs[1]))?;
/// let text = program(&model)?;
/// assert!(text.contains("\nmodel(['x[0]'=X_0, 'x[1]'=X_1]) :-\n    X_0 in 1..3,\n    X_1 in 1..3,\n    X_0 #< X_1.\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Unencodable`] if a constraint has no statement.
pub fn program(model: &Model) -> Result<String, Unencodable> {
    let goals = goals(model)?;
    let bindings = model.distinct_names().into_iter().zip(&goals.names);
    let bindings: Vec<String> = bindings.map(|(known, name)| format!("{}={name}", atom(&known))).collect();
    let auxiliary = &goals.names[model.domains().len()..];
    let (bindings, auxiliary) = (bindings.join(", "), auxiliary.join(", "));
    let head = if auxiliary.is_empty() {
        format!("model([{bindings}])")
    } else {
        format!("model([{bindings}], [{auxiliary}])")
    };
    let clause =
        if goals.goals.is_empty() { head } else { format!("{head} :-\n    {}", goals.goals.join(",\n    ")) };
    if auxiliary.is_empty() {
        return Ok(format!("{HEAD}{clause}.\n{SOLUTION}{TAIL}"));
    }
    // An auxiliary variable may occur once only.
    Ok(format!(":- style_check(-singleton).\n{HEAD}{clause}.\n{SOLUTION_WITH_AUXILIARIES}{TAIL}"))
}

const HEAD: &str = "\
:- use_module(library(clpfd)).

% model(Bindings): the variables by name, and the constraints on them; without search.
";

const SOLUTION: &str = "
% solution(Bindings): each solution once, on backtracking.
solution(Bindings) :-
    model(Bindings),
    values(Bindings, Values),
    labeling([ff], Values).
";

/// What auxiliary variables are follows from the others, but not always by propagation.
const SOLUTION_WITH_AUXILIARIES: &str = "
model(Bindings) :-
    model(Bindings, _).

% solution(Bindings): each solution once, on backtracking.
solution(Bindings) :-
    model(Bindings, Auxiliaries),
    values(Bindings, Values),
    labeling([ff], Values),
    once(labeling([ff], Auxiliaries)).
";

const TAIL: &str = "
% count(Count): how many solutions there are.
count(Count) :-
    aggregate_all(count, solution(_), Count).

values([], []).
values([_=Value|Bindings], [Value|Values]) :-
    values(Bindings, Values).
";
