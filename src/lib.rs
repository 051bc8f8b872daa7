//! residua: a finite-domain constraint engine that says what is left when a problem has no single answer.
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
//! // What propagation alone leaves: domains, and the constraints that still say something.
//! let residual = model.residual(Consistency::Domain).expect("there are solutions");
//! assert_eq!(residual.domain(x).to_string(), "5..8");
//! assert_eq!(residual.constraints().last().as_deref(), Some("x < y"));
//! # Ok::<(), residua::model::ModelError>(())
//! ```
//!
//! # How it is built
//!
//! Data flows down this table; a module may name only modules of a lower rank (`tests/it/layering.rs` reads the
//! imports and fails on an arrow that points up).
//!
//! | rank | floor | holds | knows nothing of |
//! |---|---|---|---|
//! | 0 | [`domain`] | sets of integers in three representations, and their algebra | variables |
//! | 1 | [`store`] | variables, their domains, trail, events, atoms, reasons, failure | propagators |
//! | 2 | [`engine`] | the [`Propagator`](engine::Propagator) trait, watches, queue, fixpoint, explanations | any constraint |
//! | 3 | [`constraints`] | one family a file: value, checker, propagators, explanation, simplifier | models |
//! | 4 | [`model`] | [`Model`](model::Model) as data, variables, names, and the [`Solver`](model::Solver) it compiles to | search |
//! | 6 | [`search`] | branchers, depth-first driver, limits, the solutions iterator, models as dense networks | what it is used for |
//! | 7 | [`inspect`] | what is left: residuals at any strength, exact domains, counts, components, conflicts | Sudoku |
//! | 7 | [`encode`] | any model in the language of another program: SWI-Prolog, JSON | Sudoku |
//! | 7 | [`testing`] | oracles for constraints of your own | Sudoku |
//! | 8 | [`sudoku`] | geometry, puzzles, formats, puzzles as models | the command line |
//! | 9 | [`prelude`] | the names of all floors that most programs need | |
//!
//! Networks of all-different scopes over 64 values, searched by copied words in wide registers, are a crate beside them,
//! `residua-dense` (here [`dense`]), which knows nothing of models and has all of the `unsafe` code. The feature `dense`, on by
//! default, brings it in; without it the general engine finds the same solutions.
//!
//! The way of a puzzle: text → [`Puzzle`](sudoku::Puzzle) → [`Model`](model::Model) → [`Store`](store::Store) →
//! fixpoint → search → solutions, or the [`Residual`](inspect::Residual), → report. No step back.
//!
//! A constraint as a value speaks of variables of its model: of [`IntView`](model::IntView)s, `a·x + b`, of an
//! [`IntVar`](model::IntVar); what is assumed or explained are [`IntAtom`](model::IntAtom)s. Propagators speak of variables of
//! their engine: of [`View`](store::View)s of a [`VarId`](store::VarId), and of [`Atom`](store::Atom)s. Several variables of a
//! model may be one of the engine, and none is taken for the other: they are of different types, a
//! [`Poster`](engine::Poster) leads from the model to the engine, and a [`Solver`](model::Solver) back.
//!
//! # What holds
//!
//! | invariant | guarded by |
//! |---|---|
//! | domains only shrink between two marks of the trail; after undoing, the store is what it was | `tests/it/restoration.rs` |
//! | propagation removes no value that is part of a solution, and finds every violated assignment | `tests/it/soundness.rs` |
//! | it reaches the consistency that it promises | `tests/it/consistency.rs` |
//! | "a second run says nothing" and "entailed" are true whenever a propagator says so | `tests/it/claims.rs` |
//! | a reason was true before its change, and implies it by its constraint alone | `tests/it/explanation.rs` |
//! | every form of the dense engine has the solutions of the general one | `tests/it/dense/`, `dense/tests/` |
//! | the residual of a model has exactly the solutions of the model | `tests/it/residual.rs`, `tests/it/exact.rs`, by SWI-Prolog in `tests/it/prolog.rs` |
//! | whatever holds in all solutions is explained by lines of which none can be left out | `tests/it/why.rs` |
//! | what is encoded for another program has them too | `tests/it/prolog.rs` |
//! | the order of search depends on the model, the branchers and their seeds only | `tests/it/determinism.rs` |
//! | propagation allocates nothing once it has run | `tests/allocation.rs` |
//! | nothing in the library prints, and no input makes it panic | lints, `tests/it/errors.rs` |
//!
//! # Three outcomes, three types
//!
//! [`Failure`](store::Failure) is a dead end, the normal life of a search; only a store makes one, after it has
//! recorded the conflict. [`ModelError`](model::ModelError) is a caller's mistake in posting, and
//! [`ParseError`](sudoku::ParseError) one in a file, both told so that they can be mended. A panic is a bug of ours.
//! An infeasible model is none of these: it has no solutions. A search that a limit stopped says so
//! ([`Outcome`](search::Status)), and never "no solution".

#![forbid(unsafe_code)]

pub mod constraints;
pub mod domain;
pub mod encode;
pub mod engine;
pub mod inspect;
pub mod model;
pub mod prelude;
pub mod search;
pub mod store;
pub mod sudoku;
pub mod testing;

/// The engine for networks of all-different scopes, a crate of its own: [`search`] leads it where it pays.
#[cfg(feature = "dense")]
#[doc(inline)]
pub use residua_dense as dense;

/// What is where for those who come from other solvers: its programs, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/coming-from.md")]
struct ComingFrom;

/// The example of the README, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
