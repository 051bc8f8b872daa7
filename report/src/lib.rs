//! Subjects, questions and answers of the command line, as a library.
//!
//! A subject is a puzzle with what is written into it ([`puzzle`]), a model of MiniZinc ([`models`]), or clauses or a graph
//! ([`clauses`]). A question is a value ([`question`]), asked with limits ([`Asking`]).
//!
//! ```
//! use residua::search::{EngineChoice, Limits};
//! use residua_report::puzzle::Found;
//! use residua_report::question::Count;
//! use residua_report::{Answer, Asking, Paint, Silent, Subject, count};
//! use residua_sudoku::{Notes, Puzzle, Trust};
//!
//! let puzzle: Puzzle = "1... ..3. .1.. ...2".parse()?;
//! let notes = Notes::default();
//! let found = Found { file: "-", line: 1, puzzle: &puzzle, notes: &notes, trust: Trust::Givens };
//! let (limits, engine, paint) = (Limits::none(), EngineChoice::Auto, Paint::new(false));
//! let asking = Asking { limits, engine, threads: 1, paint, host: &Silent };
//! let subject = Subject::of_puzzle(&found);
//! let answer = count(Count { candidates: false, limit: None }, &subject, &asking);
//! let mut text = Vec::new();
//! answer.write_text(&mut text, asking.paint)?;
//! assert_eq!(String::from_utf8(text)?, "stdin:1  1 solution\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `question.rs` | questions with their options |
//! | `answer.rs` | trait of answers |
//! | `asking.rs` | context: limits, engine, host program |
//! | `subject/` | subjects: inputs as models |
//! | `puzzle/`, `variants/`, `models/`, `clauses/` | the kinds of subjects |
//! | `clues.rs`, `count.rs`, `inspect.rs`, `conflict/`, `why/` | the answers to the questions of these names |
//! | `estimate.rs` | the size of the search, estimated before it |
//! | `steps/` | the steps of a puzzle, and how hard they are |
//! | `watched.rs` | the progress of a search as text |
//! | `distributed/` | one question answered in parts, by any number of processes |
//! | `solutions.rs` | solutions, wherever they are searched for |
//! | `convert/` | puzzles in other formats |
//! | `compare.rs` | comparison of strengths |
//! | `pair.rs` | pairs of solutions that differ in few variables |
//! | `counts.rs` | solution counts as text, in total and by value |
//! | `export/` | models in the languages of other solvers |
//! | `decode/` | other solvers' outputs |
//! | `outside/` | external SAT solvers |
//! | `budget.rs` | time budget of a subject |
//! | `exit_status.rs`, `verdict.rs` | exit status, and the verdict as text |
//! | `input.rs` | input files and standard input, and input errors |
//! | `json.rs`, `cut.rs` | JSON objects, and truncated lists |
//! | `paint.rs`, `place.rs`, `words.rs`, `decimal.rs` | colours, places, counts and limits, and decimal numbers as text |
//! | `clock.rs` | the clock |

mod answer;
mod asking;
mod budget;
pub mod clauses;
pub mod clock;
mod clues;
mod compare;
mod conflict;
mod convert;
mod count;
mod counts;
mod cut;
mod decimal;
pub mod decode;
pub mod distributed;
mod estimate;
mod exit_status;
pub mod export;
pub mod input;
mod inspect;
pub mod json;
pub mod models;
pub mod outside;
mod paint;
mod pair;
mod place;
pub mod puzzle;
pub mod question;
mod solutions;
pub mod steps;
mod subject;
mod variants;
mod verdict;
mod watched;
mod why;
pub mod words;

pub use crate::answer::{Answer, Pictured};
pub use crate::asking::{Asking, Host, Silent};
pub use crate::clues::clues;
pub use crate::compare::{Compared, compare, write_comparison};
pub use crate::conflict::{Conflicting, conflict};
pub use crate::convert::{Convert, ConvertVariant, Converted, Converter, Source, as_plain, as_variant};
pub use crate::count::{Counted, count};
pub use crate::decimal::Decimal;
pub use crate::estimate::{Estimated, estimate, write_estimate};
pub use crate::exit_status::ExitStatus;
pub use crate::input::InputError;
pub use crate::inspect::{inspect, inspect_pictured};
pub use crate::paint::{Paint, Tint};
pub use crate::place::place;
pub use crate::subject::Subject;
pub use crate::verdict::{Verdict, existence};
pub use crate::watched::Watched;
pub use crate::why::{Explained, why};
