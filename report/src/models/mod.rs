//! MiniZinc models, as FlatZinc or to be compiled.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | recognition of models, and of their data files |
//! | `compile.rs` | MiniZinc's compiler |
//! | `merged.rs` | variables merged by the compiler |
//! | `model.rs` | source of a compiled model |
//! | `letters.rs`, `items.rs` | its text, and its constraint items and declarations |
//! | `selection.rs` | parts of it: with some of its items, or instances of these |
//! | `asked.rs` | declarations with a value that a question is about |
//! | `members.rs`, `parts.rs` | enumerations and the indices of arrays; sets and optional variables |
//! | `introduced.rs`, `rename.rs` | the compiler's variables in the words of the source |
//! | `claim.rs` | claims proved from a part of the items |
//! | `refuted.rs` | conflicts found by the compiler |
//! | `silent.rs` | items without constraints, which conflicts may need |
//! | `values.rs` | values of terms |
//! | `path.rs` | compiler paths: the origin of a constraint |
//! | `names.rs` | constraint names in the model's terms |
//! | `objective.rs`, `bounds.rs` | objective range, and bounds asked of it |
//! | `inspect.rs` | domains, constraints, components and solutions |
//! | `program.rs`, `search_verdict.rs` | programs to be solved, and what a search proves |
//! | `listing.rs` | solutions, as `fzn` prints them |
//! | `definitions.rs` | definitions: hard constraints |

pub(crate) mod asked;
pub(crate) mod bounds;
pub(crate) mod claim;
pub(crate) mod compile;
pub(crate) mod definitions;
mod inspect;
mod introduced;
mod items;
pub(crate) mod kind;
mod letters;
mod listing;
pub(crate) mod members;
mod merged;
pub(crate) mod model;
pub(crate) mod names;
mod objective;
mod parts;
pub(crate) mod path;
mod program;
pub(crate) mod refuted;
mod rename;
mod search_verdict;
pub(crate) mod selection;
pub(crate) mod silent;
pub(crate) mod values;

pub use crate::models::bounds::Bounds;
pub use crate::models::inspect::ModelReport;
pub(crate) use crate::models::inspect::inspect;
pub use crate::models::kind::{Unit, is_data, is_source, units};
pub(crate) use crate::models::listing::{list, note_unproved, write_answer};
pub use crate::models::program::Program;
pub use crate::models::search_verdict::SearchVerdict;
