//! Subproblems as values: one question split into parts that any number of workers answer, wherever they run.
//!
//! There is no transport here, and no scheduler. A [`Task`] is a question about a model. It is [split](Task::split) into
//! [`Subproblem`]s, which are plain data; [`Worker::work`] answers one of them, as a function of nothing but its arguments; and a [`Merge`]
//! puts the [`Report`]s together, whatever the order in which they come, however often, and says what is missing. So threads, processes
//! and the nodes of a cluster can all be led by the same few lines, and a worker that is lost costs one subproblem.
//!
//! A subproblem that takes more than the task's [budget](Task::budget) of nodes comes back as its own parts, together with what was found
//! before: how hard it is need not be known beforehand.
//!
//! ```
//! use residua::constraints::all_different;
//! use residua::model::Model;
//! use residua::search::Limits;
//! use residua::subproblem::{Found, Merge, Question, Task};
//!
//! let mut model = Model::new();
//! let xs = model.int_vars("x", 8, 0..8);
//! for sign in [-1, 0, 1] {
//!     model.post(all_different(xs.iter().zip(0..).map(|(&x, row)| x + sign * row)))?;
//! }
//! let task = Task::new(model.search(), Question::Solutions)?.budget(100);
//! let units = task.split(4).expect("there is no limit");
//! let mut merge = Merge::new(&task, units.clone());
//! // Somewhere else.
//! let mut worker = task.worker();
//! let mut open = units;
//! while let Some(unit) = open.pop() {
//!     let report = worker.work(&unit, None, &Limits::none()).expect("it is of this task, and there is no limit");
//!     open.extend(report.rest.iter().cloned());
//!     merge.add(report).expect("it is of this task");
//! }
//! let answer = merge.answer();
//! assert!(answer.is_complete());
//! assert!(matches!(answer.found, Found::Solutions(solutions) if solutions.len() == 92));
//! # Ok::<(), residua::model::ModelError>(())
//! ```
//!
//! | file | holds |
//! |---|---|
//! | `task.rs` | tasks: a question about a model, how it is searched, and how it is split |
//! | `unit.rs` | subproblems |
//! | `worker.rs` | workers: one subproblem after another |
//! | `found.rs` | what is found, and how findings are joined |
//! | `ranges.rs` | unions of ranges |
//! | `report.rs` | reports about one subproblem |
//! | `merge.rs` | reports put together |
//! | `written.rs` | the written form |
//! | `digest.rs` | digests, by which what belongs elsewhere is refused |
//!
//! | Promise | |
//! |---|---|
//! | Law | the merged answer is that of one search, for any number of workers, in any order, with reports doubled; where some are lost, it says which |
//! | Source | Régin, Rezgui & Malapert, *Embarrassingly Parallel Search*, CP 2013; Malapert, Régin & Rezgui, JAIR 57, 2016 |

mod digest;
mod found;
mod merge;
mod ranges;
mod report;
mod task;
mod unit;
mod worker;
#[cfg(feature = "serde")]
mod written;

pub use crate::subproblem::digest::{Digest, NoDigest};
pub use crate::subproblem::found::Found;
pub use crate::subproblem::merge::{Answer, Merge};
pub use crate::subproblem::report::{Foreign, NoReport, Report, Unmerged};
pub use crate::subproblem::task::{Question, Task};
pub use crate::subproblem::unit::Subproblem;
pub use crate::subproblem::worker::Worker;
