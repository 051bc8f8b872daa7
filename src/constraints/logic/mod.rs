//! Logical connectives of constraints: and, or, not, if and only if; reification.
//!
//! A part that states an atom of a variable, such as `x ≤ 3`, is that atom. Any other part gets an auxiliary literal, which
//! lives in the engine alone: where the literal is true the part is propagated as it is, under the literal as its guard, and where
//! the part cannot hold any more the literal is false. Over the literals a disjunction is a clause.
//!
//! | file | holds |
//! |---|---|
//! | `condition.rs`, `connect.rs` | conditions, and the connectives as methods and operators |
//! | `any_of.rs`, `all_of.rs`, `iff.rs`, `not.rs` | the constraints |
//! | `parts.rs` | the parts of a connective, and the limit of nesting |
//! | `literal.rs` | reification literals |
//! | `imply.rs` | half-reification: a constraint posted under a guard |
//! | `watcher.rs` | entailment detection |
//! | `constructive.rs` | constructive disjunction |
//! | `engine_domains.rs` | the domains of engine variables behind those of a model |

mod all_of;
mod any_of;
mod condition;
mod connect;
mod constructive;
mod engine_domains;
mod iff;
mod imply;
mod literal;
mod not;
mod parts;
mod watcher;

use std::fmt;
use std::sync::Arc;

use crate::constraints::{Auxiliaries, Constraint};
use crate::store::handle::{IntVar, IntView};
use crate::store::{Domains, Failure};

pub use crate::constraints::logic::all_of::{AllOf, all_of};
pub use crate::constraints::logic::any_of::{AnyOf, any_of};
pub use crate::constraints::logic::condition::Condition;
pub use crate::constraints::logic::connect::Connect;
pub(super) use crate::constraints::logic::iff::literal_of;
pub use crate::constraints::logic::iff::{Iff, iff};
pub use crate::constraints::logic::not::{Not, not};
pub use crate::constraints::logic::parts::validate_depth;
pub use crate::constraints::logic::parts::{MOST_NESTED, Parts};
pub(super) use crate::constraints::logic::parts::{TOO_DEEP, is_too_deep, too_deep};

/// Parts with a sign between them, in parentheses where a part has parts itself; `of_none`, if there are none.
fn write_parts(
    f: &mut fmt::Formatter<'_>,
    parts: &Parts,
    sign: &str,
    of_none: &str,
    name: &dyn Fn(IntView) -> String,
) -> fmt::Result {
    if parts.are_too_deep() {
        return f.write_str("…");
    }
    if parts.is_empty() {
        return f.write_str(of_none);
    }
    for (at, part) in parts.iter().enumerate() {
        f.write_str(if at == 0 { "" } else { sign })?;
        write_part(f, &**part, name)?;
    }
    Ok(())
}

fn write_part(
    f: &mut fmt::Formatter<'_>,
    part: &dyn Constraint,
    name: &dyn Fn(IntView) -> String,
) -> fmt::Result {
    let text = part.display_with(name).to_string();
    let has_parts = [" ∨ ", " ∧ ", " ⇔ "].iter().any(|sign| text.contains(sign));
    if has_parts { write!(f, "({text})") } else { f.write_str(&text) }
}

/// The views of several constraints, one after another.
fn scope_of(parts: &[Arc<dyn Constraint>]) -> Vec<IntView> {
    parts.iter().flat_map(Constraint::scope).collect()
}

/// What is wrong with one of several constraints.
fn validate_all(parts: &[Arc<dyn Constraint>]) -> Result<(), String> {
    parts.iter().try_for_each(Constraint::validate)
}

/// The truth that one part with `deciding` has for all of them; the other one, where all have that.
fn truth_of(parts: &[Arc<dyn Constraint>], deciding: bool, domains: &dyn Domains<IntVar>) -> Option<bool> {
    let mut is_open = false;
    for part in parts {
        match part.truth(domains) {
            Some(truth) if truth == deciding => return Some(deciding),
            Some(_) => {}
            None => is_open = true,
        }
    }
    (!is_open).then_some(!deciding)
}

/// Parts that need auxiliary variables as what is left of them; `None` if none does.
fn decompose_all(
    parts: &[Arc<dyn Constraint>],
    to: &mut dyn Auxiliaries,
) -> Result<Option<Vec<Arc<dyn Constraint>>>, Failure> {
    let mut simpler = Vec::with_capacity(parts.len());
    let mut is_changed = false;
    for part in parts {
        let decomposed = part.decompose(to)?;
        is_changed |= decomposed.is_some();
        simpler.push(decomposed.unwrap_or_else(|| Arc::clone(part)));
    }
    Ok(is_changed.then_some(simpler))
}
