//! MiniZinc models, as FlatZinc or to be compiled.
//!
//! | file | holds |
//! |---|---|
//! | `kind.rs` | recognition of models, and of their data files |
//! | `compile.rs` | MiniZinc's compiler |
//! | `merged.rs` | variables merged by the compiler |
//! | `model.rs`, `items.rs` | source of a compiled model, and its constraint items |
//! | `members.rs` | enumerations and the indices of arrays |
//! | `claim.rs` | claims proved from a part of the items |
//! | `refuted.rs` | conflicts found by the compiler |
//! | `silent.rs` | items without constraints, which conflicts may need |
//! | `values.rs` | values of terms |
//! | `path.rs` | compiler paths: the origin of a constraint |
//! | `names.rs` | constraint names in the model's terms |
//! | `objective.rs`, `bounds.rs` | objective range, and bounds asked of it |
//! | `inspect.rs` | domains, constraints, components and solutions |
//! | `definitions.rs` | definitions: hard constraints |

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
pub use crate::models::inspect::ModelReport;
pub(crate) use crate::models::inspect::inspect;
pub use crate::models::kind::{Unit, is_data, is_source, units};
