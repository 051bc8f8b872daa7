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
//! | `values.rs` | what terms can be, and are in a solution |
//! | `path.rs` | where a constraint comes from in the model that was compiled |
//! | `names.rs` | constraints in the words of the model |
//! | `objective.rs`, `bounds.rs` | between which values the objective is, and is asked to be |
//! | `inspect.rs` | what is left of them |
//! | `definitions.rs` | which constraints are never taken away |

pub(crate) mod bounds;
pub(crate) mod claim;
pub(crate) mod compile;
pub(crate) mod definitions;
mod inspect;
mod items;
pub(crate) mod kind;
pub(crate) mod members;
mod merged;
pub(crate) mod model;
pub(crate) mod names;
mod objective;
pub(crate) mod path;
pub(crate) mod refuted;
pub(crate) mod silent;
pub(crate) mod values;

pub use crate::models::bounds::Bounds;
pub use crate::models::inspect::Left;
pub(crate) use crate::models::inspect::inspect;
pub use crate::models::kind::{Unit, is_data, is_source, units};
