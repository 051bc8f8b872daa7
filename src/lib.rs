//! residua: a finite-domain constraint solver with nogood learning, which also reports what is left when a problem has no unique solution.
//!
//! ```
//! use residua::prelude::*;
//!
//! let mut model = Model::new();
//! let [x, y, z] = ["x", "y", "z"].map(|name| model.named_var(name, 1..=9));
//! model.post(all_different([x, y, z]))?;
//! model.post(exact_sum([x, y, z], 23))?;
//! model.post(lt(x, y))?;
//!
//! // Every solution, found when it is asked for.
//! let first = model.solutions().next().expect("there are solutions");
//! assert_eq!((first[x], first[y], first[z]), (6, 8, 9));
//! assert_eq!(model.solutions().count(), 3);
//!
//! // What propagation alone leaves: domains, and the constraints that are not entailed.
//! let residual = model.residual(Consistency::Domain).expect("there are solutions");
//! assert_eq!(residual.domain(x).to_string(), "5..8");
//! assert_eq!(residual.constraints().last().as_deref(), Some("x < y"));
//! # Ok::<(), residua::model::ModelError>(())
//! ```
//!
//! # Architecture
//!
//! Data flows down this table; a module may name only modules of a lower rank (`tests/it/layering.rs` reads the
//! imports and fails on an arrow that points up).
//!
//! | rank | floor | holds | independent of |
//! |---|---|---|---|
//! | 0 | [`domain`] | sets of integers in three representations, and their algebra | variables |
//! | 1 | [`store`] | variables, their domains, trail, events, atoms, reasons, failure | propagators |
//! | 2 | [`engine`] | the [`Propagator`](engine::Propagator) trait, subscriptions, queue, fixpoint, explanations | any constraint |
//! | 3 | [`constraints`] | one family per file: value, checker, propagators, explanation, simplifier | models |
//! | 3 | `learn` | nogood learning: conflict analysis, nogood propagation, activity, phases | constraints |
//! | 4 | [`model`] | [`Model`](model::Model) as data, variables, names, and the [`Solver`](model::Solver) that it is compiled to | search |
//! | 6 | [`search`] | branchers, depth-first search and search that learns, limits, solutions, optimisation, dense networks | inspection |
//! | 7 | [`inspect`] | what is left: residuals at any strength, exact domains, counts, components, conflicts, explanations | other programs |
//! | 8 | [`subproblem`] | one question split into parts, for workers anywhere, and their answers merged | transport |
//! | 8 | [`testing`] | oracles for custom constraints | other programs |
//! | 9 | [`prelude`] | the names of all floors that most programs need | |
//!
//! Beside these floors there are crates of their own, each a folder of the repository:
//!
//! | crate | holds | depends on |
//! |---|---|---|
//! | `residua-dense` (here [`dense`]) | the search of networks of all-different scopes over at most 64 values, in wide registers and on copied states; all of the `unsafe` code | nothing |
//! | `residua-encode` | any model in the language of another program, and its answer read back: SAT, linear programs, MiniZinc, polynomials, SWI-Prolog, JSON | residua |
//! | `residua-flatzinc` | files that MiniZinc's compiler writes, as models; MiniZinc's library for residua | residua |
//! | `residua-sudoku` | geometry, puzzles, formats, creation, pictures; puzzles as models | residua, `residua-encode` |
//! | `residua-cli` | the command line | all of them |
//!
//! The feature `dense`, on by default, brings the first one in; without it the general engine finds the same solutions.
//!
//! The path of data: text (a puzzle, FlatZinc) → [`Model`](model::Model) → [`Store`](store::Store) → fixpoint → search → solutions, or
//! the [`Residual`](inspect::Residual), → report. No step goes back.
//!
//! A constraint as a value involves variables of its model: [`IntView`](model::IntView)s, `a·x + b`, of an
//! [`IntVar`](model::IntVar); what is assumed or explained are [`IntAtom`](model::IntAtom)s. Propagators work on variables of
//! their engine: [`View`](store::View)s of a [`VarId`](store::VarId), and [`Atom`](store::Atom)s. Several variables of a model
//! may share one of the engine, and neither can be mistaken for the other: they are of different types. A
//! [`Poster`](engine::Poster) maps from the model to the engine, and a [`Solver`](model::Solver) back.
//!
//! # Glossary
//!
//! | term | meaning |
//! |---|---|
//! | domain | the finite set of values that a variable may still take: [`Domain`](domain::Domain) |
//! | view | a variable as a constraint sees it, `a·x + b`: [`IntView`](model::IntView) in a model, [`View`](store::View) in an engine |
//! | scope | the views that a constraint involves, in order: [`Constraint::scope`](constraints::Constraint::scope) |
//! | event | the kind of a change of a domain: fixed, bound moved, value removed: [`Events`](store::Events) |
//! | atom | one of `x = v`, `x ≠ v`, `x ≤ v`, `x ≥ v`, the unit of decisions and explanations: [`IntAtom`](model::IntAtom) in a model, [`Atom`](store::Atom) in an engine |
//! | reason | recorded with a change, enough to compute its explanation later: [`Reason`](store::Reason) |
//! | explanation | the atoms that imply a change by its constraint; for users, a derivation in steps: [`Explanation`](inspect::Explanation) |
//! | failure, dead end | a state without solutions, found by propagation: [`Failure`](store::Failure) |
//! | nogood | atoms that no solution has all of (except those found already): [`Path::nogoods`](search::Path::nogoods) |
//! | propagator | removes values that a constraint rules out: [`Propagator`](engine::Propagator) |
//! | fixpoint | the state in which no propagator changes anything more: [`Outcome::Fixpoint`](engine::Outcome::Fixpoint) |
//! | entailed | satisfied by every assignment that the domains allow: [`Outcome::Entailed`](engine::Outcome::Entailed) |
//! | consistency | how much a propagator removes, by values, bounds or domains: [`Consistency`](engine::Consistency) |
//! | strength | how much an inspection removes, from propagation to a search for each value: [`Strength`](inspect::Strength) |
//! | level | a part of the trail that is undone as a whole, one for each open decision of a search |
//! | residual | the model that is left: reduced domains, simplified constraints, the same solutions: [`Residual`](inspect::Residual) |
//! | merged variables, alias | variables that are equal or differ by a constant, and that one of them represents: [`Alias`](inspect::Alias) |
//! | twins | variables with the same two values that are equal because both differ from a third one |
//! | component | a part of a model that shares no constraint with the rest: [`Inspection::components`](inspect::Inspection::components) |
//! | witness | a solution that proves a statement, such as two that show that there are several: [`Verdict`](inspect::Verdict) |
//! | backbone | the variables that have the same value in all solutions: [`Inspection::backbone`](inspect::Inspection::backbone) |
//! | hard, soft | constraints that always hold (the rules), and those that may be dropped (the givens) |
//! | conflict (MUS) | a minimal set of soft constraints without a solution: [`ConflictSet`](inspect::ConflictSet) |
//! | correction (MCS) | a minimal set of soft constraints to drop so that there is a solution: [`Conflicts::corrections`](inspect::Conflicts::corrections) |
//! | marginals | the number of solutions with each value of each variable: [`Marginals`](inspect::Marginals) |
//! | house | a row, a column or a box of a Sudoku |
//! | given | a cell whose value the puzzle states; an *entry* is a digit that was written in later |
//! | candidate | a value that a cell may still have; a *pencil mark* is one that was written in |
//! | definite cell | a cell with one candidate left |
//! | network | variables and all-different scopes over at most 64 values, without other constraints: [`network_of`](search::network_of) |
//! | intersection | the variables that two scopes of a network share, if more than one, as a box and a row do |
//! | form | a way in which the dense engine searches: a method and the registers that it uses (`docs/dense.md`) |
//!
//! # Invariants
//!
//! | invariant | guarded by |
//! |---|---|
//! | domains only shrink within a level; after undoing it, the store is what it was | `tests/it/restoration.rs` |
//! | propagation removes no value that is part of a solution, and finds every violated assignment | `tests/it/soundness.rs` |
//! | propagation reaches the consistency that it promises | `tests/it/consistency.rs` |
//! | a propagator is at a fixpoint, or entailed, whenever it claims to be | `tests/it/claims.rs` |
//! | an explanation was true before its change, and implies it by its constraint alone | `tests/it/explanation.rs` |
//! | every form of the dense engine finds the solutions of the general one | `tests/it/dense/`, the tests of `residua-dense` |
//! | the residual of a model has exactly the solutions of the model | `tests/it/residual.rs`, `tests/it/exact.rs`, by SWI-Prolog in `tests/it/prolog.rs` |
//! | everything that holds in all solutions has a minimal explanation | `tests/it/why.rs` |
//! | what is encoded for another program has exactly the solutions of the model | `tests/it/cnf.rs`, `tests/it/programs.rs`, `tests/it/minizinc.rs`, `tests/it/polynomials.rs`, `tests/it/prolog.rs` |
//! | a model that is written as JSON is read as the same model; any other text is an error with its place | `tests/it/sent.rs`, `tests/it/mutated_json.rs` |
//! | the order of search depends on the model, the branchers, their seeds and the engine only | `tests/it/determinism.rs` |
//! | propagation allocates nothing once it has run | `tests/allocation` |
//! | nothing in the library prints, and no input makes it panic | lints, `tests/it/errors.rs`, `tests/it/mutated.rs` |
//! | a module names only modules of lower rank, and the tables of these pages are true | `tests/it/layering.rs`, `tests/it/front_pages.rs` |
//!
//! # Failures, errors, panics
//!
//! [`Failure`](store::Failure) is a normal event of search, a dead end; only a store makes one, after it has
//! recorded the conflict. [`ModelError`](model::ModelError) is a caller's mistake in posting, and
//! `ParseError` of `residua-sudoku`, one in a file; both describe what to correct. A panic is a bug of residua.
//! An infeasible model is neither: it has no solutions. A search that a limit stopped reports that
//! ([`Status::Stopped`](search::Status::Stopped)), and never "no solution".

#![forbid(unsafe_code)]

pub mod constraints;
pub mod domain;
pub mod engine;
pub mod inspect;
mod learn;
pub mod model;
pub mod prelude;
pub mod search;
pub mod store;
pub mod subproblem;
pub mod testing;

/// The engine for networks of all-different scopes, a crate of its own, which [`search`] uses where it is faster.
#[cfg(feature = "dense")]
#[doc(inline)]
pub use residua_dense as dense;

/// The guide for users of other solvers: its programs, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/coming-from.md")]
struct ComingFrom;

/// The programs of the comparison with another system, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/side-by-side.md")]
struct SideBySide;

/// The page on nogood learning: its programs, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/learning.md")]
struct WhatIsLearned;

/// The page on variant puzzles: its program, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/variants.md")]
struct Variants;

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
