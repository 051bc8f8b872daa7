//! Counting constraints over views and atoms.
//!
//! | file | holds |
//! |---|---|
//! | `number_of.rs` | how many atoms are true |
//! | `count.rs` | how many views are equal to another one |
//! | `among.rs` | how many views have a value of a set |
//! | `counter.rs` | the propagator of these |
//! | `target.rs` | its rules while it is open which value is counted |
//! | `reified.rs` | propagators of reified counts |
//! | `condition.rs` | conditions that are counted |
//! | `nvalue.rs` | how many different values there are |
//! | `distinct.rs` | its propagator |
//! | `global_cardinality.rs` | how many views have each of some values |
//! | `flow.rs`, `cut.rs` | its propagator, by a flow, and its explanations |
//! | `places.rs` | the flow, and augmenting paths in it |
//! | `supports.rs` | flows that support the bounds of its counts |
//! | `bit_matrix.rs` | relations between places, as bits |
//! | `same_values.rs` | two lists with the same values |
//! | `pairing.rs` | its propagator |
//! | `sliding.rs` | sums and counts of all windows of a list |
//! | `windows.rs` | its propagator |
//! | `amount.rs` | counts: a number, a view, or a range |
//! | `quota.rs` | what is left of a count once some of it is decided |

mod among;
mod amount;
mod bit_matrix;
mod condition;
mod count;
mod counter;
mod cut;
mod distinct;
mod flow;
mod global_cardinality;
mod number_of;
mod nvalue;
mod pairing;
mod places;
mod quota;
mod reified;
mod same_values;
mod sliding;
mod supports;
mod target;
mod windows;

pub use crate::constraints::counting::among::{Among, among};
pub use crate::constraints::counting::amount::Amount;
pub(in crate::constraints) use crate::constraints::counting::condition::only;
pub use crate::constraints::counting::count::{Count, count};
pub(in crate::constraints) use crate::constraints::counting::counter::Limit;
pub(in crate::constraints) use crate::constraints::counting::flow::Flow;
pub(in crate::constraints) use crate::constraints::counting::quota::holds_always;

pub use crate::constraints::counting::global_cardinality::{GlobalCardinality, global_cardinality};
pub use crate::constraints::counting::number_of::{NumberOf, at_least, at_most, exactly, number_of};
pub use crate::constraints::counting::nvalue::{NValue, nvalue};
pub use crate::constraints::counting::same_values::{SameValues, same_values};
pub use crate::constraints::counting::sliding::{Sliding, sliding_among, sliding_sum};
