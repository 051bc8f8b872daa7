//! One question about a subject, answered in parts by any number of workers, which share nothing but files.
//!
//! A subject is [split](residua::subproblem) into subproblems, which are lines of JSON ([`write_units`]). A [`Working`] answers them, and keeps
//! each report in a file of its own ([`Folder`]); a [`Merging`] puts these together, and writes the answer as one process does.
//!
//! | file | holds |
//! |---|---|
//! | `ask.rs` | questions, and how the parts are searched |
//! | `units.rs` | subproblems as lines |
//! | `reports.rs` | reports as files, or as lines of one |
//! | `incumbent.rs` | the best value that workers know of |
//! | `work.rs` | workers |
//! | `tally.rs` | how many subproblems are answered |
//! | `merging.rs` | reports put together, and what is missing |
//! | `answer.rs` | the merged answer |
//! | `optimum.rs`, `first.rs` | an optimum, and one solution |
//! | `checkpoint.rs` | one process that goes on where it was killed |
//! | `journal.rs` | the file that it goes on from |
//! | `output.rs` | output that goes on where it ended |

mod answer;
mod ask;
mod checkpoint;
mod first;
mod incumbent;
mod journal;
mod merging;
mod optimum;
mod output;
mod reports;
mod tally;
mod units;
mod work;

pub use crate::distributed::answer::{Shown, Unmerged};
pub use crate::distributed::ask::{Ask, How};
pub use crate::distributed::checkpoint::{Checkpoint, Unfinished};
pub use crate::distributed::merging::{Merging, Missing};
pub use crate::distributed::output::OutputFile;
pub use crate::distributed::reports::{Folder, Lines, Reports};
pub use crate::distributed::tally::Tally;
pub use crate::distributed::units::{Mistake, Unit, read_units, write_units};
pub use crate::distributed::work::{Unworked, Working};
