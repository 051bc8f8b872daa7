//! The oracle tests: one module a promise, each over random instances of every constraint or of whole models.
//!
//! | module | promise |
//! |---|---|
//! | `soundness` | no solution is lost, none is invented |
//! | `consistency` | at every node, what is left has the support that was promised |
//! | `claims` | what a propagator claims about itself is true |
//! | `explanation` | premises held before, and imply the conclusion |
//! | `simplify` | what a constraint is simplified to says the same |
//! | `statement` | what a constraint states is what its checker accepts |
//! | `residual` | the residual has exactly the solutions of the model, and nothing in it is idle |
//! | `count` | counts are exact, or told to be bounds |
//! | `exact` | each value left is in a solution |
//! | `nearest` | no other solution differs in fewer variables |
//! | `relations` | what holds in all solutions is found, and nothing else is said to |
//! | `conflict` | a conflict is one, and no part of it is; all are found, and the smallest |
//! | `clues` | redundant, missing and telling clues are what they are said to be |
//! | `why` | an explanation is valid line by line, and has no line too many |
//! | `domains` | a domain is a set of integers |
//! | `restoration` | what is undone is as it was |
//! | `search` | each solution once, wherever a search is stopped; what it leaves is told |
//! | `limits` | a limit stops whatever is at work, in the middle of a step too |
//! | `determinism` | the order of search depends on model, branchers and seeds only |
//! | `large` | size costs what it must and no more |
//! | `counts` | counts that everybody knows |
//! | `dense` | every form of the dense engine has the solutions of brute force and of the general engine |
//! | `puzzles` | every puzzle gets the answer that its file states |
//! | `expressions` | a comparison of expressions says exactly that, or is refused |
//! | `names` | what is written of a model tells its variables apart |
//! | `coming_from` | the page for those who come from other solvers names what there is |
//! | `errors` | what cannot be posted is refused with a sentence |
//! | `formats`, `round_trip` | what people write down is read, and what is written is read back |
//! | `mutated` | whatever is read is a puzzle or an error; nothing panics, nothing is endless |
//! | `records` | puzzles taken up together are those read one by one |
//! | `pictures` | a picture shows what is left, each thing once, in well-formed text |
//! | `notes` | what is entered and marked counts by one rule |
//! | `prolog` | SWI-Prolog finds the same solutions in what is written for it |
//! | `layering` | no module names one of a higher floor |
//! | `own_constraints` | every feature is right for constraints from outside the crate |
//! | `testing` | the catalogue keeps what users of `residua::testing` are asked for |
//! | `mutants` | the oracles can fail |
//!
//! `catalogue` makes the instances, `oracle` enumerates, `walk` leads through a search tree.

mod catalogue;
mod claims;
mod clues;
mod coming_from;
mod conflict;
mod consistency;
mod count;
mod counts;
#[cfg(feature = "dense")]
mod dense;
mod determinism;
mod domains;
mod errors;
mod exact;
mod explanation;
mod expressions;
mod formats;
mod large;
mod layering;
mod limits;
mod mutants;
mod mutated;
mod names;
mod nearest;
mod notes;
mod oracle;
mod own_constraints;
mod pencil_marks;
mod pictures;
mod prolog;
mod puzzles;
mod records;
mod relations;
mod residual;
mod restoration;
mod round_trip;
mod search;
mod simplify;
mod soundness;
mod statement;
mod testing;
mod walk;
mod why;
