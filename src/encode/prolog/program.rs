//! A whole program: a file that SWI-Prolog loads.

use crate::encode::Unencodable;
use crate::encode::prolog::goals;
use crate::encode::prolog::name::atom;
use crate::model::Model;

/// The model as a program of its own, for SWI-Prolog.
///
/// `model(Bindings)` states the constraints, without search; `Bindings` is a list of `Name = Variable` with the names
/// of the model, [made to differ](Model::distinct_names). `solution(Bindings)` gives every solution once, on backtracking, and
/// `count(Count)` their number.
///
/// ```
/// use residua::constraints::lt;
/// use residua::encode::prolog::program;
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
    let head = format!("model([{}])", bindings.join(", "));
    let clause =
        if goals.goals.is_empty() { head } else { format!("{head} :-\n    {}", goals.goals.join(",\n    ")) };
    Ok(format!("{HEAD}{clause}.\n{TAIL}"))
}

const HEAD: &str = "\
:- use_module(library(clpfd)).

% model(Bindings): the variables by name, and the constraints on them; without search.
";

const TAIL: &str = "
% solution(Bindings): each solution once, on backtracking.
solution(Bindings) :-
    model(Bindings),
    values(Bindings, Values),
    labeling([ff], Values).

% count(Count): how many solutions there are.
count(Count) :-
    aggregate_all(count, solution(_), Count).

values([], []).
values([_=Value|Bindings], [Value|Values]) :-
    values(Bindings, Values).
";
