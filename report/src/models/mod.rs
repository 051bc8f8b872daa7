//! Models of MiniZinc, as FlatZinc or to be compiled.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | which inputs these are, and which files belong together |
//! | `compile.rs` | MiniZinc's compiler |
//! | `merged.rs` | what the compiler makes one variable by mistake |
//! | `model.rs`, `items.rs` | the text that was compiled, and its constraint items |
//! | `members.rs` | enumerations and the indices of arrays |
//! | `claim.rs` | what is said of a model, proved of a part of its items |
//! | `refuted.rs` | which items clash where the compiler finds out itself that there is no solution |
//! | `silent.rs` | which items of the model have no constraint, and belong to a conflict all the same |
//! | `json.rs` | what all objects about models have |
//! | `values.rs` | what terms can be, and are in a solution |
//! | `subject.rs` | such an input as a model, over what its output shows |
//! | `path.rs` | where a constraint comes from in the model that was compiled |
//! | `names.rs` | constraints in the words of the model |
//! | `question.rs` | what `why` is asked |
//! | `objective.rs`, `bounds.rs` | between which values the objective is, and is asked to be |
//! | `inspect.rs`, `count.rs`, `why.rs`, `conflict.rs` | the answers to the questions of these names |
//! | `groups.rs`, `definitions.rs` | which constraints are taken away together, and which never |

mod bounds;
mod claim;
mod compile;
mod conflict;
mod count;
mod definitions;
mod groups;
mod inspect;
mod items;
pub(crate) mod json;
mod kind;
mod members;
mod merged;
mod model;
mod names;
mod objective;
mod path;
mod question;
mod refuted;
mod silent;
pub(crate) mod subject;
mod values;
mod why;

pub use crate::models::bounds::Bounds;
pub use crate::models::conflict::{Conflicting, conflict};
pub use crate::models::count::{Counted, count};
pub use crate::models::inspect::{Left, inspect};
pub use crate::models::kind::{Unit, is_data, is_source, units};
pub use crate::models::subject::Subject;
pub use crate::models::why::{Explained, why};
